//! Words about tournaments.

use pairing::HalfPoints;
use text::{Message, Part, Text, list, msg};

use crate::messages::yes_key;
use crate::model::{
    FIRST_MOVE, Format, MAX_MENTIONS, PlayerId, RoundRecord, Stage, TournamentRecord,
};

mod history;
mod organizer;
mod own_games;
mod plan;
mod refusal;
mod round;
mod standings;
pub use history::*;
pub use organizer::*;
pub use own_games::*;
pub use plan::*;
pub use refusal::*;
pub use round::*;
pub use standings::*;

/// Maximum number of entrants that the announcement names.
const MAX_NAMED: usize = 20;

/// Maximum number of leaders named.
const MAX_LEADERS: usize = 3;

/// The games that are played; until the start also the format, which takes some lines on a phone.
fn headline(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    let (name, code) = (&plan.name, record.id.to_string());
    let (games, time) = (games_of(plan), plan.time.words());
    let headline = if plan.rated {
        msg!("tournament-headline-rated", name, games, time, code)
    } else {
        msg!("tournament-headline", name, games, time, code)
    };
    let is_open = record.stage == Stage::Open;
    Text::from(headline).line(is_open.then(|| format(plan.format)))
}

/// A tournament's message; `winners` are known when it is over.
pub fn tournament(
    record: &TournamentRecord,
    last: Option<&RoundRecord>,
    winners: &[(String, HalfPoints)],
) -> Text {
    let head = headline(record);
    match record.stage {
        Stage::Open => head.line(open(record)),
        Stage::Playing => head.line(round(record, last)),
        Stage::Between(next) => {
            let (round, at) = (record.rounds, Part::Relative(next));
            head.line(msg!("tournament-between", round, at))
        }
        Stage::Paused => head
            .line(msg!("tournament-paused"))
            .line(round(record, last)),
        Stage::Finished(_) => {
            let won = finished(record.plan.format, winners);
            head.line(Text::sentences([won, msg!("tournament-thanks")]))
                .line(podium(record))
                .line(ended_early(record))
        }
        Stage::Canceled(_) => {
            let checked = yes_key(record.plan.check_in);
            let why = if record.deserted {
                msg!("tournament-deserted", checked)
            } else {
                msg!("tournament-canceled")
            };
            head.line(why).line(people(&record.concerned()))
        }
    }
}

/// Says why it ended before its last announced round, and mentions everyone who isn't on the podium.
fn ended_early(record: &TournamentRecord) -> Text {
    let Some(rounds) = record.ended_early() else {
        return Text::default();
    };
    let why = msg!("tournament-ended-early", played = record.rounds, rounds);
    let first = record.on_podium().len();
    let called = record.called_at_the_end();
    let others = called.get(first..MAX_MENTIONS.min(called.len()));
    Text::from(why).line(people(others.unwrap_or_default()))
}

fn podium(record: &TournamentRecord) -> Text {
    let placed = record.on_podium();
    if placed.is_empty() {
        return Text::default();
    }
    msg!("tournament-podium", people = people(&placed)).into()
}

/// Mentions as many of these people as a message can; the others get notices.
fn people(called: &[PlayerId]) -> Text {
    Text::join(called.iter().take(MAX_MENTIONS).map(Text::from), " ")
}

fn finished(format: Format, winners: &[(String, HalfPoints)]) -> Message {
    match (winners, format) {
        ([], _) => msg!("tournament-over"),
        ([(winner, _)], Format::Knockout { .. }) => msg!("tournament-won", winner),
        ([(winner, score)], _) => msg!("tournament-won-with", winner, points = points(*score)),
        (several, _) => {
            let names = several.iter().map(|(name, _)| name.into());
            msg!("tournament-shared", winners = list::commas(names))
        }
    }
}

