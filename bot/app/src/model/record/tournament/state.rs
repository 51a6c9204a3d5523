//! The tournament itself: how far it has come, and its entrants.

use pairing::arena::ArenaCard;
use pairing::{Entrant, Ranking, Seed};
use rules_core::Color;
use serde::{Deserialize, Serialize};

use super::{Absence, Entry, Format, TournamentPlan};
use crate::model::ids::{Person, PlayerId, TournamentId, Venue};
use crate::model::key::{Index, IndexRow};
use crate::model::level::Level;
use crate::model::moment::{Span, Timestamp};
use crate::model::record::defaults::is_default;
use crate::model::record::game::Seat;

/// Bytes of entrants after which no other is taken: a value of the store has 65,536, and the plan and one more entrant need some.
const FULL: usize = 60_000;

/// How long before the beginning those are reminded who have not checked in.
const CHECK_IN: Span = Span::minutes(15);

/// How far a tournament has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// People can enter.
    Open,
    /// A round is played.
    Playing,
    /// The next round begins at this time.
    Between(Timestamp),
    /// A round may end, but none begins until the organizer goes on.
    Paused,
    /// It is over.
    Finished(Timestamp),
    /// It was called off.
    Canceled(Timestamp),
}

/// How the last thing that the organizer did is taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undo {
    /// Who was removed plays on.
    Return(Seed),
    /// Who was added late is withdrawn.
    Withdraw(Seed),
    /// Who was let in again is away as before.
    Away(Seed, Absence),
    /// Who was substituted comes back, or is away as before.
    Substitute(
        Seed,
        Person,
        #[serde(default, skip_serializing_if = "is_default")] Absence,
    ),
    /// The stage that was before.
    Stage(Stage),
    /// The plan that was before.
    Plan(Box<TournamentPlan>),
}

/// What is going on in an arena.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArenaState {
    /// When it ends.
    pub until: Timestamp,
    /// When those are paired next who are free; not before the end while there is nobody to pair.
    pub pairs: Timestamp,
    /// The rounds of which games are being played.
    pub open: Vec<u16>,
}

/// A tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentRecord {
    /// Its public code.
    pub id: TournamentId,
    /// What was announced.
    pub plan: TournamentPlan,
    /// Who made it.
    pub by: Person,
    /// Where it is played.
    pub venue: Venue,
    /// When it was made.
    pub made: Timestamp,
    /// When it was last changed.
    pub touched: Timestamp,
    /// Who entered: in the order in which they came, and from the beginning on in the order of their seeds.
    pub entries: Vec<Entry>,
    /// How far it has come.
    pub stage: Stage,
    /// How it is ranked: as the plan says.
    pub ranking: Ranking,
    /// The color that odd seeds have first.
    pub initial: Color,
    /// Rounds that were paired.
    #[serde(default)]
    pub rounds: u16,
    /// Lines in its audit.
    #[serde(default)]
    pub audit: u32,
    /// Whether its message cannot be posted any more where it is played: nothing begins until the organizer goes on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lost: bool,
    /// Whether those who have not checked in were reminded.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reminded: bool,
    /// Whether its games get threads, where that does not depend on the server's settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<bool>,
    /// What is going on in an arena that has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arena: Option<ArenaState>,
    /// How the organizer's last word is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<Undo>,
}

