//! The clocks of a game, derived from when things happened: nothing ticks.
//!
//! - Live: each side's first move is free, but must come within [`FIRST_MOVE`]. From the second move on the time of the side to
//!   move runs; a move adds the increment.
//! - Days per move and banks of days run from the beginning.
//! - The engine's clock never runs.
//! - Whoever lets their time run out before both sides have moved aborts the game; later they lose it, or draw if the other
//!   side has nothing but a king left. (Not in Toto40, where a king alone can still win.)
//! - Time in which Delos was away is given back to live clocks. A deadline of days stands, but [`RETURN`] passes after an absence
//!   before anybody loses by one.

use rules_core::{ByColor, Color, Game, Role, Variant};
use serde::{Deserialize, Serialize};

use crate::model::moment::{Span, Timestamp};
use crate::model::record::defaults::is_default;
use crate::model::record::game::{End, GameRecord, GameResult, Seat};
use crate::model::record::time_control::TimeControl;

/// How long each side has for its first move of a live game.
pub const FIRST_MOVE: Span = Span::minutes(5);

/// How long after an absence of Delos' a deadline of days falls at the earliest.
pub const RETURN: Span = Span::hours(1);

/// An absence shorter than this takes nothing from whoever has days.
const SHORT: Span = Span::minutes(1);

/// The half-moves with which a game has really begun.
const BEGUN: u32 = 2;

/// What the clocks showed when the side to move got its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// What each side had left.
    pub left: ByColor<Span>,
    /// When the turn began.
    pub since: Timestamp,
    /// The end of the last absence that was taken into account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<Timestamp>,
    /// How many reminders of this turn are over.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reminded: u8,
}

