//! `/settings`: menus of preferences and server settings.

use jiff::tz::TimeZone;
use pictures::{BoardPicture, Size};
use rules_core::{Color, Game, Variant};
use text::{Part, Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Reader};
use crate::messages;
use crate::model::effective_settings::EffectiveSettings;
use crate::model::ids::{RoleId, RoomId, ServerId};
use crate::model::limits::MAX_ID_BYTES;
use crate::model::record::{Pings, Preferences, QuietHours, Rotation, Settings, Theme, View};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card, Entities, EntityMenu, MenuOption, SelectMenu};
use crate::protocol::command::{Command, Request};
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::protocol::setting::{HERE, NO, Scope, Setting, YES};
use crate::settings::{effective, place};
use crate::spec::arguments::{Arguments, Value};
use crate::spec::command::{Choice, CommandSpec, Kind, named};

/// The longest value of a setting, in characters.
const LONGEST: u16 = 100;

pub(crate) const SETTINGS: CommandSpec = named("settings", || msg!("command-settings"))
    .command(|arguments| {
        let setting = arguments.text("setting").and_then(Setting::from_code);
        let Some(setting) = setting else {
            let scope = if arguments.is_set("server") {
                Scope::Server
            } else {
                Scope::Own
            };
            return Ok(Command::Settings(scope, None));
        };
        Ok(match value(setting, arguments)? {
            Some(value) => Command::Change(setting, value.to_owned()),
            None => Command::Settings(setting.scope(), Some(setting)),
        })
    })
    .role_if(|given| given.text("setting") == Some(Setting::Organizers.code()))
    .options(&[
        Kind::Choice(all)
            .option("setting", || msg!("command-settings-setting"))
            .typed_only(),
        Kind::Room
            .option("room", || msg!("command-settings-room"))
            .typed_only(),
        Kind::Role
            .option("role", || msg!("command-settings-role"))
            .typed_only(),
        Kind::Text { longest: LONGEST }
            .option("value", || msg!("command-settings-value"))
            .typed_only(),
        Kind::Boolean
            .option("server", || msg!("command-settings-server"))
            .typed_only(),
    ]);

/// The value given for a setting.
fn value<'a>(setting: Setting, arguments: &'a Arguments<'_>) -> Result<Option<&'a str>, Text> {
    let rooms = arguments.text("room").filter(|rooms| !rooms.is_empty());
    let role = match arguments.given.get("role") {
        Some(Value::Role(id)) => Some(id.as_str()),
        _ => None,
    };
    let written = arguments.text("value");
    let is_unknown = |value: &&str| match setting {
        Setting::Rooms | Setting::Announcements | Setting::Daily => {
            ![HERE, Setting::DEFAULT].contains(value)
        }
        Setting::Organizers => *value != Setting::DEFAULT,
        _ => false,
    };
    // Only a front end knows the ids of rooms and roles. Discord doesn't offer those of other servers.
    if let Some(unknown) = written.filter(is_unknown) {
        return Err(messages::no_one_named(unknown));
    }
    // The id of a room would be stored as that of a role, and the other way around.
    match setting {
        Setting::Rooms | Setting::Announcements | Setting::Daily if role.is_some() => {
            return Err(msg!("setting-takes-room").into());
        }
        Setting::Organizers if rooms.is_some() => {
            return Err(msg!("setting-takes-role").into());
        }
        _ => {}
    }
    let has_several_rooms = rooms.is_some_and(|rooms| rooms.contains(' '));
    let all = [rooms, role, written];
    let option = if has_several_rooms && setting != Setting::Rooms {
        "room"
    } else if all.iter().flatten().count() > 1 {
        "value"
    } else {
        return Ok(all.into_iter().flatten().next());
    };
    Err(msg!("typed-command-twice", option = messages::code(option)).into())
}

fn all() -> Vec<Choice> {
    let all = Setting::ALL.iter();
    all.map(|setting| Choice::new(setting.code(), setting.code()))
        .collect()
}

