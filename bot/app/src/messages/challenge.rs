//! Challenges and what becomes of them.

use rules_core::Variant;
use text::{Part, Text, text};

use crate::messages::{code, strong, time_control};
use crate::model::ids::Person;
use crate::model::record::{ChallengeRecord, ChallengeState, ColorWish, Terms, TimeControl};

/// What a challenge's message says.
pub fn challenge(record: &ChallengeRecord) -> Text {
    let by = Part::from(&record.by.id);
    if let (ChallengeState::Open, Some(to), Some(proposal)) =
        (&record.state, &record.to, &record.proposal)
    {
        return proposed(record, to, &proposal.terms);
    }
    let Agreed { what, sides } = terms(record);
    match (&record.state, &record.to) {
        (ChallengeState::Open, Some(to)) if record.proposals > 0 => text![
            &to.id,
            ", ",
            by,
            " keeps to the first terms: ",
            what,
            format!(". {sides} This lapses "),
            Part::Relative(record.expires),
            "."
        ],
        (ChallengeState::Accepted { by: taker, game }, _) if record.proposal.is_some() => text![
            by,
            " agreed to what ",
            &taker.id,
            " proposed, ",
            what,
            ": game ",
            code(game),
            "."
        ],
        (ChallengeState::Open, Some(to)) => {
            text![
                &to.id,
                ", ",
                by,
                " challenges you to ",
                what,
                format!(". {sides} This lapses "),
                Part::Relative(record.expires),
                "."
            ]
        }
        (ChallengeState::Open, None) => {
            text![
                by,
                " would like to play ",
                what,
                format!(". {sides} Who accepts? This lapses "),
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

/// Other terms that wait for the challenger's answer.
fn proposed(record: &ChallengeRecord, to: &Person, terms: &Terms) -> Text {
    let sides = sides(terms, "You play", &format!("{} plays", to.name));
    text![
        &record.by.id,
        ", ",
        &to.id,
        " would rather play ",
        strong(what(terms)),
        format!(". {sides} Your own terms: "),
        strong(what(&record.terms)),
        ". Do you agree? This lapses ",
        Part::Relative(record.expires),
        "."
    ]
}

/// The terms that somebody who was challenged puts together.
pub fn draft_proposal(record: &ChallengeRecord, terms: &Terms) -> Text {
    let sides = sides_for_you(record, terms);
    if *terms == record.terms {
        return text![
            "The terms of ",
            &record.by.id,
            ": ",
            strong(what(terms)),
            format!(". {sides} What would you change?")
        ];
    }
    text!["You propose ", strong(what(terms)), format!(". {sides}")]
}

/// An entry of the menu of other terms: sides, from the eyes of whoever was challenged.
pub fn propose_color(variant: Variant, challenger: ColorWish) -> (String, String) {
    match challenger {
        ColorWish::Random => (
            "Sides by lot".to_owned(),
            "Chance decides when the game begins".to_owned(),
        ),
        ColorWish::Only(color) => (
            format!("I play {}", variant.color_name(!color)),
            format!("They play {}", variant.color_name(color)),
        ),
    }
}

/// An entry of the menu of other terms: what depends on the game.
pub fn propose_stakes(rated: bool) -> (String, String) {
    let (label, detail) = if rated {
        ("Rated", "The result changes our ratings")
    } else {
        ("Casual", "The result changes no ratings")
    };
    (label.to_owned(), detail.to_owned())
}

/// An entry of the menu of other terms: a time control.
pub fn propose_time(time: TimeControl) -> (String, String) {
    let label = format!("Time: {}", time_control(time));
    (label, "For each of us".to_owned())
}

/// An entry of the menu of other terms: a game.
pub fn propose_game(variant: Variant) -> (String, String) {
    let label = format!("Game: {}", variant.name());
    (label, "From its own start".to_owned())
}

pub(crate) struct Agreed {
    pub(super) what: Part,
    sides: String,
}

pub(crate) fn terms(record: &ChallengeRecord) -> Agreed {
    Agreed {
        what: strong(what(&record.terms)),
        sides: sides_for_you(record, &record.terms),
    }
}

/// Who plays which side, for whoever is challenged.
fn sides_for_you(record: &ChallengeRecord, terms: &Terms) -> String {
    sides(terms, &format!("{} plays", record.by.name), "you play")
}

/// Who plays which side: the challenger and the other, each with the verb.
fn sides(terms: &Terms, challenger: &str, other: &str) -> String {
    let ColorWish::Only(color) = terms.color else {
        return "Sides are drawn by lot.".to_owned();
    };
    let mine = terms.variant.color_name(color);
    let theirs = terms.variant.color_name(!color);
    format!("{challenger} {mine}, {other} {theirs}.")
}

fn what(terms: &Terms) -> String {
    let from = if terms.start.is_some() {
        " from a set-up position"
    } else {
        ""
    };
    let stakes = match (terms.time, terms.rated) {
        (TimeControl::Unlimited, _) => String::new(),
        (time, false) => format!(", {}", time_control(time)),
        (time, true) => format!(", {}, rated", time_control(time)),
    };
    format!("{}{from}{stakes}", terms.variant.name())
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

pub(crate) fn closed(state: &ChallengeState) -> Text {
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
