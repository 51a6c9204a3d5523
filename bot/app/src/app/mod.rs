//! The application's interface for front ends and adapters.

mod deadlines;
mod discretion;
mod dispatch;
mod hooks;
mod recovery;
mod redelivery;
mod report;
mod room_moves;
mod show;

use crate::context::{Ctx, Reader, Result, Shared, transaction};
use crate::help::help_and_welcome;
use crate::model::{EffectiveSettings, Facts, Limits, Moment, RoomId, ServerId, Timestamp, Venue};
use crate::notify::announcements;
use crate::people::accounts;
use crate::protocol::{Answer, Card, Handled, Outgoing, Refusal, Request};
use crate::rating::rebuild::{self, Rebuilt};
use crate::settings::replaced_rooms::{self, Place};
use crate::store::{Homes, Store};

/// The application over a store.
pub struct App {
    store: Box<dyn Store>,
    limits: Limits,
    facts: Facts,
    shared: Shared,
    homes: Option<Box<dyn Homes>>,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").finish_non_exhaustive()
    }
}

impl App {
    /// The application over this store.
    pub fn new(store: impl Store + 'static, limits: Limits) -> Self {
        Self {
            store: Box::new(store),
            limits,
            facts: Facts::default(),
            shared: Shared::default(),
            homes: None,
        }
    }

    /// Sets the facts that `/about` shows.
    #[must_use]
    pub fn with_facts(self, facts: Facts) -> Self {
        Self { facts, ..self }
    }

    /// Lets time pass in these homes only: other processes on the same database serve the others.
    #[must_use]
    pub fn serving(self, homes: impl Homes + 'static) -> Self {
        Self {
            homes: Some(Box::new(homes)),
            ..self
        }
    }

    /// The store that holds the application's state.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    fn reader(&self) -> Reader<'_> {
        Reader::new(&*self.store, &self.limits, &self.facts)
    }

    fn ctx(&self, moment: Moment) -> Ctx<'_> {
        Ctx {
            reader: self.reader(),
            moment,
            attempt: 0,
            guards: None,
            shared: &self.shared,
            homes: self.homes.as_deref(),
            pressed: false,
            adjusted: None,
            hooks: hooks::HOOKS,
        }
    }

    /// Carries out a command. When this returns `Ok`, the store holds the change and its effects durably.
    ///
    /// A command of an event that was acted on before changes nothing, and is answered with [`Answer::Seen`].
    ///
    /// # Errors
    /// [`Refused`](crate::Failure::Refused) when the command is not allowed, and [`Store`](crate::Failure::Store) when the store fails.
    pub fn handle(&self, request: &Request, moment: Moment) -> Result<Handled> {
        let ctx = Ctx {
            pressed: request.context.pressed,
            adjusted: Some(request.venue.room.platform()),
            ..self.ctx(moment)
        };
        match &request.context.heard {
            None => transaction::commit(&ctx, |ctx| dispatch::change(ctx, request)),
            Some(event) => redelivery::once(&ctx, event, request),
        }
    }

    /// The answer to a command that [`App::handle`] refused, for front ends that cannot answer in private everywhere.
    pub fn refused(&self, request: &Request, refusal: &Refusal) -> Result<Answer> {
        let (reader, platform) = (&self.reader(), request.venue.room.platform());
        let request = accounts::resolved(reader, request)?;
        let answer = discretion::refused(reader, &request, refusal)?;
        accounts::answer_on(reader, platform, answer)
    }

    /// Announces the operator's words to every server that has a room for announcements.
    pub fn broadcast(&self, words: &str, moment: Moment) -> Result<Vec<Outgoing>> {
        announcements::broadcast(&self.ctx(moment), words)
    }

    /// Forgets that a broadcast was announced, once nothing can repeat it.
    pub fn forget_broadcast(&self, moment: Moment) -> Result<()> {
        announcements::forget_broadcast(&self.ctx(moment))
    }

    /// Compares every rating with one rebuilt from the finished games. From time to time, passes the number read to `progress`.
    pub fn check_ratings(&self, progress: &dyn Fn(usize)) -> Result<Rebuilt> {
        Ok(rebuild::rebuild(&self.reader(), progress)?.0)
    }

    /// Replaces ratings that differ from those rebuilt from the finished games.
    pub fn rebuild_ratings(&self, progress: &dyn Fn(usize)) -> Result<Rebuilt> {
        rebuild::rebuild_ratings(&self.reader(), progress)
    }

    /// The settings of a server.
    pub fn effective_settings(&self, server: Option<&ServerId>) -> Result<EffectiveSettings> {
        self.reader().settings(None, server)
    }

    /// Returns the room that has replaced a place's room, and the server in effect there.
    pub fn place_of(&self, venue: &Venue) -> Result<Place> {
        replaced_rooms::place_of(&self.reader(), venue)
    }

    /// Returns the room of a server, on platforms where each room is a server.
    pub fn room_of(&self, server: &ServerId) -> Result<RoomId> {
        replaced_rooms::room_of(&self.reader(), server)
    }

    /// Records that a room replaces another one and takes over its records; false if that was recorded before, or cannot be.
    ///
    /// Open records move a few at a time, as deadlines pass: see [`App::pass_time_on`].
    pub fn note_replaced(&self, old: &RoomId, new: &RoomId, moment: Moment) -> Result<bool> {
        room_moves::note_replaced(&self.ctx(moment), old, new)
    }

    /// Whether Delos joined a server so recently that [`Report::Joined`](crate::Report::Joined) may welcome it.
    pub fn may_welcome(since: Timestamp, now: Timestamp) -> bool {
        help_and_welcome::is_recent(since, now)
    }

    /// Whether [`App::first_command`] has the welcome for the next person on a server.
    pub fn owes_welcome(&self, server: &ServerId) -> Result<bool> {
        help_and_welcome::is_due(&self.reader(), server)
    }

    /// The welcome, for the person who gives the first command on a server that could not be welcomed in a room.
    pub fn first_command(&self, server: &ServerId, moment: Moment) -> Result<Option<Card>> {
        let handled = transaction::commit(&self.ctx(moment), |ctx| {
            help_and_welcome::first_command(ctx, server)
        })?;
        Ok(handled.answer.into_card())
    }
}
