//! The progress of a round, and the results of its games.

use pairing::{Bye, Forfeit, PairingResult, Seed};
use rules_core::Color;
use text::{Message, Part, Text, msg};

use crate::messages::yes_key;
use crate::model::{Event, Format, RoomId, RoundRecord, TournamentBoard, TournamentRecord};
use crate::protocol::MenuOption;

/// Maximum number of byes that the message of a round names.
const MAX_BYES: usize = 12;

/// The progress of a round, and its byes; the games are on a picture.
pub fn round(record: &TournamentRecord, round: Option<&RoundRecord>) -> Text {
    if let Some(state) = &record.arena {
        if record.is_over() {
            return Text::default();
        }
        let games = round.map_or(0, |round| round.boards.len());
        let next = yes_key(record.active().count() >= 2);
        let at = Part::Relative(state.until);
        return msg!("round-arena", games, next, at).into();
    }
    let Some(round) = round else {
        return Text::default();
    };
    let number = round.id.number;
    let mut heading = match record.plan.format {
        Format::Swiss { rounds } => msg!("round-heading-of", round = number, rounds),
        _ => msg!("round-heading", round = number),
    };
    if !record.plan.rotation.is_empty() {
        let game = record.plan.variant_of(number);
        heading = msg!("round-heading-game", heading, game);
    }
    let boards = round.boards.iter();
    let games = boards.len();
    let over = boards.filter(|board| board.pairing.result.is_some());
    let progress = msg!("round-progress", heading, over = over.count(), games);
    let byes = round.byes.iter().take(MAX_BYES);
    let byes = byes.map(|&(seed, bye)| bye_line(name(record, seed), bye));
    Text::from(progress).line(Text::lines(byes))
}

fn bye_line(name: String, bye: Bye) -> Message {
    match bye {
        Bye::PairingAllocated => msg!("round-bye", name),
        Bye::HalfPoint => msg!("round-half-point-bye", name),
        Bye::ZeroPoint => msg!("round-zero-point-bye", name),
    }
}

fn name(record: &TournamentRecord, seed: Seed) -> String {
    record
        .entry(seed)
        .map_or_else(|| "?".to_owned(), |entry| entry.seat.name())
}

/// [`round`] under the tournament's name.
pub fn round_of(record: &TournamentRecord, last: Option<&RoundRecord>) -> Text {
    Text::from(Part::Strong(record.plan.name.clone())).line(round(record, last))
}

/// The place of a game in a tournament, for its board.
pub fn event_line(record: &TournamentRecord, event: &Event) -> Message {
    let (name, round) = (&record.plan.name, event.round.number);
    let board = u32::from(event.board) + 1;
    match record.plan.format {
        Format::Arena { .. } => msg!("event-line-arena", name),
        _ => msg!("event-line", name, round, board),
    }
}

/// The thread of a game in progress, and what it is called where threads have no names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameThread {
    /// Counted from one.
    pub board: usize,
    /// The player's name.
    pub white: String,
    /// The player's name.
    pub black: String,
    /// The thread.
    pub room: RoomId,
}

/// The threads of games in progress, by board; `more` have none or are left out.
pub fn threads(record: &TournamentRecord, threads: &[GameThread], more: usize) -> Text {
    let lines = threads.iter().map(|thread| {
        let (white, black, room) = (&thread.white, &thread.black, &thread.room);
        match record.plan.format {
            Format::Arena { .. } => msg!("round-thread-arena", white, black, room),
            _ => msg!("round-thread", board = thread.board, white, black, room),
        }
    });
    let has_more = !threads.is_empty() && more > 0;
    Text::lines(lines).line(has_more.then(|| msg!("round-more-threads", games = more)))
}

/// The heading of a round's pairings.
pub fn round_title(record: &TournamentRecord) -> Message {
    let name = &record.plan.name;
    match record.plan.format {
        Format::Arena { .. } => msg!("round-title-arena", name),
        _ => msg!("round-title", name, round = record.rounds),
    }
}

/// The result of a game, White's points first; a dash while it is being played.
pub fn result_of(result: Option<PairingResult>) -> String {
    match result {
        None => "–".to_owned(),
        Some(PairingResult::Forfeit(Forfeit::Both)) => "–/–".to_owned(),
        Some(PairingResult::Forfeit(Forfeit::By(Color::White))) => "–/+".to_owned(),
        Some(PairingResult::Forfeit(Forfeit::By(Color::Black))) => "+/–".to_owned(),
        Some(result) => {
            let [white, black] = Color::ALL.map(|color| result.points(color));
            format!("{white}–{black}")
        }
    }
}

/// A game of a round in the menu that opens it; `None` if it was never begun.
pub fn replay_of_board(
    record: &TournamentRecord,
    round: &RoundRecord,
    board: &TournamentBoard,
) -> Option<MenuOption> {
    let [white, black] = Color::ALL.map(|color| name(record, board.pairing.seed(color)));
    let (round, result) = (round.id.number, result_of(board.pairing.result));
    let label = msg!("option-replay-board", white, black);
    let detail = msg!("option-replay-board.detail", round, result);
    Some(MenuOption::new(label, detail, board.game?.to_string()))
}

/// A bye on the picture of the pairings.
pub fn bye_note(bye: Bye) -> Message {
    match bye {
        Bye::PairingAllocated => msg!("round-note-bye"),
        Bye::HalfPoint => msg!("round-note-half-point-bye"),
        Bye::ZeroPoint => msg!("round-note-zero-point-bye"),
    }
}
