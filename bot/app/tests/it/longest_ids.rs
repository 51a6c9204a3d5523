//! The application with ids as long as Matrix's can be, made of letters that JSON writes with more bytes than they have.

use app::effect::{Handled, Subject};
use app::store::Key;
use app::store::memory::MemoryStore;
use app::{
    App, ColorWish, Command, Context, Format, Limits, Moment, PairId, PeopleCommand, Person,
    PlayerId, Pool, RatingId, Record, Request, Risk, RoleId, RoomId, ServerId, Setting, Terms,
    TimeControl, Timestamp, TournamentCommand, TournamentId, TournamentPlan, TournamentRecord,
    Venue, Which,
};
use rules_core::{Color, Variant};

use crate::common::{challenge_of, game_of};

/// Bytes of a user, a room or an event of Matrix.
const LONGEST: usize = 255;

fn long(start: &str) -> String {
    format!("{start}{}", "\"".repeat(LONGEST - start.len()))
}

fn person(name: &str) -> Person {
    Person::new(
        PlayerId::new(format!("matrix:{}", long(&format!("@{name}")))),
        name,
    )
}

fn thread() -> String {
    format!("matrix:{}|{}", long("!room"), long("$root"))
}

fn server() -> ServerId {
    ServerId::new(format!("matrix:{}", long("!space")))
}

struct World {
    app: App,
    now: i64,
}

impl World {
    fn new() -> Self {
        Self {
            app: App::new(MemoryStore::default(), Limits::default()),
            now: 1_000_000,
        }
    }

    /// A command in a thread by someone who may manage the server.
    fn act(&mut self, who: &str, command: Command) -> Handled {
        self.now += 1000;
        let request = Request {
            who: person(who),
            venue: Venue {
                room: RoomId::new(thread()),
                server: Some(server()),
            },
            context: Context {
                manages: true,
                manages_roles: true,
                threadless: true,
                ..Context::default()
            },
            command,
        };
        let moment = Moment {
            now: Timestamp(self.now),
            seed: u64::try_from(self.now).unwrap(),
        };
        self.app
            .handle(&request, moment)
            .unwrap_or_else(|failure| panic!("{who}: {failure:?}"))
    }

    fn record(&self, key: &Key) -> Option<Record> {
        let stored = self.app.store().get(key).unwrap();
        stored.map(|stored| stored.record)
    }

    fn is_shown(&self, subject: Subject) {
        let shown = self.app.show(subject).unwrap().unwrap();
        assert_eq!(shown.venue.room, RoomId::new(thread()));
    }
}

#[test]
fn a_rated_game_is_challenged_played_and_counted() {
    let mut world = World::new();
    let terms = Terms {
        color: ColorWish::Only(Color::White),
        time: TimeControl::PerMove { days: 3 },
        rated: true,
        ..Terms::of(Variant::Leto)
    };
    let opponent = Some(person("bob"));
    let made = world.act("ann", Command::Challenge { opponent, terms });
    let challenge = challenge_of(&made.outgoing);
    world.is_shown(Subject::Challenge(challenge));
    let game = game_of(&world.act("bob", Command::Accept(challenge)).outgoing);
    world.is_shown(Subject::Game(game));
    let Some(Record::Game(record)) = world.record(&Key::Game(game)) else {
        panic!("no game");
    };
    assert_eq!(record.seats.white.person(), Some(&person("ann")));
    // Both sides have to move before a result counts.
    for who in ["ann", "bob"] {
        let Some(Record::Game(record)) = world.record(&Key::Game(game)) else {
            panic!("no game");
        };
        let mv = record.replay().unwrap().legal_moves()[0];
        let text = mv.uci(record.variant.shape()).to_string();
        let command = Command::Move {
            game: Which::Id(game),
            text,
            ply: None,
        };
        world.act(who, command);
    }
    world.act("bob", Command::Resign(game));
    for (who, pool) in [
        ("ann", Pool::Everywhere),
        ("bob", Pool::Everywhere),
        ("ann", Pool::Server(server())),
    ] {
        let id = RatingId {
            family: Variant::Leto.family(),
            pool,
            player: person(who).id,
        };
        let Some(Record::Rating(rating)) = world.record(&Key::Rating(id)) else {
            panic!("no rating of {who}");
        };
        assert_eq!(rating.tally.games(), 1);
    }
    let pair = PairId::new(person("ann").id, person("bob").id);
    assert!(world.record(&Key::Pair(pair)).is_some());
}

