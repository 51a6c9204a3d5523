//! Choosing a move from menus.

use rules_core::Piece;
use text::{Text, text};

use crate::messages::{plan_form, quiet_hours_form, strong};
use crate::protocol::action::Action;
use crate::protocol::card::{MenuOption, Modal, SelectMenu};

/// A piece by color, kind and square, for a menu.
pub fn piece_on(piece: Piece, square: &str) -> String {
    let name = piece.role.name();
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first
        .into_iter()
        .chain(letters)
        .chain([' '])
        .chain(square.chars())
        .collect()
}

/// The first step of the move panel.
pub fn choose_piece() -> Text {
    text!["Choose a piece. Only those that can move are listed."]
}

/// The second step of the move panel.
pub fn choose_target(piece: Piece, square: &str) -> Text {
    text![
        strong(piece_on(piece, square)),
        " can make these moves; the board shows them."
    ]
}

/// A hint of the engine's.
pub fn hint(words: &str) -> Text {
    text![words, " (Only you see this hint.)"]
}

/// The engine has no hint.
pub fn no_hint() -> Text {
    text!["I see nothing special here. Please try again in a minute."]
}

/// The entry of a menu that shows the rest of it.
pub fn more_choices(left: usize, value: String) -> MenuOption {
    MenuOption {
        label: "More ...".into(),
        detail: format!("{left} more").into(),
        value,
    }
}

/// The form for a move.
pub fn move_form() -> Modal {
    Modal {
        title: "Make a move".into(),
        label: "Your move".into(),
        example: "e4, Rxd7, d5d7, O-O ...".into(),
        max_length: 100,
    }
}

/// The modal that a action opens, if it opens one.
pub fn form(action: Action) -> Option<Modal> {
    match action {
        Action::WriteMove(..) => Some(move_form()),
        Action::WriteSetting(_) => Some(quiet_hours_form()),
        Action::EditPlan(_, part) if part.is_written() => Some(plan_form(part)),
        _ => None,
    }
}

/// The entries from the `skip`-th on. If there are more than fit, the last one is for going on, and its value is what
/// `more` makes of the number to skip then.
pub(crate) fn paged_menu(
    action: Action,
    prompt: Text,
    all: Vec<MenuOption>,
    skip: usize,
    more: impl Fn(usize) -> String,
) -> SelectMenu {
    let skip = if skip < all.len() { skip } else { 0 };
    let rest = all.len() - skip;
    let mut options: Vec<_> = all.into_iter().skip(skip).collect();
    if rest > SelectMenu::MOST {
        options.truncate(SelectMenu::MOST - 1);
        let next = skip + options.len();
        options.push(more_choices(rest - options.len(), more(next)));
    }
    SelectMenu {
        action,
        prompt,
        options,
    }
}
