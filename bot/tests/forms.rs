//! What earlier programs have stored is read by this one. `tests/data/form-N.jsonl` is a backup in which every type of record is,
//! as the program wrote it whose values had form N; such a file is never changed.
//!
//! When the comparison with the latest one fails, the stored form has changed: leave a new field out where it says nothing
//! (`skip_serializing_if`), or add a step to `src/store/envelope.rs` and write the next file (`DELOS_WRITE=1 cargo test -p bot
//! --test forms`). When only index rows differ, raise the number in `src/store/reindexing.rs`, too.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use app::effect::{Effect, Handled, Subject};
use app::store::{Batch, Index, Page, Store as _, Write};
use app::{
    App, ChallengeId, ColorWish, Command, Context, Elimination, Format, GameId, Level, Limits,
    MatchRules, Moment, PeopleCommand, Person, PlayerId, Record, Request, ReviewRecord, RoomId,
    ServerId, Setting, Terms, TimeControl, Timestamp, TournamentCommand, TournamentId,
    TournamentPlan, TurningPoint, Venue, Which,
};
use bot::store::{Post, SCHEMA, Scope, SledStore};
use rules_core::{Color, Variant};
use tempfile::{TempDir, tempdir};

fn file(form: u32) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/form-{form}.jsonl"))
}

/// A database made from the file of a form.
fn restored(form: u32) -> (TempDir, SledStore) {
    let folder = tempdir().unwrap();
    let backup = fs::read(file(form)).unwrap();
    SledStore::restore(folder.path(), &mut backup.as_slice()).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    (folder, store)
}

/// A backup without its first line, which names the program's version.
fn values(store: &SledStore) -> String {
    let mut backup = Vec::new();
    store.export(Scope::All, &mut backup).unwrap();
    without_head(&String::from_utf8(backup).unwrap())
}

fn without_head(backup: &str) -> String {
    backup.split_once('\n').unwrap().1.to_owned()
}

#[test]
fn everything_of_every_form_is_read() {
    for form in 1..=SCHEMA {
        let (_folder, store) = restored(form);
        let findings = store.check_all().unwrap();
        assert_eq!(findings.told, Vec::<String>::new(), "form {form}");
        let text = fs::read_to_string(file(form)).unwrap();
        let lines = |place: &str| text.matches(&format!("{{\"in\":\"{place}\",")).count();
        assert_eq!(findings.records, lines("records") as u64, "form {form}");
        assert_eq!(
            store.outgoing(usize::MAX).unwrap().len(),
            lines("outgoing"),
            "form {form}"
        );
        assert_eq!(
            store.retiring().unwrap().len(),
            lines("retiring"),
            "form {form}"
        );
        assert!(lines("outgoing") > 0 && lines("retiring") > 0 && lines("posts") > 0);
    }
}

#[test]
fn the_present_form_is_written_as_it_was() {
    if std::env::var_os("DELOS_WRITE").is_some() && !file(SCHEMA).exists() {
        fs::write(file(SCHEMA), everything()).unwrap();
    }
    let (_folder, store) = restored(SCHEMA);
    let kept = without_head(&fs::read_to_string(file(SCHEMA)).unwrap());
    assert_eq!(values(&store).lines().count(), kept.lines().count());
    for (now, before) in values(&store).lines().zip(kept.lines()) {
        assert_eq!(
            now, before,
            "the stored form has changed: see the head of this file"
        );
    }
}

#[test]
fn every_type_of_record_is_in_the_file() {
    let text = fs::read_to_string(file(SCHEMA)).unwrap();
    let values = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|line| line["in"] == "records");
    let names: BTreeSet<_> = values
        .map(|mut line| name(&serde_json::from_value(line["value"]["r"].take()).unwrap()))
        .collect();
    assert_eq!(names.len(), TYPES, "{names:?}");
}

/// How many types of records there are.
const TYPES: usize = 13;

/// A new type has no name here until somebody has given it one, counted it above, and found a place for it in the file.
fn name(record: &Record) -> &'static str {
    match record {
        Record::Game(_) => "game",
        Record::Challenge(_) => "challenge",
        Record::Person(_) => "person",
        Record::Server(_) => "server",
        Record::Presence(_) => "presence",
        Record::Rating(_) => "rating",
        Record::Career(_) => "career",
        Record::Pair(_) => "pair",
        Record::Week(_) => "week",
        Record::Review(_) => "review",
        Record::Tournament(_) => "tournament",
        Record::Round(_) => "round",
        Record::Audit(_) => "audit",
    }
}

/// A server on which a little of everything has happened.
struct Server {
    app: App,
    now: i64,
}

impl Server {
    fn act(&mut self, who: &str, command: Command) -> Handled {
        self.now += 1000;
        let request = Request {
            who: person(who),
            venue: Venue {
                room: RoomId::new("discord:2"),
                server: Some(ServerId::new("discord:3")),
            },
            context: Context {
                manages: who == "org",
                ..Context::default()
            },
            command,
        };
        let moment = Moment {
            now: Timestamp(self.now),
            seed: self.now.unsigned_abs(),
        };
        self.app.handle(&request, moment).unwrap()
    }

