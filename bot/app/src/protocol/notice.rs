//! Notices: messages that one person receives once.

use serde::{Deserialize, Serialize};

use crate::model::record::preferences::choice;
use crate::model::{
    BoardId, EffectiveSettings, GameId, Key, Pings, PlayerId, Timestamp, TournamentId, Venue,
};
use crate::protocol::{Card, NotAwarded, NotScheduled};

/// A notice and its addressee.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tell {
    pub to: PlayerId,
    pub notice: Notice,
}

/// The subject of a notice. Where there is a `ply`, the number of half-moves played then, another move outdates the notice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// It is their turn, and they prefer a direct message; or their game has ended, and its board cannot be posted.
    YourTurn { game: GameId, ply: u32 },
    /// A game that they watch has changed.
    Watched { game: GameId, ply: u32 },
    /// Their time in a game is running out.
    TimeRunsOut { game: GameId, ply: u32 },
    /// Their opponent has made or declined an offer.
    Offer {
        game: GameId,
        ply: u32,
        step: OfferStep,
    },
    /// Offers in their daily games wait for them.
    Digest { person: PlayerId },
    /// Their game of a tournament's round has started.
    RoundBegins { game: GameId },
    /// A tournament of theirs is about to start, was canceled or is over.
    Tournament { tournament: TournamentId },
    /// A tournament that they organize has stopped, because it can no longer be shown in its room.
    TournamentStopped { tournament: TournamentId },
    /// A tournament no longer pairs them, because they missed a game.
    Withdrawn { tournament: TournamentId },
    /// An organizer invites them to a tournament.
    Invited { tournament: TournamentId },
    /// In a tournament that they organize, players met of whom one has blocked the other.
    BlockedPairing {
        tournament: TournamentId,
        round: u16,
    },
    /// In a tournament that they organize, a winner did not get their role.
    NotAwarded {
        tournament: TournamentId,
        why: NotAwarded,
    },
    /// The event of a tournament that they organize is not as it should be.
    NotScheduled {
        tournament: TournamentId,
        why: NotScheduled,
    },
    /// Their opponent is on vacation.
    Away { game: GameId, until: Timestamp },
    /// Their opponent has ended a vacation early.
    Back { game: GameId },
    /// The board of their game can no longer be posted in its room.
    CannotShow { game: GameId },
}

choice! {
    /// A step in a draw offer or takeback request that the other player is notified of.
    OfferStep {
        DrawOffered = "draw-offered",
        DrawDeclined = "draw-declined",
        TakebackAsked = "takeback-asked",
        TakebackDeclined = "takeback-declined",
    }
}

impl Notice {
    /// The record that it is about.
    pub(crate) fn subject(&self) -> Key {
        match self {
            Self::YourTurn { game, .. }
            | Self::Watched { game, .. }
            | Self::TimeRunsOut { game, .. }
            | Self::Offer { game, .. }
            | Self::RoundBegins { game }
            | Self::Away { game, .. }
            | Self::Back { game }
            | Self::CannotShow { game } => Key::Game(*game),
            Self::Digest { person } => Key::Person(person.clone()),
            Self::Tournament { tournament }
            | Self::TournamentStopped { tournament }
            | Self::Withdrawn { tournament }
            | Self::Invited { tournament }
            | Self::BlockedPairing { tournament, .. }
            | Self::NotAwarded { tournament, .. }
            | Self::NotScheduled { tournament, .. } => Key::Tournament(*tournament),
        }
    }
}

/// A notice as a message, and the ways to deliver it.
#[derive(Clone, Debug)]
pub struct Told {
    /// The message.
    pub card: Card,
    /// The room to write to; `None` if the message is private.
    pub room: Option<Venue>,
    /// The board that the message in the room replies to.
    pub board: Option<BoardId>,
    /// Which way to try first.
    pub delivery: Delivery,
}

/// How a notice is delivered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivery {
    /// By a direct message, or a mention in the room for people who accept none.
    Direct,
    /// By a mention in the room, or a direct message where nothing can be posted.
    Mention,
    /// In the room, without a mention.
    Unmentioned,
    /// In the room, without a mention, or by a direct message where nothing can be posted: in quiet hours.
    Quiet,
}

impl Delivery {
    /// The usual way: direct messages come first, unless the person chose mentions.
    pub(crate) fn of(settings: &EffectiveSettings) -> Self {
        match settings.preferences.pings {
            Some(Pings::Mention) => Self::Mention,
            _ => Self::Direct,
        }
    }
}

impl Told {
    /// A direct message that must not be posted in a room.
    pub(crate) fn privately(card: Card) -> Self {
        Self {
            card,
            room: None,
            board: None,
            delivery: Delivery::Direct,
        }
    }
}
