//! `/history`: finished games in pages, newest first.

use rules_core::Color;
use text::msg;

use crate::context::{Change, Reader, Result};
use crate::messages;
use crate::model::{GameId, GameRecord, Index, Key, Person, PlayerId};
use crate::people::visibility;
use crate::protocol::{Action, Button, Card, Command, PeopleCommand, Refusal, Request};
use crate::spec::{CommandSpec, Games, Kind, SIDE, named};
use crate::store::Page;

pub(crate) const HISTORY: CommandSpec = named("history", || msg!("command-history"))
    .command(|arguments| {
        if arguments.text("before").is_some() {
            let side = match arguments.text("side") {
                Some("black") => Color::Black,
                _ => Color::White,
            };
            let before = arguments.game("before")?;
            return Ok(Command::People(PeopleCommand::OlderHistory(before, side)));
        }
        Ok(Command::People(PeopleCommand::History(
            arguments.anyone("person")?,
        )))
    })
    .options(&[
        Kind::Person.option("person", || msg!("command-history-person")),
        Kind::Game(Games::Finished)
            .option("before", || msg!("command-history-before"))
            .typed_only(),
        SIDE,
    ]);

/// Games on a page.
const PAGE: usize = 10;

/// Games read for one page, including those that the asker may not see.
const READ: usize = 60;

/// Games read for a page as long as it is empty, after which older ones are not found.
const READ_IN_VAIN: usize = 300;

/// Consecutive finished games of a player, newest first.
#[derive(Debug, Default)]
pub(crate) struct HistoryPage {
    pub(crate) games: Vec<(GameRecord, Color)>,
    /// The last of them, if there may be older ones. No hidden game: anyone may read its code from a button.
    older: Option<(GameId, Color)>,
}

impl HistoryPage {
    /// The row with the button to the next page, if there is one.
    pub(crate) fn controls(&self) -> Vec<Vec<Button>> {
        let row = self.older.map(|(game, side)| {
            let action = Action::History(game, side);
            vec![Button::plain(msg!("button-older-games"), action)]
        });
        row.into_iter().collect()
    }
}

pub(crate) fn history(
    reader: &Reader<'_>,
    request: &Request,
    of: Option<&Person>,
) -> Result<Change> {
    let person = of.unwrap_or(&request.who);
    let page = history_page(reader, request, &person.id, None, PAGE)?;
    Ok(history_card(&person.name, &page))
}

/// The page after `game` in the history of its player of `side`.
pub(crate) fn older_history(
    reader: &Reader<'_>,
    request: &Request,
    game: GameId,
    side: Color,
) -> Result<Change> {
    let record = reader.game(game)?.value;
    let person = record.seats[side].person();
    let person = person.filter(|_| record.result.is_some());
    let person = person.ok_or(Refusal::NoSuchGame(game))?;
    let after = (record.touched.0, Key::Game(game));
    let page = history_page(reader, request, &person.id, Some(after), PAGE)?;
    Ok(history_card(&person.name, &page))
}

pub(crate) fn history_page(
    reader: &Reader<'_>,
    request: &Request,
    player: &PlayerId,
    mut after: Option<(i64, Key)>,
    most: usize,
) -> Result<HistoryPage> {
    let mut found = HistoryPage::default();
    let last = |(record, side): &(GameRecord, Color)| (record.id, *side);
    let mut read = 0;
    loop {
        let may_read = match found.games[..] {
            [] => READ_IN_VAIN,
            _ => READ,
        };
        if read >= may_read {
            found.older = found.games.last().map(last);
            return Ok(found);
        }
        // One row more than needed tells whether there are others. More rows may cost a disk page each.
        let limit = (may_read - read).min(most + 1 - found.games.len());
        read += limit;
        let page = Page {
            after,
            ..Page::last(limit)
        };
        let rows = reader.list(&Index::FinishedOf(player.clone()), page)?;
        let full = rows.len() == limit;
        after = rows.last().cloned();
        reader.foresee_rows(&rows);
        let mut rows = rows.into_iter().peekable();
        while let Some((_, key)) = rows.next() {
            if let Some(record) = reader.value::<GameRecord>(key)?
                && let Some(side) = record.side_of(player)
                && visibility::is_shown_to(request, &record)
            {
                found.games.push((record, side));
            }
            if found.games.len() == most {
                let last = found.games.last().map(last);
                found.older = last.filter(|_| full || rows.peek().is_some());
                return Ok(found);
            }
        }
        if !full {
            return Ok(found);
        }
    }
}

fn history_card(name: &str, page: &HistoryPage) -> Change {
    let card = Card {
        menu: messages::replay_menu(&page.games),
        controls: page.controls(),
        ..Card::words(messages::history(name, &page.games))
    };
    Change::aside(card)
}
