//! The first minute: words instead of moves, the choice of a game, how to move.

use app::card::Card;
use app::commands::{Said, said};
use app::{
    Action, ColorWish, Command, Failure, Level, Limits, NewGame, Occasion, Person, Refusal, Report,
    ServerId, Setting, Site, Terms, Timestamp, Which, Word, messages,
};
use rules_core::{Color, Game, Variant};
use text::chess::move_in_words;

use crate::common::{Hall, assert_silent_about, game_of, option_values, person, reply, venue};

/// Calls `each` on the positions of a game of moves that look random.
fn wander(variant: Variant, mut each: impl FnMut(&Game)) {
    let mut game = Game::new(variant);
    let mut dice: usize = 7;
    for _ in 0..60 {
        each(&game);
        let moves = game.legal_moves().to_vec();
        if game.outcome().is_some() || moves.is_empty() {
            return;
        }
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        game.play(moves[(dice >> 33) % moves.len()]).unwrap();
    }
}

#[test]
fn no_legal_move_reads_like_a_word() {
    for variant in Variant::ALL {
        wander(variant, |game| {
            for (word, _) in Word::all_phrases() {
                assert!(game.read(word).is_err(), "{variant}: {word}");
            }
            for mv in game.legal_moves() {
                let uci = mv.uci(variant.shape()).to_string();
                assert_eq!(Word::read(&game.san(mv)), None);
                assert_eq!(Word::read(&uci), None);
                let is_move = |text: &str| matches!(said(text), Some(Said::Move(_)));
                assert!(is_move(&game.san(mv)) && is_move(&uci), "{uci}");
                let words = move_in_words(game, mv).to_string();
                assert!(words.len() < 200 && is_move(&words), "{words}");
            }
        });
    }
}

#[test]
fn words_are_read_in_any_case_with_any_punctuation() {
    for (text, word) in [
        ("Draw?", Word::Draw),
        ("THANKS!!!", Word::Thanks),
        (" hi :) ", Word::Help),
        ("take back", Word::TakeBack),
        ("undo.", Word::TakeBack),
    ] {
        assert_eq!(Word::read(text), Some(word), "{text}");
    }
    for text in ["", "?", "d4", "hi, what's up", "draws", "O-O", "resign e4"] {
        assert_eq!(Word::read(text), None, "{text}");
    }
}

#[test]
fn a_game_that_is_only_named_begins_where_the_person_plays_no_other() {
    let mut hall = Hall::new();
    let begin = || Command::Begin(Variant::Toto40);
    let game = game_of(&hall.act("ann", begin()).outgoing);
    assert_eq!(hall.record(game).variant, Variant::Toto40);
    let menu = reply(hall.act("ann", begin())).menu.unwrap();
    assert_eq!(menu.prompt.to_string(), "Choose a game");
    let elsewhere = hall.ask("ann", "other", begin()).unwrap();
    assert_ne!(game_of(&elsewhere.outgoing), game);
}

#[test]
fn in_the_first_games_of_a_kind_against_the_engine_a_person_is_white() {
    let limits = Limits {
        hourly: 100,
        ..Limits::default()
    };
    let mut hall = Hall::with(limits);
    let begin = |hall: &mut Hall| {
        let id = hall.game_with_engine(Terms::of(Variant::Leto));
        hall.record(id)
    };
    for _ in 0..3 {
        let record = begin(&mut hall);
        assert_eq!(record.side_of(&person("ann").id), Some(Color::White));
        let moved = hall.play("ann", "e4");
        hall.engine_plays(&moved.outgoing, "e7e5");
        hall.act("ann", Command::Resign(record.id));
    }
    let is_black = |_| begin(&mut hall).side_of(&person("ann").id) == Some(Color::Black);
    assert!((0..10).any(is_black));
}

/// The move in the line of how to move.
fn example(line: &str) -> &str {
    let (_, example) = line.split_once("like ").unwrap();
    example.trim_end_matches('.')
}

#[test]
fn examples_of_moves_are_legal_in_the_very_position_and_in_the_form() {
    for variant in Variant::ALL {
        let mut hall = Hall::new();
        let id = hall.game(variant);
        let record = hall.record(id);
        wander(variant, |game| {
            if game.legal_moves().is_empty() {
                return;
            }
            let line = messages::how_to_move(&record, Site::First, game).to_string();
            let mv = game.read(example(&line));
            assert!(mv.is_ok(), "{variant}: {line}");
            // No example loses at once, if another move does not.
            let loses = |mv| game.blunders(&[mv]) != [None];
            if loses(mv.unwrap()) {
                assert!(game.legal_moves().iter().all(|&mv| loses(mv)), "{line}");
            }
        });
        let form = hall.app.form(&person("ann"), Action::WriteMove(id, 0));
        let form = form.unwrap().expect("a form");
        let examples = form.fields[0].example.to_string();
        let game = Game::new(variant);
        let moves: Vec<_> = examples.split(", ").filter(|&part| part != "...").collect();
        assert!(moves.len() >= 2, "{examples}");
        for text in moves {
            assert!(game.read(text).is_ok(), "{variant}: {examples}");
        }
        assert!(examples.chars().count() <= 100);
        let refused = hall.app.form(&person("eve"), Action::WriteMove(id, 0));
        let is_refused = matches!(refused, Err(Failure::Refused(Refusal::NotAPlayer(_))));
        assert!(is_refused);
    }
}

