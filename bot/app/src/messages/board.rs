//! A game's board: its last move, what is awaited, how it ended; its pieces in words.

use rules_core::{Claim, Color, Game, Move, Position, Reason};
use text::chess::{color_name, pieces};
use text::{Message, Part, Text, msg};

use crate::messages::{named, seat, stakes};
use crate::model::{End, FIRST_MOVE, GameRecord, GameResult, Offer, Seat, Site};

/// The number of the move that half-move `ply` is part of: `12.` for White, `12...` for Black.
pub(super) fn move_number(game: &Game, ply: u32) -> String {
    let first = game.start();
    let black_began = u32::from(first.turn() == Color::Black);
    let number = first.fullmove_number() + u32::midpoint(ply, black_began);
    let dots = if (ply + black_began).is_multiple_of(2) {
        "."
    } else {
        "..."
    };
    format!("{number}{dots}")
}

/// A move that the game can play next, with its number: `12... Nf3`.
fn numbered(game: &Game, next: Move) -> String {
    let ply = u32::try_from(game.ply()).unwrap_or(0);
    format!("{} {}", move_number(game, ply), game.san(next))
}

/// The last move in notation and in words, if there is one.
fn last_played(game: &Game) -> Option<(String, Text)> {
    let mut before = game.clone();
    let last = before.undo()?;
    let words = text::chess::move_in_words(&before, last);
    Some((numbered(&before, last), words))
}

/// The last move of a game in notation and in words; empty before the first.
pub fn last_move(game: &Game) -> Text {
    let last = last_played(game);
    last.map(|(played, words)| msg!("game-last-move", played, words))
        .into()
}

/// The last move below those that it answered automatically: no one saw the board between them.
pub(super) fn last_moves(game: &Game, answered: u32) -> Text {
    /// Maximum number of answered moves shown.
    const MOST: u32 = 5;
    let mut game = game.clone();
    let mut moves = vec![last_move(&game)];
    for _ in 0..answered.min(MOST) {
        game.undo();
        moves.push(last_move(&game));
    }
    Text::lines(moves.into_iter().rev())
}

/// The latest offer or takeback in this position, and its outcome.
fn negotiation(record: &GameRecord, game: &Game) -> Text {
    let name = |side| seat(&record.seats[side]);
    let mut lines = Text::default();
    let taken_back = record.taken_back.as_ref();
    if let Some(mv) = taken_back.and_then(|uci| game.read(uci).ok()) {
        let (by, played) = (name(game.turn()), numbered(game, mv));
        lines = lines.line(msg!("game-took-back", by, played));
    }
    if let Some(offer) = record.take_back_offer {
        let (by, other) = (name(offer.by), name(!offer.by));
        lines = lines.line(if offer.withdrawn {
            msg!("game-takeback-withdrawn", by)
        } else if offer.declined {
            msg!("game-takeback-declined", by = other)
        } else {
            let played = latest_move_of(game, offer.by);
            msg!("game-takeback-asked", by, played)
        });
    }
    if let Some(offer) = record.draw_offer {
        let (by, other) = (name(offer.by), name(!offer.by));
        lines = lines.line(if offer.withdrawn {
            msg!("game-draw-withdrawn", by)
        } else if offer.declined {
            msg!("game-draw-declined", by = other)
        } else {
            msg!("game-draw-offered", by)
        });
    }
    lines
}

/// The latest move of a side in notation; empty if it has made none.
pub(super) fn latest_move_of(game: &Game, side: Color) -> String {
    let mut before = game.clone();
    while let Some(last) = before.undo() {
        if before.turn() == side {
            return numbered(&before, last);
        }
    }
    String::new()
}

/// The line at a board's foot: the game, its players, the time control and the code.
pub(super) fn game_line(record: &GameRecord) -> Message {
    let [white, black] = Color::ALL.map(|color| seat(&record.seats[color]));
    let [white_color, black_color] = Color::ALL.map(|color| record.variant.color_name(color));
    msg!(
        "game-line",
        variant = record.variant.name(),
        white,
        white_color,
        black,
        black_color,
        stakes = stakes(record.time, record.rated),
        time = record.time.words(),
        id = record.id.to_string(),
    )
}

/// The line to which a board's message shrinks when a newer board replaces it.
pub fn retired_board(record: &GameRecord, game: &Game) -> Text {
    let Some((played, words)) = last_played(game) else {
        return game_line(record).into();
    };
    msg!("game-retired", played, words, id = record.id.to_string()).into()
}

