//! The clocks of a game, computed from timestamps: nothing ticks.
//!
//! - Live games: each side's first move is free, but must come within [`FIRST_MOVE`]. From the second move on, the clock of
//!   the side to move runs, and a move adds the increment.
//! - Days per move and banks of days run from the start.
//! - The engine's clock never runs.
//! - No flag falls while a game's thread is still to be opened, and until both sides have moved the turn begins when it is.
//! - A flag before both sides have moved aborts the game, or forfeits one of a tournament. Later it loses, or draws against a bare king (except in Toto40,
//!   where a bare king can still win).
//! - Downtime is given back to live clocks. Deadlines in days remain, but none falls within [`RETURN`] after downtime.

use rules_core::{ByColor, Color, Game, Role, Variant};

use crate::model::record::defaults::stored;
use crate::model::record::{End, GameRecord, GameResult, Seat, Thread};
use crate::model::{Span, Timestamp};

/// Time for each side's first move in a live game, however fast the game: whoever plays in a chat is often doing something else.
pub const FIRST_MOVE: Span = Span::minutes(5);

/// Minimum time left on a deadline in days after downtime.
pub const RETURN: Span = Span::hours(1);

/// Shorter downtime does not move deadlines in days.
const NEGLIGIBLE_DOWNTIME: Span = Span::minutes(1);

/// Half-moves after which both sides have moved.
const BOTH_MOVED: u32 = 2;

stored! {
    /// The clocks at the start of the current turn.
    #[derive(Copy)]
    pub struct Clock {
        pub left: ByColor<Span>,
        /// When the turn began; in the future while a vacation pauses it.
        pub since: Timestamp,
        /// The end of the last downtime taken into account.
        pub returned: Option<Timestamp> = default,
        /// Number of reminders given in this turn.
        pub reminded: u8 = default,
    }
}

impl Clock {
    fn start_turn(&mut self, now: Timestamp) {
        self.since = now;
        self.returned = None;
        self.reminded = 0;
    }

    /// What the side to move has left.
    fn left_at(&self, now: Timestamp, turn: Color) -> Span {
        Span((self.left[turn].0 - now.since(self.since).0).max(0))
    }
}

