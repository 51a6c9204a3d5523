//! Notices: something that one person is told once, by themselves.
//!
//! A stored notice says what it is about, never in which words: [`App::told`] finds these when it is sent, and finds nothing
//! if by then there is nothing to tell.

use rules_core::Color;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::choosing::replayed;
use crate::command::Press;
use crate::effect::{Card, Control, Look};
use crate::ids::{GameId, PlayerId, TournamentId, Venue};
use crate::in_force::Why;
use crate::moment::Timestamp;
use crate::record::{GameRecord, Pings, Seat};
use crate::refusal::{Failure, Refusal};
use crate::say;
use crate::store::Store;
use text::Text;

/// Somebody is to be told something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tell {
    /// Who.
    pub to: PlayerId,
    /// What.
    pub notice: Notice,
}

/// What somebody is told by themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// It is their move, and they prefer to be told by themselves.
    YourTurn {
        /// The game.
        game: GameId,
        /// Half-moves played then.
        ply: u32,
    },
    /// A game that they follow has changed.
    Watched {
        /// The game.
        game: GameId,
        /// Half-moves played then.
        ply: u32,
    },
    /// Their time in a game is running out.
    TimeRunsOut {
        /// The game.
        game: GameId,
        /// Half-moves played: after another one there is nothing to remind of.
        ply: u32,
    },
    /// A game of a tournament's round has begun.
    RoundBegins {
        /// The game.
        game: GameId,
    },
    /// A tournament that they made cannot be shown any more where it is played, so it has stopped.
    TournamentStopped {
        /// The tournament.
        tournament: TournamentId,
    },
    /// Their opponent is on vacation.
    Away {
        /// The game.
        game: GameId,
        /// Until when.
        until: Timestamp,
    },
    /// Their opponent has come back from a vacation before its end.
    Back {
        /// The game.
        game: GameId,
    },
    /// The board of their game cannot be posted any more where it is played.
    CannotShow {
        /// The game.
        game: GameId,
    },
}

/// A notice in words, and how it may reach somebody.
#[derive(Clone, Debug)]
pub struct Told {
    /// The message.
    pub card: Card,
    /// Where they can be called if they accept no direct messages; nowhere if the message is none for others.
    pub room: Option<Venue>,
    /// Whether they would rather be called there than be sent a direct message.
    pub room_first: bool,
}

impl<S: Store> App<S> {
    /// What a notice says now; nothing if it is out of date, or unwanted.
    ///
    /// # Errors
    /// When the store fails.
    pub fn told(&self, tell: &Tell, now: Timestamp) -> Result<Option<Told>, Failure> {
        let (id, at) = match tell.notice {
            Notice::YourTurn { game, ply }
            | Notice::Watched { game, ply }
            | Notice::TimeRunsOut { game, ply } => (game, Some(ply)),
            Notice::RoundBegins { game } => (game, Some(0)),
            Notice::CannotShow { game } | Notice::Away { game, .. } | Notice::Back { game } => {
                (game, None)
            }
            Notice::TournamentStopped { tournament } => return self.told_stopped(tournament),
        };
        let record = match self.game(id) {
            Ok(loaded) => loaded.value,
            Err(Failure::Refused(Refusal::NoSuchGame(_))) => return Ok(None),
            Err(failure) => return Err(failure),
        };
        if let Notice::Watched { ply, .. } = tell.notice {
            return self.told_watcher(tell, &record, ply);
        }
        let outdated = at.is_some_and(|ply| record.result.is_some() || record.ply() != ply);
        let Some(side) = record.side_of(&tell.to).filter(|_| !outdated) else {
            return Ok(None);
        };
        let in_force = self.in_force(Some(&tell.to), record.venue.server.as_ref())?;
        let opponent = &record.seats[!side];
        let (text, room) = match tell.notice {
            Notice::YourTurn { .. } => {
                let text = say::your_turn(&record, opponent, &replayed(&record)?);
                (text, true)
            }
            Notice::TimeRunsOut { .. } => match record.flag() {
                Some(flag) if in_force.reminders().0 => {
                    (say::time_runs_out(&record, opponent, flag), true)
                }
                _ => return Ok(None),
            },
            Notice::RoundBegins { .. } => (say::round_begins(&record, side), true),
            Notice::Away { .. } | Notice::Back { .. } => {
                match self.told_vacation(&record, opponent, &tell.notice, now)? {
                    Some(text) => (text, true),
                    None => return Ok(None),
                }
            }
            // Those who follow a game do not play it, and a tournament is no game.
            Notice::Watched { .. } | Notice::TournamentStopped { .. } => return Ok(None),
            Notice::CannotShow { .. } => (say::cannot_show(&record, opponent), false),
        };
        let card = Card {
            controls: vec![controls(&record, side)],
            ..Card::words(text)
        };
        Ok(Some(Told {
            card,
            // In a server's quiet hours nobody is called there.
            room: (room && !in_force.is_quiet(now)).then(|| record.venue.clone()),
            // What concerns one person alone comes by direct message, unless they chose to be called.
            room_first: in_force.pings() == (Pings::Mention, Why::Yours),
        }))
    }

    /// What is told of an opponent's vacation, if it still stands as it did.
    fn told_vacation(
        &self,
        record: &GameRecord,
        opponent: &Seat,
        notice: &Notice,
        now: Timestamp,
    ) -> Result<Option<Text>, Failure> {
        let Some(person) = opponent.person().filter(|_| record.result.is_none()) else {
            return Ok(None);
        };
        let away = self.away_until(&person.id, now)?;
        Ok(match notice {
            Notice::Away { until, .. } if away == Some(*until) => {
                Some(say::away(record, opponent, *until))
            }
            Notice::Back { .. } if away.is_none() => Some(say::back(record, opponent)),
            _ => None,
        })
    }
}

fn controls(record: &GameRecord, side: Color) -> Vec<Control> {
    let mut row = Vec::new();
    if record.result.is_none() && record.turn() == side {
        row.push(Control {
            label: "Move",
            look: Look::Primary,
            press: Press::Panel(record.id, record.ply()),
        });
    }
    row.push(Control {
        label: "Show the board",
        look: Look::Plain,
        press: Press::Board(record.id),
    });
    row
}
