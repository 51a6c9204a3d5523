//! A tournament: its stage and its entrants.

use pairing::arena::ArenaCard;
use pairing::{Entrant, Ranking, Seed};
use rules_core::Color;
use serde::{Deserialize, Serialize};

use super::{Absence, Entry, Invitation, TournamentPlan};
use crate::model::ids::{Person, PlayerId, ServerEventId, TournamentId, Venue};
use crate::model::key::{Index, IndexRow};
use crate::model::level::Level;
use crate::model::moment::{Span, Timestamp};
use crate::model::record::defaults::{is_default, stored};
use crate::model::record::game::Seat;

/// No entry is added once a record and its index rows can fill this many bytes. A value of the store holds 65,536: the others
/// are for one more entrant with the longest names, for marks that few entrants get, and for a longer plan.
const MAX_BYTES: usize = 61_000;

/// Time before the start at which players are reminded.
const REMINDER: Span = Span::minutes(10);

/// Likewise where they have to check in.
const CHECK_IN_REMINDER: Span = Span::minutes(15);

/// Time that a free player of an arena waits for others to become free, so that there is a choice of opponents.
const ARENA_WAIT: Span = Span::seconds(10);

/// Time from the podium until the games' threads are locked, so that people can talk there.
pub(crate) const UNTIL_LOCKED: Span = Span::minutes(15);

/// The progress of a tournament.
///
/// Two marks of [`TournamentRecord`] are independent of it: `lost`, since a lost message is found again in the stage in
/// which it was lost, and `reminded`, which counts in [`Stage::Open`] only. `arena` is set when an arena starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Open for entries; seeds are not fixed.
    Open,
    /// A round is being played.
    Playing,
    /// The next round starts at this time.
    Between(Timestamp),
    /// The round in progress may end, but none starts until the organizer resumes.
    Paused,
    Finished(Timestamp),
    Canceled(Timestamp),
}

/// The way to undo the organizer's last action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undo {
    /// A removed entrant returns.
    Return(Seed),
    /// A late entrant is withdrawn.
    Withdraw(Seed),
    /// A readmitted entrant is absent as before.
    Away(Seed, Absence),
    /// A replaced entrant returns, or is absent as before.
    Substitute(
        Seed,
        Person,
        #[serde(default, skip_serializing_if = "is_default")] Absence,
    ),
    /// An invitation is withdrawn.
    Invite(PlayerId),
    /// The previous stage returns.
    Stage(Stage),
    /// The previous plan returns.
    Plan(Box<TournamentPlan>),
}

impl Undo {
    /// The entrant whom it concerns, if any.
    pub(crate) fn seed(&self) -> Option<Seed> {
        match self {
            Self::Return(seed)
            | Self::Withdraw(seed)
            | Self::Away(seed, _)
            | Self::Substitute(seed, ..) => Some(*seed),
            Self::Invite(_) | Self::Stage(_) | Self::Plan(_) => None,
        }
    }
}

/// The known state of the planned server event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerEvent {
    /// It may exist.
    Asked,
    /// It was made under this id, and may have been deleted since.
    Made(ServerEventId),
}

/// The state of an arena that has started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArenaState {
    pub until: Timestamp,
    /// Time of the next pairing; `until` while there is no one to pair.
    pub pairs: Timestamp,
    /// Rounds with games in progress.
    pub open: Vec<u16>,
}

