//! A room is replaced by another one, or bound to a space: what is open moves there, and the rest stays findable.

use app::effect::{Answer, Manner, Outgoing, Subject};
use app::store::{Index, Page};
use app::{
    ChallengeId, Command, Context, Failure, Moment, Refusal, Request, RoomId, Scope, ServerId,
    SpaceCommand, Terms, Timestamp, Venue, Which,
};
use rules_core::{Color, Variant};
use text::Platform;

use crate::common::{Hall, challenge_of, game_of, moving, person};

fn venue(room: &str) -> Venue {
    Venue {
        room: RoomId::new(format!("matrix:{room}")),
        server: Some(ServerId::new(format!("matrix:{room}"))),
    }
}

/// Gives a command in a room, as Matrix's front end does.
fn say(hall: &mut Hall, who: &str, room: &str, command: Command) -> (Answer, Vec<Outgoing>) {
    let place = hall.app.place_of(&venue(room)).unwrap();
    let request = Request {
        who: person(who),
        venue: place.venue,
        context: Context {
            former: place.former,
            ..Context::default()
        },
        command,
    };
    let moment = hall.moment();
    let handled = hall.app.handle(&request, moment).unwrap();
    (handled.answer, handled.outgoing)
}

fn challenge(hall: &mut Hall, room: &str) -> ChallengeId {
    let command = Command::Challenge {
        opponent: Some(person("bob")),
        terms: crate::common::rated(Variant::Leto),
    };
    challenge_of(&say(hall, "ann", room, command).1)
}

fn replace(hall: &mut Hall, old: &str, new: &str) -> bool {
    let moment = hall.moment();
    let [old, new] = [old, new].map(|room| venue(room).room);
    hall.app.note_replaced(&old, &new, moment).unwrap()
}

/// Lets time pass until nothing more moves; returns the subjects that are shown, each as often as it is.
fn settle(hall: &mut Hall) -> Vec<Subject> {
    let mut shown = Vec::new();
    for _ in 0..100 {
        if hall.app.next_due_on(Platform::Matrix).unwrap() > Some(Timestamp(0)) {
            break;
        }
        let Moment { now, seed } = hall.moment();
        let outgoing = hall
            .app
            .pass_time_on(Platform::Matrix, Moment { now, seed });
        for one in outgoing.unwrap() {
            if let app::effect::Effect::Show(show) = one.effect {
                assert!(matches!(show.manner, Manner::Fresh { .. }), "{show:?}");
                shown.push(show.subject);
            }
        }
    }
    shown
}

fn room_of(hall: &Hall, subject: Subject) -> String {
    let shown = hall.app.show(subject).unwrap().unwrap();
    shown.venue.room.as_str().to_owned()
}

#[test]
fn open_games_and_challenges_move_once_and_clocks_stay() {
    let mut hall = Hall::new();
    let asked = challenge(&mut hall, "!old");
    let game = game_of(&say(&mut hall, "bob", "!old", Command::Accept(asked)).1);
    let open = challenge(&mut hall, "!old");
    let elsewhere = challenge(&mut hall, "!other");
    let before = hall.record(game);
    assert!(replace(&mut hall, "!old", "!new"));
    assert!(!replace(&mut hall, "!old", "!new"), "it is noted");
    assert!(
        !replace(&mut hall, "!old", "!newer"),
        "the first one counts"
    );
    assert!(!replace(&mut hall, "!new", "!old"), "there is no way back");
    let mut shown = settle(&mut hall);
    shown.sort();
    assert_eq!(shown, [Subject::Challenge(open), Subject::Game(game)]);
    let after = hall.record(game);
    assert_eq!(after.clock, before.clock);
    assert_eq!(after.venue.server, before.venue.server);
    assert_eq!(after.venue.room, venue("!new").room);
    assert_eq!(room_of(&hall, Subject::Challenge(open)), "matrix:!new");
    assert_eq!(
        room_of(&hall, Subject::Challenge(elsewhere)),
        "matrix:!other"
    );
    // The closed one is not posted again, but no one looks into the old room.
    assert_eq!(room_of(&hall, Subject::Challenge(asked)), "matrix:!new");
}

