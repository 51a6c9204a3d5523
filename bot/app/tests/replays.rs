//! The viewer of finished games, what is posted from it, and the games that are offered while a code is typed.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod common;

use app::attachment::Attachment;
use app::card::Card;
use app::effect::{Answer, Effect, Handled};
use app::{
    Action, Announce, Command, Context, Failure, GameId, PeopleCommand, PeopleRefusal, Postable,
    Posted, Reach, Refusal, Request, ReviewRecord, RoomId, ServerId, Setting, Step, Suggestion,
    Terms, TournamentCommand, TournamentView, TurningPoint, Venue, Viewed, Which,
};
use common::cup::{Cup, SWISS};
use common::{Hall, moving, person, rated};
use rules_core::{Color, Family, Variant};

/// A finished game of ann (White) against bob, who resigned after these half-moves.
fn finished(hall: &mut Hall, terms: Terms, moves: &[&str]) -> GameId {
    let game = hall.game_on(terms);
    for (text, who) in moves.iter().zip(["ann", "bob"].iter().cycle()) {
        hall.act(who, moving(Which::Id(game), text));
    }
    hall.act("bob", Command::Resign(game));
    game
}

const MOVES: [&str; 5] = ["e4", "e5", "Qh5", "Nc6", "Qxf7+"];

fn casual(hall: &mut Hall) -> GameId {
    finished(hall, Terms::of(Variant::Latrunculi), &MOVES)
}

fn card(handled: Handled) -> Card {
    match handled.answer {
        Answer::Private(card) => *card,
        other => panic!("{other:?}"),
    }
}

fn open(game: GameId) -> Command {
    Command::Replay(Which::Id(game), None)
}

fn at(game: GameId, ply: u32) -> Command {
    let bottom = Color::White;
    Command::Replay(Which::Id(game), Some(Viewed { ply, bottom }))
}

/// Stores a review in which White's fourth half-move was a mistake.
fn review(hall: &mut Hall, game: GameId) {
    let asked = hall.act("ann", Command::Analyze(game)).outgoing[0]
        .id
        .clone();
    let found = ReviewRecord {
        game,
        expectations: vec![500, 510, 500, 490, 700, 40],
        turns: vec![TurningPoint {
            ply: 4,
            best: "h5e5".to_owned(),
            before: 700,
            after: 40,
        }],
    };
    let moment = hall.moment();
    hall.app.reviewed(&asked, Some(&found), moment).unwrap();
}

/// A command from the server's room of that name.
fn ask_in(hall: &mut Hall, who: &str, room: &str, command: Command) -> Result<Handled, Failure> {
    hall.ask(who, room, command)
}

/// The posts that a command leads to.
fn posts(handled: &Handled) -> Vec<Announce> {
    let effects = handled.outgoing.iter().map(|outgoing| &outgoing.effect);
    effects
        .filter_map(|effect| match effect {
            Effect::Announce(announce) => Some(announce.clone()),
            _ => None,
        })
        .collect()
}

#[test]
fn each_button_of_the_viewer_leads_to_its_position_and_can_be_pressed_again_and_again() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let mut shown = card(hall.act("ann", open(game)));
    let press = |hall: &mut Hall, shown: &Card, step: Step| {
        let button = shown.controls[0]
            .iter()
            .find(|button| matches!(button.action, Action::StepReplay(.., other) if other == step))
            .unwrap();
        assert!(!button.disabled, "{step:?}");
        card(hall.act("ann", button.action.command(None).unwrap()))
    };
    let place = |shown: &Card| {
        let board = shown.board.as_ref().unwrap();
        (board.game.ply(), board.viewer)
    };
    assert_eq!(place(&shown), (0, Color::White));
    let way = [
        (Step::Forward, 1),
        (Step::Forward, 2),
        (Step::Back, 1),
        (Step::Last, 5),
        (Step::Back, 4),
        (Step::Flip, 4),
    ];
    for (step, ply) in way {
        shown = press(&mut hall, &shown, step);
        assert_eq!(place(&shown).0, ply, "{step:?}");
    }
    assert_eq!(place(&shown), (4, Color::Black));
    shown = press(&mut hall, &shown, Step::First);
    assert_eq!(place(&shown), (0, Color::Black));
    let off = |shown: &Card| -> Vec<bool> {
        shown.controls[0]
            .iter()
            .map(|button| button.disabled)
            .collect()
    };
    assert_eq!(off(&shown), [true, true, false, false, false]);
    shown = press(&mut hall, &shown, Step::Last);
    assert_eq!(off(&shown), [false, false, true, true, false]);
    assert!(
        shown.text.to_string().contains("by resignation"),
        "{}",
        shown.text
    );
    let beyond = card(hall.act("ann", at(game, u32::MAX)));
    assert_eq!(place(&beyond).0, 5);
}

