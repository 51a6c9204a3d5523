//! A hint where to look: in casual games alone, for whoever is to move, told to nobody else.

use crate::app::{App, Change};
use crate::choosing::Table;
use crate::command::Which;
use crate::effect::Answer;
use crate::ids::{Person, Venue};
use crate::refusal::{Failure, Refusal};
use crate::store::Store;

impl<S: Store> App<S> {
    pub(crate) fn hint(
        &self,
        who: &Person,
        venue: &Venue,
        which: Which,
    ) -> Result<Change, Failure> {
        let table = self.choose(who, venue, which, &[&Table::my_turn])?;
        if table.record.value.rated {
            return Err(Refusal::RatedHint.into());
        }
        table.must_be_to_move(None)?;
        Ok(Change::nothing(Answer::Hint(Box::new(table.game))))
    }
}