#[test]
fn more_than_fit_one_step_all_move() {
    let mut hall = Hall::with(app::Limits {
        challenges: 200,
        ..app::Limits::default()
    });
    let made: Vec<_> = (0..60)
        .map(|n| {
            let command = Command::Challenge {
                opponent: None,
                terms: Terms::of(Variant::Leto),
            };
            let who = format!("person{n}");
            challenge_of(&say(&mut hall, &who, "!old", command).1)
        })
        .collect();
    assert!(replace(&mut hall, "!old", "!new"));
    let shown = settle(&mut hall);
    assert_eq!(shown.len(), made.len());
    for id in made {
        assert!(shown.contains(&Subject::Challenge(id)));
    }
}

#[test]
fn settings_and_finished_games_are_those_of_the_room_after_two_replacements() {
    let mut hall = Hall::new();
    let asked = challenge(&mut hall, "!a");
    let game = game_of(&say(&mut hall, "bob", "!a", Command::Accept(asked)).1);
    for (who, text) in [("ann", "e4"), ("bob", "e5")] {
        let (_, outgoing) = say(&mut hall, who, "!a", moving(Which::Id(game), text));
        assert!(!outgoing.is_empty());
    }
    say(&mut hall, "ann", "!a", Command::Resign(game));
    assert!(replace(&mut hall, "!a", "!b"));
    assert!(replace(&mut hall, "!b", "!c"));
    settle(&mut hall);
    let place = hall.app.place_of(&venue("!c")).unwrap();
    assert_eq!(place.venue.server, venue("!a").server);
    assert_eq!(place.former, [venue("!b").room, venue("!a").room]);
    let from_old = hall.app.place_of(&venue("!a|$thread")).unwrap();
    assert_eq!(from_old.venue.room, venue("!c").room);
    let members = hall.app.room_of(&venue("!a").server.unwrap()).unwrap();
    assert_eq!(members, venue("!c").room);
    // A spectator of the new room sees what was played in the old one.
    let (answer, _) = say(&mut hall, "zoe", "!c", Command::Board(Which::Id(game)));
    assert!(answer.into_card().is_some());
    let (_, outgoing) = say(&mut hall, "ann", "!c", Command::Rematch(game));
    let rematch = Subject::Challenge(challenge_of(&outgoing));
    assert_eq!(room_of(&hall, rematch), "matrix:!c");
}

#[test]
fn only_the_place_of_a_game_that_is_replaced_moves() {
    let mut hall = Hall::new();
    let channel = Venue {
        room: RoomId::new("discord:10"),
        server: Some(ServerId::new("discord:4194304")),
    };
    let terms = Terms {
        elsewhere: true,
        ..Terms::of(Variant::Leto)
    };
    let command = Command::Challenge {
        opponent: None,
        terms,
    };
    let request = Request {
        who: person("ann"),
        venue: channel.clone(),
        context: Context::default(),
        command,
    };
    let moment = hall.moment();
    let asked = challenge_of(&hall.app.handle(&request, moment).unwrap().outgoing);
    let accept = Command::AcceptHere(asked);
    let game = game_of(&say(&mut hall, "bob", "!old", accept).1);
    let before = hall.record(game);
    assert!(replace(&mut hall, "!old", "!new"));
    assert_eq!(settle(&mut hall), [Subject::GameElsewhere(game)]);
    let after = hall.record(game);
    assert_eq!((&after.venue, after.clock), (&channel, before.clock));
    let elsewhere = after.elsewhere.clone().unwrap();
    assert_eq!(elsewhere.venue.room, venue("!new").room);
    assert_eq!(elsewhere.side, before.elsewhere.unwrap().side);
    assert_eq!(room_of(&hall, Subject::Game(game)), "discord:10");
    let (_, outgoing) = say(&mut hall, "bob", "!new", Command::Resign(game));
    let shown = outgoing.iter().filter(|one| {
        matches!(&one.effect, app::effect::Effect::Show(show) if show.subject.board().is_some())
    });
    assert_eq!(shown.count(), 2);
    // A rematch is played from where each of them is by now.
    let asked = challenge_of(&say(&mut hall, "bob", "!new", Command::Rematch(game)).1);
    let request = Request {
        who: person("ann"),
        venue: channel.clone(),
        context: Context::default(),
        command: Command::Accept(asked),
    };
    let moment = hall.moment();
    let next = game_of(&hall.app.handle(&request, moment).unwrap().outgoing);
    assert_eq!(room_of(&hall, Subject::GameElsewhere(next)), "matrix:!new");
}

