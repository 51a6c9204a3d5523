//! Moves: the ways to name one, and what is wrong with others.

use std::collections::HashSet;
use std::sync::Arc;

use app::card::SelectMenu;
use app::commands::{Completion, Games};
use app::effect::{Handled, Subject};
use app::store::memory::MemoryStore;
use app::{Action, App, Command, Limits, Refusal, Setting, Terms, Which, messages};
use rules_core::Variant;

use crate::common::{
    Hall, as_black, as_white, assert_says, challenge_of, from_position, game_of, invite, is_silent,
    labels, moving, option_labels, option_values, press, reply,
};

#[test]
fn a_retired_board_names_the_move_that_it_showed() {
    let mut hall = Hall::new();
    let game = hall.begun();
    let remains = |ply| hall.app.retired_at(game, ply).unwrap();
    assert!(remains(1).unwrap().to_string().starts_with("1. e4 "));
    assert!(remains(2).unwrap().to_string().starts_with("1... e5 "));
    assert_eq!(remains(3), None, "that move was taken back");
}

#[test]
fn only_the_player_to_move_moves_and_only_on_the_board_they_saw() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    let refused = hall.refused("bob", moving(Which::Mine, "e5"));
    assert!(matches!(refused, Refusal::NotYourTurn { .. }));
    let foreign = moving(Which::Id(game), "e4");
    hall.assert_refused("eve", foreign, Refusal::NotAPlayer(game));
    hall.assert_refused("eve", moving(Which::Mine, "e4"), Refusal::NoGame);
    hall.play("ann", "e4");
    let write = |ply| Action::WriteMove(game, ply).command(Some("e5")).unwrap();
    let (seen, now) = (0, 1);
    hall.assert_refused("bob", write(seen), Refusal::Stale { game, seen, now });
    hall.act("bob", write(now));
}

#[test]
fn with_several_games_the_one_meant_is_found_or_asked_for() {
    let mut hall = Hall::new();
    let first = hall.game(Variant::Toto40);
    let second = hall.game(Variant::Latrunculi);
    // Only the second game has a square e4 that a pawn can go to.
    assert_eq!(game_of(&hall.play("ann", "e2e4").outgoing), second);
    // It is ann's turn only in the first.
    assert_eq!(game_of(&hall.play("ann", "d5d7").outgoing), first);
    // The newest board comes first, and choosing one does what was asked.
    let asked = reply(hall.act("bob", Command::AskResign(Which::Mine)));
    let menu = asked.menu.unwrap();
    let games = option_values(&menu);
    assert_eq!(games, [first, second].map(|game| game.to_string()));
    let chosen = menu.action.command(Some(&games[1]));
    assert_eq!(chosen, Some(Command::AskResign(Which::Id(second))));
}

