//! `/statistics`: a server's games per week, for its managers. It shows figures without names.

use pictures::{Table, TableRow};
use rules_core::Family;
use text::msg;

use crate::context::{Change, Reader, Result};
use crate::messages;
use crate::model::{Index, WeekRecord};
use crate::protocol::{Attachment, Card, Command, PeopleCommand, Request};
use crate::settings::menus::manager;
use crate::spec::{CommandSpec, named};
use crate::store::Page;

pub(crate) const STATISTICS: CommandSpec = named("statistics", || msg!("command-statistics"))
    .command(|_| Ok(Command::People(PeopleCommand::Statistics)))
    .in_servers()
    .for_managers();

/// Weeks that are shown.
const WEEKS: usize = 12;

pub(crate) fn statistics(reader: &Reader<'_>, request: &Request) -> Result<Change> {
    let server = manager(request)?;
    let index = Index::WeeksOf(server.clone());
    let rows = reader.list(&index, Page::last(WEEKS))?;
    let weeks = reader.records::<WeekRecord>(rows, WEEKS);
    let weeks = weeks.collect::<Result<Vec<_>>>()?;
    let favorite = Family::ALL.into_iter().max_by_key(|family| {
        weeks
            .iter()
            .filter_map(|week| week.games.get(family))
            .fold(0, |sum: u32, games| sum.saturating_add(*games))
    });
    let text = messages::statistics(&weeks, favorite);
    let table = Table {
        title: msg!("statistics-title").into(),
        columns: messages::statistics_columns(),
        rows: weeks.iter().map(line).collect(),
        ..Table::default()
    };
    let table = (!weeks.is_empty()).then_some(Attachment::Table(table));
    let card = Card {
        attachments: table.into_iter().collect(),
        ..Card::words(text)
    };
    Ok(Change::aside(card))
}

fn line(week: &WeekRecord) -> TableRow {
    TableRow {
        rank: String::new(),
        name: messages::week_name(week.id.began()).into(),
        cells: [week.all(), week.rated, week.engine, week.forfeits]
            .map(|figure| figure.to_string())
            .to_vec(),
        ..TableRow::default()
    }
}
