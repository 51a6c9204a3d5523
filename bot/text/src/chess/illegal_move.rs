//! Why a text is not a legal move.

use rules_core::{
    Attacker, BadOrigin, BadTarget, CastlingObstacle, Color, Family, IllegalMove, MeantMovement,
    Missing, MoveError, MoveSyntaxError, Role, RoleAt, SquareName,
};

use super::check::{pieces, throws, your_threats};
use super::{movement_in_brief, reason, role_name, role_plural, variant_name};
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
            msg!(
                "illegal-unreadable",
                squares = uci.clone(),
                notation = san.clone()
            )
        }
        MoveSyntaxError::UnknownRole { role, variant } => msg!(
            "illegal-unknown-piece",
            piece = role_name(*role),
            game = variant_name(*variant)
        ),
        MoveSyntaxError::UnknownSquare { name, variant } => msg!(
            "illegal-unknown-square",
            square = name.clone(),
            game = variant_name(*variant)
        ),
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
            msg!(
                "illegal-still-in-check-thrown",
                threats = your_threats(attackers)
            )
        }
        IllegalMove::LeavesKingInCheck { attackers } => {
            msg!(
                "illegal-still-in-check",
                king = king(attackers),
                attackers = pieces(attackers)
            )
        }
        IllegalMove::ExposesKing { attackers, .. } if throws(attackers) => {
            msg!(
                "illegal-exposes-king-thrown",
                threats = your_threats(attackers)
            )
        }
        IllegalMove::ExposesKing { attackers, .. } => {
            msg!(
                "illegal-exposes-king",
                king = king(attackers),
                attackers = pieces(attackers)
            )
        }
        IllegalMove::MustCapture(moves) => msg!("illegal-must-capture", moves = sans(moves)),
        IllegalMove::UnfinishedChain(turns) => {
            msg!("illegal-unfinished-chain", moves = sans(turns))
        }
        IllegalMove::BrokenChain { at, to, turns } => {
            let (at, to) = (square(*at), square(*to));
            msg!("illegal-broken-chain", at, to, moves = sans(turns))
        }
        IllegalMove::Superko { after: None, .. } => msg!("illegal-repeats-start"),
        IllegalMove::Superko {
            after: Some(last), ..
        } => msg!("illegal-repeats-position", after = last.clone()),
        IllegalMove::NotAPromotion { is_pawn: false, .. } => msg!("illegal-not-a-promotion"),
        IllegalMove::NotAPromotion {
            to, queen_started, ..
        } => {
            let to = square(*to);
            if *queen_started {
                msg!("illegal-no-promotion-queen", to)
            } else {
                msg!("illegal-no-promotion-there", to)
            }
        }
        IllegalMove::WrongPromotion { said, choices } => {
            let choices = list::commas(choices.iter().map(|&role| choice(role)));
            msg!("illegal-wrong-promotion", piece = role_name(*said), choices)
        }
        IllegalMove::Castling(obstacle) => castling(obstacle),
    }
}

fn no_such_piece(role: Role, missing: Missing) -> Message {
    let piece = role_name(role);
    match missing {
        Missing::BeforePromotion(variant) => msg!(
            "illegal-none-before-promotion",
            pieces = role_plural(role),
            game = variant_name(variant)
        ),
        Missing::Lost => msg!("illegal-none-left", pieces = role_plural(role)),
        Missing::OnSide => msg!("illegal-none-on-side", piece),
        Missing::OnFile(file) => msg!("illegal-none-on-file", piece, file = file.to_string()),
        Missing::OnRank(rank) => msg!("illegal-none-on-rank", piece, rank),
    }
}

fn bad_origin(at: SquareName, reason: BadOrigin) -> Message {
    let square = square(at);
    match reason {
        BadOrigin::Empty => msg!("illegal-empty-square", square),
        BadOrigin::OpponentsPiece(role) => {
            msg!("illegal-opponents-piece", piece = role_name(role), square)
        }
        BadOrigin::OtherPiece { found, said } => {
            let (piece, said) = (role_name(found), role_name(said));
            msg!("illegal-other-piece", piece, square, said)
        }
    }
}

fn none_in_reach(
    role: Role,
    pieces: &[SquareName],
    to: SquareName,
    movement: MeantMovement,
) -> Message {
    let (plural, to) = (role_plural(role), square(to));
    let movement = how_it_moves(movement, role);
    if pieces.len() > MAX_PIECES {
        return msg!("illegal-none-in-reach", pieces = plural, to, movement);
    }
    msg!(
        "illegal-few-in-reach",
        pieces = plural,
        squares = list::and(pieces.iter().map(|&at| square(at))),
        to,
        movement
    )
}

fn bad_target(
    piece: RoleAt,
    to: SquareName,
    movement: MeantMovement,
    reason: BadTarget,
) -> Message {
    let (name, from, to) = (role_name(piece.role), square(piece.at), square(to));
    let movement = how_it_moves(movement, piece.role);
    match reason {
        BadTarget::OutOfReach => msg!("illegal-out-of-reach", piece = name, from, to, movement),
        BadTarget::Blocked(RoleAt { role, at }) => msg!(
            "illegal-blocked",
            piece = name,
            from,
            to,
            blocker = role_name(role),
            at = square(at)
        ),
        BadTarget::Occupied(role) => msg!(
            "illegal-occupied",
            piece = name,
            from,
            to,
            blocker = role_name(role),
            movement
        ),
        BadTarget::OwnPiece(role) => {
            let blocker = role_name(role);
            msg!("illegal-own-piece", piece = name, from, to, blocker)
        }
        BadTarget::NothingToCapture => msg!(
            "illegal-nothing-to-capture",
            piece = name,
            from,
            to,
            movement
        ),
        BadTarget::LetoLanding(role) => {
            let victim = role_name(role);
            msg!("illegal-leto-landing", piece = name, from, to, victim)
        }
        BadTarget::FightingLine => msg!("illegal-fighting-line", piece = name, from, to),
    }
}

fn castling(obstacle: &CastlingObstacle) -> Message {
    match *obstacle {
        CastlingObstacle::NotInGame(variant) => {
            msg!("illegal-castling-never", game = variant_name(variant))
        }
        CastlingObstacle::NoRight(partner) => {
            msg!("illegal-castling-no-right", partner = role_name(partner))
        }
        CastlingObstacle::Occupied(at) => msg!("illegal-castling-occupied", square = square(at)),
        CastlingObstacle::InCheck => msg!("illegal-castling-in-check"),
        CastlingObstacle::Attacked(ref attackers) if throws(attackers) => {
            msg!("illegal-castling-thrown", threats = your_threats(attackers))
        }
        CastlingObstacle::Attacked(ref attackers) => msg!(
            "illegal-castling-attacked",
            square = king(attackers),
            attackers = pieces(attackers)
        ),
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
    Text::join(whole.into_iter().chain(along).map(Text::from), " ")
}

/// The square of the attacked king.
fn king(attackers: &[Attacker]) -> Text {
    attackers
        .first()
        .map_or_else(Text::default, |attacker| square(attacker.king))
}

fn square(square: SquareName) -> Text {
    square.to_string().into()
}

fn sans(moves: &[String]) -> Text {
    list::cut(moves.iter().map(|san| Text::from(san.as_str())), MAX_LISTED)
}

fn choice(role: Role) -> Text {
    msg!(
        "illegal-promotion-choice",
        piece = role_name(role),
        letter = role.letter().to_string()
    )
    .into()
}
