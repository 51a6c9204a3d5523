//! A board in words, for those who do not look at pictures.

use rules_core::{Color, Position};
use text::{Text, text};

/// Every piece and where it stands, by side, kings first; and what lies between the sides.
pub fn position(position: &Position) -> Text {
    let words = Color::ALL.into_iter().map(|color| side(position, color));
    words.fold(Text::default(), Text::line)
}

fn side(position: &Position, color: Color) -> Text {
    let variant = position.variant();
    let shape = variant.shape();
    let mut kinds = Vec::new();
    for &role in variant.roles() {
        let squares: Vec<_> = position
            .by(color, role)
            .into_iter()
            .map(|square| shape.name(square).to_string())
            .collect();
        match squares.len() {
            0 => {}
            1 => kinds.push(format!("{} {}", role.name(), squares.join(" "))),
            _ => kinds.push(format!("{}s {}", role.name(), squares.join(" "))),
        }
    }
    text![
        super::strong(variant.color_name(color)),
        format!(": {}.", kinds.join(", "))
    ]
}
