//! Who may organize tournaments on a server. `TournamentCommand::needs` says which commands are for organizers.

use crate::context::{Reader, Result};
use crate::model::{ServerId, TournamentRecord};
use crate::protocol::{Refusal, Request, TournamentRefusal};

/// The server on which the person may announce a tournament in this room.
pub(crate) fn may_organize_here<'r>(
    reader: &Reader<'_>,
    request: &'r Request,
) -> Result<&'r ServerId> {
    let Some(server) = &request.venue.server else {
        return Err(Refusal::NotOnAServer.into());
    };
    if !is_organizer(reader, request)? {
        return Err(TournamentRefusal::NotTheOrganizer.into());
    }
    reader.may_begin(request)?;
    Ok(server)
}

/// Whether the person announced the tournament, manages the server, or has the organizer role.
pub(crate) fn organizes(
    reader: &Reader<'_>,
    request: &Request,
    record: &TournamentRecord,
) -> Result<bool> {
    Ok(record.by.id == request.who.id || is_organizer(reader, request)?)
}

fn is_organizer(reader: &Reader<'_>, request: &Request) -> Result<bool> {
    let settings = reader.server_settings(request.venue.server.as_ref())?;
    let role = settings.organizers.as_ref();
    Ok(request.context.manages || role.is_some_and(|role| request.context.roles.contains(role)))
}