/// Who asks for what about a game.
type Asked = (&'static str, fn(Which) -> Command);

#[test]
fn an_ambiguous_command_asks_for_the_game_and_is_then_carried_out() {
    let mut hall = Hall::new();
    let [game, _] = [(); 2].map(|()| hall.game(Variant::Latrunculi));
    let chosen = game.to_string();
    let mut done = |who: &str, asked| {
        let menu = reply(hall.act(who, asked)).menu.unwrap();
        menu.action.command(Some(&chosen)).unwrap()
    };
    let commands: [Asked; 7] = [
        ("ann", |game| moving(game, "e4")),
        ("bob", |game| Command::Prepare(game, "e4 e5".to_owned())),
        ("ann", Command::Hint),
        ("ann", Command::Board),
        ("ann", Command::Describe),
        ("ann", Command::Draw),
        ("ann", |game| Command::TakeBack(game, None)),
    ];
    for (who, command) in commands {
        assert_eq!(done(who, command(Which::Mine)), command(Which::Id(game)));
    }
    let long = moving(Which::Mine, &format!("e4 {}", "x".repeat(60)));
    assert_eq!(done("ann", long), Command::Board(Which::Id(game)));
}

#[test]
fn after_a_move_the_next_game_is_a_press_away() {
    let mut hall = Hall::new();
    let [first, second] = [(); 2].map(|()| hall.game(Variant::Latrunculi));
    let card = reply(hall.act("ann", moving(Which::Id(first), "e4")));
    assert_says(&card.text, "One more game is waiting for your move.");
    let next = press(&card, "Next game");
    let board = reply(hall.act("ann", next.clone()));
    assert_says(&board.text, second.to_string());
    let moved = hall.act("ann", moving(Which::Id(second), "e4"));
    assert!(is_silent(&moved), "no other game waits");
    assert_says(reply(hall.act("ann", next)).text, "not your move in any");
}

#[test]
fn the_game_that_waits_longest_is_next_however_many_there_are() {
    let store = Arc::new(MemoryStore::default());
    let mut hall = Hall::over(Arc::clone(&store), Limits::default());
    let longest = hall.game(Variant::Latrunculi);
    hall.game(Variant::Leto);
    // Tournaments start games beyond the limit.
    let fewer = Limits {
        games: 1,
        ..Limits::default()
    };
    hall.app = App::new(store, fewer);
    let board = reply(hall.act("ann", Command::NextGame));
    assert_says(&board.text, longest.to_string());
}

#[test]
fn after_a_command_in_a_game_with_the_engine_the_next_game_is_offered() {
    let mut hall = Hall::new();
    let terms = as_white(Terms::of(Variant::Latrunculi));
    let alone = hall.game_with_engine(terms);
    // It waits for her in another room.
    let invite = invite("ann", as_black(Terms::of(Variant::Leto)));
    let made = hall.ask("bob", "other", invite).unwrap();
    let accept = Command::Accept(challenge_of(&made.outgoing));
    hall.ask("ann", "other", accept).unwrap();
    let card = reply(hall.play("ann", "e4"));
    assert_says(&card.text, "One more game is waiting for your move.");
    assert_eq!(labels(&card), ["Next game"]);
    assert_eq!(hall.record(alone).ply(), 1);
    // After a press, no message is added.
    let asked = hall.pending();
    hall.engine_plays(&asked, "e7e5");
    let pressed = hall.act("ann", moving(Which::Id(alone), "d4"));
    assert!(is_silent(&pressed));
}

#[test]
fn a_list_of_games_opens_their_boards() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Leto);
    hall.challenge(Variant::Legan);
    let card = reply(hall.act("ann", Command::Games));
    assert_says(&card.text, "You challenged @t:bob to");
    let menu = card.menu.unwrap();
    let opened = menu.action.command(Some(&menu.options[0].value));
    assert_eq!(opened, Some(Command::Board(Which::Id(game))));
    let of_bob = reply(hall.act("bob", Command::Games)).text;
    assert_says(of_bob, "@t:ann challenges you to");
}

#[test]
fn a_move_goes_to_the_game_whose_code_comes_first() {
    let mut hall = Hall::new();
    let games = [(); 2].map(|()| hall.game(Variant::Latrunculi));
    let asked = reply(hall.act("ann", moving(Which::Mine, "e4")));
    assert!(asked.menu.is_some());
    for game in games {
        let named = format!("`{game}` e4");
        let played = hall.act("ann", moving(Which::Mine, &named));
        assert_eq!(game_of(&played.outgoing), game);
    }
    // Completion offers the moves of all games in which it is ann's turn, with the game's code.
    for game in games {
        hall.act("bob", moving(Which::Mine, &format!("{game} e5")));
    }
    let suggested = hall.suggest("ann", Completion::Move(Which::Mine), "Nf");
    let values: HashSet<_> = suggested.iter().map(|one| one.value.clone()).collect();
    assert_eq!(values, games.map(|game| format!("{game} g1f3")).into());
    let label = suggested[0].label.to_string();
    assert!(label.starts_with("Nf3 – Chess Latrunculi"), "{label}");
    assert_says(label, "bob");
    // Six letters that could be a code, but are a word.
    let played = hall.act("ann", moving(Which::Id(games[0]), "knight f3"));
    assert_eq!(game_of(&played.outgoing), games[0]);
    let foreign = moving(Which::Mine, &format!("{} e5", games[1]));
    hall.assert_refused("eve", foreign, Refusal::NoGame);
}