/// A board's message: the last move, what is awaited or how it ended, and which game it is.
pub fn board(record: &GameRecord, game: &Game) -> Text {
    last_moves(game, record.answered)
        .line(status(record, game))
        .line(game_line(record))
}

fn status(record: &GameRecord, game: &Game) -> Text {
    if let Some(result) = &record.result {
        return result_line(record, result).into();
    }
    negotiation(record, game)
        .line(to_move(record, game))
        .line(record.gap.map(|_| msg!("game-gap")))
}

fn to_move(record: &GameRecord, game: &Game) -> Text {
    let turn = game.turn();
    // An offered draw is accepted instead.
    let offered = record.draw_offer.is_some_and(Offer::is_open);
    let claim = game.claim().filter(|_| !offered).map(|claim| match claim {
        Claim::Threefold => msg!("game-claim-threefold"),
        Claim::FiftyMoves => msg!("game-claim-fifty"),
    });
    let call = match &record.seats[turn] {
        Seat::Engine(_) => {
            let thinks = msg!("game-engine-thinks", engine = seat(&record.seats[turn]));
            return Text::from(thinks).sentence(claim);
        }
        Seat::Person(person) => {
            let color = record.variant.color_name(turn);
            msg!("game-your-move", player = named(person), color)
        }
    };
    let line = fighting_line(game);
    let attackers = game.position().attackers();
    let check = (!attackers.is_empty()).then(|| text::chess::in_check(record.variant, &attackers));
    let time = record.flag().map(|flag| {
        let minutes = FIRST_MOVE.0 / 60_000;
        match record.event {
            _ if !record.awaits_first_move() => {
                msg!("game-time-runs-out", when = Part::Relative(flag))
            }
            Some(_) => msg!("notice-first-move-live", minutes),
            None => msg!("game-first-move", minutes),
        }
    });
    Text::sentences([Some(call), line, capture(game), check, time, claim])
}

/// Tells the player to move that only captures are legal.
fn capture(game: &Game) -> Option<Message> {
    let is_forced = game.variant().captures_are_mandatory();
    let first = game.legal_moves().first().copied().filter(|_| is_forced)?;
    let is_capture = game.position().is_capture(first);
    is_capture.then(|| msg!("game-must-capture-now"))
}

/// Reminds the player to move of the fighting line: on their first turn after it was entered, or if they have no piece on it.
fn fighting_line(game: &Game) -> Option<Message> {
    let (now, earlier) = game.positions().split_last()?;
    if !now.line_entered() {
        return None;
    }
    let mut latest = earlier.iter().rev().take(2);
    if latest.any(|then| !then.line_entered()) {
        return Some(msg!("game-line-entered"));
    }
    let is_empty = (now.side(now.turn()) & now.shape().line()).is_empty();
    is_empty.then(|| msg!("game-line-empty"))
}

/// How a game ended, in one sentence that mentions the players.
pub fn result_line(record: &GameRecord, result: &GameResult) -> Message {
    outcome(record, result, seat)
}

/// How a game ended, in one sentence for a picture, which cannot mention anyone.
pub fn result_banner(record: &GameRecord, result: &GameResult) -> Message {
    outcome(record, result, |player| Part::Plain(player.name()))
}

fn outcome(record: &GameRecord, result: &GameResult, name: impl Fn(&Seat) -> Part) -> Message {
    let name = |side: Color| name(&record.seats[side]);
    let late = record.turn();
    match (result.winner, result.end) {
        (Some(winner), end) => won(record, end, name(winner), name(!winner)),
        (None, _) if record.annulled => msg!("game-annulled"),
        (None, End::TimeForfeit) => {
            msg!("game-drawn-time", late = name(late), other = name(!late))
        }
        (None, End::Abandonment) => match record.aborted_by {
            Some(side) => msg!("game-aborted-by", player = name(side)),
            None => msg!("game-aborted-late", late = name(late)),
        },
        (None, end) => drawn(end),
    }
}

