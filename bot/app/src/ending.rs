//! Leaving a game: resigning, and giving it up before it has really begun.

use crate::app::{App, Change};
use crate::command::{Press, Which};
use crate::effect::{Answer, Card, Control, Look};
use crate::ids::{GameId, Person, Venue};
use crate::moment::Moment;
use crate::record::End;
use crate::refusal::{Failure, Refusal};
use crate::say;
use crate::store::Store;

impl<S: Store> App<S> {
    pub(crate) fn ask_resign(
        &self,
        who: &Person,
        venue: &Venue,
        which: Which,
    ) -> Result<Change, Failure> {
        let table = self.choose(who, venue, which, &[])?;
        let record = &table.record.value;
        let resign = Control {
            label: "Resign",
            look: Look::Danger,
            press: Press::Resign(record.id),
        };
        let card = Card {
            controls: vec![vec![resign]],
            ..Card::words(say::ask_resign(record, table.side))
        };
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }

    pub(crate) fn resign(
        &self,
        who: &Person,
        venue: &Venue,
        id: GameId,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let table = match self.table(who, id)?.fallen(moment) {
            Ok(table) => table,
            Err(over) => return Ok(*over),
        };
        let winner = Some(!table.side);
        Ok(table.ended(winner, End::Resignation, venue, moment))
    }

    /// Before both sides have moved, either can leave, and nothing is counted.
    pub(crate) fn abort(
        &self,
        who: &Person,
        venue: &Venue,
        id: GameId,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let mut table = self.table(who, id)?;
        let record = &mut table.record.value;
        // Or one side could leave in the other's turn, and the round would hold that against the other.
        if record.event.is_some() {
            return Err(Refusal::NoAbort(id).into());
        }
        if record.has_begun() {
            return Err(Refusal::TooLateToAbort.into());
        }
        record.aborted_by = Some(table.side);
        Ok(table.ended(None, End::Abandonment, venue, moment))
    }
}
