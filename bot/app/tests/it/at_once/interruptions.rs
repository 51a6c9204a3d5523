//! A command that is carried out between the reads and the commit of another.

use std::sync::{Arc, Mutex};

use app::effect::Handled;
use app::store::memory::MemoryStore;
use app::store::{Batch, Key, Store as _, StoreError};
use app::{
    App, Command, Failure, Limits, Moment, PeopleCommand, PeopleRefusal, Refusal, Request, Span,
    Timestamp, Which,
};

use super::{Scene, toto40};
use crate::common::hooked::Hook;
use crate::common::{
    THREE_DAYS, block, challenge_of, invite, moving, open_challenge, person, play, request,
};

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
        let (moment, earlier) = (self.hall.moment(), self.hall.moment());
        *self.store.hook.first.lock().unwrap() = Some((request(other, first), earlier));
        self.hall.app.handle(&request(who, command), moment)
    }
}

fn people_refusal(outcome: Result<Handled, Failure>) -> PeopleRefusal {
    match outcome {
        Err(Failure::Refused(Refusal::People(refusal))) => refusal,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_block_at_the_same_moment_stops_a_challenge_and_a_game() {
    let mut scene = Interruption::new();
    let id = challenge_of(&scene.hall.act("ann", open_challenge(toto40())).outgoing);
    let sent = scene.interrupted(("ann", invite("cat", toto40())), ("cat", block("ann")));
    let accepted = scene.interrupted(("bob", Command::Accept(id)), ("ann", block("bob")));
    for (outcome, whom) in [(sent, "cat"), (accepted, "ann")] {
        let not_available = PeopleRefusal::NotAvailable(person(whom));
        assert_eq!(people_refusal(outcome), not_available);
    }
}

#[test]
fn nothing_is_stored_about_a_person_who_is_being_deleted() {
    for command in [open_challenge(toto40()), play(toto40())] {
        let mut scene = Interruption::new();
        let erase = Command::People(PeopleCommand::Erase);
        let outcome = scene.interrupted(("ann", command), ("ann", erase));
        assert_eq!(people_refusal(outcome), PeopleRefusal::BeingDeleted);
        scene.hall.tick();
        assert!(scene.hall.stored(&Key::Person(person("ann").id)).is_none());
    }
}

#[test]
fn a_vacation_pauses_a_turn_that_begins_at_the_same_moment() {
    let away = || Command::Vacation(Some(5));
    for vacation_first in [true, false] {
        let mut scene = Interruption::new();
        let id = scene.hall.game_with(THREE_DAYS);
        let until = Timestamp(scene.hall.now).plus(Span::days(5));
        let (moves, leaves) = (("ann", moving(Which::Id(id), "e4")), ("bob", away()));
        let outcome = if vacation_first {
            scene.interrupted(moves, leaves)
        } else {
            scene.interrupted(leaves, moves)
        };
        outcome.unwrap();
        assert_eq!(scene.hall.record(id).clock.unwrap().since, until);
    }
}