/// The message before the start: entry conditions, entrants and start time.
fn open(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    let (entered, capacity) = (record.entries.len(), plan.capacity);
    let starts = match plan.starts {
        Some(starts) => {
            let (date, at) = (Part::Date(starts), Part::Relative(starts));
            msg!("tournament-starts", date, at)
        }
        None if plan.when_full => msg!("tournament-starts-when-full"),
        None => msg!("tournament-starts-on-word"),
    };
    let here = record.entries.iter().filter(|entry| entry.checked_in);
    let count = here.count();
    let conditions = Text::sentences([msg!("tournament-entrants", entered, capacity), starts])
        .sentence(plan.check_in.then(|| msg!("tournament-check-in", count)))
        .sentence(admission(plan))
        .sentence(winners_role(plan));
    let minutes = FIRST_MOVE.0 / 60_000;
    let knockout = yes_key(matches!(plan.format, Format::Knockout { .. }));
    let first_move = match plan.format {
        _ if !plan.time.is_live() => msg!("tournament-first-move-daily", knockout),
        Format::Arena { .. } => msg!("tournament-first-move-arena", minutes),
        _ => msg!("tournament-first-move", minutes, knockout),
    };
    let reminder = record.reminded.then(|| reminder(record));
    conditions
        .line(first_move)
        .line(reminder.unwrap_or_default())
        .line(entrants(record))
}

/// Mentions players shortly before the start: those who still have to check in, then those who are ready.
fn reminder(record: &TournamentRecord) -> Text {
    let mut called = record.reminded();
    called.truncate(MAX_MENTIONS);
    let missing = record.missing_check_in().count().min(called.len());
    let (missing, ready) = called.split_at(missing);
    let check_in = match missing {
        [] => Text::default(),
        _ => msg!("tournament-please-check-in", people = people(missing)).into(),
    };
    if ready.is_empty() {
        return check_in;
    }
    let people = people(ready);
    if record.lacks_players() {
        return check_in.line(msg!("tournament-lacks-players", people));
    }
    let may_end_early = (!record.plan.check_in).then(|| may_end_early(record));
    check_in
        .line(msg!("tournament-get-ready", people))
        .line(may_end_early.unwrap_or_default())
}

/// Warns that a Swiss with so few players may end before its last round.
pub(super) fn may_end_early(record: &TournamentRecord) -> Text {
    match record.plan.format {
        Format::Swiss { rounds } if record.is_too_small_for(rounds) => {
            let players = record.present().count();
            msg!("tournament-may-end-early", players, rounds).into()
        }
        _ => Text::default(),
    }
}

fn entrants(record: &TournamentRecord) -> Text {
    let names = record.entries.iter().map(|entry| entry.seat.name().into());
    list::cut(names, MAX_NAMED)
}

/// The line above a tournament's message where it is announced in another room.
pub fn tournament_elsewhere(record: &TournamentRecord) -> Text {
    let room = &record.venue.room;
    if record.is_over() {
        msg!("tournament-over-elsewhere", room).into()
    } else {
        msg!("tournament-new-elsewhere", room).into()
    }
}

/// A tournament's message after a newer one has replaced it; `leaders` are the players with the most points.
pub fn retired_tournament(
    record: &TournamentRecord,
    last: Option<&RoundRecord>,
    leaders: &[(String, HalfPoints)],
) -> Text {
    let name = &record.plan.name;
    match record.stage {
        Stage::Open => headline(record),
        _ if record.arena.is_some() => Part::Strong(name.clone()).into(),
        Stage::Between(_) => finished_round(record, last, leaders),
        _ => msg!("tournament-retired-round", name, round = record.rounds).into(),
    }
}

/// The line that remains of a finished round: leaders and number of games; after the last round, a pointer to the results.
pub fn finished_round(
    record: &TournamentRecord,
    last: Option<&RoundRecord>,
    leaders: &[(String, HalfPoints)],
) -> Text {
    let name = &record.plan.name;
    let games = match &record.arena {
        Some(_) => {
            let cards = record.arena_cards();
            let games = cards.iter().map(|card| card.games).sum::<u32>() / 2;
            usize::try_from(games).unwrap_or(usize::MAX)
        }
        None => last.map_or(0, |round| round.boards.len()),
    };
    let round = record.rounds;
    let line = match record.plan.format {
        Format::Arena { .. } => msg!("tournament-finished-arena", name, games),
        _ => msg!("tournament-finished-round", name, round, games),
    };
    let next = match leaders {
        _ if record.is_over() => msg!("tournament-results-below"),
        [] => return line.into(),
        [(leader, score)] => msg!("tournament-leader", leader, points = points(*score)),
        [(_, score), ..] => {
            let names = leaders.iter().map(|(name, _)| name.into());
            let leaders = if leaders.len() <= MAX_LEADERS {
                list::and(names)
            } else {
                list::cut(names, MAX_LEADERS)
            };
            msg!("tournament-leaders", leaders, points = points(*score))
        }
    };
    Text::sentences([line, next])
}
