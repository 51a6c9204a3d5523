//! Reduction of what people type to notation.

use crate::{CastlingSide, Role};

/// Removes move number, annotations, brackets and spaces, and replaces words and figurines by letters.
pub(crate) fn notation(text: &str) -> String {
    let mut unmarked = String::new();
    let mut depth = 0_u32;
    let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = if numbered.len() < text.len() && numbered.starts_with('.') {
        numbered.trim_start_matches('.')
    } else {
        text
    };
    for letter in promotion_in_brackets(text).chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '+' | '#' | '!' | '?' | '†' | '‡' | '\u{fe0e}' | '\u{fe0f}' | '*' | '`' | '_' | '"'
            | '.' => {}
            '♔' | '♚' => unmarked.push('K'),
            '♕' | '♛' => unmarked.push('Q'),
            '♖' | '♜' => unmarked.push('R'),
            '♗' | '♝' => unmarked.push('B'),
            '♘' | '♞' => unmarked.push('N'),
            '♙' | '♟' => unmarked.push('P'),
            '‐' | '‑' | '‒' | '–' | '—' | '−' | '~' | '>' | '→' => unmarked.push('-'),
            '×' | ':' => unmarked.push('x'),
            ',' | ';' => unmarked.push(' '),
            other => unmarked.push(other),
        }
    }
    from_words(&unmarked)
}

/// `e8(Q)` means `e8=Q`. Other brackets repeat the effects of a Leto's move (LETO-15).
fn promotion_in_brackets(text: &str) -> String {
    let mut text = text.to_owned();
    for role in Role::ALL {
        for letter in [role.letter(), role.letter().to_ascii_lowercase()] {
            text = text.replace(&format!("({letter})"), &format!("={letter}"));
        }
    }
    text
}

/// Replaces English words: "rook d5 takes the pawn on d7" becomes `Rd5xd7`.
fn from_words(text: &str) -> String {
    let lower: Vec<String> = text
        .split_whitespace()
        .map(str::to_ascii_lowercase)
        .collect();
    let next = |n: usize| lower.get(n + 1).map(String::as_str);
    let mut notation = String::new();
    for (n, word) in text.split_whitespace().enumerate() {
        let role = Role::ALL.into_iter().find(|role| role.name() == lower[n]);
        match (lower[n].as_str(), role) {
            (_, Some(role)) => {
                let captured = notation.ends_with('x') || next(n) == Some("on");
                if notation.is_empty() || !captured {
                    notation.push(role.letter());
                }
            }
            // The effects of a Leto's move follow from its squares (LETO-7).
            ("throws" | "pulls" | "draws", _) => break,
            // "takes the pawn on d5 en passant, landing on d6": d5 is not on the path.
            ("passant", _) if matches!(next(n), Some("landing" | "to")) => {
                while notation.pop().is_some_and(|c| c.is_ascii_digit()) {}
            }
            // "a takes b5": a file, not an article.
            ("a", _) if next(n).is_some_and(is_capture) => notation.push('a'),
            ("to", _) => notation.push('-'),
            (word, _) if is_capture(word) => notation.push('x'),
            ("becomes" | "promotes" | "promote" | "promoting", _) => notation.push('='),
            (
                "e.p" | "ep" | "en" | "passant" | "landing" | "on" | "from" | "at" | "the" | "a"
                | "an" | "and" | "check" | "checkmate" | "mate",
                _,
            ) => {}
            _ => notation.push_str(word),
        }
    }
    notation
}

fn is_capture(word: &str) -> bool {
    matches!(word, "takes" | "take" | "captures" | "capture" | "x")
}

pub(crate) fn castling(notation: &str) -> Option<CastlingSide> {
    let letters = notation.replace('-', "").replace('0', "o");
    match letters.to_ascii_lowercase().as_str() {
        "oo" | "castleskingside" | "castlekingside" | "castlesshort" | "castleshort"
        // "castles king side", whose role names are letters by now.
        | "castleskside" | "castlekside" => Some(CastlingSide::KingSide),
        "ooo" | "castlesqueenside" | "castlequeenside" | "castleslong" | "castlelong"
        | "castlesqside" | "castleqside" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}
