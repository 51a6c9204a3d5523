//! Buttons and select menus.

use std::sync::{PoisonError, RwLock};

use app::card::{self, Button, Entities, EntityMenu, MenuOption, SelectMenu};
use serenity::all::{
    ButtonStyle, ChannelType, CreateActionRow, CreateButton, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EmojiId, ReactionType,
};
use text::Lang;

use super::markdown::truncated;
use crate::ids;
use crate::rest::EmojiIds;

/// The longest label or description of a select menu's option, in characters.
const OPTION_LIMIT: usize = 100;

/// The application's emoji; none until they are known.
#[derive(Debug, Default)]
pub(crate) struct Emoji(RwLock<EmojiIds>);

impl Emoji {
    pub(crate) fn id(&self, name: &str) -> Option<EmojiId> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.get(name).copied()
    }

    pub(crate) fn set(&self, ids: EmojiIds) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = ids;
    }
}

pub(super) fn buttons(row: &[Button], lang: Lang, emoji: &Emoji) -> CreateActionRow {
    let button = |control: &Button| {
        let icon = control.icon.as_ref();
        let pictured = icon.and_then(|(icon, words)| Some((emoji.id(&icon.name())?, words)));
        let button = CreateButton::new(control.action.address());
        let button = match pictured {
            Some((id, words)) => {
                let (animated, name) = (false, None);
                let emoji = ReactionType::Custom { animated, id, name };
                button.emoji(emoji).label(lang.plain(words))
            }
            None => button.label(lang.plain(&control.label)),
        };
        button
            .disabled(control.disabled)
            .style(match control.style {
                card::ButtonStyle::Primary => ButtonStyle::Primary,
                card::ButtonStyle::Success => ButtonStyle::Success,
                card::ButtonStyle::Danger => ButtonStyle::Danger,
                card::ButtonStyle::Plain => ButtonStyle::Secondary,
            })
    };
    CreateActionRow::Buttons(row.iter().map(button).collect())
}

pub(super) fn select_menu(menu: &SelectMenu, lang: Lang) -> CreateActionRow {
    let option = |choice: &MenuOption| {
        let option = CreateSelectMenuOption::new(
            truncated(lang.plain(&choice.label), OPTION_LIMIT),
            choice.value.clone(),
        );
        let detail = truncated(lang.plain(&choice.detail), OPTION_LIMIT);
        if detail.is_empty() {
            option
        } else {
            option.description(detail)
        }
    };
    let options = menu.options.iter().map(option).collect();
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(menu.action.address(), kind).placeholder(lang.plain(&menu.prompt)),
    )
}

pub(super) fn entity_menu(picker: &EntityMenu, lang: Lang) -> CreateActionRow {
    let (kind, most) = match &picker.kind {
        Entities::Rooms { most, chosen } => {
            let chosen = chosen.iter().filter_map(ids::room).collect();
            let kind = CreateSelectMenuKind::Channel {
                channel_types: Some(vec![ChannelType::Text, ChannelType::News]),
                default_channels: Some(chosen),
            };
            (kind, *most)
        }
        Entities::Person => {
            let default_users = None;
            (CreateSelectMenuKind::User { default_users }, 1)
        }
        Entities::Role { chosen } => {
            let chosen = chosen.iter().filter_map(ids::role).collect();
            let default_roles = Some(chosen);
            (CreateSelectMenuKind::Role { default_roles }, 1)
        }
    };
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(picker.action.address(), kind)
            .placeholder(lang.plain(&picker.prompt))
            .max_values(most),
    )
}
