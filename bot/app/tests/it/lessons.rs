//! Lessons: solving them, wrong moves, stars, forged positions, and the offer.

use app::card::Card;
use app::effect::Subject;
use app::{Action, Command, GameId, LessonId, LessonPosition, Refusal, Setting, Terms};
use lessons::Attempt;
use rules_core::{Family, Game, Move, Variant};

use crate::common::{
    Hall, as_white, assert_says, change, game_of, has_label, is_silent, labels, learned, play,
    press, reply,
};
use crate::linking::begin_link;

fn lesson(id: &str) -> LessonId {
    id.parse().unwrap()
}

fn all() -> impl Iterator<Item = LessonId> {
    Family::ALL.into_iter().flat_map(LessonId::all_of)
}

fn stars(hall: &Hall, who: &str, lesson: LessonId) -> u8 {
    learned(hall, who).stars(&lesson.to_string())
}

fn open(hall: &mut Hall, at: LessonPosition) -> Card {
    reply(hall.act("ann", Command::Lesson(at, None)))
}

/// The moves of a step that solve it.
fn solution(lesson: LessonId, step: usize) -> Vec<Move> {
    let step = &lesson.lesson().steps[step];
    let (shown, solved) = (step.shown().moves().len(), step.solved());
    let own = solved.moves()[shown..].iter().step_by(2);
    own.copied().collect()
}

/// Picks the piece and the target of a move from a card's menus.
fn picked(hall: &mut Hall, card: &Card, game: &Game, mv: Move) -> Card {
    let shape = game.variant().shape();
    let pieces = card.menu.as_ref().unwrap();
    let square = shape.name(mv.from()).to_string();
    let piece = pieces.action.command(Some(&square)).unwrap();
    let mut targets = reply(hall.act("ann", piece));
    let uci = mv.uci(shape).to_string();
    // The menus of chains of captures go on.
    loop {
        let menu = targets.menu.unwrap();
        let is_listed = menu.options.iter().any(|option| option.value == uci);
        let last = menu.options.last().unwrap().value.clone();
        let value = if is_listed { &uci } else { &last };
        let card = reply(hall.act("ann", menu.action.command(Some(value)).unwrap()));
        if is_listed {
            return card;
        }
        targets = card;
    }
}

/// Solves a lesson from this card on; returns the card at its end.
fn solved(hall: &mut Hall, lesson: LessonId, mut card: Card) -> Card {
    for n in 0..lesson.lesson().steps.len() {
        for mv in solution(lesson, n) {
            let game = card.board.as_ref().unwrap().game.clone();
            card = picked(hall, &card, &game, mv);
        }
        if n + 1 < lesson.lesson().steps.len() {
            assert_eq!(labels(&card), ["Next"], "{lesson}");
            card = reply(hall.act("ann", press(&card, "Next")));
        }
    }
    card
}

/// A step and a legal move that does not solve it, which loses at once or not.
fn wrong(loses: bool) -> (LessonId, String) {
    let found = all().find_map(|lesson| {
        let step = &lesson.lesson().steps[0];
        let game = step.game(&[])?;
        let moves = game.legal_moves();
        let mut moves = moves.iter().copied();
        let mv = moves.find(|&mv| {
            step.attempt(&[], mv) == Attempt::Wrong && (game.blunders(&[mv]) != [None]) == loses
        })?;
        Some((lesson, mv.uci(game.variant().shape()).to_string()))
    });
    found.unwrap()
}

fn attempt(hall: &mut Hall, at: LessonPosition, text: &str) -> Card {
    reply(hall.act("ann", Command::TryInLesson(at, text.to_owned())))
}

