//! Carries out disruptions.

use std::time::{Duration, Instant};

use super::{Run, SHARDS};
use crate::disk::Disk;
use crate::disruption::Disruption;
use crate::program::Program;
use crate::proxy::Cut;
use crate::scripted_game::Dice;
use crate::server;
use crate::takeover::{Cause, Takeovers};

/// Outlasts a lease.
const LONG_FREEZE: Duration = Duration::from_secs(8);
/// Longest downtime of a killed program, and longest wait for a disruption's effect.
const LONG_ABSENCE: Duration = Duration::from_secs(20);
/// Long enough for other programs to notice.
const LONG_CUT: Duration = Duration::from_secs(6);

impl Run {
    pub(super) async fn disrupt(&mut self, disruption: Disruption, dice: &mut Dice) {
        *self.counts.entry(format!("{disruption:?}")).or_default() += 1;
        // In most cases the last disruption must take effect first.
        if self.takeovers.is_some() && dice.roll(4) > 0 {
            self.until_all(Takeovers::are_over).await;
        }
        let number = match disruption {
            Disruption::KillInTournament => self.host(),
            _ => self.victim(disruption, dice),
        };
        if let Some(takeovers) = &self.takeovers
            && !disruption.is_measured()
        {
            takeovers.disturb();
        }
        if disruption.leaves_programs_alive() {
            self.trouble(disruption, number).await;
            return;
        }
        let Some(mut program) = self.programs[number].take() else {
            return;
        };
        let mut stays_away = false;
        match disruption {
            Disruption::Kill | Disruption::KillInTournament => {
                // Every other time, and in a tournament.
                let times = self.counts[&format!("{disruption:?}")];
                stays_away = disruption == Disruption::KillInTournament || times.is_multiple_of(2);
                self.kill(program, stays_away);
            }
            Disruption::ReadOnly => {
                program.kill();
                self.disk().unmount();
                self.disk().mount("ro");
                self.spawn(number);
                if let Some(program) = self.programs[number].take() {
                    let (status, last_line) = program.wait().await;
                    assert_disk_error(status, &last_line);
                }
                self.disk().unmount();
                self.disk().mount("rw");
            }
            Disruption::KillTwice => {
                program.kill();
                self.check();
                self.spawn(number);
                tokio::time::sleep(Duration::from_millis(dice.roll(150) as u64)).await;
                if let Some(program) = self.programs[number].take() {
                    program.kill();
                }
            }
            Disruption::Terminate => {
                program.terminate();
                let (status, words) = program.wait().await;
                assert_eq!(status, Some(0), "{words}");
            }
            Disruption::PowerCut => {
                program.suspend();
                self.disk().cut();
                program.kill();
                self.disk().unmount();
                self.disk().mount("rw");
            }
            Disruption::DiskFull => {
                self.disk().fill();
                self.until_failed(&mut program).await;
                self.disk().free_space();
            }
            Disruption::DiskFailed => {
                self.disk().cut();
                self.until_failed(&mut program).await;
                self.disk().unmount();
                self.disk().mount("rw");
            }
            Disruption::Freeze | Disruption::RestartDatabase | Disruption::CutNetwork => {
                unreachable!("programs go on")
            }
        }
        self.check();
        if stays_away {
            self.until_all(Takeovers::are_taken).await;
        }
        self.start(number).await;
    }

    /// Returns the program that serves the tournament.
    fn host(&self) -> usize {
        let owner = self.takeovers.as_ref().zip(self.tournament.as_ref());
        let owner = owner.and_then(|(takeovers, cup)| takeovers.owner((cup.server >> 22) % SHARDS));
        let is_host = |program: &Option<Program>| {
            let program = program.as_ref();
            owner.is_some() && program.and_then(Program::number) == owner
        };
        self.programs.iter().position(is_host).unwrap_or(0)
    }

    /// Returns a random program, if possible one that holds shards.
    fn victim(&self, disruption: Disruption, dice: &mut Dice) -> usize {
        let has_shards = |number: &usize| {
            let program = self.programs[*number].as_ref();
            let takeovers = self
                .takeovers
                .as_ref()
                .zip(program.and_then(Program::number));
            takeovers.is_some_and(|(takeovers, process)| takeovers.has_shards(process))
        };
        let all = 0..self.programs.len();
        let preferred: Vec<usize> = all.filter(has_shards).collect();
        if disruption.is_measured() && !preferred.is_empty() {
            return preferred[dice.roll(preferred.len())];
        }
        dice.roll(self.programs.len())
    }

    fn kill(&self, program: Program, stays_away: bool) {
        let (number, since) = (program.number(), Instant::now());
        program.kill();
        let cause = if stays_away {
            Cause::KilledForLong
        } else {
            Cause::Killed
        };
        if let (Some(takeovers), Some(number)) = (&self.takeovers, number) {
            takeovers.begin(cause, number, since);
        }
    }

    /// Plays until a condition holds for all shards that lost their program, or until a time limit.
    async fn until_all(&mut self, holds: impl Fn(&Takeovers) -> bool) {
        let begun = Instant::now();
        while self.takeovers.as_ref().is_some_and(|all| !holds(all))
            && begun.elapsed() < LONG_ABSENCE
        {
            self.play_for(Duration::from_millis(100)).await;
        }
    }

    /// Disrupts a program that keeps running.
    async fn trouble(&mut self, disruption: Disruption, number: usize) {
        let suspended = self.programs[number].take_if(|_| disruption == Disruption::Freeze);
        if let Some(program) = suspended {
            let (known, since) = (program.number(), Instant::now());
            program.suspend();
            if let (Some(takeovers), Some(known)) = (&self.takeovers, known) {
                takeovers.begin(Cause::Frozen, known, since);
            }
            self.play_for(LONG_FREEZE).await;
            program.resume();
            self.programs[number] = Some(program);
        }
        if disruption == Disruption::RestartDatabase
            && let Some(server) = server::server()
        {
            server.crash();
        }
        if disruption == Disruption::CutNetwork {
            self.proxies[number].refuse(true);
            let begun = Instant::now();
            while begun.elapsed() < LONG_CUT {
                // Each connection breaks on its next use.
                self.proxies[number].cut(Cut::Answer);
                self.play_for(Duration::from_millis(20)).await;
            }
            self.proxies[number].cut(Cut::Never);
            self.proxies[number].refuse(false);
        }
        self.check();
        self.connected = Instant::now();
    }

    fn disk(&self) -> &Disk {
        self.disk.as_ref().unwrap()
    }

    /// Plays until the program detects the disk failure and stops.
    async fn until_failed(&mut self, program: &mut Program) {
        let begun = Instant::now();
        while program.exit_status().is_none() {
            self.play_for(Duration::from_millis(20)).await;
            assert!(
                begun.elapsed() < Duration::from_mins(2),
                "the program keeps running without a disk"
            );
        }
        let status = program.exit_status().and_then(|status| status.code());
        assert_disk_error(status, &program.last_log_line());
    }
}

fn assert_disk_error(status: Option<i32>, last_line: &str) {
    assert_eq!(status, Some(5), "{last_line}");
    assert!(last_line.contains("disk"), "no advice: {last_line}");
}
