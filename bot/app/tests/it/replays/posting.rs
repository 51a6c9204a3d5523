//! Posts from the viewer, profiles and leaderboards.

use app::attachment::Attachment;
use app::card::Card;
use app::effect::Handled;
use app::{
    Action, Command, News, PeopleCommand, PeopleRefusal, Postable, Posted, Reach, Refusal, Setting,
    Viewed,
};
use rules_core::{Color, Family, Variant};

use super::{MOVES, casual, finished, open};
use crate::common::{
    Hall, announcements, assert_says, assert_silent_about, person, rated, reply, venue,
};

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
    assert_eq!(here.controls.iter().flatten().count(), 1);
    assert!(there.controls.is_empty());
    // The viewer shows the button where it works.
    let posts_in = |hall: &mut Hall, who: &str, room: &str| {
        let shown = reply(hall.ask(who, room, open(game)).unwrap());
        let mut buttons = shown.controls.iter().flatten();
        buttons.any(|button| matches!(button.action, Action::PostReplay(..)))
    };
    assert!(posts_in(&mut hall, "cat", "room"));
    assert!(posts_in(&mut hall, "ann", "secret"));
}

#[test]
fn people_who_follow_a_game_elsewhere_see_it_but_do_not_post_it() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    hall.act("cat", Command::Watch(game));
    hall.play_on(game, &MOVES);
    hall.act("bob", Command::Resign(game));
    let viewer = reply(hall.ask("cat", "secret", open(game)).unwrap());
    assert!(
        !viewer
            .controls
            .iter()
            .flatten()
            .any(|b| matches!(b.action, Action::PostReplay(..)))
    );
    let bottom = Color::White;
    let post = Command::Post(Postable::Game(game, Viewed { ply: 1, bottom }));
    let refused = hall.ask("cat", "secret", post).unwrap_err();
    assert_eq!(
        refused,
        Refusal::People(PeopleRefusal::PrivateGame(game)).into()
    );
}

#[test]
fn a_posted_profile_is_its_owners_and_names_no_games() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let posted = hall.act("ann", Command::Post(Postable::Profile));
    let message = hall.announced(&posted);
    let words = message.text.to_string();
    assert!(
        words.starts_with("ann\n") && words.contains("1 won"),
        "{words}"
    );
    assert_silent_about(&words, game.to_string());
    assert!(
        reply(posted).text.to_string().contains(&game.to_string()),
        "its own answer does"
    );
    let offers = |hall: &mut Hall, who: &str, of: Option<&str>| {
        let of = of.map(person);
        let shown = reply(hall.act(who, Command::People(PeopleCommand::Profile(of))));
        let mut buttons = shown.controls.iter().flatten();
        buttons.any(|button| button.action == Action::PostProfile)
    };
    assert!(offers(&mut hall, "ann", None) && offers(&mut hall, "ann", Some("ann")));
    assert!(!offers(&mut hall, "cat", Some("ann")));
}

#[test]
fn a_posted_leaderboard_marks_no_one() {
    let mut hall = Hall::new();
    finished(&mut hall, rated(Variant::Latrunculi), &MOVES);
    let what = Postable::Leaderboard(Family::Latrunculi, Reach::Here, 0);
    let posted = hall.act("ann", Command::Post(what));
    let own = reply(posted.clone());
    assert_says(&own.text, "Your rating");
    let message = hall.announced(&posted);
    assert_silent_about(&message.text, "Your rating");
    let marked = |card: &Card| match &card.attachments[..] {
        [Attachment::Table(table)] => table.rows.iter().any(|row| row.marked),
        _ => false,
    };
    assert!(!marked(&message));
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
    let refused = refused.unwrap_err();
    assert_eq!(refused, Refusal::NotOnAServer.into());
    hall.context.manages = true;
    hall.set("max", Setting::Rooms, "t:games");
    hall.context.manages = false;
    assert!(matches!(hall.refused("ann", post()), Refusal::Elsewhere(_)));
}

#[test]
fn a_person_posts_a_few_times_in_a_row() {
    let mut hall = Hall::new();
    casual(&mut hall);
    for _ in 0..3 {
        hall.act("ann", Command::Post(Postable::Profile));
    }
    let refused = hall.refused("ann", Command::Post(Postable::Profile));
    assert!(
        matches!(refused, Refusal::People(PeopleRefusal::TooManyPosts(_))),
        "{refused:?}"
    );
    hall.act("bob", Command::Post(Postable::Profile));
    hall.now += 2 * 60_000;
    hall.act("ann", Command::Post(Postable::Profile));
}
