//! `/leaderboard`: the best-rated players of a game, on this server or anywhere.

use pictures::{Table, TableRow};
use rules_core::Family;
use text::{Message, msg};

use crate::context::failure::Failure;
use crate::context::{Change, Ctx};
use crate::messages;
use crate::model::ids::{Person, Venue};
use crate::model::key::Index;
use crate::model::record::RatingRecord;
use crate::people::profile;
use crate::protocol::action::Action;
use crate::protocol::attachment::Attachment;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::effect::Answer;
use crate::protocol::people::Reach;
use crate::store::Page;

/// Players on a page.
const PAGE: usize = 20;

/// The most pages. Players below the first five hundred find their rating in their profile.
const PAGES: u16 = 25;

/// A page of a leaderboard, counted from zero.
#[derive(Clone, Copy)]
pub(crate) struct Leaderboard {
    pub(crate) family: Family,
    pub(crate) reach: Reach,
    pub(crate) page: u16,
}

pub(crate) fn leaderboard(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    list: Leaderboard,
) -> Result<Change, Failure> {
    let Leaderboard {
        family,
        reach,
        page,
    } = list;
    let page = page.min(PAGES - 1);
    let pool = reach.pool(venue.server.as_ref());
    let first = usize::from(page) * PAGE;
    let index = Index::Leaderboard(family, pool.clone());
    let rows = ctx.store.list(&index, Page::last(first + PAGE + 1))?;
    let more = rows.len() > first + PAGE;
    let mut lines = Vec::new();
    for (place, (_, key)) in rows.into_iter().enumerate().skip(first).take(PAGE) {
        // The record may have been deleted since the list was read.
        if let Some(rating) = ctx.load::<RatingRecord>(key)? {
            lines.push(line(place + 1, &rating.value, who));
        }
    }
    let own = profile::rating(ctx, family, pool.clone(), &who.id)?;
    let title = messages::leaderboard_title(family, &pool);
    let text = messages::leaderboard(title.clone(), lines.len(), own.as_ref(), ctx.moment.now);
    let picture = Table {
        title: title.into(),
        columns: messages::leaderboard_columns(),
        rows: lines,
        ..Table::default()
    };
    let table = (!picture.rows.is_empty()).then_some(Attachment::Table(picture));
    let card = Card {
        attachments: table.into_iter().collect(),
        controls: controls(Leaderboard { page, ..list }, more, venue),
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

/// Buttons to the pages before and after, the other reach, and the other games.
fn controls(list: Leaderboard, more: bool, venue: &Venue) -> Vec<Vec<Button>> {
    let button = |label: Message, family, reach, page| {
        let action = Action::Leaderboard(family, reach, page);
        Button::new(label, ButtonStyle::Plain, action)
    };
    let Leaderboard {
        family,
        reach,
        page,
    } = list;
    let mut pages = Vec::new();
    if page > 0 {
        let label = msg!("button-leaderboard-previous");
        pages.push(button(label, family, reach, page - 1));
    }
    if more && page + 1 < PAGES {
        let label = msg!("button-leaderboard-next");
        pages.push(button(label, family, reach, page + 1));
    }
    if venue.server.is_some() {
        let (label, other) = match reach {
            Reach::Here => (msg!("button-leaderboard-everywhere"), Reach::Everywhere),
            Reach::Everywhere => (msg!("button-leaderboard-here"), Reach::Here),
        };
        pages.push(button(label, family, other, 0));
    }
    let games = Family::ALL.into_iter().filter(|other| *other != family);
    let games = games
        .map(|other| {
            let action = Action::Leaderboard(other, reach, 0);
            Button::new(other.name(), ButtonStyle::Plain, action)
        })
        .collect();
    [pages, games]
        .into_iter()
        .filter(|row: &Vec<Button>| !row.is_empty())
        .collect()
}
