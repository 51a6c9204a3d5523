//! Why what a text says is no legal move.

use crate::attack::is_attacked;
use crate::board::Board;
use crate::games::superko;
use crate::read::{Reading, castle_partner};
use crate::role::KING;
use crate::rules::{Rules, dispatch};
use crate::whynot::CastleObstacle;
use crate::{Bitboard, Color, Game, Move, Position, Role, Square, Variant, WhyNot, san};

/// An answer lists no more moves than this; the sentence shows fewer still. A board set up on purpose may have a hundred thousand chains.
const MOST_NAMED: usize = 64;

/// Moves in human notation for an answer.
pub(crate) fn named<'a>(
    position: &Position,
    legal: &[Move],
    moves: impl Iterator<Item = &'a Move>,
) -> Vec<String> {
    moves
        .take(MOST_NAMED)
        .map(|mv| san::san(position, legal, *mv))
        .collect()
}

/// How much a reason says: of several readings and several pieces the one that came nearest to a move is explained.
pub(crate) fn rank(reason: &WhyNot) -> u8 {
    match reason {
        WhyNot::Unreadable => 0,
        WhyNot::NoSuchPiece {
            elsewhere: false, ..
        } => 1,
        WhyNot::NoSuchPiece { .. } => 2,
        WhyNot::CannotGo { .. } | WhyNot::NoneCanGo { .. } => 3,
        WhyNot::EmptySquare(_) | WhyNot::OtherPiece { .. } | WhyNot::OpponentsPiece { .. } => 4,
        WhyNot::NothingToCapture { .. } | WhyNot::OwnPiece { .. } => 5,
        WhyNot::CrossesLine { .. } => 6,
        WhyNot::Blocked { .. } | WhyNot::LetoLanding { .. } | WhyNot::CannotCastle(_) => 7,
        _ => 8,
    }
}

/// The reason why no legal move is what `reading` says.
pub(crate) fn explain(game: &Game, legal: &[Move], reading: &Reading) -> WhyNot {
    let position = game.position();
    if let Some(king_side) = reading.castle {
        return explain_castle(position, legal, king_side);
    }
    if let Some((role, game)) = reading.unless {
        return WhyNot::NoSuchRole { role, game };
    }
    let shape = position.shape();
    if let Some(from) = reading.origin(shape)
        && let Err(why) = check_origin(position, reading, from)
    {
        return why;
    }
    let stands = |square: &Square| {
        let role = position.piece_at(*square).map(|piece| piece.role);
        reading.starts_on(shape, *square) && (reading.role.is_none() || reading.role == role)
    };
    let mut reasons: Vec<WhyNot> = position
        .side(position.turn())
        .iter()
        .filter(stands)
        .map(|from| explain_piece(game, legal, reading, from))
        .collect();
    let several = reasons.len() > 1;
    reasons.sort_by_key(rank);
    match (reasons.pop(), reading.path.as_slice()) {
        (Some(WhyNot::CannotGo { role, movement, .. }), [to]) if several => WhyNot::NoneCanGo {
            role,
            to: shape.name(*to),
            movement,
        },
        (Some(why), _) => why,
        (None, _) => {
            let role = reading.role.unwrap_or(Role::Pawn);
            WhyNot::NoSuchPiece {
                role,
                elsewhere: !position.by(position.turn(), role).is_empty(),
            }
        }
    }
}

fn explain_piece(game: &Game, legal: &[Move], reading: &Reading, from: Square) -> WhyNot {
    if game.variant().chains_captures()
        && let Some(why) = explain_chain(game.position(), legal, from, &reading.path)
    {
        return why;
    }
    match *reading.path {
        [to] => explain_step(game, legal, from, to, reading.promotion),
        _ => WhyNot::Unreadable,
    }
}

fn check_origin(position: &Position, reading: &Reading, from: Square) -> Result<(), WhyNot> {
    let at = position.shape().name(from);
    match position.piece_at(from) {
        None => Err(WhyNot::EmptySquare(at)),
        Some(piece) if piece.color != position.turn() => {
            let owner = position.variant().color_name(piece.color);
            Err(WhyNot::OpponentsPiece {
                role: piece.role,
                at,
                owner,
            })
        }
        Some(piece) => match reading.role {
            Some(said) if said != piece.role => Err(WhyNot::OtherPiece {
                at,
                role: piece.role,
                said,
            }),
            _ => Ok(()),
        },
    }
}

