//! What completes a half-typed answer: legal moves and games, answered from memory while somebody types.

use crate::app::App;
use crate::choosing::Table;
use crate::command::Which;
use crate::ids::{Person, Venue};
use crate::record::TimeControl;
use crate::refusal::Failure;
use crate::say;
use crate::store::Store;

/// Something that somebody may be about to type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// What is shown, at most [`Suggestion::LABEL_LENGTH`] characters.
    pub label: String,
    /// What is sent when it is chosen, at most as many.
    pub value: String,
}

impl Suggestion {
    /// The longest label and value, in characters; Discord's limit.
    pub const LABEL_LENGTH: usize = 100;
    /// The most that are shown at once; Discord's limit.
    pub const MOST: usize = 25;
}

/// The most legal moves that are looked at: telling moves apart in notation takes a time that grows with their square.
pub(crate) const LISTED: usize = 500;

impl<S: Store> App<S> {
    /// The legal moves that fit what was typed so far, best fit first: notation, then squares, then words.
    ///
    /// # Errors
    /// When no game is meant, or the store fails.
    pub fn suggest_moves(
        &self,
        who: &Person,
        venue: &Venue,
        which: Which,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        let table = self.choose(who, venue, which, &[&Table::my_turn])?;
        if !table.my_turn() {
            return Ok(Vec::new());
        }
        let game = &table.game;
        let wanted = simplified(typed);
        let mut fitting: Vec<(usize, usize, Suggestion)> = Vec::new();
        for (order, &mv) in game.legal_moves().iter().take(LISTED).enumerate() {
            let (san, uci) = (game.san(mv), mv.uci(game.variant().shape()).to_string());
            let words = text::chess::move_in_words(game, mv).to_string();
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
    pub fn suggest_lines(
        &self,
        who: &Person,
        venue: &Venue,
        which: Which,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        let theirs = |table: &Table| !table.my_turn();
        let table = self.choose(who, venue, which, &[&theirs])?;
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
            if line.len() >= crate::conditional::LONGEST || game.play(mv).is_err() {
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
                label: say::line_label(&words),
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
    pub fn suggest_games(
        &self,
        who: &Person,
        venue: &Venue,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        let mut tables = self.candidates(who, venue)?;
        tables.sort_by_key(|table| !table.my_turn());
        let wanted = simplified(typed);
        let labels = tables.iter().map(|table| {
            let record = &table.record.value;
            Suggestion {
                label: say::game_label(record, table.side),
                value: record.id.to_string(),
            }
        });
        Ok(labels
            .filter(|s| simplified(&s.label).contains(&wanted))
            .take(Suggestion::MOST)
            .collect())
    }
}

/// The time controls that fit what was typed so far: what it says, if it is one, then the usual ones.
pub fn suggest_times(typed: &str) -> Vec<Suggestion> {
    let suggestion = |time: TimeControl| Suggestion {
        label: say::time_control(time),
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
