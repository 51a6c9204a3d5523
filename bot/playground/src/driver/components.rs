//! User actions on buttons, select menus and modals.

use serde_json::{Value, json};

use super::args::{Args, resolve_user, text};
use super::{Action, Message, Reply, User};
use crate::client::{Refused, or_refuse, refuse};
use crate::discord::{callback, component};
use crate::state::{InteractionState, InteractionType, World};

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
            user.use_component(w, message, &c, json!({}), line)
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
            user.use_component(w, message, &c, json!({}), line)
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
            let mut data = json!({});
            let selected = values
                .iter()
                .map(|value| selected_value(w, &c, value, user.channel, &mut data))
                .collect::<Result<Value, _>>()?;
            data["values"] = selected;
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
        data["component_type"] = c["type"].clone();
        data["id"] = c["id"].clone();
        data["custom_id"] = c["custom_id"].clone();
        let channel = w.messages.get(&message).map_or(self.channel, |m| m.channel);
        let interaction = InteractionState {
            channel,
            message: Some(message),
            ..self.interaction(InteractionType::Component, text(&c["custom_id"]))
        };
        w.interact(interaction, &data, Some(line))
    }

    /// Fills in and submits the modal of a reply. Fields that are not given keep the bot's values.
    #[track_caller]
    pub fn submit(&self, opened: &Reply, fields: impl Into<Args>) -> Action {
        self.submit_as(opened, None, fields.into(), "modal")
    }

    /// Submits the modal of a reply under another custom id, as a modified client may.
    #[track_caller]
    pub fn forge_submit(&self, opened: &Reply, custom_id: &str, fields: impl Into<Args>) -> Action {
        self.submit_as(opened, Some(custom_id), fields.into(), "forged modal")
    }

    #[track_caller]
    fn submit_as(&self, opened: &Reply, forged: Option<&str>, fields: Args, noun: &str) -> Action {
        let (user, parent, forged) = (self.clone(), opened.id, forged.map(Value::from));
        let description = format!("the {noun} of {}", self.name);
        Action::new(&self.shared, description, move |w| {
            user.submit_modal(w, parent, &fields, forged.as_ref())
        })
    }

    fn submit_modal(
        &self,
        w: &mut World,
        parent: u64,
        fields: &Args,
        forged: Option<&Value>,
    ) -> Result<u64, Refused> {
        let own = w.interactions.get(&parent).filter(|i| i.user == self.id);
        let i = or_refuse(own, "the modal belongs to another user")?;
        let modal = i.response_data(callback::MODAL).cloned();
        let modal = or_refuse(modal, "the bot opened no modal")?;
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
        let interaction = InteractionState {
            channel,
            message,
            parent: Some(parent),
            ..self.interaction(InteractionType::Modal, text(custom_id))
        };
        w.interact(interaction, &data, Some(line))
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
        None => text(&input["value"]),
    };
    if value.is_empty() && input["required"] != false {
        return refuse(format!("the field {id:?} is required"));
    }
    let length = u64::try_from(value.chars().count()).unwrap_or(u64::MAX);
    let min = input["min_length"].as_u64().unwrap_or(0);
    let max = input["max_length"].as_u64().unwrap_or(4000);
    if length != 0 && !(min..=max).contains(&length) {
        return refuse(format!(
            "the field {id:?} takes {min} to {max} characters, not {length}"
        ));
    }
    Ok(value)
}

/// A selected value of a select menu. What it refers to is added to `resolved` of the interaction's data.
fn selected_value(
    w: &World,
    menu: &Value,
    value: &str,
    channel: u64,
    data: &mut Value,
) -> Result<Value, Refused> {
    let name = value.trim_start_matches(['@', '#']);
    match menu["type"].as_u64() {
        Some(component::STRING_SELECT) => {
            let options = menu["options"].as_array().map_or(&[][..], Vec::as_slice);
            let find = |key: &str| options.iter().find(|o| o[key] == value);
            let option = find("value").or_else(|| find("label"));
            let option = or_refuse(option, format!("{value:?} is not an option"))?;
            Ok(option["value"].clone())
        }
        Some(component::ROLE_SELECT) => {
            let roles = w.guild_of(channel).map(|guild| w.roles_json(guild));
            let named = |role: &Value| {
                role["name"].as_str().map(|n| n.trim_start_matches('@')) == Some(name)
            };
            let role = roles.unwrap_or_default().into_iter().find(named);
            let role = or_refuse(role, format!("there is no role {name:?}"))?;
            let id = role["id"].clone();
            data["resolved"]["roles"][id.as_str().unwrap_or_default()] = role;
            Ok(id)
        }
        Some(component::CHANNEL_SELECT) => {
            let c = w.channels.values().find(|c| c.name == name);
            let c = or_refuse(c, format!("there is no channel {name:?}"))?;
            data["resolved"]["channels"][c.id.to_string()] = w.channel_json(c.id);
            Ok(json!(c.id.to_string()))
        }
        _ => {
            let user = or_refuse(w.user_named(name), format!("there is no user {name:?}"))?;
            resolve_user(data, w, user.id, channel);
            Ok(json!(user.id.to_string()))
        }
    }
}
