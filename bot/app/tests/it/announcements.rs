//! Announcements in the rooms that servers choose for them.

use app::{
    Announce, Command, Failure, Format, News, Refusal, Risk, ServerId, Setting, SpaceCommand, Span,
    TournamentCommand, TournamentId, Venue,
};
use serde_json::json;

use crate::common::cup::{SWISS, announce, plan};
use crate::common::{
    Hall, announcements, assert_says, change, game_of, manager, person, press_first, tournament_of,
    venue,
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
    let broadcast = |hall: &mut Hall| {
        let moment = hall.moment();
        announcements(&hall.app.broadcast("Back soon.", moment).unwrap())
    };
    assert_eq!(broadcast(&mut hall)[0].room, b.room);
    by(&mut hall, &b, Command::Space(SpaceCommand::Leave)).unwrap();
    assert_eq!(opened(&mut hall), []);
    assert_eq!(broadcast(&mut hall), []);
}

#[test]
fn announcements_stored_by_an_earlier_version_can_be_read() {
    let old = json!({"room": "t:room", "words": "Back."});
    let read: Announce = serde_json::from_value(old.clone()).unwrap();
    assert_eq!(read.news, News::Words("Back.".to_owned()));
    assert_eq!(serde_json::to_value(&read).unwrap(), old);
}