#[test]
fn addresses_in_the_viewer_differ_even_where_buttons_lead_to_one_position() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    for ply in 0..=5 {
        let shown = card(hall.act("ann", at(game, ply)));
        let mut all: Vec<_> = shown
            .controls
            .iter()
            .flatten()
            .map(|b| b.action.address())
            .collect();
        all.push(shown.menu.unwrap().action.address());
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count, "at {ply}");
    }
}

#[test]
fn the_viewer_says_what_the_review_knows() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let before = card(hall.act("ann", at(game, 4)));
    let analyze = |shown: &Card| {
        let mut buttons = shown.controls.iter().flatten();
        buttons
            .find(|button| matches!(button.action, Action::AnalyzeReplay(..)))
            .cloned()
    };
    let asked = analyze(&before).unwrap().action.command(None).unwrap();
    let asked = hall.act("ann", asked);
    assert!(
        asked
            .outgoing
            .iter()
            .any(|one| matches!(one.effect, Effect::Analyze(_)))
    );
    assert!(
        card(asked).text.to_string().contains("4/5"),
        "the viewer stays"
    );
    review(&mut hall, game);
    let turn = card(hall.act("ann", at(game, 4)));
    assert!(analyze(&turn).is_none());
    let words = turn.text.to_string();
    for said in [
        "ann 70%, bob 30%",
        "Turning point",
        "Qxe5+ is best here",
        "ann played Qxf7+",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let next = turn.board.unwrap().next.unwrap();
    assert_eq!(next.uci(Variant::Latrunculi.shape()).to_string(), "h5e5");
    let after = card(hall.act("ann", at(game, 5))).text.to_string();
    assert!(after.contains("fell from 70% to 4%"), "{after}");
    let quiet = card(hall.act("ann", at(game, 2)));
    assert!(!quiet.text.to_string().contains("urning point"));
    assert!(quiet.board.unwrap().next.is_none());
    let menu = quiet.menu.unwrap();
    let options: Vec<_> = menu
        .options
        .iter()
        .map(|one| (one.label.to_string(), one.value.as_str()))
        .collect();
    let turn = ("Turning point: 3. Qxf7+".to_owned(), "4");
    assert_eq!(options[0], turn);
    assert_eq!(options[1], ("1. e4".to_owned(), "1"));
    let jump = menu.action.command(Some("4")).unwrap();
    assert!(card(hall.act("ann", jump)).text.to_string().contains("4/5"));
}

#[test]
fn the_menu_of_a_long_game_fits_and_reaches_its_end() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Leto);
    let cycle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut played = 0;
    // Up to the fifth repetition.
    for (text, who) in cycle
        .iter()
        .cycle()
        .zip(["ann", "bob"].iter().cycle())
        .take(15)
    {
        hall.act(who, moving(Which::Id(game), text));
        played += 1;
    }
    hall.act("bob", Command::Resign(game));
    let menu = card(hall.act("ann", open(game))).menu.unwrap();
    assert!(menu.options.len() <= 20);
    let last: u32 = menu.options.last().unwrap().value.parse().unwrap();
    assert!(last <= played && last + 2 >= played, "{last}");
}

#[test]
fn a_person_who_prefers_words_gets_the_position_in_words() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    hall.act("ann", Command::Change(Setting::WordsOnly, "yes".to_owned()));
    let shown = card(hall.act("ann", at(game, 1)));
    assert!(shown.board.is_none());
    assert!(shown.text.to_string().contains("king e1"), "{}", shown.text);
}

