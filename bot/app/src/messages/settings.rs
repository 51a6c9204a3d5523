//! Preferences and server settings: their names, values, and who chose them.

use std::fmt::Display;

use rules_core::{Family, Variant};
use text::{Arg, Message, Text, key, msg};

use crate::messages::shorthand::{Labeled, option};
use crate::model::{
    EffectiveSettings, Pings, Preferences, RoomId, Rotation, Settings, Theme, View,
};
use crate::protocol::setting::{NO, YES};
use crate::protocol::{Scope, Setting};

/// A setting's name, on one line of a menu and in sentences.
pub fn setting_name(setting: Setting) -> Message {
    setting_option(setting).label
}

/// Explains a setting.
pub fn setting_help(setting: Setting) -> Message {
    setting_option(setting).detail
}

/// A setting in a menu.
pub(crate) fn setting_option(setting: Setting) -> Labeled {
    match setting {
        Setting::View => option!("option-setting-view"),
        Setting::Theme => option!("option-setting-theme"),
        Setting::Legan | Setting::ServerLegan => option!("option-setting-legan"),
        Setting::Toto40 | Setting::ServerToto40 => option!("option-setting-toto40"),
        Setting::ServerTheme => option!("option-setting-server-theme"),
        Setting::ServerView => option!("option-setting-server-view"),
        Setting::Pings => option!("option-setting-pings"),
        Setting::WordsOnly => option!("option-setting-words-only"),
        Setting::Confirm => option!("option-setting-confirm"),
        Setting::Warnings => option!("option-setting-warnings"),
        Setting::OnlyMove => option!("option-setting-only-move"),
        Setting::Reminders => option!("option-setting-reminders"),
        Setting::Puzzles => option!("option-setting-puzzles"),
        Setting::Variant => option!("option-setting-variant"),
        Setting::Rooms => option!("option-setting-rooms"),
        Setting::Threads => option!("option-setting-threads"),
        Setting::Announcements => option!("option-setting-announcements"),
        Setting::Daily => option!("option-setting-daily"),
        Setting::DailyHour => option!("option-setting-daily-hour"),
        Setting::Organizers => option!("option-setting-organizers"),
        Setting::Zone => option!("option-setting-zone"),
        Setting::Quiet => option!("option-setting-quiet"),
    }
}

/// All settings of a scope with their values, one on a line.
pub fn settings(scope: Scope, effective: &EffectiveSettings) -> Text {
    let title = match scope {
        Scope::Own => msg!("settings-own"),
        Scope::Server => msg!("settings-server"),
    };
    let lines = Setting::of(scope).map(|setting| {
        let (value, source) = current(setting, effective);
        let name = setting_name(setting);
        msg!("settings-line", setting = name, value, source)
    });
    lines.fold(title.into(), Text::line)
}

/// The answer to a change of a setting.
pub fn setting_changed(setting: Setting, effective: &EffectiveSettings) -> Text {
    let (value, _) = current(setting, effective);
    msg!("settings-saved", setting = setting_name(setting), value).into()
}

/// The text above the values of a setting.
pub fn setting_question(setting: Setting, effective: &EffectiveSettings) -> Text {
    let (value, source) = current(setting, effective);
    let Labeled { label, detail } = setting_option(setting);
    let now = msg!("setting-now", value, source);
    let question = Text::from(msg!("setting-heading", setting = label, help = detail)).line(now);
    match setting {
        Setting::Quiet => question.line(msg!("setting-quiet-hours-format")),
        Setting::View => question
            .line(msg!("setting-own-boards"))
            .line(msg!("setting-view-preview")),
        Setting::Theme | Setting::Legan | Setting::Toto40 => {
            question.line(msg!("setting-own-boards"))
        }
        Setting::ServerView => question.line(msg!("setting-shared-boards")),
        Setting::ServerTheme | Setting::ServerLegan | Setting::ServerToto40 => {
            question.line(msg!("setting-server-boards"))
        }
        Setting::WordsOnly => question.line(msg!("setting-shared-words")),
        _ => question,
    }
}

/// The name of one of a setting's values.
///
/// `value` is one of [`Setting::values`] or [`Setting::DEFAULT`]; the name of any other is empty.
pub fn value_name(setting: Setting, value: &str) -> Text {
    if value == Setting::DEFAULT {
        return msg!("option-default").into();
    }
    match setting {
        _ if setting.values() == [YES, NO] => yes_or_no(value == YES).into(),
        Setting::Variant => value.parse().map_or("", Variant::name).into(),
        Setting::Zone => value.into(),
        Setting::Daily => msg!("option-here").into(),
        Setting::DailyHour => hour(value).into(),
        _ => value_option(setting, value).map(|one| one.label).into(),
    }
}

