//! The organizer's card: where a tournament stands, questions before what cannot be undone, and answers.

use rules_core::Color;
use text::chess::color_name;
use text::{Message, Part, Text, msg};

use crate::messages::seat;
use crate::messages::tournament::{invitations, may_end_early, plan};
use crate::model::record::{GameRecord, Seat, Stage, TournamentRecord, Undo};

/// Sums up a tournament for its organizers.
pub fn organizer(record: &TournamentRecord) -> Text {
    let (name, round) = (record.plan.name.clone(), record.rounds);
    let stage = match record.stage {
        Stage::Open => return plan(record).line(invitations(record)),
        Stage::Playing | Stage::Paused | Stage::Between(_) if record.lost => {
            msg!("organizer-lost", name)
        }
        Stage::Playing => match &record.arena {
            Some(arena) => msg!("organizer-arena", name, at = Part::Relative(arena.until)),
            None => msg!("organizer-playing", name, round),
        },
        Stage::Between(next) => msg!("organizer-between", name, round, at = Part::Relative(next)),
        Stage::Paused => msg!("organizer-paused", name),
        Stage::Finished(_) => msg!("tournament-is-over"),
        Stage::Canceled(_) => msg!("tournament-was-canceled"),
    };
    Text::from(stage).line(invitations(record))
}

/// A game that an organizer can decide.
pub fn organizer_game(game: &GameRecord) -> Text {
    let [white, black] = Color::ALL.map(|color| seat(&game.seats[color]));
    let [first, second] = Color::ALL.map(|color| color_name(game.variant, color));
    msg!(
        "organizer-game",
        white,
        black,
        first,
        second,
        code = game.id.to_string()
    )
    .into()
}

/// The label of a button that awards a game to a player.
pub fn organizer_win(game: &GameRecord, winner: Color) -> Message {
    let name = game.seats[winner].name();
    let color = color_name(game.variant, winner);
    msg!("button-organizer-win", name, color)
}

/// Two players, on a line of a menu.
pub fn players(white: &Seat, black: &Seat) -> Message {
    msg!(
        "organizer-players",
        white = white.name(),
        black = black.name()
    )
}

/// Asks whether to start with so few.
pub fn ask_start(record: &TournamentRecord) -> Text {
    let name = record.plan.name.clone();
    let entered = record.entries.len();
    let may_end_early = may_end_early(record);
    if !record.plan.check_in {
        return Text::from(msg!("ask-start", name, players = entered)).line(may_end_early);
    }
    let here = record.entries.iter().filter(|entry| entry.checked_in);
    let here = here.count();
    let absent = entered - here;
    Text::from(msg!("ask-start-checked-in", name, players = here, absent)).line(may_end_early)
}

/// Asks whether to cancel with this many games in progress.
pub fn ask_cancel(record: &TournamentRecord, games: usize) -> Text {
    let (name, players) = (record.plan.name.clone(), record.entries.len());
    let ask = if record.has_begun() {
        msg!("ask-cancel-begun", name, players, games)
    } else {
        msg!("ask-cancel", name, players)
    };
    Text::from(ask).line(msg!("ask-cancel-final"))
}

/// Asks whether to annul a game and play it again.
pub fn ask_replay(game: &GameRecord) -> Text {
    let question = organizer_game(game);
    question.line(if game.result.is_some() {
        msg!("ask-replay-over")
    } else {
        msg!("ask-replay", moves = game.ply().div_ceil(2))
    })
}

/// Asks whether to remove an entrant.
pub fn ask_remove(record: &TournamentRecord, entrant: &Seat) -> Text {
    let (name, who) = (record.plan.name.clone(), seat(entrant));
    if record.has_begun() {
        msg!("ask-remove-begun", name, who).into()
    } else {
        msg!("ask-remove", name, who).into()
    }
}

/// Names the change that was undone.
pub fn undone(undo: &Undo) -> Message {
    match undo {
        Undo::Return(_) => msg!("undone-return"),
        Undo::Withdraw(_) | Undo::Away(..) => msg!("undone-entry"),
        Undo::Substitute(..) => msg!("undone-substitute"),
        Undo::Invite(_) => msg!("undone-invite"),
        Undo::Stage(Stage::Between(_)) => msg!("undone-postpone"),
        Undo::Stage(_) => msg!("undone-pause"),
        Undo::Plan(_) => msg!("undone-plan"),
    }
}

/// A tournament in a list of suggestions.
pub fn tournament_label(record: &TournamentRecord) -> Message {
    let (name, code) = (record.plan.name.clone(), record.id.to_string());
    match record.stage {
        Stage::Open => msg!("choice-tournament-open", name, code),
        _ if record.is_over() => msg!("choice-tournament-over", name, code),
        _ => msg!("choice-tournament-playing", name, code),
    }
}
