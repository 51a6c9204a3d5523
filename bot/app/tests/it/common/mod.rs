//! Set-ups that the tests share: an application over a store in memory, with a scripted clock. People are created by name.

mod commands;
pub(crate) mod cup;
pub(crate) mod directory;
mod effects;
pub(crate) mod hooked;
mod replies;

use std::collections::HashSet;

use app::card::Card;
use app::commands::Completion;
use app::effect::{Handled, Outgoing, Subject};
use app::store::memory::MemoryStore;
use app::store::{Batch, Index, Key, Page, Store};
use app::{
    Announce, App, CareerRecord, ChallengeId, Context, Failure, Found, GameId, GameRecord, Learned,
    Limits, Moment, PeopleCommand, PeopleRefusal, Person, PersonRecord, Pool, RatingId,
    RatingRecord, Record, Refusal, Report, Request, RoomId, Setting, Shown, Span, Suggestion, Tell,
    Terms, TimeControl, Timestamp, Told, Venue, Which,
};
use app::{Command, PlayerId};
use rules_core::{Family, Variant};
use text::Platform;

pub(crate) use commands::{
    LIVE, THREE_DAYS, as_black, as_white, block, change, first_move, from_position, invite, moving,
    open_challenge, person, play, rated, timed, venue,
};
pub(crate) use effects::{
    all_called, announcements, called, challenge_of, game_of, looks, mentions, requests, shows,
    tells, thought_of, thoughts, tournament_of, wants_review,
};
pub(crate) use replies::{
    assert_says, assert_silent_about, button, files, has_label, is_silent, labels, option_labels,
    option_values, press, press_first, reply, table, text_of,
};

/// A request on a server by someone who may manage it.
pub(crate) fn request(who: &str, command: Command) -> Request {
    Request {
        who: person(who),
        venue: venue("t:room", Some("t:server")),
        context: manager(),
        command,
    }
}

pub(crate) fn manager() -> Context {
    Context {
        manages: true,
        ..Context::default()
    }
}

/// The application under test.
pub(crate) struct Hall {
    pub(crate) app: App,
    pub(crate) now: i64,
    pub(crate) seed: u64,
    /// How far the clock goes on with each moment.
    pub(crate) pace: Span,
    /// The platform's facts about the author of the next command.
    pub(crate) context: Context,
}

impl Hall {
    pub(crate) fn new() -> Self {
        Self::with(Limits::default())
    }

    pub(crate) fn with(limits: Limits) -> Self {
        Self::over(MemoryStore::default(), limits)
    }

    pub(crate) fn over(store: impl Store + 'static, limits: Limits) -> Self {
        Self {
            app: App::new(store, limits),
            now: 1_000_000,
            seed: 0,
            pace: Span::seconds(1),
            context: Context::default(),
        }
    }

    pub(crate) fn moment(&mut self) -> Moment {
        self.now += self.pace.0;
        self.seed += 1;
        Moment {
            now: Timestamp(self.now),
            seed: self.seed,
        }
    }

    pub(crate) fn wait(&mut self, span: Span) {
        self.now += span.0;
    }

    /// Lets time pass as the program does each second.
    pub(crate) fn tick(&mut self) -> Vec<Outgoing> {
        let moment = self.moment();
        self.app.pass_time(moment).unwrap()
    }

    /// Lets time pass on one platform.
    pub(crate) fn tick_on(&mut self, platform: Platform) -> Vec<Outgoing> {
        let moment = self.moment();
        self.app.pass_time_on(platform, moment).unwrap()
    }

    /// Waits, then lets time pass.
    pub(crate) fn pass(&mut self, span: Span) -> Vec<Outgoing> {
        self.wait(span);
        self.tick()
    }

    pub(crate) fn handle(
        &mut self,
        who: Person,
        venue: Venue,
        command: Command,
    ) -> Result<Handled, Failure> {
        let request = Request {
            who,
            venue,
            context: self.context.clone(),
            command,
        };
        let moment = self.moment();
        self.app.handle(&request, moment)
    }