fn value_option(setting: Setting, value: &str) -> Option<Labeled> {
    match setting {
        Setting::View | Setting::ServerView => View::from_code(value).map(view_option),
        Setting::Legan | Setting::ServerLegan => Rotation::from_code(value).map(legan_option),
        Setting::Toto40 | Setting::ServerToto40 => Rotation::from_code(value).map(toto40_option),
        Setting::Theme | Setting::ServerTheme => Theme::from_code(value).map(theme_option),
        Setting::Pings => Pings::from_code(value).map(pings_option),
        _ => None,
    }
}

/// Explains one value of a setting; for the default, names the value in effect.
pub fn value_help(setting: Setting, value: &str, effective: &EffectiveSettings) -> Text {
    if value == Setting::DEFAULT {
        return current(setting, &without_choices(setting, effective)).0;
    }
    let yes = value == YES;
    match setting {
        Setting::ServerView => View::from_code(value).map(shared_view_help).into(),
        Setting::Variant => value.parse().ok().map(variant_help).into(),
        Setting::WordsOnly if yes => msg!("option-words-only-yes.detail").into(),
        Setting::WordsOnly => msg!("option-words-only-no.detail").into(),
        Setting::Confirm if yes => msg!("option-confirm-yes.detail").into(),
        Setting::Confirm => msg!("option-confirm-no.detail").into(),
        Setting::Warnings if yes => msg!("option-warnings-yes.detail").into(),
        Setting::Warnings => msg!("option-warnings-no.detail").into(),
        Setting::OnlyMove if yes => msg!("option-only-move-yes.detail").into(),
        Setting::OnlyMove => msg!("option-only-move-no.detail").into(),
        Setting::Reminders if yes => msg!("option-reminders-yes.detail").into(),
        Setting::Reminders => msg!("option-reminders-no.detail").into(),
        Setting::Puzzles if yes => msg!("option-puzzles-yes.detail").into(),
        Setting::Puzzles => msg!("option-puzzles-no.detail").into(),
        Setting::Threads if yes => msg!("option-threads-yes.detail").into(),
        Setting::Threads => msg!("option-threads-no.detail").into(),
        Setting::Daily => msg!("option-here.detail").into(),
        Setting::DailyHour => value.parse().map_or_else(|_| Text::default(), half_day),
        _ => value_option(setting, value).map(|one| one.detail).into(),
    }
}

/// The settings without the choices of this setting's scope.
fn without_choices(setting: Setting, effective: &EffectiveSettings) -> EffectiveSettings {
    let mut other = effective.clone();
    match setting.scope() {
        Scope::Own => other.preferences = Preferences::default(),
        Scope::Server => other.server = Settings::default(),
    }
    other
}

/// A setting's value in a place, and whose choice it is, as a key of messages.
fn current(setting: Setting, now: &EffectiveSettings) -> (Text, Arg) {
    let (own, server) = (&now.preferences, &now.server);
    let warnings = || {
        let games = EffectiveSettings::FIRST_GAMES;
        let beginners = || msg!("setting-warnings-first", games);
        own.warnings.map_or_else(beginners, yes_or_no)
    };
    match setting {
        Setting::View => of_person(view_option(now.view()).label, own.view),
        Setting::Theme => of_either(theme_option(now.theme()).label, own.theme, server.theme),
        Setting::Legan => {
            let rotation = now.rotation(Family::Legan);
            of_either(legan_option(rotation).label, own.legan, server.legan)
        }
        Setting::Toto40 => {
            let rotation = now.rotation(Family::Toto40);
            of_either(toto40_option(rotation).label, own.toto40, server.toto40)
        }
        Setting::Pings => of_person(pings_option(now.pings()).label, own.pings),
        Setting::WordsOnly => of_person(yes_or_no(now.words_only()), own.words_only),
        Setting::Confirm => of_person(yes_or_no(now.confirm()), own.confirm),
        Setting::Warnings => of_person(warnings(), own.warnings),
        Setting::OnlyMove => of_person(yes_or_no(now.only_move()), own.only_move),
        Setting::Reminders => of_person(yes_or_no(now.reminders()), own.reminders),
        Setting::Puzzles => of_person(yes_or_no(own.puzzles == Some(true)), own.puzzles),
        Setting::Variant => of_server(now.variant().name(), server.variant),
        Setting::Threads => of_server(yes_or_no(now.threads()), server.threads),
        Setting::ServerTheme => {
            let theme = server.theme.unwrap_or_default();
            of_server(theme_option(theme).label, server.theme)
        }
        Setting::ServerView => {
            let view = server.view.unwrap_or(View::White);
            of_server(view_option(view).label, server.view)
        }
        Setting::ServerLegan => {
            let rotation = server.rotation(Family::Legan);
            of_server(legan_option(rotation).label, server.legan)
        }
        Setting::ServerToto40 => {
            let rotation = server.rotation(Family::Toto40);
            of_server(toto40_option(rotation).label, server.toto40)
        }
        Setting::Rooms => {
            let chosen = (!server.rooms.is_empty()).then(|| rooms(&server.rooms));
            picked(chosen, msg!("setting-rooms-any"))
        }
        Setting::Announcements => {
            let anywhere = msg!("setting-announcements-anywhere");
            picked(server.announcements.as_ref(), anywhere)
        }
        Setting::Daily => picked(server.daily.as_ref(), msg!("setting-daily-none")),
        Setting::DailyHour => of_server(hour(server.daily_hour()), server.daily_hour),
        Setting::Organizers => {
            let managers = msg!("setting-organizers-managers");
            picked(server.organizers.as_ref(), managers)
        }
        Setting::Zone => of_server(now.zone_name(), server.zone.as_ref()),
        Setting::Quiet => {
            let hours = server.quiet.as_ref().map(ToString::to_string);
            picked(hours, msg!("setting-quiet-none"))
        }
    }
}