stored! {
    pub struct TournamentRecord {
        pub id: TournamentId,
        pub plan: TournamentPlan,
        /// The organizer who announced it.
        pub by: Person,
        /// The venue of its messages and games.
        pub venue: Venue,
        /// When it was announced.
        pub made: Timestamp,
        /// When it last changed.
        pub touched: Timestamp,
        /// Entrants in order of entry; from the start on in order of seeds.
        pub entries: Vec<Entry>,
        pub stage: Stage,
        pub ranking: Ranking,
        /// The first color of odd seeds.
        pub initial: Color,
        /// Rounds that were paired.
        #[serde(default)]
        pub rounds: u16,
        /// Lines of its audit.
        #[serde(default)]
        pub audit: u32,
        /// Invitations that were not accepted.
        pub invitations: Vec<Invitation> = default,
        /// Whether its message can no longer be posted in its room: nothing starts until the organizer resumes.
        pub lost: bool = default,
        /// Whether players were reminded of the start.
        pub reminded: bool = default,
        /// Whether its games get threads; `None` where the server's settings decide, which without a choice means yes.
        pub threads: Option<bool> = default,
        /// Whether it was canceled because fewer than two players were there at the start.
        pub deserted: bool = default,
        /// Rounds whose threads are still to be locked after the podium; none in records of versions that locked none.
        pub rounds_to_lock: u16 = default,
        pub arena: Option<ArenaState> = default,
        pub undo: Option<Undo> = default,
        /// Its event in the server's list; `None` if the plan asks for none and none is left.
        pub event: Option<ServerEvent> = default,
    }
}

