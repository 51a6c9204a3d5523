//! `/statistics`: what was played on a server, for those who look after it. Figures alone, nobody's name.

use rules_core::Family;

use crate::app::{App, Change};
use crate::command::Request;
use crate::effect::{Answer, Card};
use crate::enclosure::{Enclosure, TableLine, TablePicture};
use crate::record::WeekRecord;
use crate::refusal::Failure;
use crate::say;
use crate::settings::manager;
use crate::store::{Index, Page, Store};

/// Weeks that are shown.
const WEEKS: usize = 12;

impl<S: Store> App<S> {
    pub(crate) fn statistics(&self, request: &Request) -> Result<Change, Failure> {
        let server = manager(request)?;
        let index = Index::WeeksOf(server.clone());
        let mut weeks = Vec::new();
        for (_, key) in self.store.list(&index, Page::last(WEEKS))? {
            weeks.extend(self.load::<WeekRecord>(key)?.map(|loaded| loaded.value));
        }
        let favorite = Family::ALL.into_iter().max_by_key(|family| {
            weeks
                .iter()
                .filter_map(|week| week.games.get(family))
                .fold(0, |sum: u32, games| sum.saturating_add(*games))
        });
        let text = say::statistics(&weeks, favorite);
        let table = TablePicture {
            title: say::STATISTICS_TITLE.to_owned(),
            columns: say::STATISTICS_COLUMNS.to_vec(),
            rows: weeks.iter().map(line).collect(),
        };
        let table = (!weeks.is_empty()).then_some(Enclosure::Table(table));
        let card = Card {
            enclosed: table.into_iter().collect(),
            ..Card::words(text)
        };
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }
}

fn line(week: &WeekRecord) -> TableLine {
    TableLine {
        rank: String::new(),
        name: say::week_of(week.id.began()),
        cells: [week.all(), week.rated, week.engine, week.forfeits]
            .map(|figure| figure.to_string())
            .to_vec(),
        marked: false,
    }
}
