//! Explanations: what a move does, how a piece moves, why a move is not legal.

mod attack;
mod description;
mod move_error;
mod movement;

pub use attack::{Attacker, Throw};
pub use description::{Description, Shift, ShiftKind};
pub use move_error::{
    BadOrigin, BadTarget, CastlingObstacle, IllegalMove, MeantMovement, Missing, MoveError,
    MoveSyntaxError, RoleAt,
};
pub use movement::{Directions, Movement, MovementKind, PawnMovement, PawnSteps, PromotionSquares};

use crate::games::{Rules, dispatch, superko};
use crate::movegen::{MoveRules, castling_boards};
use crate::moves::Kind;
use crate::notation::parse::Reading;
use crate::notation::san;
use crate::{Bitboard, CastlingSide, Color, Game, Move, Piece, Position, Role, Square, Variant};
use attack::attackers;

/// Most moves that an error lists. A constructed position may have a hundred thousand chains of captures.
const MAX_LISTED: usize = 64;

/// Moves in SAN for an error.
pub(crate) fn sans<'a>(
    position: &Position,
    legal: &[Move],
    moves: impl Iterator<Item = &'a Move>,
) -> Vec<String> {
    moves
        .take(MAX_LISTED)
        .map(|mv| san::san(position, legal, *mv))
        .collect()
}

/// Returns why no legal move fits `reading`.
pub(crate) fn explain(game: &Game, legal: &[Move], reading: &Reading) -> IllegalMove {
    let position = game.position();
    if let Some(side) = reading.castling {
        return explain_castling(position, legal, side);
    }
    let shape = position.shape();
    if let Some(from) = reading.origin(shape)
        && let Some(reason) = explain_origin(position, reading, from)
    {
        return reason;
    }
    let meant: Vec<Square> = position
        .side(position.turn())
        .iter()
        .filter(|&from| {
            let role = position.piece_at(from).map(|piece| piece.role);
            reading.starts_on(shape, from) && (reading.role.is_none() || reading.role == role)
        })
        .collect();
    let reasons = meant.iter().map(|&from| {
        explain_chain(position, legal, from, &reading.path)
            .unwrap_or_else(|| explain_step(game, legal, from, reading.path[0], reading.promotion))
    });
    match reasons.max_by_key(IllegalMove::specificity) {
        Some(IllegalMove::BadTarget {
            piece: RoleAt { role, .. },
            to,
            movement,
            reason: BadTarget::OutOfReach,
        }) if meant.len() > 1 => IllegalMove::NoneInReach {
            role,
            pieces: meant.into_iter().map(|from| shape.name(from)).collect(),
            to,
            movement,
        },
        Some(reason) => reason,
        None => explain_absence(game, reading),
    }
}

/// The player has no piece that the text could mean.
fn explain_absence(game: &Game, reading: &Reading) -> IllegalMove {
    let position = game.position();
    let role = reading.role.unwrap_or(Role::Pawn);
    let has = |color| !position.by(color, role).is_empty();
    let us = position.turn();
    let variant = game.variant();
    let began = |color| !game.start().by(color, role).is_empty();
    let missing = match (reading.file, reading.rank) {
        (Some(file), _) if has(us) => Missing::OnFile(char::from(b'a' + file)),
        (_, Some(rank)) if has(us) => Missing::OnRank(rank.saturating_add(1)),
        _ if began(us) => Missing::Lost,
        _ if !began(!us) && !has(!us) && variant.promotions().contains(&role) => {
            Missing::BeforePromotion(variant)
        }
        _ => Missing::OnSide,
    };
    let to = position.shape().name(reading.target());
    IllegalMove::NoSuchPiece { role, to, missing }
}

fn explain_origin(position: &Position, reading: &Reading, from: Square) -> Option<IllegalMove> {
    let reason = match (position.piece_at(from), reading.role) {
        (None, _) => BadOrigin::Empty,
        (Some(piece), _) if piece.color != position.turn() => BadOrigin::OpponentsPiece(piece.role),
        (Some(piece), Some(said)) if said != piece.role => BadOrigin::OtherPiece {
            found: piece.role,
            said,
        },
        _ => return None,
    };
    let shape = position.shape();
    Some(IllegalMove::BadOrigin {
        at: shape.name(from),
        to: shape.name(reading.target()),
        reason,
    })
}