#[test]
fn the_move_panel_leads_from_piece_to_target() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    let panel = |ply| Action::Panel(game, ply).command(None).unwrap();
    let choose = |chosen| Action::ChoosePiece(game, 0).command(Some(chosen)).unwrap();
    let menu = |handled: Handled| reply(handled).menu.unwrap();
    let first = menu(hall.act("ann", panel(0)));
    let labels = option_labels(&first);
    assert_eq!(labels[..3], ["Knight b1", "Knight g1", "Pawn a2"]);
    assert_eq!(first.options[0].detail.to_string(), "Na3  Nc3");
    assert_eq!(first, menu(hall.act("ann", choose("+0"))));
    let second = menu(hall.act("ann", choose("b1")));
    assert_eq!(option_values(&second), ["b1a3", "b1c3"]);
    let chosen = second.action.command(Some("b1c3")).unwrap();
    hall.act("ann", chosen.clone());
    let (seen, now) = (0, 1);
    hall.assert_refused("ann", chosen, Refusal::Stale { game, seen, now });
    let refused = hall.refused("ann", panel(1));
    assert!(matches!(refused, Refusal::NotYourTurn { .. }));
}

/// The moves of a panel's buttons by label; empty if the panel is a menu.
fn buttons(hall: &mut Hall, action: Action) -> Vec<(String, Action)> {
    let card = reply(hall.act("ann", action.command(None).unwrap()));
    let buttons = card.menu_buttons.into_iter();
    buttons
        .map(|button| (button.label.to_string(), button.action))
        .collect()
}

#[test]
fn a_menu_stays_where_there_is_no_room_or_words_are_needed() {
    let mut hall = Hall::new();
    let mut offered = |variant, start: &str, piece: &str| {
        let game = hall.game_with_engine(from_position(variant, start));
        let pieces = buttons(&mut hall, Action::Panel(game, 0));
        let pick = pieces.iter().find(|(label, _)| label.ends_with(piece));
        pick.map(|(_, action)| buttons(&mut hall, *action).len())
    };
    let queens = "7k/8/8/3Q4/8/8/8/K7 w - - 0 1";
    let of_queen = offered(Variant::Latrunculi, queens, "d5");
    assert_eq!(of_queen, Some(0), "too many");
    assert_eq!(offered(Variant::Latrunculi, queens, "a1"), Some(3));
    let promotes = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(offered(Variant::Latrunculi, promotes, "a7"), Some(0));
    let throws = "6k1/8/4p3/3r4/8/8/L7/6K1 w - - 0 1";
    assert_eq!(offered(Variant::Leto, throws, "a2"), Some(0));
    assert_ne!(offered(Variant::Leto, throws, "g1"), Some(0));
}

#[test]
fn a_piece_that_loses_at_once_needs_a_menu() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    hall.play("ann", "d5d7");
    let panel = Action::Panel(game, 1).command(None).unwrap();
    let card = reply(hall.act("bob", panel.clone()));
    assert!(card.menu_buttons.is_empty() && card.menu.is_some());
    hall.set("bob", Setting::Warnings, "no");
    let card = reply(hall.act("bob", panel));
    assert!(!card.menu_buttons.is_empty());
}

#[test]
fn a_long_menu_is_paged() {
    let mut hall = Hall::new();
    let start = "7k/8/8/3Q4/8/8/8/K7 w - - 0 1";
    let game = hall.game_with_engine(from_position(Variant::Latrunculi, start));
    let mut seen = HashSet::new();
    let mut next = Action::ChoosePiece(game, 0).command(Some("d5"));
    while let Some(command) = next {
        let menu = reply(hall.act("ann", command)).menu.unwrap();
        assert!(menu.options.len() <= SelectMenu::MOST);
        let values = option_values(&menu);
        let more = values.last().filter(|value| value.contains('+'));
        next = more.and_then(|page| Action::ChooseMove(game, 0).command(Some(page)));
        seen.extend(values.into_iter().filter(|value| !value.contains('+')));
    }
    // A queen on d5 reaches every square of its lines.
    assert_eq!(seen.len(), 27);
}

