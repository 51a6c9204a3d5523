//! Invitations to tournaments.

use text::{Part, Text, msg};

use crate::messages::tournament::headline;
use crate::model::ids::Person;
use crate::model::record::TournamentRecord;

/// Asks a person whether they want to play, perhaps in the place of the player with the name `out`.
pub fn invited(record: &TournamentRecord, by: &Person, out: Option<String>) -> Text {
    let room = Part::Room(record.venue.room.clone());
    let by = by.name.clone();
    let asked = match out {
        Some(out) => msg!("notice-invited-substitute", by, out, room),
        None => msg!("notice-invited", by, room),
    };
    Text::from(asked).line(headline(record))
}

/// Tells a player who missed a game how to come back.
pub fn withdrawn(record: &TournamentRecord) -> Text {
    let name = record.plan.name.clone();
    let room = Part::Room(record.venue.room.clone());
    let told = match record.arena {
        Some(_) => msg!("notice-withdrawn-arena", name, room),
        None => msg!("notice-withdrawn", name, room),
    };
    told.into()
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
