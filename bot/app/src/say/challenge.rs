//! Challenges and what becomes of them.

use super::{code, strong, time_control};
use crate::ids::Person;
use crate::record::{ChallengeRecord, ChallengeState, ColorWish, TimeControl};
use crate::text::{Part, Text, text};

/// What a challenge's message says.
pub fn challenge(record: &ChallengeRecord) -> Text {
    let Terms { what, sides } = terms(record);
    let by = Part::from(&record.by.id);
    match (&record.state, &record.to) {
        (ChallengeState::Open, Some(to)) => {
            text![
                &to.id,
                ", ",
                by,
                " challenges you to ",
                what,
                format!(". {sides} This stands until "),
                Part::Relative(record.expires),
                "."
            ]
        }
        (ChallengeState::Open, None) => {
            text![
                by,
                " would like to play ",
                what,
                format!(". {sides} Who accepts? This stands until "),
                Part::Relative(record.expires),
                "."
            ]
        }
        (ChallengeState::Accepted { by: taker, game }, _) => {
            text![
                &taker.id,
                " accepted the challenge of ",
                by,
                " to ",
                what,
                ": game ",
                code(game),
                "."
            ]
        }
        (ChallengeState::Declined, Some(to)) => {
            text![&to.id, " declined the challenge of ", by, " to ", what, "."]
        }
        (ChallengeState::Declined, None) => {
            text!["The challenge of ", by, " to ", what, " was declined."]
        }
        (ChallengeState::Withdrawn, _) => text![by, " took back the challenge to ", what, "."],
        (ChallengeState::Expired, _) => text![
            "Nobody answered the challenge of ",
            by,
            " to ",
            what,
            " in time."
        ],
    }
}

pub(super) struct Terms {
    pub(super) what: Part,
    sides: String,
}

pub(super) fn terms(record: &ChallengeRecord) -> Terms {
    let variant = record.terms.variant;
    let from = if record.terms.start.is_some() {
        " from a set-up position"
    } else {
        ""
    };
    let sides = match record.terms.color {
        ColorWish::Random => "Sides are drawn by lot.".to_owned(),
        ColorWish::Only(color) => {
            format!(
                "{} plays {}, you play {}.",
                record.by.name,
                variant.color_name(color),
                variant.color_name(!color)
            )
        }
    };
    let stakes = match (record.terms.time, record.terms.rated) {
        (TimeControl::Unlimited, _) => String::new(),
        (time, false) => format!(", {}", time_control(time)),
        (time, true) => format!(", {}, rated", time_control(time)),
    };
    Terms {
        what: strong(format!("{}{from}{stakes}", variant.name())),
        sides,
    }
}

/// A challenge was sent.
pub fn challenge_sent(to: Option<&Person>) -> Text {
    match to {
        Some(person) => text![
            "Your challenge to ",
            &person.id,
            " stands. They can accept it with the button."
        ],
        None => text!["Your challenge stands. Anybody here can accept it with the button."],
    }
}

pub(super) fn closed(state: &ChallengeState) -> Text {
    match state {
        ChallengeState::Accepted { by, game } => {
            text![&by.id, " accepted this challenge: game ", code(game), "."]
        }
        ChallengeState::Declined => text!["This challenge was declined."],
        ChallengeState::Withdrawn => text!["This challenge was taken back."],
        ChallengeState::Expired | ChallengeState::Open => {
            text![
                "This challenge has lapsed. ",
                code("/challenge"),
                " makes a new one."
            ]
        }
    }
}
