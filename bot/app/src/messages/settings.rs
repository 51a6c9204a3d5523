//! Preferences and server settings: their names, values, and who chose them.

use rules_core::{Family, Variant};
use text::{Arg, Message, Part, Text, key, msg};

use crate::model::effective_settings::EffectiveSettings;
use crate::model::ids::RoomId;
use crate::model::record::{Pings, Preferences, Rotation, Settings, Theme, View};
use crate::protocol::card::{Field, Modal};
use crate::protocol::setting::{Scope, Setting, YES};

/// A setting's name, on one line of a menu and in sentences.
pub fn setting_name(setting: Setting) -> Message {
    match setting {
        Setting::View => msg!("option-setting-view"),
        Setting::Theme => msg!("option-setting-theme"),
        Setting::Legan | Setting::ServerLegan => msg!("option-setting-legan"),
        Setting::Toto40 | Setting::ServerToto40 => msg!("option-setting-toto40"),
        Setting::ServerTheme => msg!("option-setting-server-theme"),
        Setting::ServerView => msg!("option-setting-server-view"),
        Setting::Pings => msg!("option-setting-pings"),
        Setting::WordsOnly => msg!("option-setting-words-only"),
        Setting::Confirm => msg!("option-setting-confirm"),
        Setting::Warnings => msg!("option-setting-warnings"),
        Setting::OnlyMove => msg!("option-setting-only-move"),
        Setting::Reminders => msg!("option-setting-reminders"),
        Setting::Variant => msg!("option-setting-variant"),
        Setting::Rooms => msg!("option-setting-rooms"),
        Setting::Threads => msg!("option-setting-threads"),
        Setting::Announcements => msg!("option-setting-announcements"),
        Setting::Organizers => msg!("option-setting-organizers"),
        Setting::Zone => msg!("option-setting-zone"),
        Setting::Quiet => msg!("option-setting-quiet"),
    }
}

/// Explains a setting.
pub fn setting_help(setting: Setting) -> Message {
    match setting {
        Setting::View => msg!("option-setting-view.detail"),
        Setting::Theme => msg!("option-setting-theme.detail"),
        Setting::Legan | Setting::ServerLegan => msg!("option-setting-legan.detail"),
        Setting::Toto40 | Setting::ServerToto40 => msg!("option-setting-toto40.detail"),
        Setting::ServerTheme => msg!("option-setting-server-theme.detail"),
        Setting::ServerView => msg!("option-setting-server-view.detail"),
        Setting::Pings => msg!("option-setting-pings.detail"),
        Setting::WordsOnly => msg!("option-setting-words-only.detail"),
        Setting::Confirm => msg!("option-setting-confirm.detail"),
        Setting::Warnings => msg!("option-setting-warnings.detail"),
        Setting::OnlyMove => msg!("option-setting-only-move.detail"),
        Setting::Reminders => msg!("option-setting-reminders.detail"),
        Setting::Variant => msg!("option-setting-variant.detail"),
        Setting::Rooms => msg!("option-setting-rooms.detail"),
        Setting::Threads => msg!("option-setting-threads.detail"),
        Setting::Announcements => msg!("option-setting-announcements.detail"),
        Setting::Organizers => msg!("option-setting-organizers.detail"),
        Setting::Zone => msg!("option-setting-zone.detail"),
        Setting::Quiet => msg!("option-setting-quiet.detail"),
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
            value = value,
            source = source.key()
        ))
    })
}

/// The answer to a change of a setting.
pub fn setting_changed(setting: Setting, effective: &EffectiveSettings) -> Text {
    let value = current(setting, effective).value;
    msg!(
        "settings-saved",
        setting = setting_name(setting),
        value = value
    )
    .into()
}

