//! Vacations: days in which no clock of days runs against somebody, so many for each person and year.
//!
//! A turn that begins in a vacation counts from its end; one that had begun is put off by what is left of it. Live games and
//! games of tournaments go on.

use crate::app::{App, Change, private};
use crate::effect::{Effect, Manner, Show, Subject};
use crate::ids::{GameId, Person, PlayerId};
use crate::moment::{Moment, Span, Timestamp};
use crate::notice::{Notice, Tell};
use crate::record::{GameRecord, PersonRecord, Record, Vacation};
use crate::refusal::{Failure, Refusal};
use crate::say;
use crate::store::{Index, Key, Page, Store, Write};

impl<S: Store> App<S> {
    /// Begins a vacation of so many days, or makes the present one longer by them; without a number, says how it stands.
    pub(crate) fn vacation(
        &self,
        who: &Person,
        days: Option<u16>,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let now = moment.now;
        let mut person = self.person_record(who)?;
        person.value.person = who.clone();
        let year = now.year();
        let former = person.value.vacation;
        let used = former
            .filter(|vacation| vacation.year == year)
            .map_or(0, |vacation| vacation.used);
        let left = self.limits.vacation_days.saturating_sub(used);
        let present = person.value.away_until(now);
        let Some(days) = days else {
            return Ok(Change::nothing(private(say::vacation(present, left))));
        };
        if days == 0 || days > left {
            return Err(Refusal::NoVacationLeft(left).into());
        }
        let stands = Span::days(days.into());
        let until = present.unwrap_or(now).plus(stands);
        person.value.vacation = Some(Vacation {
            until,
            year,
            used: used + days,
        });
        let mut change = Change::nothing(private(say::vacation_begins(until, left - days)));
        for id in self.games_of_days(&who.id)? {
            self.put_off(&mut change, id, &who.id, (stands, until), now)?;
        }
        change.writes.push(person.write());
        Ok(change)
    }

    fn games_of_days(&self, who: &PlayerId) -> Result<Vec<GameId>, Failure> {
        let mine = self.store.list(
            &Index::OngoingOf(who.clone()),
            Page::last(self.limits.games),
        )?;
        Ok(mine
            .into_iter()
            .filter_map(|(_, key)| match key {
                Key::Game(id) => Some(id),
                _ => None,
            })
            .collect())
    }

    /// Puts off the present turn of `who` in a game, and lets the other side know.
    fn put_off(
        &self,
        change: &mut Change,
        id: GameId,
        who: &PlayerId,
        (stands, until): (Span, Timestamp),
        now: Timestamp,
    ) -> Result<(), Failure> {
        let mut game = self.game(id)?;
        let record = &mut game.value;
        let Some(side) = record.side_of(who).filter(|_| record.knows_vacations()) else {
            return Ok(());
        };
        if let Some(other) = record.seats[!side].person() {
            change.effects.push(Effect::Tell(Tell {
                to: other.id.clone(),
                notice: Notice::Away { game: id, until },
            }));
        }
        let fallen = record.flag().is_some_and(|flag| flag <= now);
        let mine = record.turn() == side;
        let Some(clock) = record.clock.as_mut().filter(|_| mine && !fallen) else {
            return Ok(());
        };
        clock.since = clock.since.plus(stands);
        change.effects.push(Effect::Show(Show {
            subject: Subject::Game(id),
            version: game.version + 1,
            manner: Manner::InPlace,
            ply: Some(game.value.ply()),
        }));
        change.writes.push(game.write());
        Ok(())
    }

    /// Lets turns that begin with these writes begin after the vacation of whoever has them.
    pub(crate) fn keep_vacations(
        &self,
        writes: &mut [Write],
        now: Timestamp,
    ) -> Result<(), Failure> {
        for write in writes {
            let Record::Game(game) = &mut write.record else {
                continue;
            };
            let begins = game.clock.is_some_and(|clock| clock.since == now);
            if !begins || !game.knows_vacations() {
                continue;
            }
            let Some(person) = game.seats[game.turn()].person() else {
                continue;
            };
            let person = self.load::<PersonRecord>(Key::Person(person.id.clone()))?;
            let until = person.and_then(|person| person.value.away_until(now));
            if let (Some(until), Some(clock)) = (until, &mut game.clock) {
                clock.since = until;
            }
        }
        Ok(())
    }
}

impl GameRecord {
    fn knows_vacations(&self) -> bool {
        self.result.is_none()
            && self.clock.is_some()
            && !self.time.is_live()
            && self.event.is_none()
    }
}
