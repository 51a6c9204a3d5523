//! A board in words.

use rules_core::{Color, Position};
use text::{Message, Text, msg};

/// Lists every piece with its square, one side on a line, kings first.
pub fn position(position: &Position) -> Text {
    let sides = Color::ALL.into_iter().map(|color| side(position, color));
    sides.fold(Text::default(), Text::line)
}

fn side(position: &Position, color: Color) -> Message {
    let variant = position.variant();
    let shape = variant.shape();
    let pieces = variant.roles().iter().filter_map(|&role| {
        let squares: Vec<_> = position
            .by(color, role)
            .into_iter()
            .map(|square| shape.name(square).to_string())
            .collect();
        let pieces = msg!(
            "game-pieces",
            count = squares.len(),
            piece = role.name(),
            squares = squares.join(" "),
        );
        (!squares.is_empty()).then(|| Text::from(pieces))
    });
    msg!(
        "game-side-pieces",
        color = variant.color_name(color),
        pieces = Text::join(pieces, ", "),
    )
}