impl TournamentRecord {
    /// An announced tournament without entrants.
    pub(crate) fn new(
        id: TournamentId,
        plan: TournamentPlan,
        by: &Person,
        venue: &Venue,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            ranking: plan.ranking(),
            plan,
            by: by.clone(),
            venue: venue.clone(),
            made: now,
            touched: now,
            entries: Vec::new(),
            stage: Stage::Open,
            initial: Color::White,
            rounds: 0,
            audit: 0,
            invitations: Vec::new(),
            lost: false,
            reminded: false,
            threads: None,
            deserted: false,
            rounds_to_lock: 0,
            arena: None,
            undo: None,
            event: None,
        }
    }

    /// Whether it can no longer change.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Finished(_) | Stage::Canceled(_))
    }

    /// Whether it has started: seeds are fixed.
    pub fn has_begun(&self) -> bool {
        self.rounds > 0
    }

    pub fn seed_of(&self, player: &PlayerId) -> Option<Seed> {
        let mut players = self.entries.iter().map(Entry::player);
        let place = players.position(|entered| entered == Some(player));
        place.map(Seed::from_index)
    }

    pub fn seed_of_engine(&self, level: Level) -> Option<Seed> {
        let mut seats = self.entries.iter().map(|entry| &entry.seat);
        let place = seats.position(|seat| *seat == Seat::Engine(level));
        place.map(Seed::from_index)
    }

    /// The number of entrants, withdrawn ones included.
    pub(crate) fn entered(&self) -> u16 {
        u16::try_from(self.entries.len()).unwrap_or(u16::MAX)
    }

    /// The entrants who have not been withdrawn.
    pub(crate) fn active(&self) -> impl Iterator<Item = (Seed, &Entry)> {
        let places = (0..).map(Seed::from_index);
        places
            .zip(&self.entries)
            .filter(|(_, entry)| !entry.withdrawn)
    }

    /// Whether inviting this person was the organizer's last action.
    pub(crate) fn is_last_invited(&self, player: &PlayerId) -> bool {
        self.undo == Some(Undo::Invite(player.clone()))
    }

    /// Whether the record of one more entrant or invitation fits into a value of the store, even when every entry has grown as
    /// entries do.
    pub(crate) fn has_room(&self) -> bool {
        let entries = self.entries.iter();
        let bytes: usize = entries.map(|entry| entry.max_bytes(self.plan.format)).sum();
        let invitations: usize = self.invitations.iter().map(Invitation::max_bytes).sum();
        let rest = Self {
            entries: Vec::new(),
            invitations: Vec::new(),
            undo: Some(Undo::Plan(Box::new(self.plan.clone()))),
            ..self.clone()
        };
        // Derived `Serialize` with text keys cannot fail.
        let rest = serde_json::to_vec(&(rest.index_rows(), &rest)).map_or(0, |json| json.len());
        bytes + invitations + rest < MAX_BYTES
    }

    /// Whether this is the stand-in: the engine that plays only where a player would have no opponent.
    pub fn is_stand_in(&self, entry: &Entry) -> bool {
        let stand_in = self.plan.stand_in.map(Seat::Engine);
        stand_in.as_ref() == Some(&entry.seat)
    }

    /// Replaces the plan, and returns the previous one.
    pub(crate) fn replace_plan(&mut self, plan: TournamentPlan) -> TournamentPlan {
        self.ranking = plan.ranking();
        std::mem::replace(&mut self.plan, plan)
    }

    /// Deletes an entry before the start. Seeds change, so the last action can no longer be undone.
    pub(crate) fn delete_entry(&mut self, seed: Seed) {
        if seed.index() < self.entries.len() {
            self.entries.remove(seed.index());
        }
        self.undo = None;
    }

    /// Forgets how to undo the removal of an entrant: they are gone.
    pub(crate) fn forget_removal(&mut self, seed: Seed) {
        if self.undo == Some(Undo::Return(seed)) {
            self.undo = None;
        }
    }

    pub fn entry(&self, seed: Seed) -> Option<&Entry> {
        self.entries.get(seed.index())
    }

    pub(crate) fn entry_mut(&mut self, seed: Seed) -> Option<&mut Entry> {
        self.entries.get_mut(seed.index())
    }

    pub(crate) fn entry_of(&self, player: &PlayerId) -> Option<&Entry> {
        self.seed_of(player).and_then(|seed| self.entry(seed))
    }

    pub(crate) fn entry_of_mut(&mut self, player: &PlayerId) -> Option<&mut Entry> {
        let seed = self.seed_of(player)?;
        self.entry_mut(seed)
    }

    /// The entrants in the terms of `pairing`.
    pub fn entrants(&self) -> Vec<Entrant> {
        let entries = self.entries.iter();
        entries
            .map(|entry| Entrant {
                name: entry.seat.name(),
                rating: entry.rating,
            })
            .collect()
    }

    /// The entrants' cards of an arena, by seed.
    pub fn arena_cards(&self) -> Vec<ArenaCard> {
        self.entries.iter().map(|entry| entry.arena).collect()
    }

    /// Schedules the next pairing of an arena, since a player is free.
    pub(crate) fn pair_soon(&mut self, now: Timestamp) {
        if let Some(arena) = &mut self.arena {
            arena.pairs = arena.pairs.min(now.plus(ARENA_WAIT));
        }
    }

    /// People who have not checked in, if the plan asks for it.
    pub(crate) fn missing_check_in(&self) -> impl Iterator<Item = &PlayerId> {
        let asked = self.stage == Stage::Open && self.plan.check_in;
        let missing = self.entries.iter().filter(move |e| asked && !e.checked_in);
        missing.filter_map(Entry::player)
    }

    /// Whether players should be reminded of the start now.
    pub(crate) fn is_reminder_due(&self, now: Timestamp) -> bool {
        self.reminder().is_some_and(|at| at <= now) && self.plan.starts.is_some_and(|at| now < at)
    }

    fn reminder(&self) -> Option<Timestamp> {
        let is_open = self.stage == Stage::Open && !self.reminded;
        let starts = self.plan.starts.filter(|_| is_open)?;
        if self.plan.check_in {
            return Some(Timestamp(starts.0.saturating_sub(CHECK_IN_REMINDER.0)));
        }
        let at = Timestamp(starts.0.saturating_sub(REMINDER.0));
        // A player who has just read the start time needs no reminder.
        (at > self.made).then_some(at)
    }

    /// The next time at which something happens without a command.
    fn due(&self) -> Option<Timestamp> {
        let arena = self.arena.as_ref();
        match self.stage {
            _ if self.lost => None,
            Stage::Open => self.reminder().or(self.plan.starts),
            Stage::Between(next) => Some(next),
            Stage::Playing => arena.map(|arena| arena.pairs.min(arena.until)),
            Stage::Paused => arena.map(|arena| arena.until),
            Stage::Finished(at) if self.rounds_to_lock > 0 => Some(at.plus(UNTIL_LOCKED)),
            Stage::Finished(_) | Stage::Canceled(_) => None,
        }
    }

    /// The record as `player` may see it: without invitations of others.
    pub(crate) fn seen_by(mut self, player: &PlayerId) -> Self {
        if matches!(&self.undo, Some(Undo::Invite(invited)) if invited != player) {
            self.undo = None;
        }
        self.invitations
            .retain(|invitation| invitation.person.id == *player);
        self
    }

    /// The people named in it.
    fn people(&self) -> impl Iterator<Item = &PlayerId> {
        let substituted = match &self.undo {
            Some(Undo::Substitute(_, person, _)) => Some(&person.id),
            _ => None,
        };
        let entered = self.entries.iter().filter_map(Entry::player);
        let named = entered.chain([&self.by.id]);
        let invited = self.invitations.iter().flat_map(Invitation::people);
        named.chain(invited).chain(substituted)
    }

    /// Replaces a person by a ghost and withdraws them unless it is over; before the start their entry is deleted. Returns
    /// whether they leave a tournament that is not over.
    pub(crate) fn replace_with_ghost(&mut self, player: &PlayerId, ghost: &Person) -> bool {
        let is_over = self.is_over();
        let seed = self.seed_of(player).filter(|_| !is_over);
        let entry = seed.and_then(|seed| self.entry(seed));
        let leaves = entry.is_some_and(|entry| !entry.withdrawn);
        if matches!(&self.undo, Some(Undo::Substitute(_, person, _)) if person.id == *player) {
            self.undo = None;
        }
        if let Some(seed) = seed {
            self.forget_removal(seed);
        }
        self.invitations.retain(|invitation| {
            invitation.person.id != *player && invitation.out.as_ref() != Some(player)
        });
        let inviters = self.invitations.iter_mut().map(|one| &mut one.by);
        let organizers = inviters.chain([&mut self.by]);
        for person in organizers.filter(|person| person.id == *player) {
            person.clone_from(ghost);
        }
        if self.is_last_invited(player) {
            self.undo = None;
        }
        if self.stage == Stage::Open
            && let Some(seed) = self.seed_of(player)
        {
            self.delete_entry(seed);
        }
        for entry in &mut self.entries {
            if entry.player() == Some(player) {
                entry.seat = Seat::Person(ghost.clone());
                entry.withdrawn |= !is_over;
            }
        }
        leaves
    }

    /// Gives an account the name of the one to which it was linked. Where both entered, the entry becomes `stranger`'s, so that no
    /// one is in the standings twice.
    pub(crate) fn rename(&mut self, from: &PlayerId, to: &PlayerId, stranger: &PlayerId) {
        let has_entered = self.seed_of(to).is_some();
        let entered = if has_entered { stranger } else { to };
        let mut ids = vec![(&mut self.by.id, to)];
        for invitation in &mut self.invitations {
            let people = [&mut invitation.person.id, &mut invitation.by.id];
            let people = people.into_iter().chain(&mut invitation.out);
            ids.extend(people.map(|id| (id, to)));
        }
        for entry in &mut self.entries {
            if let Seat::Person(person) = &mut entry.seat {
                ids.push((&mut person.id, entered));
            }
        }
        match &mut self.undo {
            Some(Undo::Substitute(_, person, _)) => ids.push((&mut person.id, entered)),
            Some(Undo::Invite(invited)) => ids.push((invited, to)),
            _ => {}
        }
        for (id, new) in ids.into_iter().filter(|(id, _)| **id == *from) {
            id.clone_from(new);
        }
    }

    /// Stamps a control that postpones: the start, or the next round's, in seconds; zero if there is none to postpone.
    pub fn start_stamp(&self) -> u32 {
        let start = match self.stage {
            Stage::Open => self.plan.starts,
            Stage::Between(next) => Some(next),
            _ => None,
        };
        start.map_or(0, |at| u32::try_from(at.0 / 1000).unwrap_or(u32::MAX))
    }

    /// Stamps a control that undoes: the action that would be undone.
    pub fn undo_stamp(&self) -> u32 {
        stamp(&serde_json::to_string(&(self.rounds, &self.undo)).unwrap_or_default())
    }

    pub(in crate::model::record) fn index_rows(&self) -> Vec<IndexRow> {
        let about = |id: &PlayerId| Index::About(id.clone()).at(self.touched.0);
        let mut rows: Vec<_> = self.people().map(about).collect();
        if let Some(server) = &self.venue.server {
            rows.push(Index::TournamentsOf(server.clone()).at(self.made.0));
        }
        if !self.is_over() {
            rows.push(Index::TournamentsUnderWay.at(self.made.0));
        }
        rows.extend(self.due().map(|at| Index::Due.at(at.0)));
        rows
    }
}