fn yes_or_no(value: &str) -> Option<bool> {
    [(YES, true), (NO, false)]
        .into_iter()
        .find(|(code, _)| *code == value)
        .map(|(_, flag)| flag)
}

/// Parses a choice; [`Setting::DEFAULT`] takes it back.
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
) -> Result<Change> {
    let server = request.venue.server.as_ref();
    if scope == Scope::Server {
        manager(request)?;
    }
    let effective = effective::effective_settings(reader, Some(&request.who.id), server)?;
    let card = match open.filter(|setting| setting.scope() == scope) {
        Some(setting) => values(setting, &effective),
        None => overview(request, scope, &effective),
    };
    Ok(Change::aside(of_space(reader, request, scope, card)?))
}

pub(crate) fn change_setting(
    reader: &Reader<'_>,
    request: &Request,
    setting: Setting,
    value: &str,
) -> Result<Change> {
    let server = request.venue.server.as_ref();
    let mut effective = effective::effective_settings(reader, Some(&request.who.id), server)?;
    let write = match setting.scope() {
        Scope::Own => {
            let mut person = reader.person(&request.who)?;
            person.value.person = request.who.clone();
            set_preference(&mut person.value.preferences, setting, value)?;
            effective.preferences = person.value.preferences;
            person.write()
        }
        Scope::Server => {
            let id = manager(request)?;
            let mut server = reader.server(id)?;
            let settings = &mut server.value.settings;
            match setting {
                Setting::Announcements => {
                    settings.announcements = own_room(reader, request, id, value)?;
                }
                Setting::Daily => settings.daily = own_room(reader, request, id, value)?,
                // A room's threads belong to it.
                Setting::Rooms if value == HERE => {
                    let here = request.context.parent.as_ref();
                    settings.rooms = vec![here.unwrap_or(&request.venue.room).clone()];
                }
                _ => set_server_setting(settings, setting, value)?,
            }
            server.value.plan_daily();
            effective.server = server.value.settings.clone();
            server.write()
        }
    };
    // Boards can be compared until one is liked.
    let card = match preview(setting, &effective) {
        Some(_) => values(setting, &effective),
        None => overview(request, setting.scope(), &effective),
    };
    let card = of_space(reader, request, setting.scope(), card)?;
    let text = messages::setting_changed(setting, &effective).line(card.text);
    let answer = Answer::Aside(Box::new(Card { text, ..card }));
    Ok(Change::writing(write, answer))
}

/// Builds a settings card, and mentions the space that shares them.
fn of_space(reader: &Reader<'_>, request: &Request, scope: Scope, card: Card) -> Result<Card> {
    let space = match scope {
        Scope::Own => None,
        Scope::Server => place::place_of(reader, &request.venue)?.space,
    };
    let Some(space) = space else { return Ok(card) };
    let note = msg!("settings-of-space", space = Part::Room(space));
    Ok(Card {
        text: Text::from(note).line(card.text),
        ..card
    })
}

/// The server where the person asks, if they may manage it.
pub(crate) fn manager(request: &Request) -> Result<&ServerId, Refusal> {
    let server = request.venue.server.as_ref().ok_or(Refusal::NotOnAServer)?;
    if request.context.manages {
        Ok(server)
    } else {
        Err(Refusal::NotAManager)
    }
}

fn set_preference(mine: &mut Preferences, setting: Setting, value: &str) -> Result<(), Refusal> {
    match setting {
        Setting::View => mine.view = chosen(value, View::from_code)?,
        Setting::Theme => mine.theme = chosen(value, Theme::from_code)?,
        Setting::Legan => mine.legan = chosen(value, Rotation::from_code)?,
        Setting::Toto40 => mine.toto40 = chosen(value, Rotation::from_code)?,
        Setting::Pings => mine.pings = chosen(value, Pings::from_code)?,
        Setting::WordsOnly => mine.words_only = chosen(value, yes_or_no)?,
        Setting::Confirm => mine.confirm = chosen(value, yes_or_no)?,
        Setting::Warnings => mine.warnings = chosen(value, yes_or_no)?,
        Setting::OnlyMove => mine.only_move = chosen(value, yes_or_no)?,
        Setting::Reminders => mine.reminders = chosen(value, yes_or_no)?,
        Setting::Puzzles => mine.puzzles = chosen(value, yes_or_no)?,
        _ => return Err(Refusal::NoSuchValue),
    }
    Ok(())
}