/// The card that answers a command, in a room of the server or directly.
fn told(hall: &mut Hall, on_server: bool, command: Command) -> Result<Card, Refusal> {
    let venue = venue("t:room", on_server.then_some("t:server"));
    match hall.handle(person("ann"), venue, command) {
        Ok(handled) => Ok(reply(handled)),
        Err(Failure::Refused(refusal)) => Err(refusal),
        Err(failure) => panic!("{failure:?}"),
    }
}

#[test]
fn direct_messages_never_recommend_a_challenge() {
    let mut hall = Hall::new();
    let terms = Terms::of(Variant::Leto);
    for command in [
        Command::Help(Occasion::Asked),
        Command::Help(Occasion::Thanked),
        Command::About,
        Command::Games,
        Command::Board(Which::Mine),
        Command::Hint(Which::Mine),
        Command::GamesHere,
        Command::RulesOfGame(Which::Mine),
        Command::ChooseGame(NewGame::play(&terms, Level::LOWEST)),
        Command::ChooseGame(NewGame::challenge(&terms, None)),
    ] {
        let (words, controls) = match told(&mut hall, false, command.clone()) {
            Ok(card) => (card.text, card.controls),
            Err(refusal) => {
                let controls = messages::refusal_controls(&refusal);
                (messages::refusal(&refusal), controls)
            }
        };
        assert_silent_about(&words, "/challenge");
        for button in controls.iter().flatten() {
            assert_ne!(button.label.to_string(), "Challenge", "{command:?}");
        }
    }
}

#[test]
fn help_is_the_welcome_where_that_is_due_and_shows_it_once() {
    let mut hall = Hall::new();
    let server = ServerId::new("t:server");
    let since = Timestamp(hall.now);
    hall.report(Report::Joined(&server, None, since));
    let mut asks = |occasion| {
        let help = reply(hall.act("ann", Command::Help(occasion)));
        help.text.to_string().contains("Thanks for inviting me!")
    };
    assert!(!asks(Occasion::Thanked));
    assert!(asks(Occasion::Asked));
    assert!(!asks(Occasion::Asked));
    assert!(!hall.app.owes_welcome(&server).unwrap());
}

#[test]
fn a_servers_usual_game_is_first_and_one_press_away() {
    let mut hall = Hall::new();
    hall.context.manages = true;
    hall.set("max", Setting::Variant, "toto40");
    let terms = Terms::of(Variant::Leto);
    let command = Command::ChooseGame(NewGame::challenge(&terms, Some(&person("bob"))));
    let card = told(&mut hall, true, command).unwrap();
    assert_eq!(option_values(&card.menu.unwrap())[0], "toto40");
    let Some(Command::Challenge { opponent, terms }) = card.controls[0][0].action.command(None)
    else {
        panic!("it begins the usual game");
    };
    assert_eq!(terms.variant, Variant::Toto40);
    assert_eq!(opponent, Some(person("bob")));
}

#[test]
fn the_menu_of_terms_speaks_of_the_challengers_own_color() {
    let mut hall = Hall::new();
    let command = Command::ChooseGame(NewGame::challenge(&Terms::of(Variant::Leto), None));
    let card = told(&mut hall, true, command).unwrap();
    let menu = card.second_menu.unwrap();
    let mut options = menu.options.iter();
    let white = options.find(|option| option.label.to_string() == "I play White");
    let change = menu.action.command(Some(&white.unwrap().value)).unwrap();
    let card = told(&mut hall, true, change).unwrap();
    let text = card.text.to_string();
    assert!(text.ends_with("You move first."), "{text}");
    let begin = card.menu.unwrap().action.command(Some("leto")).unwrap();
    let Command::Challenge { terms, .. } = begin else {
        panic!("a challenge");
    };
    assert_eq!(terms.color, ColorWish::Only(Color::White));
}

#[test]
fn a_challenge_that_could_never_be_accepted_is_refused_before_the_menu() {
    let mut hall = Hall::new();
    let mut choose = |terms: &Terms, to: Option<&Person>| {
        let command = Command::ChooseGame(NewGame::challenge(terms, to));
        told(&mut hall, true, command).map(|card| card.text.to_string())
    };
    let terms = Terms::of(Variant::Leto);
    let own = choose(&terms, Some(&person("ann")));
    assert_eq!(own, Err(Refusal::SelfChallenge));
    let rated = Terms {
        rated: true,
        ..terms
    };
    assert_eq!(choose(&rated, None), Err(Refusal::NotRatable));
}