fn tournament(world: &World, id: TournamentId) -> TournamentRecord {
    match world.record(&Key::Tournament(id)) {
        Some(Record::Tournament(record)) => record,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_tournament_is_announced_entered_and_started() {
    let mut world = World::new();
    let time = TimeControl::PerMove { days: 1 };
    let format = Format::Swiss { rounds: 3 };
    let plan = TournamentPlan {
        winners_role: Some(RoleId::new(format!("matrix:{}", long("power:")))),
        ..TournamentPlan::new("Cup", Variant::Toto40, time, format)
    };
    let command = Command::Tournament(None, TournamentCommand::create(plan));
    let made = world.act("org", command);
    let id = made.outgoing.iter().find_map(|outgoing| {
        let key = outgoing.effect.key();
        let Key::Tournament(id) = key else {
            return None;
        };
        Some(id)
    });
    let id = id.unwrap();
    let of = |command| Command::Tournament(Some(id), command);
    let players = ["ann", "bob", "cho", "dan"];
    for who in players {
        world.act(who, of(TournamentCommand::Join));
    }
    world.is_shown(Subject::Tournament(id));
    let begun = world.act("org", of(TournamentCommand::Sure(Risk::Start, 4)));
    let record = tournament(&world, id);
    assert_eq!(record.rounds, 1);
    for who in players {
        assert!(record.seed_of(&person(who).id).is_some());
    }
    let game = game_of(&begun.outgoing);
    world.is_shown(Subject::Game(game));
}

#[test]
fn settings_and_blocks_name_them() {
    let mut world = World::new();
    let role = format!("matrix:{}", long("power:"));
    for (setting, value) in [
        (Setting::Announcements, thread()),
        (Setting::Organizers, role.clone()),
        (Setting::Rooms, thread()),
    ] {
        world.act("ann", Command::Change(setting, value));
    }
    let Some(Record::Server(record)) = world.record(&Key::Server(server())) else {
        panic!("no server");
    };
    let room = RoomId::new(thread());
    assert_eq!(record.settings.announcements, Some(room.clone()));
    assert_eq!(record.settings.organizers, Some(RoleId::new(role)));
    assert_eq!(record.settings.rooms, [room]);
    let block = |name: &str| Command::People(PeopleCommand::Block(person(name)));
    let mut blocked = 0;
    // Fewer than of short ids: they are all in one record.
    loop {
        world.now += 1000;
        let request = Request {
            who: person("ann"),
            venue: Venue {
                room: RoomId::new(thread()),
                server: Some(server()),
            },
            context: Context::default(),
            command: block(&format!("p{blocked}")),
        };
        let moment = Moment {
            now: Timestamp(world.now),
            seed: 1,
        };
        if world.app.handle(&request, moment).is_err() {
            break;
        }
        blocked += 1;
    }
    let Some(Record::Person(record)) = world.record(&Key::Person(person("ann").id)) else {
        panic!("no person");
    };
    assert_eq!(record.blocked.len(), blocked);
    let rows = Record::from(record.clone()).index_rows();
    let bytes = [
        serde_json::to_string(&record).unwrap(),
        serde_json::to_string(&rows).unwrap(),
    ];
    let bytes: usize = bytes.iter().map(String::len).sum();
    assert!((50_000..65_000).contains(&bytes), "{bytes} of {blocked}");
}