fn id(value: &str) -> Option<String> {
    (!value.is_empty() && value.len() <= MAX_ID_BYTES).then(|| value.to_owned())
}

/// A room to post in. Where each room is a server, it is this one or another one of the same space, so that strangers can't
/// have Delos post there.
fn own_room(
    reader: &Reader<'_>,
    request: &Request,
    server: &ServerId,
    value: &str,
) -> Result<Option<RoomId>> {
    let room = chosen(value, |value| match value {
        HERE => Some(request.venue.room.clone()),
        room => id(room).map(RoomId::new),
    })?;
    match room {
        Some(room) if !place::is_on(reader, &room, server)? => {
            Err(Refusal::OtherServersRoom.into())
        }
        room => Ok(room),
    }
}

fn set_server_setting(
    settings: &mut Settings,
    setting: Setting,
    value: &str,
) -> Result<(), Refusal> {
    let written = Some(value.trim()).filter(|value| *value != Setting::DEFAULT);
    match setting {
        Setting::Variant => settings.variant = chosen(value, |id| id.parse().ok())?,
        Setting::Threads => settings.threads = chosen(value, yes_or_no)?,
        Setting::ServerTheme => settings.theme = chosen(value, Theme::from_code)?,
        Setting::ServerView => {
            let shared = |code: &str| View::from_code(code).filter(|view| *view != View::Own);
            settings.view = chosen(value, shared)?;
        }
        Setting::ServerLegan => settings.legan = chosen(value, Rotation::from_code)?,
        Setting::ServerToto40 => settings.toto40 = chosen(value, Rotation::from_code)?,
        Setting::DailyHour => {
            let hour = |hour: &str| hour.parse().ok().filter(|hour| (0..24).contains(hour));
            settings.daily_hour = chosen(value, hour)?;
        }
        Setting::Organizers => {
            settings.organizers = chosen(value, |role| id(role).map(RoleId::new))?;
        }
        Setting::Rooms => {
            let names = value.split_whitespace().take(Settings::ROOMS);
            let rooms = chosen(value, |_| names.map(id).collect::<Option<Vec<_>>>())?;
            settings.rooms = rooms
                .unwrap_or_default()
                .into_iter()
                .map(RoomId::new)
                .collect();
        }
        Setting::Zone => {
            let known = |name: &str| TimeZone::get(name).ok();
            let name = |zone: TimeZone| zone.iana_name().map(str::to_owned);
            let zone = |written: &str| known(written).and_then(name).ok_or(Refusal::BadZone);
            settings.zone = written.map(zone).transpose()?;
        }
        Setting::Quiet => {
            let hours = written.map(str::parse::<QuietHours>).transpose();
            settings.quiet = hours.map_err(Refusal::BadQuietHours)?;
        }
        _ => return Err(Refusal::NoSuchValue),
    }
    Ok(())
}

/// All settings of a scope with their values.
fn overview(request: &Request, scope: Scope, effective: &EffectiveSettings) -> Card {
    let option = |setting| messages::setting_option(setting).sending(setting.code());
    let options = Setting::of(scope).map(option);
    let menu = SelectMenu {
        action: Action::OpenSetting(scope),
        prompt: msg!("menu-settings").into(),
        options: options.collect(),
    };
    let other = match scope {
        Scope::Own => Button::plain(
            msg!("button-server-settings"),
            Action::Settings(Scope::Server),
        ),
        Scope::Server => Button::plain(msg!("button-own-settings"), Action::Settings(Scope::Own)),
    };
    let manages = manager(request).is_ok();
    Card {
        menu: Some(menu),
        ..Card::with_buttons(
            messages::settings(scope, effective),
            manages.then_some(other),
        )
    }
}

