//! Why a text is not a legal move, or no start position.

use rules_core::{
    Attacker, BadOrigin, BadTarget, CastlingObstacle, Color, Family, FenError, IllegalMove,
    MeantMovement, Missing, MoveError, MoveSyntaxError, Role, RoleAt, SquareName,
};

use super::check::{pieces, threats, throws};
use super::{movement_in_brief, reason, role_plural};
use crate::{Message, Text, key, list, msg};

/// Most moves that a refusal lists.
const MAX_LISTED: usize = 12;

/// Most pieces whose squares a refusal lists.
const MAX_PIECES: usize = 3;

/// Why a text is not a legal move, and what to do instead.
pub fn move_error(error: &MoveError) -> Message {
    match error {
        MoveError::Syntax(error) => syntax(error),
        MoveError::Ambiguous(moves) => msg!("illegal-ambiguous", moves = sans(moves)),
        MoveError::PromotionMissing(moves) => {
            msg!("illegal-promotion-missing", moves = sans(moves))
        }
        MoveError::Illegal(reason) => illegal_move(reason),
    }
}

fn syntax(error: &MoveSyntaxError) -> Message {
    match error {
        MoveSyntaxError::Unreadable { uci, san } => {
            msg!("illegal-unreadable", squares = uci, notation = san)
        }
        MoveSyntaxError::UnknownRole { role, variant } => {
            msg!("illegal-unknown-piece", piece = *role, game = *variant)
        }
        MoveSyntaxError::UnknownSquare { name, variant } => {
            msg!("illegal-unknown-square", square = name, game = *variant)
        }
    }
}

fn illegal_move(illegal: &IllegalMove) -> Message {
    match illegal {
        IllegalMove::GameOver(outcome) => {
            msg!("illegal-game-over", reason = reason(outcome.reason))
        }
        IllegalMove::NoSuchPiece { role, missing, .. } => no_such_piece(*role, *missing),
        IllegalMove::BadOrigin { at, reason, .. } => bad_origin(*at, *reason),
        IllegalMove::BadTarget {
            piece,
            to,
            movement,
            reason,
        } => bad_target(*piece, *to, *movement, *reason),
        IllegalMove::NoneInReach {
            role,
            pieces,
            to,
            movement,
        } => none_in_reach(*role, pieces, *to, *movement),
        IllegalMove::LeavesKingInCheck { attackers } if throws(attackers) => {
            let threats = threats(attackers, "yours");
            msg!("illegal-still-in-check-thrown", threats)
        }
        IllegalMove::LeavesKingInCheck { attackers } => {
            let (king, attackers) = (king(attackers), pieces(attackers));
            msg!("illegal-still-in-check", king, attackers)
        }
        IllegalMove::ExposesKing { attackers, .. } if throws(attackers) => {
            let threats = threats(attackers, "yours");
            msg!("illegal-exposes-king-thrown", threats)
        }
        IllegalMove::ExposesKing { attackers, .. } => {
            let (king, attackers) = (king(attackers), pieces(attackers));
            msg!("illegal-exposes-king", king, attackers)
        }
        IllegalMove::MustCapture(moves) => msg!("illegal-must-capture", moves = sans(moves)),
        IllegalMove::UnfinishedChain(turns) => {
            msg!("illegal-unfinished-chain", moves = sans(turns))
        }
        IllegalMove::BrokenChain { at, to, turns } => {
            let (at, to) = (*at, *to);
            msg!("illegal-broken-chain", at, to, moves = sans(turns))
        }
        IllegalMove::Superko { after: None, .. } => msg!("illegal-repeats-start"),
        IllegalMove::Superko {
            after: Some(after), ..
        } => msg!("illegal-repeats-position", after),
        IllegalMove::NotAPromotion { is_pawn: false, .. } => msg!("illegal-not-a-promotion"),
        IllegalMove::NotAPromotion {
            to, queen_started, ..
        } => {
            if *queen_started {
                msg!("illegal-no-promotion-queen", to = *to)
            } else {
                msg!("illegal-no-promotion-there", to = *to)
            }
        }
        IllegalMove::WrongPromotion { said, choices } => {
            let choices = list::commas(choices.iter().map(|&role| choice(role)));
            msg!("illegal-wrong-promotion", piece = *said, choices)
        }
        IllegalMove::Castling(obstacle) => castling(obstacle),
    }
}

fn no_such_piece(piece: Role, missing: Missing) -> Message {
    let pieces = role_plural(piece);
    match missing {
        Missing::BeforePromotion(game) => msg!("illegal-none-before-promotion", pieces, game),
        Missing::Lost => msg!("illegal-none-left", pieces),
        Missing::OnSide => msg!("illegal-none-on-side", piece),
        Missing::OnFile(file) => msg!("illegal-none-on-file", piece, file = file.to_string()),
        Missing::OnRank(rank) => msg!("illegal-none-on-rank", piece, rank),
    }
}

fn bad_origin(square: SquareName, reason: BadOrigin) -> Message {
    match reason {
        BadOrigin::Empty => msg!("illegal-empty-square", square),
        BadOrigin::OpponentsPiece(piece) => msg!("illegal-opponents-piece", piece, square),
        BadOrigin::OtherPiece { found: piece, said } => {
            msg!("illegal-other-piece", piece, square, said)
        }
    }
}

