//! A board in words.

use rules_core::{Color, Position};
use text::chess::{color_name, pieces};
use text::{Message, Text, msg};

/// Lists every piece with its square, one side on a line, kings first.
pub fn position(position: &Position) -> Text {
    let sides = Color::ALL.into_iter().map(|color| side(position, color));
    sides.fold(Text::default(), Text::line)
}

fn side(position: &Position, color: Color) -> Message {
    let variant = position.variant();
    let roles = variant.roles().iter();
    let kinds = roles.map(|&role| (role, position.by(color, role)));
    msg!(
        "game-side-pieces",
        color = color_name(variant, color),
        pieces = pieces(variant.shape(), kinds),
    )
}
