//! How often challenges can be made. Counted from the challenges in the store, so a restart forgives nothing.

use super::PeopleRefusal;
use crate::app::App;
use crate::ids::{Person, Venue};
use crate::moment::{Moment, Span, Timestamp};
use crate::record::{ChallengeRecord, ChallengeState};
use crate::refusal::Failure;
use crate::store::{Index, Key, Page, Store};

/// The time over which challenges are counted.
const HOUR: Span = Span::hours(1);
/// How long somebody who said no is left in peace by whoever asked.
const PEACE: Span = Span::minutes(10);
/// One's own latest challenges that are looked through for a no.
const LOOKED_AT: usize = 5;

impl<S: Store> App<S> {
    pub(crate) fn may_challenge(
        &self,
        who: &Person,
        venue: &Venue,
        to: Option<&Person>,
        moment: Moment,
    ) -> Result<(), Failure> {
        let mine = Index::ChallengesMadeBy(who.id.clone());
        if let Some(until) = self.full(&mine, self.limits.hourly, moment)? {
            return Err(PeopleRefusal::TooOften(until).into());
        }
        if let Some(server) = &venue.server {
            let here = Index::ChallengesMadeIn(server.clone());
            if let Some(until) = self.full(&here, self.limits.server_hourly, moment)? {
                return Err(PeopleRefusal::TooOftenHere(until).into());
            }
        }
        let Some(to) = to else { return Ok(()) };
        if to.id.is_ghost() {
            return Err(PeopleRefusal::NotAvailable(to.clone()).into());
        }
        self.not_blocked(who, to)?;
        for (made, key) in self.store.list(&mine, Page::last(LOOKED_AT))? {
            let until = Timestamp(made).plus(PEACE);
            if until <= moment.now {
                break;
            }
            let challenge = self.load::<ChallengeRecord>(key)?;
            let no = challenge.is_some_and(|challenge| {
                challenge.value.state == ChallengeState::Declined
                    && challenge.value.to.is_some_and(|asked| asked.id == to.id)
            });
            if no {
                return Err(PeopleRefusal::SaidNo(to.clone(), until).into());
            }
        }
        Ok(())
    }

    /// Until when nothing more may be added to an index by time, if as much was added in the last hour as may be.
    fn full(
        &self,
        index: &Index,
        most: usize,
        moment: Moment,
    ) -> Result<Option<Timestamp>, Failure> {
        let rows: Vec<(i64, Key)> = self.store.list(index, Page::last(most))?;
        if rows.len() < most {
            return Ok(None);
        }
        let oldest = rows.last().map_or(moment.now, |row| Timestamp(row.0));
        let until = oldest.plus(HOUR);
        Ok((until > moment.now).then_some(until))
    }
}
