//! What completes a half-typed answer: legal moves and games, answered from memory while somebody types.

use crate::context::Reader;
use crate::context::failure::Failure;
use crate::game::active_game;
use crate::game::active_game::Table;
use crate::messages;
use crate::model::ids::{Person, Venue};
use crate::model::record::TimeControl;
use crate::protocol::command::Which;
use crate::protocol::suggestion::Suggestion;

/// The most legal moves that are looked at: telling moves apart in notation takes a time that grows with their square.
pub(crate) const LISTED: usize = 500;

/// The legal moves that fit what was typed so far, best fit first: notation, then squares, then words.
///
/// # Errors
/// When no game is meant, or the store fails.
pub(crate) fn suggest_moves(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
    typed: &str,
) -> Result<Vec<Suggestion>, Failure> {
    let table = active_game::choose(reader, who, venue, which, &[&Table::my_turn])?;
    if !table.my_turn() {
        return Ok(Vec::new());
    }
    let game = &table.game;
    let wanted = simplified(typed);
    let mut fitting: Vec<(usize, usize, Suggestion)> = Vec::new();
    for (order, &mv) in game.legal_moves().iter().take(LISTED).enumerate() {
        let (san, uci) = (game.san(mv), mv.uci(game.variant().shape()).to_string());
        let words = game.words(mv);
        let rank = [simplified(&san), uci.clone()]
            .iter()
            .position(|form| form.starts_with(&wanted));
        let rank = rank.or_else(|| simplified(&words).contains(&wanted).then_some(2));
        if let Some(rank) = rank {
            let label = format!("{san}: {words}")
                .chars()
                .take(Suggestion::LABEL_LENGTH)
                .collect();
            fitting.push((rank, order, Suggestion { label, value: uci }));
        }
    }
    fitting.sort_by_key(|&(rank, order, _)| (rank, order));
    Ok(fitting
        .into_iter()
        .map(|(_, _, suggestion)| suggestion)
        .take(Suggestion::MOST)
        .collect())
}

/// What could come next in a line of conditional moves: the other side's move, one's own answer, and so on in turn.
///
/// # Errors
/// When no game is meant, or the store fails.
pub(crate) fn suggest_lines(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
    typed: &str,
) -> Result<Vec<Suggestion>, Failure> {
    let theirs = |table: &Table| !table.my_turn();
    let table = active_game::choose(reader, who, venue, which, &[&theirs])?;
    if table.my_turn() {
        return Ok(Vec::new());
    }
    let mut game = table.game;
    let begun = typed
        .rfind(char::is_whitespace)
        .map_or(0, |blank| blank + 1);
    let (before, wanted) = typed.split_at_checked(begun).unwrap_or(("", typed));
    let mut line = Vec::new();
    for word in before.split_whitespace() {
        let Ok(mv) = game.read(word) else {
            return Ok(Vec::new());
        };
        line.push(game.san(mv));
        if line.len() >= crate::game::premove::LONGEST || game.play(mv).is_err() {
            return Ok(Vec::new());
        }
    }
    let wanted = simplified(wanted);
    let moves = game.legal_moves();
    let next = moves.iter().take(LISTED).map(|&mv| game.san(mv));
    let fitting = next.filter(|san| simplified(san).starts_with(&wanted));
    let lines = fitting.map(|san| {
        let words: Vec<_> = line.iter().cloned().chain([san]).collect();
        Suggestion {
            label: messages::line_label(&words),
            value: words.join(" "),
        }
    });
    let fits = |suggestion: &Suggestion| {
        [&suggestion.label, &suggestion.value]
            .iter()
            .all(|text| text.chars().count() <= Suggestion::LABEL_LENGTH)
    };
    Ok(lines.filter(fits).take(Suggestion::MOST).collect())
}

/// The games of `who` that fit what was typed so far: those in this room first, those where it is their turn before others.
///
/// # Errors
/// When the store fails.
pub(crate) fn suggest_games(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    typed: &str,
) -> Result<Vec<Suggestion>, Failure> {
    let mut tables = active_game::candidates(reader, who, venue)?;
    tables.sort_by_key(|table| !table.my_turn());
    let wanted = simplified(typed);
    let labels = tables.iter().map(|table| {
        let record = &table.record.value;
        Suggestion {
            label: messages::game_label(record, table.side),
            value: record.id.to_string(),
        }
    });
    Ok(labels
        .filter(|s| simplified(&s.label).contains(&wanted))
        .take(Suggestion::MOST)
        .collect())
}

/// The time controls that fit what was typed so far: what it says, if it is one, then the usual ones.
pub fn suggest_times(typed: &str) -> Vec<Suggestion> {
    let suggestion = |time: TimeControl| Suggestion {
        label: messages::time_control(time),
        value: time.to_string(),
    };
    if let Ok(time) = typed.parse() {
        return vec![suggestion(time)];
    }
    let wanted = simplified(typed);
    TimeControl::USUAL
        .into_iter()
        .map(suggestion)
        .filter(|s| {
            simplified(&s.label).contains(&wanted) || simplified(&s.value).contains(&wanted)
        })
        .collect()
}

/// Lower case without blanks and the marks of notation, so that "bxc4", "Bc4" and "b x c4" look alike.
fn simplified(text: &str) -> String {
    let dropped = |c: &char| !c.is_whitespace() && !"x+#=:-(),.".contains(*c);
    text.chars()
        .take(Suggestion::LABEL_LENGTH)
        .filter(dropped)
        .flat_map(char::to_lowercase)
        .collect()
}
