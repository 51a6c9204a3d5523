//! What the engine tells somebody alone: a hint where to look, in casual games, for whoever is to move; and what it thinks of
//! any position that is not on the board of their own rated games and games of tournaments.

use crate::app::{App, Change};
use crate::challenges::playable;
use crate::choosing::Table;
use crate::command::Which;
use crate::effect::{Answer, BoardPicture, Card};
use crate::ids::{Person, Venue};
use crate::refusal::{Failure, Refusal};
use crate::say;
use crate::showing::board_of;
use crate::store::Store;
use rules_core::{ByColor, Game, Move, Variant};

impl<S: Store> App<S> {
    pub(crate) fn hint(
        &self,
        who: &Person,
        venue: &Venue,
        which: Which,
    ) -> Result<Change, Failure> {
        let table = self.choose(who, venue, which, &[&Table::my_turn])?;
        if table.record.value.is_serious() {
            return Err(Refusal::RatedHint.into());
        }
        table.must_be_to_move(None)?;
        Ok(Change::nothing(Answer::Hint(Box::new(table.game))))
    }

    pub(crate) fn study(
        &self,
        who: &Person,
        variant: Variant,
        fen: &str,
    ) -> Result<Change, Failure> {
        let game = playable(variant, fen)?;
        self.no_engine_help(who, game.position())?;
        Ok(Change::nothing(Answer::Study(Box::new(game))))
    }

    /// What the engine thinks of a position, with its board as `who` likes it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn studied(
        &self,
        who: &Person,
        game: Game,
        verdict: &str,
        line: &[Move],
    ) -> Result<Card, Failure> {
        let in_force = self.in_force(Some(&who.id), None)?;
        let text = say::studied(&game, verdict, line);
        if in_force.words_only().0 {
            return Ok(Card::words(text.line(say::position(game.position()))));
        }
        let board = BoardPicture {
            seen_by: in_force.seen_by(None, &game),
            theme: in_force.theme().0,
            ..board_of(game, ByColor::default())
        };
        Ok(Card {
            board: Some(board),
            ..Card::words(text)
        })
    }
}
