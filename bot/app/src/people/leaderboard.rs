//! `/leaderboard`: the best-rated players of a game, on this server or anywhere.

use pictures::{Table, TableRow};
use rules_core::Family;
use text::{Message, msg};

use crate::context::{Change, Ctx, Reader, Result};
use crate::messages;
use crate::model::{Index, Person, Pool, RatingRecord, Timestamp, Venue};
use crate::people::profile;
use crate::protocol::{
    Action, Attachment, Button, Card, Command, PeopleCommand, Postable, Reach, Request, post_button,
};
use crate::spec::{Choice, CommandSpec, Kind, PAGE, SHARE, families, named};
use crate::store::Page;

pub(crate) const LEADERBOARD: CommandSpec = named("leaderboard", || msg!("command-leaderboard"))
    .command(|arguments| {
        let family = arguments
            .kind_of_game("game")?
            .unwrap_or(arguments.usual.family());
        let reach = match arguments.text("where") {
            Some("everywhere") => Reach::Everywhere,
            _ => Reach::Here,
        };
        let page = arguments.page().unwrap_or(0);
        Ok(if arguments.is_set("share") {
            Command::Post(Postable::Leaderboard(family, reach, page))
        } else {
            Command::People(PeopleCommand::Leaderboard(family, reach, page))
        })
    })
    .options(&[
        Kind::Choice(families).option("game", || msg!("command-option-game")),
        Kind::Choice(|| {
            vec![
                Choice::new("here", msg!("choice-leaderboard-here")),
                Choice::new("everywhere", msg!("choice-leaderboard-everywhere")),
            ]
        })
        .option("where", || msg!("command-leaderboard-where")),
        PAGE,
        SHARE,
    ]);

/// Players on a page.
const PAGE_LENGTH: usize = 20;

/// Maximum number of pages. Players below the first five hundred find their rating in their profile.
const PAGES: u16 = 25;

/// Shows a page of a leaderboard, counted from zero.
pub(crate) fn leaderboard(
    ctx: &Ctx<'_>,
    request: &Request,
    family: Family,
    reach: Reach,
    page: u16,
) -> Result<Change> {
    let pool = reach.pool(request.venue.server.as_ref());
    let (viewer, now) = (Some(&request.who), ctx.moment.now);
    let (shown, page, more) = card(ctx, family, &pool, page, viewer, now)?;
    let mut controls = controls(family, reach, page, more, &request.venue);
    if request.may_post() && !shown.attachments.is_empty() {
        let action = Action::PostLeaderboard(family, reach, page);
        controls.push(vec![post_button(action)]);
    }
    Ok(Change::aside(Card { controls, ..shown }))
}

/// A page as `viewer` sees it, or as everyone does, without buttons; which one it is, the last one at most; and whether there are
/// more.
pub(crate) fn card(
    reader: &Reader<'_>,
    family: Family,
    pool: &Pool,
    page: u16,
    viewer: Option<&Person>,
    now: Timestamp,
) -> Result<(Card, u16, bool)> {
    let page = page.min(PAGES - 1);
    let most = (usize::from(page) + 1) * PAGE_LENGTH;
    let index = Index::Leaderboard(family, pool.clone());
    let rows = reader.list(&index, Page::last(most + 1))?;
    let last = rows.len().saturating_sub(1) / PAGE_LENGTH;
    let page = u16::try_from(last).map_or(page, |last| page.min(last));
    let first = usize::from(page) * PAGE_LENGTH;
    let more = rows.len() > first + PAGE_LENGTH;
    let shown = rows.get(first..).unwrap_or_default();
    reader.foresee_rows(shown.get(..PAGE_LENGTH).unwrap_or(shown));
    reader.foresee(viewer.map(|who| profile::rating_key(family, pool.clone(), &who.id)));
    let mut lines = Vec::new();
    for (place, (_, key)) in rows.into_iter().enumerate().skip(first).take(PAGE_LENGTH) {
        // The record may have been deleted since the list was read.
        if let Some(rating) = reader.value::<RatingRecord>(key)? {
            lines.push(line(place + 1, &rating, viewer));
        }
    }
    let own = viewer.map(|viewer| profile::rating(reader, family, pool.clone(), &viewer.id));
    let own = own.transpose()?.flatten();
    let title = messages::leaderboard_title(family, pool);
    let text = messages::leaderboard(title.clone(), lines.len(), own.as_ref(), now);
    let picture = Table {
        title: title.into(),
        columns: messages::leaderboard_columns(),
        rows: lines,
        ..Table::default()
    };
    let table = (!picture.rows.is_empty()).then_some(Attachment::Table(picture));
    let card = Card {
        attachments: table.into_iter().collect(),
        ..Card::words(text)
    };
    Ok((card, page, more))
}

fn line(place: usize, rating: &RatingRecord, viewer: Option<&Person>) -> TableRow {
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
        marked: viewer.is_some_and(|viewer| viewer.id == rating.id.player),
        ..TableRow::default()
    }
}

/// Buttons to the pages before and after, the other reach, and the other games.
fn controls(
    family: Family,
    reach: Reach,
    page: u16,
    more: bool,
    venue: &Venue,
) -> Vec<Vec<Button>> {
    let button = |label: Message, family, reach, page| {
        Button::plain(label, Action::Leaderboard(family, reach, page))
    };
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
    let others = Family::ALL.into_iter().filter(|other| *other != family);
    let game = |other: Family| Button::plain(other.name(), Action::Leaderboard(other, reach, 0));
    let games = others.map(game);
    let mut rows = vec![pages, games.collect()];
    rows.retain(|row| !row.is_empty());
    rows
}
