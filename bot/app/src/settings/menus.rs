//! Preferences and settings, looked at and changed from menus.

use crate::context::failure::Failure;
use crate::context::{Change, Reader};
use crate::messages;
use crate::model::effective_settings::InForce;
use crate::model::ids::{RoleId, RoomId, ServerId};
use crate::model::record::{Pings, Preferences, QuietHours, Settings, Theme, View};
use crate::protocol::action::Action;
use crate::protocol::card::{
    Button, ButtonStyle, Card, Entities, EntityMenu, MenuOption, SelectMenu,
};
use crate::protocol::command::Request;
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::protocol::setting::{NO, Scope, Setting, YES};
use crate::settings::effective;

/// The longest name of a room or role that is kept; Discord's have fewer than 30 letters.
const LONGEST_NAME: usize = 100;

fn yes_or_no(value: &str) -> Option<bool> {
    [(YES, true), (NO, false)]
        .into_iter()
        .find(|(code, _)| *code == value)
        .map(|(_, flag)| flag)
}

/// A choice that was made, or taken back; an error for a value that there is not.
pub(crate) fn chosen<T>(
    value: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, Refusal> {
    if value == Setting::DEFAULT {
        return Ok(None);
    }
    read(value).map(Some).ok_or(Refusal::NoSuchValue)
}

pub(crate) fn settings(
    reader: &Reader<'_>,
    request: &Request,
    scope: Scope,
    open: Option<Setting>,
) -> Result<Change, Failure> {
    let server = request.venue.server.as_ref();
    if scope == Scope::Server {
        manager(request)?;
    }
    let in_force = effective::in_force(reader, Some(&request.who.id), server)?;
    let card = match open.filter(|setting| setting.scope() == scope) {
        Some(setting) => values(setting, &in_force),
        None => overview(scope, &in_force, manager(request).is_ok()),
    };
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

pub(crate) fn change_setting(
    reader: &Reader<'_>,
    request: &Request,
    setting: Setting,
    value: &str,
) -> Result<Change, Failure> {
    let server = request.venue.server.as_ref();
    let mut in_force = effective::in_force(reader, Some(&request.who.id), server)?;
    let write = match setting.scope() {
        Scope::Own => {
            let mut person = reader.person(&request.who)?;
            person.value.person = request.who.clone();
            prefer(&mut person.value.preferences, setting, value)?;
            in_force.preferences = person.value.preferences;
            person.write()
        }
        Scope::Server => {
            let mut server = reader.server(manager(request)?)?;
            set(&mut server.value.settings, setting, value)?;
            in_force.settings = server.value.settings.clone();
            server.write()
        }
    };
    let card = overview(setting.scope(), &in_force, manager(request).is_ok());
    let text = messages::setting_changed(setting, &in_force).line(card.text);
    Ok(Change {
        writes: vec![write],
        ..Change::nothing(Answer::Private(Box::new(Card { text, ..card })))
    })
}

/// The server where somebody asks, if they may manage it.
pub(crate) fn manager(request: &Request) -> Result<&ServerId, Refusal> {
    let server = request.venue.server.as_ref().ok_or(Refusal::NotOnAServer)?;
    if request.context.manages {
        Ok(server)
    } else {
        Err(Refusal::NotAManager)
    }
}

fn prefer(mine: &mut Preferences, setting: Setting, value: &str) -> Result<(), Refusal> {
    match setting {
        Setting::View => mine.view = chosen(value, View::from_code)?,
        Setting::Theme => mine.theme = chosen(value, Theme::from_code)?,
        Setting::Pings => mine.pings = chosen(value, Pings::from_code)?,
        Setting::WordsOnly => mine.words_only = chosen(value, yes_or_no)?,
        Setting::Confirm => mine.confirm = chosen(value, yes_or_no)?,
        Setting::OnlyMove => mine.only_move = chosen(value, yes_or_no)?,
        Setting::Reminders => mine.reminders = chosen(value, yes_or_no)?,
        _ => return Err(Refusal::NoSuchValue),
    }
    Ok(())
}

fn set(settings: &mut Settings, setting: Setting, value: &str) -> Result<(), Refusal> {
    let name =
        |value: &str| (!value.is_empty() && value.len() <= LONGEST_NAME).then(|| value.to_owned());
    match setting {
        Setting::Variant => settings.variant = chosen(value, |id| id.parse().ok())?,
        Setting::Threads => settings.threads = chosen(value, yes_or_no)?,
        Setting::ServerTheme => settings.theme = chosen(value, Theme::from_code)?,
        Setting::Announcements => {
            settings.announcements = chosen(value, |room| name(room).map(RoomId::new))?;
        }
        Setting::Organizers => {
            settings.organizers = chosen(value, |role| name(role).map(RoleId::new))?;
        }
        Setting::Rooms => {
            let names = value.split_whitespace().take(Settings::ROOMS);
            let rooms = chosen(value, |_| names.map(name).collect::<Option<Vec<_>>>())?;
            settings.rooms = rooms
                .unwrap_or_default()
                .into_iter()
                .map(RoomId::new)
                .collect();
        }
        Setting::Quiet => {
            settings.quiet = if value.trim() == Setting::DEFAULT {
                None
            } else {
                Some(
                    value
                        .parse::<QuietHours>()
                        .map_err(Refusal::BadQuietHours)?,
                )
            };
        }
        _ => return Err(Refusal::NoSuchValue),
    }
    Ok(())
}

fn button(label: &'static str, action: Action) -> Button {
    Button {
        label: label.into(),
        style: ButtonStyle::Plain,
        action,
    }
}

/// Everything that can be chosen, with what is in force and why.
fn overview(scope: Scope, in_force: &InForce, manages: bool) -> Card {
    let choices = Setting::of(scope).map(|setting| MenuOption {
        label: messages::setting_name(setting).into(),
        detail: messages::setting_help(setting).into(),
        value: setting.code().to_owned(),
    });
    let menu = SelectMenu {
        action: Action::OpenSetting(scope),
        prompt: "What do you want to change?".into(),
        options: choices.collect(),
    };
    let other = match scope {
        Scope::Own => button("This server's settings", Action::Settings(Scope::Server)),
        Scope::Server => button("My preferences", Action::Settings(Scope::Own)),
    };
    Card {
        menu: Some(menu),
        controls: if manages {
            vec![vec![other]]
        } else {
            Vec::new()
        },
        ..Card::words(messages::settings(scope, in_force))
    }
}

/// The values of one setting.
pub(crate) fn values(setting: Setting, in_force: &InForce) -> Card {
    let action = Action::ChangeSetting(setting);
    let mut codes = setting.values();
    let mut row = vec![button("Back", Action::Settings(setting.scope()))];
    let settings = &in_force.settings;
    let picker = match setting {
        Setting::Rooms => Some(Entities::Rooms {
            most: 25,
            chosen: settings.rooms.clone(),
        }),
        Setting::Announcements => Some(Entities::Rooms {
            most: 1,
            chosen: settings.announcements.iter().cloned().collect(),
        }),
        Setting::Organizers => Some(Entities::Role {
            chosen: settings.organizers.clone(),
        }),
        _ => None,
    };
    if setting == Setting::Quiet {
        row.push(button("Write the hours", Action::WriteSetting(setting)));
    }
    let listed = !codes.is_empty();
    codes.push(Setting::DEFAULT);
    let choices = codes.into_iter().map(|code| {
        let (label, detail) = messages::setting_value(setting, code, in_force);
        MenuOption {
            label: label.into(),
            detail: detail.into(),
            value: code.to_owned(),
        }
    });
    Card {
        menu: Some(SelectMenu {
            action,
            prompt: if listed {
                "Choose".into()
            } else {
                "Back to the default".into()
            },
            options: choices.collect(),
        }),
        picker: picker.map(|kind| EntityMenu {
            action: Action::PickSetting(setting),
            prompt: match kind {
                Entities::Rooms { most: 1, .. } => "Choose a channel".into(),
                Entities::Rooms { .. } => "Choose channels".into(),
                Entities::Role { .. } => "Choose a role".into(),
            },
            kind,
        }),
        controls: vec![row],
        ..Card::words(messages::setting_question(setting, in_force))
    }
}
