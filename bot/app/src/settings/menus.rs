//! `/settings`: menus of preferences and server settings.

use jiff::tz::TimeZone;
use pictures::{BoardPicture, Size};
use rules_core::{Color, Game, Variant};
use text::{Part, Text, msg};

use crate::context::{Change, Reader, Result, refuse_if};
use crate::messages;
use crate::model::{
    EffectiveSettings, MAX_ID_BYTES, Pings, Preferences, QuietHours, RoleId, RoomId, Rotation,
    ServerId, Settings, Theme, View,
};
use crate::protocol::setting::{HERE, NO, YES};
use crate::protocol::{
    Action, Answer, Button, Card, Command, Entities, EntityMenu, MenuOption, Refusal, Request,
    Scope, SelectMenu, Setting,
};
use crate::settings::replaced_rooms::{is_on, place_of};
use crate::spec::{Arguments, Choice, CommandSpec, Kind, Value, named};

/// The longest value of a setting, in characters.
const LONGEST: u16 = 100;

pub(crate) const SETTINGS: CommandSpec = named("settings", || msg!("command-settings"))
    .command(|arguments| {
        let setting = arguments.text("setting").and_then(Setting::from_code);
        let Some(setting) = setting else {
            let of_server = arguments.is_set("server").then_some(Scope::Server);
            return Ok(Command::Settings(of_server.unwrap_or(Scope::Own), None));
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

fn value<'a>(setting: Setting, arguments: &'a Arguments<'_>) -> Result<Option<&'a str>, Text> {
    let rooms = arguments.text("room").filter(|rooms| !rooms.is_empty());
    let role = match arguments.given.get("role") {
        Some(Value::Role(id)) => Some(id.as_str()),
        _ => None,
    };
    let written = arguments.text("value");
    let takes_role = setting == Setting::Organizers;
    let takes_room = [Setting::Rooms, Setting::Announcements, Setting::Daily].contains(&setting);
    let is_known = |value: &str| value == Setting::DEFAULT || takes_room && value == HERE;
    // Only a front end knows the ids of rooms and roles. Discord doesn't offer those of other servers.
    if let Some(unknown) = written.filter(|value| (takes_room || takes_role) && !is_known(value)) {
        return Err(messages::no_one_named(unknown));
    }
    // The id of a room would be stored as that of a role, and the other way around.
    refuse_if(takes_room && role.is_some(), msg!("setting-takes-room"))?;
    refuse_if(takes_role && rooms.is_some(), msg!("setting-takes-role"))?;
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
    match value {
        YES => Some(true),
        NO => Some(false),
        _ => None,
    }
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
    if scope == Scope::Server {
        manager(request)?;
    }
    let effective = reader.own_settings(request)?;
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
    let mut effective = reader.own_settings(request)?;
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
                    settings.announcements = chosen_room(reader, request, id, value)?;
                }
                Setting::Daily => settings.daily = chosen_room(reader, request, id, value)?,
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
    if scope == Scope::Server
        && let Some(space) = place_of(reader, &request.venue)?.space
    {
        let note = msg!("settings-of-space", space = Part::Room(space));
        let text = Text::from(note).line(card.text);
        return Ok(Card { text, ..card });
    }
    Ok(card)
}

/// The server where the person asks, if they may manage it.
pub(crate) fn manager(request: &Request) -> Result<&ServerId, Refusal> {
    let server = request.venue.server.as_ref().ok_or(Refusal::NotOnAServer)?;
    refuse_if(!request.context.manages, Refusal::NotAManager)?;
    Ok(server)
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
fn chosen_room(
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
        Some(room) if !is_on(reader, &room, server)? => Err(Refusal::OtherServersRoom.into()),
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
            let rooms = names.map(|name| id(name).map(RoomId::new));
            settings.rooms = chosen(value, |_| rooms.collect())?.unwrap_or_default();
        }
        Setting::Zone => {
            let zone = |name: &str| Some(TimeZone::get(name).ok()?.iana_name()?.to_owned());
            let zone = written.map(|name| zone(name).ok_or(Refusal::BadZone));
            settings.zone = zone.transpose()?;
        }
        Setting::Quiet => {
            let hours = written.map(str::parse::<QuietHours>).transpose();
            settings.quiet = hours.map_err(Refusal::BadQuietHours)?;
        }
        _ => return Err(Refusal::NoSuchValue),
    }
    Ok(())
}

fn overview(request: &Request, scope: Scope, effective: &EffectiveSettings) -> Card {
    let option = |setting| messages::setting_option(setting).sending(setting.code());
    let options = Setting::of(scope).map(option);
    let menu = SelectMenu::of(Action::OpenSetting(scope), msg!("menu-settings"), options);
    let (label, other) = match scope {
        Scope::Own => (msg!("button-server-settings"), Scope::Server),
        Scope::Server => (msg!("button-own-settings"), Scope::Own),
    };
    let manages = manager(request).is_ok();
    let other = manages.then(|| Button::plain(label, Action::Settings(other)));
    Card {
        menu,
        ..Card::with_buttons(messages::settings(scope, effective), other)
    }
}

fn values(setting: Setting, effective: &EffectiveSettings) -> Card {
    let mut codes = setting.values();
    let prompt = if codes.is_empty() {
        msg!("menu-setting-default")
    } else {
        msg!("menu-setting-value")
    };
    codes.push(Setting::DEFAULT);
    let options = codes.into_iter().map(|code| {
        let help = messages::value_help(setting, code, effective);
        MenuOption::new(messages::value_name(setting, code), help, code)
    });
    let back = Action::Settings(setting.scope());
    let mut row = vec![Button::plain(msg!("button-settings-back"), back)];
    let write = match setting {
        Setting::Quiet => Some(msg!("button-quiet-hours")),
        Setting::Zone => Some(msg!("button-zone")),
        _ => None,
    };
    row.extend(write.map(|label| Button::plain(label, Action::WriteSetting(setting))));
    Card {
        board: preview(setting, effective).filter(|_| !effective.words_only()),
        menu: SelectMenu::of(Action::ChangeSetting(setting), prompt, options),
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
    let own = match setting {
        Setting::View => Color::Black,
        _ => Color::White,
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
    let one_room = |room: &Option<RoomId>| {
        let chosen = room.iter().cloned().collect();
        let kind = Entities::Rooms { most: 1, chosen };
        (msg!("menu-setting-channel"), kind)
    };
    let (prompt, kind) = match setting {
        Setting::Rooms => {
            let chosen = server.rooms.clone();
            let kind = Entities::Rooms { most: 25, chosen };
            (msg!("menu-setting-channels"), kind)
        }
        Setting::Announcements => one_room(&server.announcements),
        Setting::Daily => one_room(&server.daily),
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
