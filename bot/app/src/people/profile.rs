//! `/profile`: a person's ratings, results and latest games, and the asker's score against them.

use std::collections::BTreeMap;

use pictures::{Curve, CurvePoint, Series};
use rules_core::Family;
use text::msg;

use crate::context::{Change, Ctx, Reader, Result};
use crate::messages::{self, FamilyRatings, Profile};
use crate::model::{
    CareerRecord, GameRecord, Key, PairId, PairRecord, Person, PlayerId, Pool, RatingId,
    RatingRecord, Tally, Timestamp,
};
use crate::people::history;
use crate::protocol::{
    Action, Attachment, Card, Command, PeopleCommand, Postable, Request, post_button,
};
use crate::spec::{CommandSpec, Kind, SHARE, named};

pub(crate) const PROFILE: CommandSpec = named("profile", || msg!("command-profile"))
    .command(|arguments| {
        let person = arguments.anyone("person")?;
        match (arguments.is_set("share"), person) {
            (true, Some(_)) => Err(msg!("profile-share-own").into()),
            (true, None) => Ok(Command::Post(Postable::Profile)),
            (false, person) => Ok(Command::People(PeopleCommand::Profile(person))),
        }
    })
    .options(&[
        Kind::Person.option("person", || msg!("command-profile-person")),
        SHARE,
    ]);

/// Games at the foot of a profile.
const RECENT: usize = 5;

pub(crate) fn profile(ctx: &Ctx<'_>, request: &Request, of: Option<&Person>) -> Result<Change> {
    let who = &request.who;
    let person = of.unwrap_or(who);
    foresee(ctx, person, &who.id)?;
    let recent = history::history_page(ctx, request, &person.id, None, RECENT)?;
    let mut controls = recent.controls();
    if person.id == who.id && request.may_post() {
        controls.push(vec![post_button(Action::PostProfile)]);
    }
    let shown = card(ctx, person, &who.id, ctx.moment.now)?;
    let card = Card {
        text: shown.text.line(messages::recent_games(&recent.games)),
        menu: messages::replay_menu(&recent.games),
        controls,
        ..shown
    };
    Ok(Change::aside(card))
}

/// A person's ratings and results as `viewer` sees them, without their games.
pub(crate) fn card(
    reader: &Reader<'_>,
    person: &Person,
    viewer: &PlayerId,
    now: Timestamp,
) -> Result<Card> {
    let career = reader.value::<CareerRecord>(Key::Career(person.id.clone()))?;
    foresee(reader, person, viewer)?;
    let profile = Profile {
        person: person.clone(),
        ratings: ratings(reader, career.as_ref(), &person.id)?,
        career,
        head_to_head: head_to_head(reader, viewer, &person.id)?,
    };
    let curve = curve(&profile);
    Ok(Card {
        attachments: curve.map(Attachment::Curve).into_iter().collect(),
        ..Card::words(messages::profile(&profile, now))
    })
}

/// Notes what [`card`] reads, apart from the career.
fn foresee(reader: &Reader<'_>, person: &Person, viewer: &PlayerId) -> Result<()> {
    if *viewer != person.id {
        let pair = PairId::new(viewer.clone(), person.id.clone());
        reader.foresee([Key::Pair(pair)]);
    }
    if let Some(career) = reader.value::<CareerRecord>(Key::Career(person.id.clone()))? {
        for (tallies, pool) in [
            (&career.people, Pool::Everywhere),
            (&career.engine, Pool::Engine),
        ] {
            let families = tallies.keys();
            reader.foresee(families.map(|&family| rating_key(family, pool.clone(), &person.id)));
        }
    }
    Ok(())
}

/// The ratings in the games that the career lists. There are no others, and each read may cost a disk page.
pub(crate) fn ratings(
    reader: &Reader<'_>,
    career: Option<&CareerRecord>,
    player: &PlayerId,
) -> Result<Vec<FamilyRatings>> {
    let mut ratings = Vec::new();
    let Some(career) = career else {
        return Ok(ratings);
    };
    for family in Family::ALL {
        let of = |tallies: &BTreeMap<Family, Tally>, pool| match tallies.get(&family) {
            Some(_) => rating(reader, family, pool, player),
            None => Ok(None),
        };
        let people = of(&career.people, Pool::Everywhere)?;
        let engine = of(&career.engine, Pool::Engine)?;
        if people.is_some() || engine.is_some() {
            ratings.push(FamilyRatings {
                family,
                people,
                engine,
            });
        }
    }
    Ok(ratings)
}

pub(crate) fn rating(
    reader: &Reader<'_>,
    family: Family,
    pool: Pool,
    player: &PlayerId,
) -> Result<Option<RatingRecord>> {
    reader.value(rating_key(family, pool, player))
}

pub(crate) fn rating_key(family: Family, pool: Pool, player: &PlayerId) -> Key {
    Key::Rating(RatingId {
        family,
        pool,
        player: player.clone(),
    })
}

/// The score of `who` against `other`; `None` if they have not played, or are one person.
pub(crate) fn head_to_head(
    reader: &Reader<'_>,
    who: &PlayerId,
    other: &PlayerId,
) -> Result<Option<Tally>> {
    if who == other {
        return Ok(None);
    }
    let id = PairId::new(who.clone(), other.clone());
    let pair = reader.value::<PairRecord>(Key::Pair(id))?;
    Ok(pair.map(|pair| pair.of(who)))
}

/// The ratings among people over time, of games with more than one point to draw.
fn curve(profile: &Profile) -> Option<Curve> {
    let series = profile.ratings.iter().filter_map(|ratings| {
        let curve = &ratings.people.as_ref()?.curve;
        let points = curve.iter().map(|&(at, value)| CurvePoint { at, value });
        (curve.len() > 1).then(|| Series {
            name: ratings.family.name().into(),
            points: points.collect(),
        })
    });
    let series: Vec<_> = series.collect();
    (!series.is_empty()).then(|| Curve {
        title: msg!("profile-chart", name = profile.person.name.clone()).into(),
        series,
        ..Curve::default()
    })
}

/// Whether a player of a game has neither finished a game of its family nor a lesson.
pub(crate) fn is_new_to_a_player(reader: &Reader<'_>, record: &GameRecord) -> Result<bool> {
    let family = record.variant.family();
    for person in record.people() {
        let has_learned = reader.person(person)?.value.learned.has_begun(family);
        if !has_learned && finished_games(reader, &person.id, family)? == 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How many games of a family a person has finished, against people and the engine.
pub(crate) fn finished_games(
    reader: &Reader<'_>,
    player: &PlayerId,
    family: Family,
) -> Result<u32> {
    let career = reader.value::<CareerRecord>(Key::Career(player.clone()))?;
    Ok(career.map_or(0, |career| {
        let [people, engine] = [&career.people, &career.engine]
            .map(|tallies| tallies.get(&family).copied().unwrap_or_default());
        people.plus(engine).games()
    }))
}
