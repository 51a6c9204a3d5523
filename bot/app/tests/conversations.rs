//! What people do, command by command, over a store in memory: every answer, effect and refusal.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod common;

use app::effect::{Answer, Effect, Handled, Outgoing, Subject};
use app::memory::MemoryStore;
use app::store::Store as _;
use app::{
    ChallengeId, ColorWish, Command, Level, Limits, Press, Refusal, RoomId, Span, Terms, Venue,
    Which, say,
};
use common::{Hall, called, challenge_of, game_of, moving, person};
use rules_core::{Color, Variant};

#[test]
fn a_challenge_is_posted_to_the_person_asked_and_becomes_a_game() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Toto40);
    let subject = Subject::Challenge(id);
    assert_eq!(
        hall.text(subject),
        "@t:bob, @t:ann challenges you to Toto40. ann plays White, you play Black. This lapses <173801>."
    );
    assert_eq!(
        hall.buttons(subject),
        ["Accept", "Other terms", "Decline", "Rules"]
    );
    let handled = hall.act("bob", Command::Accept(id));
    let game = game_of(&handled.outgoing);
    assert_eq!(
        called(&handled),
        Some(vec!["t:ann".to_owned()]),
        "White is to move"
    );
    assert_eq!(
        hall.text(subject),
        format!("@t:bob accepted the challenge of @t:ann to Toto40: game {game}.")
    );
    assert!(
        hall.buttons(subject).is_empty(),
        "an answered challenge has no buttons"
    );
    let board = hall.text(Subject::Game(game));
    assert_eq!(
        board,
        format!(
            "@t:ann, it is your move (White).\nToto40: @t:ann (White) – @t:bob (Black) · game {game}\n{}",
            say::first_game(Variant::Toto40)
        )
    );
    assert_eq!(
        hall.buttons(Subject::Game(game)),
        ["Move", "Type a move", "Abort", "Rules"]
    );
}

#[test]
fn a_toto40_game_ends_when_a_side_leaves_the_line() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    assert_eq!(
        called(&hall.play("ann", "d5d7")),
        Some(vec!["t:bob".to_owned()])
    );
    assert!(
        hall.text(Subject::Game(game)).starts_with("1. Rd7 (rook"),
        "{}",
        hall.text(Subject::Game(game))
    );
    hall.play("bob", "a11");
    let end = hall.text(Subject::Game(game));
    assert!(
        end.contains("White wins because the other side left the fighting line."),
        "{end}"
    );
    assert_eq!(hall.buttons(Subject::Game(game)), ["Rematch"]);
    assert!(matches!(
        hall.refused("ann", moving(Which::Id(game), "d7d5")),
        Refusal::GameOver(..)
    ));
    assert_eq!(
        hall.refused("ann", moving(Which::Mine, "d7d5")),
        Refusal::NoGame
    );
}

#[test]
fn an_illegal_move_changes_nothing_and_says_why() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let before = hall.app.show(Subject::Game(game)).unwrap().unwrap().version;
    let refusal = hall.refused("ann", moving(Which::Mine, "d5d8"));
    assert!(matches!(refusal, Refusal::NoMove { .. }), "{refusal:?}");
    let why = say::refusal(&refusal).to_string();
    assert!(why.contains("line"), "{why}");
    assert_eq!(
        hall.app.show(Subject::Game(game)).unwrap().unwrap().version,
        before
    );
}

#[test]
fn what_remains_of_an_earlier_board_names_the_move_that_it_showed() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    hall.play("ann", "e4");
    hall.play("bob", "e5");
    let remains = |ply| hall.app.retired_at(game, ply).unwrap();
    assert!(remains(1).unwrap().to_string().starts_with("1. e4 "));
    assert!(remains(2).unwrap().to_string().starts_with("1... e5 "));
    assert_eq!(remains(3), None, "that move was taken back");
}

