//! Hooks of every transaction, in order.

use crate::context::transaction::Hooks;
use crate::model::Record;
use crate::notify::mentions;
use crate::people::vacation;
use crate::rating::ledger;
use crate::tournament::{lifecycle, server_event};

pub(crate) const HOOKS: &Hooks = &Hooks {
    before_commit: &[
        // Notes what the other hooks read.
        |ctx, change| {
            for write in &change.writes {
                if let Record::Game(game) = &write.record {
                    ctx.foresee_players(game);
                }
            }
            ledger::foresee(ctx, &change.writes);
            Ok(())
        },
        // First, since a vacation moves deadlines that the other hooks read.
        |ctx, change| vacation::keep_vacations(ctx, &mut change.writes, ctx.moment.now),
        mentions::add_follow_ups,
        mentions::address_effects,
        |ctx, change| ledger::count_finished(ctx, &mut change.writes),
        server_event::keep_events,
    ],
    game_ended: lifecycle::games_ended,
};
