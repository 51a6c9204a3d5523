//! The organizer's card: where a tournament stands, questions before what cannot be undone, and answers; invitations and the event
//! in the server's list.

use rules_core::Color;
use text::chess::color_name;
use text::{Message, Part, Text, msg};

use crate::messages::tournament::{format, games_of, headline, may_end_early, plan};
use crate::messages::{seat, yes_key};
use crate::model::{GameRecord, Person, Seat, Stage, TournamentRecord, Undo};
use crate::protocol::NotScheduled;

/// Sums up a tournament for its organizers.
pub fn organizer(record: &TournamentRecord) -> Text {
    let (name, round) = (&record.plan.name, record.rounds);
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
    let code = game.id.to_string();
    msg!("organizer-game", white, black, first, second, code).into()
}

/// The label of a button that awards a game to a player.
pub fn organizer_win(game: &GameRecord, winner: Color) -> Message {
    let name = game.seats[winner].name();
    let color = color_name(game.variant, winner);
    msg!("button-organizer-win", name, color)
}

/// Two players, on a line of a menu.
pub fn players(white: &Seat, black: &Seat) -> Message {
    let (white, black) = (white.name(), black.name());
    msg!("organizer-players", white, black)
}

/// Asks whether to start with so few.
pub fn ask_start(record: &TournamentRecord) -> Text {
    let (name, entered) = (&record.plan.name, record.entries.len());
    let here = record.entries.iter().filter(|entry| entry.checked_in);
    let here = here.count();
    let ask = if record.plan.check_in {
        let absent = entered - here;
        msg!("ask-start-checked-in", name, players = here, absent)
    } else {
        msg!("ask-start", name, players = entered)
    };
    Text::from(ask).line(may_end_early(record))
}

/// Asks whether to cancel with this many games in progress.
pub fn ask_cancel(record: &TournamentRecord, games: usize) -> Text {
    let (name, players) = (&record.plan.name, record.entries.len());
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
    let (name, who) = (&record.plan.name, seat(entrant));
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
    let (name, code) = (&record.plan.name, record.id.to_string());
    match record.stage {
        Stage::Open => msg!("choice-tournament-open", name, code),
        _ if record.is_over() => msg!("choice-tournament-over", name, code),
        _ => msg!("choice-tournament-playing", name, code),
    }
}

/// Asks a person whether they want to play, perhaps in the place of the player with the name `out`.
pub fn invited(record: &TournamentRecord, by: &Person, out: Option<String>) -> Text {
    let (room, by) = (&record.venue.room, &by.name);
    let asked = match out {
        Some(out) => msg!("notice-invited-substitute", by, out, room),
        None => msg!("notice-invited", by, room),
    };
    Text::from(asked).line(headline(record))
}

/// Tells a player who missed a game how to come back.
pub fn withdrawn(record: &TournamentRecord) -> Text {
    let (name, room) = (&record.plan.name, &record.venue.room);
    match record.arena {
        Some(_) => msg!("notice-withdrawn-arena", name, room),
        None => msg!("notice-withdrawn", name, room),
    }
    .into()
}

/// The people who are invited, for organizers; empty without any.
pub fn invitations(record: &TournamentRecord) -> Text {
    let open = record.invitations.iter().filter(|one| !one.withdrawn);
    let names: Vec<&str> = open.map(|one| one.person.name.as_str()).collect();
    if names.is_empty() {
        return Text::default();
    }
    msg!("tournament-invitations", names = names.join(", ")).into()
}

/// The description of the event.
pub fn event_details(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    let (games, time) = (games_of(plan), plan.time.words());
    let rated = yes_key(plan.rated);
    Text::from(msg!("server-event-games", games, time, rated))
        .line(format(plan.format))
        .line(msg!("server-event-join", code = record.id.to_string()))
}

/// Why the event is not as it should be.
pub fn not_scheduled(name: &str, why: NotScheduled) -> Message {
    match why {
        NotScheduled::Forbidden => msg!("notice-event-forbidden", name),
        NotScheduled::TooMany => msg!("notice-event-too-many", name),
        NotScheduled::Refused => msg!("notice-event-refused", name),
        NotScheduled::Gone => msg!("notice-event-gone", name),
        NotScheduled::Unchanged => msg!("notice-event-unchanged", name),
    }
}
