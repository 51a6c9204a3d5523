//! Choosing a move from menus.

use rules_core::Piece;
use text::{Text, text};

use crate::messages::{plan_form, quiet_hours_form, strong};
use crate::protocol::button::{Form, Press};
use crate::protocol::card::{Choice, Menu};

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
pub fn more_choices(left: usize, value: String) -> Choice {
    Choice {
        label: "More ...".to_owned(),
        detail: format!("{left} more"),
        value,
    }
}

/// The form for a move.
pub fn move_form() -> Form {
    Form {
        title: "Make a move",
        label: "Your move",
        example: "e4, Rxd7, d5d7, O-O ...",
        most: 100,
    }
}

/// The modal that a press opens, if it opens one.
pub fn form(press: Press) -> Option<Form> {
    match press {
        Press::WriteMove(..) => Some(move_form()),
        Press::WriteSetting(_) => Some(quiet_hours_form()),
        Press::EditPlan(_, part) if part.is_written() => Some(plan_form(part)),
        _ => None,
    }
}

/// The entries from the `skip`-th on. If there are more than fit, the last one is for going on, and its value is what
/// `more` makes of the number to skip then.
pub(crate) fn paged_menu(
    press: Press,
    prompt: &'static str,
    all: Vec<Choice>,
    skip: usize,
    more: impl Fn(usize) -> String,
) -> Menu {
    let skip = if skip < all.len() { skip } else { 0 };
    let rest = all.len() - skip;
    let mut choices: Vec<_> = all.into_iter().skip(skip).collect();
    if rest > Menu::MOST {
        choices.truncate(Menu::MOST - 1);
        let next = skip + choices.len();
        choices.push(more_choices(rest - choices.len(), more(next)));
    }
    Menu {
        press,
        prompt,
        choices,
    }
}