fn won(record: &GameRecord, end: End, winner: Part, loser: Part) -> Message {
    match end {
        End::Board(Reason::Checkmate) => msg!("game-won-checkmate", winner),
        End::Board(Reason::Stalemate) => msg!("game-won-stalemate", winner, loser),
        End::Board(Reason::BareKing) => msg!("game-won-bare-king", winner, loser),
        End::Board(Reason::KingCaptured) => msg!("game-won-king-captured", winner, loser),
        End::Board(Reason::LeftLine) if left_the_line(record) => {
            msg!("game-won-line-left", winner, loser)
        }
        End::Board(Reason::LeftLine) => msg!("game-won-line-missed", winner, loser),
        End::Board(Reason::NoMoves) => msg!("game-won-no-moves", winner, loser),
        End::Resignation => msg!("game-won-resignation", winner),
        End::TimeForfeit => msg!("game-won-time", winner),
        End::Adjudication => msg!("game-won-decision", winner),
        End::Forfeit => msg!("game-won-forfeit", winner, loser),
        // These endings have no winner.
        End::Board(Reason::Fivefold | Reason::SeventyFive | Reason::Dead)
        | End::Claim(_)
        | End::Agreement
        | End::Abandonment => msg!("game-won", winner),
    }
}

/// Whether the last move went from the fighting line; otherwise its side had no piece there before, either.
fn left_the_line(record: &GameRecord) -> bool {
    let shape = record.variant.shape();
    let mut line = shape.line().iter().map(|at| shape.name(at).to_string());
    let last = record.moves.last();
    line.any(|square| last.is_some_and(|uci| uci.starts_with(&square)))
}

fn drawn(end: End) -> Message {
    match end {
        End::Board(Reason::Stalemate) => msg!("game-drawn-stalemate"),
        End::Board(Reason::Fivefold) => msg!("game-drawn-fivefold"),
        End::Board(Reason::SeventyFive) => msg!("game-drawn-seventy-five"),
        End::Board(Reason::Dead) => msg!("game-drawn-dead"),
        End::Claim(Claim::Threefold) => msg!("game-drawn-claim-threefold"),
        End::Claim(Claim::FiftyMoves) => msg!("game-drawn-claim-fifty"),
        End::Agreement => msg!("game-drawn-agreement"),
        End::Adjudication => msg!("game-drawn-decision"),
        // These endings have a winner, or name a player.
        End::Board(
            Reason::Checkmate
            | Reason::BareKing
            | Reason::KingCaptured
            | Reason::LeftLine
            | Reason::NoMoves,
        )
        | End::Resignation
        | End::TimeForfeit
        | End::Abandonment
        | End::Forfeit => msg!("game-drawn"),
    }
}

/// Says what was done in a game whose board is in another room, and where that is.
///
/// That is the place from which this side plays.
pub fn done_elsewhere(record: &GameRecord, side: Color, done: Message) -> Text {
    let id = record.id.to_string();
    let place = record.site_of(side);
    let venue = record.venue_at(place);
    let where_shown = if record.is_unseen_at(place) {
        msg!("game-shown-by-command", id)
    } else if venue.server.is_none() {
        msg!("game-shown-where-played", id)
    } else {
        let room = Part::Room(venue.room.clone());
        msg!("game-shown-in", id, room)
    };
    Text::sentences([done, where_shown])
}

/// From where the other player of a game plays that is shown in two places; empty for any other game.
pub fn played_from(record: &GameRecord, place: Site) -> Text {
    let Some(elsewhere) = &record.elsewhere else {
        return Text::default();
    };
    let (side, there) = match place {
        Site::First => (elsewhere.side, Site::Second),
        Site::Second => (!elsewhere.side, Site::First),
    };
    let platform = |place| record.venue_at(place).room.platform();
    let player = seat(&record.seats[side]);
    if platform(there) == platform(place) {
        return msg!("game-played-elsewhere", player).into();
    }
    let name = platform(there).title();
    msg!("game-played-from", player, platform = name).into()
}

/// Confirms the last move of a game.
pub fn you_played(game: &Game) -> Message {
    let (played, words) = last_played(game).unwrap_or_default();
    msg!("game-you-played", played, words)
}

/// Lists every piece with its square, one side on a line, kings first.
pub fn position(position: &Position) -> Text {
    Text::lines(Color::ALL.map(|color| side(position, color)))
}

fn side(position: &Position, color: Color) -> Message {
    let variant = position.variant();
    let roles = variant.roles().iter();
    let kinds = roles.map(|&role| (role, position.by(color, role)));
    let (color, pieces) = (color_name(variant, color), pieces(variant.shape(), kinds));
    msg!("game-side-pieces", color, pieces)
}
