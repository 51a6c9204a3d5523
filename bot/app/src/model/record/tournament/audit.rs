//! The audit: everything that was done, for everybody to see.

use rules_core::Color;
use serde::{Deserialize, Serialize};

use crate::model::ids::{GameId, Person, PlayerId};
use crate::model::key::{Index, IndexRow};
use crate::model::level::Level;
use crate::model::moment::Timestamp;
use crate::model::record::tournament::part::PlanPart;
use crate::model::record_ids::AuditId;

/// Something that was done in a tournament, for everybody to see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditRecord {
    /// Which line it is.
    pub id: AuditId,
    /// When.
    pub at: Timestamp,
    /// Who did it; nobody for what happens by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Person>,
    /// What.
    pub act: Act,
}

/// What was done in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// It was announced.
    Create,
    /// The first round was paired.
    Begin,
    /// No round could be paired any more, so it ended early.
    EndEarly,
    /// It was called off.
    Cancel,
    /// It was paused.
    Pause,
    /// It went on.
    Resume,
    /// The next round was put off to this time.
    Postpone(Timestamp),
    /// A game was given this result.
    Adjudicate(GameId, Option<Color>),
    /// A game was annulled, and another begun.
    Replay(GameId, GameId),
    /// Somebody took the place of somebody.
    Substitute {
        /// Who left.
        out: Person,
        /// Who came.
        new: Person,
    },
    /// Somebody was withdrawn by the organizer.
    Remove(Person),
    /// Somebody was withdrawn because they did not come to two games.
    NoShow(Person),
    /// Somebody left by themselves after the beginning.
    Withdraw(Person),
    /// Somebody came after the beginning.
    Late(Person),
    /// The organizer let somebody in before the beginning.
    Add(Person),
    /// The engine was let in at this level.
    AddEngine(Level),
    /// The engine of this level was withdrawn.
    RemoveEngine(Level),
    /// The engine of this level plays whoever would have no opponent.
    StandIn(Level),
    /// Those who asked for a half-point bye play all the same, since the others could not be paired without them.
    NobodySitsOut,
    /// Somebody did not come to a game of an arena, and waits for no other until they come back.
    Away(Person),
    /// Somebody has left the server.
    Gone(Person),
    /// Its message could not be posted any more, so nothing begins.
    Lost,
    /// It goes on in another room.
    Move,
    /// A part of the plan was changed.
    Edit(PlanPart),
    /// The organizer's last word was taken back.
    Undo,
}

impl AuditRecord {
    /// Everybody who is named in it.
    fn people_mut(&mut self) -> Vec<&mut Person> {
        let mut people: Vec<&mut Person> = self.by.iter_mut().collect();
        match &mut self.act {
            Act::Substitute { out, new } => people.extend([out, new]),
            Act::Remove(person)
            | Act::NoShow(person)
            | Act::Withdraw(person)
            | Act::Late(person)
            | Act::Gone(person)
            | Act::Away(person)
            | Act::Add(person) => {
                people.push(person);
            }
            _ => {}
        }
        people
    }

    /// Puts a ghost in somebody's place.
    pub(crate) fn haunt(&mut self, player: &PlayerId, ghost: &Person) {
        for person in self.people_mut() {
            if person.id == *player {
                *person = ghost.clone();
            }
        }
    }

    pub(in crate::model::record) fn index_rows(&self) -> Vec<IndexRow> {
        let order = self.at.0;
        self.clone()
            .people_mut()
            .into_iter()
            .map(|person| IndexRow {
                index: Index::About(person.id.clone()),
                order,
            })
            .collect()
    }
}
