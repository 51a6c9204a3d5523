//! Preferences and settings: what they are called, what is in force, and why.

use rules_core::Variant;
use text::{Part, Text, text};

use crate::messages::{code, strong};
use crate::model::effective_settings::{InForce, Why};
use crate::model::ids::RoomId;
use crate::model::record::{BadQuietHours, Pings, Preferences, Settings, Theme, View};
use crate::protocol::card::Modal;
use crate::protocol::setting::{Scope, Setting};

/// What a setting is called.
pub fn setting_name(setting: Setting) -> &'static str {
    match setting {
        Setting::View => "Board seen from",
        Setting::Theme | Setting::ServerTheme => "Colors of the board",
        Setting::Pings => "When it is my move",
        Setting::WordsOnly => "Words instead of pictures",
        Setting::Confirm => "Ask before each move",
        Setting::OnlyMove => "Make my only move for me",
        Setting::Reminders => "Remind me of my time",
        Setting::Variant => "Usual game",
        Setting::Rooms => "Where games are played",
        Setting::Threads => "A thread for each game",
        Setting::Announcements => "Announcements",
        Setting::Organizers => "Who organizes tournaments",
        Setting::Quiet => "Quiet hours",
    }
}

/// What a setting is for.
pub fn setting_help(setting: Setting) -> &'static str {
    match setting {
        Setting::View => "The side of the board that is nearest to you",
        Setting::Theme => "How boards look to you",
        Setting::ServerTheme => "How boards look to those who did not choose",
        Setting::Pings => "How I tell you",
        Setting::WordsOnly => "Every move and board described, without a picture",
        Setting::Confirm => "Shows the move first; you say yes",
        Setting::OnlyMove => "When there is just one legal move",
        Setting::Reminders => "Before your time for a move runs out",
        Setting::Variant => "For /challenge and /play without a game",
        Setting::Rooms => "The channels where games may begin",
        Setting::Threads => "Games leave the channel free",
        Setting::Announcements => "The channel for tournaments and maintenance",
        Setting::Organizers => "A role, beside those who manage the server",
        Setting::Quiet => "Nobody is called in these hours",
    }
}

/// Everything that can be chosen there, with what is in force and why, one on a line.
pub fn settings(scope: Scope, in_force: &InForce) -> Text {
    let title = match scope {
        Scope::Own => "Your preferences",
        Scope::Server => "The settings of this server",
    };
    Setting::of(scope).fold(text![strong(title)], |list, setting| {
        let (value, why) = in_force_now(setting, in_force);
        list.line(text![format!("{}: ", setting_name(setting))])
            .then(value)
            .then(text![format!(" ({})", reason(why, scope))])
    })
}

/// What was changed, and what is in force now.
pub fn setting_changed(setting: Setting, in_force: &InForce) -> Text {
    let (value, _) = in_force_now(setting, in_force);
    text![format!("Saved. {}: ", setting_name(setting))]
        .then(value)
        .then(text!["."])
}

/// The question for one setting's value.
pub fn setting_question(setting: Setting, in_force: &InForce) -> Text {
    let (value, why) = in_force_now(setting, in_force);
    let question = text![
        strong(setting_name(setting)),
        format!(": {}. Now: ", setting_help(setting))
    ]
    .then(value)
    .then(text![format!(" ({}).", reason(why, setting.scope()))]);
    match setting {
        Setting::Quiet => question.line(text![
            "Write the hours and your time zone like ",
            code(QUIET_EXAMPLE),
            "."
        ]),
        Setting::Theme | Setting::View => {
            question.line(text!["A board that everybody sees is shown as whoever is to move likes it."])
        }
        Setting::WordsOnly => question.line(text![
            "The picture stays on a board that you share with somebody who wants it; the words are added."
        ]),
        _ => question,
    }
}

/// A value in a menu, with what it means.
pub fn setting_value(setting: Setting, value: &str, in_force: &InForce) -> (String, String) {
    if value == Setting::DEFAULT {
        let untouched = untouched(setting, in_force);
        let (now, _) = in_force_now(setting, &untouched);
        return ("As usual".to_owned(), now.to_string());
    }
    let (label, detail) = match setting {
        Setting::View => View::from_code(value).map_or(("", ""), view),
        Setting::Theme | Setting::ServerTheme => Theme::from_code(value).map_or(("", ""), theme),
        Setting::Pings => Pings::from_code(value).map_or(("", ""), pings),
        Setting::Variant => (value.parse().map_or("", Variant::name), ""),
        _ => (if value == "yes" { "Yes" } else { "No" }, ""),
    };
    let detail = if detail.is_empty() {
        setting_help(setting)
    } else {
        detail
    };
    (label.to_owned(), detail.to_owned())
}

