//! The texts of the lessons are short, and speak of squares and pieces that are there.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use lessons::{Attempt, Step, course};
use rules_core::{Family, Game, Role};

use crate::steps::steps;

/// Most characters of a text, and of a hint or last word.
const LONGEST: usize = 140;

/// Pieces that a text names although they never stand on the board: what a pawn could become, or where pieces began.
const ABSENT: &[(&str, Role)] = &[
    ("lesson-leto-moved-3", Role::Queen),
    ("lesson-leto-moved-5.done", Role::Queen),
    ("lesson-leap-pawns-1", Role::Queen),
    ("lesson-leap-pawns-1", Role::Dabbabah),
    ("lesson-leap-pawns-1", Role::Alfil),
    ("lesson-leap-pawns-1", Role::Knight),
    ("lesson-legan-promotion-1.done", Role::Bishop),
    ("lesson-legan-promotion-1.done", Role::Knight),
    ("lesson-legan-promotion-1.done", Role::Rook),
    ("lesson-legan-promotion-2.hint", Role::Rook),
];

/// The English texts by id, attributes as `id.attribute`.
fn texts() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../text/lang/en");
    let of_game = |family: Family| {
        let file = folder.join(format!("rules-{}.ftl", family.id()));
        let source = fs::read_to_string(file).unwrap();
        source.split_once("## Lessons\n").unwrap().1.to_owned()
    };
    let source = Family::ALL.map(of_game).concat();
    let mut texts = BTreeMap::new();
    let mut message = "";
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        let Some((id, text)) = line.split_once(" = ") else {
            assert!(line.is_empty(), "more than one line: {line}");
            continue;
        };
        let id = if let Some(attribute) = id.strip_prefix("    .") {
            format!("{message}.{attribute}")
        } else {
            message = id;
            id.to_owned()
        };
        texts.insert(id, text.to_owned());
    }
    texts
}

/// The positions of a step on the way of its solutions.
fn games(step: &Step) -> Vec<Game> {
    let mut played = Vec::new();
    let mut games = vec![step.game(&played).unwrap()];
    while let Some(mv) = step.solution(&played) {
        let attempt = step.attempt(&played, mv);
        played.push(mv);
        games.push(step.game(&played).unwrap());
        if let Attempt::Continues { reply } = attempt {
            played.push(reply);
            games.push(step.game(&played).unwrap());
        }
    }
    games
}

/// The words of a text in lower case, without punctuation, genitives and plurals.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.map(|word| {
        let word = word.trim_end_matches("'s").to_lowercase();
        word.strip_suffix('s').unwrap_or(&word).to_owned()
    })
}

#[test]
fn each_text_is_one_short_line() {
    for (id, text) in texts() {
        let length = text.chars().count();
        assert!(length <= LONGEST, "{id} has {length} characters");
        assert!(!text.contains('!'), "{id}");
    }
}

#[test]
fn each_title_has_two_to_four_words() {
    let texts = texts();
    for lesson in Family::ALL.into_iter().flat_map(course) {
        let words = texts[lesson.title()].split(' ').count();
        assert!((2..=4).contains(&words), "{}", lesson.title());
    }
}

#[test]
fn each_square_in_a_text_is_on_the_board() {
    let texts = texts();
    // What isn't there is said of a8, of all squares.
    let exception = ("lesson-leap-pawns-2", "a8");
    let is_name = |word: &str| {
        let mut letters = word.chars();
        let file = letters.next().is_some_and(|c| ('a'..='h').contains(&c));
        file && letters.clone().count() > 0 && letters.all(|c| c.is_ascii_digit())
    };
    for step in steps() {
        for id in [step.text(), step.hint(), step.done()] {
            let text = texts.get(id).map_or("", String::as_str);
            for name in words(text).filter(|word| is_name(word)) {
                let exists = step.variant().shape().parse(&name).is_some();
                assert!(exists || (id, name.as_str()) == exception, "{id}: {name}");
            }
        }
    }
}

#[test]
fn each_piece_in_a_text_is_there_at_some_time() {
    let texts = texts();
    for step in steps() {
        let games = games(step);
        let is_there = |role| {
            let mut pieces = games.iter().flat_map(|game| game.position().pieces());
            pieces.any(|(_, piece)| piece.role == role)
        };
        for id in [step.text(), step.hint(), step.done()] {
            let text = texts.get(id).map_or("", String::as_str);
            for word in words(text) {
                let named = Role::ALL.into_iter().find(|role| role.name() == word);
                if let Some(role) = named {
                    let known = is_there(role) || ABSENT.contains(&(id, role));
                    assert!(known, "{id}: there is no {role}");
                }
            }
        }
    }
}