#[test]
fn only_the_player_to_move_moves_and_only_on_the_board_they_saw() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    assert!(matches!(
        hall.refused("bob", moving(Which::Mine, "e5")),
        Refusal::NotYourTurn { .. }
    ));
    assert_eq!(
        hall.refused("eve", moving(Which::Id(game), "e4")),
        Refusal::NotAPlayer(game)
    );
    assert_eq!(
        hall.refused("eve", moving(Which::Mine, "e4")),
        Refusal::NoGame
    );
    hall.play("ann", "e4");
    let stale = Command::Move {
        game: Which::Id(game),
        text: "e5".into(),
        ply: Some(0),
    };
    assert_eq!(
        hall.refused("bob", stale),
        Refusal::Stale {
            game,
            seen: 0,
            now: 1
        }
    );
    let fresh = Command::Move {
        game: Which::Id(game),
        text: "e5".into(),
        ply: Some(1),
    };
    hall.act("bob", fresh);
}

#[test]
fn with_several_games_the_one_meant_is_found_or_asked_for() {
    let mut hall = Hall::new();
    let first = hall.game(Variant::Toto40);
    let second = hall.game(Variant::Latrunculi);
    // Only the second game has a square e4 that a pawn can go to.
    assert_eq!(game_of(&hall.play("ann", "e2e4").outgoing), second);
    assert_eq!(
        game_of(&hall.play("ann", "d5d7").outgoing),
        first,
        "the only one in which it is ann's turn"
    );
    match hall.refused("bob", Command::AskResign(Which::Mine)) {
        Refusal::WhichGame(candidates) => assert_eq!(candidates.len(), 2),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_challenge_is_answered_by_whom_it_is_for() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Toto40);
    assert_eq!(
        hall.refused("ann", Command::Accept(id)),
        Refusal::OwnChallenge
    );
    assert!(matches!(
        hall.refused("eve", Command::Accept(id)),
        Refusal::NotForYou { .. }
    ));
    assert!(matches!(
        hall.refused("eve", Command::Decline(id)),
        Refusal::NotForYou { .. }
    ));
    hall.act("bob", Command::Decline(id));
    assert!(matches!(
        hall.refused("bob", Command::Accept(id)),
        Refusal::ChallengeClosed(_)
    ));
    let unknown = ChallengeId::draw(999, 0);
    assert_eq!(
        hall.refused("bob", Command::Accept(unknown)),
        Refusal::NoSuchChallenge(unknown)
    );
    let oneself = Command::Challenge {
        opponent: Some(person("ann")),
        terms: Terms::of(Variant::Toto40),
    };
    assert_eq!(hall.refused("ann", oneself), Refusal::Oneself);
}

#[test]
fn a_challenge_lapses_by_itself() {
    let mut hall = Hall::with(Limits {
        challenge_life: Span::hours(1),
        ..Limits::default()
    });
    let id = hall.challenge(Variant::Toto40);
    let due = hall.app.next_due().unwrap().unwrap();
    let moment = hall.moment();
    assert!(hall.app.pass_time(moment).unwrap().is_empty(), "not yet");
    hall.now = due.0;
    assert!(
        matches!(
            hall.refused("bob", Command::Accept(id)),
            Refusal::ChallengeClosed(_)
        ),
        "late, though nobody has looked yet"
    );
    let moment = hall.moment();
    assert_eq!(hall.app.pass_time(moment).unwrap().len(), 1);
    assert_eq!(
        hall.text(Subject::Challenge(id)),
        "Nobody answered the challenge of @t:ann to Toto40 in time."
    );
    assert_eq!(
        hall.app.next_due().unwrap(),
        Some(due.plus(Span::days(7))),
        "what is left to do is to forget it"
    );
}

