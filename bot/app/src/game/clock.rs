//! Time in games: flags that fall and reminders.

use crate::context::failure::Result;
use crate::context::{Change, Ctx};
use crate::game::active_game::{ActiveGame, replayed};
use crate::model::ids::GameId;
use crate::model::moment::Moment;
use crate::protocol::effect::{Answer, Effect};
use crate::protocol::notice::Notice;

/// Ends a game whose flag has fallen, or reminds the player to move, if time passes there by this process.
pub(crate) fn ring(ctx: &Ctx<'_>, id: GameId) -> Result<Change> {
    let record = ctx.game(id)?;
    if !ctx.serves(record.value.home()) {
        return Ok(Change::nothing(Answer::Seen));
    }
    let game = replayed(&record.value)?;
    let side = game.turn();
    ActiveGame { record, game, side }.in_time(ctx, |active| Ok(reminder(active, ctx.moment)))
}

/// The reminder that is due, if one is.
fn reminder(active: ActiveGame, moment: Moment) -> Change {
    let mut loaded = active.record;
    let record = &mut loaded.value;
    let (game, ply) = (record.id, record.ply());
    let player = record.seats[active.side].person().cloned();
    let (true, Some(player)) = (record.remind(moment.now), player) else {
        return Change::nothing(Answer::Seen);
    };
    let tell = Effect::tell(&player.id, Notice::TimeRunsOut { game, ply });
    loaded.silent_change(vec![tell], Answer::Seen)
}
