//! The audit of a tournament: everything that was done, for everyone to see.

use rules_core::Color;
use serde::{Deserialize, Serialize};

use crate::model::level::Level;
use crate::model::record::defaults::stored;
use crate::model::record::{AuditId, PlanPart};
use crate::model::{GameId, Index, IndexRow, Person, PlayerId, Timestamp};

stored! {
    /// A line of the audit.
    pub struct AuditRecord {
        /// Its place in the audit.
        pub id: AuditId,
        /// When it was done.
        pub at: Timestamp,
        /// The author; `None` for automatic changes.
        pub by: Option<Person> = default,
        pub act: Act,
    }
}

/// Something that was done in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// It was announced.
    Create,
    /// The first round was paired.
    Begin,
    /// No further round could be paired, so it ended early.
    EndEarly,
    Cancel,
    Pause,
    Resume,
    /// The start or the next round was postponed to this time.
    Postpone(Timestamp),
    /// A game was given this winner, or drawn.
    Adjudicate(GameId, Option<Color>),
    /// A game was annulled, and another started in its place.
    Replay(GameId, GameId),
    /// A player replaced another.
    Substitute {
        out: Person,
        new: Person,
    },
    /// The organizer withdrew a player.
    Remove(Person),
    /// A player was withdrawn for missing two games.
    NoShow(Person),
    /// A player left after the start.
    Withdraw(Person),
    /// A player entered after the start.
    Late(Person),
    /// The organizer let a player in before the start. Older audits have it.
    Add(Person),
    /// A player entered before the start.
    Join(Person),
    /// A player accepted an organizer's invitation.
    Accept {
        person: Person,
        inviter: Person,
    },
    /// The organizer took the removal of a player back.
    Readmit(Person),
    /// A player asked for a half-point bye in the next round.
    SitOut(Person),
    /// A player had not checked in at the start, and is out.
    Missing(Person),
    /// A round was paired, and this player has its bye.
    Round(u16, Option<Person>),
    /// A player is paired again, since what withdrew them no longer counts.
    Back(Person),
    /// The organizer let the engine in at this level.
    AddEngine(Level),
    /// The organizer withdrew the engine of this level.
    RemoveEngine(Level),
    /// The engine of this level became the stand-in.
    StandIn(Level),
    /// Half-point byes were refused, since the other players could not be paired.
    #[serde(rename = "nobody-sits-out")]
    ByesRefused,
    /// A player missed a game of an arena, and is not paired until they rejoin.
    Away(Person),
    /// A player left the server.
    Gone(Person),
    /// The message could no longer be posted, so nothing starts.
    Lost,
    /// It continues in another room.
    Move,
    /// A part of the plan was changed.
    Edit(PlanPart),
    /// The organizer's last action was undone.
    Undo,
}

impl AuditRecord {
    /// The people named in it.
    fn people_mut(&mut self) -> Vec<&mut Person> {
        let mut people: Vec<&mut Person> = self.by.iter_mut().collect();
        match &mut self.act {
            Act::Substitute { out, new } => people.extend([out, new]),
            Act::Accept { person, inviter } => people.extend([person, inviter]),
            Act::Remove(person)
            | Act::NoShow(person)
            | Act::Withdraw(person)
            | Act::Late(person)
            | Act::Gone(person)
            | Act::Away(person)
            | Act::Join(person)
            | Act::Readmit(person)
            | Act::SitOut(person)
            | Act::Missing(person)
            | Act::Round(_, Some(person))
            | Act::Back(person)
            | Act::Add(person) => {
                people.push(person);
            }
            _ => {}
        }
        people
    }

    /// Replaces a person by a ghost.
    pub(crate) fn replace_with_ghost(&mut self, player: &PlayerId, ghost: &Person) {
        for person in self.people_mut() {
            if person.id == *player {
                *person = ghost.clone();
            }
        }
    }

    /// Gives an account the name of the one to which it was linked.
    pub(crate) fn rename(&mut self, from: &PlayerId, to: &PlayerId) {
        for person in self.people_mut() {
            if person.id == *from {
                person.id = to.clone();
            }
        }
    }

    pub(in crate::model::record) fn index_rows(&self) -> Vec<IndexRow> {
        let mut line = self.clone();
        let people = line.people_mut().into_iter();
        people
            .map(|person| Index::About(person.id.clone()).at(self.at.0))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_who_plays_has_a_stored_form() {
        let ann = || Person::new(PlayerId::new("t:ann"), "ann");
        let stored_ann = r#"{"id":"t:ann","name":"ann"}"#;
        let about = |act: &str| format!(r#"{{"{act}":{stored_ann}}}"#);
        let accept = Act::Accept {
            person: ann(),
            inviter: ann(),
        };
        let accepted = format!(r#"{{"accept":{{"person":{stored_ann},"inviter":{stored_ann}}}}}"#);
        let bye = format!(r#"{{"round":[3,{stored_ann}]}}"#);
        let forms = [
            (accept, accepted),
            (Act::Join(ann()), about("join")),
            (Act::Readmit(ann()), about("readmit")),
            (Act::SitOut(ann()), about("sit-out")),
            (Act::Missing(ann()), about("missing")),
            (Act::Back(ann()), about("back")),
            (Act::Round(3, None), r#"{"round":[3,null]}"#.to_owned()),
            (Act::Round(3, Some(ann())), bye),
        ];
        for (act, stored) in forms {
            assert_eq!(serde_json::to_string(&act).unwrap(), stored);
            assert_eq!(serde_json::from_str::<Act>(&stored).unwrap(), act);
        }
    }
}
