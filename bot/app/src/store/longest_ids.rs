//! The part of the contract about long ids: the longest of any platform are in every record, key and index.

use pairing::{Bye, Pairing, Seed};
use rules_core::{ByColor, Color, Family, Variant};

use crate::model::{
    Absence, Act, AuditId, AuditRecord, CareerRecord, ChallengeId, ChallengeRecord, ChallengeState,
    Counted, End, Entry, Format, GameId, GameRecord, GameResult, Home, Index, IndexRow, Invitation,
    Key, Level, Name, PairId, PairRecord, Person, PersonRecord, PlayerId, Pool, Rating, RatingId,
    RatingRecord, Record, RoleId, RoomId, RoundId, RoundRecord, Seat, ServerEvent, ServerEventId,
    ServerId, ServerRecord, Settings, Stage, Terms, TimeControl, Timestamp, TournamentBoard,
    TournamentId, TournamentPlan, TournamentRecord, Undo, Venue, WeekId, WeekRecord,
};
use crate::protocol::{
    Award, CloseThread, Effect, EffectId, LookFor, Manner, News, NotAwarded, Notice, Outgoing,
    Show, Subject, Tell,
};
use crate::store::{Batch, Contended, Held, Page, Quota, Store, StoreError, Stored};

/// Letters of which ids are made: JSON writes some with more bytes than they have, and others separate the parts of keys.
const LETTERS: [char; 7] = ['a', '"', '\\', 'é', '/', ':', '|'];

/// Bytes of the longest id of Matrix, with its platform.
const LONGEST: usize = 262;

/// Bytes of a room and the first event of a thread in it, with their platform.
const LONGEST_ROOM: usize = 518;

/// More than an index has here.
const ALL: usize = 1000;

/// An id of `length` bytes that begins with `start`.
fn id(start: &str, letter: char, length: usize) -> String {
    let (rest, bytes) = (length - start.len(), letter.len_utf8());
    let letters = letter.to_string().repeat(rest / bytes);
    format!("{start}{letters}{}", "x".repeat(rest % bytes))
}

/// Names of that letter.
#[derive(Clone, Copy)]
struct Names(char);

impl Names {
    fn player(self, number: usize) -> PlayerId {
        PlayerId::new(id(&format!("matrix:@{number}"), self.0, LONGEST))
    }

    fn person(self, number: usize) -> Person {
        Person::new(self.player(number), &"\u{1F600}".repeat(40))
    }

    fn server(self) -> ServerId {
        ServerId::new(id("matrix:!s", self.0, LONGEST))
    }

    fn room(self, number: usize) -> RoomId {
        RoomId::new(id(&format!("matrix:!{number}"), self.0, LONGEST_ROOM))
    }

    fn role(self) -> RoleId {
        RoleId::new(id("matrix:power:", self.0, LONGEST))
    }

    fn venue(self) -> Venue {
        Venue {
            room: self.room(0),
            server: Some(self.server()),
        }
    }

    fn seats(self) -> ByColor<Seat> {
        ByColor {
            white: Seat::Person(self.person(1)),
            black: Seat::Person(self.person(2)),
        }
    }

    fn games(self) -> Vec<Record> {
        let (one, other) = (GameId::draw(900, 0), GameId::draw(901, 0));
        let (winner, end, at) = (Some(Color::White), End::Resignation, Timestamp(1));
        let game = |id| GameRecord::new(id, Variant::Toto40, self.seats(), self.venue(), at);
        let finished = GameRecord {
            result: Some(GameResult { winner, end, at }),
            counted: Some(Counted { at, ratings: None }),
            ..game(other)
        };
        let challenge = |seed| {
            let (id, by) = (ChallengeId::draw(seed, 0), self.person(1));
            let terms = Terms::of(Variant::Toto40);
            ChallengeRecord::new(id, by, terms, self.venue(), at, Timestamp(2))
        };
        let open = ChallengeRecord {
            to: Some(self.person(2)),
            ..challenge(900)
        };
        let accepted = ChallengeRecord {
            state: ChallengeState::Accepted {
                by: self.person(2),
                game: one,
            },
            ..challenge(901)
        };
        vec![
            game(one).into(),
            finished.into(),
            open.into(),
            accepted.into(),
        ]
    }

    fn people(self) -> Vec<Record> {
        let person = PersonRecord {
            watching: vec![GameId::draw(900, 0)],
            blocked: (2..42).map(|number| self.player(number)).collect(),
            ghost: Some(self.player(50)),
            erasing: Some(Timestamp(3)),
            ..PersonRecord::new(self.person(1))
        };
        let server = ServerRecord {
            settings: Settings {
                rooms: (0..Settings::ROOMS).map(|n| self.room(n)).collect(),
                announcements: Some(self.room(0)),
                organizers: Some(self.role()),
                ..Settings::default()
            },
            ..ServerRecord::new(self.server())
        };
        let rating = |pool| {
            let id = RatingId {
                family: Family::Leap,
                pool,
                player: self.player(1),
            };
            let name: Name = self.person(1).name;
            Record::Rating(RatingRecord {
                rating: Rating::of_level(Level::HIGHEST),
                ..RatingRecord::new(id, name)
            })
        };
        let week = WeekId {
            server: self.server(),
            week: u32::MAX,
        };
        vec![
            person.into(),
            server.into(),
            rating(Pool::Everywhere),
            rating(Pool::Engine),
            rating(Pool::Server(self.server())),
            CareerRecord::new(self.person(1)).into(),
            PairRecord::new(PairId::new(self.player(1), self.player(2))).into(),
            WeekRecord::new(week).into(),
        ]
    }

