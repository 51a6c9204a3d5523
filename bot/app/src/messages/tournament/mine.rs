//! Somebody's own games, and why they were paired so.

use pairing::swiss::{ColorPreference, ColorReason, Float, PairingReason, Strength};
use pairing::{PairingResult, Seed};
use rules_core::Color;
use text::{Part, Text, text};

use crate::messages::tournament::points;
use crate::messages::{seat, strong};
use crate::model::record::{RoundRecord, TournamentRecord};

/// The most of somebody's games that are listed: more would not fit into one message.
const LISTED: usize = 20;

/// Somebody's own games, and why the last one was paired so.
pub fn my_pairings(
    record: &TournamentRecord,
    rounds: &[RoundRecord],
    seed: Seed,
    why: Option<(PairingReason, Color)>,
) -> Text {
    let lines: Vec<Text> = rounds
        .iter()
        .filter_map(|round| own_round(record, round, seed))
        .collect();
    let earlier = lines.len().saturating_sub(LISTED);
    let last = if earlier > 0 {
        format!(", the last {LISTED}")
    } else {
        String::new()
    };
    let head = text![strong(format!("Your games in {}{last}", record.plan.name))];
    let words = lines.into_iter().skip(earlier).fold(head, Text::line);
    match why {
        Some((why, color)) => words.line(why_paired(&why, color)),
        None => words,
    }
}

/// What somebody did in a round; nothing where an arena paired others only.
fn own_round(record: &TournamentRecord, round: &RoundRecord, seed: Seed) -> Option<Text> {
    let number = round.id.number;
    let mut boards = round.boards.iter();
    let own = boards.find_map(|board| Some((board, board.pairing.color_of(seed)?)));
    let Some((board, color)) = own else {
        return record
            .arena
            .is_none()
            .then(|| text![format!("{number}. no game")]);
    };
    let opponent = record.entry(board.pairing.seed(!color));
    let opponent = opponent.map_or(Part::from("?"), |entry| seat(&entry.seat));
    Some(text![
        format!(
            "{number}. {} against ",
            record.plan.variant_of(number).color_name(color)
        ),
        opponent,
        format!(": {}", own_result(board.pairing.result, color))
    ])
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
pub fn why_paired(why: &PairingReason, color: Color) -> Text {
    let (own, other) = match color {
        Color::White => (why.white_score, why.black_score),
        Color::Black => (why.black_score, why.white_score),
    };
    let group = match why.float_of(color) {
        None => format!("You both had {}.", points(own)),
        Some(Float::Down) => format!(
            "You had {} and your opponent {other}: in your own score group nobody was left whom you could meet.",
            points(own)
        ),
        Some(Float::Up) => format!(
            "You had {} and your opponent {other}: in theirs nobody was left whom they could meet.",
            points(own)
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

fn due(wish: Option<ColorPreference>) -> String {
    match wish {
        None => String::new(),
        Some(ColorPreference { color, strength }) => {
            let how = match strength {
                Strength::Mild => "should have",
                Strength::Strong => "clearly should have",
                Strength::Absolute => "had to have",
            };
            format!("You {how} {}. ", color.name())
        }
    }
}
