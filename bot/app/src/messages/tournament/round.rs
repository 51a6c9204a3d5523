//! The progress of a round, and the results of its games.

use pairing::{Bye, Forfeit, PairingResult, Seed};
use rules_core::Color;
use text::chess::variant_name;
use text::{Message, Part, Text, key, msg};

use crate::model::ids::RoomId;
use crate::model::record::{Event, Format, RoundRecord, TournamentBoard, TournamentRecord};
use crate::protocol::card::MenuOption;

/// Maximum number of byes that the message of a round names.
const MAX_BYES: usize = 12;

/// The progress of a round, and its byes; the games are on a picture.
pub fn round(record: &TournamentRecord, round: Option<&RoundRecord>) -> Text {
    if let Some(state) = &record.arena {
        if record.is_over() {
            return Text::default();
        }
        let playing = round.map_or(0, |round| round.boards.len());
        let there = record.entries.iter().filter(|entry| !entry.withdrawn);
        return msg!(
            "round-arena",
            games = playing,
            next = key(if there.count() < 2 { "no" } else { "yes" }),
            at = Part::Relative(state.until)
        )
        .into();
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
        let game = variant_name(record.plan.variant_of(number));
        heading = msg!("round-heading-game", heading, game);
    }
    let boards = &round.boards;
    let over = boards.iter().filter(|board| board.pairing.result.is_some());
    let progress = msg!(
        "round-progress",
        heading,
        over = over.count(),
        games = boards.len()
    );
    let byes = round.byes.iter().take(MAX_BYES);
    byes.map(|&(seed, bye)| bye_line(name(record, seed), bye))
        .fold(Text::from(progress), Text::line)
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
    let name = record.plan.name.clone();
    match record.plan.format {
        Format::Arena { .. } => msg!("event-line-arena", name),
        _ => msg!(
            "event-line",
            name,
            round = event.round.number,
            board = u32::from(event.board) + 1
        ),
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
    let mut lines = Text::default();
    for thread in threads {
        let (white, black) = (thread.white.clone(), thread.black.clone());
        let room = Part::Room(thread.room.clone());
        lines = lines.line(match record.plan.format {
            Format::Arena { .. } => msg!("round-thread-arena", white, black, room),
            _ => msg!("round-thread", board = thread.board, white, black, room),
        });
    }
    if threads.is_empty() || more == 0 {
        return lines;
    }
    lines.line(msg!("round-more-threads", games = more))
}

/// The heading of a round's pairings.
pub fn round_title(record: &TournamentRecord) -> Message {
    let name = record.plan.name.clone();
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
        Some(result) => format!(
            "{}–{}",
            result.points(Color::White),
            result.points(Color::Black)
        ),
    }
}

/// A game of a round in the menu that opens it; `None` if it was never begun.
pub fn replay_of_board(
    record: &TournamentRecord,
    round: &RoundRecord,
    board: &TournamentBoard,
) -> Option<MenuOption> {
    let value = board.game?.to_string();
    Some(MenuOption {
        label: msg!(
            "option-replay-board",
            white = name(record, board.pairing.white),
            black = name(record, board.pairing.black),
        )
        .into(),
        detail: msg!(
            "option-replay-board.detail",
            round = round.id.number,
            result = result_of(board.pairing.result),
        )
        .into(),
        value,
    })
}

/// A bye on the picture of the pairings.
pub fn bye_note(bye: Bye) -> Message {
    match bye {
        Bye::PairingAllocated => msg!("round-note-bye"),
        Bye::HalfPoint => msg!("round-note-half-point-bye"),
        Bye::ZeroPoint => msg!("round-note-zero-point-bye"),
    }
}
