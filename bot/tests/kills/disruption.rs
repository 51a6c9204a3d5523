//! What disrupts the program, and when.

use crate::Plan;
use crate::scripted_game::Dice;

/// A way to stop the program or its disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Disruption {
    Kill,
    /// The program that has the tournament, halfway through it.
    KillInTournament,
    /// Killed again while it restarts.
    KillTwice,
    /// SIGTERM.
    Terminate,
    PowerCut,
    DiskFull,
    DiskFailed,
    ReadOnly,
    /// Suspended for longer than its leases last.
    Freeze,
    /// The database server is stopped by force, and starts again.
    RestartDatabase,
    /// The connections of one program to the database server break, and new ones are refused for some seconds.
    CutNetwork,
}

impl Disruption {
    /// Whether it is measured how long its shards wait for another program.
    pub(crate) fn is_measured(self) -> bool {
        matches!(self, Self::Kill | Self::KillInTournament | Self::Freeze)
    }

    /// Whether no program has to be started afterwards.
    pub(crate) fn leaves_programs_alive(self) -> bool {
        matches!(
            self,
            Self::Freeze | Self::RestartDatabase | Self::CutNetwork
        )
    }
}

/// A disruption after a number of boards.
pub(crate) struct PlannedDisruption {
    pub(crate) after_moves: usize,
    pub(crate) disruption: Disruption,
}

/// Disruptions at random moments, the last one first.
pub(crate) fn disruptions(plan: &Plan, moves: usize, dice: &mut Dice) -> Vec<PlannedDisruption> {
    let kill = |n| match n % 10 {
        3 => Disruption::KillTwice,
        7 => Disruption::Terminate,
        _ => Disruption::Kill,
    };
    let disks = [
        Disruption::DiskFull,
        Disruption::DiskFailed,
        Disruption::ReadOnly,
    ];
    // The first one waits for the tournament to be halfway.
    let all = (usize::from(plan.kills_in_tournament())..plan.kills)
        .map(kill)
        .chain((0..plan.cuts).map(|_| Disruption::PowerCut))
        .chain((0..plan.disks).map(|n| disks[n % disks.len()]))
        .chain((0..plan.freezes).map(|_| Disruption::Freeze))
        .chain((0..plan.restarts).map(|_| Disruption::RestartDatabase))
        .chain((0..plan.network_cuts).map(|_| Disruption::CutNetwork));
    let mut list: Vec<_> = all
        .map(|disruption| PlannedDisruption {
            after_moves: dice.roll(moves),
            disruption,
        })
        .collect();
    list.sort_by_key(|planned| std::cmp::Reverse(planned.after_moves));
    list
}