#[test]
fn an_open_challenge_goes_to_whoever_is_first() {
    let mut hall = Hall::new();
    let handled = hall.act(
        "ann",
        Command::Challenge {
            opponent: None,
            terms: Terms::of(Variant::Latrunculi),
        },
    );
    let id = challenge_of(&handled.outgoing);
    hall.act("eve", Command::Accept(id));
    let refusal = hall.refused("bob", Command::Accept(id));
    assert!(
        say::refusal(&refusal)
            .to_string()
            .starts_with("@t:eve accepted this challenge"),
        "{refusal:?}"
    );
}

#[test]
fn draws_are_offered_once_for_each_position() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    let draw = Command::Draw(Which::Id(game));
    assert_eq!(
        called(&hall.act("ann", draw.clone())),
        Some(vec!["t:bob".to_owned()])
    );
    assert_eq!(
        hall.buttons(Subject::Game(game)),
        ["Accept draw", "Decline draw"]
    );
    assert_eq!(
        hall.refused("ann", draw.clone()),
        Refusal::DrawOffered { declined: false }
    );
    assert_eq!(
        hall.refused("ann", Command::DeclineDraw(game)),
        Refusal::NoDrawOffer
    );
    hall.act("bob", Command::DeclineDraw(game));
    assert_eq!(
        hall.refused("ann", draw.clone()),
        Refusal::DrawOffered { declined: true }
    );
    hall.play("ann", "e4");
    hall.act("ann", draw.clone());
    hall.act("bob", draw);
    assert!(
        hall.text(Subject::Game(game))
            .contains("The game is drawn by agreement.")
    );
}

#[test]
fn resigning_is_asked_about_and_then_done() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let asked = hall.act("bob", Command::AskResign(Which::Mine));
    let Answer::Private(card) = asked.answer else {
        panic!("a private question")
    };
    assert_eq!(
        card.text.to_string(),
        "Do you want to resign your game of Toto40 against @t:ann? It counts as lost."
    );
    let yes = card.controls[0][0].press.command(None).expect("a command");
    assert_eq!(
        called(&hall.act("bob", yes)),
        Some(vec!["t:ann".to_owned()])
    );
    assert!(
        hall.text(Subject::Game(game))
            .contains("White wins by resignation.")
    );
}

#[test]
fn the_engine_is_asked_and_its_answer_is_a_move_like_any_other() {
    let mut hall = Hall::new();
    let terms = Terms {
        color: ColorWish::Only(Color::Black),
        ..Terms::of(Variant::Latrunculi)
    };
    let handled = hall.act(
        "ann",
        Command::Play {
            terms,
            level: Level::LOWEST,
        },
    );
    let game = game_of(&handled.outgoing);
    let (id, think) = asked_thought(&handled.outgoing);
    assert!(
        hall.text(Subject::Game(game))
            .starts_with("Delos (level 1) is thinking"),
        "{}",
        hall.text(Subject::Game(game))
    );
    let moment = hall.moment();
    let outgoing = hall.app.thought(&id, &think, "e2e4", moment).unwrap();
    assert_eq!(outgoing.len(), 1, "the board is shown, ann is to move");
    let moment = hall.moment();
    assert!(
        hall.app
            .thought(&id, &think, "e2e4", moment)
            .unwrap()
            .is_empty(),
        "the same thought again is harmless"
    );
    let left: Vec<_> = hall
        .app
        .store()
        .outgoing(99)
        .unwrap()
        .into_iter()
        .filter(|o| matches!(o.effect, Effect::Think(_)))
        .collect();
    assert!(left.is_empty(), "the request is settled: {left:?}");
    let handled = hall.play("ann", "e5");
    assert_eq!(
        called(&handled),
        None,
        "one message changes; nobody is called"
    );
    assert_eq!(asked_thought(&handled.outgoing).1.ply, 2);
    assert_eq!(
        hall.refused("ann", Command::Draw(Which::Mine)),
        Refusal::EngineDeclines
    );
}

