//! Disruptions of the program, and their schedule.

use crate::Plan;
use crate::scripted_game::Dice;

/// A way to stop the program or its disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Disruption {
    Kill,
    /// A kill of the program that runs the tournament, halfway through it.
    KillInTournament,
    /// A kill, and another one during the restart.
    KillTwice,
    /// SIGTERM.
    Terminate,
    PowerCut,
    DiskFull,
    DiskFailed,
    ReadOnly,
    /// A suspension that outlasts the program's leases.
    Freeze,
    /// A forced restart of the database server.
    RestartDatabase,
    /// A cut of one program's connections to the database server, which refuses new ones for some seconds.
    CutNetwork,
}

impl Disruption {
    /// Whether the takeover time of its shards is measured.
    pub(crate) fn is_measured(self) -> bool {
        matches!(self, Self::Kill | Self::KillInTournament | Self::Freeze)
    }

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

/// Returns disruptions at random moments, the last one first.
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
    // The first one is reserved for the middle of the tournament.
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