fn none_in_reach(
    role: Role,
    found: &[SquareName],
    to: SquareName,
    movement: MeantMovement,
) -> Message {
    let (pieces, movement) = (role_plural(role), how_it_moves(movement, role));
    if found.len() > MAX_PIECES {
        return msg!("illegal-none-in-reach", pieces, to, movement);
    }
    let squares = list::and(found.iter().map(|&at| at.into()));
    msg!("illegal-few-in-reach", pieces, squares, to, movement)
}

fn bad_target(
    RoleAt {
        role: piece,
        at: from,
    }: RoleAt,
    to: SquareName,
    movement: MeantMovement,
    reason: BadTarget,
) -> Message {
    let movement = how_it_moves(movement, piece);
    match reason {
        BadTarget::OutOfReach => msg!("illegal-out-of-reach", piece, from, to, movement),
        BadTarget::Blocked(RoleAt { role: blocker, at }) => {
            msg!("illegal-blocked", piece, from, to, blocker, at)
        }
        BadTarget::Occupied(blocker) => {
            msg!("illegal-occupied", piece, from, to, blocker, movement)
        }
        BadTarget::OwnPiece(blocker) => msg!("illegal-own-piece", piece, from, to, blocker),
        BadTarget::NothingToCapture => {
            msg!("illegal-nothing-to-capture", piece, from, to, movement)
        }
        BadTarget::LetoLanding(victim) => msg!("illegal-leto-landing", piece, from, to, victim),
        BadTarget::FightingLine => msg!("illegal-fighting-line", piece, from, to),
    }
}

fn castling(obstacle: &CastlingObstacle) -> Message {
    match obstacle {
        CastlingObstacle::NotInGame(game) => msg!("illegal-castling-never", game = *game),
        CastlingObstacle::NoRight(role) => msg!("illegal-castling-no-right", partner = *role),
        CastlingObstacle::Occupied(at) => msg!("illegal-castling-occupied", square = *at),
        CastlingObstacle::InCheck => msg!("illegal-castling-in-check"),
        CastlingObstacle::Attacked(attackers) if throws(attackers) => {
            let threats = threats(attackers, "yours");
            msg!("illegal-castling-thrown", threats)
        }
        CastlingObstacle::Attacked(attackers) => {
            let (square, attackers) = (king(attackers), pieces(attackers));
            msg!("illegal-castling-attacked", square, attackers)
        }
    }
}

/// How the piece moves, empty for a role the game does not have.
fn how_it_moves(movement: MeantMovement, role: Role) -> Text {
    let MeantMovement {
        variant,
        side,
        on_line,
    } = movement;
    let whole = match (variant.family(), role) {
        (Family::Toto40, Role::Pawn) if on_line => Some(msg!("illegal-pawn-on-line")),
        (Family::Legan, Role::Pawn) => {
            let side = match side {
                Color::White => "white",
                Color::Black => "black",
            };
            Some(msg!("illegal-pawn-legan", side = key(side)))
        }
        _ => movement_in_brief(variant, role),
    };
    let along = (on_line && role != Role::Pawn).then(|| msg!("movement-fighting-line"));
    Text::from(whole).sentence(along)
}

/// The square of the attacked king.
fn king(attackers: &[Attacker]) -> Text {
    let first = attackers.first();
    first.map_or_else(Text::default, |attacker| attacker.king.into())
}

fn sans(moves: &[String]) -> Text {
    list::cut(moves.iter().map(Text::from), MAX_LISTED)
}

fn choice(role: Role) -> Text {
    let letter = role.letter().to_string();
    msg!("illegal-promotion-choice", piece = role, letter).into()
}

/// Why a FEN is not a position of a game, as a sentence.
pub fn fen_error(error: &FenError) -> Message {
    match error {
        FenError::Fields { expected, .. } => msg!("position-fields", expected = *expected),
        FenError::Ranks { expected, found } => {
            msg!("position-ranks", expected = *expected, found = *found)
        }
        FenError::Rank { rank } => msg!("position-rank", rank = *rank),
        FenError::Piece(letter) => msg!("position-piece", letter = letter.to_string()),
        FenError::Turn(text) => msg!("position-turn", text),
        FenError::Rights(text) => msg!("position-rights", text),
        FenError::EnPassant(text) => msg!("position-en-passant", text),
        FenError::Counter(text) => msg!("position-counter", text),
        FenError::RightWithoutPieces(right) => {
            msg!("position-right-without-pieces", right = right.to_string())
        }
        FenError::EnPassantWithoutPawn(square) => {
            msg!("position-en-passant-without-pawn", square = *square)
        }
        FenError::Kings(_) => msg!("position-kings"),
        FenError::TooManyPieces(_) => msg!("position-too-many-pieces"),
        FenError::PawnPlace(square) => msg!("position-pawn", square = *square),
        FenError::WrongSection(square) => msg!("position-wrong-section", square = *square),
        FenError::OpponentInCheck(_) => msg!("position-opponent-in-check"),
    }
}