fn asked_thought(outgoing: &[Outgoing]) -> (app::effect::EffectId, app::effect::Think) {
    let asked = outgoing.iter().find_map(|o| match &o.effect {
        Effect::Think(think) => Some((o.id.clone(), think.clone())),
        _ => None,
    });
    asked.expect("the engine is asked")
}

#[test]
fn the_move_panel_leads_from_piece_to_target_without_remembering_anything() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    let panel = |chosen: Option<&str>| {
        Press::ChoosePiece(game, 0)
            .command(Some(chosen.unwrap_or("+0")))
            .unwrap()
    };
    let menu = |handled: Handled| match handled.answer {
        Answer::Private(card) => card.menu.unwrap(),
        Answer::Seen | Answer::Hint(_) | Answer::Study(_) => panic!("a private panel"),
    };
    let first = menu(hall.act("ann", Press::Panel(game, 0).command(None).unwrap()));
    let labels: Vec<_> = first
        .choices
        .iter()
        .map(|choice| choice.label.as_str())
        .collect();
    assert_eq!(labels[..3], ["Knight b1", "Knight g1", "Pawn a2"]);
    assert_eq!(first.choices[0].detail, "Na3  Nc3");
    assert_eq!(first, menu(hall.act("ann", panel(None))));
    let second = menu(hall.act("ann", panel(Some("b1"))));
    let values: Vec<_> = second
        .choices
        .iter()
        .map(|choice| choice.value.as_str())
        .collect();
    assert_eq!(values, ["b1a3", "b1c3"]);
    let chosen = second.press.command(Some("b1c3")).unwrap();
    hall.act("ann", chosen.clone());
    assert_eq!(
        hall.refused("ann", chosen),
        Refusal::Stale {
            game,
            seen: 0,
            now: 1
        }
    );
    assert!(matches!(
        hall.refused("ann", Press::Panel(game, 1).command(None).unwrap()),
        Refusal::NotYourTurn { .. }
    ));
}

#[test]
fn a_long_menu_is_paged() {
    let mut hall = Hall::new();
    let start = "7k/8/8/3Q4/8/8/8/K7 w - - 0 1";
    let terms = Terms {
        color: ColorWish::Only(Color::White),
        start: Some(start.to_owned()),
        ..Terms::of(Variant::Latrunculi)
    };
    let game = game_of(
        &hall
            .act(
                "ann",
                Command::Play {
                    terms,
                    level: Level::LOWEST,
                },
            )
            .outgoing,
    );
    let mut seen = Vec::new();
    let mut value = "d5".to_owned();
    loop {
        let press = if seen.is_empty() {
            Press::ChoosePiece(game, 0)
        } else {
            Press::ChooseMove(game, 0)
        };
        let Answer::Private(card) = hall.act("ann", press.command(Some(&value)).unwrap()).answer
        else {
            panic!("private")
        };
        let menu = card.menu.unwrap();
        assert!(menu.choices.len() <= app::effect::Menu::MOST);
        seen.extend(
            menu.choices
                .iter()
                .map(|choice| choice.value.clone())
                .filter(|value| !value.contains('+')),
        );
        match menu.choices.last() {
            Some(last) if last.value.contains('+') => value = last.value.clone(),
            _ => break,
        }
    }
    seen.sort();
    seen.dedup();
    assert_eq!(
        seen.len(),
        27,
        "a queen on d5 reaches every square of its lines"
    );
}

#[test]
fn nobody_can_pile_up_games_or_challenges() {
    let mut hall = Hall::with(Limits {
        games: 1,
        challenges: 1,
        ..Limits::default()
    });
    let id = hall.challenge(Variant::Toto40);
    let another = Command::Challenge {
        opponent: None,
        terms: Terms::of(Variant::Toto40),
    };
    assert_eq!(hall.refused("ann", another), Refusal::TooManyChallenges(1));
    hall.act("bob", Command::Accept(id));
    let play = Command::Play {
        terms: Terms::of(Variant::Toto40),
        level: Level::LOWEST,
    };
    assert_eq!(
        hall.refused("bob", play),
        Refusal::TooManyGames(person("bob"), 1)
    );
}