#[test]
fn suggestions_fit_what_is_typed_best_fit_first() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    let suggest =
        |who: &str, typed: &str| hall.suggest(who, Completion::Move(Which::Id(game)), typed);
    let all = suggest("ann", "");
    assert_eq!(all.len(), 20);
    assert!(suggest("bob", "").is_empty(), "it is not bob's turn");
    let values = |typed: &str| {
        let values = suggest("ann", typed).into_iter().map(|s| s.value);
        values.collect::<Vec<_>>().join(" ")
    };
    for typed in ["N", "n", "knight", "Knights", "kni"] {
        assert_eq!(values(typed), "b1a3 b1c3 g1f3 g1h3", "{typed}");
    }
    assert_eq!(suggest("ann", "pawn").len(), 16);
    for (typed, found) in [
        ("Nf", "g1f3"),
        ("knight g1", "g1f3 g1h3"),
        ("b", "b2b3 b2b4 b1a3 b1c3"),
        ("b1", "b1a3 b1c3"),
        ("f3", "f2f3 g1f3"),
        ("E4", "e2e4"),
    ] {
        assert_eq!(values(typed), found);
    }
    assert_eq!(suggest("ann", "e2e4")[0].value, "e2e4");
    for nothing in ["zzz", "t", "castle", "bishop takes"] {
        assert!(suggest("ann", nothing).is_empty(), "{nothing}");
    }
    let games = |typed: &str| hall.suggest("ann", Completion::Game(Games::Own), typed);
    assert!(games("toto").is_empty());
    assert_eq!(games("")[0].value, game.to_string());
}

#[test]
fn a_suggestion_too_long_to_show_leaves_out_whole_parts() {
    let mut hall = Hall::new();
    let start = "6k1/6n1/5r2/4p3/8/2L5/1P6/R6K w - - 0 1";
    let game = hall.game_with_engine(from_position(Variant::Leto, start));
    let leap = "*2k1*/3p2/1p1p1p/6/1p1p1p/3p2/1S4/*1K1N* w - - 0 1";
    let chains = hall.game_with_engine(from_position(Variant::LeapMulti, leap));
    for game in [game, chains] {
        let all = hall.suggest("ann", Completion::Move(Which::Id(game)), "");
        assert!(!all.is_empty());
        for label in all.iter().map(|s| s.label.to_string()) {
            assert!(label.chars().count() <= 100, "{label}");
            let last = label.split([' ', ':']).next_back().unwrap();
            let whole = last == "there" || last.ends_with(|c: char| c.is_ascii_digit());
            assert!(whole, "cut: {label}");
        }
    }
    let leto = hall.suggest("ann", Completion::Move(Which::Id(game)), "Ld4");
    assert_eq!(leto[0].label.to_string(), "Ld4(e5xg7,a1-c3): Leto c3 to d4");
}

#[test]
fn why_not_adds_what_can_be_played_instead() {
    let mut hall = Hall::new();
    let why_not = |hall: &mut Hall, game, text: &str| {
        let why = Action::WhyNot(game, 0, text.parse().unwrap());
        reply(hall.act("ann", why.command(None).unwrap()))
    };
    let game = hall.game(Variant::Leto);
    for (text, instead) in [
        (
            "Nd4",
            "Your knights can make these moves: Na3, Nc3, Nf3, Nh3.",
        ),
        ("Bb4", "You can get to b4 with b4."),
        ("Bb5", "None of your pieces can go to b5 right now."),
        ("Rd4", "None of your rooks can move right now."),
    ] {
        let said = why_not(&mut hall, game, text).text.to_string();
        assert_eq!(said.split_once('\n').unwrap().1, instead);
    }
    let start = "k7/4l3/8/8/4N3/8/P3P3/4K3 w - - 0 1";
    let checked = hall.game_with_engine(from_position(Variant::Leto, start));
    let card = why_not(&mut hall, checked, "a3");
    let threat =
        "check: the Leto on e7 could throw your e4 knight over the e2 pawn onto your king on e1.";
    let said = format!("You'd still be in {threat}\nThese moves get you out of check: ");
    let text = card.text.to_string();
    assert!(text.starts_with(&said), "{text}");
    assert_eq!(card.board.unwrap().threats.len(), 2);
    let board = hall.text(Subject::Game(checked));
    assert_says(board, format!("You're in {threat}"));
}

#[test]
fn a_refusal_that_says_it_all_offers_the_move_menu() {
    let mut hall = Hall::new();
    hall.game(Variant::Leto);
    for (text, asks) in [
        ("hello", false),
        ("Ra4", true),
        ("Bb5", true),
        ("a1=Q", true),
    ] {
        let refusal = hall.refused("ann", moving(Which::Mine, text));
        let action = messages::refusal_controls(&refusal)[0][0].action;
        let is_question = matches!(action, Action::WhyNot(..));
        assert_eq!(is_question, asks, "{text}: {action:?}");
    }
}