/// The text stops before a legal chain of captures is complete (LEAP-9), or continues after a legal move.
fn explain_chain(
    position: &Position,
    legal: &[Move],
    from: Square,
    path: &[Square],
) -> Option<IllegalMove> {
    let begins = |mv: &&Move, length: usize| {
        let targets = mv.path().skip(1);
        mv.from() == from
            && targets.take(length).eq(path[..length].iter().copied())
            && (length < path.len() || mv.path().len() > length + 1)
    };
    let length = (1..=path.len())
        .rev()
        .find(|&length| legal.iter().any(|mv| begins(&mv, length)))?;
    let turns = legal.iter().filter(|mv| begins(mv, length));
    let turns = sans(position, legal, turns);
    let Some(&next) = path.get(length) else {
        return Some(IllegalMove::UnfinishedChain(turns));
    };
    let shape = position.shape();
    Some(IllegalMove::BrokenChain {
        at: shape.name(path[length - 1]),
        to: shape.name(next),
        turns,
    })
}

fn explain_step(
    game: &Game,
    legal: &[Move],
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> IllegalMove {
    let position = game.position();
    let variant = game.variant();
    let is_same = |mv: &&Move| mv.from() == from && mv.to() == to && !mv.is_chain();
    let mut same = legal.iter().filter(is_same).peekable();
    if let Some(said) = promotion
        && same.peek().is_some()
    {
        let choices: Vec<Role> = same.filter_map(|mv| mv.promotion()).collect();
        return if choices.is_empty() {
            let has_role =
                |piece: Option<Piece>, role: Role| piece.is_some_and(|piece| piece.role == role);
            IllegalMove::NotAPromotion {
                is_pawn: has_role(position.piece_at(from), Role::Pawn),
                to: variant.shape().name(to),
                queen_started: variant == Variant::Legan
                    && has_role(variant.start().piece_at(to), Role::Queen),
            }
        } else {
            IllegalMove::WrongPromotion { said, choices }
        };
    }
    // Where castling is legal, this text means another move: `Kh1` never castles.
    if let Some(side) = castling_meant(position, from, to)
        && !legal.iter().any(|mv| mv.castling() == Some(side))
    {
        return explain_castling(position, legal, side);
    }
    if dispatch!(variant, R => R::reach(position, from)) >> to.0 & 1 == 0 {
        return explain_target(position, from, to);
    }
    if variant == Variant::Toto40
        && let Some((ply, _)) =
            superko(game.positions()).find(|(_, mv)| *mv == Move::normal(from, to))
    {
        return IllegalMove::Superko {
            from: position.shape().name(from),
            after: numbered_move_before(game, ply),
        };
    }
    explain_king(position, from, to)
        .unwrap_or_else(|| IllegalMove::MustCapture(sans(position, legal, legal.iter())))
}

/// The move that led to the position at `ply`, with its number: `1...a11`.
fn numbered_move_before(game: &Game, ply: usize) -> Option<String> {
    let last = ply.checked_sub(1)?;
    let before = game.positions().get(last)?;
    let san = game.sans().get(last)?.clone();
    let number = before.fullmove_number();
    Some(match before.turn() {
        Color::White => format!("{number}.{san}"),
        Color::Black => format!("{number}...{san}"),
    })
}

/// Makes a pseudo-legal move and looks for attacks on the king (ALL-2).
fn explain_king(position: &Position, from: Square, to: Square) -> Option<IllegalMove> {
    if position.variant() == Variant::Toto40 {
        return None;
    }
    let passing = position.en_passant() == Some(to) && position.piece_at(from)?.role == Role::Pawn;
    let mv = if passing {
        Move::of_kind(from, to, Kind::EnPassant)
    } else {
        Move::normal(from, to)
    };
    let after = dispatch!(position.variant(), R => R::make(position, &mv));
    let attackers = attackers(&after, position.turn());
    let from = position.shape().name(from);
    if attackers.is_empty() {
        None
    } else if position.is_check() {
        Some(IllegalMove::LeavesKingInCheck { attackers })
    } else {
        Some(IllegalMove::ExposesKing { from, attackers })
    }
}

fn role_at(position: &Position, square: Square) -> Option<RoleAt> {
    let at = position.shape().name(square);
    let role = position.piece_at(square)?.role;
    Some(RoleAt { role, at })
}

/// The target is not even pseudo-legal.
fn explain_target(position: &Position, from: Square, to: Square) -> IllegalMove {
    let shape = position.shape();
    let piece = role_at(position, from).unwrap_or(RoleAt {
        role: Role::Pawn,
        at: shape.name(from),
    });
    IllegalMove::BadTarget {
        piece,
        to: shape.name(to),
        movement: MeantMovement {
            variant: position.variant(),
            side: position.turn(),
            on_line: shape.line().contains(from),
        },
        reason: bad_target(position, piece.role, from, to),
    }
}

fn bad_target(position: &Position, role: Role, from: Square, to: Square) -> BadTarget {
    let us = position.turn();
    let own = position.side(us);
    if from != to
        && own.contains(to)
        && reaches_if_empty(position, from, to)
        && let Some(there) = role_at(position, to)
    {
        return BadTarget::OwnPiece(there.role);
    }
    if position.shape().section(!us).contains(to) {
        return BadTarget::FightingLine;
    }
    let obstacle = dispatch!(position.variant(), R => R::obstacle(position, from, to));
    let blocker = obstacle
        .filter(|_| from != to)
        .and_then(|at| role_at(position, at));
    match blocker {
        Some(there) if there.at.square() != to => BadTarget::Blocked(there),
        Some(there) if role == Role::Leto && !own.contains(to) => {
            BadTarget::LetoLanding(there.role)
        }
        Some(there) => BadTarget::Occupied(there.role),
        None if role == Role::Pawn && pawn_attacks(position, from).contains(to) => {
            BadTarget::NothingToCapture
        }
        None => BadTarget::OutOfReach,
    }
}

/// Returns whether the piece could go to `to` if that square were empty.
fn reaches_if_empty(position: &Position, from: Square, to: Square) -> bool {
    let mut without = *position;
    without.board.clear(to);
    dispatch!(position.variant(), R => R::reach(&without, from)) >> to.0 & 1 != 0
}

fn pawn_attacks(position: &Position, from: Square) -> Bitboard {
    let us = position.turn().index();
    Bitboard(dispatch!(position.variant(), R => R::TABLES.pawn_attacks[us][from.index()]))
}

/// The castling that a king's move may mean, by the king's target or by the partner's square.
fn castling_meant(position: &Position, from: Square, to: Square) -> Option<CastlingSide> {
    let us = position.turn();
    if position.king(us) != Some(from) {
        return None;
    }
    let castles = dispatch!(position.variant(), R => R::CASTLES);
    CastlingSide::ALL.into_iter().find(|side| {
        castles[side.right(us)].is_some_and(|castle| {
            castle.king_from == from.0 && (castle.uci_to == to.0 || castle.partner_from == to.0)
        })
    })
}

/// If nothing prevents castling, a capture is mandatory (LEAP-5).
fn explain_castling(position: &Position, legal: &[Move], side: CastlingSide) -> IllegalMove {
    match castling_obstacle(position, side) {
        Some(obstacle) => IllegalMove::Castling(obstacle),
        None => IllegalMove::MustCapture(sans(position, legal, legal.iter())),
    }
}

fn castling_obstacle(position: &Position, side: CastlingSide) -> Option<CastlingObstacle> {
    let (variant, us) = (position.variant(), position.turn());
    let right = side.right(us);
    let (castle, partner) = dispatch!(variant, R => (R::CASTLES[right], R::CASTLE_PARTNER));
    let Some(castle) = castle else {
        return Some(CastlingObstacle::NotInGame(variant));
    };
    if !position.may_castle(us, side) {
        return Some(CastlingObstacle::NoRight(partner));
    }
    let shape = position.shape();
    if let Some(square) = (Bitboard(castle.empty) & position.occupied()).first() {
        return Some(CastlingObstacle::Occupied(shape.name(square)));
    }
    if position.is_check() {
        return Some(CastlingObstacle::InCheck);
    }
    // The attackers of the first attacked square that the king would pass or land on.
    castling_boards(&position.board, us, &castle, partner)
        .map(|(board, _)| attackers(&Position { board, ..*position }, us))
        .find(|attackers| !attackers.is_empty())
        .map(CastlingObstacle::Attacked)
}
