//! Endings and claims.

use rules_core::{Claim, Reason};

use crate::{Message, msg};

/// Why the rules ended a game, to follow "White wins: " or "Draw: ".
pub fn reason(reason: Reason) -> Message {
    match reason {
        Reason::KingCaptured => msg!("outcome-king-captured"),
        Reason::LeftLine => msg!("outcome-left-line"),
        Reason::BareKing => msg!("outcome-bare-king"),
        Reason::Checkmate => msg!("outcome-checkmate"),
        Reason::Stalemate => msg!("outcome-stalemate"),
        Reason::NoMoves => msg!("outcome-no-moves"),
        Reason::Dead => msg!("outcome-dead"),
        Reason::Fivefold => msg!("outcome-fivefold"),
        Reason::SeventyFive => msg!("outcome-seventy-five"),
    }
}

/// Why a player may claim a draw, to follow "Draw: ".
pub fn claim(claim: Claim) -> Message {
    match claim {
        Claim::Threefold => msg!("outcome-threefold"),
        Claim::FiftyMoves => msg!("outcome-fifty-moves"),
    }
}
