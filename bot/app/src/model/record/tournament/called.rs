//! People to mention or notify about a tournament.

use super::{Entry, Format, Stage, TournamentRecord};
use crate::model::ids::PlayerId;

impl TournamentRecord {
    /// The people to tell that it is about to start or was canceled. The organizer learns that it lacks players.
    pub(crate) fn concerned(&self) -> Vec<PlayerId> {
        let people = self.active().filter_map(|(_, entry)| entry.player());
        let mut people: Vec<_> = people.cloned().collect();
        if self.lacks_players() && !people.contains(&self.by.id) {
            people.push(self.by.id.clone());
        }
        people
    }

    /// The people to tell that it starts soon: first those who still have to check in.
    pub(crate) fn reminded(&self) -> Vec<PlayerId> {
        self.and_others_concerned(self.missing_check_in().cloned().collect())
    }

    /// The people to tell that it is over: those on the podium; after an early end, then everyone else.
    pub(crate) fn called_at_the_end(&self) -> Vec<PlayerId> {
        let people = self.on_podium();
        match self.ended_early() {
            Some(_) => self.and_others_concerned(people),
            None => people,
        }
    }

    fn and_others_concerned(&self, mut people: Vec<PlayerId>) -> Vec<PlayerId> {
        let mut others = self.concerned();
        others.retain(|person| !people.contains(person));
        people.append(&mut others);
        people
    }

    /// The entrants who would be paired.
    pub(crate) fn present(&self) -> impl Iterator<Item = &Entry> {
        let entries = self.entries.iter();
        entries.filter(|entry| entry.checked_in || !self.plan.check_in)
    }

    /// Whether a Swiss with this many rounds may end early, because no two players meet twice.
    pub(crate) fn is_too_small_for(&self, rounds: u8) -> bool {
        let (rounds, players) = (usize::from(rounds), self.present().count());
        let players = players.next_multiple_of(2);
        // In the last two rounds, the pairs that haven't met may form two odd cycles, which have no perfect matching.
        rounds >= players || players > 4 && rounds + 2 >= players
    }

    /// Whether it can't start with those who have joined.
    pub(crate) fn lacks_players(&self) -> bool {
        self.deserted || self.stage == Stage::Open && self.entries.len() < 2
    }

    /// The people on the podium of a finished tournament.
    pub(crate) fn on_podium(&self) -> Vec<PlayerId> {
        let entries = self.entries.iter();
        let mut placed: Vec<_> = entries
            .filter(|entry| self.is_on_podium(entry))
            .filter_map(|entry| Some((entry.place, entry.player()?.clone())))
            .collect();
        placed.sort_by_key(|(place, _)| *place);
        placed.into_iter().map(|(_, person)| person).collect()
    }

    /// Whether an entrant is among the first three; of two, only the winner is.
    pub(crate) fn is_on_podium(&self, entry: &Entry) -> bool {
        let are_more = self.entries.iter().any(|other| other.place > Some(2));
        let place = entry.place.unwrap_or(u16::MAX);
        place == 1 || place <= 3 && are_more
    }

    /// Whether a Swiss ended before the rounds that were announced.
    pub fn ended_early(&self) -> Option<u8> {
        match (self.stage, self.plan.format) {
            (Stage::Finished(_), Format::Swiss { rounds }) if self.rounds < u16::from(rounds) => {
                Some(rounds)
            }
            _ => None,
        }
    }
}
