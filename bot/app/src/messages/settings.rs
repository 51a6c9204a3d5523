//! Preferences and server settings: their names, values, and who chose them.

use std::fmt::Display;

use rules_core::{Family, Variant};
use text::{Arg, Message, Part, Text, key, msg};

use crate::messages::shorthand::{Labeled, option};
use crate::model::effective_settings::EffectiveSettings;
use crate::model::ids::RoomId;
use crate::model::record::{Pings, Preferences, Rotation, Settings, Theme, View};
use crate::protocol::setting::{NO, Scope, Setting, YES};

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
    Setting::of(scope).fold(title.into(), |list: Text, setting| {
        let SettingValue { value, source } = current(setting, effective);
        list.line(msg!(
            "settings-line",
            setting = setting_name(setting),
            value,
            source = source.key()
        ))
    })
}

/// The answer to a change of a setting.
pub fn setting_changed(setting: Setting, effective: &EffectiveSettings) -> Text {
    let value = current(setting, effective).value;
    msg!("settings-saved", setting = setting_name(setting), value).into()
}

/// The text above the values of a setting.
pub fn setting_question(setting: Setting, effective: &EffectiveSettings) -> Text {
    let SettingValue { value, source } = current(setting, effective);
    let question = Text::from(msg!(
        "setting-heading",
        setting = setting_name(setting),
        help = setting_help(setting)
    ))
    .line(msg!("setting-now", value, source = source.key()));
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
        _ => or_empty(value_option(setting, value).map(|option| option.label)),
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
        return current(setting, &without_choices(setting, effective)).value;
    }
    let yes = value == YES;
    match setting {
        Setting::ServerView => or_empty(View::from_code(value).map(shared_view_help)),
        Setting::Variant => or_empty(value.parse().ok().map(variant_help)),
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
        _ => or_empty(value_option(setting, value).map(|option| option.detail)),
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

/// A setting's value in a place.
struct SettingValue {
    value: Text,
    source: Source,
}

/// The source of an effective value.
#[derive(Clone, Copy)]
enum Source {
    Own,
    Server,
    Default,
}

impl Source {
    fn own<T>(choice: Option<T>) -> Self {
        choice.map_or(Self::Default, |_| Self::Own)
    }

    fn either<T>(own: Option<T>, server: Option<T>) -> Self {
        own.map_or(Self::server(server), |_| Self::Own)
    }

    fn server<T>(choice: Option<T>) -> Self {
        choice.map_or(Self::Default, |_| Self::Server)
    }

    /// Selects the words in `settings-line` and `setting-now`.
    fn key(self) -> Arg {
        match self {
            Self::Own => key("own"),
            Self::Server => key("server"),
            Self::Default => key("default"),
        }
    }
}

fn current(setting: Setting, now: &EffectiveSettings) -> SettingValue {
    let (own, server) = (&now.preferences, &now.server);
    let chosen = |option: Labeled, source: Source| (Text::from(option.label), source);
    let personal = |yes: bool, own: Option<bool>| (Text::from(yes_or_no(yes)), Source::own(own));
    let (value, source): (Text, Source) = match setting {
        Setting::View => chosen(view_option(now.view()), Source::own(own.view)),
        Setting::Theme => {
            let source = Source::either(own.theme, server.theme);
            chosen(theme_option(now.theme()), source)
        }
        Setting::Legan => {
            let source = Source::either(own.legan, server.legan);
            chosen(legan_option(now.rotation(Family::Legan)), source)
        }
        Setting::Toto40 => {
            let source = Source::either(own.toto40, server.toto40);
            chosen(toto40_option(now.rotation(Family::Toto40)), source)
        }
        Setting::Pings => chosen(pings_option(now.pings()), Source::own(own.pings)),
        Setting::WordsOnly => personal(now.words_only(), own.words_only),
        Setting::Confirm => personal(now.confirm(), own.confirm),
        Setting::Warnings => {
            let games = EffectiveSettings::FIRST_GAMES;
            let beginners = || msg!("setting-warnings-first", games);
            let value = own.warnings.map_or_else(beginners, yes_or_no);
            (value.into(), Source::own(own.warnings))
        }
        Setting::OnlyMove => personal(now.only_move(), own.only_move),
        Setting::Reminders => personal(now.reminders(), own.reminders),
        Setting::Puzzles => personal(own.puzzles == Some(true), own.puzzles),
        Setting::Variant => (now.variant().name().into(), Source::server(server.variant)),
        Setting::Threads => {
            let source = Source::server(server.threads);
            (yes_or_no(now.threads()).into(), source)
        }
        Setting::ServerTheme => {
            let source = Source::server(server.theme);
            chosen(theme_option(server.theme.unwrap_or_default()), source)
        }
        Setting::ServerView => {
            let source = Source::server(server.view);
            chosen(view_option(server.view.unwrap_or(View::White)), source)
        }
        Setting::ServerLegan => {
            let rotation = server.rotation(Family::Legan);
            chosen(legan_option(rotation), Source::server(server.legan))
        }
        Setting::ServerToto40 => {
            let rotation = server.rotation(Family::Toto40);
            chosen(toto40_option(rotation), Source::server(server.toto40))
        }
        Setting::Rooms if server.rooms.is_empty() => {
            (msg!("setting-rooms-any").into(), Source::Default)
        }
        Setting::Rooms => (rooms(&server.rooms), Source::Server),
        Setting::Announcements => {
            let anywhere = msg!("setting-announcements-anywhere");
            picked(server.announcements.clone().map(Part::Room), anywhere)
        }
        Setting::Daily => picked(
            server.daily.clone().map(Part::Room),
            msg!("setting-daily-none"),
        ),
        Setting::DailyHour => {
            let source = Source::server(server.daily_hour);
            (hour(server.daily_hour()).into(), source)
        }
        Setting::Organizers => {
            let managers = msg!("setting-organizers-managers");
            picked(server.organizers.clone().map(Part::Role), managers)
        }
        Setting::Zone => {
            let source = Source::server(server.zone.as_ref());
            (now.zone_name().into(), source)
        }
        Setting::Quiet => {
            let hours = server.quiet.as_ref().map(ToString::to_string);
            let none = || msg!("setting-quiet-none").into();
            (
                hours.clone().map_or_else(none, Text::from),
                Source::server(hours),
            )
        }
    };
    SettingValue { value, source }
}

/// The room or role that a server's managers picked, or else what applies without one.
fn picked(choice: Option<Part>, otherwise: Message) -> (Text, Source) {
    match choice {
        Some(choice) => (choice.into(), Source::Server),
        None => (otherwise.into(), Source::Default),
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
    let rooms = rooms.iter().cloned().map(Part::Room);
    Text::join(rooms.map(Text::from), ", ")
}

fn or_empty(message: Option<Message>) -> Text {
    message.map_or_else(Text::default, Text::from)
}

fn yes_or_no(yes: bool) -> Message {
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
    Labeled {
        label: theme.name(),
        detail: theme.description(),
    }
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
    msg!(
        "option-variant.detail",
        squares = variant.shape().squares().len(),
        inventor = family.inventor(),
        year = family.year()
    )
}
