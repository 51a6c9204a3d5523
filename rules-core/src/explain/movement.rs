//! How pieces move, as data derived from the generator's patterns.

use crate::games::dispatch;
use crate::movegen::MoveRules;
use crate::movegen::pattern::{Pattern, Step};
use crate::{Role, Variant};

/// How the pieces of one role move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Movement {
    /// The piece's steps, slides or leaps.
    pub kind: MovementKind,
    /// Whether the piece may also move along the fighting line and may not cross it (TOTO-3, TOTO-7).
    pub fighting_line: bool,
}

/// Steps, slides or leaps of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MovementKind {
    /// A pawn.
    Pawn(PawnMovement),
    /// One square.
    Step(Directions),
    /// Any distance.
    Slide(Directions),
    /// Any distance, or one square in other directions: Latrunculi's crowned pieces (LATR-2, LATR-3).
    SlideOrStep {
        /// Directions of the slides.
        slides: Directions,
        /// Directions of the steps.
        steps: Directions,
    },
    /// A jump of exactly two squares (LEAP-2, TOTO-4).
    LeapTwo(Directions),
    /// A (2,1) jump.
    KnightLeap,
    /// A (3,1) jump, which may be repeated once (LETO-13).
    KwaggaLeap,
    /// One or two squares, with repulsion and kidnapping (LETO-2 to LETO-7).
    Leto,
}

/// Directions of a step, slide or leap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directions {
    /// Along ranks and files.
    Orthogonal,
    /// Along diagonals.
    Diagonal,
    /// In all eight directions.
    All,
}

/// How a game's pawns move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PawnMovement {
    /// Directions of its moves and captures.
    pub steps: PawnSteps,
    /// Whether it may move two squares from its second rank, and capture en passant.
    pub double_step: bool,
    /// The squares where it promotes, to one of [`Variant::promotions`].
    pub promotes_on: Option<PromotionSquares>,
}

/// Directions of a pawn's moves and captures, from its own side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PawnSteps {
    /// Moves straight ahead, captures diagonally ahead.
    Orthodox,
    /// Moves diagonally ahead to the left, captures straight ahead or to the left (LEGAN-3).
    Legan,
}

/// The squares where a pawn promotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromotionSquares {
    /// The last rank.
    LastRank,
    /// The squares where the opponent's king, bishops, knights and rooks began (LEGAN-4).
    OpponentsPieces,
}

impl Variant {
    /// How the pieces of a role move. `None` for a role the game does not have.
    pub fn movement(self, role: Role) -> Option<Movement> {
        let kind = match role {
            _ if !self.roles().contains(&role) => return None,
            Role::Pawn => MovementKind::Pawn(self.pawn_movement()),
            Role::Leto => MovementKind::Leto,
            _ => kind(&dispatch!(self, R => R::PIECES[role.slot()])),
        };
        Some(Movement {
            kind,
            fighting_line: self.shape().has_line(),
        })
    }

    fn pawn_movement(self) -> PawnMovement {
        let pattern = dispatch!(self, R => R::PAWN);
        let steps = if pattern.push == (0, 1) {
            PawnSteps::Orthodox
        } else {
            PawnSteps::Legan
        };
        PawnMovement {
            steps,
            double_step: pattern.doubles_from[0] != 0,
            promotes_on: (!self.promotions().is_empty()).then_some(match steps {
                PawnSteps::Orthodox => PromotionSquares::LastRank,
                PawnSteps::Legan => PromotionSquares::OpponentsPieces,
            }),
        }
    }
}

fn kind(pattern: &Pattern) -> MovementKind {
    let steps = leaps(pattern.leaps, 1);
    let slides = directions(pattern.orthogonal, pattern.diagonal);
    match (slides, steps, leaps(pattern.leaps, 2)) {
        (Some(slides), Some(steps), _) => MovementKind::SlideOrStep { slides, steps },
        (Some(slides), None, _) => MovementKind::Slide(slides),
        (None, Some(steps), _) => MovementKind::Step(steps),
        (None, None, Some(two)) => MovementKind::LeapTwo(two),
        (None, None, None) if pattern.leaps.contains(&(1, 2)) => MovementKind::KnightLeap,
        (None, None, None) => MovementKind::KwaggaLeap,
    }
}

/// Directions of the leaps of exactly this distance along ranks, files and diagonals.
fn leaps(leaps: &[Step], distance: i8) -> Option<Directions> {
    directions(
        leaps.contains(&(0, distance)),
        leaps.contains(&(distance, distance)),
    )
}

const fn directions(orthogonal: bool, diagonal: bool) -> Option<Directions> {
    match (orthogonal, diagonal) {
        (true, true) => Some(Directions::All),
        (true, false) => Some(Directions::Orthogonal),
        (false, true) => Some(Directions::Diagonal),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movement_follows_from_the_patterns_of_each_game() {
        use Directions::{All, Diagonal, Orthogonal};
        use MovementKind::{KnightLeap, KwaggaLeap, LeapTwo, Slide, SlideOrStep, Step};
        use Variant::Latrunculi;
        let kind = |variant: Variant, role| variant.movement(role).map(|movement| movement.kind);
        let crowned = |slides, steps| SlideOrStep { slides, steps };
        for variant in Variant::ALL {
            assert_eq!(kind(variant, Role::King), Some(Step(All)));
            for role in Role::ALL {
                let has = variant.roles().contains(&role);
                assert_eq!(variant.movement(role).is_some(), has, "{variant} {role}");
            }
        }
        for (variant, role, expected) in [
            (Latrunculi, Role::Rook, crowned(Orthogonal, Diagonal)),
            (Latrunculi, Role::Bishop, crowned(Diagonal, Orthogonal)),
            (Latrunculi, Role::Queen, Slide(All)),
            (Latrunculi, Role::Knight, KnightLeap),
            (Variant::Leap, Role::Alfil, LeapTwo(Diagonal)),
            (Variant::Leap, Role::Dabbabah, LeapTwo(Orthogonal)),
            (Variant::Leap, Role::Sail, LeapTwo(All)),
            (Variant::Toto40, Role::Hawk, LeapTwo(All)),
            (Variant::LetoKwagga, Role::Kwagga, KwaggaLeap),
            (Variant::Leto, Role::Leto, MovementKind::Leto),
        ] {
            assert_eq!(kind(variant, role), Some(expected), "{variant} {role}");
        }
    }

    #[test]
    fn pawns_differ_in_steps_double_steps_and_promotion() {
        let pawn = |variant: Variant| match variant.movement(Role::Pawn).map(|found| found.kind) {
            Some(MovementKind::Pawn(pawn)) => pawn,
            other => panic!("{other:?}"),
        };
        let orthodox = PawnMovement {
            steps: PawnSteps::Orthodox,
            double_step: true,
            promotes_on: Some(PromotionSquares::LastRank),
        };
        for variant in [Variant::Latrunculi, Variant::Leto, Variant::Leap] {
            assert_eq!(pawn(variant), orthodox);
        }
        let legan = PawnMovement {
            steps: PawnSteps::Legan,
            double_step: false,
            promotes_on: Some(PromotionSquares::OpponentsPieces),
        };
        assert_eq!(pawn(Variant::Legan), legan);
        let toto = PawnMovement {
            double_step: false,
            promotes_on: None,
            ..orthodox
        };
        assert_eq!(pawn(Variant::Toto40), toto);
    }
}
