//! Descriptions of boards, complete enough to play from.

use rules_core::{Color, Piece, Role, Square};
use text::chess::{color_name, pieces, side_in_check, variant_name};
use text::{Lang, Text, msg};

use super::scene::{Scene, Target};
use crate::alt::{Description, short_text};

/// Describes a scene: the game, whose turn it is, check, the last move, then each side's pieces by square.
pub(super) fn describe(scene: &Scene, lang: Lang) -> String {
    let mut description = Description::new(lang);
    let side = |color| color_name(scene.variant, color);
    let game = lang.words(&variant_name(scene.variant));
    description.push(&format!("{game}."));
    match (&scene.banner, &scene.outcome) {
        (Some(banner), _) => {
            let banner = short_text(banner, lang, usize::MAX);
            description.push(&format!("{}.", banner.trim_end_matches('.')));
        }
        (None, Some(outcome)) => description.sentence(&match outcome.winner {
            Some(color) => msg!("alt-side-won", side = side(color)),
            None => msg!("alt-draw"),
        }),
        (None, None) => {}
    }
    if scene.is_ongoing() {
        let side = side(scene.turn);
        description.sentence(&match scene.attackers.as_slice() {
            [] => msg!("alt-side-to-move", side),
            attackers => side_in_check(scene.variant, side, attackers),
        });
    }
    if let Some(words) = &scene.last_words {
        description.sentence(words);
    }
    for color in Color::ALL {
        let pieces = pieces_of(scene, color);
        description.sentence(&msg!("alt-side", side = side(color), pieces));
    }
    if let Some(words) = &scene.next_words {
        description.sentence(words);
    }
    if let Some(message) = selection(scene) {
        description.sentence(&message);
    }
    description.finish()
}

/// `king e1, rooks a1 h1, pawns a2 b2`, always in this order.
fn pieces_of(scene: &Scene, color: Color) -> Text {
    let shape = scene.variant.shape();
    let kinds = roles().map(|role| {
        let piece = Some(Piece { color, role });
        let is_there = |square: &Square| scene.piece_at(*square) == piece;
        (role, shape.squares().iter().filter(is_there).collect())
    });
    let groups = pieces(shape, kinds);
    if groups.is_empty() {
        return msg!("alt-no-pieces").into();
    }
    groups
}

/// The king, then the other pieces from strong to weak, then pawns.
fn roles() -> impl Iterator<Item = Role> {
    let middle = Role::ALL.into_iter().rev();
    let middle = middle.filter(|role| !matches!(role, Role::King | Role::Pawn));
    [Role::King].into_iter().chain(middle).chain([Role::Pawn])
}

fn selection(scene: &Scene) -> Option<text::Message> {
    let shape = scene.variant.shape();
    let square = shape.name(scene.selected?).to_string();
    if scene.targets.is_empty() {
        return Some(msg!("alt-selected-blocked", square));
    }
    Some(msg!("alt-selected", square, squares = targets(scene)))
}

/// The squares that the selected piece can move to.
pub(crate) fn targets(scene: &Scene) -> Text {
    let target = |target: &Target| -> Text {
        let square = scene.variant.shape().name(target.square).to_string();
        if target.captures {
            msg!("alt-capture", square).into()
        } else {
            square.into()
        }
    };
    Text::join(scene.targets.iter().map(target), ", ")
}
