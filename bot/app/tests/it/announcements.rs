//! Announcements in the rooms that servers choose for them.

use app::{Announce, Command, News, Notice, Risk, Setting, Span, Tell, TournamentCommand};
use app::{Format, TournamentId, TournamentPlan};
use rules_core::Variant;
use serde_json::json;

use crate::common::cup::{announce, plan};
use crate::common::{
    Hall, announcements, assert_says, game_of, manager, person, press_first, tournament_of,
};

/// Announces a tournament on a server with this room for announcements.
fn announced(hall: &mut Hall, room: Option<&str>) -> (TournamentId, Vec<Announce>) {
    hall.context = manager();
    if let Some(room) = room {
        hall.set("mod", Setting::Announcements, room);
    }
    let small = TournamentPlan {
        capacity: 8,
        ..plan(Format::Swiss { rounds: 1 })
    };
    let outgoing = hall.act("mod", announce(small)).outgoing;
    (tournament_of(&outgoing), announcements(&outgoing))
}

#[test]
fn tournaments_are_announced_in_the_room_for_that() {
    let mut hall = Hall::new();
    let (id, opened) = announced(&mut hall, Some("t:news"));
    let [opened] = &opened[..] else {
        panic!("announced once");
    };
    assert_eq!(opened.room.as_str(), "t:news");
    assert_eq!(opened.news, News::Opened(id));
    let card = hall.app.announced(opened).unwrap().unwrap();
    assert_says(&card.text, "New tournament in #t:room:");
    assert_says(&card.text, "Friday cup");
    let join = press_first(&card);
    for who in ["ann", "bob"] {
        let joined = hall.ask(who, "news", join.clone()).unwrap();
        assert!(announcements(&joined.outgoing).is_empty(), "said once");
    }
    let start = TournamentCommand::Sure(Risk::Start, 2);
    let begun = hall.act("mod", Command::Tournament(Some(id), start));
    assert!(hall.app.announced(opened).unwrap().is_none(), "out of date");
    let game = game_of(&begun.outgoing);
    hall.wait(Span::minutes(1));
    let loser = hall.to_move(game);
    let mut over = hall.act(&loser, Command::Resign(game)).outgoing;
    over.extend(hall.pass(Span::hours(1)));
    let [over] = &announcements(&over)[..] else {
        panic!("announced once: {over:?}");
    };
    assert_eq!(over.room.as_str(), "t:news");
    assert_eq!(over.news, News::Over(id));
    let card = hall.app.announced(over).unwrap().unwrap();
    assert_says(&card.text, "A tournament has ended in #t:room:");
    assert!(card.controls.is_empty() && !card.attachments.is_empty());
}

#[test]
fn a_tournament_is_not_announced_in_its_own_room() {
    for room in [Some("t:room"), None] {
        let (_, announced) = announced(&mut Hall::new(), room);
        assert!(announced.is_empty(), "{room:?}");
    }
}

#[test]
fn announcements_stored_by_an_earlier_version_can_be_read() {
    let old = json!({"room": "t:room", "words": "Back."});
    let read: Announce = serde_json::from_value(old.clone()).unwrap();
    assert_eq!(read.news, News::Words("Back.".to_owned()));
    assert_eq!(serde_json::to_value(&read).unwrap(), old);
}

#[test]
fn reminders_come_by_direct_message_alone_in_quiet_hours() {
    // The clock of these tests starts shortly after midnight.
    let mut hall = Hall::new();
    hall.set("mod", Setting::Quiet, "22-7 UTC");
    let game = hall.game(Variant::Legan);
    hall.set("ann", Setting::Pings, "mention");
    let tell = Tell {
        to: person("ann").id,
        notice: Notice::YourTurn { game, ply: 0 },
    };
    assert_eq!(hall.told(&tell).unwrap().room, None);
    hall.wait(Span::hours(12));
    assert!(hall.told(&tell).unwrap().room.is_some());
}
