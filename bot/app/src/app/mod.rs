//! The application's interface for front ends and adapters.

mod discretion;
mod dispatch;
mod due;
mod foreseen;
mod heard;
mod hooks;
mod moving;
mod places;
mod recovery;
mod show;
mod suggestions;

use rules_core::{Game, Move};
use text::{Platform, Text};

use crate::context::failure::Failure;
use crate::context::pass::Pass;
use crate::context::{Ctx, Reader, Shared, transaction};
use crate::game::{board_delivery, hint, moves, review, thread};
use crate::messages;
use crate::model::effective_settings::EffectiveSettings;
use crate::model::facts::Facts;
use crate::model::ids::{Person, PlayerId, RoomId, ServerId, TournamentId};
use crate::model::key::Key;
use crate::model::limits::Limits;
use crate::model::moment::{Moment, Timestamp};
use crate::model::record::{BoardId, ReviewRecord};
use crate::notify::{announcements, notices};
use crate::people::accounts;
use crate::protocol::action::Action;
use crate::protocol::announcement::Announce;
use crate::protocol::card::{Card, Modal};
use crate::protocol::command::Request;
use crate::protocol::effect::{
    Answer, Award, EffectId, Handled, LookFor, NotAwarded, Outgoing, Subject, Think,
};
use crate::protocol::engine_move::Found;
use crate::protocol::message::Shown;
use crate::protocol::notice::{Tell, Told};
use crate::protocol::refusal::Refusal;
use crate::protocol::server_event::{Schedule, Scheduled, WantedEvent};
use crate::rating::rebuild;
use crate::rating::rebuild::Rebuilt;
use crate::settings::effective;
use crate::store::{Homes, Store, StoreError};
use crate::tournament::{availability, award, lifecycle, server_event, threads};

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
            adjusted: None,
            hooks: hooks::HOOKS,
        }
    }

    /// Carries out a command. When this returns `Ok`, the store holds the change and its effects durably.
    ///
    /// A command of an event that was acted on before changes nothing, and is answered with [`Answer::Seen`].
    ///
    /// # Errors
    /// [`Failure::Refused`] when the command is not allowed, and [`Failure::Store`] when the store fails.
    pub fn handle(&self, request: &Request, moment: Moment) -> Result<Handled, Failure> {
        let ctx = Ctx {
            adjusted: Some(request.venue.room.platform()),
            ..self.ctx(moment)
        };
        match &request.context.heard {
            None => transaction::commit(&ctx, |ctx| dispatch::change(ctx, request)),
            Some(event) => heard::once(&ctx, event, request),
        }
    }

    /// The answer to a command that [`App::handle`] refused, for front ends that cannot answer in private everywhere.
    ///
    /// # Errors
    /// When the store fails.
    pub fn refused(&self, request: &Request, refusal: &Refusal) -> Result<Answer, Failure> {
        let (reader, platform) = (&self.reader(), accounts::platform_of(request));
        let request = accounts::resolved(reader, request)?;
        let answer = discretion::refused(reader, &request, refusal)?;
        accounts::answer_on(reader, platform, answer)
    }

    /// Handles up to a hundred due entries of a platform. Call it again while it returns effects.
    ///
    /// # Errors
    /// When the store fails.
    pub fn pass_time_on(
        &self,
        platform: Platform,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        due::pass_time(&self.ctx(moment), platform)
    }

    /// [`App::pass_time_on`] every platform.
    ///
    /// # Errors
    /// When the store fails.
    pub fn pass_time(&self, moment: Moment) -> Result<Vec<Outgoing>, Failure> {
        let mut outgoing = self.pass_time_on(Platform::Discord, moment)?;
        let seed = moment.seed.wrapping_add(outgoing.len() as u64);
        outgoing.extend(self.pass_time_on(Platform::Matrix, Moment { seed, ..moment })?);
        Ok(outgoing)
    }

    /// When [`App::pass_time`] is due next; the minimum timestamp if something is overdue.
    ///
    /// # Errors
    /// When the store fails.
    pub fn next_due(&self) -> Result<Option<Timestamp>, StoreError> {
        let due = Platform::ALL.map(|platform| self.next_due_on(platform));
        let [discord, matrix] = due;
        Ok([discord?, matrix?].into_iter().flatten().min())
    }

    /// When [`App::pass_time_on`] a platform is due next; the minimum timestamp if something is overdue.
    ///
    /// # Errors
    /// When the store fails.
    pub fn next_due_on(&self, platform: Platform) -> Result<Option<Timestamp>, StoreError> {
        if !self.shared.stalled().is_empty() {
            return Ok(Some(Timestamp(i64::MIN)));
        }
        let ctx = self.ctx(Moment {
            now: Timestamp(i64::MIN),
            seed: 0,
        });
        due::next(&ctx, platform)
    }

    /// Records that people can reach Delos on a platform, at most every few seconds; when they can again after an absence, its
    /// length is computed from it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_presence(&self, platform: Platform, now: Timestamp) -> Result<(), Failure> {
        recovery::note_presence(&self.reader(), platform, now)
    }

    /// Notes that all events that were acted on before `now` are acknowledged, so that the platform does not deliver them again.
    /// Until this is called for the first time, no event is forgotten: the last run may not have acknowledged it.
    pub fn note_acknowledged(&self, now: Timestamp) {
        self.shared.note_acknowledged(now);
    }

    /// Makes up for downtime on every platform. Call it at the start, before anything else.
    ///
    /// # Errors
    /// When the store fails.
    pub fn come_back(&self, now: Timestamp) -> Result<Vec<Outgoing>, Failure> {
        // What is recorded for Discord stands for Matrix until something is recorded for that.
        let mut outgoing = self.come_back_since(Platform::Matrix, Timestamp(i64::MIN), now)?;
        outgoing.extend(self.come_back_since(Platform::Discord, Timestamp(i64::MIN), now)?);
        Ok(outgoing)
    }

    /// Makes up for the time since `heard`, or since presence was last noted if that is later, in which people could not reach
    /// Delos on a platform.
    ///
    /// # Errors
    /// When the store fails.
    pub fn come_back_since(
        &self,
        platform: Platform,
        heard: Timestamp,
        now: Timestamp,
    ) -> Result<Vec<Outgoing>, Failure> {
        // Nothing random is drawn: the seeds only make effect ids unique.
        let seed = match platform {
            Platform::Discord => 0,
            Platform::Matrix => 1 << 63,
        };
        recovery::come_back_since(&self.ctx(Moment { now, seed }), platform, heard)
    }

    /// Makes up for the time since `from` in these homes of a platform, before time passes there. Returns what is to be performed, and
    /// the transient failure that left some games out.
    ///
    /// # Errors
    /// When the store fails before anything is done.
    pub fn make_up_in(
        &self,
        platform: Platform,
        homes: &dyn Homes,
        from: Timestamp,
        moment: Moment,
    ) -> Result<(Vec<Outgoing>, Option<Failure>), Failure> {
        let ctx = Ctx {
            homes: Some(homes),
            ..self.ctx(moment)
        };
        let Pass { outgoing, failed } = recovery::make_up(&ctx, platform, from)?;
        // What can never be read must not keep the others waiting.
        Ok((outgoing, failed.filter(Failure::is_transient)))
    }

    /// Advances a platform's tournaments in the homes that are served: another process may have ended between the end of a game
    /// and its tournament's next step.
    ///
    /// # Errors
    /// When the store fails before anything is done.
    pub fn advance_all(
        &self,
        platform: Platform,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        lifecycle::advance_all(&self.ctx(moment), platform)?.effects()
    }

    /// The message about a subject as it should look now; `None` if there is no such subject.
    ///
    /// # Errors
    /// When the store fails.
    pub fn show(&self, subject: Subject) -> Result<Option<Shown>, Failure> {
        let reader = &self.reader();
        match show::show(reader, subject)? {
            Some(shown) => show::addressed(reader, shown).map(Some),
            None => Ok(None),
        }
    }

    /// What remains of a message that showed a board after `ply` half-moves; `None` if the game has fewer by now.
    ///
    /// # Errors
    /// When the store fails.
    pub fn retired_at(&self, board: impl Into<BoardId>, ply: u32) -> Result<Option<Text>, Failure> {
        show::retired_at(&self.reader(), board.into(), ply)
    }

    /// Makes the engine's move and completes the effect that asked for it. Does nothing when the game has moved on.
    ///
    /// # Errors
    /// When the store fails, or the move is illegal: a fault of the engine.
    pub fn thought<'f>(
        &self,
        asked: &EffectId,
        think: &Think,
        found: impl Into<Found<'f>>,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        moves::thought(&self.ctx(moment), asked, think, found.into())
    }

    /// The answer to `/analyze` of a position: the engine's verdict and line.
    ///
    /// # Errors
    /// When the store fails.
    pub fn studied(
        &self,
        who: &Person,
        game: Game,
        verdict: &str,
        line: &[Move],
    ) -> Result<Card, Failure> {
        let reader = &self.reader();
        let who = accounts::first_person(reader, who)?;
        hint::studied(reader, &who, game, verdict, line)
    }

    /// Stores the review of a finished game and completes the effect that asked for it; `None` if it cannot be reviewed.
    ///
    /// # Errors
    /// When the store fails.
    pub fn reviewed(
        &self,
        asked: &EffectId,
        found: Option<&ReviewRecord>,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        review::reviewed(&self.ctx(moment), asked, found)
    }

    /// Notes that a game's board was posted in a place.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_seen(
        &self,
        board: impl Into<BoardId>,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        board_delivery::note_seen(&self.ctx(moment), board.into())
    }

    /// Notes that a game's board cannot be posted in a place, and notifies those who play from there.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_unseen(
        &self,
        board: impl Into<BoardId>,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        board_delivery::note_unseen(&self.ctx(moment), board.into())
    }

    /// Moves a game's board into the thread that was opened for it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn thread_opened(
        &self,
        board: impl Into<BoardId>,
        thread: &RoomId,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        let (ctx, board) = (self.ctx(moment), board.into());
        let mut outgoing = thread::thread_opened(&ctx, board, thread)?;
        outgoing.extend(threads::link(&ctx, board.game)?);
        Ok(outgoing)
    }

    /// Moves a game's board whose thread cannot be opened or is gone back to its channel; `None` if it has no thread there.
    ///
    /// # Errors
    /// When the store fails.
    pub fn leave_thread(
        &self,
        board: impl Into<BoardId>,
        moment: Moment,
    ) -> Result<Option<Vec<Outgoing>>, Failure> {
        let (ctx, board) = (self.ctx(moment), board.into());
        let Some(mut outgoing) = thread::leave_thread(&ctx, board)? else {
            return Ok(None);
        };
        outgoing.extend(threads::link(&ctx, board.game)?);
        Ok(Some(outgoing))
    }

    /// The players to mention in a board's new thread, so that they are members of it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn called_into_thread(
        &self,
        board: impl Into<BoardId>,
        now: Timestamp,
    ) -> Result<Vec<PlayerId>, Failure> {
        let (reader, board) = (&self.reader(), board.into());
        let mut called = thread::called_into_thread(reader, board, now)?;
        let game = reader.game(board.game)?.value;
        let platform = game.venue_at(board.site).room.platform();
        accounts::address(reader, platform, &mut called)?;
        Ok(called)
    }

    /// The message for a notice to one person; `None` if it is no longer worth sending.
    ///
    /// # Errors
    /// When the store fails.
    pub fn told(&self, tell: &Tell, now: Timestamp) -> Result<Option<Told>, Failure> {
        notices::told(&self.reader(), tell, now)
    }

    /// The message for an announcement; `None` if there is nothing left to announce.
    ///
    /// # Errors
    /// When the store fails.
    pub fn announced(&self, announce: &Announce) -> Result<Option<Card>, Failure> {
        let reader = &self.reader();
        match announcements::announced(reader, announce)? {
            Some(card) => accounts::card_on(reader, announce.room.platform(), card).map(Some),
            None => Ok(None),
        }
    }

    /// Announces the operator's words to every server that has a room for announcements.
    ///
    /// # Errors
    /// When the store fails.
    pub fn broadcast(&self, words: &str, moment: Moment) -> Result<Vec<Outgoing>, Failure> {
        announcements::broadcast(&self.ctx(moment), words)
    }

    /// Advances a tournament as far as its games allow: ends a round, begins the next, or ends the tournament.
    ///
    /// # Errors
    /// When the store fails.
    pub fn advance(&self, id: TournamentId, moment: Moment) -> Result<Vec<Outgoing>, Failure> {
        lifecycle::advance(&self.ctx(moment), id)
    }

    /// Notes which of the players that were looked up have left the server.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_gone(
        &self,
        asked: &EffectId,
        look: &LookFor,
        gone: &[PlayerId],
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        availability::note_gone(&self.ctx(moment), asked, look, gone)
    }

    /// Notes which winners could not be given their role.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_awarded(
        &self,
        asked: &EffectId,
        award: &Award,
        failed: &[NotAwarded],
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        award::note_awarded(&self.ctx(moment), asked, award, failed)
    }

    /// A tournament's event as it should be now; `None` if there is no such tournament, or no server.
    ///
    /// # Errors
    /// When the store fails.
    pub fn wanted_event(&self, schedule: Schedule) -> Result<Option<WantedEvent>, Failure> {
        server_event::wanted_event(&self.reader(), schedule)
    }

    /// Notes what became of a tournament's event.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_scheduled(
        &self,
        asked: &EffectId,
        schedule: Schedule,
        outcome: &Scheduled,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        server_event::note_scheduled(&self.ctx(moment), asked, schedule, outcome)
    }

    /// Notes that a tournament's channel is gone.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_lost(&self, id: TournamentId, moment: Moment) -> Result<Vec<Outgoing>, Failure> {
        availability::note_lost(&self.ctx(moment), id)
    }

    /// Compares every rating with one rebuilt from the finished games.
    ///
    /// # Errors
    /// When the store fails.
    pub fn check_ratings(&self) -> Result<Rebuilt, Failure> {
        rebuild::check_ratings(&self.reader())
    }

    /// Replaces ratings that differ from those rebuilt from the finished games.
    ///
    /// # Errors
    /// When the store fails.
    pub fn rebuild_ratings(&self) -> Result<Rebuilt, Failure> {
        rebuild::rebuild_ratings(&self.reader())
    }

    /// A person's preferences over the server's settings.
    ///
    /// # Errors
    /// When the store fails.
    pub fn effective_settings(
        &self,
        person: Option<&PlayerId>,
        server: Option<&ServerId>,
    ) -> Result<EffectiveSettings, Failure> {
        let reader = &self.reader();
        reader.foresee(server.cloned().map(Key::Server));
        let first = match person {
            Some(id) => accounts::first_of(reader, id)?,
            None => None,
        };
        effective::effective_settings(reader, first.as_ref().or(person), server)
    }

    /// The form that an action opens, if it opens one.
    ///
    /// # Errors
    /// When the person may not fill it in, or the store fails.
    pub fn form(&self, who: &Person, action: Action) -> Result<Option<Modal>, Failure> {
        match action {
            Action::WriteMove(game, _) => {
                let reader = &self.reader();
                reader.foresee([Key::Game(game)]);
                let who = accounts::first_person(reader, who)?;
                moves::move_form(reader, &who, game).map(Some)
            }
            _ => Ok(messages::form(action)),
        }
    }
}
