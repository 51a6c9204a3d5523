//! Pictures in words, for those who do not see them: complete enough to play from.

use std::fmt::Write as _;

use rules_core::{Color, Role};

use crate::Scene;

/// No text is longer, in characters: what a chat takes as the description of a picture.
const LONGEST: usize = 1024;

/// A scene in words: the game, whose turn it is, check, the last move, then each side's pieces by square, the king
/// first and the pawns last, always in the same order. At most 1024 characters.
#[must_use]
pub fn alt_text(scene: &Scene) -> String {
    let mut text = format!("{}. ", scene.variant.name());
    match (&scene.outcome, &scene.banner) {
        (_, Some(banner)) => sentence(
            &mut text,
            &crate::text::harmless(banner).collect::<String>(),
        ),
        (Some(outcome), None) => match outcome.winner {
            Some(color) => sentence(
                &mut text,
                &format!("{} has won", scene.variant.color_name(color)),
            ),
            None => sentence(&mut text, "Drawn"),
        },
        (None, None) => {}
    }
    if scene.goes_on() {
        let side = scene.variant.color_name(scene.turn);
        let check = if scene.check.is_some() {
            ", in check"
        } else {
            ""
        };
        sentence(&mut text, &format!("{side} to move{check}"));
    }
    if let Some(words) = &scene.last_words {
        sentence(&mut text, words);
    }
    for color in Color::ALL {
        side(&mut text, scene, color);
    }
    marks(&mut text, scene);
    shorten(text)
}

fn sentence(text: &mut String, words: &str) {
    text.push_str(words.trim_end_matches('.'));
    text.push_str(". ");
}

/// `White: king e1, rooks a1 h1, pawns a2 b2.`
fn side(text: &mut String, scene: &Scene, color: Color) {
    let shape = scene.variant.shape();
    let mut kinds = Vec::new();
    for role in order() {
        let squares: Vec<String> = shape
            .squares()
            .iter()
            .filter(|&square| {
                scene
                    .piece_at(square)
                    .is_some_and(|piece| piece.color == color && piece.role == role)
            })
            .map(|square| shape.name(square).to_string())
            .collect();
        if !squares.is_empty() {
            let plural = if squares.len() > 1 { "s" } else { "" };
            kinds.push(format!("{}{plural} {}", role.name(), squares.join(" ")));
        }
    }
    let list = if kinds.is_empty() {
        "nothing".to_owned()
    } else {
        kinds.join(", ")
    };
    sentence(
        text,
        &format!("{}: {list}", scene.variant.color_name(color)),
    );
}

/// The king, then the others as the rules list them from strong to weak, then pawns.
fn order() -> impl Iterator<Item = Role> {
    let middle = Role::ALL
        .into_iter()
        .rev()
        .filter(|role| !matches!(role, Role::King | Role::Pawn));
    std::iter::once(Role::King)
        .chain(middle)
        .chain(std::iter::once(Role::Pawn))
}

fn marks(text: &mut String, scene: &Scene) {
    let shape = scene.variant.shape();
    if let Some(square) = scene.selected {
        let mut words = format!("Selected {}; it may go to", shape.name(square));
        for target in &scene.targets {
            let takes = if target.captures { "x" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(words, " {takes}{}", shape.name(target.square));
        }
        if scene.targets.is_empty() {
            words.push_str(" no square");
        }
        sentence(text, &words);
    }
}

/// Cut at a character, with a sign that something is missing; no position of the five games is so long.
fn shorten(mut text: String) -> String {
    text.truncate(text.trim_end().len());
    if text.chars().count() > LONGEST {
        text = text.chars().take(LONGEST - 1).collect();
        text.push('…');
    }
    text
}
