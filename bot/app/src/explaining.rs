//! Why a move was refused, with what the piece can do instead; and a word to those who play a game for the first time.

use crate::app::{App, Change};
use crate::choosing::Table;
use crate::command::{MoveText, Press};
use crate::effect::{Answer, BoardPicture, Card, Control, Look};
use crate::ids::{GameId, Person};
use crate::record::{CareerRecord, GameRecord};
use crate::refusal::{Failure, Refusal};
use crate::rulebook::rules_button;
use crate::say;
use crate::store::{Key, Store};

impl<S: Store> App<S> {
    /// Why what somebody wrote is no move, with the board on which the piece that they meant shows where it can go.
    pub(crate) fn why_not(
        &self,
        who: &Person,
        id: GameId,
        seen: u32,
        text: &str,
    ) -> Result<Change, Failure> {
        let table = self.table(who, id)?;
        table.must_be_to_move(Some(seen))?;
        let Err(why) = table.game.read(text) else {
            return Err(Refusal::Stale {
                game: id,
                seen,
                now: table.record.value.ply(),
            }
            .into());
        };
        let record = &table.record.value;
        let in_force = self.in_force(Some(&who.id), record.venue.server.as_ref())?;
        let board = BoardPicture {
            seen_by: in_force.seen_by(Some(table.side), &table.game),
            theme: in_force.theme().0,
            selected: why.piece(),
            ..crate::showing::picture(record, table.game.clone())
        };
        let row = vec![
            Control {
                label: "Move",
                look: Look::Primary,
                press: Press::Panel(id, seen),
            },
            rules_button(record.variant),
        ];
        let card = Card {
            board: (!in_force.words_only().0).then_some(board),
            controls: vec![row],
            ..Card::words(say::why_not(&table.game, &why))
        };
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }

    /// Whether somebody who plays this game has never finished one of its kind.
    pub(crate) fn is_new_to_somebody(&self, record: &GameRecord) -> Result<bool, Failure> {
        let family = record.variant.family();
        for person in record.people() {
            let career = self.load::<CareerRecord>(Key::Career(person.id.clone()))?;
            let knows = career.is_some_and(|career| {
                let career = career.value;
                career.people.contains_key(&family) || career.engine.contains_key(&family)
            });
            if !knows {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The refusal of what somebody wrote, with all that the button to ask why needs.
pub(crate) fn no_move(table: &Table, text: &str, why: rules_core::MoveError) -> Refusal {
    let mut typed = MoveText::new();
    for letter in text.trim().chars() {
        if letter.is_control() || typed.try_push(letter).is_err() {
            break;
        }
    }
    let record = &table.record.value;
    Refusal::NoMove {
        game: record.id,
        ply: record.ply(),
        typed,
        why,
    }
}
