//! The places in which a game is shown: one, or two for players who meet from different rooms, servers or platforms.
//!
//! Each place has its own message, thread and failures. What the game is, such as its clocks, is the same in both.

use rules_core::Color;

use crate::model::record::defaults::stored;
use crate::model::record::{GameRecord, Thread};
use crate::model::{GameId, Home, PlayerId, RoomId, ServerId, Venue};

/// The first or second venue of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Site {
    /// The only one of most games: where the challenge was made.
    First,
    /// The venue of the player who accepted elsewhere.
    Second,
}

/// A game's board in one place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardId {
    pub game: GameId,
    pub site: Site,
}

impl From<GameId> for BoardId {
    fn from(game: GameId) -> Self {
        let site = Site::First;
        Self { game, site }
    }
}

stored! {
    /// The second place in which a game is shown.
    pub struct Elsewhere {
        pub venue: Venue,
        /// The side played from there; the other player uses the game's own venue.
        pub side: Color,
        /// The thread that the game has or will get there.
        pub thread: Thread = default,
        /// Whether its board could not be posted there recently.
        pub unseen: bool = default,
    }
}

/// A game's fields for one venue.
pub(crate) struct SiteFields<'g> {
    pub(crate) venue: &'g mut Venue,
    pub(crate) thread: &'g mut Thread,
    pub(crate) unseen: &'g mut bool,
}

impl GameRecord {
    pub fn sites(&self) -> impl Iterator<Item = Site> + use<> {
        let second = self.elsewhere.is_some().then_some(Site::Second);
        [Site::First].into_iter().chain(second)
    }

    pub fn site_of(&self, side: Color) -> Site {
        match &self.elsewhere {
            Some(elsewhere) if elsewhere.side == side => Site::Second,
            _ => Site::First,
        }
    }

    /// The place from which a person plays; the first one for someone who does not play.
    pub fn site_of_person(&self, person: &PlayerId) -> Site {
        let side = self.side_of(person);
        side.map_or(Site::First, |side| self.site_of(side))
    }

    fn second(&self, site: Site) -> Option<&Elsewhere> {
        self.elsewhere.as_ref().filter(|_| site == Site::Second)
    }

    /// The room of a place, and its server.
    pub fn venue_at(&self, site: Site) -> &Venue {
        self.second(site)
            .map_or(&self.venue, |second| &second.venue)
    }

    pub fn thread_at(&self, site: Site) -> &Thread {
        self.second(site)
            .map_or(&self.thread, |second| &second.thread)
    }

    /// Whether its board could not be posted in a place recently.
    pub fn is_unseen_at(&self, site: Site) -> bool {
        self.second(site)
            .map_or(self.unseen, |second| second.unseen)
    }

    /// The server from which a person plays; none in a direct conversation.
    pub(crate) fn server_of(&self, person: &PlayerId) -> Option<&ServerId> {
        self.venue_at(self.site_of_person(person)).server.as_ref()
    }

    /// Returns the fields for a venue; `None` if the game is not shown there.
    pub(crate) fn place_mut(&mut self, site: Site) -> Option<SiteFields<'_>> {
        match site {
            Site::First => Some(SiteFields {
                venue: &mut self.venue,
                thread: &mut self.thread,
                unseen: &mut self.unseen,
            }),
            Site::Second => self.elsewhere.as_mut().map(|second| SiteFields {
                venue: &mut second.venue,
                thread: &mut second.thread,
                unseen: &mut second.unseen,
            }),
        }
    }

    /// Whether a room shows it.
    pub(crate) fn is_shown_in(&self, room: &RoomId) -> bool {
        self.sites().any(|site| self.venue_at(site).room == *room)
    }

    pub(crate) fn servers(&self) -> impl Iterator<Item = &ServerId> {
        let first = self.venue.server.as_ref();
        let second = self.elsewhere.as_ref();
        let second = second.and_then(|second| second.venue.server.as_ref());
        let other = second.filter(|second| Some(*second) != first);
        first.into_iter().chain(other)
    }

    /// The server on which both play, whose own ratings it changes.
    pub(crate) fn common_server(&self) -> Option<&ServerId> {
        let is_common = |second: &Elsewhere| second.venue.server == self.venue.server;
        let server = self.venue.server.as_ref();
        server.filter(|_| self.elsewhere.as_ref().is_none_or(is_common))
    }

    /// Returns the home in which the game's clock runs: the home of the player to move. Only players who couldn't reach Delos get
    /// time back, and no one loses on time before they could.
    pub fn home(&self) -> Home {
        Home::of_venue(self.venue_at(self.site_of(self.turn())))
    }
}
