//! Settings that apply to a person in a place: their own, else the server's, else the defaults.

use crate::context::{Reader, Result, refuse_if};
use crate::model::{
    EffectiveSettings, GameRecord, Key, PlayerId, RoomId, ServerId, ServerRecord, Settings, Venue,
};
use crate::protocol::{Refusal, Request};

impl Reader<'_> {
    /// The settings of a person on a server, or in a direct conversation.
    pub(crate) fn settings(
        &self,
        person: Option<&PlayerId>,
        server: Option<&ServerId>,
    ) -> Result<EffectiveSettings> {
        let person = person.map(|id| self.known_person(id)).transpose()?;
        let preferences = person.flatten().map(|person| person.preferences);
        Ok(EffectiveSettings {
            preferences: preferences.unwrap_or_default(),
            server: self.server_settings(server)?,
        })
    }

    /// The settings of the person who asks, where they ask.
    pub(crate) fn own_settings(&self, request: &Request) -> Result<EffectiveSettings> {
        self.settings(Some(&request.who.id), request.venue.server.as_ref())
    }

    /// A server's settings; the defaults in a direct conversation.
    pub(crate) fn server_settings(&self, server: Option<&ServerId>) -> Result<Settings> {
        let server = server.map(|id| self.value::<ServerRecord>(Key::Server(id.clone())));
        let settings = server.transpose()?.flatten().map(|server| server.settings);
        Ok(settings.unwrap_or_default())
    }

    /// Refuses to start a game where no one could see it, or where the server does not allow games.
    pub(crate) fn may_begin(&self, request: &Request) -> Result<()> {
        refuse_if(request.context.guest, Refusal::Guest)?;
        self.may_begin_in(&request.venue, request.context.parent.as_ref())
    }

    /// Refuses to start a game in a room, or in a thread of the room `parent`, where the server does not allow games.
    pub(crate) fn may_begin_in(&self, venue: &Venue, parent: Option<&RoomId>) -> Result<()> {
        let server = self.server_settings(venue.server.as_ref())?;
        let is_allowed = server.allows(&venue.room, parent);
        Ok(refuse_if(!is_allowed, Refusal::Elsewhere(server.rooms))?)
    }

    pub(crate) fn wants_words(&self, record: &GameRecord) -> Result<WordsPreference> {
        let (mut all, mut any) = (true, false);
        for person in record.people() {
            let words = self.settings(Some(&person.id), None)?.words_only();
            all &= words;
            any |= words;
        }
        Ok(WordsPreference {
            // A game of the engine against itself has no players.
            all: all && any,
            any,
        })
    }
}

/// Whether a game's players want its board in words.
pub(crate) struct WordsPreference {
    pub(crate) all: bool,
    pub(crate) any: bool,
}
