//! A room is replaced by another one: what is open moves there, and the rest stays findable.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;

use app::effect::{Answer, Manner, Outgoing, Subject};
use app::{
    ChallengeId, Command, Context, Moment, Request, RoomId, ServerId, Terms, Timestamp, Venue,
    Which,
};
use common::{Hall, challenge_of, game_of, moving, person};
use rules_core::Variant;
use text::Platform;

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
        terms: common::rated(Variant::Leto),
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