/// What would be in force without the choice.
fn untouched(setting: Setting, in_force: &InForce) -> InForce {
    let mut other = in_force.clone();
    match setting.scope() {
        Scope::Own => other.preferences = Preferences::default(),
        Scope::Server => other.settings = Settings::default(),
    }
    if setting == Setting::ServerTheme {
        other.preferences.theme = None;
    }
    other
}

fn reason(why: Why, scope: Scope) -> &'static str {
    match (why, scope) {
        (Why::Yours, _) => "your choice",
        (Why::Servers, Scope::Own) => "this server's",
        (Why::Servers, Scope::Server) => "this server's choice",
        (Why::Default, _) => "default",
    }
}

fn in_force_now(setting: Setting, now: &InForce) -> (Text, Why) {
    let flag = |(value, why): (bool, Why)| (text![if value { "yes" } else { "no" }], why);
    let named = |words: &str, why| (Text::from(lower(words)), why);
    let list = |parts: Vec<Part>, empty: &str| {
        if parts.is_empty() {
            (Text::from(empty), Why::Default)
        } else {
            (Text::new(parts), Why::Servers)
        }
    };
    let settings = &now.settings;
    match setting {
        Setting::View => named(view(now.view().0).0, now.view().1),
        Setting::Theme => named(theme(now.theme().0).0, now.theme().1),
        Setting::Pings => named(pings(now.pings().0).0, now.pings().1),
        Setting::WordsOnly => flag(now.words_only()),
        Setting::Confirm => flag(now.confirm()),
        Setting::OnlyMove => flag(now.only_move()),
        Setting::Reminders => flag(now.reminders()),
        Setting::Variant => (Text::from(now.variant().0.name()), now.variant().1),
        Setting::Rooms => list(rooms(&settings.rooms), "everywhere"),
        Setting::Threads => flag(now.threads()),
        Setting::ServerTheme => match settings.theme {
            Some(chosen) => named(theme(chosen).0, Why::Servers),
            None => named(theme(Theme::Wood).0, Why::Default),
        },
        Setting::Announcements => {
            let room = settings.announcements.iter().cloned().collect::<Vec<_>>();
            list(rooms(&room), "where a game or tournament is played")
        }
        Setting::Organizers => {
            let role = settings.organizers.iter().cloned().map(Part::Role);
            list(role.collect(), "those who manage the server")
        }
        Setting::Quiet => {
            let hours = settings
                .quiet
                .iter()
                .map(|hours| Part::from(hours.to_string()));
            list(hours.collect(), "none")
        }
    }
}

fn rooms(rooms: &[RoomId]) -> Vec<Part> {
    let mut parts = Vec::new();
    for room in rooms {
        if !parts.is_empty() {
            parts.push(Part::from(", "));
        }
        parts.push(Part::Room(room.clone()));
    }
    parts
}

fn lower(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

fn view(view: View) -> (&'static str, &'static str) {
    match view {
        View::Own => (
            "My side",
            "You sit at the bottom; White does when you watch",
        ),
        View::White => ("White's side", "Always, whatever you play"),
        View::Mover => ("The side to move", "The board turns after each move"),
    }
}

fn theme(theme: Theme) -> (&'static str, &'static str) {
    match theme {
        Theme::Wood => ("Wood", "Warm brown, blue last move"),
        Theme::Sea => ("Sea", "Cool grey blue, yellow last move"),
        Theme::Meadow => ("Meadow", "Green, yellow last move"),
        Theme::Night => ("Night", "Dim squares for dark rooms"),
        Theme::Contrast => ("Contrast", "High contrast, safe for color-blind eyes"),
    }
}

fn pings(pings: Pings) -> (&'static str, &'static str) {
    match pings {
        Pings::Mention => ("Mention me", "Where the game is played"),
        Pings::Direct => ("Write to me", "A direct message"),
        Pings::None => ("Do nothing", "I look by myself"),
    }
}

const QUIET_EXAMPLE: &str = "22-7 Europe/Berlin";

/// The form for quiet hours.
pub fn quiet_hours_form() -> Modal {
    Modal {
        title: "Quiet hours".into(),
        label: "From, to, and time zone".into(),
        example: QUIET_EXAMPLE.into(),
        max_length: 60,
    }
}

pub(crate) fn bad_quiet_hours(why: BadQuietHours) -> Text {
    let wrong = match why {
        BadQuietHours::Hours => "I need two different full hours",
        BadQuietHours::Zone => "I do not know this time zone",
    };
    text![
        format!("{wrong}. Write them like "),
        code(QUIET_EXAMPLE),
        "."
    ]
}

pub(crate) fn elsewhere(allowed: &[RoomId]) -> Text {
    text!["Games are not played in this channel. Please go to: "].then(Text::new(rooms(allowed)))
}
