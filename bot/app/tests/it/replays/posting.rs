//! Posts from the viewer, profiles and leaderboards.

use app::effect::Handled;
use app::{
    Command, News, PeopleCommand, PeopleRefusal, Postable, Posted, Reach, Refusal, Setting, Span,
    Viewed,
};
use rules_core::{Color, Family, Variant};

use super::{MOVES, casual, open};
use crate::common::{
    Hall, announcements, assert_says, assert_silent_about, has_label, labels, person, reply, table,
    venue,
};

/// The button that posts what a card shows.
const POST: &str = "Post it here";

#[test]
fn a_game_is_posted_where_everyone_sees_it_or_by_its_players() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let viewed = Viewed {
        ply: 3,
        bottom: Color::Black,
    };
    let post = Command::Post(Postable::Game(game, viewed));
    let open_in = |handled: &Handled| {
        let announced = announcements(&handled.outgoing).remove(0);
        let News::Posted(post) = announced.news else {
            panic!("{announced:?}")
        };
        let Posted::Game { open, .. } = post.what else {
            panic!("{post:?}")
        };
        (announced.room.to_string(), open)
    };
    // Cat sees it where it was played.
    let here = hall.ask("cat", "room", post.clone()).unwrap();
    assert_eq!(open_in(&here), ("t:room".to_owned(), true));
    // Ann may show it where others don't see it; they can't open it there.
    let there = hall.ask("ann", "secret", post.clone()).unwrap();
    assert_eq!(open_in(&there), ("t:secret".to_owned(), false));
    let hidden = hall.ask("cat", "secret", post.clone()).unwrap_err();
    assert_eq!(hidden, Refusal::NoSuchGame(game).into());
    let (here, there) = (hall.announced(&here), hall.announced(&there));
    for shown in [&here, &there] {
        let board = shown.board.as_ref().unwrap();
        assert_eq!((board.game.ply(), board.viewer), (3, Color::Black));
        assert!(shown.menu.is_none());
    }
    assert_eq!(labels(&here).len(), 1);
    assert!(there.controls.is_empty());
    // The viewer shows the button where it works.
    for (who, room) in [("cat", "room"), ("ann", "secret")] {
        let card = reply(hall.ask(who, room, open(game)).unwrap());
        assert!(has_label(&card, POST), "{who} in {room}");
    }
}

#[test]
fn people_who_follow_a_game_elsewhere_see_it_but_do_not_post_it() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    hall.act("cat", Command::Watch(game));
    hall.play_on(game, &MOVES);
    hall.act("bob", Command::Resign(game));
    let viewer = reply(hall.ask("cat", "secret", open(game)).unwrap());
    assert!(!has_label(&viewer, POST));
    let bottom = Color::White;
    let post = Command::Post(Postable::Game(game, Viewed { ply: 1, bottom }));
    let refused = hall.ask("cat", "secret", post).unwrap_err();
    assert_eq!(refused, PeopleRefusal::PrivateGame(game).into());
}

#[test]
fn a_posted_profile_is_its_owners_and_names_no_games() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let posted = hall.act("ann", Command::Post(Postable::Profile));
    let words = hall.announced(&posted).text.to_string();
    assert!(words.starts_with("ann\n"), "{words}");
    assert_says(&words, "1 won");
    assert_silent_about(&words, game.to_string());
    // Its own answer does.
    assert_says(reply(posted).text, game.to_string());
    for (who, of, offered) in [
        ("ann", None, true),
        ("ann", Some("ann"), true),
        ("cat", Some("ann"), false),
    ] {
        let profile = PeopleCommand::Profile(of.map(person));
        let shown = reply(hall.act(who, Command::People(profile)));
        assert_eq!(has_label(&shown, POST), offered, "{who}: {of:?}");
    }
}

#[test]
fn a_posted_leaderboard_marks_no_one() {
    let mut hall = Hall::new();
    // Until both are listed.
    for _ in 0..15 {
        hall.won("ann", "bob", Variant::Latrunculi);
        hall.won("bob", "ann", Variant::Latrunculi);
    }
    let what = Postable::Leaderboard(Family::Latrunculi, Reach::Here, 0);
    let posted = hall.act("ann", Command::Post(what));
    let message = hall.announced(&posted);
    assert_says(reply(posted).text, "Your rating");
    assert_silent_about(&message.text, "Your rating");
    let rows = &table(&message).expect("a table").rows;
    let marked: Vec<_> = rows.iter().map(|row| row.marked).collect();
    assert_eq!(marked, [false, false]);
}

#[test]
fn nothing_is_posted_by_guests_in_private_or_where_games_are_forbidden() {
    let mut hall = Hall::new();
    casual(&mut hall);
    hall.context.guest = true;
    let post = || Command::Post(Postable::Profile);
    hall.assert_refused("ann", post(), Refusal::Guest);
    let shown = reply(hall.act("ann", Command::People(PeopleCommand::Profile(None))));
    assert!(shown.controls.is_empty());
    hall.context.guest = false;
    let refused = hall.handle(person("ann"), venue("t:direct", None), post());
    assert_eq!(refused.unwrap_err(), Refusal::NotOnAServer.into());
    hall.set("max", Setting::Rooms, "t:games");
    assert!(matches!(hall.refused("ann", post()), Refusal::Elsewhere(_)));
}

#[test]
fn a_person_posts_a_few_times_in_a_row() {
    let mut hall = Hall::new();
    casual(&mut hall);
    let post = || Command::Post(Postable::Profile);
    for _ in 0..3 {
        hall.act("ann", post());
    }
    let refused = hall.people_refusal("ann", post());
    let is_limit = matches!(refused, PeopleRefusal::TooManyPosts(_));
    assert!(is_limit, "{refused:?}");
    hall.act("bob", post());
    hall.wait(Span::minutes(2));
    hall.act("ann", post());
}
