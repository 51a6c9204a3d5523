//! Hooks of every transaction, in order.

use crate::context::transaction::Hooks;
use crate::context::{Change, Ctx};
use crate::model::record::Record;
use crate::notify::{addresses, mentions};
use crate::people::vacation;
use crate::rating::ledger;
use crate::tournament::{lifecycle, server_event};

/// Notes what the hooks read.
fn foresee(ctx: &Ctx<'_>, change: &Change) {
    for write in &change.writes {
        if let Record::Game(game) = &write.record {
            ctx.foresee_players(game);
        }
    }
    ledger::foresee(ctx, &change.writes);
}

pub(crate) const HOOKS: &Hooks = &Hooks {
    before_commit: &[
        |ctx, change| {
            foresee(ctx, change);
            Ok(())
        },
        // First, since a vacation moves deadlines that the other hooks read.
        |ctx, change| vacation::keep_vacations(ctx, &mut change.writes, ctx.moment.now),
        mentions::add_follow_ups,
        addresses::address_effects,
        |ctx, change| ledger::count_finished(ctx, &mut change.writes),
        server_event::keep_events,
    ],
    game_ended: lifecycle::games_ended,
};