/// Hashes a text to a short number (FNV-1a), for the stamp of a control. Collisions are very unlikely.
pub(crate) fn stamp(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use rules_core::Variant;

    use super::*;
    use crate::model::ids::RoleId;
    use crate::model::record::time_control::TimeControl;
    use crate::model::record::tournament::Format;

    /// A tournament before its start, announced by a person with that id.
    fn tournament(by: &Person) -> TournamentRecord {
        let time = TimeControl::PerMove { days: 1 };
        let format = Format::Swiss { rounds: 9 };
        let plan = TournamentPlan::new("Cup", Variant::Toto40, time, format);
        let venue = Venue::on_server("x".repeat(518), "y".repeat(262));
        let now = Timestamp(1_700_000_000_000);
        TournamentRecord::new(TournamentId::draw(1, 0), plan, by, &venue, now)
    }

    fn stored(record: &TournamentRecord) -> usize {
        let rows = serde_json::to_string(&record.index_rows()).unwrap();
        // And the envelope.
        serde_json::to_string(record).unwrap().len() + rows.len() + 60
    }

    /// Entrants, and whether there are invitations as well, until no more fit; then everything that can come.
    fn filled(by: &Person, with_invitations: bool) -> usize {
        let mut record = tournament(by);
        while record.has_room() && record.entries.len() < usize::from(TournamentPlan::MOST) {
            let mut entry = Entry::new(Seat::Person(by.clone()));
            entry.rating = Some(2000);
            record.entries.push(entry);
            if with_invitations && record.invitations.len() < 50 && record.has_room() {
                record.invitations.push(Invitation {
                    person: by.clone(),
                    by: by.clone(),
                    out: Some(by.id.clone()),
                    declined: true,
                    withdrawn: false,
                });
            }
        }
        record.plan.role = Some(RoleId::new("r".repeat(262)));
        record.plan.winners_role = record.plan.role.clone();
        record.undo = Some(Undo::Plan(Box::new(record.plan.clone())));
        for (number, entry) in record.entries.iter_mut().enumerate() {
            entry.checked_in = true;
            entry.withdrawn = number % 3 == 0;
            entry.no_shows = 2 * u8::from(number % 8 == 0);
            entry.removed = number % 16 == 1;
            entry.sits_out = number % 16 == 2;
            entry.place = u16::try_from(number).ok();
        }
        let bytes = stored(&record);
        assert!(bytes <= 65_536, "{bytes} with {}", record.entries.len());
        record.entries.len()
    }

    #[test]
    fn a_full_tournament_fits_into_a_value_of_the_store() {
        let person = |id: String, name: &str| Person::new(PlayerId::new(id), name);
        let discord = || "discord:1312345678901234567".to_owned();
        let matrix = |letter: &str| format!("matrix:@{}", letter.repeat(254));
        for (person, alone, with_invitations) in [
            (person(discord(), &"n".repeat(32)), 256, 140),
            (person(discord(), &"\u{1F600}".repeat(32)), 170, 70),
            (person(matrix("a"), "ann"), 80, 20),
            (person(matrix("\""), "ann"), 45, 10),
        ] {
            let found = (filled(&person, false), filled(&person, true));
            assert!(found.0 >= alone, "{found:?} of {person:?}");
            assert!(found.1 >= with_invitations, "{found:?} of {person:?}");
        }
    }

    #[test]
    fn a_substitution_without_an_absence_is_stored_as_before() {
        let person = Person::new(PlayerId::new("t:ann"), "ann");
        let undo = Undo::Substitute(Seed::from_index(0), person, Absence::default());
        let stored = r#"{"substitute":[1,{"id":"t:ann","name":"ann"}]}"#;
        assert_eq!(serde_json::to_string(&undo).unwrap(), stored);
        assert_eq!(serde_json::from_str::<Undo>(stored).unwrap(), undo);
    }
}
