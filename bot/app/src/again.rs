//! Another game like the last one, colors changed: with the engine at once, with a person when both want it.

use rules_core::Color;

use crate::app::{App, Change};
use crate::ids::{GameId, Person};
use crate::moment::Moment;
use crate::record::{ChallengeRecord, ColorWish, GameRecord, Seat, Terms};
use crate::refusal::{Failure, Refusal};
use crate::store::{Index, Key, Page, Store};

impl<S: Store> App<S> {
    pub(crate) fn rematch(
        &self,
        who: &Person,
        id: GameId,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let record = self.game(id)?.value;
        let Some(side) = record.side_of(&who.id) else {
            return Err(Refusal::NotAPlayer(id).into());
        };
        if record.result.is_none() {
            return Err(Refusal::NotOver(id).into());
        }
        if let Some(next) = record.rematch {
            return Err(Refusal::RematchBegan(next).into());
        }
        let terms = terms_of(&record, !side);
        match &record.seats[!side] {
            Seat::Engine(level) => {
                let venue = record.venue.clone();
                let mut change = self.play_engine(who, &venue, &terms, *level, moment, attempt)?;
                self.follow(&mut change, id)?;
                Ok(change)
            }
            Seat::Person(opponent) => {
                if let Some(theirs) = self.rematch_of(opponent, id)? {
                    return self.accept(who, theirs.id, moment, attempt);
                }
                if self.rematch_of(who, id)?.is_some() {
                    return Err(Refusal::RematchAsked.into());
                }
                let asked =
                    self.challenge(who, &record.venue, Some(opponent), &terms, moment, attempt)?;
                Ok(asked.of_rematch(id))
            }
        }
    }

    fn rematch_of(&self, by: &Person, game: GameId) -> Result<Option<ChallengeRecord>, Failure> {
        let open = self.store.list(
            &Index::ChallengesBy(by.id.clone()),
            Page::first(self.limits.challenges),
        )?;
        for (_, key) in open {
            if let Key::Challenge(id) = key {
                let challenge = self.challenge_record(id)?.value;
                if challenge.rematch_of == Some(game) {
                    return Ok(Some(challenge));
                }
            }
        }
        Ok(None)
    }

    /// Notes in a finished game that another followed it, so that its button is not offered twice.
    pub(crate) fn follow(&self, change: &mut Change, id: GameId) -> Result<(), Failure> {
        let Some(next) = change.new_game() else {
            return Ok(());
        };
        let mut former = self.game(id)?;
        former.value.rematch = Some(next);
        change.effects.push(former.shown_in_place());
        change.writes.push(former.write());
        Ok(())
    }
}

/// The terms of a finished game, for somebody who now plays `color`.
fn terms_of(record: &GameRecord, color: Color) -> Terms {
    Terms {
        variant: record.variant,
        color: ColorWish::Only(color),
        start: record.start.clone(),
        time: record.time,
        rated: record.rated,
        // The next one is played where this one was.
        thread: Some(false),
    }
}
