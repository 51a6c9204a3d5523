//! Challenges: proposed games and their answers.

use rules_core::{Color, Variant};
use serde::{Deserialize, Serialize};

use crate::model::ids::{ChallengeId, GameId, Person, PlayerId, ServerId, Venue};
use crate::model::key::{Index, IndexRow};
use crate::model::moment::{Span, Timestamp};
use crate::model::record::defaults::stored;
use crate::model::record::time_control::TimeControl;

/// The side that a player asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorWish {
    /// Drawn when the game begins.
    #[default]
    Random,
    Only(Color),
}

stored! {
    /// Terms of a game, as a challenge proposes them.
    pub struct Terms {
        pub variant: Variant,
        /// The challenger's side.
        #[serde(default)]
        pub color: ColorWish,
        /// FEN of the first position, if it isn't the variant's own.
        pub start: Option<String> = default,
        pub time: TimeControl = default,
        /// Whether the result changes the players' ratings.
        pub rated: bool = default,
        /// Whether the game gets its own thread; `None` leaves it to the server's setting.
        pub thread: Option<bool> = default,
        /// Whether someone who has the challenge's code may accept it elsewhere.
        pub elsewhere: bool = default,
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeState {
    /// Not yet answered.
    Open,
    /// Accepted, and the game has begun.
    Accepted {
        by: Person,
        game: GameId,
    },
    /// By the person challenged.
    Declined,
    /// By its author.
    Withdrawn,
    Expired,
}

stored! {
    /// A counter-offer by the person challenged.
    pub struct Proposal {
        /// The color is still the challenger's.
        pub terms: Terms,
    }

    /// An invitation to a game, for one person or for everyone.
    pub struct ChallengeRecord {
        pub id: ChallengeId,
        /// The challenger.
        pub by: Person,
        /// The person challenged; `None` for everyone.
        pub to: Option<Person> = default,
        pub terms: Terms,
        /// The venue of the challenge and of its game.
        pub venue: Venue,
        pub made: Timestamp,
        pub expires: Timestamp,
        pub rematch_of: Option<GameId> = default,
        /// The pending counter-offer, or the one agreed on.
        pub proposal: Option<Proposal> = default,
        /// Number of counter-offers so far.
        pub proposals: u8 = default,
        pub state: ChallengeState,
        /// The server on which it was accepted, if not on that of its own room.
        pub taken: Option<Taken> = default,
    }
}

/// A challenge of another server that someone accepted here: it counts among those made here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Taken {
    pub server: ServerId,
    pub at: Timestamp,
}

impl ChallengeRecord {
    /// An open challenge to everyone.
    pub fn new(
        id: ChallengeId,
        by: Person,
        terms: Terms,
        venue: Venue,
        made: Timestamp,
        expires: Timestamp,
    ) -> Self {
        Self {
            id,
            by,
            to: None,
            terms,
            venue,
            made,
            expires,
            rematch_of: None,
            proposal: None,
            proposals: 0,
            state: ChallengeState::Open,
            taken: None,
        }
    }

    /// How long a closed challenge is stored.
    const KEPT: Span = Span::days(7);

    /// When it is deleted; `None` while it is open.
    pub(crate) fn forgotten(&self) -> Option<Timestamp> {
        (self.state != ChallengeState::Open).then(|| self.expires.plus(Self::KEPT))
    }

    /// Gives an account the name of the one to which it was linked.
    pub(crate) fn rename(&mut self, from: &PlayerId, to: &PlayerId) {
        let taker = match &mut self.state {
            ChallengeState::Accepted { by, .. } => Some(by),
            _ => None,
        };
        let people = std::iter::once(&mut self.by).chain(&mut self.to);
        for person in people.chain(taker) {
            if person.id == *from {
                person.id = to.clone();
            }
        }
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let made = |index: Index| index.at(self.made.0);
        let mut rows = vec![made(Index::ChallengesMadeBy(self.by.id.clone()))];
        let own = self.venue.server.iter().map(|server| (server, self.made));
        let accepted = self.taken.iter().map(|taken| (&taken.server, taken.at));
        let counts = own.chain(accepted);
        rows.extend(counts.map(|(server, at)| Index::ChallengesMadeIn(server.clone()).at(at.0)));
        let taker = match &self.state {
            ChallengeState::Accepted { by, .. } => Some(by),
            _ => None,
        };
        let mut others: Vec<_> = self.to.iter().chain(taker).map(|other| &other.id).collect();
        others.dedup();
        rows.extend(others.into_iter().map(|id| made(Index::About(id.clone()))));
        if let Some(forgotten) = self.forgotten() {
            rows.push(Index::Due.at(forgotten.0));
            return rows;
        }
        let open = [Index::Due, Index::ChallengesBy(self.by.id.clone())].into_iter();
        let to = self.to.iter().map(|to| Index::ChallengesTo(to.id.clone()));
        rows.extend(open.chain(to).map(|index| index.at(self.expires.0)));
        rows
    }
}
