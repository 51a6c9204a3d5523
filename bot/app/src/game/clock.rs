//! Time at work on games: flags that fall, and absences of Delos' that are made up for.

use crate::context::failure::Failure;
use crate::context::{Change, Ctx};
use crate::game::active_game::{Table, replayed};
use crate::model::ids::GameId;
use crate::model::moment::Moment;
use crate::protocol::effect::{Answer, Effect};
use crate::protocol::notice::{Notice, Tell};

/// A game's time has come.
pub(crate) fn ring(ctx: &Ctx<'_>, id: GameId) -> Result<Change, Failure> {
    let record = ctx.game(id)?;
    let game = replayed(&record.value)?;
    let side = game.turn();
    let table = Table { record, game, side };
    match table.fallen(ctx.moment) {
        Ok(table) => Ok(table.reminded(ctx.moment)),
        Err(change) => Ok(*change),
    }
}

impl Table {
    /// The end of the game if its time has run out, the same game if not.
    pub(crate) fn fallen(mut self, moment: Moment) -> Result<Self, Box<Change>> {
        match self.record.value.flag().filter(|&flag| flag <= moment.now) {
            None => Ok(self),
            Some(flag) => {
                self.record.value.fall(&self.game, flag);
                Err(Box::new(self.change(moment, Answer::Seen)))
            }
        }
    }

    /// The reminder that is due, if one is.
    fn reminded(mut self, moment: Moment) -> Change {
        let record = &mut self.record.value;
        let (game, ply) = (record.id, record.ply());
        let player = record.seats[self.side].person().cloned();
        let (true, Some(player)) = (record.remind(moment.now), player) else {
            return Change::nothing(Answer::Seen);
        };
        let tell = Effect::Tell(Tell {
            to: player.id,
            notice: Notice::TimeRunsOut { game, ply },
        });
        self.quietly(vec![tell], Answer::Seen)
    }

    /// A change that cannot be seen on the board.
    pub(crate) fn quietly(mut self, effects: Vec<Effect>, answer: Answer) -> Change {
        self.record.value.quiet += 1;
        Change {
            writes: vec![self.record.write()],
            effects,
            settled: Vec::new(),
            answer,
        }
    }
}
