//! The audit: what was done, for everyone to see.

use text::chess::color_name;
use text::{Message, Part, Text, msg};

use crate::messages::tournament::checked;
use crate::messages::tournament::plan::part_name;
use crate::model::record::{Act, AuditRecord, TournamentPlan, TournamentRecord};

/// These lines of the audit under its heading.
pub fn audit(record: &TournamentRecord, lines: &[AuditRecord]) -> Text {
    let heading = Text::from(msg!("audit-heading", name = record.plan.name.clone()));
    lines.iter().fold(heading, |words, line| {
        words.line(audit_line(line, &record.plan))
    })
}

fn audit_line(line: &AuditRecord, plan: &TournamentPlan) -> Message {
    let (at, act) = (Part::Relative(line.at), act(line, plan));
    match &line.by {
        Some(by) => msg!("audit-line-by", at, act, by = by.name.clone()),
        None => msg!("audit-line", at, act),
    }
}

fn act(line: &AuditRecord, plan: &TournamentPlan) -> Message {
    match &line.act {
        Act::Create => msg!("audit-create"),
        Act::Begin => msg!("audit-begin"),
        Act::EndEarly => msg!("audit-end-early"),
        // Canceled by no one, when it was time to start.
        Act::Cancel if line.by.is_none() => msg!("audit-cancel-deserted", checked = checked(plan)),
        Act::Cancel => msg!("audit-cancel"),
        Act::Pause => msg!("audit-pause"),
        Act::Resume => msg!("audit-resume"),
        Act::Postpone(until) => msg!("audit-postpone", at = Part::Date(*until)),
        Act::Adjudicate(game, Some(color)) => msg!(
            "audit-adjudicate",
            game = game.to_string(),
            color = color_name(plan.variant, *color)
        ),
        Act::Adjudicate(game, None) => msg!("audit-adjudicate-draw", game = game.to_string()),
        Act::Replay(game, replay) => msg!(
            "audit-replay",
            game = game.to_string(),
            replay = replay.to_string()
        ),
        Act::Substitute { out, new } => msg!(
            "audit-substitute",
            new = new.name.clone(),
            out = out.name.clone()
        ),
        Act::Remove(person) => msg!("audit-remove", name = person.name.clone()),
        Act::NoShow(person) => msg!("audit-no-show", name = person.name.clone()),
        Act::Join(person) => msg!("audit-join", name = person.name.clone()),
        Act::Accept { person, inviter } => msg!(
            "audit-accept",
            name = person.name.clone(),
            inviter = inviter.name.clone()
        ),
        Act::Readmit(person) => msg!("audit-readmit", name = person.name.clone()),
        Act::SitOut(person) => msg!("audit-sit-out", name = person.name.clone()),
        Act::Missing(person) => msg!("audit-missing", name = person.name.clone()),
        Act::Round(round, None) => msg!("audit-round", round = *round),
        Act::Round(round, Some(person)) => msg!(
            "audit-round-bye",
            round = *round,
            name = person.name.clone()
        ),
        Act::Back(person) => msg!("audit-back", name = person.name.clone()),
        Act::Withdraw(person) => msg!("audit-withdraw", name = person.name.clone()),
        Act::Late(person) => msg!("audit-late", name = person.name.clone()),
        Act::Add(person) => msg!("audit-add", name = person.name.clone()),
        Act::AddEngine(level) => msg!("audit-add", name = level.player_name()),
        Act::RemoveEngine(level) => msg!("audit-remove", name = level.player_name()),
        Act::StandIn(level) => msg!("audit-stand-in", engine = level.player_name()),
        Act::ByesRefused => msg!("audit-byes-refused"),
        Act::Away(person) => msg!("audit-away", name = person.name.clone()),
        Act::Gone(person) => msg!("audit-gone", name = person.name.clone()),
        Act::Lost => msg!("audit-lost"),
        Act::Move => msg!("audit-move"),
        Act::Edit(part) => msg!("audit-edit", part = part_name(*part)),
        Act::Undo => msg!("audit-undo"),
    }
}