impl GameRecord {
    /// The side to move; White in a finished game of an even number of half-moves from the usual start.
    pub fn turn(&self) -> Color {
        let fen = self.start.as_deref();
        let black_began = fen.and_then(|fen| fen.split(' ').nth(1)) == Some("b");
        if black_began == self.ply().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Starts the clocks, if the time control has any.
    pub(crate) fn start_clocks(&mut self, now: Timestamp) {
        self.clock = self.time.start().map(|start| Clock {
            left: ByColor::new_with(|_| start),
            since: now,
            returned: None,
            reminded: 0,
        });
    }

    /// Stops the clock of the side to move and starts the other's. Call it before recording the move.
    pub(crate) fn press_clock(&mut self, now: Timestamp) {
        let (turn, charged) = (self.turn(), self.is_charged());
        if let Some(clock) = &mut self.clock {
            if charged {
                let used = now.since(clock.since);
                clock.left[turn] = self.time.after_move(clock.left[turn], used);
            }
            clock.start_turn(now);
        }
    }

    /// Begins a first turn anew: the board can be posted only now.
    pub(crate) fn begin_turn(&mut self, now: Timestamp) {
        if !self.has_begun()
            && let Some(clock) = &mut self.clock
        {
            clock.since = clock.since.max(now);
        }
    }

    /// Pauses the current turn until `until`. Time used so far remains used, so a vacation taken late or ended early gains
    /// nothing.
    pub(crate) fn pause_until(&mut self, until: Timestamp, now: Timestamp) {
        let turn = self.turn();
        if let Some(clock) = &mut self.clock {
            clock.left[turn] = clock.left_at(now, turn);
            clock.since = until;
            clock.reminded = 0;
        }
    }

    /// Resumes a paused turn; returns whether it was paused.
    pub(crate) fn resume_turn(&mut self, now: Timestamp) -> bool {
        let paused = self.clock.as_mut().filter(|clock| clock.since > now);
        paused.map(|clock| clock.since = now).is_some()
    }

    /// Takes back half-moves. Used time remains used, except that days per move start afresh.
    pub(crate) fn rewind(&mut self, plies: usize, now: Timestamp) {
        let (turn, charged) = (self.turn(), self.is_charged());
        if let Some(clock) = &mut self.clock {
            if charged {
                clock.left[turn] = clock.left_at(now, turn);
            }
            if let Some(left) = self.time.after_takeback() {
                clock.left = ByColor::new_with(|_| left);
            }
            clock.start_turn(now);
        }
        let left = self.moves.len().saturating_sub(plies);
        self.taken_back = self.moves.drain(left..).next();
        self.gap = None;
        self.draw_offer = None;
        self.take_back_offer = None;
        self.conditional = ByColor::default();
        self.answered = 0;
        // Repeated opinions of one position must not add up.
        self.engine_scores.clear();
        self.take_backs += 1;
    }

    /// Whether both sides have moved: before that the game does not count.
    pub fn has_begun(&self) -> bool {
        self.ply() >= BOTH_MOVED
    }

    /// Whether the present turn costs time on the clock.
    fn is_charged(&self) -> bool {
        matches!(self.seats[self.turn()], Seat::Person(_))
            && (self.has_begun() || !self.time.is_live())
    }

    /// A side's time left at `now`; `None` in a game without clocks.
    pub fn time_left(&self, color: Color, now: Timestamp) -> Option<Span> {
        let clock = self.clock.as_ref()?;
        let now = self.result.map_or(now, |result| result.at);
        let runs = color == self.turn() && self.is_charged();
        Some(if runs {
            clock.left_at(now, color)
        } else {
            clock.left[color]
        })
    }

    /// When the time of the side to move runs out; `None` while no clock runs.
    pub fn flag(&self) -> Option<Timestamp> {
        let clock = self.clock.as_ref().filter(|_| self.result.is_none())?;
        let turn = self.turn();
        let mut threads = self.sites().map(|site| self.thread_at(site));
        let is_unposted = threads.any(|thread| matches!(thread, Thread::Wanted { .. }));
        if is_unposted || matches!(self.seats[turn], Seat::Engine(_)) {
            return None;
        }
        let left = if self.is_charged() {
            clock.left[turn]
        } else {
            FIRST_MOVE
        };
        let returned = clock.returned.filter(|_| !self.time.is_live());
        let earliest = returned.map(|returned| returned.plus(RETURN));
        Some(clock.since.plus(left)).max(earliest)
    }

    /// Whether the player to move of a live game has yet to make the first move, for which their clock doesn't run.
    pub(crate) fn awaits_first_move(&self) -> bool {
        self.clock.is_some() && self.time.is_live() && !self.is_charged()
    }

    /// Times of reminders: with half of the time left, a fifth, and an hour. Live games have none.
    fn reminders(&self) -> Vec<Timestamp> {
        let clock = self.clock.as_ref().filter(|_| !self.time.is_live());
        let Some((clock, flag)) = clock.zip(self.flag()) else {
            return Vec::new();
        };
        let all = flag.since(clock.since).0;
        let left = [all / 2, all / 5, Span::hours(1).0].into_iter();
        let left = left.filter(|&left| left < all);
        let mut times: Vec<_> = left.map(|left| Timestamp(flag.0 - left)).collect();
        times.sort_unstable();
        times
    }

    /// The next deadline of this game: a reminder, or the flag.
    pub(crate) fn wakes(&self) -> Option<Timestamp> {
        let over = self.clock.map_or(0, |clock| clock.reminded);
        let next = self.reminders().into_iter().nth(over.into());
        next.or_else(|| self.flag())
    }

    /// Marks all due reminders as given; returns whether there were any.
    pub(crate) fn remind(&mut self, now: Timestamp) -> bool {
        let come = self.reminders().iter().filter(|&&at| at <= now).count();
        let come = u8::try_from(come).unwrap_or(u8::MAX);
        let clock = self.clock.as_mut();
        let behind = clock.filter(|clock| clock.reminded < come);
        behind.map(|clock| clock.reminded = come).is_some()
    }

    /// Ends a game on time.
    pub(crate) fn fall(&mut self, game: &Game, at: Timestamp) {
        let turn = self.turn();
        let (winner, end) = if self.has_begun() {
            if let Some(clock) = &mut self.clock {
                clock.left[turn] = Span::default();
            }
            let winner = (!has_only_a_king(game, !turn)).then_some(!turn);
            (winner, End::TimeForfeit)
        } else if self.event.is_some() {
            (Some(!turn), End::Forfeit)
        } else {
            (None, End::Abandonment)
        };
        self.result = Some(GameResult { winner, end, at });
    }

    /// Compensates for downtime between these times, once: repeating the call changes nothing. Returns whether the flag moved;
    /// if not, nothing changed.
    pub(crate) fn make_up_for_downtime(&mut self, from: Timestamp, until: Timestamp) -> bool {
        let before = self.flag();
        let Some(mut clock) = self.clock.filter(|_| before.is_some()) else {
            return false;
        };
        let from = from.max(clock.returned.unwrap_or(from)).max(clock.since);
        let live = self.time.is_live();
        if until <= from || !live && until.since(from) < NEGLIGIBLE_DOWNTIME {
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

    /// Adjusts a game after the system clock was set back from `from` to `now`: time used on a live clock stays used, and no turn
    /// begins in the future, except after a vacation. Idempotent. Returns whether the flag moved; if not, nothing changed that
    /// matters.
    pub(crate) fn set_clock_back(
        &mut self,
        from: Timestamp,
        now: Timestamp,
        on_vacation: bool,
    ) -> bool {
        let (before, live) = (self.flag(), self.time.is_live());
        if let Some(clock) = &mut self.clock {
            let is_done = |returned| clock.since <= returned && returned <= now;
            if live && !clock.returned.is_some_and(is_done) {
                clock.since = Timestamp(clock.since.0 - from.since(now).0);
                clock.returned = Some(now);
            }
            clock.returned = clock.returned.filter(|&returned| returned <= now);
            if !on_vacation {
                clock.since = clock.since.min(now);
            }
        }
        self.flag() != before
    }
}

/// Whether a side has only a king, with which it cannot win.
fn has_only_a_king(game: &Game, color: Color) -> bool {
    let pieces = game.position().pieces();
    let mut own = pieces.filter(|(_, piece)| piece.color == color);
    game.variant() != Variant::Toto40 && own.all(|(_, piece)| piece.role == Role::King)
}
