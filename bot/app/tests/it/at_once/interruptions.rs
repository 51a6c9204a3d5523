//! A command that is carried out between the reads and the commit of another.

use std::sync::{Arc, Mutex};

use app::effect::Handled;
use app::store::memory::MemoryStore;
use app::store::{Batch, Key, Store as _, StoreError};
use app::{
    App, Command, Failure, GameId, Limits, Moment, PeopleCommand, PeopleRefusal, Record, Refusal,
    Request, Span, Terms, Timestamp, Which,
};
use rules_core::Variant;

use super::{Scene, invite, play};
use crate::common::hooked::Hook;
use crate::common::{challenge_of, game_of, person, request};

/// Lets another command through just before the next commit.
#[derive(Default)]
struct Interrupted {
    first: Mutex<Option<(Request, Moment)>>,
}

impl Hook for Interrupted {
    fn commit(&self, store: &Arc<MemoryStore>, batch: Batch) -> Result<(), StoreError> {
        let first = self.first.lock().unwrap().take();
        if let Some((request, moment)) = first {
            let app = App::new(Arc::clone(store), Limits::default());
            app.handle(&request, moment).unwrap();
        }
        store.commit(batch)
    }
}

/// A scene in which each command can be interrupted by another.
type Interruption = Scene<Interrupted>;

impl Interruption {
    fn new() -> Self {
        Self::with(Interrupted::default(), Limits::default(), 0)
    }

    /// Carries out a command; another is carried out between its reads and its commit.
    fn interrupted(
        &mut self,
        (who, command): (&str, Command),
        (other, first): (&str, Command),
    ) -> Result<Handled, Failure> {
        let (moment, earlier) = (self.moment(), self.moment());
        *self.store.hook.first.lock().unwrap() = Some((request(other, first), earlier));
        self.app.handle(&request(who, command), moment)
    }

    /// A daily game of ann (White) and bob.
    fn daily(&mut self) -> GameId {
        let terms = Terms {
            color: app::ColorWish::Only(rules_core::Color::White),
            time: app::TimeControl::PerMove { days: 3 },
            ..Terms::of(Variant::Toto40)
        };
        let opponent = Some(person("bob"));
        let made = self.act("ann", Command::Challenge { opponent, terms });
        let accept = Command::Accept(challenge_of(&made.outgoing));
        game_of(&self.act("bob", accept).outgoing)
    }

    /// When the running clock of a game began to run, or will.
    fn since(&self, id: GameId) -> Timestamp {
        let stored = self.app.store().get(&Key::Game(id)).unwrap().unwrap();
        let Record::Game(game) = stored.record else {
            panic!("not a game");
        };
        game.clock.unwrap().since
    }
}

fn people_refusal(outcome: Result<Handled, Failure>) -> PeopleRefusal {
    match outcome {
        Err(Failure::Refused(Refusal::People(refusal))) => refusal,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_block_at_the_same_moment_stops_a_challenge() {
    let mut hall = Interruption::new();
    let block = Command::People(PeopleCommand::Block(person("ann")));
    let sent = hall.interrupted(("ann", invite(Some("bob"))), ("bob", block));
    let not_available = PeopleRefusal::NotAvailable(person("bob"));
    assert_eq!(people_refusal(sent), not_available);
}

#[test]
fn a_block_at_the_same_moment_stops_a_game() {
    let mut hall = Interruption::new();
    let id = challenge_of(&hall.act("ann", invite(None)).outgoing);
    let block = Command::People(PeopleCommand::Block(person("bob")));
    let accepted = hall.interrupted(("bob", Command::Accept(id)), ("ann", block));
    let not_available = PeopleRefusal::NotAvailable(person("ann"));
    assert_eq!(people_refusal(accepted), not_available);
}

#[test]
fn nothing_is_stored_about_a_person_who_asked_for_deletion_at_the_same_moment() {
    for command in [invite(None), play()] {
        let mut hall = Interruption::new();
        let erase = Command::People(PeopleCommand::Erase);
        let outcome = hall.interrupted(("ann", command), ("ann", erase));
        assert_eq!(people_refusal(outcome), PeopleRefusal::BeingDeleted);
        let moment = hall.moment();
        hall.app.pass_time(moment).unwrap();
        let stored = hall.app.store().get(&Key::Person(person("ann").id));
        assert_eq!(stored, Ok(None));
    }
}

#[test]
fn a_vacation_pauses_a_turn_that_begins_at_the_same_moment() {
    let away = || Command::Vacation(Some(5));
    let until = Timestamp(1_000_000_000).plus(Span::days(5));
    let moving = |id| Command::Move {
        game: Which::Id(id),
        text: "Re5".to_owned(),
        ply: None,
    };
    let mut hall = Interruption::new();
    let id = hall.daily();
    hall.interrupted(("ann", moving(id)), ("bob", away()))
        .unwrap();
    assert_eq!(hall.since(id), until);
    let mut hall = Interruption::new();
    let id = hall.daily();
    hall.interrupted(("bob", away()), ("ann", moving(id)))
        .unwrap();
    assert_eq!(hall.since(id), until);
}