#[test]
fn without_a_code_the_latest_game_opens_and_games_in_progress_never_do() {
    let mut hall = Hall::new();
    assert_eq!(
        hall.refused("ann", Command::Replay(Which::Mine, None)),
        Refusal::People(PeopleRefusal::NoFinishedGame)
    );
    casual(&mut hall);
    let latest = casual(&mut hall);
    let shown = card(hall.act("ann", Command::Replay(Which::Mine, None)));
    assert!(shown.text.to_string().contains(&latest.to_string()));
    let ongoing = hall.game(Variant::Leto);
    for who in ["ann", "cat"] {
        assert_eq!(hall.refused(who, open(ongoing)), Refusal::NotOver(ongoing));
    }
}

#[test]
fn lists_open_the_games_that_they_list() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    for command in [PeopleCommand::History(None), PeopleCommand::Profile(None)] {
        let menu = card(hall.act("ann", Command::People(command)))
            .menu
            .unwrap();
        assert_eq!(menu.options.len(), 1);
        let opened = menu.action.command(Some(&menu.options[0].value)).unwrap();
        assert_eq!(opened, open(game));
    }
    // A game in which nothing was played is listed, but there is nothing to see.
    let mut hall = Hall::new();
    let left = hall.game(Variant::Leto);
    hall.act("ann", Command::Abort(left));
    let history = card(hall.act("ann", Command::People(PeopleCommand::History(None))));
    assert!(history.menu.is_none());
    assert_eq!(hall.buttons(app::effect::Subject::Game(left)), ["Rematch"]);
}

#[test]
fn a_tournaments_views_open_its_finished_games() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", TournamentCommand::Start);
    let see = || TournamentCommand::See(TournamentView::Standings, None);
    assert!(card(cup.act("eve", see())).menu.is_none());
    cup.play_round();
    let menu = card(cup.act("eve", see())).menu.unwrap();
    assert_eq!(menu.options.len(), 2);
    assert!(menu.options[0].detail.to_string().starts_with("Round 1"));
    let opened = menu.action.command(Some(&menu.options[0].value)).unwrap();
    card(cup.hall.act("eve", opened));
}