impl GameRecord {
    /// The side to move; White in a finished game of an even number of half-moves from the usual start.
    pub fn turn(&self) -> Color {
        let black_began = self
            .start
            .as_deref()
            .and_then(|fen| fen.split(' ').nth(1))
            .is_some_and(|turn| turn == "b");
        if black_began == self.ply().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Lets the clocks begin, if the time control has any.
    pub(crate) fn start_clocks(&mut self, now: Timestamp) {
        self.clock = self.time.start().map(|start| Clock {
            left: ByColor::new_with(|_| start),
            since: now,
            returned: None,
            reminded: 0,
        });
    }

    /// Stops the clock of the side to move and starts the other's; to be called before the move is recorded.
    pub(crate) fn press_clock(&mut self, now: Timestamp) {
        let (turn, charged) = (self.turn(), self.is_charged());
        let time = self.time;
        if let Some(clock) = &mut self.clock {
            if charged {
                let used = now.since(clock.since);
                clock.left[turn] = time.after_move(clock.left[turn], used);
            }
            clock.since = now;
            clock.returned = None;
            clock.reminded = 0;
        }
    }

    /// Lets the present turn stand until then. What it has used so far stays used, so nobody gains by a vacation that is taken
    /// late or ended early.
    pub(crate) fn stand_until(&mut self, until: Timestamp, now: Timestamp) {
        let turn = self.turn();
        if let Some(clock) = &mut self.clock {
            let used = now.since(clock.since).0;
            clock.left[turn] = Span((clock.left[turn].0 - used).max(0));
            clock.since = until;
            clock.reminded = 0;
        }
    }

    /// Lets a turn that stands begin now; whether it stood.
    pub(crate) fn go_on(&mut self, now: Timestamp) -> bool {
        match &mut self.clock {
            Some(clock) if clock.since > now => {
                clock.since = now;
                true
            }
            _ => false,
        }
    }

    /// Takes half-moves back. Time that was used stays used; days for a move begin anew.
    pub(crate) fn rewind(&mut self, plies: usize, now: Timestamp) {
        let (turn, charged) = (self.turn(), self.is_charged());
        if let Some(clock) = &mut self.clock {
            if charged {
                let used = now.since(clock.since).0;
                clock.left[turn] = Span((clock.left[turn].0 - used).max(0));
            }
            if let TimeControl::PerMove { days } = self.time {
                clock.left = ByColor::new_with(|_| Span::days(days.into()));
            }
            clock.since = now;
            clock.returned = None;
            clock.reminded = 0;
        }
        self.moves.truncate(self.moves.len().saturating_sub(plies));
        self.draw_offer = None;
        self.take_back_offer = None;
        self.conditional = ByColor::default();
        self.answered = 0;
        self.take_backs += 1;
    }

    /// Whether both sides have moved: before that the game does not count.
    pub fn has_begun(&self) -> bool {
        self.ply() >= BEGUN
    }

    /// Whether the present turn costs time on the clock.
    fn is_charged(&self) -> bool {
        matches!(self.seats[self.turn()], Seat::Person(_))
            && (self.has_begun() || !self.time.is_live())
    }

    /// What a side has left at `now`; nothing in a game without clocks.
    pub fn time_left(&self, color: Color, now: Timestamp) -> Option<Span> {
        let clock = self.clock.as_ref()?;
        let now = self.result.map_or(now, |result| result.at);
        let runs = color == self.turn() && self.is_charged();
        let used = if runs {
            now.since(clock.since)
        } else {
            Span::default()
        };
        Some(Span((clock.left[color].0 - used.0).max(0)))
    }

    /// When the time of the side to move runs out; nothing while no clock runs.
    pub fn flag(&self) -> Option<Timestamp> {
        let clock = self.clock.as_ref().filter(|_| self.result.is_none())?;
        let turn = self.turn();
        if matches!(self.seats[turn], Seat::Engine(_)) {
            return None;
        }
        let left = if self.is_charged() {
            clock.left[turn]
        } else {
            FIRST_MOVE
        };
        let flag = clock.since.plus(left);
        let earliest = clock
            .returned
            .filter(|_| !self.time.is_live())
            .map(|returned| returned.plus(RETURN));
        Some(earliest.map_or(flag, |earliest| flag.max(earliest)))
    }

    /// When the side to move is reminded: with half of its time left, a fifth, and an hour. Live games have no reminders.
    fn reminders(&self) -> Vec<Timestamp> {
        let (Some(clock), Some(flag)) = (&self.clock, self.flag()) else {
            return Vec::new();
        };
        if self.time.is_live() {
            return Vec::new();
        }
        let all = flag.since(clock.since).0;
        let mut times: Vec<_> = [all / 2, all / 5, Span::hours(1).0]
            .into_iter()
            .filter(|&left| left < all)
            .map(|left| Timestamp(flag.0 - left))
            .collect();
        times.sort_unstable();
        times
    }

    /// When time has something to do in this game by itself: a reminder, or the flag.
    pub(crate) fn wakes(&self) -> Option<Timestamp> {
        let over = self.clock.map_or(0, |clock| clock.reminded);
        let next = self.reminders().into_iter().nth(over.into());
        next.or_else(|| self.flag())
    }

    /// Marks every reminder as given whose time has come; whether there was one.
    pub(crate) fn remind(&mut self, now: Timestamp) -> bool {
        let come = self.reminders().iter().filter(|&&at| at <= now).count();
        let come = u8::try_from(come).unwrap_or(u8::MAX);
        let Some(clock) = self.clock.as_mut().filter(|clock| clock.reminded < come) else {
            return false;
        };
        clock.reminded = come;
        true
    }

    /// Ends a game whose time has run out.
    pub(crate) fn fall(&mut self, game: &Game, flag: Timestamp) {
        let turn = self.turn();
        let (winner, end) = if self.has_begun() {
            let winner = (!only_a_king(game, !turn)).then_some(!turn);
            (winner, End::TimeForfeit)
        } else {
            (None, End::Abandonment)
        };
        self.result = Some(GameResult {
            winner,
            end,
            at: flag,
        });
    }

    /// Takes into account that Delos was away between these times; doing it again for the same absence changes nothing. Returns whether
    /// time runs out later now: with days left, nothing changes, and nothing is to be stored or shown.
    pub(crate) fn was_away(&mut self, from: Timestamp, until: Timestamp) -> bool {
        let before = self.flag();
        let Some(mut clock) = self.clock.filter(|_| before.is_some()) else {
            return false;
        };
        let from = clock
            .returned
            .map_or(from, |returned| from.max(returned))
            .max(clock.since);
        let live = self.time.is_live();
        if until <= from || !live && until.since(from) < SHORT {
            return false;
        }
        if live {
            clock.since = clock.since.plus(until.since(from));
        }
        clock.returned = Some(until);
        let former = self.clock.replace(clock);
        if self.flag() == before {
            self.clock = former;
            return false;
        }
        true
    }
}

/// Whether a side has nothing left with which it could win.
fn only_a_king(game: &Game, color: Color) -> bool {
    game.variant() != Variant::Toto40
        && game
            .position()
            .pieces()
            .filter(|(_, piece)| piece.color == color)
            .all(|(_, piece)| piece.role == Role::King)
}
