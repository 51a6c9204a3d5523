//! User actions on buttons, select menus and modals.

use serde_json::{Map, Value, json};

use super::args::{Args, resolve_channel, resolve_role, resolve_user};
use super::user::add_resolved;
use super::{Action, Message, Reply, User};
use crate::client::{Refused, refuse};
use crate::discord::component;
use crate::interaction::Trigger;
use crate::state::{InteractionType, World};

impl User {
    /// Clicks a button, found by custom id or label.
    #[track_caller]
    pub fn click(&self, message: &Message, button: &str) -> Action {
        let (user, message, button) = (self.clone(), message.id, button.to_owned());
        let description = format!("the click of {} on {button:?}", self.name);
        Action::new(&self.shared, description, move |w| {
            let c = w.usable_component(user.id, message, &button, &[component::BUTTON])?;
            if c["style"] == component::LINK_STYLE {
                return refuse("a link button has no interaction");
            }
            let label = c["label"].as_str().or(c["emoji"]["name"].as_str());
            let line = format!("{} clicks [{}]", user.name, label.unwrap_or(&button));
            let data = json!({"component_type": component::BUTTON});
            user.use_component(w, message, &c, data, line)
        })
    }

    /// Presses a button that the message doesn't have, as a modified client may.
    #[track_caller]
    pub fn forge_click(&self, message: &Message, custom_id: &str) -> Action {
        let (user, message, custom_id) = (self.clone(), message.id, custom_id.to_owned());
        let description = format!("the forged click of {} on {custom_id:?}", self.name);
        Action::new(&self.shared, description, move |w| {
            let c = json!({"type": component::BUTTON, "custom_id": custom_id});
            let line = format!("{} forges a click", user.name);
            let data = json!({"component_type": component::BUTTON});
            user.use_component(w, message, &c, data, line)
        })
    }

    /// Selects in a select menu, found by custom id or placeholder. `values` are values or labels of a string select, and
    /// names of users or channels otherwise.
    #[track_caller]
    pub fn select(&self, message: &Message, menu: &str, values: &[&str]) -> Action {
        let (user, message, menu) = (self.clone(), message.id, menu.to_owned());
        let values: Vec<String> = values.iter().map(|v| (*v).to_owned()).collect();
        let description = format!("the selection of {} in {menu:?}", self.name);
        Action::new(&self.shared, description, move |w| {
            let c = w.usable_component(user.id, message, &menu, &component::SELECTS)?;
            let min = c["min_values"].as_u64().unwrap_or(1);
            let max = c["max_values"].as_u64().unwrap_or(1);
            let count = u64::try_from(values.len()).unwrap_or(u64::MAX);
            if !(min..=max).contains(&count) {
                return refuse(format!("select {min} to {max} values, not {count}"));
            }
            let mut resolved = Map::new();
            let selected = values
                .iter()
                .map(|value| selected_value(w, &c, value, user.channel, &mut resolved))
                .collect::<Result<Vec<_>, _>>()?;
            let mut data = json!({"component_type": c["type"], "values": selected});
            add_resolved(&mut data, resolved);
            let line = format!("{} selects {}", user.name, values.join(", "));
            user.use_component(w, message, &c, data, line)
        })
    }

    fn use_component(
        &self,
        w: &mut World,
        message: u64,
        c: &Value,
        mut data: Value,
        line: String,
    ) -> Result<u64, Refused> {
        data["id"] = c["id"].clone();
        data["custom_id"] = c["custom_id"].clone();
        let channel = w.messages.get(&message).map_or(self.channel, |m| m.channel);
        w.interact(Trigger {
            channel,
            message: Some(message),
            name: c["custom_id"].as_str().unwrap_or_default().to_owned(),
            log_line: Some(line),
            ..self.trigger(InteractionType::Component, data)
        })
    }

    /// Fills in and submits the modal of a reply. Fields that are not given keep the bot's values.
    #[track_caller]
    pub fn submit(&self, opened: &Reply, fields: impl Into<Args>) -> Action {
        let (user, parent, fields) = (self.clone(), opened.id, fields.into());
        let description = format!("the modal of {}", self.name);
        Action::new(&self.shared, description, move |w| {
            user.submit_modal(w, parent, &fields, None)
        })
    }

    /// Submits the modal of a reply under another custom id, as a modified client may.
    #[track_caller]
    pub fn forge_submit(&self, opened: &Reply, custom_id: &str, fields: impl Into<Args>) -> Action {
        let (user, parent, fields) = (self.clone(), opened.id, fields.into());
        let custom_id = json!(custom_id);
        let description = format!("the forged modal of {}", self.name);
        Action::new(&self.shared, description, move |w| {
            user.submit_modal(w, parent, &fields, Some(&custom_id))
        })
    }