#[test]
fn a_start_position_is_checked_when_it_is_proposed() {
    let mut hall = Hall::new();
    let with = |start: &str| Command::Play {
        terms: Terms {
            start: Some(start.to_owned()),
            ..Terms::of(Variant::Latrunculi)
        },
        level: Level::LOWEST,
    };
    assert!(matches!(
        hall.refused("ann", with("garbage")),
        Refusal::BadStart(_)
    ));
    assert!(matches!(
        hall.refused("ann", with(&"8/".repeat(1000))),
        Refusal::BadStart(_)
    ));
    assert_eq!(
        hall.refused("ann", with("8/8/8/4k3/8/8/8/4K3 w - - 0 1")),
        Refusal::StartIsOver
    );
    // A sail that captures fifteen pieces in every order: far more chains than anybody can choose from.
    let wild = "7k/p1p1p1p1/8/p1p1p1p1/8/p1p1p1p1/8/S1n1n1nK w - - 0 1";
    let terms = Terms {
        start: Some(wild.to_owned()),
        ..Terms::of(Variant::Leap64Multi)
    };
    let play = Command::Play {
        terms,
        level: Level::LOWEST,
    };
    assert_eq!(hall.refused("ann", play), Refusal::StartTooWide);
    let game = game_of(
        &hall
            .act("ann", with("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
            .outgoing,
    );
    assert!(hall.app.show(Subject::Game(game)).unwrap().is_some());
}

#[test]
fn suggestions_fit_what_is_typed_best_fit_first() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    let venue = Venue {
        room: RoomId::new("t:room"),
        server: None,
    };
    let suggest = |who: &str, typed: &str| {
        hall.app
            .suggest_moves(&person(who), &venue, Which::Id(game), typed)
            .unwrap()
    };
    let all = suggest("ann", "");
    assert_eq!(all.len(), 20);
    assert!(suggest("bob", "").is_empty(), "it is not bob's turn");
    let knights: Vec<_> = suggest("ann", "N").into_iter().map(|s| s.value).collect();
    assert_eq!(knights[..4], ["b1a3", "b1c3", "g1f3", "g1h3"]);
    assert_eq!(suggest("ann", "e2e4")[0].value, "e2e4");
    assert!(suggest("ann", "knight")[0].label.contains("knight"));
    assert!(suggest("ann", "zzz").is_empty());
    let games = hall
        .app
        .suggest_games(&person("ann"), &venue, "toto")
        .unwrap();
    assert!(games.is_empty());
    assert_eq!(
        hall.app.suggest_games(&person("ann"), &venue, "").unwrap()[0].value,
        game.to_string()
    );
}

#[test]
fn the_list_of_games_says_whose_move_it_is() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let Answer::Private(card) = hall.act("ann", Command::Games).answer else {
        panic!("private")
    };
    assert_eq!(
        card.text.to_string(),
        format!("{game} Toto40 against @t:bob: your move")
    );
    let Answer::Private(card) = hall.act("eve", Command::Games).answer else {
        panic!("private")
    };
    assert!(
        card.text
            .to_string()
            .starts_with("You have no game in progress.")
    );
}

#[test]
fn the_same_commands_at_the_same_moments_end_the_same() {
    let run = || {
        let mut hall = Hall::new();
        let game = hall.game(Variant::Latrunculi);
        hall.play("ann", "e4");
        hall.play("bob", "e5");
        (
            hall.app.store().outgoing(99).unwrap(),
            hall.text(Subject::Game(game)),
        )
    };
    assert_eq!(run(), run());
}

#[test]
fn the_memory_store_keeps_the_contract() {
    app::store_contract::check(&MemoryStore::default());
}
