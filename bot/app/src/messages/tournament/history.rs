//! Finished tournaments of a server, and the audit of one: what was done in it, for everyone to see.

use text::chess::color_name;
use text::list::commas;
use text::{Message, Part, Text, msg};

use crate::messages::tournament::plan::part_name;
use crate::messages::{shortened, yes_key};
use crate::model::{Act, AuditRecord, SEASON_POINTS, Stage, TournamentPlan, TournamentRecord};

/// A server's recent tournaments, and the series they belong to.
pub fn past_tournaments(over: &[TournamentRecord], series: &[&str]) -> Text {
    if over.is_empty() {
        return msg!("past-none").into();
    }
    let words = list(msg!("past-heading").into(), over);
    let names = commas(series.iter().map(|&name| name.into()));
    words.line((!series.is_empty()).then(|| msg!("past-series", names)))
}

/// The recent tournaments of a series, and the points for each place.
pub fn series(name: &str, over: &[TournamentRecord]) -> Text {
    let Some(last) = over.first() else {
        return msg!("past-no-such-series", name = shortened(name)).into();
    };
    let name = last.plan.series.clone().unwrap_or_default();
    let points: Vec<String> = SEASON_POINTS.iter().map(ToString::to_string).collect();
    list(Part::Strong(name).into(), over)
        .line(msg!("past-series-points", points = points.join(", ")))
}

fn list(heading: Text, over: &[TournamentRecord]) -> Text {
    over.iter().filter_map(line).fold(heading, Text::line)
}

fn line(record: &TournamentRecord) -> Option<Message> {
    let Stage::Finished(at) = record.stage else {
        return None;
    };
    let first = record.entries.iter().filter(|entry| entry.place == Some(1));
    let winners = commas(first.map(|entry| entry.seat.name().into()));
    let (name, at) = (&record.plan.name, Part::Relative(at));
    let (players, code) = (record.entries.len(), record.id.to_string());
    Some(if winners.is_empty() {
        msg!("past-line-no-winner", name, at, players, code)
    } else {
        msg!("past-line", name, at, winners, players, code)
    })
}

/// These lines of the audit under its heading.
pub fn audit(record: &TournamentRecord, lines: &[AuditRecord]) -> Text {
    let lines = lines.iter().map(|line| audit_line(line, &record.plan));
    Text::from(msg!("audit-heading", name = &record.plan.name)).line(Text::lines(lines))
}

fn audit_line(line: &AuditRecord, plan: &TournamentPlan) -> Message {
    let (at, act) = (Part::Relative(line.at), act(line, plan));
    match &line.by {
        Some(by) => msg!("audit-line-by", at, act, by = &by.name),
        None => msg!("audit-line", at, act),
    }
}

fn act(line: &AuditRecord, plan: &TournamentPlan) -> Message {
    match &line.act {
        Act::Create => msg!("audit-create"),
        Act::Begin => msg!("audit-begin"),
        Act::EndEarly => msg!("audit-end-early"),
        // Canceled by no one, when it was time to start.
        Act::Cancel if line.by.is_none() => {
            msg!("audit-cancel-deserted", checked = yes_key(plan.check_in))
        }
        Act::Cancel => msg!("audit-cancel"),
        Act::Pause => msg!("audit-pause"),
        Act::Resume => msg!("audit-resume"),
        Act::Postpone(until) => msg!("audit-postpone", at = Part::Date(*until)),
        Act::Adjudicate(game, Some(color)) => {
            let color = color_name(plan.variant, *color);
            msg!("audit-adjudicate", game = game.to_string(), color)
        }
        Act::Adjudicate(game, None) => msg!("audit-adjudicate-draw", game = game.to_string()),
        Act::Replay(game, replay) => {
            let (game, replay) = (game.to_string(), replay.to_string());
            msg!("audit-replay", game, replay)
        }
        Act::Substitute { out, new } => {
            msg!("audit-substitute", new = &new.name, out = &out.name)
        }
        Act::Remove(person) => msg!("audit-remove", name = &person.name),
        Act::NoShow(person) => msg!("audit-no-show", name = &person.name),
        Act::Join(person) => msg!("audit-join", name = &person.name),
        Act::Accept { person, inviter } => {
            msg!("audit-accept", name = &person.name, inviter = &inviter.name)
        }
        Act::Readmit(person) => msg!("audit-readmit", name = &person.name),
        Act::SitOut(person) => msg!("audit-sit-out", name = &person.name),
        Act::Missing(person) => msg!("audit-missing", name = &person.name),
        Act::Round(round, None) => msg!("audit-round", round = *round),
        Act::Round(round, Some(person)) => {
            msg!("audit-round-bye", round = *round, name = &person.name)
        }
        Act::Back(person) => msg!("audit-back", name = &person.name),
        Act::Withdraw(person) => msg!("audit-withdraw", name = &person.name),
        Act::Late(person) => msg!("audit-late", name = &person.name),
        Act::Add(person) => msg!("audit-add", name = &person.name),
        Act::AddEngine(level) => msg!("audit-add", name = level.player_name()),
        Act::RemoveEngine(level) => msg!("audit-remove", name = level.player_name()),
        Act::StandIn(level) => msg!("audit-stand-in", engine = level.player_name()),
        Act::ByesRefused => msg!("audit-byes-refused"),
        Act::Away(person) => msg!("audit-away", name = &person.name),
        Act::Gone(person) => msg!("audit-gone", name = &person.name),
        Act::Lost => msg!("audit-lost"),
        Act::Move => msg!("audit-move"),
        Act::Edit(part) => msg!("audit-edit", part = part_name(*part)),
        Act::Undo => msg!("audit-undo"),
    }
}