    /// Gives a command in a room of the server.
    pub(crate) fn ask(
        &mut self,
        who: &str,
        room: &str,
        command: Command,
    ) -> Result<Handled, Failure> {
        let venue = venue(&format!("t:{room}"), Some("t:server"));
        self.handle(person(who), venue, command)
    }

    /// Gives a command that must succeed.
    #[track_caller]
    pub(crate) fn act(&mut self, who: &str, command: Command) -> Handled {
        self.ask(who, "room", command)
            .unwrap_or_else(|failure| panic!("{who} was refused: {failure:?}"))
    }

    /// Gives a command as a manager of the server.
    #[track_caller]
    pub(crate) fn manage(&mut self, who: &str, command: Command) -> Handled {
        let before = std::mem::replace(&mut self.context, manager());
        let handled = self.act(who, command);
        self.context = before;
        handled
    }

    /// Changes a setting, as a manager.
    #[track_caller]
    pub(crate) fn set(&mut self, who: &str, setting: Setting, value: &str) -> Handled {
        self.manage(who, change(setting, value))
    }

    /// Gives a command that must be refused, and returns why.
    #[track_caller]
    pub(crate) fn refused(&mut self, who: &str, command: Command) -> Refusal {
        match self.ask(who, "room", command) {
            Err(Failure::Refused(refusal)) => refusal,
            other => panic!("expected a refusal, got {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn assert_refused(&mut self, who: &str, command: Command, why: impl Into<Failure>) {
        let refused = self.ask(who, "room", command).unwrap_err();
        assert_eq!(refused, why.into());
    }

    /// As [`refused`](Self::refused), for reasons that concern people.
    #[track_caller]
    pub(crate) fn people_refusal(&mut self, who: &str, command: Command) -> PeopleRefusal {
        match self.refused(who, command) {
            Refusal::People(why) => why,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn suggest(
        &self,
        who: &str,
        completion: Completion,
        typed: &str,
    ) -> Vec<Suggestion> {
        let request = request(who, Command::Games);
        self.app.suggest(&request, completion, typed).unwrap()
    }

    /// Lets ann, as White, challenge bob.
    pub(crate) fn challenge(&mut self, variant: Variant) -> ChallengeId {
        let invite = invite("bob", as_white(Terms::of(variant)));
        challenge_of(&self.act("ann", invite).outgoing)
    }

    /// Begins a game to which the second person was challenged by the first.
    pub(crate) fn between(&mut self, one: &str, other: &str, terms: Terms) -> GameId {
        let made = self.act(one, invite(other, terms));
        let accept = Command::Accept(challenge_of(&made.outgoing));
        game_of(&self.act(other, accept).outgoing)
    }

    /// Begins a game between ann (White) and bob.
    pub(crate) fn game(&mut self, variant: Variant) -> GameId {
        self.game_on(Terms::of(variant))
    }

    pub(crate) fn game_on(&mut self, terms: Terms) -> GameId {
        self.between("ann", "bob", as_white(terms))
    }

    /// Begins a game of Chess Latrunculi with this clock.
    pub(crate) fn game_with(&mut self, time: TimeControl) -> GameId {
        self.game_on(timed(Variant::Latrunculi, time))
    }

    /// Begins a game of Chess Latrunculi in which both have moved.
    pub(crate) fn begun(&mut self) -> GameId {
        let game = self.game(Variant::Latrunculi);
        self.play_on(game, &["e4", "e5"]);
        game
    }

    /// Begins a game of Chess Latrunculi with this clock in which both have moved.
    pub(crate) fn begun_with(&mut self, time: TimeControl) -> GameId {
        let game = self.game_with(time);
        self.play_on(game, &["e4", "e5"]);
        game
    }

    /// Begins a rated game in which both have moved.
    pub(crate) fn rated_game(&mut self, white: &str, black: &str, variant: Variant) -> GameId {
        let id = self.between(white, black, rated(variant));
        self.both_move(id);
        id
    }

    /// Plays a rated game that `white` wins.
    pub(crate) fn won(&mut self, white: &str, black: &str, variant: Variant) -> GameId {
        self.wait(Span::hours(1));
        let id = self.rated_game(white, black, variant);
        self.act(black, Command::Resign(id));
        id
    }

    pub(crate) fn play(&mut self, who: &str, text: &str) -> Handled {
        self.act(who, moving(Which::Mine, text))
    }

    /// Makes moves by turns, beginning with White.
    pub(crate) fn play_on(&mut self, game: GameId, moves: &[&str]) {
        for text in moves {
            let who = self.to_move(game);
            self.act(&who, moving(Which::Id(game), text));
        }
    }

    /// Lets both players make their first legal move.
    pub(crate) fn both_move(&mut self, game: GameId) {
        for _ in 0..2 {
            let text = first_move(&self.record(game).replay().unwrap());
            self.play_on(game, &[&text]);
        }
    }

    pub(crate) fn to_move(&self, game: GameId) -> String {
        let record = self.record(game);
        record.seats[record.turn()].name()
    }

    /// Begins a game of ann's against the weakest engine.
    pub(crate) fn game_with_engine(&mut self, terms: Terms) -> GameId {
        game_of(&self.act("ann", play(terms)).outgoing)
    }

    /// Answers what the engine was asked.
    pub(crate) fn engine_plays<'f>(
        &mut self,
        asked: &[Outgoing],
        found: impl Into<Found<'f>>,
    ) -> Vec<Outgoing> {
        let (id, think) = thought_of(asked);
        self.report(Report::Thought(&id, &think, found.into()))
    }

    #[track_caller]
    pub(crate) fn report(&mut self, report: Report<'_>) -> Vec<Outgoing> {
        let moment = self.moment();
        self.app.report(report, moment).unwrap()
    }

    #[track_caller]
    pub(crate) fn thread_opened(&mut self, game: GameId, thread: &str) -> Vec<Outgoing> {
        self.report(Report::ThreadOpened(game.into(), &RoomId::new(thread)))
    }

    pub(crate) fn stored(&self, key: &Key) -> Option<Record> {
        let stored = self.app.store().get(key).unwrap();
        stored.map(|stored| stored.record)
    }

    /// The record with this key, which is of this type.
    #[track_caller]
    pub(crate) fn read<T: TryFrom<Record, Error = Key>>(&self, key: &Key) -> Option<T> {
        self.stored(key).map(|record| record.try_into().unwrap())
    }

    #[track_caller]
    pub(crate) fn record(&self, id: GameId) -> GameRecord {
        self.read(&Key::Game(id)).unwrap()
    }

    pub(crate) fn person(&self, id: &PlayerId) -> Option<PersonRecord> {
        self.read(&Key::Person(id.clone()))
    }

    pub(crate) fn career(&self, player: &PlayerId) -> Option<CareerRecord> {
        self.read(&Key::Career(player.clone()))
    }

    pub(crate) fn rating(
        &self,
        player: &PlayerId,
        family: Family,
        pool: Pool,
    ) -> Option<RatingRecord> {
        let player = player.clone();
        let id = RatingId {
            family,
            pool,
            player,
        };
        self.read(&Key::Rating(id))
    }

    pub(crate) fn list(&self, index: &Index) -> Vec<Key> {
        let rows = self.app.store().list(index, Page::first(1000)).unwrap();
        rows.into_iter().map(|(_, key)| key).collect()
    }

    /// Stores a record behind the application's back, over the present one if there is one.
    pub(crate) fn write(&self, record: impl Into<Record>) {
        let (record, store) = (record.into(), self.app.store());
        let present = store.get(&record.key()).unwrap();
        let version = present.map_or(0, |stored| stored.version);
        store.commit(Batch::write(version, record)).unwrap();
    }

    /// The effects that are not performed yet.
    pub(crate) fn pending(&self) -> Vec<Outgoing> {
        self.app.store().outgoing(usize::MAX).unwrap()
    }

    /// Announces these words everywhere.
    pub(crate) fn broadcast(&mut self, words: &str) -> Vec<Announce> {
        let moment = self.moment();
        announcements(&self.app.broadcast(words, moment).unwrap())
    }

    /// Settles all pending effects.
    pub(crate) fn perform_all(&self) {
        let done = self.pending().into_iter().map(|one| one.id);
        self.app.store().commit(Batch::completing(done)).unwrap();
    }

    /// The file with a person's data.
    #[track_caller]
    pub(crate) fn export(&mut self, who: &str) -> String {
        let export = Command::People(PeopleCommand::Export);
        files(&reply(self.act(who, export))).remove(0).1
    }

    /// Deletes a person's data.
    #[track_caller]
    pub(crate) fn erase(&mut self, who: &str) {
        self.act(who, Command::People(PeopleCommand::Erase));
        self.settle();
    }

    /// Performs everything pending, and lets time pass as often as a deletion needs.
    pub(crate) fn settle(&mut self) {
        for _ in 0..20 {
            self.perform_all();
            self.tick();
        }
    }

    #[track_caller]
    pub(crate) fn shown(&self, subject: Subject) -> Shown {
        self.app.show(subject).unwrap().unwrap()
    }

    #[track_caller]
    pub(crate) fn text(&self, subject: Subject) -> String {
        self.shown(subject).card.text.to_string()
    }

    pub(crate) fn buttons(&self, subject: Subject) -> Vec<String> {
        let card = self.shown(subject).card;
        let buttons: Vec<_> = card.controls.iter().flatten().collect();
        let addresses: HashSet<_> = buttons.iter().map(|b| b.action.address()).collect();
        assert_eq!(addresses.len(), buttons.len(), "Discord refuses two alike");
        labels(&card)
    }

    pub(crate) fn has_button(&self, subject: Subject, label: &str) -> bool {
        self.buttons(subject).iter().any(|one| one == label)
    }

    /// The message that a command announces first.
    #[track_caller]
    pub(crate) fn announced(&self, handled: &Handled) -> Card {
        let announced = &announcements(&handled.outgoing)[0];
        self.app.announced(announced).unwrap().unwrap()
    }

    /// Words a notice; `None` once it is out of date.
    pub(crate) fn told(&self, tell: &Tell) -> Option<Told> {
        self.app.told(tell, Timestamp(self.now)).unwrap()
    }

    #[track_caller]
    pub(crate) fn told_text(&self, tell: &Tell) -> String {
        self.told(tell).unwrap().card.text.to_string()
    }

    #[track_caller]
    pub(crate) fn assert_ratings_hold(&self) {
        assert_eq!(self.app.check_ratings(&|_| {}).unwrap().differing, 0);
    }
}

/// The indexes that list what a person has done, was challenged to, or is named in.
pub(crate) fn indexes_of(id: &PlayerId) -> [Index; 6] {
    [
        Index::OngoingOf(id.clone()),
        Index::FinishedOf(id.clone()),
        Index::ChallengesBy(id.clone()),
        Index::ChallengesTo(id.clone()),
        Index::ChallengesMadeBy(id.clone()),
        Index::About(id.clone()),
    ]
}

/// Compensates for downtime on every platform.
pub(crate) fn come_back(app: &App, now: Timestamp) -> Result<Vec<Outgoing>, Failure> {
    let mut outgoing = Vec::new();
    for platform in [Platform::Matrix, Platform::Discord] {
        let (given, failed) = app.come_back_since(platform, None, now)?;
        failed.map_or(Ok(()), Err)?;
        outgoing.extend(given);
    }
    Ok(outgoing)
}

pub(crate) fn learned(hall: &Hall, who: &str) -> Learned {
    let record = hall.person(&person(who).id);
    record.map_or_else(Learned::default, |person| person.learned)
}