impl TournamentRecord {
    /// Whether it can still change.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Finished(_) | Stage::Canceled(_))
    }

    /// Whether it has begun: seeds are fixed.
    pub fn has_begun(&self) -> bool {
        self.rounds > 0
    }

    /// The seed of somebody who entered.
    pub fn seed_of(&self, player: &PlayerId) -> Option<Seed> {
        let place = self
            .entries
            .iter()
            .position(|entry| entry.person().is_some_and(|person| person.id == *player))?;
        Some(Seed::from_index(place))
    }

    /// Whether the record of one more entrant fits into a value of the store, whatever becomes of all of them.
    pub(crate) fn has_room(&self) -> bool {
        let in_arena = matches!(self.plan.format, Format::Arena { .. });
        let filled: usize = self
            .entries
            .iter()
            .map(|entry| entry.most_bytes(in_arena))
            .sum();
        filled < FULL
    }

    /// The seed of the engine at a level.
    pub fn seed_of_engine(&self, level: Level) -> Option<Seed> {
        let mut seats = self.entries.iter().map(|entry| &entry.seat);
        let place = seats.position(|seat| *seat == Seat::Engine(level))?;
        Some(Seed::from_index(place))
    }

    /// Whether it is the engine that plays only where somebody would have no opponent.
    pub fn stands_in(&self, entry: &Entry) -> bool {
        self.plan
            .stand_in
            .is_some_and(|level| entry.seat == Seat::Engine(level))
    }

    /// Takes a plan in the place of the former one, which is given back.
    pub(crate) fn plan_anew(&mut self, plan: TournamentPlan) -> TournamentPlan {
        self.ranking = plan.ranking();
        std::mem::replace(&mut self.plan, plan)
    }

    /// Takes somebody off the list before the beginning. Seeds that were remembered do not count any more.
    pub(crate) fn strike(&mut self, seed: Seed) {
        if seed.index() < self.entries.len() {
            self.entries.remove(seed.index());
        }
        self.undo = None;
    }

    /// The entry of that seed.
    pub fn entry(&self, seed: Seed) -> Option<&Entry> {
        self.entries.get(seed.index())
    }

    pub(crate) fn entry_mut(&mut self, seed: Seed) -> Option<&mut Entry> {
        self.entries.get_mut(seed.index())
    }

    /// Everybody who is named in it.
    fn people(&self) -> impl Iterator<Item = &PlayerId> {
        let substituted = match &self.undo {
            Some(Undo::Substitute(_, person, _)) => Some(&person.id),
            _ => None,
        };
        let entries = self.entries.iter().filter_map(|entry| entry.person());
        entries
            .map(|person| &person.id)
            .chain([&self.by.id])
            .chain(substituted)
    }

    /// Puts a ghost in somebody's place, who plays no more; before the beginning the place is free again.
    pub(crate) fn haunt(&mut self, player: &PlayerId, ghost: &Person) {
        if self.by.id == *player {
            self.by = ghost.clone();
        }
        if matches!(&self.undo, Some(Undo::Substitute(_, person, _)) if person.id == *player) {
            self.undo = None;
        }
        if self.stage == Stage::Open
            && let Some(seed) = self.seed_of(player)
        {
            self.strike(seed);
        }
        for entry in &mut self.entries {
            if entry.person().is_some_and(|person| person.id == *player) {
                entry.seat = Seat::Person(ghost.clone());
                entry.withdrawn = true;
            }
        }
    }

    /// Everybody's card in an arena, by seed.
    pub fn arena_cards(&self) -> Vec<ArenaCard> {
        self.entries.iter().map(|entry| entry.arena).collect()
    }

    /// When those who have not checked in are to be reminded.
    pub(crate) fn reminds(&self) -> Option<Timestamp> {
        let asked = self.stage == Stage::Open && self.plan.check_in && !self.reminded;
        let starts = self.plan.starts.filter(|_| asked)?;
        Some(Timestamp(starts.0.saturating_sub(CHECK_IN.0)))
    }

    /// When it is to be looked at again by itself.
    fn wakes(&self) -> Option<Timestamp> {
        match self.stage {
            _ if self.lost => None,
            Stage::Open => self.reminds().or(self.plan.starts),
            Stage::Between(next) => Some(next),
            Stage::Playing => self
                .arena
                .as_ref()
                .map(|arena| arena.pairs.min(arena.until)),
            Stage::Paused => self.arena.as_ref().map(|arena| arena.until),
            _ => None,
        }
    }

    pub(in crate::model::record) fn index_rows(&self) -> Vec<IndexRow> {
        let row = |index, order: Timestamp| IndexRow {
            index,
            order: order.0,
        };
        let mut rows: Vec<IndexRow> = self
            .people()
            .map(|id| row(Index::About(id.clone()), self.touched))
            .collect();
        if let Some(server) = &self.venue.server {
            rows.push(row(Index::TournamentsOf(server.clone()), self.made));
        }
        if !self.is_over() {
            rows.push(row(Index::TournamentsUnderWay, self.made));
        }
        rows.extend(self.wakes().map(|at| row(Index::Due, at)));
        rows
    }

    /// The entrants as the pairing knows them.
    pub fn entrants(&self) -> Vec<Entrant> {
        self.entries
            .iter()
            .map(|entry| Entrant {
                name: entry.seat.name(),
                rating: entry.rating,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_substitution_without_an_absence_is_stored_as_before() {
        let person = Person::new(PlayerId::new("t:ann"), "ann");
        let undo = Undo::Substitute(Seed::from_index(0), person, Absence::default());
        let stored = r#"{"substitute":[1,{"id":"t:ann","name":"ann"}]}"#;
        assert_eq!(serde_json::to_string(&undo).unwrap(), stored);
        assert_eq!(serde_json::from_str::<Undo>(stored).unwrap(), undo);
    }
}