fn act(hall: &mut Hall, who: &str, room: &str, command: Command) -> Vec<Outgoing> {
    say(hall, who, room, command).1
}

/// Gives a command about spaces, as a manager of the room and the space.
fn space(hall: &mut Hall, room: &str, command: SpaceCommand) -> Result<(), Failure> {
    let place = hall.app.place_of(&venue(room)).unwrap();
    let request = Request {
        who: person("ann"),
        venue: place.venue,
        context: Context {
            manages: true,
            former: place.former,
            ..Context::default()
        },
        command: Command::Space(command),
    };
    let moment = hall.moment();
    hall.app.handle(&request, moment).map(|_| ())
}

fn bind(hall: &mut Hall, room: &str, to: &str) {
    let server = venue(to).server.unwrap();
    space(hall, room, SpaceCommand::Bind(server)).unwrap();
}

fn server_of(hall: &Hall, room: &str) -> ServerId {
    hall.app
        .place_of(&venue(room))
        .unwrap()
        .venue
        .server
        .unwrap()
}

fn finished_on(hall: &Hall, server: &str) -> usize {
    let index = Index::FinishedOn(venue(server).server.unwrap());
    let rows = hall.app.store().list(&index, Page::first(100)).unwrap();
    rows.len()
}

/// Plays a game of ann against bob in a room to the end.
fn play(hall: &mut Hall, room: &str) {
    let asked = challenge(hall, room);
    let game = game_of(&act(hall, "bob", room, Command::Accept(asked)));
    finish(hall, room, game);
}

fn finish(hall: &mut Hall, room: &str, game: app::GameId) {
    let record = hall.record(game);
    let [white, black] = [Color::White, Color::Black].map(|side| record.seats[side].name());
    act(hall, &white, room, moving(Which::Id(game), "e4"));
    act(hall, &black, room, moving(Which::Id(game), "e5"));
    act(hall, &white, room, Command::Resign(game));
}

#[test]
fn what_is_open_counts_for_the_space_and_what_is_over_stays_the_rooms() {
    let mut hall = Hall::new();
    play(&mut hall, "!a");
    let asked = challenge(&mut hall, "!a");
    let game = game_of(&act(&mut hall, "bob", "!a", Command::Accept(asked)));
    let open = challenge(&mut hall, "!a");
    for room in ["!a", "!b"] {
        bind(&mut hall, room, "!space");
        assert_eq!(server_of(&hall, room), venue("!space").server.unwrap());
    }
    assert_eq!(settle(&mut hall), [], "nothing is posted again");
    let record = hall.record(game);
    assert_eq!(record.venue.room, venue("!a").room);
    assert_eq!(record.venue.server, venue("!space").server);
    finish(&mut hall, "!a", game);
    let rematch = challenge_of(&act(&mut hall, "ann", "!a", Command::Rematch(game)));
    let again = game_of(&act(&mut hall, "bob", "!a", Command::Accept(rematch)));
    assert_eq!(
        hall.record(again).venue.server,
        venue("!space").server,
        "a rematch counts where the room belongs now"
    );
    play(&mut hall, "!b");
    let next = game_of(&act(&mut hall, "bob", "!a", Command::Accept(open)));
    assert_eq!(hall.record(next).venue.server, venue("!space").server);
    assert_eq!(finished_on(&hall, "!space"), 2);
    assert_eq!(finished_on(&hall, "!a"), 1);
    let space_room = hall.app.place_of(&venue("!a")).unwrap().space;
    assert_eq!(space_room, Some(venue("!space").room));
    space(&mut hall, "!a", SpaceCommand::Leave).unwrap();
    settle(&mut hall);
    assert_eq!(server_of(&hall, "!a"), venue("!a").server.unwrap());
    assert_eq!(hall.record(next).venue, venue("!a"));
    assert_eq!(server_of(&hall, "!b"), venue("!space").server.unwrap());
}

