//! `/history`: finished games, newest first, page by page.

use rules_core::Color;

use crate::context::failure::Failure;
use crate::context::{Change, Reader};
use crate::messages;
use crate::model::ids::{GameId, Person, PlayerId, Venue};
use crate::model::key::{Index, Key};
use crate::model::record::GameRecord;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::store::{Edge, Page};

/// Games on a page.
const PAGE: usize = 10;

/// Games looked at for one page: those that are not for the asker's eyes are passed over.
const LOOKED_AT: usize = 60;

/// A stretch of somebody's finished games, newest first.
#[derive(Debug, Default)]
pub(crate) struct Stretch {
    pub(crate) games: Vec<(GameRecord, Color)>,
    /// The last game that was looked at, and their side in it, if there are more behind it.
    more: Option<(GameId, Color)>,
}

impl Stretch {
    /// The button that leads on.
    pub(crate) fn older(&self) -> Option<Vec<Button>> {
        self.more.map(|(game, side)| {
            vec![Button {
                label: messages::OLDER_GAMES.into(),
                style: ButtonStyle::Plain,
                action: Action::History(game, side),
            }]
        })
    }
}

pub(crate) fn history(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    of: Option<&Person>,
) -> Result<Change, Failure> {
    let person = of.unwrap_or(who);
    let stretch = page_of_history(reader, who, venue, &person.id, None, PAGE)?;
    Ok(history_card(&person.name, &stretch))
}

/// The games of whoever played `side` in `game`, from before it.
pub(crate) fn older_history(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    game: GameId,
    side: Color,
) -> Result<Change, Failure> {
    let record = reader.game(game)?.value;
    let Some(person) = record.seats[side]
        .person()
        .filter(|_| record.result.is_some())
    else {
        return Err(Refusal::NoSuchGame(game).into());
    };
    let after = (record.touched.0, Key::Game(game));
    let stretch = page_of_history(reader, who, venue, &person.id, Some(after), PAGE)?;
    Ok(history_card(&person.name, &stretch))
}

pub(crate) fn page_of_history(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    player: &PlayerId,
    after: Option<(i64, Key)>,
    most: usize,
) -> Result<Stretch, Failure> {
    let mut stretch = Stretch::default();
    let (mut after, mut last) = (after, None);
    let mut left = LOOKED_AT;
    while left > 0 {
        // One more than is wanted tells whether there are others; each row more may be a page of the disk.
        let limit = left.min(most + 1 - stretch.games.len());
        left -= limit;
        let from = Edge::End;
        let page = Page { from, after, limit };
        let rows = reader
            .store
            .list(&Index::FinishedOf(player.clone()), page)?;
        let full = rows.len() == limit;
        after = rows.last().cloned();
        let mut rows = rows.into_iter().peekable();
        while let Some((_, key)) = rows.next() {
            let Some(record) = reader.load::<GameRecord>(key)?.map(|loaded| loaded.value) else {
                continue;
            };
            let Some(side) = record.side_of(player) else {
                continue;
            };
            last = Some((record.id, side));
            if may_see(who, venue, &record) {
                stretch.games.push((record, side));
            }
            if stretch.games.len() == most {
                stretch.more = last.filter(|_| full || rows.peek().is_some());
                return Ok(stretch);
            }
        }
        if !full {
            return Ok(stretch);
        }
    }
    stretch.more = last;
    Ok(stretch)
}

/// A game in direct messages is seen by its players alone, one on a server wherever that server's people talk; a rated one
/// explains a rating that everybody sees.
fn may_see(who: &Person, venue: &Venue, record: &GameRecord) -> bool {
    record.side_of(&who.id).is_some()
        || record.rated
        || (record.venue.server.is_some() && record.venue.server == venue.server)
}

fn history_card(name: &str, stretch: &Stretch) -> Change {
    let card = Card {
        controls: stretch.older().into_iter().collect(),
        ..Card::words(messages::history(name, &stretch.games))
    };
    Change::nothing(Answer::Private(Box::new(card)))
}
