//! `/leaderboard`: the best of this server or of all, game by game.

use pictures::{Table, TableRow};
use rules_core::Family;
use text::Text;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx};
use crate::messages;
use crate::model::ids::{Person, Venue};
use crate::model::key::Index;
use crate::model::record::{Pool, RatingRecord};
use crate::people::profile;
use crate::protocol::action::Action;
use crate::protocol::attachment::Attachment;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::effect::Answer;
use crate::protocol::people::Reach;
use crate::store::Page;

/// People on a page.
const PAGE: usize = 20;

/// Pages that can be turned to: whoever stands below the first five hundred finds their rating in the profile.
const PAGES: u16 = 25;

pub(crate) fn leaderboard(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    (family, reach): (Family, Reach),
    page: u16,
) -> Result<Change, Failure> {
    let page = page.min(PAGES - 1);
    let pool = reach.pool(venue.server.as_ref());
    let first = usize::from(page) * PAGE;
    let index = Index::Leaderboard(family, pool.clone());
    let rows = ctx.store.list(&index, Page::last(first + PAGE + 1))?;
    let more = rows.len() > first + PAGE;
    let mut lines = Vec::new();
    for (place, (_, key)) in rows.into_iter().enumerate().skip(first).take(PAGE) {
        // Somebody may have left the list since it was read.
        if let Some(rating) = ctx.load::<RatingRecord>(key)? {
            lines.push(line(place + 1, &rating.value, who));
        }
    }
    let own = profile::rating(ctx, family, pool.clone(), &who.id)?;
    let here = matches!(pool, Pool::Server(_));
    let text = messages::leaderboard(family, here, lines.is_empty(), own.as_ref(), ctx.moment.now);
    let picture = Table {
        title: messages::leaderboard_title(family, here).into(),
        columns: messages::LEADERBOARD_COLUMNS
            .iter()
            .copied()
            .map(Text::from)
            .collect(),
        rows: lines,
        ..Table::default()
    };
    let table = (!picture.rows.is_empty()).then_some(Attachment::Table(picture));
    let card = Card {
        attachments: table.into_iter().collect(),
        controls: controls(family, reach, page, more, venue.server.is_some()),
        ..Card::words(text)
    };
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

fn line(place: usize, rating: &RatingRecord, who: &Person) -> TableRow {
    let tally = rating.tally;
    TableRow {
        rank: format!("{place}."),
        name: rating.name.clone().into(),
        cells: vec![
            rating.rating.points().to_string(),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
        ],
        marked: rating.id.player == who.id,
    }
}

fn controls(
    family: Family,
    reach: Reach,
    page: u16,
    more: bool,
    on_server: bool,
) -> Vec<Vec<Button>> {
    let button = |label, action| Button {
        label,
        style: ButtonStyle::Plain,
        action: action,
    };
    let mut turn = Vec::new();
    if page > 0 {
        let action = Action::Leaderboard(family, reach, page - 1);
        turn.push(button(messages::BETTER_RATED.into(), action));
    }
    if more && page + 1 < PAGES {
        let action = Action::Leaderboard(family, reach, page + 1);
        turn.push(button(messages::LESS_RATED.into(), action));
    }
    if on_server {
        let (label, other) = match reach {
            Reach::Here => (messages::ALL_SERVERS, Reach::Everywhere),
            Reach::Everywhere => (messages::THIS_SERVER, Reach::Here),
        };
        turn.push(button(label.into(), Action::Leaderboard(family, other, 0)));
    }
    let games = Family::ALL
        .into_iter()
        .filter(|other| *other != family)
        .map(|other| button(other.name().into(), Action::Leaderboard(other, reach, 0)))
        .collect();
    [turn, games]
        .into_iter()
        .filter(|row: &Vec<Button>| !row.is_empty())
        .collect()
}
