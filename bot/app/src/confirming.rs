//! A move that is shown before it is made, for those who want to be asked.

use rules_core::Move;

use crate::app::{App, Change};
use crate::choosing::Table;
use crate::command::{MoveText, Press};
use crate::effect::{Answer, BoardPicture, Card, Control, Look};
use crate::ids::{GameId, Person, Venue};
use crate::moment::Moment;
use crate::refusal::{Failure, Refusal};
use crate::say;
use crate::store::Store;

impl<S: Store> App<S> {
    /// The question whether to make this move, for somebody who wants to be asked.
    pub(crate) fn asked_first(
        &self,
        who: &Person,
        table: &Table,
        mv: Move,
    ) -> Result<Option<Change>, Failure> {
        let in_force = self.in_force(Some(&who.id), table.record.value.venue.server.as_ref())?;
        let uci = mv.uci(table.game.variant().shape()).to_string();
        let Ok(text) = MoveText::from(&uci) else {
            return Ok(None);
        };
        let mut after = table.game.clone();
        if !in_force.confirm().0 || after.play(mv).is_err() {
            return Ok(None);
        }
        let record = &table.record.value;
        let board = BoardPicture {
            seen_by: in_force.seen_by(Some(table.side), &table.game),
            theme: in_force.theme().0,
            ..crate::showing::picture(record, after)
        };
        let button = |label, look, press| Control { label, look, press };
        let row = vec![
            button(
                "Make this move",
                Look::Success,
                Press::SureMove(record.id, record.ply(), text),
            ),
            button(
                "Another move",
                Look::Plain,
                Press::Panel(record.id, record.ply()),
            ),
        ];
        let card = Card {
            board: (!in_force.words_only().0).then_some(board),
            controls: vec![row],
            ..Card::words(say::ask_move(&table.game, mv))
        };
        Ok(Some(Change::nothing(Answer::Private(Box::new(card)))))
    }

    pub(crate) fn play_sure_move(
        &self,
        who: &Person,
        venue: &Venue,
        (id, seen): (GameId, u32),
        text: &str,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let table = match self.table(who, id)?.fallen(moment) {
            Ok(table) => table,
            Err(over) => return Ok(*over),
        };
        table.must_be_to_move(Some(seen))?;
        let mv = table.game.read(text).map_err(Refusal::Illegal)?;
        self.make_move(table, mv, venue, moment)
    }
}