/// The values of one setting.
fn values(setting: Setting, effective: &EffectiveSettings) -> Card {
    let mut codes = setting.values();
    let prompt = if codes.is_empty() {
        msg!("menu-setting-default")
    } else {
        msg!("menu-setting-value")
    };
    codes.push(Setting::DEFAULT);
    let options = codes.into_iter().map(|code| MenuOption {
        label: messages::value_name(setting, code),
        detail: messages::value_help(setting, code, effective),
        value: code.to_owned(),
    });
    let mut row = vec![Button::plain(
        msg!("button-settings-back"),
        Action::Settings(setting.scope()),
    )];
    match setting {
        Setting::Quiet => row.push(Button::plain(
            msg!("button-quiet-hours"),
            Action::WriteSetting(setting),
        )),
        Setting::Zone => row.push(Button::plain(
            msg!("button-zone"),
            Action::WriteSetting(setting),
        )),
        _ => {}
    }
    Card {
        board: preview(setting, effective).filter(|_| !effective.words_only()),
        menu: Some(SelectMenu {
            action: Action::ChangeSetting(setting),
            prompt: prompt.into(),
            options: options.collect(),
        }),
        picker: picker(setting, &effective.server),
        controls: vec![row],
        ..Card::words(messages::setting_question(setting, effective))
    }
}

/// A small board as a setting has it drawn, if it is about boards.
fn preview(setting: Setting, effective: &EffectiveSettings) -> Option<BoardPicture> {
    let (variant, moves): (_, &[&str]) = match setting {
        Setting::View => (Variant::Leto, &["e2e4", "e7e5"]),
        Setting::Theme | Setting::ServerTheme | Setting::ServerView => {
            (Variant::Leto, &["e2e4", "e7e5", "g1f3"])
        }
        Setting::Legan | Setting::ServerLegan => (Variant::Legan, &["g3f4", "b6c5"]),
        Setting::Toto40 | Setting::ServerToto40 => (Variant::Toto40, &["f3f5", "c10c8"]),
        _ => return None,
    };
    let game = Game::replay(variant, None, moves.iter().copied()).ok()?;
    // The view from one's own side differs from White's only for Black.
    let own = if setting == Setting::View {
        Color::Black
    } else {
        Color::White
    };
    let look = match setting.scope() {
        Scope::Own => effective.private_look(Some(own), &game),
        Scope::Server => effective.server.shared_look(&game),
    };
    Some(look.of(BoardPicture {
        size: Size::PHONE,
        ..BoardPicture::new(game)
    }))
}

/// The menu of rooms or roles, for a setting that takes them.
fn picker(setting: Setting, server: &Settings) -> Option<EntityMenu> {
    let one_room = |room: Option<&RoomId>| {
        let chosen = room.into_iter().cloned().collect();
        let kind = Entities::Rooms { most: 1, chosen };
        (msg!("menu-setting-channel"), kind)
    };
    let (prompt, kind) = match setting {
        Setting::Rooms => {
            let chosen = server.rooms.clone();
            let kind = Entities::Rooms { most: 25, chosen };
            (msg!("menu-setting-channels"), kind)
        }
        Setting::Announcements => one_room(server.announcements.as_ref()),
        Setting::Daily => one_room(server.daily.as_ref()),
        Setting::Organizers => {
            let chosen = server.organizers.clone();
            (msg!("menu-setting-role"), Entities::Role { chosen })
        }
        _ => return None,
    };
    Some(EntityMenu {
        action: Action::PickSetting(setting),
        prompt: prompt.into(),
        kind,
    })
}