/// The position that a card's picker is for.
fn position(card: &Card) -> LessonPosition {
    match card.menu.as_ref().unwrap().action {
        Action::LessonPiece(at) | Action::LessonMove(at) => at,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_lesson_is_solved_with_its_controls_and_earns_three_stars() {
    let mut hall = Hall::new();
    for lesson in all() {
        let card = open(&mut hall, LessonPosition::first(lesson));
        let arrow = lesson.lesson().steps[0].arrow;
        assert_eq!(card.board.as_ref().unwrap().next, arrow, "{lesson}");
        let end = solved(&mut hall, lesson, card);
        assert_says(&end.text, "★★★");
        assert_eq!(stars(&hall, "ann", lesson), 3, "{lesson}");
    }
}

#[test]
fn learning_goes_on_with_the_first_lesson_without_stars() {
    let mut hall = Hall::new();
    let learn = Command::Learn(Some(Family::Leto));
    for lesson in LessonId::all_of(Family::Leto) {
        let card = reply(hall.act("ann", learn.clone()));
        assert_eq!(position(&card), LessonPosition::first(lesson));
        let end = solved(&mut hall, lesson, card);
        let is_last = LessonId::all_of(Family::Leto).last() == Some(lesson);
        assert_eq!(has_label(&end, "Next lesson"), !is_last);
        assert_eq!(has_label(&end, "Puzzle"), is_last);
    }
    let list = reply(hall.act("ann", learn));
    assert_says(&list.text, "Leto Chess");
    let menu = list.menu.unwrap();
    let mut options = menu.options.iter();
    assert!(options.all(|option| option.detail.to_string() == "★★★"));
    let games = reply(hall.act("ann", Command::Learn(None)));
    let menu = games.menu.unwrap();
    assert_eq!(menu.options.len(), 5);
    let toto40 = menu.action.command(Some("toto40"));
    assert_eq!(toto40, Some(Command::Learn(Some(Family::Toto40))));
}

#[test]
fn after_a_wrong_move_the_position_stands_with_a_star_less() {
    let mut hall = Hall::new();
    let (lesson, uci) = wrong(false);
    let first = LessonPosition::first(lesson);
    let before = open(&mut hall, first);
    let after = attempt(&mut hall, first, &uci);
    assert_says(&after.text, "is legal, but not what you're asked for");
    let fen = |card: &Card| card.board.as_ref().unwrap().game.position().fen();
    assert_eq!(fen(&before), fen(&after));
    assert_eq!(position(&after).to_string(), format!("{lesson}.0.1h"));
    // The hint stays while a piece is chosen.
    let hint = |card: &Card| card.text.to_string().contains("Hint: ");
    let pieces = after.menu.as_ref().unwrap();
    let piece = pieces.action.command(Some(&pieces.options[0].value));
    let targets = reply(hall.act("ann", piece.unwrap()));
    assert_eq!(hint(&after), hint(&targets));
    assert!(!hint(&before));
    // One that loses at once is shown with the answer to it.
    let (lesson, uci) = wrong(true);
    let lost = attempt(&mut hall, LessonPosition::first(lesson), &uci);
    assert_says(&lost.text, "This loses at once");
    let again = reply(hall.act("ann", press(&lost, "Try again")));
    let shown = lesson.lesson().steps[0].shown();
    assert_eq!(fen(&again), shown.position().fen());
    assert_eq!(position(&again).to_string(), format!("{lesson}.0.1h"));
}

#[test]
fn an_illegal_move_costs_a_star_and_what_is_no_move_does_not() {
    let mut hall = Hall::new();
    for (at, text, says, then) in [
        ("leto-throw.0.0", "Kg1a8", "king", "leto-throw.0.1h"),
        ("leto-throw.0.0", "hello", "can't read", "leto-throw.0.0"),
        // Part of a chain.
        ("leap-chains.0.0", "Sxe4", "Sxe4xe6xe8", "leap-chains.0.0"),
    ] {
        let card = attempt(&mut hall, at.parse().unwrap(), text);
        assert_says(&card.text, says);
        assert_eq!(position(&card).to_string(), then);
        if text == "Kg1a8" {
            // The piece is marked, as in a game.
            assert!(card.board.unwrap().selected.is_some());
        }
    }
}

#[test]
fn misses_cost_stars_and_a_worse_result_never_replaces_a_better_one() {
    let mut hall = Hall::new();
    let id = lesson("leto-throw");
    for (misses, expected, best) in [(3, 1, 1), (2, 2, 2), (1, 2, 2), (0, 3, 3), (3, 1, 3)] {
        let mut card = open(&mut hall, LessonPosition::first(id));
        for _ in 0..misses {
            card = attempt(&mut hall, position(&card), "Kg1a8");
        }
        let end = solved(&mut hall, id, card);
        let shown = end.text.to_string().matches('★').count();
        assert_eq!(shown, expected, "{misses}");
        assert_eq!(stars(&hall, "ann", id), best, "{misses}");
        assert_eq!(has_label(&end, "Again"), expected < 3);
    }
}

#[test]
fn a_reply_is_shown_with_the_next_board() {
    let mut hall = Hall::new();
    let found = all().find_map(|lesson| {
        let steps = lesson.lesson().steps.len();
        let step = (0..steps).find(|&step| solution(lesson, step).len() > 1)?;
        Some((lesson, step))
    });
    let (lesson, step) = found.unwrap();
    let at: LessonPosition = format!("{lesson}.{step}.0").parse().unwrap();
    let card = open(&mut hall, at);
    let game = card.board.as_ref().unwrap().game.clone();
    let mv = solution(lesson, step)[0];
    let card = picked(&mut hall, &card, &game, mv);
    let after = &card.board.as_ref().unwrap().game;
    assert_eq!(after.ply(), game.ply() + 2);
    let uci = mv.uci(game.variant().shape());
    assert_eq!(position(&card).to_string(), format!("{at}.{uci}"));
    let mut before = after.clone();
    let reply = before.undo().unwrap();
    assert_says(&card.text, before.san(reply));
}

#[test]
fn a_forged_position_is_refused_and_earns_nothing() {
    let mut hall = Hall::new();
    for moves in ["a2a3", "g1g2", "a2c4", "a2c4,g8h8", "z9z9", "a2c4,a2c4"] {
        let Ok(at) = format!("leto-throw.0.0.{moves}").parse() else {
            continue;
        };
        let attempt = Command::TryInLesson(at, "a2c4".to_owned());
        for command in [Command::Lesson(at, None), attempt] {
            let refused = hall.refused("ann", command);
            assert_eq!(refused, Refusal::NotInLesson, "{moves}");
        }
    }
    assert_eq!(stars(&hall, "ann", lesson("leto-throw")), 0);
}

#[test]
fn lessons_can_be_read_without_pictures() {
    let mut hall = Hall::new();
    hall.act("ann", change(Setting::WordsOnly, "yes"));
    for lesson in all() {
        let card = open(&mut hall, LessonPosition::first(lesson));
        assert!(card.board.is_none(), "{lesson}");
        assert!(card.menu_buttons.is_empty(), "{lesson}");
        assert_says(&card.text, "king");
    }
}

#[test]
fn the_game_after_a_lesson_is_for_members_against_the_lowest_level_as_white() {
    let mut hall = Hall::new();
    let id = lesson("leto-throw");
    let end = |hall: &mut Hall| {
        let card = open(hall, LessonPosition::first(id));
        solved(hall, id, card)
    };
    hall.context.guest = true;
    for label in ["Play level 1", "Play a coached game"] {
        assert!(!has_label(&end(&mut hall), label), "{label}");
    }
    hall.context.guest = false;
    let end_of_first = end(&mut hall);
    let begun = hall.act("ann", press(&end_of_first, "Play a coached game"));
    let record = hall.record(game_of(&begun.outgoing));
    assert_eq!(record.seats.white.name(), "ann");
    assert_eq!(record.seats.black.name(), "Delos at level 1");
    hall.won("ann", "bob", Variant::Leto);
    assert!(has_label(&end(&mut hall), "Play level 1"));
}

/// The offer below the board of a game that has just begun, if it is there.
fn offer(hall: &Hall, game: GameId) -> Option<Command> {
    let card = hall.shown(Subject::Game(game)).card;
    let is_said = card.text.to_string().contains("Press Learn to try it");
    let is_there = has_label(&card, "Learn");
    assert_eq!(is_said, is_there, "{card:?}");
    is_there.then(|| press(&card, "Learn"))
}

#[test]
fn a_board_offers_lessons_to_newcomers_until_the_first_moves() {
    let mut hall = Hall::new();
    let begun = hall.act("ann", play(as_white(Terms::of(Variant::LetoKwagga))));
    assert!(is_silent(&begun), "the board is enough");
    let game = game_of(&begun.outgoing);
    let new = "New to Leto Chess with Kwaggas? Press Learn to try it in a few moves, or Rules";
    assert_says(hall.text(Subject::Game(game)), new);
    let learn = Command::Learn(Some(Family::Leto));
    assert_eq!(offer(&hall, game), Some(learn.clone()));
    let moved = hall.play("ann", "e4");
    hall.engine_plays(&moved.outgoing, "e7e5");
    assert_eq!(offer(&hall, game), None);
    // A player may know the game already.
    hall.won("ann", "bob", Variant::Leto);
    let game = hall.between("ann", "dan", Terms::of(Variant::Leto));
    assert_eq!(offer(&hall, game), Some(learn));
}

#[test]
fn someone_who_has_finished_a_game_or_a_lesson_is_not_offered_its_lessons() {
    let mut hall = Hall::new();
    hall.won("ann", "bob", Variant::Leto);
    let game = hall.game_with_engine(Terms::of(Variant::Leto));
    assert_eq!(offer(&hall, game), None);
    let id = lesson("toto40-line");
    let card = open(&mut hall, LessonPosition::first(id));
    solved(&mut hall, id, card);
    let game = hall.game_with_engine(Terms::of(Variant::Toto40));
    assert_eq!(offer(&hall, game), None);
    let game = hall.game_with_engine(Terms::of(Variant::Legan));
    assert!(offer(&hall, game).is_some(), "another game");
}

#[test]
fn linked_accounts_keep_the_better_result_of_each_lesson() {
    let mut hall = Hall::new();
    let id = lesson("leto-throw");
    let last = id.lesson().steps.len() - 1;
    let moves = solution(id, last);
    let shape = id.lesson().steps[last].variant().shape();
    let [mv] = moves[..] else {
        panic!("the last step of leto-throw has one move");
    };
    for (who, misses) in [("discord:ann", 3), ("matrix:@ann", 1)] {
        let at = format!("{id}.{last}.{misses}").parse().unwrap();
        hall.act(who, Command::TryInLesson(at, mv.uci(shape).to_string()));
    }
    begin_link(&mut hall, "discord:ann", "matrix:@ann");
    assert_eq!(stars(&hall, "discord:ann", id), 2);
}

#[test]
fn the_lesson_that_is_offered_takes_at_most_five_moves() {
    for family in Family::ALL {
        let first = LessonId::all_of(family).next().unwrap();
        let steps = 0..first.lesson().steps.len();
        let moves: usize = steps.map(|step| solution(first, step).len()).sum();
        assert!(moves <= 5, "{first}: {moves}");
    }
}

#[test]
fn throws_come_first_among_a_letos_moves_and_the_arrow_stays() {
    let mut hall = Hall::new();
    let first = LessonPosition::first(lesson("leto-throw"));
    let card = open(&mut hall, first);
    let piece = card.menu.as_ref().unwrap().action.command(Some("a2"));
    let targets = reply(hall.act("ann", piece.unwrap()));
    let options = targets.menu.unwrap().options;
    assert_eq!(options[0].value, "a2c4");
    let arrow = first.lesson.lesson().steps[0].arrow;
    assert_eq!(targets.board.unwrap().next, arrow);
}

#[test]
fn menus_of_lessons_and_puzzles_do_not_mark_checks_and_mates() {
    let mut hall = Hall::new();
    let puzzles = LessonId::puzzles_of(Family::Latrunculi);
    let mut hidden = 0;
    for id in LessonId::all_of(Family::Leto).chain(puzzles.take(30)) {
        let card = open(&mut hall, LessonPosition::first(id));
        let game = card.board.unwrap().game;
        let mv = solution(id, 0)[0];
        hidden += usize::from(game.san(mv).ends_with(['+', '#']));
        let pieces = card.menu.unwrap();
        let square = game.variant().shape().name(mv.from()).to_string();
        let targets = pieces.action.command(Some(&square)).unwrap();
        let targets = reply(hall.act("ann", targets));
        let buttons = targets.menu_buttons.iter().map(|button| &button.label);
        let moves = &targets.menu.as_ref().unwrap().options;
        let options = pieces.options.iter().chain(moves);
        let options = options.flat_map(|option| [&option.label, &option.detail]);
        for words in options.chain(buttons) {
            assert!(!words.to_string().contains(['+', '#']), "{id}: {words}");
        }
    }
    assert!(hidden > 5, "{hidden}");
}

#[test]
fn a_move_that_ends_the_game_says_how() {
    let mut hall = Hall::new();
    for (at, text, says) in [
        ("leap-win.0.0", "c3c5", "win: Black has only the king left"),
        ("leap-win.1.0", "f4d6", "win: Black has no legal move"),
        ("leap-win.2.0", "d4d6", "You win by checkmate"),
        ("toto40-king.0.0", "f5e6", "captured Black's king"),
        ("leto-moved.5.0", "d4d5", "draw: neither side can win"),
    ] {
        let card = attempt(&mut hall, at.parse().unwrap(), text);
        assert_says(&card.text, says);
    }
}

#[test]
fn a_lesson_is_posted_for_everyone_to_try_alone() {
    let mut hall = Hall::new();
    let first = LessonPosition::first(lesson("leto-throw"));
    let card = open(&mut hall, first);
    let posted = hall.act("ann", press(&card, "Learn together"));
    let message = hall.announced(&posted);
    let board = message.board.as_ref().unwrap();
    assert!(board.next.is_some(), "its words follow an arrow");
    let shown = *board.game.position();
    let his = reply(hall.act("bob", press(&message, "Try it")));
    assert_eq!(*his.board.unwrap().game.position(), shown);
    // A later position would begin with what someone else has found.
    let second = open(&mut hall, "leto-throw.1.0".parse().unwrap());
    assert!(!has_label(&second, "Learn together"));
}
