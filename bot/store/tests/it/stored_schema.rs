//! The stored form. `tests/data/stored.jsonl` is a backup with every type of record, as the program writes it; a store that reads
//! it writes the same bytes again.
//!
//! When the comparison fails, the form has changed. Either omit a new field where it has its default (`skip_serializing_if`), or
//! add a migration to `src/envelope.rs`, keep the file under another name, and test that it is still read. Index rows are stored
//! with their records: other rows need another `INDEX_VERSION`. `DELOS_WRITE=1 cargo test -p store --test it stored_schema` writes
//! the file where there is none.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use app::effect::{Handled, Subject};
use app::store::{Batch, Index, Page, Store as _};
use app::{
    App, ChallengeId, ColorWish, Command, Context, DailyRecord, Day, Elimination, Format, GameId,
    HeardId, HeardRecord, LatestDaily, Level, Limits, MatchRules, Moment, PeopleCommand, Person,
    PlayerId, PresenceRecord, Record, Request, ReviewRecord, Risk, RoomId, ServerId, ServerRecord,
    Setting, Settings, Streak, Terms, Ties, TimeControl, Timestamp, TournamentCommand,
    TournamentId, TournamentPlan, Tried, TurningPoint, Venue, Which,
};
use rules_core::{Color, Variant};
use store::{Database as _, Posts as _};
use store::{ExportScope, MessageId, Post, SledStore};
use tempfile::tempdir;
use text::Platform;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/stored.jsonl")
}

/// The stored values, without the header, which names the program's version, and the footer with the checksum of all lines.
fn stored() -> String {
    if std::env::var_os("DELOS_WRITE").is_some() && !file().exists() {
        fs::write(file(), everything()).unwrap();
    }
    values(&fs::read_to_string(file()).unwrap())
}

fn values(backup: &str) -> String {
    let (_, lines) = backup.split_once('\n').unwrap();
    let (values, _) = lines.trim_end().rsplit_once('\n').unwrap();
    values.to_owned()
}

#[test]
fn stored_values_are_read_and_written_unchanged() {
    let stored = stored();
    let folder = tempdir().unwrap();
    let backup = fs::read(file()).unwrap();
    SledStore::restore(folder.path(), &mut backup.as_slice()).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    let report = store.check_all().unwrap();
    assert_eq!(report.listed, Vec::<String>::new());
    let lines = |section: &str| stored.matches(&format!("{{\"in\":\"{section}\",")).count();
    assert_eq!(report.records, lines("records") as u64);
    assert_eq!(store.outgoing(usize::MAX).unwrap().len(), lines("outgoing"));
    assert_eq!(store.unretired().unwrap().len(), lines("retiring"));
    assert!(lines("outgoing") > 0 && lines("retiring") > 0 && lines("posts") > 0);
    let mut written = Vec::new();
    store.export(ExportScope::All, &mut written).unwrap();
    let written = values(&String::from_utf8(written).unwrap());
    for (now, before) in written.lines().zip(stored.lines()) {
        assert_eq!(now, before, "see the top of this file");
    }
    assert_eq!(written, stored);
}

#[test]
fn the_file_has_every_type_of_record() {
    let text = stored();
    let values = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|line| line["in"] == "records");
    let names: BTreeSet<_> = values
        .map(|mut line| name(&serde_json::from_value(line["value"]["r"].take()).unwrap()))
        .collect();
    assert_eq!(names.len(), TYPES, "{names:?}");
}

/// Number of record types, except for those in the next test.
const TYPES: usize = 13;

#[test]
fn later_records_and_those_of_matrix_are_written_unchanged() {
    let heard = HeardRecord {
        id: HeardId::new("matrix:$event"),
        at: Timestamp(1000),
    };
    let mut presence = PresenceRecord::begun(Platform::Discord, Timestamp(1000));
    presence.note(Platform::Matrix, Timestamp(2000));
    let room = ServerRecord {
        id: ServerId::new("matrix:!b"),
        settings: Settings::default(),
        welcome: None,
        daily: Some(LatestDaily {
            id: "k7f3q2".parse().unwrap(),
            day: Day(20_454),
            next: Timestamp(1000),
            over: false,
        }),
        ties: Ties {
            replaced_by: Some(RoomId::new("matrix:!c")),
            continues: Some(ServerId::new("matrix:!a")),
            replaces: Some(RoomId::new("matrix:!a")),
            space: Some(ServerId::new("matrix:!s")),
            leaving: vec![ServerId::new("matrix:!a")],
        },
    };
    let daily = DailyRecord {
        id: "k7f3q2".parse().unwrap(),
        venue: Venue::on_server("discord:4", "discord:3"),
        day: Day(20_454),
        posted: Timestamp(1000),
        puzzle: "leto-p1".to_owned(),
        answers: [
            ("discord:1", Tried::Solved(1)),
            ("discord:2", Tried::Missed(1)),
            ("discord:3", Tried::GaveUp),
        ]
        .map(|(id, tried)| (PlayerId::new(id), tried))
        .into(),
        streak: Streak::default(),
        over: true,
    };
    let review = ReviewRecord {
        game: "k7f3q2".parse().unwrap(),
        expectations: vec![500, 520],
        turns: vec![TurningPoint {
            ply: 1,
            best: "b11b10".to_owned(),
            continuation: vec!["e2e4".to_owned(), "b10b9".to_owned()],
            before: 520,
            after: 310,
        }],
    };
    for (record, kept) in [
        (
            Record::Review(review),
            r#"{"review":{"game":"k7f3q2","expectations":[500,520],"turns":[{"ply":1,"best":"b11b10","continuation":["e2e4","b10b9"],"before":520,"after":310}]}}"#,
        ),
        (
            Record::Daily(daily),
            r#"{"daily":{"id":"k7f3q2","venue":{"room":"discord:4","server":"discord:3"},"day":20454,"posted":1000,"puzzle":"leto-p1","answers":{"discord:1":{"solved":1},"discord:2":{"missed":1},"discord:3":"gave-up"},"streak":{"days":0,"last":0},"over":true}}"#,
        ),
        (
            Record::Server(room),
            r#"{"server":{"id":"matrix:!b","settings":{},"daily":{"id":"k7f3q2","day":20454,"next":1000},"ties":{"replaced_by":"matrix:!c","continues":"matrix:!a","replaces":"matrix:!a","space":"matrix:!s","leaving":["matrix:!a"]}}}"#,
        ),
        (
            Record::Heard(heard),
            r#"{"heard":{"id":"matrix:$event","at":1000}}"#,
        ),
        (
            Record::Presence(presence),
            r#"{"presence":{"at":1000,"matrix":2000}}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&record).unwrap(), kept);
        assert_eq!(serde_json::from_str::<Record>(kept).unwrap(), record);
    }
    let noted = r#"{"presence":{"at":1000,"matrix":2000,"later":{"more":[]}}}"#;
    let noted: Record = serde_json::from_str(noted).unwrap();
    let known = r#"{"presence":{"at":1000,"matrix":2000}}"#;
    assert_eq!(
        serde_json::to_string(&noted).unwrap(),
        known,
        "others are ignored"
    );
    let voter = r#"{"person":{"person":{"id":"discord:1","name":"ann"},"preferences":{"puzzles":true},"learned":{"puzzles":{"leto":{"rating":{"r":1500000,"d":350000,"v":60000000},"solved":[1],"failed":[2],"liked":[1],"disliked":[2]}}}}}"#;
    let record: Record = serde_json::from_str(voter).unwrap();
    assert_eq!(serde_json::to_string(&record).unwrap(), voter);
}

/// Returns a record's type. A new type needs a name here, a higher count above, and a record in the file.
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
        Record::Daily(_) => "daily",
        Record::Heard(_) => "heard",
    }
}

