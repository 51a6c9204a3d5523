//! A tournament's scheduled event: its description, and notices to the organizer.

use text::{Message, Text, key, msg};

use super::{format, games_of};
use crate::messages::time_control;
use crate::model::record::TournamentRecord;
use crate::protocol::server_event::NotScheduled;

/// The description of the event.
pub fn event_details(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    Text::from(msg!(
        "server-event-games",
        games = games_of(plan),
        time = time_control(plan.time),
        rated = key(if plan.rated { "yes" } else { "no" })
    ))
    .line(format(plan.format))
    .line(msg!("server-event-join", code = record.id.to_string()))
}

/// Why the event is not as it should be.
pub fn not_scheduled(name: &str, why: NotScheduled) -> Message {
    let name = name.to_owned();
    match why {
        NotScheduled::Forbidden => msg!("notice-event-forbidden", name),
        NotScheduled::TooMany => msg!("notice-event-too-many", name),
        NotScheduled::Refused => msg!("notice-event-refused", name),
        NotScheduled::Gone => msg!("notice-event-gone", name),
        NotScheduled::Unchanged => msg!("notice-event-unchanged", name),
    }
}
