//! What was done, for everybody to see.

use text::{Part, Text, text};

use crate::messages::tournament::plan::part_name;
use crate::messages::{code, strong};
use crate::model::record::{Act, AuditRecord, TournamentRecord};

/// The last lines of the audit.
pub fn audit(record: &TournamentRecord, lines: &[AuditRecord]) -> Text {
    let mut words = text![strong(format!("What was done in {}", record.plan.name))];
    for line in lines {
        let by = line
            .by
            .as_ref()
            .map_or_else(Text::default, |by| text![format!(", by {}", by.name)]);
        words = words.line(
            text![Part::Relative(line.at), ": "]
                .then(act(&line.act))
                .then(by),
        );
    }
    words
}

fn act(act: &Act) -> Text {
    match act {
        Act::Create => text!["announced"],
        Act::Begin => text!["begun"],
        Act::EndEarly => {
            text!["ended, because no further round can be paired without a second meeting"]
        }
        Act::Cancel => text!["called off"],
        Act::Pause => text!["paused"],
        Act::Resume => text!["resumed"],
        Act::Postpone(until) => text!["put off to ", Part::Date(*until)],
        Act::Adjudicate(game, Some(color)) => {
            text!["game ", code(game), format!(" given to {}", color.name())]
        }
        Act::Adjudicate(game, None) => text!["game ", code(game), " declared drawn"],
        Act::Replay(game, again) => {
            text![
                "game ",
                code(game),
                " annulled; ",
                code(again),
                " is played instead"
            ]
        }
        Act::Substitute { out, new } => {
            text![format!("{} plays in the place of {}", new.name, out.name)]
        }
        Act::Remove(person) => text![format!("{} removed", person.name)],
        Act::NoShow(person) => {
            text![format!(
                "{} withdrawn after not coming to two games",
                person.name
            )]
        }
        Act::Withdraw(person) => text![format!("{} left", person.name)],
        Act::Late(person) => text![format!("{} came late", person.name)],
        Act::Add(person) => text![format!("{} let in", person.name)],
        Act::AddEngine(level) => text![format!("{} let in", level.player_name())],
        Act::RemoveEngine(level) => text![format!("{} removed", level.player_name())],
        Act::StandIn(level) => text![format!(
            "{} plays whoever would have no opponent",
            level.player_name()
        )],
        Act::NobodySitsOut => text![
            "nobody sits out the next round, because the others could not be paired without them"
        ],
        Act::Away(person) => text![format!(
            "{} did not come to a game and waits for no other",
            person.name
        )],
        Act::Gone(person) => text![format!(
            "{} withdrawn after leaving the server",
            person.name
        )],
        Act::Lost => {
            text!["stopped, because its message could not be posted any more"]
        }
        Act::Move => text!["moved to another channel"],
        Act::Edit(part) => text![format!("the {} changed", part_name(*part))],
        Act::Undo => text!["the last change taken back"],
    }
}
