//! Explanations: what a move does, how a piece moves, why a move is not legal.

mod description;
mod move_error;
mod movement;

pub use description::{Description, Shift, ShiftKind};
pub use move_error::{CastlingObstacle, IllegalMove, MoveError, MoveSyntaxError, RoleAt};
pub use movement::{Directions, Movement, MovementKind, PawnMovement, PawnSteps, PromotionSquares};

use crate::board::{Board, KING};
use crate::games::{Castle, Rules, dispatch, superko};
use crate::movegen::is_attacked;
use crate::moves::Kind;
use crate::notation::parse::Reading;
use crate::notation::san;
use crate::{Bitboard, CastlingSide, Color, Game, Move, Position, Role, Square, Variant};

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
    let mut reasons: Vec<IllegalMove> = position
        .side(position.turn())
        .iter()
        .filter(|&from| {
            let role = position.piece_at(from).map(|piece| piece.role);
            reading.starts_on(shape, from) && (reading.role.is_none() || reading.role == role)
        })
        .map(|from| explain_piece(game, legal, reading, from))
        .collect();
    let several = reasons.len() > 1;
    reasons.sort_by_key(IllegalMove::specificity);
    match reasons.pop() {
        Some(IllegalMove::OutOfReach { piece, to, variant }) if several => {
            let role = piece.role;
            IllegalMove::NoneInReach { role, to, variant }
        }
        Some(reason) => reason,
        None => explain_absence(position, reading),
    }
}

/// The player has no piece that the text could mean.
fn explain_absence(position: &Position, reading: &Reading) -> IllegalMove {
    let role = reading.role.unwrap_or(Role::Pawn);
    let has = |color| !position.by(color, role).is_empty();
    let us = position.turn();
    match (reading.file, reading.rank) {
        (Some(file), _) if has(us) => IllegalMove::NoneOnFile {
            role,
            file: char::from(b'a' + file),
        },
        (_, Some(rank)) if has(us) => IllegalMove::NoneOnRank {
            role,
            rank: rank.saturating_add(1),
        },
        _ if has(!us) => IllegalMove::NoneOwned(role),
        _ => IllegalMove::NoneOnBoard(role),
    }
}

fn explain_piece(game: &Game, legal: &[Move], reading: &Reading, from: Square) -> IllegalMove {
    explain_chain(game.position(), legal, from, &reading.path)
        .unwrap_or_else(|| explain_step(game, legal, from, reading.path[0], reading.promotion))
}

fn explain_origin(position: &Position, reading: &Reading, from: Square) -> Option<IllegalMove> {
    let at = position.shape().name(from);
    let Some(piece) = position.piece_at(from) else {
        return Some(IllegalMove::EmptySquare(at));
    };
    let found = RoleAt {
        role: piece.role,
        at,
    };
    if piece.color != position.turn() {
        return Some(IllegalMove::OpponentsPiece(found));
    }
    reading
        .role
        .filter(|said| *said != piece.role)
        .map(|said| IllegalMove::OtherPiece { found, said })
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
    let same = || {
        legal
            .iter()
            .filter(|mv| mv.from() == from && mv.to() == to && !mv.is_chain())
    };
    if let Some(said) = promotion
        && same().next().is_some()
    {
        let choices: Vec<Role> = same().filter_map(|mv| mv.promotion()).collect();
        return if choices.is_empty() {
            IllegalMove::NotAPromotion
        } else {
            IllegalMove::WrongPromotion { said, choices }
        };
    }
    if let Some(side) = castling_meant(position, from, to) {
        return explain_castling(position, legal, side);
    }
    if dispatch!(variant, R => R::reach(position, from)) >> to.0 & 1 == 0 {
        return explain_reach(position, from, to);
    }
    if variant == Variant::Toto40
        && let Some((ply, _)) =
            superko(game.positions()).find(|(_, mv)| *mv == Move::normal(from, to))
    {
        return IllegalMove::Superko {
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
    let dots = if before.turn() == Color::White {
        "."
    } else {
        "..."
    };
    Some(format!("{}{dots}{san}", before.fullmove_number()))
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
    let us = position.turn();
    let (after, checkers) = dispatch!(position.variant(), R => {
        let after = R::make(position, &mv);
        (after, Bitboard(R::checkers(&after, us)))
    });
    let king = position.shape().name(after.king(us)?);
    let attackers: Vec<RoleAt> = checkers
        .iter()
        .filter_map(|square| role_at(&after, square))
        .collect();
    if attackers.is_empty() {
        None
    } else if position.is_check() {
        Some(IllegalMove::LeavesKingInCheck { king, attackers })
    } else {
        Some(IllegalMove::ExposesKing { king, attackers })
    }
}

fn role_at(position: &Position, square: Square) -> Option<RoleAt> {
    let at = position.shape().name(square);
    let role = position.piece_at(square)?.role;
    Some(RoleAt { role, at })
}

/// The target is not even pseudo-legal.
fn explain_reach(position: &Position, from: Square, to: Square) -> IllegalMove {
    let variant = position.variant();
    let shape = position.shape();
    let us = position.turn();
    let piece = role_at(position, from).unwrap_or(RoleAt {
        role: Role::Pawn,
        at: shape.name(from),
    });
    let to_name = shape.name(to);
    let own = position.side(us);
    if from != to
        && own.contains(to)
        && reaches_if_empty(position, from, to)
        && let Some(by) = role_at(position, to)
    {
        return IllegalMove::OwnPiece { piece, by };
    }
    if shape.section(!us).contains(to) {
        return IllegalMove::CrossesLine { piece, to: to_name };
    }
    let obstacle = dispatch!(variant, R => R::obstacle(position, from, to));
    let by = obstacle
        .filter(|_| from != to)
        .and_then(|at| role_at(position, at));
    match by {
        Some(by) if by.at == to_name && piece.role == Role::Leto && !own.contains(to) => {
            IllegalMove::LetoLanding { from: piece.at, by }
        }
        Some(by) if by.at == to_name => IllegalMove::Occupied { piece, by, variant },
        Some(by) => IllegalMove::Blocked {
            piece,
            to: to_name,
            by,
        },
        None if piece.role == Role::Pawn && pawn_attacks(position, from).contains(to) => {
            IllegalMove::NothingToCapture {
                from: piece.at,
                to: to_name,
                variant,
            }
        }
        None => IllegalMove::OutOfReach {
            piece,
            to: to_name,
            variant,
        },
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
    attacked_on_the_way(position, &castle, partner)
        .map(|square| CastlingObstacle::Attacked(shape.name(square)))
}

/// The first attacked square that the king would pass or land on.
fn attacked_on_the_way(position: &Position, castle: &Castle, partner: Role) -> Option<Square> {
    let us = position.turn();
    let attacked = |board: &Board, square: Square| dispatch!(position.variant(), R => is_attacked::<R>(board, square, !us));
    let mut board = position.board;
    board.toggle(us, KING, Square(castle.king_from));
    let passed = Bitboard(castle.passed).iter().find(|&square| {
        let mut board = board;
        board.toggle(us, KING, square);
        attacked(&board, square)
    });
    board.toggle(us, partner.slot(), Square(castle.partner_from));
    board.toggle(us, KING, Square(castle.king_to));
    board.toggle(us, partner.slot(), Square(castle.partner_to));
    passed.or_else(|| {
        let landing = Square(castle.king_to);
        attacked(&board, landing).then_some(landing)
    })
}
