//! The engine's analysis of finished games and of positions.

use rules_core::{Color, Game, Move};
use text::list::commas;
use text::{Message, Text, key, msg};

use crate::messages::move_number;
use crate::model::accuracy::{Quality, qualities};
use crate::model::{End, GameRecord, ReviewRecord, TurningPoint};

/// A side's expected score in thousandths from which it is winning.
const WINNING: u16 = 800;
/// A side's expected score in thousandths below which it no longer is.
const NO_LONGER_WINNING: u16 = 700;
/// A side's expected score in thousandths from which resigning gives something away.
const PLAYABLE: u16 = 350;
/// Maximum number of the mover's own moves in a line.
const OWN_MOVES: usize = 3;

/// How well each side played, and up to which move, if the rest was not reviewed.
pub fn accuracy(record: &GameRecord, game: &Game, review: &ReviewRecord) -> Text {
    let Some(last) = review.expectations.len().checked_sub(2) else {
        return Text::default();
    };
    let qualities = qualities(&review.expectations, game.start().turn());
    let of = |color| Some(quality(record.seats[color].name(), qualities[color]?));
    let heading = if last + 1 >= game.ply() {
        msg!("review-accuracy")
    } else {
        let number = bare_number(game, u32::try_from(last).unwrap_or(0));
        msg!("review-accuracy-until", number)
    };
    Text::from(heading).line(Text::lines(Color::ALL.map(of)))
}

fn quality(player: String, quality: Quality) -> Message {
    let errors = [
        (quality.inaccuracies, "inaccuracy"),
        (quality.mistakes, "mistake"),
        (quality.blunders, "blunder"),
    ];
    let made = errors.into_iter().filter(|(count, _)| *count > 0);
    let mut errors =
        commas(made.map(|(count, kind)| msg!("review-errors", count, kind = key(kind)).into()));
    if errors.is_empty() {
        errors = msg!("review-no-errors").into();
    }
    let accuracy = format!("{:.0}", quality.accuracy);
    msg!("review-accuracy-of", player, accuracy, errors)
}

/// Lists the turning points, one on a line, and says when the winner took the lead for good, or what the loser gave up by resigning.
pub fn turning_points(record: &GameRecord, game: &Game, review: &ReviewRecord) -> Text {
    let lines = review.turns.iter().map(|turn| turning_point(game, turn));
    let heading = if review.turns.is_empty() {
        msg!("review-no-turns")
    } else {
        msg!("review-turns")
    };
    let end = winning_since(record, game, review).or_else(|| resigned_early(record, game, review));
    Text::from(heading).line(Text::lines(lines)).line(end)
}

pub(super) fn turning_point(game: &Game, turn: &TurningPoint) -> Option<Message> {
    let ply = usize::try_from(turn.ply).ok()?;
    let played = *game.moves().get(ply)?;
    let mut before = game.clone();
    while before.ply() > ply {
        before.undo()?;
    }
    let color = before.turn();
    Some(msg!(
        "review-turn",
        number = move_number(game, turn.ply),
        played = before.san(played),
        color = game.variant().color_name(color),
        before = percent(color, turn.before),
        after = percent(color, turn.after),
        best = best_line(&before, turn)?,
    ))
}

/// The best move and what the engine expected after it.
pub(super) fn best_line(before: &Game, turn: &TurningPoint) -> Option<String> {
    let mut ahead = before.clone();
    let moves = std::iter::once(&turn.best).chain(&turn.continuation);
    let line: Vec<_> = moves
        .map_while(|uci| {
            let mv = ahead.read(uci).ok()?;
            ahead.play(mv).ok()?;
            Some(mv)
        })
        .collect();
    (!line.is_empty()).then(|| own_line(before, &line))
}

/// A side's thousandths as a percentage. Half a percent counts for White, so that both sides' add up to 100.
pub(super) fn percent(color: Color, thousandths: u16) -> u16 {
    let half = match color {
        Color::White => 5,
        Color::Black => 4,
    };
    (thousandths.min(1000) + half) / 10
}

/// Returns the move from which the winner was winning; `None` for a partial review or a lead only at the end, and if a turning point
/// within a full move tells it.
fn winning_since(record: &GameRecord, game: &Game, review: &ReviewRecord) -> Option<Message> {
    let winner = record.result?.winner?;
    let scores = scores(review, winner);
    let mut back = scores.clone();
    let open = back.rposition(|score| score < NO_LONGER_WINNING)?;
    // The move after which the winner is winning.
    let since = open + scores.skip(open + 1).position(|score| score >= WINNING)?;
    let is_last = since + 1 >= game.ply();
    let is_whole = review.expectations.len() == game.ply() + 1;
    let since = u32::try_from(since).ok()?;
    let mut turns = review.turns.iter();
    let is_told = turns.any(|turn| turn.ply.abs_diff(since) <= 2);
    let (winner, number) = (record.seats[winner].name(), bare_number(game, since));
    (is_whole && !is_told && !is_last).then(|| msg!("review-winning-since", winner, number))
}

/// What the loser gave up by resigning; `None` if it was little, or if the last position was not reviewed.
fn resigned_early(record: &GameRecord, game: &Game, review: &ReviewRecord) -> Option<Message> {
    let result = record.result;
    let result = result.filter(|result| result.end == End::Resignation)?;
    let loser = !result.winner?;
    let left = scores(review, loser).nth(game.ply())?;
    let (loser, chances) = (record.seats[loser].name(), percent(loser, left));
    (left >= PLAYABLE).then(|| msg!("review-resigned", loser, chances))
}

/// A side's expected scores in thousandths, at the start and after each reviewed half-move.
fn scores(
    review: &ReviewRecord,
    side: Color,
) -> impl ExactSizeIterator<Item = u16> + DoubleEndedIterator + Clone {
    let whites = review.expectations.iter();
    whites.map(move |&white| match side {
        Color::White => white,
        Color::Black => 1000_u16.saturating_sub(white),
    })
}

/// The number of a move without the dots that say whose it is.
fn bare_number(game: &Game, ply: u32) -> String {
    move_number(game, ply).trim_end_matches('.').to_owned()
}

/// The engine's verdict on a position, with the line that it would play.
pub fn studied(game: &Game, verdict: &str, line: &[Move]) -> Text {
    let (variant, line) = (game.variant().name(), own_line(game, line));
    msg!("study-verdict", variant, verdict, line).into()
}

/// The first moves of a line, up to a move of the player who begins it.
fn own_line(game: &Game, line: &[Move]) -> String {
    let own = line.len().div_ceil(2).min(OWN_MOVES);
    numbered_line(game, &line[..(2 * own).saturating_sub(1)])
}

/// A line as scores write it: `1. e4 e5 2. Nf3`.
pub(super) fn numbered_line(game: &Game, line: &[Move]) -> String {
    let mut ahead = game.clone();
    let mut moves = Vec::new();
    for &mv in line {
        let san = ahead.san(mv);
        let ply = u32::try_from(ahead.ply()).unwrap_or(0);
        let number = move_number(&ahead, ply);
        moves.push(if moves.is_empty() || !number.ends_with("..") {
            format!("{number} {san}")
        } else {
            san
        });
        if ahead.play(mv).is_err() {
            break;
        }
    }
    moves.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_percentages_of_both_sides_add_up_to_100() {
        for white in 0..=1000 {
            let black = percent(Color::Black, 1000 - white);
            assert_eq!(percent(Color::White, white) + black, 100);
        }
    }
}
