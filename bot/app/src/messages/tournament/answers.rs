//! What whoever did something is told: that it was done, or why not.

use text::{Part, Text, text};

use crate::messages::tournament::plan::{example, limits, part_name};
use crate::messages::{code, shortened, strong};
use crate::model::record::{Stage, TournamentRecord};
use crate::protocol::refusal::TournamentRefusal;

/// Somebody has entered.
pub fn entered(record: &TournamentRecord) -> Text {
    let then = match (record.stage, record.plan.check_in) {
        (Stage::Open, true) => {
            "Check in with the button before it begins, or you will not be paired."
        }
        (Stage::Open, false) => "I will call you when your first game begins.",
        _ => "You play from the next round on.",
    };
    text![
        "You are in ",
        strong(record.plan.name.clone()),
        format!(". {then}")
    ]
}

/// A tournament has stopped, for whoever made it.
pub fn tournament_stopped(record: &TournamentRecord) -> Text {
    text![
        "I cannot post in ",
        Part::Room(record.venue.room.clone()),
        " any more, so ",
        strong(record.plan.name.clone()),
        " has stopped. Nothing is lost: let me write there again, or choose another channel, and use ",
        code(format!("/tournament resume tournament:{}", record.id)),
        " where it is to go on."
    ]
}

/// Somebody has left.
pub fn left(record: &TournamentRecord) -> Text {
    text![
        "You have left ",
        strong(record.plan.name.clone()),
        ". A game that you are playing goes on; resign it if you cannot finish it."
    ]
}

/// Somebody has checked in.
pub fn checked_in() -> Text {
    text!["Good to see you. I will call you when your first game begins."]
}

/// Somebody has a half-point bye.
pub fn sits_out() -> Text {
    text!["You sit out the next round, for half a point."]
}

/// The organizer's word was carried out.
pub fn organized() -> Text {
    text![
        "Done. Everybody can see it in ",
        code("/tournament audit"),
        "."
    ]
}

/// Files of a tournament; `all` when all its games fit into one.
pub fn tournament_files(all: bool) -> Text {
    let words = text![
        "The tournament as files: a report for pairing programs (TRF), a table for spreadsheets (CSV) and its finished games (PGN)."
    ];
    if all {
        words
    } else {
        words.then(text![
            " The last games are missing: together they are too large for a message."
        ])
    }
}

/// No tournament has such a code.
pub fn no_such_tournament(typed: &str) -> Text {
    text![
        "There is no tournament ",
        code(shortened(typed)),
        ". Its code stands in its announcement; leave it out for the one under way here."
    ]
}

/// A command that lets somebody in or withdraws them named nobody.
pub fn nobody_named() -> Text {
    text!["Say who: a member of this server, or a level of mine."]
}

pub(in crate::messages) fn refused(refusal: &TournamentRefusal) -> Text {
    match refusal {
        TournamentRefusal::Unknown => text![
            "There is no tournament here. ",
            code("/tournament create"),
            " announces one."
        ],
        TournamentRefusal::NotTheOrganizer => text![
            "Only whoever manages this server or has its organizers' role can do that. ",
            code("/settings"),
            " says which role that is."
        ],
        TournamentRefusal::TooMany(most) => text![format!(
            "This server has {most} tournaments under way; that is the most. Finish or cancel one first."
        )],
        TournamentRefusal::BadPlan => text![
            "A tournament needs a name, a clock (for instance ",
            code("10+5"),
            ", an arena one in minutes), 1 to 15 rounds, and a beginning that is yet to come."
        ],
        TournamentRefusal::Begun => {
            text!["The tournament has begun; that was only possible before."]
        }
        TournamentRefusal::NotBegun => text!["The tournament has not begun yet."],
        TournamentRefusal::Over => text!["The tournament is over."],
        TournamentRefusal::Entered => text!["Already entered."],
        TournamentRefusal::NotEntered => {
            text!["Not in this tournament. The Join button is beneath its announcement."]
        }
        TournamentRefusal::Full(most) => {
            text![format!("The tournament is full: {most} have entered.")]
        }
        TournamentRefusal::TooFew => text!["It takes at least two to begin."],
        TournamentRefusal::NoHalfPointBye => text![
            "Half a point for sitting out exists in Swiss tournaments only, and not in the last round."
        ],
        TournamentRefusal::NotPaused => text!["The tournament is not paused."],
        TournamentRefusal::NothingToPostpone => text![
            "Only the beginning, or a round that has yet to begin, can be put off. ",
            code("/tournament pause"),
            " stops the next one."
        ],
        TournamentRefusal::PauseFirst => text![
            "The next round is about to begin. Use ",
            code("/tournament pause"),
            " first, then replay the game."
        ],
        TournamentRefusal::NotOfThisRound(id) => text![
            "Game ",
            code(*id),
            " is not one of the present round. ",
            code("/tournament pairings"),
            " lists them."
        ],
        TournamentRefusal::BadPart(part) => {
            let name = part_name(*part);
            match example(*part) {
                "" => text![format!("The {name} cannot be changed like this.")],
                example => text![
                    format!("I cannot use that as the {name} of this tournament. Write it like "),
                    code(example),
                    "."
                ],
            }
        }
        TournamentRefusal::NotAdmitted(span) => text![format!(
            "This tournament is for {}, by your rating among people in its games. Its organizer can let you in all the same.",
            limits(*span)
        )],
        TournamentRefusal::NeedsRole(role) => text![
            "This tournament is for members with ",
            Part::Role(role.clone()),
            ". Its organizer can let you in all the same."
        ],
        TournamentRefusal::Removed => text![
            "The organizer has withdrawn you from this tournament. Only the organizer can let you in again, with ",
            code("/tournament add"),
            "."
        ],
        TournamentRefusal::Absent => text![
            "You are out of this tournament after not coming to a game. Its organizer can let you in again, with ",
            code("/tournament add"),
            "."
        ],
        TournamentRefusal::WouldHaveBegun => text![
            "By the former plan the tournament would have begun already. ",
            code("/tournament plan"),
            " changes its beginning, and ",
            code("/tournament start"),
            " begins it now."
        ],
        TournamentRefusal::NothingToUndo => text!["There is nothing that could be taken back."],
    }
}
