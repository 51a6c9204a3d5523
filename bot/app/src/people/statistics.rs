//! `/statistics`: what was played on a server, for those who look after it. Figures alone, nobody's name.

use rules_core::Family;

use crate::context::failure::Failure;
use crate::context::{Change, Reader};
use crate::messages;
use crate::model::key::Index;
use crate::model::record::WeekRecord;
use crate::protocol::attachment::{Enclosure, TableLine, TablePicture};
use crate::protocol::card::Card;
use crate::protocol::command::Request;
use crate::protocol::effect::Answer;
use crate::settings::menus::manager;
use crate::store::Page;

/// Weeks that are shown.
const WEEKS: usize = 12;

pub(crate) fn statistics(reader: &Reader<'_>, request: &Request) -> Result<Change, Failure> {
    let server = manager(request)?;
    let index = Index::WeeksOf(server.clone());
    let mut weeks = Vec::new();
    for (_, key) in reader.store.list(&index, Page::last(WEEKS))? {
        weeks.extend(reader.load::<WeekRecord>(key)?.map(|loaded| loaded.value));
    }
    let favorite = Family::ALL.into_iter().max_by_key(|family| {
        weeks
            .iter()
            .filter_map(|week| week.games.get(family))
            .fold(0, |sum: u32, games| sum.saturating_add(*games))
    });
    let text = messages::statistics(&weeks, favorite);
    let table = TablePicture {
        title: messages::STATISTICS_TITLE.to_owned(),
        columns: messages::STATISTICS_COLUMNS.to_vec(),
        rows: weeks.iter().map(line).collect(),
    };
    let table = (!weeks.is_empty()).then_some(Enclosure::Table(table));
    let card = Card {
        enclosed: table.into_iter().collect(),
        ..Card::words(text)
    };
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

fn line(week: &WeekRecord) -> TableLine {
    TableLine {
        rank: String::new(),
        name: messages::week_of(week.id.began()),
        cells: [week.all(), week.rated, week.engine, week.forfeits]
            .map(|figure| figure.to_string())
            .to_vec(),
        marked: false,
    }
}
