//! A tournament whose commits fail at random, some of them after taking effect, as when the program is killed. It must end as
//! an undisturbed one does.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use app::store::memory::MemoryStore;
use app::store::{Batch, Store as _, StoreError};
use app::{
    Command, Failure, Format, Limits, RoundRecord, Span, Stage, Timestamp, TournamentCommand,
    TournamentPlan, Which,
};
use rules_core::Color;

use crate::common::cup::{Cup, announce, plan};
use crate::common::hooked::{Hook, Hooked};
use crate::common::{Hall, THREE_DAYS, tournament_of};

/// Fails some commits, before or after they take effect.
struct Breaking {
    commits: AtomicU64,
    /// One commit in this many fails; zero means never.
    one_in: u64,
}

impl Hook for Breaking {
    fn commit(&self, store: &Arc<MemoryStore>, batch: Batch) -> Result<(), StoreError> {
        let number = self.commits.fetch_add(1, Ordering::Relaxed);
        // SplitMix64's finalizer: the failing commits look random and are the same in every run.
        let mut bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits ^= bits >> 27;
        if self.one_in == 0 || !bits.is_multiple_of(self.one_in) {
            return store.commit(batch);
        }
        if bits >> 40 & 1 == 1 {
            store.commit(batch)?;
        }
        Err(StoreError::Unavailable("killed".to_owned()))
    }
}

struct Evening {
    cup: Cup,
    restarts: u32,
    /// How often a tournament was behind after the last game of a round.
    late: u32,
}

impl Evening {
    fn new(one_in: u64) -> Self {
        let commits = AtomicU64::new(0);
        let store = Hooked::new(Breaking { commits, one_in });
        let mut hall = Hall::over(store, Limits::default());
        hall.context.manages = true;
        let plan = TournamentPlan {
            time: THREE_DAYS,
            ..plan(Format::Swiss { rounds: 9 })
        };
        let mut restarts = 0;
        // Announced once for certain, so that every evening is about the same tournament.
        let seed = hall.seed;
        while hall.ask("org", "room", announce(plan.clone())).is_err() {
            hall.seed = seed;
            restarts += 1;
        }
        let id = tournament_of(&hall.pending());
        let cup = Cup { hall, id };
        Self {
            cup,
            restarts,
            late: 0,
        }
    }

    /// Gives a command until it certainly took effect. After a failure the program restarts.
    fn does(&mut self, who: &str, command: &Command) {
        self.cup.hall.context.manages = who == "org";
        loop {
            match self.cup.hall.ask(who, "room", command.clone()) {
                Err(Failure::Store(_)) => self.restart(),
                // A refused command took effect before the restart.
                Ok(_) | Err(Failure::Refused(_)) => return,
            }
        }
    }

    fn plays(&mut self, who: &str, command: TournamentCommand) {
        self.does(who, &Command::Tournament(Some(self.cup.id), command));
    }

    fn restart(&mut self) {
        self.restarts += 1;
        let hall = &self.cup.hall;
        while crate::common::come_back(&hall.app, Timestamp(hall.now)).is_err() {}
    }

    /// Ends every game in progress of a round; the pairing determines the loser.
    fn play_round(&mut self) {
        for board in self.cup.last_round().boards {
            let (Some(game), None) = (board.game, board.pairing.result) else {
                continue;
            };
            let [white, black] = Color::ALL.map(|color| self.cup.name(game, color));
            let pairing = board.pairing;
            let sum = pairing.white.number() * 7 + pairing.black.number() * 13;
            match sum % 5 {
                0 => {
                    self.does(&white, &Command::Draw(Which::Id(game)));
                    self.does(&black, &Command::Draw(Which::Id(game)));
                }
                1 | 2 => self.does(&white, &Command::Resign(game)),
                _ => self.does(&black, &Command::Resign(game)),
            }
        }
        let hall = &mut self.cup.hall;
        // A round that the last game left behind is completed without a restart.
        while hall.app.next_due().unwrap() == Some(Timestamp(i64::MIN)) {
            self.late += 1;
            let moment = hall.moment();
            // A failure leaves it behind.
            let _ = hall.app.pass_time(moment);
        }
        let moment = hall.moment();
        let again = hall.app.advance_all(text::Platform::Discord, moment);
        assert!(again.unwrap().is_empty(), "nothing is done twice");
    }
}

/// Plays a Swiss of 64; returns its rounds, and how often it was restarted and how often behind.
fn evening(one_in: u64) -> (Vec<RoundRecord>, [u32; 2]) {
    let mut evening = Evening::new(one_in);
    for number in 1..=64 {
        evening.plays(&format!("p{number}"), TournamentCommand::Join);
    }
    evening.plays("org", evening.cup.start());
    for _ in 0..1000 {
        match evening.cup.stage() {
            Stage::Playing => evening.play_round(),
            Stage::Between(_) => {
                let hall = &mut evening.cup.hall;
                hall.wait(Span::minutes(2));
                let moment = hall.moment();
                if hall.app.pass_time(moment).is_err() {
                    evening.restart();
                }
            }
            Stage::Finished(_) => {
                let rounds = 1..=evening.cup.record().rounds;
                let rounds = rounds.map(|number| evening.cup.round(number)).collect();
                return (rounds, [evening.restarts, evening.late]);
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("it never ends");
}

#[test]
fn a_swiss_that_is_killed_at_any_commit_ends_with_the_same_rounds() {
    let results = |rounds: &[RoundRecord]| -> Vec<_> {
        let result = |round: &RoundRecord| {
            let boards = round.boards.iter().map(|board| board.pairing);
            (boards.collect::<Vec<_>>(), round.byes.clone())
        };
        rounds.iter().map(result).collect()
    };
    let (calm, never) = evening(0);
    assert_eq!((calm.len(), never), (9, [0, 0]));
    for one_in in [3, 7, 20] {
        let (rounds, [restarts, late]) = evening(one_in);
        assert!(restarts > 10, "interrupted {restarts} times only");
        assert!(late > 0, "never behind");
        assert_eq!(results(&rounds), results(&calm), "one commit in {one_in}");
    }
}