    fn submit_modal(
        &self,
        w: &mut World,
        parent: u64,
        fields: &Args,
        forged: Option<&Value>,
    ) -> Result<u64, Refused> {
        let interaction = w.interactions.get(&parent);
        let Some(i) = interaction.filter(|i| i.user == self.id) else {
            return refuse("the modal belongs to another user");
        };
        let Some(modal) = i.modal.clone() else {
            return refuse("the bot opened no modal");
        };
        let (channel, message) = (i.channel, i.message);
        let given = fields.0.iter();
        let mut given: Vec<(String, String)> = given
            .map(|(name, value)| (name.clone(), value.display(w)))
            .collect();
        let (mut rows, mut shown) = (Vec::new(), Vec::new());
        let inputs = modal["components"].as_array().into_iter().flatten();
        for (n, row) in inputs.enumerate() {
            let input = &row["components"][0];
            let id = input["custom_id"].as_str().unwrap_or_default();
            let value = input_value(input, &mut given)?;
            let label = input["label"].as_str().unwrap_or(id);
            shown.push(format!("{label}: {value}"));
            rows.push(json!({"type": component::ACTION_ROW, "id": 2 * n + 1,
                "components": [{"type": component::TEXT_INPUT, "id": 2 * n + 2, "custom_id": id, "value": value}]}));
        }
        if let Some((name, _)) = given.first() {
            return refuse(format!("the modal has no field {name:?}"));
        }
        let custom_id = forged.unwrap_or(&modal["custom_id"]);
        let data = json!({"custom_id": custom_id, "components": rows});
        let line = format!("{} sends [{}]", self.name, shown.join("; "));
        w.interact(Trigger {
            channel,
            message,
            parent: Some(parent),
            name: custom_id.as_str().unwrap_or_default().to_owned(),
            log_line: Some(line),
            ..self.trigger(InteractionType::Modal, data)
        })
    }
}

/// Takes the value of a text input from the given fields, by custom id or label.
fn input_value(input: &Value, given: &mut Vec<(String, String)>) -> Result<String, Refused> {
    let id = input["custom_id"].as_str().unwrap_or_default();
    let index = given
        .iter()
        .position(|(name, _)| name == id || input["label"] == name.as_str());
    let value = match index {
        Some(index) => given.remove(index).1,
        None => input["value"].as_str().unwrap_or_default().to_owned(),
    };
    if value.is_empty() {
        return if input["required"] == false {
            Ok(value)
        } else {
            refuse(format!("the field {id:?} is required"))
        };
    }
    let length = u64::try_from(value.chars().count()).unwrap_or(u64::MAX);
    let min = input["min_length"].as_u64().unwrap_or(0);
    let max = input["max_length"].as_u64().unwrap_or(4000);
    if !(min..=max).contains(&length) {
        return refuse(format!(
            "the field {id:?} takes {min} to {max} characters, not {length}"
        ));
    }
    Ok(value)
}

/// A selected value of a select menu.
fn selected_value(
    w: &World,
    menu: &Value,
    value: &str,
    channel: u64,
    resolved: &mut Map<String, Value>,
) -> Result<Value, Refused> {
    let name = value.trim_start_matches(['@', '#']);
    match menu["type"].as_u64() {
        Some(component::STRING_SELECT) => {
            let options = menu["options"].as_array().map_or(&[][..], Vec::as_slice);
            let find = |key: &str| options.iter().find(|o| o[key] == value);
            match find("value").or_else(|| find("label")) {
                Some(option) => Ok(option["value"].clone()),
                None => refuse(format!("{value:?} is not an option")),
            }
        }
        Some(component::ROLE_SELECT) => {
            let roles = w.guild_of(channel).map(|guild| w.roles_json(guild));
            let named = |role: &Value| {
                role["name"].as_str().map(|n| n.trim_start_matches('@')) == Some(name)
            };
            match roles.unwrap_or_default().into_iter().find(named) {
                Some(role) => Ok(resolve_role(role, resolved)),
                None => refuse(format!("there is no role {name:?}")),
            }
        }
        Some(component::CHANNEL_SELECT) => match w.channels.values().find(|c| c.name == name) {
            Some(c) => Ok(resolve_channel(w, c.id, resolved)),
            None => refuse(format!("there is no channel {name:?}")),
        },
        _ => match w.user_named(name) {
            Some(user) => Ok(resolve_user(w, user.id, channel, resolved)),
            None => refuse(format!("there is no user {name:?}")),
        },
    }
}
