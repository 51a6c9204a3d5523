//! What is kept about people, and people who want nothing to do with each other.

use text::{Part, Text, text};

use crate::messages::{code, strong};
use crate::model::ids::{Person, PlayerId};
use crate::protocol::people_refusal::PeopleRefusal;

/// Who plays in the place of somebody whose data was deleted.
pub const GHOST: &str = "a former player";

/// What the file with the privacy policy is.
pub const POLICY_FILE: &str = "What Delos keeps about people, why and how long";

/// What the exported file is.
pub const EXPORT_FILE: &str = "Everything that Delos keeps about you, as JSON";

/// The button for a copy of one's data.
pub const GET_MY_DATA: &str = "Get my data";

/// The button that leads to deleting one's data.
pub const DELETE_MY_DATA: &str = "Delete my data ...";

/// The button that deletes one's data.
pub const DELETE_EVERYTHING: &str = "Delete everything about me";

/// What is kept about people, in short.
pub fn privacy(page: Option<&str>) -> Text {
    let rest = match page {
        Some(page) => text![
            "All of it, why, how long, and what happens when you delete it: ",
            page,
            "."
        ],
        None => {
            text!["The file has all of it: why, how long, and what happens when you delete it."]
        }
    };
    text![
        strong("What I keep about you"),
        ": your Discord number and the name you had in your last games, the games and their moves, your results and ratings, what you chose in ",
        code("/settings"),
        ", and whom you blocked. I read no other messages than those meant for me, and nothing goes to anybody else."
    ]
    .line(rest)
}

/// A person's data was exported.
pub fn exported(records: usize, left_out: usize) -> Text {
    let all = text![format!(
        "Here is everything that I keep about you: {records} records. Only you see this; save the file if you want to keep it."
    )];
    if left_out == 0 {
        return all;
    }
    all.line(text![format!(
        "{left_out} older games did not fit into one file. Whoever runs me can give you those."
    )])
}

/// The question before everything about somebody is deleted.
pub fn ask_erase(running: usize) -> Text {
    let games = match running {
        0 => text![],
        1 => text!["Your game in progress is given up. "],
        n => text![format!("Your {n} games in progress are given up. ")],
    };
    text!["Shall I delete everything about you? "]
        .then(games)
        .then(text![
            "Ratings, results, settings and blocks are deleted. Finished games stay for your opponents, without your name. ",
            strong("This cannot be taken back.")
        ])
}

/// Everything about somebody is being deleted.
pub fn erasing() -> Text {
    text![
        "I am deleting everything about you; with many games that takes a few minutes. Messages that I posted before stay in their channels: Discord and the servers' moderators can delete those."
    ]
}

/// Somebody was blocked.
pub fn blocked(person: &Person) -> Text {
    text![
        "You have blocked ",
        &person.id,
        ": neither of you can begin a game with the other. Games in progress go on. ",
        code("/unblock"),
        " takes it back; they are not told."
    ]
}

/// Somebody is no longer blocked.
pub fn unblocked(person: &Person) -> Text {
    text![&person.id, " is no longer blocked."]
}

/// Whom somebody has blocked.
pub fn list_of_blocked(blocked: &[PlayerId]) -> Text {
    if blocked.is_empty() {
        return text!["You have blocked nobody."];
    }
    blocked.iter().fold(text!["You have blocked:"], |list, id| {
        list.line(Text::new([Part::from(id)]))
    })
}

/// A command about somebody was given without naming anybody.
pub fn whom() -> Text {
    text!["Please name the person: choose somebody from the list."]
}

/// Why somebody may not have what they asked for, where it is about people.
pub(crate) fn people_refusal(refusal: &PeopleRefusal) -> Text {
    match refusal {
        PeopleRefusal::BlockOneself => text!["You cannot block yourself."],
        PeopleRefusal::TooManyBlocked(most) => text![format!(
            "You have blocked {most} people, and that is the most. Unblock somebody first."
        )],
        PeopleRefusal::NotBlocked(person) => text!["You have not blocked ", &person.id, "."],
        PeopleRefusal::Blocked(person) => text![
            "You have blocked ",
            &person.id,
            ". ",
            code("/unblock"),
            " takes it back."
        ],
        PeopleRefusal::NotAvailable(person) => text![
            &person.id,
            " is not available for a game with you. Please ask somebody else."
        ],
        PeopleRefusal::TooOften(until) => text![
            "You have made many challenges in the last hour. You can make the next one ",
            Part::Relative(*until),
            "."
        ],
        PeopleRefusal::TooOftenHere(until) => text![
            "There were very many challenges on this server in the last hour. The next one can be made ",
            Part::Relative(*until),
            "."
        ],
        PeopleRefusal::SaidNo(person, until) => text![
            &person.id,
            " has just declined a challenge of yours. You can ask again ",
            Part::Relative(*until),
            "."
        ],
        PeopleRefusal::ExportTooSoon(until) => text![
            "You had your data a moment ago. You can get it again ",
            Part::Relative(*until),
            "."
        ],
        PeopleRefusal::RatedPosition(id) => text![
            "This is a position of your game ",
            code(id),
            ", or close to one, and there is no help from me in a rated game or a tournament's game. Ask again when it is over."
        ],
        PeopleRefusal::BeingErased => text![
            "I am deleting everything about you, as you wished. Please wait a few minutes before you do anything new."
        ],
    }
}
