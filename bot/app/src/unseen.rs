//! Games whose board cannot be posted where they are played: the channel is gone, or Delos may not write there any more.
//!
//! Their players are told so once, and from then on of each turn, by themselves, until a board can be posted again.

use crate::app::{App, Change};
use crate::choosing::{Table, replayed};
use crate::effect::{Answer, Effect, Outgoing};
use crate::ids::GameId;
use crate::moment::Moment;
use crate::notice::{Notice, Tell};
use crate::refusal::Failure;
use crate::store::Store;

impl<S: Store> App<S> {
    /// Notes whether a game's board could be posted.
    ///
    /// # Errors
    /// When there is no such game, or the store fails.
    pub fn note_seen(
        &self,
        game: GameId,
        seen: bool,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        let handled = self.attempt(moment, |_| {
            let mut record = self.game(game)?;
            if record.value.unseen != seen {
                return Ok(Change::nothing(Answer::Seen));
            }
            record.value.unseen = !seen;
            let people = record.value.people().filter(|_| !seen);
            let tells = people
                .map(|person| {
                    Effect::Tell(Tell {
                        to: person.id.clone(),
                        notice: Notice::CannotShow { game },
                    })
                })
                .collect();
            let game = replayed(&record.value)?;
            let side = game.turn();
            Ok(Table { record, game, side }.quietly(tells, Answer::Seen))
        })?;
        Ok(handled.outgoing)
    }
}
