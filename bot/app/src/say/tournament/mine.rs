//! Somebody's own games, and why they were paired so.

use pairing::swiss::{ColorReason, Float, Preference, Strength, Why};
use pairing::{PairingResult, Seed};
use rules_core::Color;

use crate::record::{RoundRecord, TournamentRecord};
use crate::say::{seat, strong};
use crate::text::{Part, Text, text};

/// Somebody's own games, and why the last one was paired so.
pub fn my_pairings(
    record: &TournamentRecord,
    rounds: &[RoundRecord],
    seed: Seed,
    why: Option<(Why, Color)>,
) -> Text {
    let mut words = text![strong(format!("Your games in {}", record.plan.name))];
    for round in rounds {
        let number = round.id.number;
        let board = round
            .boards
            .iter()
            .find(|board| board.pairing.color_of(seed).is_some());
        if let Some((board, color)) = board.and_then(|b| Some((b, b.pairing.color_of(seed)?))) {
            let opponent = record.entry(board.pairing.seed(!color));
            let opponent = opponent.map_or(Part::from("?"), |entry| seat(&entry.seat));
            let line = text![
                format!(
                    "{number}. {} against ",
                    record.plan.variant_of(number).color_name(color)
                ),
                opponent,
                format!(": {}", own_result(board.pairing.result, color))
            ];
            words = words.line(line);
        } else {
            words = words.line(text![format!("{number}. no game")]);
        }
    }
    match why {
        Some((why, color)) => words.line(why_paired(&why, color)),
        None => words,
    }
}

fn own_result(result: Option<PairingResult>, color: Color) -> String {
    match result {
        None => "being played".to_owned(),
        Some(result) => match result.points(color).0 {
            2 => "won".to_owned(),
            1 => "drawn".to_owned(),
            _ => "lost".to_owned(),
        },
    }
}

/// Why somebody was paired so, for the side they have.
pub fn why_paired(why: &Why, color: Color) -> Text {
    let (own, other) = match color {
        Color::White => (why.white_score, why.black_score),
        Color::Black => (why.black_score, why.white_score),
    };
    let group = match why.float_of(color) {
        None => format!("You both had {own} points."),
        Some(Float::Down) => format!(
            "You had {own} points and your opponent {other}: in your own score group nobody was left whom you could meet."
        ),
        Some(Float::Up) => format!(
            "You had {own} points and your opponent {other}: in theirs nobody was left whom they could meet."
        ),
    };
    let wish = match color {
        Color::White => why.white_preference,
        Color::Black => why.black_preference,
    };
    let colors = match why.colors {
        ColorReason::Granted => "Both of you got the color that was due.",
        ColorReason::Stronger => "The color went to whoever needed it more.",
        ColorReason::Alternation => {
            "Both were due the same color; it alternates with the last round in which you had different ones."
        }
        ColorReason::Rank => "Both were due the same color; it went to the higher-ranked one.",
        ColorReason::Initial => "Neither had played yet: colors alternate down the starting list.",
    };
    text![
        strong("Why this pairing?"),
        format!(" {group} {}{colors} Nobody meets twice.", due(wish))
    ]
}

fn due(wish: Option<Preference>) -> String {
    match wish {
        None => String::new(),
        Some(Preference { color, strength }) => {
            let how = match strength {
                Strength::Mild => "should have",
                Strength::Strong => "clearly should have",
                Strength::Absolute => "had to have",
            };
            format!("You {how} {}. ", color.name())
        }
    }
}
