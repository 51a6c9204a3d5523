//! Words about tournaments.

use pairing::HalfPoints;
use text::{Arg, Message, Part, Text, key, list, msg};

use crate::messages::time_control;
use crate::model::ids::PlayerId;
use crate::model::limits::MAX_MENTIONS;
use crate::model::record::{
    FIRST_MOVE, Format, RoundRecord, Stage, TournamentPlan, TournamentRecord,
};

mod audit;
mod history;
mod invitation;
mod organizer;
mod own_games;
mod plan;
mod refusal;
mod round;
mod server_event;
mod standings;
pub use audit::*;
pub use history::*;
pub use invitation::*;
pub use organizer::*;
pub use own_games::*;
pub use plan::*;
pub use refusal::*;
pub use round::*;
pub use server_event::*;
pub use standings::*;

/// Maximum number of entrants that the announcement names.
const MAX_NAMED: usize = 20;

/// Maximum number of leaders named.
const MAX_LEADERS: usize = 3;

/// The games that are played; until the start also the format, which takes some lines on a phone.
fn headline(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    let (name, code) = (plan.name.clone(), record.id.to_string());
    let (games, time) = (games_of(plan), time_control(plan.time));
    let headline = if plan.rated {
        msg!("tournament-headline-rated", name, games, time, code)
    } else {
        msg!("tournament-headline", name, games, time, code)
    };
    match record.stage {
        Stage::Open => Text::from(headline).line(format(plan.format)),
        _ => headline.into(),
    }
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
        Stage::Between(next) => head.line(msg!(
            "tournament-between",
            round = record.rounds,
            at = Part::Relative(next)
        )),
        Stage::Paused => head
            .line(msg!("tournament-paused"))
            .line(round(record, last)),
        Stage::Finished(_) => {
            let won = Text::from(finished(record.plan.format, winners));
            head.line(won.then(" ").then(msg!("tournament-thanks")))
                .line(podium(record))
                .line(ended_early(record))
        }
        Stage::Canceled(_) => {
            let why = if record.deserted {
                msg!("tournament-deserted", checked = checked(&record.plan))
            } else {
                msg!("tournament-canceled")
            };
            head.line(why).line(people(&record.concerned()))
        }
    }
}

/// Whether players had to check in, for a selector.
fn checked(plan: &TournamentPlan) -> Arg {
    key(if plan.check_in { "yes" } else { "no" })
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
        ([(winner, _)], Format::Knockout { .. }) => msg!("tournament-won", winner = winner.clone()),
        ([(winner, score)], _) => msg!(
            "tournament-won-with",
            winner = winner.clone(),
            points = points(*score)
        ),
        (several, _) => {
            let names = several.iter().map(|(name, _)| Text::from(name.as_str()));
            msg!("tournament-shared", winners = list::commas(names))
        }
    }
}

/// The message before the start: entry conditions, entrants and start time.
fn open(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    let entries = &record.entries;
    let starts = match plan.starts {
        Some(starts) => msg!(
            "tournament-starts",
            date = Part::Date(starts),
            at = Part::Relative(starts)
        ),
        None if plan.when_full => msg!("tournament-starts-when-full"),
        None => msg!("tournament-starts-on-word"),
    };
    let mut sentences = vec![
        msg!(
            "tournament-entrants",
            entered = entries.len(),
            capacity = plan.capacity
        ),
        starts,
    ];
    if plan.check_in {
        let here = entries.iter().filter(|entry| entry.checked_in).count();
        sentences.push(msg!("tournament-check-in", count = here));
    }
    sentences.extend(admission(plan));
    sentences.extend(winners_role(plan));
    let mut words = Text::join(sentences.into_iter().map(Text::from), " ");
    let minutes = FIRST_MOVE.0 / 60_000;
    let knockout = matches!(plan.format, Format::Knockout { .. });
    let knockout = key(if knockout { "yes" } else { "no" });
    words = words.line(match plan.format {
        _ if !plan.time.is_live() => msg!("tournament-first-move-daily", knockout),
        Format::Arena { .. } => msg!("tournament-first-move-arena", minutes),
        _ => msg!("tournament-first-move", minutes, knockout),
    });
    if record.reminded {
        words = words.line(reminder(record));
    }
    words.line(entrants(record))
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
    check_in.line(match ready {
        [] => Text::default(),
        _ if record.lacks_players() => {
            msg!("tournament-lacks-players", people = people(ready)).into()
        }
        _ if record.plan.check_in => msg!("tournament-get-ready", people = people(ready)).into(),
        _ => Text::from(msg!("tournament-get-ready", people = people(ready)))
            .line(may_end_early(record)),
    })
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
    let room = Part::Room(record.venue.room.clone());
    if record.is_over() {
        msg!("tournament-over-elsewhere", room).into()
    } else {
        msg!("tournament-new-elsewhere", room).into()
    }
}

/// The line above a tournament's message in a direct message.
pub(crate) fn tournament_in(record: &TournamentRecord) -> Text {
    let room = Part::Room(record.venue.room.clone());
    msg!("tournament-in", room).into()
}

/// A tournament's message after a newer one has replaced it; `leaders` are the players with the most points.
pub fn retired_tournament(
    record: &TournamentRecord,
    last: Option<&RoundRecord>,
    leaders: &[(String, HalfPoints)],
) -> Text {
    let name = record.plan.name.clone();
    match record.stage {
        Stage::Open => headline(record),
        _ if record.arena.is_some() => Part::Strong(name).into(),
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
    let name = record.plan.name.clone();
    let games = match &record.arena {
        Some(_) => {
            let cards = record.arena_cards();
            let games = cards.iter().map(|card| card.games).sum::<u32>() / 2;
            usize::try_from(games).unwrap_or(usize::MAX)
        }
        None => last.map_or(0, |round| round.boards.len()),
    };
    let line = Text::from(match record.plan.format {
        Format::Arena { .. } => msg!("tournament-finished-arena", name, games),
        _ => msg!(
            "tournament-finished-round",
            name,
            round = record.rounds,
            games
        ),
    });
    let next = match leaders {
        _ if record.is_over() => msg!("tournament-results-below"),
        [] => return line,
        [(leader, score)] => msg!(
            "tournament-leader",
            leader = leader.clone(),
            points = points(*score)
        ),
        [(_, score), ..] => {
            let names = leaders.iter().map(|(name, _)| Text::from(name.as_str()));
            msg!(
                "tournament-leaders",
                leaders = if leaders.len() <= MAX_LEADERS {
                    list::and(names)
                } else {
                    list::cut(names, MAX_LEADERS)
                },
                points = points(*score)
            )
        }
    };
    line.then(" ").then(next)
}