#[test]
fn a_room_can_be_bound_again_before_everything_has_moved() {
    let mut hall = Hall::new();
    let asked = challenge(&mut hall, "!a");
    let game = game_of(&act(&mut hall, "bob", "!a", Command::Accept(asked)));
    bind(&mut hall, "!a", "!one");
    bind(&mut hall, "!a", "!two");
    assert!(replace(&mut hall, "!a", "!b"));
    space(&mut hall, "!b", SpaceCommand::Leave).unwrap();
    bind(&mut hall, "!b", "!one");
    settle(&mut hall);
    let record = hall.record(game);
    assert_eq!(record.venue.room, venue("!b").room);
    assert_eq!(record.venue.server, venue("!one").server);
}

#[test]
fn rooms_stay_bound_when_they_or_the_space_are_replaced() {
    let mut hall = Hall::new();
    bind(&mut hall, "!a", "!space");
    assert!(replace(&mut hall, "!a", "!new"));
    assert!(replace(&mut hall, "!space", "!newer"));
    // Bound by the name of the new one, a room has the same server.
    bind(&mut hall, "!b", "!newer");
    settle(&mut hall);
    for room in ["!new", "!b"] {
        let place = hall.app.place_of(&venue(room)).unwrap();
        assert_eq!(place.venue.server, venue("!space").server);
        assert_eq!(place.space, Some(venue("!newer").room));
    }
}

#[test]
fn what_began_in_the_new_room_before_it_was_followed_belongs_to_the_old_ones_server() {
    let mut hall = Hall::new();
    let asked = challenge(&mut hall, "!new");
    let game = game_of(&act(&mut hall, "bob", "!new", Command::Accept(asked)));
    assert!(replace(&mut hall, "!old", "!new"));
    assert_eq!(settle(&mut hall), []);
    let record = hall.record(game);
    assert_eq!(record.venue.room, venue("!new").room);
    assert_eq!(record.venue.server, venue("!old").server);
}

#[test]
fn the_settings_of_a_bound_room_are_said_to_be_the_spaces() {
    let mut hall = Hall::new();
    let shown = |hall: &mut Hall| {
        let place = hall.app.place_of(&venue("!a")).unwrap();
        let request = Request {
            who: person("ann"),
            venue: place.venue,
            context: Context {
                manages: true,
                ..Context::default()
            },
            command: Command::Settings(Scope::Server, None),
        };
        let moment = hall.moment();
        let card = hall
            .app
            .handle(&request, moment)
            .unwrap()
            .answer
            .into_card();
        card.unwrap().text.to_string()
    };
    assert!(!shown(&mut hall).contains("share these settings"));
    bind(&mut hall, "!a", "!space");
    assert!(shown(&mut hall).contains("share these settings"));
}

#[test]
fn only_managers_bind_and_only_rooms_of_matrix() {
    let mut hall = Hall::new();
    let server = venue("!space").server.unwrap();
    let bind = Command::Space(SpaceCommand::Bind(server));
    assert_eq!(hall.refused("ann", bind.clone()), Refusal::NotAManager);
    hall.context.manages = true;
    assert_eq!(hall.refused("ann", bind), Refusal::NoSuchValue);
    let unknown = SpaceCommand::Bind(ServerId::new("#space:hs"));
    let refused = space(&mut hall, "!a", unknown);
    assert!(matches!(
        refused,
        Err(Failure::Refused(Refusal::NoSuchValue))
    ));
}
