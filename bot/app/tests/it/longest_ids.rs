//! The application with ids as long as Matrix's can be, made of letters that JSON writes with more bytes than they have.

use app::effect::{Handled, Subject};
use app::store::Key;
use app::{
    Command, Context, Failure, PairId, PeopleCommand, Person, PlayerId, Pool, Record, Risk, RoleId,
    RoomId, ServerId, ServerRecord, Setting, SpaceCommand, Venue, Which,
};
use rules_core::Variant;

use crate::common::cup::{Cup, Do, SWISS, announce, plan_with};
use crate::common::{
    Hall, challenge_of, change, first_move, game_of, manager, moving, rated, tournament_of,
};

/// Bytes of a user, a room or an event of Matrix.
const LONGEST: usize = 255;

fn long(start: &str) -> String {
    format!("{start}{}", "\"".repeat(LONGEST - start.len()))
}

fn person(name: &str) -> Person {
    let id = format!("matrix:{}", long(&format!("@{name}")));
    Person::new(PlayerId::new(id), name)
}

fn thread() -> RoomId {
    RoomId::new(format!("matrix:{}|{}", long("!room"), long("$root")))
}

fn server() -> ServerId {
    ServerId::new(format!("matrix:{}", long("!space")))
}

fn role() -> RoleId {
    RoleId::new(format!("matrix:{}", long("power:")))
}

/// A hall in which someone who may manage the server speaks.
fn hall() -> Hall {
    let context = Context {
        threadless: true,
        ..manager()
    };
    Hall {
        context,
        ..Hall::new()
    }
}

fn ask(hall: &mut Hall, who: &str, command: Command) -> Result<Handled, Failure> {
    let venue = Venue {
        room: thread(),
        server: Some(server()),
    };
    hall.handle(person(who), venue, command)
}

fn act(hall: &mut Hall, who: &str, command: Command) -> Handled {
    ask(hall, who, command).unwrap_or_else(|failure| panic!("{who}: {failure:?}"))
}

fn assert_shown(hall: &Hall, subject: Subject) {
    assert_eq!(hall.shown(subject).venue.room, thread());
}

#[test]
fn a_rated_game_is_challenged_played_and_counted() {
    let mut hall = hall();
    let (opponent, terms) = (Some(person("bob")), rated(Variant::Leto));
    let made = act(&mut hall, "ann", Command::Challenge { opponent, terms });
    let challenge = challenge_of(&made.outgoing);
    assert_shown(&hall, Subject::Challenge(challenge));
    let game = game_of(&act(&mut hall, "bob", Command::Accept(challenge)).outgoing);
    assert_shown(&hall, Subject::Game(game));
    assert_eq!(hall.record(game).seats.white.person(), Some(&person("ann")));
    // Both sides have to move before a result counts.
    for who in ["ann", "bob"] {
        let text = first_move(&hall.record(game).replay().unwrap());
        act(&mut hall, who, moving(Which::Id(game), &text));
    }
    act(&mut hall, "bob", Command::Resign(game));
    for (who, pool) in [
        ("ann", Pool::Everywhere),
        ("bob", Pool::Everywhere),
        ("ann", Pool::Server(server())),
    ] {
        let rating = hall.rating(&person(who).id, Variant::Leto.family(), pool);
        assert_eq!(rating.unwrap().tally.games(), 1);
    }
    let pair = PairId::new(person("ann").id, person("bob").id);
    assert!(hall.stored(&Key::Pair(pair)).is_some());
}

#[test]
fn a_tournament_is_announced_entered_and_started() {
    let mut hall = hall();
    hall.context.manages_roles = true;
    let plan = plan_with(SWISS, |plan| plan.winners_role = Some(role()));
    let id = tournament_of(&act(&mut hall, "org", announce(plan)).outgoing);
    let players = ["ann", "bob"];
    for who in players {
        act(&mut hall, who, Command::Tournament(Some(id), Do::Join));
    }
    assert_shown(&hall, Subject::Tournament(id));
    let start = Command::Tournament(Some(id), Do::Sure(Risk::Start, 2));
    let begun = act(&mut hall, "org", start);
    assert_shown(&hall, Subject::Game(game_of(&begun.outgoing)));
    let record = Cup { hall, id }.record();
    for who in players {
        assert!(record.seed_of(&person(who).id).is_some());
    }
}

#[test]
fn settings_and_blocks_name_them() {
    let mut hall = hall();
    let own = Venue {
        room: thread(),
        server: Some(ServerId::new(format!("matrix:{}", long("!room")))),
    };
    let bind = Command::Space(SpaceCommand::Bind(server()));
    hall.handle(person("ann"), own, bind).unwrap();
    for (setting, value) in [
        (Setting::Announcements, thread().to_string()),
        (Setting::Organizers, role().to_string()),
        (Setting::Rooms, thread().to_string()),
    ] {
        act(&mut hall, "ann", change(setting, &value));
    }
    let record: ServerRecord = hall.read(&Key::Server(server())).unwrap();
    assert_eq!(record.settings.announcements, Some(thread()));
    assert_eq!(record.settings.organizers, Some(role()));
    assert_eq!(record.settings.rooms, [thread()]);
    let block = |n: usize| Command::People(PeopleCommand::Block(person(&format!("p{n}"))));
    // Fewer than of short ids: they are all in one record.
    let blocked = (0..).take_while(|&n| ask(&mut hall, "ann", block(n)).is_ok());
    let blocked = blocked.count();
    let record = hall.person(&person("ann").id).unwrap();
    assert_eq!(record.blocked.len(), blocked);
    let rows = Record::from(record.clone()).index_rows();
    let rows = serde_json::to_string(&rows).unwrap();
    let bytes = serde_json::to_string(&record).unwrap().len() + rows.len();
    assert!((50_000..65_000).contains(&bytes), "{bytes} of {blocked}");
}
