//! Puzzles: which one comes, what an answer does to the rating, and that only the first one counts.

use app::card::Card;
use app::effect::{Answer, WrongMove};
use app::store::Key;
use app::{
    Action, Command, LessonId, LessonPosition, PuzzleFigures, PuzzleTheme, Refusal, Setting,
    Solver, Vote,
};
use lessons::{Attempt, Theme};
use rules_core::{Family, Move};

use crate::common::{
    Hall, assert_says, assert_silent_about, change, has_label, labels, learned, person, press,
    reply,
};
use crate::linking::begin_link;

fn puzzle(id: &str) -> LessonId {
    id.parse().unwrap()
}

fn solver(hall: &Hall, who: &str) -> Solver {
    learned(hall, who).solver(Family::Leto)
}

fn first(family: Family) -> Command {
    Command::Puzzle(Some(family), None)
}

/// The puzzle that a card is about.
pub(crate) fn shown(card: &Card) -> LessonPosition {
    match card.menu.as_ref().unwrap().action {
        Action::LessonPiece(at) => at,
        ref other => panic!("{other:?}"),
    }
}

pub(crate) fn solution(puzzle: LessonId) -> Vec<Command> {
    let step = &puzzle.lesson().steps[0];
    let shape = step.variant().shape();
    let uci = |mv: &Move| mv.uci(shape).to_string();
    let line = step.solved();
    let own: Vec<String> = line.moves()[1..].iter().step_by(2).map(uci).collect();
    let at = |before: &[String]| format!("{puzzle}.0.0.{}", before.join(","));
    let tries = own.iter().enumerate().map(|(n, mv)| {
        let at = at(&own[..n]);
        Command::TryInLesson(at.trim_end_matches('.').parse().unwrap(), mv.clone())
    });
    tries.collect()
}

pub(crate) fn solve(hall: &mut Hall, who: &str, puzzle: LessonId) -> Card {
    let mut answers = solution(puzzle).into_iter();
    let answers = answers
        .by_ref()
        .map(|command| reply(hall.act(who, command)));
    answers.last().unwrap()
}

/// A legal move that does not solve the puzzle.
pub(crate) fn wrong(puzzle: LessonId) -> Command {
    let step = &puzzle.lesson().steps[0];
    let game = step.game(&[]).unwrap();
    let moves = game.legal_moves();
    let mut moves = moves.iter();
    let mv = moves.find(|mv| step.attempt(&[], **mv) == Attempt::Wrong);
    let uci = mv.unwrap().uci(step.variant().shape()).to_string();
    Command::TryInLesson(LessonPosition::first(puzzle), uci)
}

#[test]
fn puzzles_of_every_game_are_solved_and_followed_by_others() {
    let mut hall = Hall::new();
    for family in Family::ALL {
        let mut card = reply(hall.act("ann", first(family)));
        for _ in 0..10 {
            let at = shown(&card);
            assert_says(&card.text, "to move");
            let solved = solve(&mut hall, "ann", at.lesson);
            assert_says(&solved.text, "Right!");
            assert_eq!(labels(&solved)[0], "Next puzzle");
            card = reply(hall.act("ann", press(&solved, "Next puzzle")));
            assert_ne!(shown(&card).lesson, at.lesson);
        }
        let solver = learned(&hall, "ann").solver(family);
        assert_eq!((solver.answered(), solver.solved.len()), (10, 10));
        assert!(solver.rating.points() > 1700, "{:?}", solver.rating);
        let next = shown(&card).lesson.lesson().rating.unwrap();
        assert!(next > 1600, "they grow harder: {next}");
    }
}

#[test]
fn only_the_first_answer_to_a_puzzle_counts() {
    let mut hall = Hall::new();
    let id = puzzle("leto-p1");
    // A move that cannot be played is none.
    for text in ["a1a1", "hello", "Ka9", ""] {
        let at = LessonPosition::first(id);
        hall.act("ann", Command::TryInLesson(at, text.to_owned()));
    }
    assert_eq!(solver(&hall, "ann"), Solver::default());
    let card = reply(hall.act("ann", wrong(id)));
    assert!(has_label(&card, "Show the solution"));
    let failed = solver(&hall, "ann");
    assert!(failed.failed.contains(&1) && failed.answered() == 1);
    assert_says(&card.text, "Your puzzle rating");
    assert!(failed.rating.points() < 1500);
    for again in [wrong(id), Command::Solution(LessonPosition::first(id))] {
        hall.act("ann", again);
        assert_eq!(solver(&hall, "ann"), failed);
    }
    let solved = solve(&mut hall, "ann", id);
    assert_silent_about(&solved.text, "Your puzzle rating");
    assert_eq!(solver(&hall, "ann"), failed);
    // On two devices at once.
    for _ in 0..2 {
        solve(&mut hall, "bob", id);
    }
    let his = solver(&hall, "bob");
    assert!(his.solved.contains(&1) && his.answered() == 1);
}