    fn challenge(&mut self, time: TimeControl, rated: bool) -> ChallengeId {
        let terms = Terms {
            color: ColorWish::Only(Color::White),
            time,
            rated,
            ..Terms::of(Variant::Toto40)
        };
        let opponent = Some(person("bob"));
        let handled = self.act("ann", Command::Challenge { opponent, terms });
        subjects(&handled)
            .find_map(|subject| match subject {
                Subject::Challenge(id) => Some(id),
                _ => None,
            })
            .unwrap()
    }

    fn game(&mut self, time: TimeControl, rated: bool) -> GameId {
        let id = self.challenge(time, rated);
        let handled = self.act("bob", Command::Accept(id));
        subjects(&handled)
            .find_map(|subject| match subject {
                Subject::Game(id) => Some(id),
                _ => None,
            })
            .unwrap()
    }

    fn moves(&mut self, game: GameId, texts: &[&str]) {
        for (text, who) in texts.iter().zip(["ann", "bob"].iter().cycle()) {
            let (game, text) = (Which::Id(game), (*text).to_owned());
            let ply = None;
            self.act(who, Command::Move { game, text, ply });
        }
    }

    fn tournament(&mut self, format: Format) -> TournamentId {
        let time = "10+5".parse().unwrap();
        let plan = TournamentPlan {
            rated: true,
            capacity: 8,
            ..TournamentPlan::new("Friday cup", Variant::Toto40, time, format)
        };
        let create = TournamentCommand::create(plan);
        let handled = self.act("org", Command::Tournament(None, create));
        let id = subjects(&handled).find_map(|subject| match subject {
            Subject::Tournament(id) => Some(id),
            _ => None,
        });
        let id = id.unwrap();
        for who in ["ann", "bob", "cid"] {
            self.act(who, Command::Tournament(Some(id), TournamentCommand::Join));
        }
        self.act(
            "org",
            Command::Tournament(Some(id), TournamentCommand::Start),
        );
        id
    }
}

fn person(name: &str) -> Person {
    Person::new(PlayerId::new(format!("discord:{name}")), name)
}

fn subjects(handled: &Handled) -> impl Iterator<Item = Subject> {
    handled
        .outgoing
        .iter()
        .filter_map(|outgoing| match &outgoing.effect {
            Effect::Show(show) => Some(show.subject),
            _ => None,
        })
}

/// A backup with every type of record in it, in several of its states.
fn everything() -> Vec<u8> {
    let folder = tempdir().unwrap();
    let store = Arc::new(SledStore::open(folder.path()).unwrap());
    let app = App::new(Arc::clone(&store), Limits::default());
    let mut server = Server {
        app,
        now: 1_770_000_000_000,
    };
    server.app.note_presence(Timestamp(server.now)).unwrap();
    server.act("ann", Command::Change(Setting::Theme, "wood".to_owned()));
    server.act("ann", Command::Change(Setting::Pings, "none".to_owned()));
    server.act(
        "org",
        Command::Change(Setting::Quiet, "22-7 Europe/Berlin".to_owned()),
    );
    server.act("org", Command::Change(Setting::Variant, "leto".to_owned()));
    server.act("cid", Command::People(PeopleCommand::Block(person("dan"))));

    // Finished and rated, gone through by the engine; one in progress with a clock, an offer and a prepared answer.
    let finished = server.game("10+5".parse().unwrap(), true);
    server.moves(finished, &["d5d6", "c10a10"]);
    server.act("ann", Command::Resign(finished));
    let ongoing = server.game("3 days".parse().unwrap(), false);
    server.moves(ongoing, &["d5d6", "c10a10"]);
    server.act("ann", Command::Draw(Which::Id(ongoing)));
    let line = "d6d7 b11b10".to_owned();
    server.act("bob", Command::Prepare(Which::Id(ongoing), line));
    server.act("cid", Command::Watch(ongoing));
    // An open challenge, one that was declined, a game with the engine, a game left early.
    server.challenge(TimeControl::Unlimited, false);
    let declined = server.challenge("7d+1d".parse().unwrap(), false);
    server.act("bob", Command::Decline(declined));
    // Whoever said no is asked again only after a while.
    server.now += 3_600_000;
    let terms = Terms {
        color: ColorWish::Only(Color::White),
        ..Terms::of(Variant::Latrunculi)
    };
    let level = Level::HIGHEST;
    server.act("cid", Command::Play { terms, level });
    let left = server.game("10+5".parse().unwrap(), true);
    server.act("bob", Command::Abort(left));
    server.tournament(Format::Swiss { rounds: 3 });
    server.tournament(Format::Knockout {
        elimination: Elimination::Single,
        rules: MatchRules::default(),
    });

    let review = ReviewRecord {
        game: finished,
        expectations: vec![500, 520, 480],
        turns: vec![TurningPoint {
            ply: 1,
            best: "b11b10".to_owned(),
            before: 520,
            after: 310,
        }],
    };
    let writes = vec![Write {
        expected: 0,
        record: review.into(),
    }];
    store
        .commit(Batch {
            writes,
            ..Batch::default()
        })
        .unwrap();
    for (message, version) in [(11, 1), (12, 2)] {
        let post = Post {
            message,
            channel: 2,
            version,
            first: Some(1),
            posted_at: server.now,
            remains: "**1. Re5**".to_owned(),
        };
        store
            .posted(Subject::Game(ongoing), Some(&post), &[])
            .unwrap();
    }
    assert!(!store.list(&Index::Due, Page::first(1)).unwrap().is_empty());
    let mut backup = Vec::new();
    store.export(Scope::All, &mut backup).unwrap();
    backup
}