/// The text above the values of a setting.
pub fn setting_question(setting: Setting, effective: &EffectiveSettings) -> Text {
    let SettingValue { value, source } = current(setting, effective);
    let question = Text::from(msg!(
        "setting-heading",
        setting = setting_name(setting),
        help = setting_help(setting)
    ))
    .line(msg!("setting-now", value = value, source = source.key()));
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
        Setting::View | Setting::ServerView => or_empty(View::from_code(value).map(view_name)),
        Setting::Legan | Setting::ServerLegan => {
            or_empty(Rotation::from_code(value).map(legan_name))
        }
        Setting::Toto40 | Setting::ServerToto40 => {
            or_empty(Rotation::from_code(value).map(toto40_name))
        }
        Setting::Theme | Setting::ServerTheme => or_empty(Theme::from_code(value).map(theme_name)),
        Setting::Pings => or_empty(Pings::from_code(value).map(pings_name)),
        Setting::Variant => value.parse().map_or("", Variant::name).into(),
        Setting::Zone => value.into(),
        _ => yes_or_no(value == YES).into(),
    }
}

/// Explains one value of a setting; for the default, names the value in effect.
pub fn value_help(setting: Setting, value: &str, effective: &EffectiveSettings) -> Text {
    if value == Setting::DEFAULT {
        return current(setting, &without_choices(setting, effective)).value;
    }
    let yes = value == YES;
    match setting {
        Setting::View => or_empty(View::from_code(value).map(view_help)),
        Setting::ServerView => or_empty(View::from_code(value).map(shared_view_help)),
        Setting::Legan | Setting::ServerLegan => {
            or_empty(Rotation::from_code(value).map(legan_help))
        }
        Setting::Toto40 | Setting::ServerToto40 => {
            or_empty(Rotation::from_code(value).map(toto40_help))
        }
        Setting::Theme | Setting::ServerTheme => or_empty(Theme::from_code(value).map(theme_help)),
        Setting::Pings => or_empty(Pings::from_code(value).map(pings_help)),
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
        Setting::Threads if yes => msg!("option-threads-yes.detail").into(),
        Setting::Threads => msg!("option-threads-no.detail").into(),
        // A time zone's name says it.
        Setting::Zone
        | Setting::Rooms
        | Setting::Announcements
        | Setting::Organizers
        | Setting::Quiet => Text::default(),
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
    let (value, source): (Text, Source) = match setting {
        Setting::View => (view_name(now.view()).into(), Source::own(own.view)),
        Setting::Theme => {
            let source = Source::either(own.theme, server.theme);
            (theme_name(now.theme()).into(), source)
        }
        Setting::Legan => {
            let source = Source::either(own.legan, server.legan);
            (legan_name(now.rotation(Family::Legan)).into(), source)
        }
        Setting::Toto40 => {
            let source = Source::either(own.toto40, server.toto40);
            (toto40_name(now.rotation(Family::Toto40)).into(), source)
        }
        Setting::Pings => (pings_name(now.pings()).into(), Source::own(own.pings)),
        Setting::WordsOnly => (
            yes_or_no(now.words_only()).into(),
            Source::own(own.words_only),
        ),
        Setting::Confirm => (yes_or_no(now.confirm()).into(), Source::own(own.confirm)),
        Setting::Warnings => {
            let beginners = || {
                msg!(
                    "setting-warnings-first",
                    games = EffectiveSettings::FIRST_GAMES
                )
            };
            let value = own.warnings.map_or_else(beginners, yes_or_no);
            (value.into(), Source::own(own.warnings))
        }
        Setting::OnlyMove => (
            yes_or_no(now.only_move()).into(),
            Source::own(own.only_move),
        ),
        Setting::Reminders => (
            yes_or_no(now.reminders()).into(),
            Source::own(own.reminders),
        ),
        Setting::Variant => (now.variant().name().into(), Source::server(server.variant)),
        Setting::Threads => (
            yes_or_no(now.threads()).into(),
            Source::server(server.threads),
        ),
        Setting::ServerTheme => {
            let theme = server.theme.unwrap_or_default();
            (theme_name(theme).into(), Source::server(server.theme))
        }
        Setting::ServerView => {
            let view = server.view.unwrap_or(View::White);
            (view_name(view).into(), Source::server(server.view))
        }
        Setting::ServerLegan => {
            let rotation = server.rotation(Family::Legan);
            (legan_name(rotation).into(), Source::server(server.legan))
        }
        Setting::ServerToto40 => {
            let rotation = server.rotation(Family::Toto40);
            (toto40_name(rotation).into(), Source::server(server.toto40))
        }
        Setting::Rooms if server.rooms.is_empty() => {
            (msg!("setting-rooms-any").into(), Source::Default)
        }
        Setting::Rooms => (rooms(&server.rooms), Source::Server),
        Setting::Announcements => {
            let room = server.announcements.clone().map(Part::Room);
            let anywhere = || msg!("setting-announcements-anywhere").into();
            (
                room.clone().map_or_else(anywhere, Text::from),
                Source::server(room),
            )
        }
        Setting::Organizers => {
            let role = server.organizers.clone().map(Part::Role);
            let managers = || msg!("setting-organizers-managers").into();
            (
                role.clone().map_or_else(managers, Text::from),
                Source::server(role),
            )
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

fn view_name(view: View) -> Message {
    match view {
        View::Own => msg!("option-view-own"),
        View::White => msg!("option-view-white"),
        View::Mover => msg!("option-view-mover"),
    }
}

fn view_help(view: View) -> Message {
    match view {
        View::Own => msg!("option-view-own.detail"),
        View::White => msg!("option-view-white.detail"),
        View::Mover => msg!("option-view-mover.detail"),
    }
}

fn shared_view_help(view: View) -> Message {
    match view {
        View::Own | View::White => msg!("option-shared-view-white.detail"),
        View::Mover => msg!("option-shared-view-mover.detail"),
    }
}

fn legan_name(rotation: Rotation) -> Message {
    match rotation {
        Rotation::Upright => msg!("option-legan-upright"),
        Rotation::Diagonal => msg!("option-legan-diagonal"),
    }
}

fn legan_help(rotation: Rotation) -> Message {
    match rotation {
        Rotation::Upright => msg!("option-legan-upright.detail"),
        Rotation::Diagonal => msg!("option-legan-diagonal.detail"),
    }
}

fn toto40_name(rotation: Rotation) -> Message {
    match rotation {
        Rotation::Upright => msg!("option-toto40-upright"),
        Rotation::Diagonal => msg!("option-toto40-diagonal"),
    }
}

fn toto40_help(rotation: Rotation) -> Message {
    match rotation {
        Rotation::Upright => msg!("option-toto40-upright.detail"),
        Rotation::Diagonal => msg!("option-toto40-diagonal.detail"),
    }
}

fn theme_name(theme: Theme) -> Message {
    match theme {
        Theme::Wood => msg!("option-theme-wood"),
        Theme::Sea => msg!("option-theme-sea"),
        Theme::Meadow => msg!("option-theme-meadow"),
        Theme::Night => msg!("option-theme-night"),
        Theme::Contrast => msg!("option-theme-contrast"),
    }
}

fn theme_help(theme: Theme) -> Message {
    match theme {
        Theme::Wood => msg!("option-theme-wood.detail"),
        Theme::Sea => msg!("option-theme-sea.detail"),
        Theme::Meadow => msg!("option-theme-meadow.detail"),
        Theme::Night => msg!("option-theme-night.detail"),
        Theme::Contrast => msg!("option-theme-contrast.detail"),
    }
}

fn pings_name(pings: Pings) -> Message {
    match pings {
        Pings::Mention => msg!("option-pings-mention"),
        Pings::Direct => msg!("option-pings-direct"),
        Pings::None => msg!("option-pings-none"),
    }
}

fn pings_help(pings: Pings) -> Message {
    match pings {
        Pings::Mention => msg!("option-pings-mention.detail"),
        Pings::Direct => msg!("option-pings-direct.detail"),
        Pings::None => msg!("option-pings-none.detail"),
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

/// The modal for quiet hours.
pub fn quiet_hours_form() -> Modal {
    let field = Field::new(
        msg!("modal-quiet-hours.label"),
        msg!("modal-quiet-hours.example"),
        60,
    );
    Modal::of(msg!("modal-quiet-hours.title"), field)
}

/// The modal for a time zone.
pub fn zone_form() -> Modal {
    let field = Field::new(msg!("modal-zone.label"), msg!("modal-zone.example"), 60);
    Modal::of(msg!("modal-zone.title"), field)
}
