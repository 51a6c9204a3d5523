//! A tournament whose commits fail at random, some of them after taking effect, as when the program is killed. It must end as
//! an undisturbed one does.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use app::effect::{Effect, Subject};
use app::store::memory::MemoryStore;
use app::store::{Batch, Key, Store as _, StoreError};
use app::{
    App, Command, Context, Failure, Format, Limits, Moment, Record, Request, Risk, RoomId, RoundId,
    RoundRecord, ServerId, Stage, TimeControl, Timestamp, TournamentCommand, TournamentId,
    TournamentPlan, TournamentRecord, Venue, Which,
};
use rules_core::{Color, Variant};

use crate::common::hooked::{Hook, Hooked};
use crate::common::person;

/// Fails some commits, before or after they take effect.
struct Breaking {
    commits: AtomicU64,
    /// One commit in this many fails; none if zero.
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
    app: App,
    now: i64,
    seed: u64,
    broken_off: u32,
    /// How often a tournament was behind after the last game of a round.
    late: u32,
}

impl Evening {
    fn moment(&mut self) -> Moment {
        self.now += 1000;
        self.seed += 1;
        Moment {
            now: Timestamp(self.now),
            seed: self.seed,
        }
    }

    /// Gives a command; returns whether it certainly took effect. If not, the program restarts.
    fn tries(&mut self, who: &str, command: &Command) -> bool {
        let moment = self.moment();
        let request = Request {
            who: person(who),
            venue: Venue {
                room: RoomId::new("t:room"),
                server: Some(ServerId::new("t:server")),
            },
            context: Context {
                manages: who == "org",
                ..Context::default()
            },
            command: command.clone(),
        };
        match self.app.handle(&request, moment) {
            Err(Failure::Store(_)) => {
                self.starts_again();
                false
            }
            // What is refused was carried out before the program broke off.
            Ok(_) | Err(Failure::Refused(_)) => true,
        }
    }

    fn does(&mut self, who: &str, command: &Command) {
        while !self.tries(who, command) {}
    }

    fn starts_again(&mut self) {
        self.broken_off += 1;
        while self.app.come_back(Timestamp(self.now)).is_err() {}
    }

    fn record(&self, id: TournamentId) -> TournamentRecord {
        match self
            .app
            .store()
            .get(&Key::Tournament(id))
            .unwrap()
            .unwrap()
            .record
        {
            Record::Tournament(record) => record,
            other => panic!("{other:?}"),
        }
    }

    fn round(&self, tournament: TournamentId, number: u16) -> RoundRecord {
        let id = RoundId { tournament, number };
        match self
            .app
            .store()
            .get(&Key::Round(id))
            .unwrap()
            .unwrap()
            .record
        {
            Record::Round(record) => record,
            other => panic!("{other:?}"),
        }
    }

    /// Ends every game in progress of a round; the pairing determines the loser.
    fn plays(&mut self, id: TournamentId) {
        for board in self.round(id, self.record(id).rounds).boards {
            let (Some(game), None) = (board.game, board.pairing.result) else {
                continue;
            };
            let Record::Game(record) = self
                .app
                .store()
                .get(&Key::Game(game))
                .unwrap()
                .unwrap()
                .record
            else {
                panic!("no game");
            };
            let name = |color: Color| record.seats[color].person().unwrap().name.clone();
            let (white, black) = (board.pairing.white.number(), board.pairing.black.number());
            match (u64::from(white) * 7 + u64::from(black) * 13) % 5 {
                0 => {
                    self.does(&name(Color::White), &Command::Draw(Which::Id(game)));
                    self.does(&name(Color::Black), &Command::Draw(Which::Id(game)));
                }
                1 | 2 => self.does(&name(Color::White), &Command::Resign(game)),
                _ => self.does(&name(Color::Black), &Command::Resign(game)),
            }
        }
        // What the last game left undone is completed without a restart.
        while self.app.next_due().unwrap() == Some(Timestamp(i64::MIN)) {
            self.late += 1;
            let moment = self.moment();
            // What fails stays behind.
            let _ = self.app.pass_time(moment);
        }
    }
}

/// A Swiss of 64 over nine rounds: its rounds, and how often it was interrupted and how often behind.
fn evening(one_in: u64) -> (Vec<RoundRecord>, [u32; 2]) {
    let store = Hooked::new(Breaking {
        commits: AtomicU64::new(0),
        one_in,
    });
    let mut evening = Evening {
        app: App::new(store, Limits::default()),
        now: 1_000_000,
        seed: 0,
        broken_off: 0,
        late: 0,
    };
    let time = TimeControl::PerMove { days: 3 };
    let format = Format::Swiss { rounds: 9 };
    let plan = TournamentPlan::new("Friday cup", Variant::Toto40, time, format);
    let create = TournamentCommand::create(plan);
    // Announced once for certain, so that both evenings are about the same one.
    let seed = evening.seed;
    while !evening.tries("org", &Command::Tournament(None, create.clone())) {
        evening.seed = seed;
    }
    let shown = evening.app.store().outgoing(usize::MAX).unwrap();
    let id = shown.iter().find_map(|outgoing| match &outgoing.effect {
        Effect::Show(show) => match show.subject {
            Subject::Tournament(id) => Some(id),
            _ => None,
        },
        _ => None,
    });
    let id = id.unwrap();
    for number in 1..=64 {
        let join = Command::Tournament(Some(id), TournamentCommand::Join);
        evening.does(&format!("p{number}"), &join);
    }
    evening.does(
        "org",
        &Command::Tournament(Some(id), TournamentCommand::Sure(Risk::Start, 64)),
    );
    for _ in 0..1000 {
        match evening.record(id).stage {
            Stage::Playing => evening.plays(id),
            Stage::Between(_) => {
                evening.now += 120_000;
                let moment = evening.moment();
                if evening.app.pass_time(moment).is_err() {
                    evening.starts_again();
                }
            }
            Stage::Finished(_) => {
                let rounds =
                    (1..=evening.record(id).rounds).map(|number| evening.round(id, number));
                return (rounds.collect(), [evening.broken_off, evening.late]);
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("it never ends");
}

#[test]
fn a_swiss_that_is_killed_at_any_commit_ends_with_the_same_rounds() {
    let results = |rounds: &[RoundRecord]| {
        let pairings =
            |round: &RoundRecord| round.boards.iter().map(|b| b.pairing).collect::<Vec<_>>();
        rounds
            .iter()
            .map(|round| (pairings(round), round.byes.clone()))
            .collect::<Vec<_>>()
    };
    let (calm, never) = evening(0);
    assert_eq!((calm.len(), never), (9, [0, 0]));
    for one_in in [3, 7, 20] {
        let (rounds, [broken_off, late]) = evening(one_in);
        assert!(broken_off > 10, "interrupted {broken_off} times only");
        assert!(late > 0, "never behind");
        assert_eq!(results(&rounds), results(&calm), "one commit in {one_in}");
    }
}