/// A value that a person chose, or the default.
fn of_person<T>(value: impl Into<Text>, choice: Option<T>) -> (Text, Arg) {
    of_either(value, choice, None::<T>)
}

/// A value that a person chose, or else their server's managers, or the default.
fn of_either<T, U>(value: impl Into<Text>, own: Option<T>, server: Option<U>) -> (Text, Arg) {
    let source = match (own, server) {
        (Some(_), _) => "own",
        (None, Some(_)) => "server",
        (None, None) => "default",
    };
    (value.into(), key(source))
}

/// A value that a server's managers chose, or the default.
fn of_server<T>(value: impl Into<Text>, choice: Option<T>) -> (Text, Arg) {
    of_either(value, None::<T>, choice)
}

/// The choice of a server's managers, or else what applies without one.
fn picked(choice: Option<impl Into<Text>>, otherwise: Message) -> (Text, Arg) {
    match choice {
        Some(choice) => of_server(choice, Some(())),
        None => of_server(otherwise, None::<()>),
    }
}

/// The start of an hour on a clock.
fn hour(hour: impl Display) -> String {
    format!("{hour}:00")
}

/// An hour as it is said where a day has twice twelve.
fn half_day(hour: u8) -> Text {
    let on_the_clock = (hour + 11) % 12 + 1;
    let half = if hour < 12 { "am" } else { "pm" };
    format!("{on_the_clock} {half}").into()
}

/// The rooms, separated by commas.
pub(super) fn rooms(rooms: &[RoomId]) -> Text {
    Text::join(rooms.iter().map(Text::from), ", ")
}

pub(super) fn yes_or_no(yes: bool) -> Message {
    if yes {
        msg!("option-yes")
    } else {
        msg!("option-no")
    }
}

fn view_option(view: View) -> Labeled {
    match view {
        View::Own => option!("option-view-own"),
        View::White => option!("option-view-white"),
        View::Mover => option!("option-view-mover"),
    }
}

fn shared_view_help(view: View) -> Message {
    match view {
        View::Own | View::White => msg!("option-shared-view-white.detail"),
        View::Mover => msg!("option-shared-view-mover.detail"),
    }
}

fn legan_option(rotation: Rotation) -> Labeled {
    match rotation {
        Rotation::Upright => option!("option-legan-upright"),
        Rotation::Diagonal => option!("option-legan-diagonal"),
    }
}

fn toto40_option(rotation: Rotation) -> Labeled {
    match rotation {
        Rotation::Upright => option!("option-toto40-upright"),
        Rotation::Diagonal => option!("option-toto40-diagonal"),
    }
}

fn theme_option(theme: Theme) -> Labeled {
    let [label, detail] = theme.words();
    Labeled { label, detail }
}

fn pings_option(pings: Pings) -> Labeled {
    match pings {
        Pings::Mention => option!("option-pings-mention"),
        Pings::Direct => option!("option-pings-direct"),
        Pings::None => option!("option-pings-none"),
    }
}

fn variant_help(variant: Variant) -> Message {
    let family = variant.family();
    let (inventor, year) = (family.inventor(), family.year());
    let squares = variant.shape().squares().len();
    msg!("option-variant.detail", squares, inventor, year)
}
