//! Why something was not done, and what to do instead.

use text::{Text, text};

use crate::messages::{
    challenge, code, games, notice, people_refusal, seat, settings, tournament, watching,
};
use crate::model::record::GameRecord;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle};
use crate::protocol::refusal::Refusal;

/// Why a command was refused, and what to do instead.
#[expect(clippy::too_many_lines, reason = "one sentence for each refusal")]
pub fn refusal(refusal: &Refusal) -> Text {
    match refusal {
        Refusal::NoSuchGame(id) => text![
            "There is no game ",
            code(id),
            ". ",
            code("/games"),
            " lists yours."
        ],
        Refusal::NoSuchChallenge(_) => text![
            "That challenge is gone. ",
            code("/challenge"),
            " makes a new one."
        ],
        Refusal::NoGame => {
            text![
                "You have no game in progress here. ",
                code("/challenge"),
                " invites somebody, ",
                code("/play"),
                " begins a game with me."
            ]
        }
        Refusal::WhichGame(candidates) => games::which_game(candidates),
        Refusal::NotAPlayer(id) => text![
            "Game ",
            code(id),
            " is played by others. You can look at it with ",
            code("/board"),
            " and follow it with ",
            code("/watch"),
            "."
        ],
        Refusal::NotYourTurn { waiting_for } => {
            text!["It is not your turn: ", seat(waiting_for), " is to move."]
        }
        Refusal::Stale { seen, now, .. } => {
            text![format!(
                "That board was after {}; the game is now after {}. ButtonStyle at the board again.",
                plies(*seen),
                plies(*now)
            )]
        }
        Refusal::GameOver(id, _) => text!["Game ", code(id), " is over."],
        Refusal::Illegal(why) | Refusal::NoMove { why, .. } => text![why.to_string()],
        Refusal::TooLong => text![format!(
            "A game can have {} half-moves at most, and this one has. Agree to a draw or resign.",
            GameRecord::MAX_PLIES
        )],
        Refusal::OwnChallenge => {
            text!["This is your own challenge: somebody else has to accept it."]
        }
        Refusal::Oneself => text![
            "You cannot challenge yourself. ",
            code("/play"),
            " begins a game with me."
        ],
        Refusal::NotForYou { to: Some(to), by } => text![
            "This challenge is for ",
            &to.id,
            ", from ",
            &by.id,
            ". Only they can answer it."
        ],
        Refusal::NotForYou { to: None, by } => text![
            "This challenge is ",
            &by.id,
            "'s. Only they can take it back."
        ],
        Refusal::NoVacationLeft(left) => notice::no_vacation_left(*left),
        Refusal::SameTerms => {
            text!["These are the terms as they are. Accept them, or change something."]
        }
        Refusal::ProposalWaits(by) => {
            text!["Your proposal waits for the answer of ", &by.id, "."]
        }
        Refusal::TooManyProposals(most) => text![format!(
            "Other terms were proposed {most} times. Accept the challenge as it is, or decline it."
        )],
        Refusal::NotYourProposal(by) => {
            text!["Only ", &by.id, " can answer this: it is their challenge."]
        }
        Refusal::NoProposal => {
            text![
                "This proposal does not stand any more. ButtonStyle at the newest message about it."
            ]
        }
        Refusal::ChallengeClosed(state) => challenge::closed(state),
        Refusal::TooManyGames(person, most) => {
            text![
                &person.id,
                format!(" has {most} games in progress, and that is the most. Finish one first.")
            ]
        }
        Refusal::TooManyChallenges(most) => text![format!(
            "You have {most} open challenges, and that is the most. Take one back first."
        )],
        Refusal::BadStart(error) => {
            text![format!("This is not a position to begin from: {error}.")]
        }
        Refusal::StartIsOver => text!["In this position the game is already over."],
        Refusal::StartTooWide => {
            text!["This position has so many possible moves that they cannot be listed."]
        }
        Refusal::NotRatable => text![
            "A rated game is played between two people, from the usual start and with a clock. Give a ",
            code("time"),
            " like ",
            code("10+5"),
            " or ",
            code("3 days"),
            ", or leave out ",
            code("rated"),
            "."
        ],
        Refusal::DrawOffered { declined: false } => {
            text!["You have offered a draw. It is for the other side to answer."]
        }
        Refusal::DrawOffered { declined: true } => {
            text!["A draw was declined in this position. Move first, then offer again."]
        }
        Refusal::NoDrawOffer => text!["There is no draw offer to decline."],
        Refusal::TakeBackAsked { declined: false } => {
            text!["You have asked to take your move back. It is for the other side to answer."]
        }
        Refusal::TakeBackAsked { declined: true } => {
            text!["Taking back was declined in this position. Play on."]
        }
        Refusal::NoTakeBackOffer => text!["Nobody has asked to take a move back."],
        Refusal::NothingToTakeBack => {
            text!["You have not moved yet: there is nothing to take back."]
        }
        Refusal::RatedTakeBack => {
            text!["This is a rated game or a tournament's game: its moves stand."]
        }
        Refusal::NoAbort(_) => text![
            "A tournament's game cannot be aborted. Play it, resign it with ",
            code("/resign"),
            ", or ask the organizer."
        ],
        Refusal::TooLateToAbort => text![
            "Both sides have moved, so the game counts. ",
            code("/resign"),
            " gives it up, ",
            code("/draw"),
            " offers a draw."
        ],
        Refusal::NotOver(id) => text!["Game ", code(id), " is still going on: finish it first."],
        Refusal::MoveFirst => text![
            "It is your turn: move first, then prepare an answer while the other side thinks."
        ],
        Refusal::NoConditionsWithEngine => {
            text!["I answer at once, so there is nothing to prepare against me."]
        }
        Refusal::TooManyConditions(most) => text![format!(
            "You have {most} lines prepared, and that is the most. Let me forget them first."
        )],
        Refusal::ConditionTooLong(most) => text![format!(
            "That line is too long: it can have {most} half-moves, and none after the game's end."
        )],
        Refusal::ConditionWithoutAnswer => text![
            "Write the move that you expect and your answer, like ",
            code("Kxe5 Rd1"),
            "."
        ],
        Refusal::RatedHint => {
            text!["This is a rated game or a tournament's game: you are on your own."]
        }
        Refusal::RematchAsked => {
            text!["You have asked for another game. It is for the other side to answer."]
        }
        Refusal::RematchBegan(next) => text![
            "The next game has begun: ",
            code(next),
            ". ",
            code("/board"),
            " shows it."
        ],
        Refusal::EngineDeclines => text!["I play on: there is something in this position yet."],
        Refusal::OwnGame(id) => watching::own_game(*id),
        Refusal::WatchesTooMany(most) => watching::watches_too_many(*most),
        Refusal::TooManyWatchers(id) => watching::too_many_watchers(*id),
        Refusal::NotAManager => text![
            "Only those who may manage this server can change its settings. ",
            code("/settings"),
            " shows your own preferences."
        ],
        Refusal::NotOnAServer => {
            text!["There are no server settings in direct messages. Ask again on the server."]
        }
        Refusal::NoSuchValue => text![
            "I do not know this choice any more. ",
            code("/settings"),
            " shows what there is."
        ],
        Refusal::BadQuietHours(why) => settings::bad_quiet_hours(*why),
        Refusal::Elsewhere(rooms) => settings::elsewhere(rooms),
        Refusal::Guest => text![
            "I am not a member of this server, so I cannot post a board here. Play with me in a direct message, or ask somebody who manages the server to invite me."
        ],
        Refusal::People(why) => people_refusal(why),
        Refusal::Tournament(refusal) => tournament::refused(refusal),
        Refusal::Busy => text!["Others changed this at the same moment. Please try again."],
    }
}

fn plies(plies: u32) -> String {
    match plies {
        0 => "no move".to_owned(),
        1 => "1 half-move".to_owned(),
        n => format!("{n} half-moves"),
    }
}

/// The buttons that help after a refusal.
pub fn refusal_controls(refusal: &Refusal) -> Vec<Vec<Button>> {
    match refusal {
        Refusal::Stale { game, .. } => {
            vec![vec![Button {
                label: "Show the board".into(),
                style: ButtonStyle::Primary,
                action: Action::Board(*game),
            }]]
        }
        Refusal::NoMove {
            game, ply, typed, ..
        } => {
            vec![vec![Button {
                label: "Why not?".into(),
                style: ButtonStyle::Primary,
                action: Action::WhyNot(*game, *ply, *typed),
            }]]
        }
        _ => Vec::new(),
    }
}

/// The store does not work.
pub fn store_failed() -> Text {
    text![
        "I cannot save anything at the moment, so I do nothing. Whoever runs me has been told; please try again in a minute."
    ]
}