#[test]
fn a_game_is_posted_by_people_where_everyone_sees_it_and_by_its_players_anywhere() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let viewed = Viewed {
        ply: 3,
        bottom: Color::Black,
    };
    let post = Command::Post(Postable::Game(game, viewed));
    let open_in = |handled: &Handled| match &posts(handled)[..] {
        [
            Announce {
                room,
                news: app::News::Posted(post),
            },
        ] => {
            let Posted::Game { open, .. } = post.what else {
                panic!("{post:?}")
            };
            (room.as_str().to_owned(), open)
        }
        other => panic!("{other:?}"),
    };
    // Cat sees it where it was played.
    let here = ask_in(&mut hall, "cat", "room", post.clone()).unwrap();
    assert_eq!(open_in(&here), ("t:room".to_owned(), true));
    // Ann may show it where others don't see it; they can't open it there.
    let there = ask_in(&mut hall, "ann", "secret", post.clone()).unwrap();
    assert_eq!(open_in(&there), ("t:secret".to_owned(), false));
    let hidden = ask_in(&mut hall, "cat", "secret", post.clone()).unwrap_err();
    assert_eq!(hidden, Refusal::NoSuchGame(game).into());
    let message =
        |hall: &Hall, handled: &Handled| hall.app.announced(&posts(handled)[0]).unwrap().unwrap();
    let (here, there) = (message(&hall, &here), message(&hall, &there));
    for shown in [&here, &there] {
        let board = shown.board.as_ref().unwrap();
        assert_eq!((board.game.ply(), board.viewer), (3, Color::Black));
        assert!(shown.menu.is_none());
    }
    assert_eq!(here.controls.iter().flatten().count(), 1);
    assert!(there.controls.is_empty());
    // The viewer shows the button where it works.
    let posts_in = |hall: &mut Hall, who: &str, room: &str| {
        let shown = card(ask_in(hall, who, room, open(game)).unwrap());
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
    for (text, who) in MOVES.iter().zip(["ann", "bob"].iter().cycle()) {
        hall.act(who, moving(Which::Id(game), text));
    }
    hall.act("bob", Command::Resign(game));
    let viewer = card(ask_in(&mut hall, "cat", "secret", open(game)).unwrap());
    assert!(
        !viewer
            .controls
            .iter()
            .flatten()
            .any(|b| matches!(b.action, Action::PostReplay(..)))
    );
    let bottom = Color::White;
    let post = Command::Post(Postable::Game(game, Viewed { ply: 1, bottom }));
    let refused = ask_in(&mut hall, "cat", "secret", post).unwrap_err();
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
    let message = hall.app.announced(&posts(&posted)[0]).unwrap().unwrap();
    let words = message.text.to_string();
    assert!(
        words.starts_with("ann\n") && words.contains("1 won"),
        "{words}"
    );
    assert!(!words.contains(&game.to_string()), "{words}");
    assert!(
        card(posted).text.to_string().contains(&game.to_string()),
        "its own answer does"
    );
    let offers = |hall: &mut Hall, who: &str, of: Option<&str>| {
        let of = of.map(person);
        let shown = card(hall.act(who, Command::People(PeopleCommand::Profile(of))));
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
    let own = card(posted.clone());
    assert!(own.text.to_string().contains("Your rating"));
    let message = hall.app.announced(&posts(&posted)[0]).unwrap().unwrap();
    assert!(
        !message.text.to_string().contains("Your rating"),
        "{}",
        message.text
    );
    let marked = |card: &Card| match &card.attachments[..] {
        [Attachment::Table(table)] => table.rows.iter().any(|row| row.marked),
        _ => false,
    };
    assert!(!marked(&message));
}

#[test]
fn nothing_is_posted_by_guests_in_direct_messages_or_where_a_server_forbids_games() {
    let mut hall = Hall::new();
    casual(&mut hall);
    hall.context.guest = true;
    let post = || Command::Post(Postable::Profile);
    assert_eq!(hall.refused("ann", post()), Refusal::Guest);
    let shown = card(hall.act("ann", Command::People(PeopleCommand::Profile(None))));
    assert!(shown.controls.is_empty());
    hall.context.guest = false;
    let moment = hall.moment();
    let direct = Request {
        who: person("ann"),
        venue: Venue {
            room: RoomId::new("t:direct"),
            server: None,
        },
        context: Context::default(),
        command: post(),
    };
    let refused = hall.app.handle(&direct, moment).unwrap_err();
    assert_eq!(refused, Refusal::NotOnAServer.into());
    hall.context.manages = true;
    hall.act("max", Command::Change(Setting::Rooms, "t:games".to_owned()));
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

fn request(who: &str, room: &str, server: Option<&str>) -> Request {
    Request {
        who: person(who),
        venue: Venue {
            room: RoomId::new(format!("t:{room}")),
            server: server.map(ServerId::new),
        },
        context: Context::default(),
        command: Command::Games,
    }
}

fn codes(found: Vec<Suggestion>) -> Vec<String> {
    found.into_iter().map(|one| one.value).collect()
}

#[test]
fn finished_games_are_completed_by_player_game_and_code_and_hidden_ones_never() {
    let mut hall = Hall::new();
    let hidden = {
        let made = ask_in(
            &mut hall,
            "dan",
            "secret",
            Command::Play {
                terms: Terms::of(Variant::Leto),
                level: app::Level::LOWEST,
            },
        );
        let game = common::game_of(&made.unwrap().outgoing);
        ask_in(&mut hall, "dan", "secret", Command::Resign(game)).unwrap();
        game
    };
    let game = casual(&mut hall);
    let rated = finished(&mut hall, rated(Variant::Toto40), &["d5e5", "Kf6"]);
    let finished = |who, room, server, typed: &str| {
        codes(
            hall.app
                .suggest_finished(&request(who, room, server), typed)
                .unwrap(),
        )
    };
    let here = Some("t:server");
    let (game, rated) = (game.to_string(), rated.to_string());
    let both = [rated.clone(), game.clone()];
    assert_eq!(finished("ann", "room", here, ""), both);
    assert_eq!(finished("ann", "direct", None, ""), both);
    assert_eq!(finished("cat", "room", here, ""), both);
    assert_eq!(finished("ann", "room", here, "bob"), both);
    assert_eq!(finished("cat", "room", here, "BOB"), both);
    let code: String = game.chars().take(4).collect();
    let only = std::slice::from_ref;
    assert_eq!(finished("cat", "room", here, "toto"), only(&rated));
    assert_eq!(finished("cat", "room", here, &code), only(&game));
    // Elsewhere on the server, only what everyone may see.
    assert_eq!(finished("cat", "secret 2", here, ""), [rated]);
    assert!(finished("cat", "room", Some("t:other"), "").is_empty());
    assert!(finished("cat", "direct", None, "").is_empty());
    assert!(!finished("cat", "room", here, "").contains(&hidden.to_string()));
}

#[test]
fn games_to_watch_are_those_of_others_in_progress() {
    let mut hall = Hall::new();
    casual(&mut hall);
    let game = hall.game(Variant::Leto);
    let watchable = |who, room, typed: &str| {
        let asker = request(who, room, Some("t:server"));
        codes(hall.app.suggest_watchable(&asker, typed).unwrap())
    };
    let code = [game.to_string()];
    assert_eq!(watchable("cat", "room", ""), code);
    assert_eq!(watchable("cat", "room", "ann"), code);
    assert_eq!(watchable("cat", "room", "leto"), code);
    assert!(watchable("cat", "room", "latrunculi").is_empty());
    assert!(watchable("ann", "room", "").is_empty(), "her own");
    assert!(watchable("cat", "secret", "").is_empty(), "hidden");
}

#[test]
fn a_review_without_turning_points_says_since_when_the_winner_was_winning() {
    let told = |expectations: Vec<u16>| {
        let mut hall = Hall::new();
        let game = casual(&mut hall);
        let asked = hall.act("ann", Command::Analyze(game)).outgoing[0]
            .id
            .clone();
        let turns = Vec::new();
        let found = ReviewRecord {
            game,
            expectations,
            turns,
        };
        let moment = hall.moment();
        hall.app.reviewed(&asked, Some(&found), moment).unwrap();
        hall.text(app::effect::Subject::Game(game))
    };
    let clear = told(vec![500, 600, 700, 850, 900, 990]);
    assert!(
        clear.contains("There was no single turning point: ann was winning from move 2 on."),
        "{clear}"
    );
    for open in [
        // At the end only, never, and reviewed in part.
        vec![500, 500, 500, 500, 500, 990],
        vec![500, 500, 500, 500, 500, 500],
        vec![500, 600, 900, 990],
    ] {
        let words = told(open.clone());
        assert!(
            words.contains("There was no single turning point."),
            "{open:?}: {words}"
        );
    }
}

#[test]
fn exported_files_are_named_only_if_they_are_attached() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", TournamentCommand::Start);
    let files = |cup: &mut Cup| {
        let exported = card(cup.act("org", TournamentCommand::Export));
        (exported.text.to_string(), exported.attachments.len())
    };
    let (words, count) = files(&mut cup);
    assert!(
        words.contains("(TRF) and") && !words.contains("PGN"),
        "{words}"
    );
    assert_eq!(count, 2);
    let game = cup.last_round().boards[0].game.unwrap();
    let record = cup.game(game);
    let white = record.seats[Color::White].person().unwrap().name.clone();
    let first = record.replay().unwrap();
    let mv = first.san(first.legal_moves()[0]);
    cup.hall.act(&white, moving(Which::Id(game), &mv));
    cup.lose(game, Color::White);
    let (words, count) = files(&mut cup);
    assert!(
        words.ends_with("(CSV) and the finished games (PGN)."),
        "{words}"
    );
    assert_eq!(count, 3);
}
