//! How pieces move.

use rules_core::{
    Directions, MovementKind, PawnMovement, PawnSteps, PromotionSquares, Role, Variant,
};

use crate::{Arg, Message, Text, key, list, msg};

/// How the pieces of a role move, in full sentences. `None` for a role the game does not have.
pub fn movement(variant: Variant, role: Role) -> Option<Text> {
    let movement = variant.movement(role)?;
    let mut sentences = vec![brief(variant, role, movement.kind)];
    match movement.kind {
        MovementKind::Pawn(pawn) => {
            pawn_details(variant, pawn, &mut sentences);
            if movement.fighting_line {
                sentences.push(msg!("movement-pawn-fighting-line"));
            }
        }
        MovementKind::Leto => sentences.push(msg!("movement-leto-effects")),
        MovementKind::KwaggaLeap => sentences.push(msg!("movement-kwagga-again")),
        _ => {}
    }
    if movement.fighting_line && role != Role::Pawn {
        sentences.push(msg!("movement-fighting-line"));
    }
    Some(Text::sentences(sentences))
}

/// How the pieces of a role move, in one sentence. `None` for a role the game does not have.
pub fn movement_in_brief(variant: Variant, role: Role) -> Option<Message> {
    Some(brief(variant, role, variant.movement(role)?.kind))
}

fn brief(variant: Variant, piece: Role, kind: MovementKind) -> Message {
    match kind {
        MovementKind::Pawn(pawn) => match pawn.steps {
            PawnSteps::Orthodox => msg!("movement-pawn"),
            PawnSteps::Legan => msg!("movement-pawn-legan", game = variant),
        },
        MovementKind::Step(along) => msg!("movement-step", piece, directions = directions(along)),
        MovementKind::Slide(along) => msg!("movement-slide", piece, directions = directions(along)),
        MovementKind::SlideOrStep { slides, steps } => {
            let (slides, steps) = (directions(slides), directions(steps));
            msg!("movement-slide-or-step", piece, slides, steps)
        }
        MovementKind::LeapTwo(along) => {
            msg!("movement-leap-two", piece, directions = directions(along))
        }
        MovementKind::KnightLeap => msg!("movement-knight", piece),
        MovementKind::KwaggaLeap => msg!("movement-kwagga", piece),
        MovementKind::Leto => msg!("movement-leto", piece),
    }
}

fn directions(directions: Directions) -> Arg {
    key(match directions {
        Directions::Orthogonal => "orthogonal",
        Directions::Diagonal => "diagonal",
        Directions::All => "all",
    })
}

fn pawn_details(variant: Variant, pawn: PawnMovement, sentences: &mut Vec<Message>) {
    if pawn.double_step {
        sentences.push(msg!("movement-pawn-double-step"));
    }
    let roles = || list::or(variant.promotions().iter().map(|&role| role.into()));
    match pawn.promotes_on {
        Some(PromotionSquares::LastRank) => {
            sentences.push(msg!("movement-pawn-promotion", roles = roles()));
        }
        Some(PromotionSquares::OpponentsPieces) => {
            sentences.push(msg!("movement-pawn-promotion-legan", roles = roles()));
        }
        None => {}
    }
}
