//! No engine for a position that somebody is playing a rated game from.

use rules_core::Variant;

use super::PeopleRefusal;
use crate::app::App;
use crate::choosing::replayed;
use crate::ids::Person;
use crate::record::GameRecord;
use crate::refusal::Failure;
use crate::store::{Index, Key, Page, Store};

impl<S: Store> App<S> {
    /// Refuses the position that one of somebody's rated games in progress has reached, whatever its counters say.
    pub(crate) fn no_engine_help(
        &self,
        who: &Person,
        variant: Variant,
        fen: &str,
    ) -> Result<(), Failure> {
        let mine = Index::OngoingOf(who.id.clone());
        for (_, key) in self.store.list(&mine, Page::last(self.limits.games))? {
            let Key::Game(id) = key else { continue };
            let Some(record) = self.load::<GameRecord>(key)? else {
                continue;
            };
            let record = record.value;
            if !record.rated || record.variant != variant {
                continue;
            }
            if same_position(&replayed(&record)?.position().fen(), fen) {
                return Err(PeopleRefusal::RatedPosition(id).into());
            }
        }
        Ok(())
    }
}

/// Whether the same pieces stand on the same squares. The side to move is left out: its answer would help as well.
fn same_position(one: &str, other: &str) -> bool {
    one.split(' ').next() == other.split(' ').next()
}