/// Tries a wrong move that loses nothing at once, once so many moves of the solution are made.
fn miss(hall: &mut Hall, puzzle: LessonId, made: usize) -> WrongMove {
    let step = &puzzle.lesson().steps[0];
    let before: Vec<Move> = step.solved().moves()[1..][..2 * made].to_vec();
    let game = step.game(&before).unwrap();
    let moves = game.legal_moves();
    let is_quiet =
        |&mv: &Move| step.attempt(&before, mv) == Attempt::Wrong && game.blunders(&[mv]) == [None];
    let mv = moves.iter().copied().find(is_quiet).unwrap();
    let Command::TryInLesson(at, _) = solution(puzzle).remove(made) else {
        panic!("an attempt");
    };
    let text = mv.uci(step.variant().shape()).to_string();
    let command = Command::TryInLesson(at, text);
    match hall.act("ann", command).answer {
        Answer::Wrong(wrong) => *wrong,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_wrong_move_is_shown_with_the_reply_to_it_and_counts_once() {
    let mut hall = Hall::new();
    let mut puzzles = LessonId::puzzles_of(Family::Leto);
    let id = puzzles.find(|id| solution(*id).len() > 1).unwrap();
    for (n, made) in [0, 0, 1, 0].into_iter().enumerate() {
        let in_words = n == 3;
        if in_words {
            hall.act("ann", change(Setting::WordsOnly, "yes"));
        }
        let wrong = miss(&mut hall, id, made);
        assert_eq!(solver(&hall, "ann").answered(), 1);
        let mut after = wrong.game.clone();
        after.play(wrong.mv).unwrap();
        let reply_to_it = after.legal_moves()[0];
        let unanswered = wrong.unanswered.clone();
        let card = wrong.answered(reply_to_it);
        assert_says(&card.text, format!("answers {}", after.san(reply_to_it)));
        for card in [&card, &unanswered] {
            let is_rated = card.text.to_string().contains("Your puzzle rating");
            assert_eq!(is_rated, n == 0, "{}", card.text);
        }
        let board = card.board.as_ref();
        let arrow = board.map(|board| (*board.game.position(), board.next));
        let expected = (*after.position(), Some(reply_to_it));
        assert_eq!(arrow, (!in_words).then_some(expected));
        let controls = ["Try again", "Type a move", "Show the solution"];
        assert_eq!(labels(&card), controls);
        let again = reply(hall.act("ann", press(&card, "Try again")));
        assert_eq!(shown(&again), shown(&unanswered));
    }
}

#[test]
fn the_controls_of_every_puzzle_fit_into_a_message_after_a_wrong_move() {
    let mut hall = Hall::new();
    let mut most = 0;
    for id in Family::ALL.into_iter().flat_map(LessonId::puzzles_of) {
        let card = reply(hall.act("ann", wrong(id)));
        let rows = card.controls.len() + card.menu_buttons.len().div_ceil(5);
        let widest = card.controls.iter().map(Vec::len).max();
        assert!(rows <= 5 && widest <= Some(5), "{id}: {rows} rows");
        most = most.max(rows);
    }
    assert_eq!(most, 5, "the fullest one");
}

#[test]
fn a_solution_seen_without_an_answer_counts_as_a_wrong_one() {
    let mut hall = Hall::new();
    let id = puzzle("leto-p2");
    let card = reply(hall.act("ann", Command::Solution(LessonPosition::first(id))));
    let line = id.lesson().steps[0].solved();
    assert_says(&card.text, line.sans().last().unwrap());
    assert_eq!(card.board.unwrap().game.position(), line.position());
    let solver = solver(&hall, "ann");
    assert!(solver.failed.contains(&2) && solver.answered() == 1);
    let lesson = Command::Solution(LessonPosition::first(puzzle("leto-throw")));
    hall.assert_refused("ann", lesson, Refusal::NotInLesson);
}

#[test]
fn positions_that_no_control_leads_to_tell_nothing_for_free() {
    let mut hall = Hall::new();
    let long = |id: &LessonId| solution(*id).len() > 1;
    let ids: Vec<_> = LessonId::puzzles_of(Family::Leto).filter(long).collect();
    for (n, id) in ids[..2].iter().enumerate() {
        let Command::TryInLesson(_, text) = wrong(*id) else {
            panic!("an attempt");
        };
        let forged: LessonPosition = format!("{id}.0.0.{text}").parse().unwrap();
        let command = match n {
            0 => Command::Lesson(forged, None),
            _ => Command::TryInLesson(forged, text),
        };
        let card = reply(hall.act("ann", command.clone()));
        assert_says(&card.text, "counts as a wrong answer");
        assert_eq!(solver(&hall, "ann").failed.len(), n + 1);
        hall.assert_refused("ann", command, Refusal::NotInLesson);
    }
}

#[test]
fn whoever_has_answered_all_puzzles_of_a_game_is_told() {
    let mut hall = Hall::new();
    for id in LessonId::puzzles_of(Family::Leto) {
        hall.act("ann", Command::Solution(LessonPosition::first(id)));
    }
    let card = reply(hall.act("ann", first(Family::Leto)));
    assert_says(&card.text, "You've answered all the puzzles for Leto Chess");
    assert!(card.menu.is_some(), "other games");
}

#[test]
fn puzzles_are_asked_for_by_theme() {
    let mut hall = Hall::new();
    for &theme in PuzzleTheme::ALL {
        let mut card = reply(hall.act("ann", Command::Puzzle(None, Some(theme))));
        let mut puzzles = Vec::new();
        while puzzles.len() < 3 {
            let at = shown(&card);
            let themes = lessons::themes(&at.lesson.lesson().steps[0]);
            let mut themes = themes.into_iter().filter_map(PuzzleTheme::of);
            assert!(themes.any(|of| of == theme), "{theme:?}: {}", at.lesson);
            puzzles.push(at.lesson.to_string());
            hall.act("ann", Command::Solution(at));
            card = reply(hall.act("ann", Command::Puzzle(None, Some(theme))));
        }
    }
    // A theme of another game.
    let none = Command::Puzzle(Some(Family::Legan), Some(PuzzleTheme::Throw));
    let card = reply(hall.act("ann", none));
    assert_says(&card.text, "has no puzzles with this theme: throw");
    let throws = |id: &LessonId| {
        let themes = lessons::themes(&id.lesson().steps[0]);
        themes.contains(&Theme::Throw) && !themes.contains(&Theme::Promotion)
    };
    let id = LessonId::puzzles_of(Family::Leto).find(throws).unwrap();
    let solved = solve(&mut hall, "bob", id);
    let like = shown(&reply(hall.act("bob", press(&solved, "Similar puzzles"))));
    let themes = lessons::themes(&like.lesson.lesson().steps[0]);
    assert!(themes.contains(&Theme::Throw));
}

#[test]
fn an_answer_counts_less_if_the_person_asked_for_the_theme() {
    let mut hall = Hall::new();
    let by_theme = Command::Puzzle(Some(Family::Leto), Some(PuzzleTheme::Throw));
    let id = shown(&reply(hall.act("ann", by_theme.clone()))).lesson;
    let knowing = |command| match command {
        Command::TryInLesson(at, mv) => {
            let at = at.to_string().replacen(".0.0", ".0.0t", 1);
            Command::TryInLesson(at.parse().unwrap(), mv)
        }
        other => panic!("{other:?}"),
    };
    let card = reply(hall.act("ann", by_theme));
    assert_eq!(shown(&card).to_string(), format!("{id}.0.0t"));
    assert!(has_label(&card, "Share puzzle"));
    let solution = solution(id);
    for (n, command) in solution.iter().enumerate() {
        let card = reply(hall.act("ann", knowing(command.clone())));
        hall.act("bob", command.clone());
        if n + 1 < solution.len() {
            assert!(shown(&card).to_string().contains(".0.0t."), "{n}");
        }
    }
    hall.act("cyd", knowing(wrong(id)));
    hall.act("dan", wrong(id));
    // Given up after a move that does not count.
    let no_move = Command::TryInLesson(LessonPosition::first(id), "a1a1".to_owned());
    let offered = reply(hall.act("eve", knowing(no_move)));
    hall.act("eve", press(&offered, "Show the solution"));
    let change = |who| i32::from(solver(&hall, who).rating.points()) - 1500;
    for (less, more, tenths) in [("ann", "bob", 2), ("cyd", "dan", 7), ("eve", "dan", 7)] {
        let (less, more) = (change(less), change(more));
        let off = (10 * less - tenths * more).abs();
        assert!(off <= 10 && more.abs() > 50, "{less} {more}");
    }
}

#[test]
fn whoever_has_answered_a_puzzle_can_vote_on_it_and_change_their_mind() {
    let mut hall = Hall::new();
    let id = puzzle("leto-p1");
    let card = solve(&mut hall, "ann", id);
    let before = solver(&hall, "ann");
    let thanks = reply(hall.act("ann", press(&card, "Good puzzle")));
    assert_says(&thanks.text, "Thanks for your vote");
    let votes = |hall: &Hall| {
        let now = solver(hall, "ann");
        assert_eq!(now.rating, before.rating);
        assert_eq!(now.solved, before.solved);
        [now.liked, now.disliked].map(|numbers| numbers.len())
    };
    assert_eq!(votes(&hall), [1, 0]);
    let key = Key::Person(person("ann").id);
    let version = |hall: &Hall| hall.app.store().get(&key).unwrap().unwrap().version;
    for _ in 0..2 {
        hall.act("ann", press(&thanks, "Bad puzzle"));
        assert_eq!(votes(&hall), [0, 1]);
        assert_eq!(version(&hall), 3, "an answer and two votes");
    }
    let again = reply(hall.act("ann", press(&thanks, "Show the solution")));
    assert!(has_label(&again, "Good puzzle"));
    let unanswered = Command::Vote(puzzle("leto-p2"), Vote::Up);
    let told = reply(hall.act("ann", unanswered));
    assert_says(&told.text, "once you've answered it");
    let now = solver(&hall, "ann");
    assert!(now.liked.is_empty() && now.answered() == 1);
    let lesson = Command::Vote(puzzle("leto-throw"), Vote::Up);
    hall.assert_refused("ann", lesson, Refusal::NotInLesson);
}

#[test]
fn answers_and_votes_add_up_to_a_puzzles_rating() {
    let mut hall = Hall::new();
    let id = puzzle("leto-p1");
    let mut figures = PuzzleFigures::default();
    for n in 0..10 {
        let who = format!("solver{n}");
        if n < 8 {
            hall.act(&who, wrong(id));
        }
        let solved = solve(&mut hall, &who, id);
        hall.act(&who, press(&solved, "Good puzzle"));
        figures.add(&hall.person(&person(&who).id).unwrap());
    }
    let figures = figures.to_string();
    let line = figures.lines().nth(1).unwrap();
    let rating = id.lesson().rating.unwrap();
    let counted = format!("leto-p1 | 10 | 2 | 10 | 0 | {rating} | ");
    assert!(line.starts_with(&counted), "{line}");
    let fitted: u16 = line.split(" | ").nth(6).unwrap().parse().unwrap();
    assert!(fitted > rating, "few solved it: {line}");
    assert_eq!(figures.lines().count(), 2);
}

#[test]
fn answers_are_merged_and_exported() {
    let mut hall = Hall::new();
    let people = ["discord:ann", "matrix:@ann"];
    for (who, ids) in people.into_iter().zip([["p1", "p2"], ["p2", "p3"]]) {
        for id in ids {
            hall.act(who, wrong(puzzle(&format!("leto-{id}"))));
        }
        for command in solution(puzzle("leto-p4")) {
            hall.act(who, command);
        }
    }
    let votes = [
        ("leto-p1", Vote::Up),
        ("leto-p4", Vote::Down),
        ("leto-p3", Vote::Down),
        ("leto-p4", Vote::Up),
    ];
    for (n, (id, vote)) in votes.into_iter().enumerate() {
        hall.act(people[n / 2], Command::Vote(puzzle(id), vote));
    }
    begin_link(&mut hall, "discord:ann", "matrix:@ann");
    let exported = hall.export(people[0]);
    assert_says(&exported, "\"failed\":[1,2,3]");
    assert_says(&exported, "\"liked\":[1,4]");
    assert_says(exported, "\"disliked\":[3]");
}
