//! A challenge: what is proposed to whom, and what became of it.

use rules_core::{Color, Variant};
use serde::{Deserialize, Serialize};

use crate::model::ids::{ChallengeId, GameId, Person, Venue};
use crate::model::key::{Index, IndexRow};
use crate::model::moment::{Span, Timestamp};
use crate::model::record::defaults::is_default;
use crate::model::record::time_control::TimeControl;

/// The side that somebody wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorWish {
    /// Chance decides when the game begins.
    #[default]
    Random,
    /// This one.
    Only(Color),
}

/// What is played, as a challenge proposes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The rule set.
    pub variant: Variant,
    /// The side of whoever proposes.
    #[serde(default)]
    pub color: ColorWish,
    /// FEN of the first position, when it is not the rule set's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// How much time the players have.
    #[serde(default, skip_serializing_if = "is_default")]
    pub time: TimeControl,
    /// Whether the result changes the players' ratings.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rated: bool,
    /// Whether it gets a thread of its own; as the server likes it if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<bool>,
}

/// What became of a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeState {
    /// It waits for an answer.
    Open,
    /// Somebody took it, and this game began.
    Accepted {
        /// Who took it.
        by: Person,
        /// The game.
        game: GameId,
    },
    /// The person asked said no.
    Declined,
    /// Whoever made it took it back.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

/// Other terms, proposed by whoever was challenged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    /// The terms, the color still that of the challenger.
    pub terms: Terms,
}

/// An invitation to a game, to one person or to everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChallengeRecord {
    /// Its public code.
    pub id: ChallengeId,
    /// Who made it.
    pub by: Person,
    /// Who may take it; anybody when there is nobody here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Person>,
    /// What is to be played.
    pub terms: Terms,
    /// Where it was made, and the game will be shown.
    pub venue: Venue,
    /// When it was made.
    pub made: Timestamp,
    /// When it lapses if nobody answers.
    pub expires: Timestamp,
    /// The finished game that it would follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<GameId>,
    /// The other terms that wait for the challenger's answer; those that were agreed on, once they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// How often other terms were proposed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub proposals: u8,
    /// Whether it still stands.
    pub state: ChallengeState,
}

impl ChallengeRecord {
    /// How long a closed challenge is kept.
    const KEPT: Span = Span::days(7);

    /// When it is removed, once it is closed.
    pub(crate) fn forgotten(&self) -> Option<Timestamp> {
        (self.state != ChallengeState::Open).then(|| self.expires.plus(Self::KEPT))
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let made = |index| IndexRow {
            index,
            order: self.made.0,
        };
        let mut rows = vec![made(Index::ChallengesMadeBy(self.by.id.clone()))];
        if let Some(server) = &self.venue.server {
            rows.push(made(Index::ChallengesMadeIn(server.clone())));
        }
        let taker = match &self.state {
            ChallengeState::Accepted { by, .. } => Some(by),
            _ => None,
        };
        let mut others: Vec<_> = self.to.iter().chain(taker).map(|other| &other.id).collect();
        others.dedup();
        rows.extend(others.into_iter().map(|id| made(Index::About(id.clone()))));
        if let Some(forgotten) = self.forgotten() {
            rows.push(IndexRow {
                index: Index::Due,
                order: forgotten.0,
            });
            return rows;
        }
        let order = self.expires.0;
        let row = |index| IndexRow { index, order };
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
