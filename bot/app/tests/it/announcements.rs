//! Announcements in the rooms that servers choose for them, and the operator's broadcasts.

use app::{
    Announce, Command, Failure, Format, News, Refusal, Risk, ServerId, Setting, SpaceCommand, Span,
    Terms, TournamentCommand, TournamentId, Venue,
};
use rules_core::Variant;
use serde_json::json;

use crate::common::cup::{SWISS, announce, plan};
use crate::common::{
    Hall, announcements, assert_says, change, game_of, manager, person, play, press_first,
    tournament_of, venue,
};

/// Announces a tournament on a server with this room for announcements.
fn announced(hall: &mut Hall, room: Option<&str>) -> (TournamentId, Vec<Announce>) {
    hall.context = manager();
    if let Some(room) = room {
        hall.set("mod", Setting::Announcements, room);
    }
    let one_round = plan(Format::Swiss { rounds: 1 });
    let outgoing = hall.act("mod", announce(one_round)).outgoing;
    (tournament_of(&outgoing), announcements(&outgoing))
}

#[test]
fn tournaments_are_announced_in_the_room_for_that() {
    let mut hall = Hall::new();
    let (id, opened) = announced(&mut hall, Some("t:news"));
    let [opened] = opened.try_into().unwrap();
    assert_eq!(opened.room.as_str(), "t:news");
    assert_eq!(opened.news, News::Opened(id));
    let card = hall.app.announced(&opened).unwrap().unwrap();
    assert_says(&card.text, "New tournament in #t:room:");
    assert_says(&card.text, "Friday cup");
    let join = press_first(&card);
    for who in ["ann", "bob"] {
        let joined = hall.ask(who, "news", join.clone()).unwrap();
        assert!(announcements(&joined.outgoing).is_empty(), "said once");
    }
    let start = TournamentCommand::Sure(Risk::Start, 2);
    let begun = hall.act("mod", Command::Tournament(Some(id), start));
    assert!(hall.app.announced(&opened).unwrap().is_none());
    let game = game_of(&begun.outgoing);
    hall.wait(Span::minutes(1));
    let loser = hall.to_move(game);
    let mut over = hall.act(&loser, Command::Resign(game)).outgoing;
    over.extend(hall.pass(Span::hours(1)));
    let [over] = announcements(&over).try_into().unwrap();
    assert_eq!(over.room.as_str(), "t:news");
    assert_eq!(over.news, News::Over(id));
    let card = hall.app.announced(&over).unwrap().unwrap();
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
fn tournaments_are_announced_in_rooms_of_their_own_server_only() {
    let mut hall = Hall::new();
    hall.context = manager();
    let by = |hall: &mut Hall, place: &Venue, command: Command| {
        hall.handle(person("mod"), place.clone(), command)
    };
    let [a, b] = ["matrix:!a", "matrix:!b"].map(|room| venue(room, Some(room)));
    for room in ["matrix:!b", "discord:1"] {
        for setting in [Setting::Announcements, Setting::Daily] {
            let refused = by(&mut hall, &a, change(setting, room));
            let expected = Failure::Refused(Refusal::OtherServersRoom);
            assert_eq!(refused.unwrap_err(), expected, "{room}");
        }
    }
    let space = ServerId::new("matrix:!space");
    for room in [&a, &b] {
        let bind = Command::Space(SpaceCommand::Bind(space.clone()));
        by(&mut hall, room, bind).unwrap();
    }
    let [a, b] = [a, b].map(|Venue { room, .. }| Venue {
        room,
        server: Some(space.clone()),
    });
    let news = change(Setting::Announcements, "matrix:!b");
    by(&mut hall, &a, news).unwrap();
    let opened = |hall: &mut Hall| {
        let opened = by(hall, &a, announce(plan(SWISS))).unwrap();
        announcements(&opened.outgoing)
    };
    assert_eq!(opened(&mut hall)[0].room, b.room);
    // A room that leaves the space hears no more of it.
    assert_eq!(hall.broadcast("Back soon.")[0].room, b.room);
    by(&mut hall, &b, Command::Space(SpaceCommand::Leave)).unwrap();
    assert_eq!(opened(&mut hall), []);
    assert_eq!(hall.broadcast("Back soon."), []);
}

#[test]
fn announcements_stored_by_an_earlier_version_can_be_read() {
    let old = json!({"room": "t:room", "words": "Back."});
    let read: Announce = serde_json::from_value(old.clone()).unwrap();
    assert_eq!(read.news, News::Words("Back.".to_owned()));
    assert_eq!(serde_json::to_value(&read).unwrap(), old);
}

/// Rooms that a broadcast reaches, and its words.
fn said(hall: &Hall) -> Vec<String> {
    let words = announcements(&hall.pending()).into_iter().map(|announce| {
        let card = hall.app.announced(&announce).unwrap().unwrap();
        format!("{}: {}", announce.room, card.text)
    });
    words.collect()
}

#[test]
fn a_broadcast_reaches_each_server_once_in_the_right_room() {
    let mut hall = Hall::new();
    hall.game(Variant::Leto);
    hall.game(Variant::Leap);
    let moment = hall.moment();
    hall.app.broadcast("Away\nfrom 9 to 10.", moment).unwrap();
    let words = ["t:room: From the operator: Away\nfrom 9 to 10."];
    assert_eq!(said(&hall), words);
    hall.app.broadcast("Away\nfrom 9 to 10.", moment).unwrap();
    assert_eq!(said(&hall), words, "the same broadcast is said once");
    hall.perform_all();

    hall.set("max", Setting::Announcements, "t:news");
    let elsewhere = venue("t:elsewhere", Some("t:second"));
    hall.handle(person("max"), elsewhere, play(Terms::of(Variant::Leto)))
        .unwrap();
    hall.broadcast("Back.");
    let words = ["t:elsewhere", "t:news"].map(|room| format!("{room}: From the operator: Back."));
    assert_eq!(said(&hall), words);
}
