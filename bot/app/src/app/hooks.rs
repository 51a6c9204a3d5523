//! What follows from any change, in order.

use crate::context::transaction::Hooks;
use crate::notify::calls;
use crate::people::vacation;
use crate::rating::ledger;
use crate::tournament::lifecycle;

/// The hooks of every transaction.
pub(crate) const HOOKS: &Hooks = &Hooks {
    before_commit: &[
        // First, since a vacation moves the deadlines that the others look at.
        |ctx, change| vacation::keep_vacations(ctx, &mut change.writes, ctx.moment.now),
        calls::follow_up,
        |ctx, change| ledger::count_finished(ctx, &mut change.writes),
    ],
    game_ended: lifecycle::advance,
};
