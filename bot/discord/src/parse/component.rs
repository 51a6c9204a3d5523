//! Buttons, select menus and modals.

use app::Action;
use serenity::all::{
    ActionRowComponent, ButtonKind, ComponentInteraction, ComponentInteractionDataKind, Message,
    ModalInteraction,
};

use crate::ids;
use crate::render::dedup_key;

/// The custom ids of a modal's fields.
pub(crate) const FIELDS: [&str; 2] = ["move", "starts"];

/// Returns the action in the address of a component, completed by what was chosen.
pub(crate) fn action(component: &ComponentInteraction, chosen: Option<&str>) -> Option<Action> {
    let address = dedup_key::address(&component.data.custom_id);
    Action::from_address(address).map(|action| action.chosen(chosen))
}

pub(crate) fn buttons(message: &Message) -> impl Iterator<Item = Action> {
    let all = message.components.iter().flat_map(|row| &row.components);
    all.filter_map(|component| match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => {
                Action::from_address(dedup_key::address(custom_id))
            }
            _ => None,
        },
        _ => None,
    })
}

/// Returns the chosen options of a select menu, separated by spaces; of a person, their id and name.
pub(crate) fn chosen(component: &ComponentInteraction) -> Option<String> {
    match &component.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
        ComponentInteractionDataKind::ChannelSelect { values } => {
            let names: Vec<_> = values.iter().map(|id| ids::name(id.get())).collect();
            Some(names.join(" "))
        }
        ComponentInteractionDataKind::UserSelect { values } => {
            let resolved = &component.data.resolved;
            let id = values.first()?;
            let user = resolved.users.get(id).filter(|user| !user.bot)?;
            let nick = resolved.members.get(id)?.nick.as_deref();
            let person = ids::person(user, nick);
            Some(format!("{} {}", person.id.as_str(), person.name))
        }
        ComponentInteractionDataKind::RoleSelect { values } => {
            values.first().map(|id| ids::name(id.get()))
        }
        _ => None,
    }
}

pub(crate) fn chose_bot(component: &ComponentInteraction) -> bool {
    match &component.data.kind {
        ComponentInteractionDataKind::UserSelect { values } => {
            let users = &component.data.resolved.users;
            values.iter().any(|id| users.get(id).is_some_and(|u| u.bot))
        }
        _ => false,
    }
}

/// Returns the text of a modal's fields, a line each.
pub(crate) fn written(modal: &ModalInteraction) -> String {
    let fields = modal.data.components.iter().flat_map(|row| &row.components);
    let values = fields.filter_map(|field| match field {
        ActionRowComponent::InputText(text) if FIELDS.contains(&text.custom_id.as_str()) => {
            text.value.clone()
        }
        _ => None,
    });
    values.collect::<Vec<_>>().join("\n")
}
