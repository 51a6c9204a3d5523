//! How to make a move, with examples that are legal in the position shown.

use rules_core::{Game, Move};
use text::{Message, msg};

use crate::model::record::{GameRecord, Site, Thread};
use crate::protocol::card::{Field, Modal};

/// Explains how to move on a board that everyone sees.
pub fn how_to_move(record: &GameRecord, site: Site, game: &Game) -> Message {
    let example = examples(game)
        .first()
        .map_or_else(String::new, |&mv| game.san(mv));
    match (&record.venue_at(site).server, record.thread_at(site)) {
        (None, _) => msg!("game-how-to-move-direct", example),
        (_, Thread::Own { .. }) => msg!("game-how-to-move-thread", example),
        _ => msg!("game-how-to-move", example),
    }
}

/// The form in which a move is typed.
pub(crate) fn move_form(game: &Game) -> Modal {
    let shape = game.variant().shape();
    let moves = examples(game);
    let mut written: Vec<_> = moves.iter().map(|&mv| game.san(mv)).collect();
    written.extend(moves.last().map(|mv| mv.uci(shape).to_string()));
    let example = msg!("modal-game-move.example", moves = written.join(", "));
    let field = Field::new(msg!("modal-game-move.label"), example, 100);
    Modal::of(msg!("modal-game-move.title"), field)
}

/// Legal moves that are quickly written: at most one of a pawn and one of a piece. None is advice, but none loses at once.
fn examples(game: &Game) -> Vec<Move> {
    let mut moves: Vec<_> = game.legal_moves().to_vec();
    moves.sort_by_cached_key(|&mv| (game.san(mv).chars().count(), from_the_middle(game, mv)));
    let is_pawns = |mv: &Move| game.san(*mv).starts_with(char::is_lowercase);
    let pick = |wanted: bool| {
        let fitting = moves.iter().filter(|mv| is_pawns(mv) == wanted);
        fitting.copied().find(|&mv| !loses(game, mv))
    };
    let picked: Vec<_> = [pick(true), pick(false)].into_iter().flatten().collect();
    if picked.is_empty() {
        moves.truncate(1);
        return moves;
    }
    picked
}

/// How far from the middle of the board a move ends, in half squares.
fn from_the_middle(game: &Game, mv: Move) -> u8 {
    let shape = game.variant().shape();
    let off = |at: u8, count: u8| (2 * at + 1).abs_diff(count);
    let to = mv.to();
    off(shape.file(to), shape.files()) + off(shape.rank(to), shape.ranks())
}

fn loses(game: &Game, mv: Move) -> bool {
    game.blunders(&[mv]) != [None]
}
