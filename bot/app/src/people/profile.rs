//! `/profile`: what somebody has played, how they are rated, and what the asker has played against them.

use std::collections::BTreeMap;

use rules_core::Family;

use crate::app::{App, Change};
use crate::effect::{Answer, Card};
use crate::enclosure::{CurvePicture, Enclosure, Series};
use crate::ids::{Person, PlayerId, Venue};
use crate::moment::Moment;
use crate::record::{CareerRecord, PairId, PairRecord, Pool, RatingId, RatingRecord, Tally};
use crate::refusal::Failure;
use crate::say;
use crate::store::{Key, Store};

/// Games at the foot of a profile.
const RECENT: usize = 5;

/// A game that somebody is rated in: among people, and against the engine.
pub type FamilyRatings = (Family, Option<RatingRecord>, Option<RatingRecord>);

/// What a profile tells.
#[derive(Debug)]
pub struct Profile {
    /// Whose it is.
    pub person: Person,
    /// What they have played, if anything.
    pub career: Option<CareerRecord>,
    /// Their ratings.
    pub ratings: Vec<FamilyRatings>,
    /// How the asker fared against them; nothing about oneself, or where there is nothing to tell.
    pub against: Option<Tally>,
}

impl<S: Store> App<S> {
    pub(crate) fn profile(
        &self,
        who: &Person,
        venue: &Venue,
        of: Option<&Person>,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let person = of.unwrap_or(who);
        let career = self.load::<CareerRecord>(Key::Career(person.id.clone()))?;
        let career = career.map(|loaded| loaded.value);
        let profile = Profile {
            person: person.clone(),
            ratings: self.ratings(career.as_ref(), &person.id)?,
            career,
            against: self.against(&who.id, &person.id)?,
        };
        let recent = self.page_of_history(who, venue, &person.id, None, RECENT)?;
        let text = say::profile(&profile, moment.now).line(say::recent_games(&recent.games));
        let curve = curve(&profile);
        let card = Card {
            enclosed: curve.map(Enclosure::Curve).into_iter().collect(),
            controls: recent.older().into_iter().collect(),
            ..Card::words(text)
        };
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }

    /// The ratings in the games that a career tells of: there are no others, and each look is a page of the disk.
    fn ratings(
        &self,
        career: Option<&CareerRecord>,
        player: &PlayerId,
    ) -> Result<Vec<FamilyRatings>, Failure> {
        let mut ratings = Vec::new();
        let Some(career) = career else {
            return Ok(ratings);
        };
        for family in Family::ALL {
            let of = |tallies: &BTreeMap<Family, Tally>, pool| {
                if tallies.contains_key(&family) {
                    self.rating(family, pool, player)
                } else {
                    Ok(None)
                }
            };
            let people = of(&career.people, Pool::Everywhere)?;
            let engine = of(&career.engine, Pool::Engine)?;
            if people.is_some() || engine.is_some() {
                ratings.push((family, people, engine));
            }
        }
        Ok(ratings)
    }

    /// Somebody's rating, if they have one.
    pub(crate) fn rating(
        &self,
        family: Family,
        pool: Pool,
        player: &PlayerId,
    ) -> Result<Option<RatingRecord>, Failure> {
        let id = RatingId {
            family,
            pool,
            player: player.clone(),
        };
        Ok(self.load(Key::Rating(id))?.map(|loaded| loaded.value))
    }

    fn against(&self, who: &PlayerId, other: &PlayerId) -> Result<Option<Tally>, Failure> {
        if who == other {
            return Ok(None);
        }
        let id = PairId::new(who.clone(), other.clone());
        let pair = self.load::<PairRecord>(Key::Pair(id))?;
        Ok(pair.map(|pair| pair.value.of(who)))
    }
}

/// How their ratings among people went, if there is more than one point to draw.
fn curve(profile: &Profile) -> Option<CurvePicture> {
    let series: Vec<_> = profile
        .ratings
        .iter()
        .filter_map(|(family, people, _)| {
            let people = people.as_ref().filter(|rating| rating.curve.len() > 1)?;
            Some(Series {
                name: family.name().to_owned(),
                points: people.curve.clone(),
            })
        })
        .collect();
    (!series.is_empty()).then(|| CurvePicture {
        title: say::ratings_of(&profile.person.name),
        series,
    })
}
