//! Choosing a move from menus or typing it; modals.

use rules_core::{Game, Piece};
use text::chess::role_name;
use text::{Message, Text, msg};

use crate::messages::how_to_move::move_form;
use crate::messages::shorthand::field;
use crate::messages::{announcement_form, plan_form};
use crate::protocol::action::Action;
use crate::protocol::card::{MenuOption, Modal, SelectMenu};
use crate::protocol::setting::Setting;

/// A piece and its square, for a menu: `Knight b1`.
pub fn piece_on(piece: Piece, square: &str) -> Message {
    let piece = role_name(piece.role);
    msg!("option-game-piece", piece, square)
}

/// The engine has no hint.
pub fn no_hint() -> Text {
    msg!("game-no-hint").into()
}

/// The modal that an action opens, if it opens one; that for a move depends on the position.
pub fn form(action: Action) -> Option<Modal> {
    match action {
        Action::WriteSetting(Setting::Zone) => {
            let field = field!("modal-zone", 60);
            Some(Modal::of(msg!("modal-zone.title"), field))
        }
        Action::WriteSetting(_) => {
            let field = field!("modal-quiet-hours", 60);
            Some(Modal::of(msg!("modal-quiet-hours.title"), field))
        }
        // Of another position: examples would help.
        Action::WriteLessonMove(at) => Some(move_form(&Game::new(at.step().variant()))),
        Action::AnnounceDraft(draft) => Some(announcement_form(draft)),
        Action::EditPlan(_, part) => plan_form(part, None),
        _ => None,
    }
}

/// A menu of the options from the `skip`-th on. If they don't all fit, the last one opens the next page; `more` makes its
/// value from the number to skip then.
pub(crate) fn paged_menu(
    action: Action,
    prompt: Message,
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
        options.push(MenuOption {
            label: msg!("option-more").into(),
            detail: msg!("option-more.detail", left = rest - options.len()).into(),
            value: more(next),
        });
    }
    SelectMenu {
        action,
        prompt: prompt.into(),
        options,
    }
}
