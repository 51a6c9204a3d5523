//! Moves in words.

use rules_core::{
    CastlingSide, Description, Game, Move, Piece, Role, Shape, Shift, ShiftKind, Square,
};

use crate::{Text, list, msg};

/// A legal move in words, without a capital or a full stop: "rook d5 takes the pawn on d7".
///
/// [`Game::read`] reads the English words back.
pub fn move_in_words(game: &Game, mv: Move) -> Text {
    let shape = game.variant().shape();
    let description = game.position().describe(mv);
    let mut text = move_in_brief(game, mv);
    for &shift in &description.shifts {
        text = match shift.kind {
            ShiftKind::CastlePartner => text,
            ShiftKind::Repulsion => throw(shape, text, shift, description.captures.first()),
            ShiftKind::Kidnapping => {
                let (from, to) = (shape.name(shift.from), shape.name(shift.to));
                msg!("move-pulls", move = text, piece = shift.piece.role, from, to).into()
            }
        };
    }
    text
}

/// A legal move in words, without the other pieces that a Leto moves.
pub fn move_in_brief(game: &Game, mv: Move) -> Text {
    match mv.castling() {
        Some(CastlingSide::KingSide) => return msg!("move-castles-kingside").into(),
        Some(CastlingSide::QueenSide) => return msg!("move-castles-queenside").into(),
        None => {}
    }
    let description = game.position().describe(mv);
    let text = plain_move(game.variant().shape(), &description);
    match description.promotion {
        Some(piece) => msg!("move-promotes", move = text, piece).into(),
        None => text,
    }
}

/// The moving piece with its captures by landing.
fn plain_move(shape: Shape, description: &Description) -> Text {
    let (piece, from) = (description.piece.role, shape.name(description.from()));
    // A Leto captures by repulsion only (LETO-2).
    if description.captures.is_empty() || piece == Role::Leto {
        return msg!("move-quiet", piece, from, to = shape.name(description.to())).into();
    }
    let landings = description.captures.iter().zip(&description.path[1..]);
    let victims = landings.map(|(&(square, victim), &landing)| {
        let (piece, at, to) = (victim.role, shape.name(square), shape.name(landing));
        if at == to {
            msg!("move-victim", piece, at).into()
        } else {
            msg!("move-victim-en-passant", piece, at, to).into()
        }
    });
    msg!("move-captures", piece, from, victims = list::and(victims)).into()
}

/// Adds the piece that a Leto throws (LETO-3), which may capture and promote (LETO-5).
fn throw(shape: Shape, text: Text, shift: Shift, victim: Option<&(Square, Piece)>) -> Text {
    let piece = shift.piece.role;
    let (from, to) = (shape.name(shift.from), shape.name(shift.to));
    match (victim.map(|(_, victim)| victim.role), shift.promoted) {
        (None, None) => msg!("move-throws", move = text, piece, from, to),
        (Some(victim), None) => msg!(
            "move-throws-capturing",
            move = text,
            piece,
            from,
            to,
            victim
        ),
        (None, Some(promoted)) => msg!(
            "move-throws-promoting",
            move = text,
            piece,
            from,
            to,
            promoted
        ),
        (Some(victim), Some(promoted)) => msg!(
            "move-throws-capturing-and-promoting",
            move = text,
            piece,
            from,
            to,
            victim,
            promoted
        ),
    }
    .into()
}