/// A server with data of every type.
struct Server {
    app: App,
    now: i64,
}

impl Server {
    fn act(&mut self, who: &str, command: Command) -> Handled {
        self.now += 1000;
        let request = Request {
            who: person(who),
            venue: Venue::on_server("discord:2", "discord:3"),
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
        handled.subjects().find_map(Subject::challenge).unwrap()
    }

    fn game(&mut self, time: TimeControl, rated: bool) -> GameId {
        let id = self.challenge(time, rated);
        let handled = self.act("bob", Command::Accept(id));
        handled.subjects().find_map(Subject::game).unwrap()
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
        let id = handled.subjects().find_map(Subject::tournament).unwrap();
        for who in ["ann", "bob", "cid"] {
            self.act(who, Command::Tournament(Some(id), TournamentCommand::Join));
        }
        self.act(
            "org",
            Command::Tournament(Some(id), TournamentCommand::Sure(Risk::Start, 3)),
        );
        id
    }
}

fn person(name: &str) -> Person {
    Person::new(PlayerId::new(format!("discord:{name}")), name)
}

/// Returns a backup with every type of record, in several states.
fn everything() -> Vec<u8> {
    let folder = tempdir().unwrap();
    let store = Arc::new(SledStore::open(folder.path()).unwrap());
    let app = App::new(Arc::clone(&store), Limits::default());
    let mut server = Server {
        app,
        now: 1_770_000_000_000,
    };
    server
        .app
        .note_presence(text::Platform::Discord, Timestamp(server.now))
        .unwrap();
    server.act("ann", Command::Change(Setting::Theme, "wood".to_owned()));
    server.act("ann", Command::Change(Setting::Pings, "none".to_owned()));
    server.act(
        "org",
        Command::Change(Setting::Quiet, "22-7 Europe/Berlin".to_owned()),
    );
    server.act("org", Command::Change(Setting::Variant, "leto".to_owned()));
    server.act("cid", Command::People(PeopleCommand::Block(person("dan"))));

    // A finished, rated and reviewed game; one in progress with a clock, a draw offer and a conditional move.
    let finished = server.game("10+5".parse().unwrap(), true);
    server.moves(finished, &["d5d6", "c10a10"]);
    server.act("ann", Command::Resign(finished));
    let ongoing = server.game("3 days".parse().unwrap(), false);
    server.moves(ongoing, &["d5d6", "c10a10"]);
    server.act("ann", Command::Draw(Which::Id(ongoing)));
    let line = "d6d7 b11b10".to_owned();
    server.act("bob", Command::Prepare(Which::Id(ongoing), line));
    server.act("cid", Command::Watch(ongoing));
    // An open challenge, a declined one, a game with the engine, an aborted game.
    server.challenge(TimeControl::Unlimited, false);
    let declined = server.challenge("7d+1d".parse().unwrap(), false);
    server.act("bob", Command::Decline(declined));
    // A decline starts a cooldown.
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
            continuation: Vec::new(),
            before: 520,
            after: 310,
        }],
    };
    store.commit(Batch::write(0, review)).unwrap();
    for (message, version) in [(11, 1), (12, 2)] {
        let post = Post {
            message: MessageId::new(format!("discord:{message}")),
            room: RoomId::new("discord:2"),
            version,
            first: Some(1),
            posted_at: server.now,
            remains: "**1. Re5**".to_owned(),
        };
        store
            .complete(Subject::Game(ongoing), Some(&post), &[])
            .unwrap();
    }
    assert!(!store.list(&Index::Due, Page::first(1)).unwrap().is_empty());
    let mut backup = Vec::new();
    store.export(ExportScope::All, &mut backup).unwrap();
    backup
}
