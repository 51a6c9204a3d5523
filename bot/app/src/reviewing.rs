//! A finished game gone through by the engine: asked for, kept, shown.

use crate::app::{App, Change};
use crate::choosing::replayed;
use crate::effect::{Analyze, Answer, Effect, EffectId, Outgoing};
use crate::ids::GameId;
use crate::moment::Moment;
use crate::record::ReviewRecord;
use crate::refusal::{Failure, Refusal};
use crate::say;
use crate::store::{Key, Store, Write};

impl<S: Store> App<S> {
    /// What the engine found in a game, if it went through it.
    pub(crate) fn review(&self, game: GameId) -> Result<Option<ReviewRecord>, Failure> {
        Ok(self.load(Key::Review(game))?.map(|loaded| loaded.value))
    }

    /// Asks for a finished game to be gone through, if it was not.
    pub(crate) fn ask_review(&self, id: GameId) -> Result<Change, Failure> {
        let record = self.game(id)?.value;
        if record.result.is_none() {
            return Err(Refusal::NotOver(id).into());
        }
        let game = replayed(&record)?;
        let answer = if self.review(id)?.is_some() {
            let card = self.game_card(&record, game, None)?;
            return Ok(Change::nothing(Answer::Private(Box::new(card))));
        } else {
            crate::app::private(say::review_asked())
        };
        Ok(Change {
            effects: vec![Effect::Analyze(Analyze { game: id })],
            ..Change::nothing(answer)
        })
    }

    /// Keeps what the engine found and settles the effect that asked for it; the game's message shows it then.
    /// Nothing is kept where there is nothing new.
    ///
    /// # Errors
    /// When the store fails.
    pub fn reviewed(
        &self,
        asked: &EffectId,
        found: Option<&ReviewRecord>,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        let handled = self.attempt(moment, |_| {
            let mut change = match found {
                Some(found) => self.keep_review(found)?,
                None => Change::nothing(Answer::Seen),
            };
            change.settled.push(asked.clone());
            Ok(change)
        })?;
        Ok(handled.outgoing)
    }

    fn keep_review(&self, found: &ReviewRecord) -> Result<Change, Failure> {
        let game = match self.game(found.game) {
            Ok(game) => game,
            Err(Failure::Refused(_)) => return Ok(Change::nothing(Answer::Seen)),
            Err(failure) => return Err(failure),
        };
        if game.value.result.is_none() || self.review(found.game)?.is_some() {
            return Ok(Change::nothing(Answer::Seen));
        }
        let show = game.shown_in_place();
        let review = Write {
            expected: 0,
            record: found.clone().into(),
        };
        // The game itself is as it was; its new version says that its message is not.
        Ok(Change {
            writes: vec![game.write(), review],
            effects: vec![show],
            ..Change::nothing(Answer::Seen)
        })
    }
}