/// LEAP-9: the text may stop too early or leave the chains that are legal.
fn explain_chain(
    position: &Position,
    legal: &[Move],
    from: Square,
    path: &[Square],
) -> Option<WhyNot> {
    let begins = |mv: &Move, length: usize| {
        mv.from() == from
            && mv
                .path()
                .skip(1)
                .take(length)
                .eq(path[..length].iter().copied())
    };
    let length = (0..=path.len())
        .rev()
        .find(|&length| legal.iter().any(|mv| mv.is_chain() && begins(mv, length)))?;
    let turns = named(
        position,
        legal,
        legal.iter().filter(|mv| begins(mv, length)),
    );
    let shape = position.shape();
    if length == path.len() {
        Some(WhyNot::ChainGoesOn {
            taken: length,
            turns,
        })
    } else if length > 0 {
        Some(WhyNot::ChainBreaks {
            at: shape.name(path[length - 1]),
            to: shape.name(path[length]),
            turns,
        })
    } else {
        None
    }
}

fn explain_step(
    game: &Game,
    legal: &[Move],
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> WhyNot {
    let position = game.position();
    let there = || {
        legal
            .iter()
            .filter(|mv| mv.from() == from && mv.to() == to && !mv.is_chain())
    };
    if let Some(said) = promotion
        && there().next().is_some()
    {
        return WhyNot::WrongPromotion {
            said,
            choices: there().filter_map(|mv| mv.promotion()).collect(),
        };
    }
    if let Some(king_side) = castle_meant(position, from, to) {
        return explain_castle(position, legal, king_side);
    }
    if dispatch!(position.variant(), R => R::reach(position, from)) >> to.0 & 1 == 0 {
        return out_of_reach(position, from, to);
    }
    let mut forbidden = superko(if game.variant() == Variant::Toto40 {
        game.positions()
    } else {
        &[]
    });
    if let Some((ply, _)) = forbidden.find(|(_, mv)| *mv == Move::normal(from, to)) {
        return WhyNot::Superko {
            ply,
            after: move_before(game, ply),
        };
    }
    if let Some(why) = king_left_attacked(position, from, to) {
        return why;
    }
    WhyNot::MustCapture(named(position, legal, legal.iter()))
}

/// The move that led to the position after `ply` half-moves, with its number as people count.
fn move_before(game: &Game, ply: usize) -> Option<String> {
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

/// Plays a move that the piece can make and looks at the king (ALL-2).
fn king_left_attacked(position: &Position, from: Square, to: Square) -> Option<WhyNot> {
    if position.variant() == Variant::Toto40 {
        return None;
    }
    let passing = position.en_passant() == Some(to) && position.piece_at(from)?.role == Role::Pawn;
    let kind = if passing {
        crate::moves::Kind::EnPassant
    } else {
        crate::moves::Kind::Normal
    };
    let mv = Move::of_kind(from, to, kind);
    let us = position.turn();
    let (stands, found) = dispatch!(position.variant(), R => {
        let after = R::make(position, &mv);
        (after.king(us)?, R::checkers(&after, us).iter_squares(&after))
    });
    let shape = position.shape();
    let attackers: Vec<_> = found
        .into_iter()
        .map(|(role, square)| (role, shape.name(square)))
        .collect();
    let already = position.is_check();
    (!attackers.is_empty()).then_some(WhyNot::LeavesKingAttacked {
        king: shape.name(stands),
        attackers,
        already,
    })
}

/// The pieces on the squares of a set.
trait SquaresOf {
    fn iter_squares(self, position: &Position) -> Vec<(Role, Square)>;
}

impl SquaresOf for u64 {
    fn iter_squares(self, position: &Position) -> Vec<(Role, Square)> {
        Bitboard(self)
            .iter()
            .filter_map(|square| position.piece_at(square).map(|piece| (piece.role, square)))
            .collect()
    }
}

fn out_of_reach(position: &Position, from: Square, to: Square) -> WhyNot {
    let shape = position.shape();
    let variant = position.variant();
    let (from_name, to_name) = (shape.name(from), shape.name(to));
    let role_at = |square| {
        position
            .piece_at(square)
            .map_or(Role::Pawn, |piece| piece.role)
    };
    let role = role_at(from);
    if from != to
        && position.side(position.turn()).contains(to)
        && reaches_without(position, from, to)
    {
        return WhyNot::OwnPiece {
            role,
            from: from_name,
            to: to_name,
            there: role_at(to),
        };
    }
    if shape.section(!position.turn()).contains(to) {
        return WhyNot::CrossesLine {
            role,
            from: from_name,
            to: to_name,
        };
    }
    let obstacle = dispatch!(variant, R => R::obstacle(position, from, to));
    let own = |at| position.side(position.turn()).contains(at);
    match obstacle.filter(|_| from != to) {
        Some(at) if at == to && role == Role::Leto && !own(at) => WhyNot::LetoLanding {
            from: from_name,
            to: to_name,
            there: role_at(to),
        },
        Some(at) => WhyNot::Blocked {
            role,
            from: from_name,
            to: to_name,
            by: role_at(at),
            at: shape.name(at),
        },
        None if role == Role::Pawn && pawn_hits(position, from) >> to.0 & 1 != 0 => {
            WhyNot::NothingToCapture {
                from: from_name,
                to: to_name,
            }
        }
        None => WhyNot::CannotGo {
            role,
            from: from_name,
            to: to_name,
            movement: variant.brief_movement(role),
        },
    }
}

/// Whether the piece could go there if its own piece were away.
fn reaches_without(position: &Position, from: Square, to: Square) -> bool {
    let mut without = *position;
    without.board.clear(to);
    dispatch!(position.variant(), R => R::reach(&without, from)) >> to.0 & 1 != 0
}

fn pawn_hits(position: &Position, from: Square) -> u64 {
    dispatch!(position.variant(), R => R::TABLES.pawn_hits[position.turn().index()][from.index()])
}

/// Whether two squares are those of a castling that may have been meant, by the king's target or by the partner's square.
fn castle_meant(position: &Position, from: Square, to: Square) -> Option<bool> {
    if position.king(position.turn()) != Some(from) {
        return None;
    }
    let castles = dispatch!(position.variant(), R => R::CASTLES);
    let side = position.turn().index() * 2;
    [true, false]
        .into_iter()
        .zip(&castles[side..side + 2])
        .find_map(|(king_side, castle)| {
            let castle = castle.as_ref()?;
            let meant =
                castle.king_from == from.0 && (castle.named == to.0 || castle.partner_from == to.0);
            meant.then_some(king_side)
        })
}

/// Where nothing stands against castling it is a capture that must be made first (LEAP-5).
fn explain_castle(position: &Position, legal: &[Move], king_side: bool) -> WhyNot {
    match castle_obstacle(position, king_side) {
        Some(obstacle) => WhyNot::CannotCastle(obstacle),
        None => WhyNot::MustCapture(named(position, legal, legal.iter())),
    }
}

fn castle_obstacle(position: &Position, king_side: bool) -> Option<CastleObstacle> {
    let variant = position.variant();
    let Some(partner) = castle_partner(variant) else {
        return Some(CastleObstacle::NotInThisGame);
    };
    let us = position.turn();
    let right = us.index() * 2 + usize::from(!king_side);
    let castle = dispatch!(variant, R => R::CASTLES[right]);
    let Some(castle) = castle.filter(|_| position.may_castle(us, king_side)) else {
        return Some(CastleObstacle::NoRight(partner));
    };
    let shape = position.shape();
    if let Some(square) = (Bitboard(castle.empty) & position.occupied()).first() {
        return Some(CastleObstacle::Occupied(shape.name(square)));
    }
    if position.is_check() {
        return Some(CastleObstacle::InCheck);
    }
    let attacked = |board: &Board, square: Square| dispatch!(variant, R => is_attacked::<R>(board, square, !us));
    let mut board = position.board;
    board.toggle(us, KING, Square(castle.king_from));
    let mut on_the_way = Bitboard(castle.passed).iter().filter(|square| {
        let mut board = board;
        board.toggle(us, KING, *square);
        attacked(&board, *square)
    });
    if let Some(square) = on_the_way.next() {
        return Some(CastleObstacle::Attacked(shape.name(square)));
    }
    board.toggle(us, partner.slot(), Square(castle.partner_from));
    board.toggle(us, KING, Square(castle.king_to));
    board.toggle(us, partner.slot(), Square(castle.partner_to));
    attacked(&board, Square(castle.king_to))
        .then(|| CastleObstacle::Attacked(shape.name(Square(castle.king_to))))
}
