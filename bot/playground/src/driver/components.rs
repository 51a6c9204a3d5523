//! What a person does with buttons, menus and modals.

use std::panic::Location;

use serde_json::{Map, Value, json};

use super::args::{Args, resolve_user};
use super::user::add_resolved;
use super::{Action, Message, Reply, User};
use crate::acting::{Act, Refused, refuse};
use crate::state::{Asked, World};

/// The component types that can be selected from.
const SELECTS: [u64; 5] = [3, 5, 6, 7, 8];

impl User {
    /// Presses a button, named by its custom id or label.
    #[track_caller]
    pub fn click(&self, message: &Message, button: &str) -> Action {
        let (me, id, button) = (self.clone(), message.id, button.to_owned());
        let what = format!("the click of {} on {button:?}", self.name);
        let doing = move |w: &mut World| {
            let c = w.usable_component(me.id, id, &button, &[2])?;
            if c["style"] == 5 {
                return refuse("a link button sends nothing");
            }
            let label = c["label"]
                .as_str()
                .or(c["emoji"]["name"].as_str())
                .unwrap_or(&button);
            let line = format!("{} clicks [{label}]", me.name);
            me.component(w, id, &c, json!({"component_type": 2}), line)
        };
        Action::new(&self.shared, Location::caller(), what, Box::new(doing))
    }

    /// Chooses in a select menu, named by its custom id or placeholder: values or labels of a string select, names of people or
    /// channels in the others.
    #[track_caller]
    pub fn select(&self, message: &Message, menu: &str, values: &[&str]) -> Action {
        let (me, id, menu) = (self.clone(), message.id, menu.to_owned());
        let values: Vec<String> = values.iter().map(|v| (*v).to_owned()).collect();
        let what = format!("the choice of {} in {menu:?}", self.name);
        let doing = move |w: &mut World| {
            let c = w.usable_component(me.id, id, &menu, &SELECTS)?;
            let (least, most) = (
                c["min_values"].as_u64().unwrap_or(1),
                c["max_values"].as_u64().unwrap_or(1),
            );
            let n = u64::try_from(values.len()).unwrap_or(u64::MAX);
            if !(least..=most).contains(&n) {
                return refuse(format!("{n} values, allowed are {least} to {most}"));
            }
            let mut resolved = Map::new();
            let picked = values
                .iter()
                .map(|v| pick(w, &c, v, me.place, &mut resolved))
                .collect::<Result<Vec<_>, _>>()?;
            let mut data = json!({"component_type": c["type"], "values": picked});
            add_resolved(&mut data, resolved);
            let line = format!("{} selects {}", me.name, values.join(", "));
            me.component(w, id, &c, data, line)
        };
        Action::new(&self.shared, Location::caller(), what, Box::new(doing))
    }

    fn component(
        &self,
        w: &mut World,
        message: u64,
        c: &Value,
        mut data: Value,
        line: String,
    ) -> Result<u64, Refused> {
        data["id"] = c["id"].clone();
        data["custom_id"] = c["custom_id"].clone();
        let channel = w.messages.get(&message).map_or(self.place, |m| m.channel);
        let name = c["custom_id"].as_str().unwrap_or_default().to_owned();
        w.interact(Act {
            channel,
            message: Some(message),
            name,
            line: Some(line),
            ..self.act(Asked::Component, data)
        })
    }

    /// Fills in and sends the modal that `opened` shows. A field that is not given keeps the text that the bot put into it.
    #[track_caller]
    pub fn submit(&self, opened: &Reply, fields: impl Into<Args>) -> Action {
        let (me, parent, fields) = (self.clone(), opened.id, fields.into());
        let what = format!("the modal of {}", self.name);
        Action::new(
            &self.shared,
            Location::caller(),
            what,
            Box::new(move |w| me.send_modal(w, parent, &fields)),
        )
    }

    fn send_modal(&self, w: &mut World, parent: u64, fields: &Args) -> Result<u64, Refused> {
        let Some(i) = w.interactions.get(&parent).filter(|i| i.user == self.id) else {
            return refuse("the modal is somebody else's");
        };
        let Some(modal) = i.modal.clone() else {
            return refuse("the bot opened no modal");
        };
        let (channel, message) = (i.channel, i.message);
        let mut given: Vec<(String, String)> = fields
            .0
            .iter()
            .map(|(k, v)| (k.clone(), v.words(w)))
            .collect();
        let (mut rows, mut said) = (Vec::new(), Vec::new());
        for (n, row) in modal["components"]
            .as_array()
            .into_iter()
            .flatten()
            .enumerate()
        {
            let c = &row["components"][0];
            let id = c["custom_id"].as_str().unwrap_or_default();
            let at = given
                .iter()
                .position(|(k, _)| k == id || c["label"] == k.as_str());
            let value = at.map_or_else(
                || c["value"].as_str().unwrap_or_default().to_owned(),
                |at| given.remove(at).1,
            );
            let length = u64::try_from(value.chars().count()).unwrap_or(u64::MAX);
            if value.is_empty() && c["required"] != false {
                return refuse(format!("the field {id:?} is required"));
            }
            let (least, most) = (
                c["min_length"].as_u64().unwrap_or(0),
                c["max_length"].as_u64().unwrap_or(4000),
            );
            if !value.is_empty() && !(least..=most).contains(&length) {
                return refuse(format!(
                    "the field {id:?} takes {least} to {most} characters, not {length}"
                ));
            }
            said.push(format!("{}: {value}", c["label"].as_str().unwrap_or(id)));
            rows.push(json!({"type": 1, "id": 2 * n + 1, "components": [{"type": 4, "id": 2 * n + 2, "custom_id": id, "value": value}]}));
        }
        if let Some((name, _)) = given.first() {
            return refuse(format!("the modal has no field {name:?}"));
        }
        let data = json!({"custom_id": modal["custom_id"], "components": rows});
        let name = modal["custom_id"].as_str().unwrap_or_default().to_owned();
        let line = format!("{} sends [{}]", self.name, said.join("; "));
        w.interact(Act {
            channel,
            message,
            parent: Some(parent),
            name,
            line: Some(line),
            ..self.act(Asked::Modal, data)
        })
    }
}

/// A value of a select menu as the gateway sends it.
fn pick(
    w: &World,
    menu: &Value,
    value: &str,
    channel: u64,
    resolved: &mut Map<String, Value>,
) -> Result<Value, Refused> {
    let bare = value.trim_start_matches(['@', '#']);
    match menu["type"].as_u64() {
        Some(3) => {
            let options = menu["options"]
                .as_array()
                .map(Vec::as_slice)
                .unwrap_or_default();
            let found = options
                .iter()
                .find(|o| o["value"] == value)
                .or_else(|| options.iter().find(|o| o["label"] == value));
            found
                .map(|o| o["value"].clone())
                .map_or_else(|| refuse(format!("{value:?} is not an option")), Ok)
        }
        Some(8) => match w.channels.values().find(|c| c.name == bare) {
            Some(c) => {
                resolved.entry("channels").or_insert_with(|| json!({}))[c.id.to_string()] =
                    w.channel_json(c.id);
                Ok(json!(c.id.to_string()))
            }
            None => refuse(format!("there is no channel {bare:?}")),
        },
        _ => match w.person_named(bare) {
            Some(p) => Ok(resolve_user(w, p.id, channel, resolved)),
            None => refuse(format!("there is nobody called {bare:?}")),
        },
    }
}