    fn tournament(self) -> TournamentRecord {
        let time = TimeControl::PerMove { days: 1 };
        let format = Format::Swiss { rounds: 5 };
        let plan = TournamentPlan {
            role: Some(self.role()),
            winners_role: Some(self.role()),
            ..TournamentPlan::new("Cup", Variant::Toto40, time, format)
        };
        let entry = |number| Entry::new(Seat::Person(self.person(number)));
        let undo = Undo::Substitute(Seed::from_index(0), self.person(14), Absence::default());
        let event = ServerEventId::new(id("matrix:$", self.0, LONGEST));
        let (code, by) = (TournamentId::draw(900, 0), self.person(50));
        TournamentRecord {
            entries: (1..12).map(entry).collect(),
            invitations: vec![Invitation {
                person: self.person(13),
                by: self.person(50),
                out: Some(self.player(1)),
                declined: false,
                withdrawn: false,
            }],
            stage: Stage::Playing,
            rounds: 1,
            audit: 1,
            undo: Some(undo),
            event: Some(ServerEvent::Made(event)),
            ..TournamentRecord::new(code, plan, &by, &self.venue(), Timestamp(1))
        }
    }

    fn tournaments(self) -> Vec<Record> {
        let tournament = self.tournament();
        let id = RoundId {
            tournament: tournament.id,
            number: 1,
        };
        let round = RoundRecord {
            id,
            began: Timestamp(1),
            boards: vec![TournamentBoard {
                pairing: Pairing {
                    white: Seed::from_index(0),
                    black: Seed::from_index(1),
                    result: None,
                },
                game: Some(GameId::draw(900, 0)),
                of_match: None,
                replays: 0,
            }],
            byes: vec![(Seed::from_index(2), Bye::PairingAllocated)],
            apart: Vec::new(),
        };
        let audit = AuditRecord {
            id: AuditId {
                tournament: tournament.id,
                number: 0,
            },
            at: Timestamp(1),
            by: Some(self.person(50)),
            act: Act::Substitute {
                out: self.person(1),
                new: self.person(2),
            },
        };
        vec![tournament.into(), round.into(), audit.into()]
    }

    fn effects(self) -> Vec<Outgoing> {
        let people = || (1..=100).map(|number| self.player(number)).collect();
        let tournament = TournamentId::draw(900, 0);
        let server = self.server();
        let all = [
            Effect::Show(Show {
                subject: Subject::Tournament(tournament),
                version: 1,
                manner: Manner::Fresh { call: people() },
                ply: None,
            }),
            Effect::LookFor(LookFor {
                tournament,
                server: server.clone(),
                people: people(),
            }),
            Effect::Award(Award {
                tournament,
                server,
                role: self.role(),
                people: people(),
            }),
            Effect::CloseThread(CloseThread {
                game: GameId::draw(1, 0),
                thread: self.room(0),
                locked: true,
            }),
            Effect::announce(self.room(0), News::Joined(self.server())),
            Effect::Tell(Tell {
                to: self.player(1),
                notice: Notice::NotAwarded {
                    tournament,
                    why: NotAwarded::Left(self.player(2)),
                },
            }),
        ];
        let stored = |(number, effect)| Outgoing {
            id: EffectId(format!("long-{number}")),
            home: Home::MATRIX,
            effect,
        };
        (0..9).zip(all).map(stored).collect()
    }
}

/// Checks that each is written, found, counted and removed.
pub(super) fn check<S: Store>(store: &S) {
    for letter in LETTERS {
        let names = Names(letter);
        let all = [names.games(), names.people(), names.tournaments()];
        for record in all.into_iter().flatten() {
            keeps(store, names, record);
        }
        let effects = names.effects();
        let sent = Batch::sending(effects.clone());
        store.commit(sent).expect("written");
        assert_eq!(store.outgoing(9), Ok(effects.clone()));
        let done = effects.into_iter().map(|outgoing| outgoing.id);
        store.commit(Batch::completing(done)).expect("done");
    }
}

fn keeps<S: Store>(store: &S, names: Names, record: Record) {
    let (key, rows) = (record.key(), record.index_rows());
    let quota = |row: &IndexRow, below| Quota {
        index: row.index.clone(),
        since: i64::MIN,
        below,
    };
    let put = |below| {
        store.commit(Batch {
            quotas: rows.iter().map(|row| quota(row, below)).collect(),
            held: vec![Held {
                key: Key::Person(names.player(99)),
                version: 0,
            }],
            ..Batch::write(0, record.clone())
        })
    };
    if let Some(row) = rows.first() {
        assert_eq!(put(0), Err(StoreError::Full(row.index.clone())));
    }
    assert_eq!(put(ALL), Ok(()), "{key}");
    assert_eq!(put(ALL), Err(StoreError::Conflict(key.clone())));
    let stored = Stored { version: 1, record };
    assert_eq!(store.get(&key), Ok(Some(stored)));
    let is_listed = |index: &Index, order| {
        let all = store.list(index, Page::first(ALL)).expect("listed");
        all.contains(&(order, key.clone()))
    };
    for row in &rows {
        assert!(is_listed(&row.index, row.order), "{key} in {:?}", row.index);
        let mut held = false;
        let contended = Contended::Index(row.index.clone());
        store.hold(&contended, &mut |_| held = true).expect("held");
        assert!(held);
    }
    assert_eq!(store.commit(Batch::removal(1, key.clone())), Ok(()));
    for row in &rows {
        assert!(!is_listed(&row.index, row.order), "{key}");
    }
}
