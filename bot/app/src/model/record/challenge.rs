//! Challenges: proposed games and their answers.

use rules_core::{Color, Variant};
use serde::{Deserialize, Serialize};

use crate::model::ids::{ChallengeId, GameId, Person, PlayerId, ServerId, Venue};
use crate::model::key::{Index, IndexRow};
use crate::model::moment::{Span, Timestamp};
use crate::model::record::defaults::is_default;
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

/// Terms of a game, as a challenge proposes them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    pub variant: Variant,
    /// The challenger's side.
    #[serde(default)]
    pub color: ColorWish,
    /// FEN of the first position, if it isn't the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub time: TimeControl,
    /// Whether the result changes the players' ratings.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rated: bool,
    /// Whether the game gets its own thread; `None` leaves it to the server's setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<bool>,
    /// Whether someone who has the challenge's code may accept it elsewhere.
    #[serde(default, skip_serializing_if = "is_default")]
    pub elsewhere: bool,
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

/// A counter-offer by the person challenged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    /// The color is still the challenger's.
    pub terms: Terms,
}

/// An invitation to a game, for one person or for everyone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChallengeRecord {
    pub id: ChallengeId,
    /// The challenger.
    pub by: Person,
    /// The person challenged; `None` for everyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Person>,
    pub terms: Terms,
    /// The venue of the challenge and of its game.
    pub venue: Venue,
    pub made: Timestamp,
    pub expires: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<GameId>,
    /// The pending counter-offer, or the one agreed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// Number of counter-offers so far.
    #[serde(default, skip_serializing_if = "is_default")]
    pub proposals: u8,
    pub state: ChallengeState,
    /// The server on which it was accepted, if not on that of its own room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Taken>,
}

/// A challenge of another server that someone accepted here: it counts among those made here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Taken {
    pub server: ServerId,
    pub at: Timestamp,
}

impl ChallengeRecord {
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
        if let Some(server) = &self.venue.server {
            rows.push(made(Index::ChallengesMadeIn(server.clone())));
        }
        if let Some(taken) = &self.taken {
            rows.push(Index::ChallengesMadeIn(taken.server.clone()).at(taken.at.0));
        }
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
        let order = self.expires.0;
        let row = |index: Index| index.at(order);
        rows.push(row(Index::Due));
        rows.push(row(Index::ChallengesBy(self.by.id.clone())));
        rows.extend(
            self.to
                .iter()
                .map(|person| row(Index::ChallengesTo(person.id.clone()))),
        );
        rows
    }
}
