//! `/leaderboard`: the best of this server or of all, game by game.

use rules_core::Family;

use super::PeoplePress;
use crate::app::{App, Change};
use crate::command::Press;
use crate::effect::{Answer, Card, Control, Look};
use crate::enclosure::{Enclosure, TableLine, TablePicture};
use crate::ids::{Person, ServerId, Venue};
use crate::moment::Moment;
use crate::record::{Pool, RatingRecord};
use crate::refusal::Failure;
use crate::say;
use crate::store::{Index, Page, Store};

/// People on a page.
const PAGE: usize = 20;
/// Pages that can be turned to: whoever stands below the first five hundred finds their rating in the profile.
const PAGES: u16 = 25;

/// Whose ratings are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Those of games on this server.
    Here,
    /// Those of games anywhere.
    Everywhere,
}

impl Reach {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Here, Self::Everywhere];

    /// One letter for addresses of buttons.
    pub fn code(self) -> &'static str {
        match self {
            Self::Here => "h",
            Self::Everywhere => "e",
        }
    }

    /// Reads what [`Reach::code`] wrote.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reach| reach.code() == code)
    }

    /// The opponents whose ratings are compared; in a direct conversation there is no "here".
    fn pool(self, server: Option<&ServerId>) -> Pool {
        match (self, server) {
            (Self::Here, Some(server)) => Pool::Server(server.clone()),
            _ => Pool::Everywhere,
        }
    }
}

impl<S: Store> App<S> {
    pub(crate) fn leaderboard(
        &self,
        who: &Person,
        venue: &Venue,
        (family, reach): (Family, Reach),
        page: u16,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let page = page.min(PAGES - 1);
        let pool = reach.pool(venue.server.as_ref());
        let first = usize::from(page) * PAGE;
        let index = Index::Leaderboard(family, pool.clone());
        let rows = self.store.list(&index, Page::last(first + PAGE + 1))?;
        let more = rows.len() > first + PAGE;
        let mut lines = Vec::new();
        for (place, (_, key)) in rows.into_iter().enumerate().skip(first).take(PAGE) {
            // Somebody may have left the list since it was read.
            if let Some(rating) = self.load::<RatingRecord>(key)? {
                lines.push(line(place + 1, &rating.value, who));
            }
        }
        let own = self.rating(family, pool.clone(), &who.id)?;
        let here = matches!(pool, Pool::Server(_));
        let text = say::leaderboard(family, here, lines.is_empty(), own.as_ref(), moment.now);
        let picture = TablePicture {
            title: say::leaderboard_title(family, here),
            columns: say::LEADERBOARD_COLUMNS.to_vec(),
            rows: lines,
        };
        let table = (!picture.rows.is_empty()).then_some(Enclosure::Table(picture));
        let card = Card {
            enclosed: table.into_iter().collect(),
            controls: controls(family, reach, page, more, venue.server.is_some()),
            ..Card::words(text)
        };
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }
}

fn line(place: usize, rating: &RatingRecord, who: &Person) -> TableLine {
    let tally = rating.tally;
    TableLine {
        rank: format!("{place}."),
        name: rating.name.clone(),
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
) -> Vec<Vec<Control>> {
    let button = |label, press| Control {
        label,
        look: Look::Plain,
        press: Press::People(press),
    };
    let mut turn = Vec::new();
    if page > 0 {
        let press = PeoplePress::Leaderboard(family, reach, page - 1);
        turn.push(button(say::BETTER_RATED, press));
    }
    if more && page + 1 < PAGES {
        let press = PeoplePress::Leaderboard(family, reach, page + 1);
        turn.push(button(say::LESS_RATED, press));
    }
    if on_server {
        let (label, other) = match reach {
            Reach::Here => (say::ALL_SERVERS, Reach::Everywhere),
            Reach::Everywhere => (say::THIS_SERVER, Reach::Here),
        };
        turn.push(button(label, PeoplePress::Leaderboard(family, other, 0)));
    }
    let games = Family::ALL
        .into_iter()
        .filter(|other| *other != family)
        .map(|other| button(other.name(), PeoplePress::Leaderboard(other, reach, 0)))
        .collect();
    [turn, games]
        .into_iter()
        .filter(|row: &Vec<Control>| !row.is_empty())
        .collect()
}
