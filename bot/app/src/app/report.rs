//! Handles reports of front ends and the engine.

use crate::app::{App, redelivery, room_moves};
use crate::context::{Ctx, Result, commit_for_effects};
use crate::game::{missed, moves, placement, review};
use crate::help::help_and_welcome;
use crate::lesson::daily;
use crate::model::{BoardId, Moment};
use crate::protocol::{Outgoing, Report};
use crate::tournament::{availability, award, server_event, threads};

impl App {
    /// Handles a report. Returns the effects that follow.
    pub fn report(&self, report: Report<'_>, moment: Moment) -> Result<Vec<Outgoing>> {
        let ctx = &self.ctx(moment);
        match report {
            Report::Thought(asked, think, found) => moves::thought(ctx, asked, think, found),
            Report::Reviewed(asked, found) => review::reviewed(ctx, asked, found),
            Report::Missed { shard, shards } => missed::note(ctx, shard, shards),
            Report::Posted(board) => placement::note_seen(ctx, board),
            Report::NotPosted(board) => placement::note_unseen(ctx, board),
            Report::MayPost(venue) => room_moves::show_unseen(ctx, venue),
            Report::ThreadOpened(board, thread) => {
                let outgoing = placement::thread_opened(ctx, board, thread)?;
                linked(ctx, board, outgoing)
            }
            Report::Gone(asked, look, gone) => availability::note_gone(ctx, asked, look, gone),
            Report::Awarded(asked, award, failed) => award::note_awarded(ctx, asked, award, failed),
            Report::Scheduled(asked, schedule, outcome) => {
                server_event::note_scheduled(ctx, asked, schedule, outcome)
            }
            Report::DailyNotPosted(id) => commit_for_effects(ctx, |ctx| daily::note_lost(ctx, id)),
            Report::ChannelGone(id) => availability::note_lost(ctx, id),
            Report::Joined(server, room, since) => commit_for_effects(ctx, |ctx| {
                help_and_welcome::joined(ctx, server, room, since)
            }),
            Report::NotWelcomed(server) => {
                commit_for_effects(ctx, |ctx| help_and_welcome::not_shown(ctx, server))
            }
            Report::Met(person, room) => redelivery::greet(ctx, person, room),
        }
    }

    /// Moves a board back to its channel, after its thread could not be opened or is gone; `None` if it has no thread there.
    pub fn leave_thread(
        &self,
        board: impl Into<BoardId>,
        moment: Moment,
    ) -> Result<Option<Vec<Outgoing>>> {
        let (ctx, board) = (self.ctx(moment), board.into());
        let left = placement::leave_thread(&ctx, board)?;
        left.map(|outgoing| linked(&ctx, board, outgoing))
            .transpose()
    }
}

/// Adds the effects that link a tournament's messages to the board's new place.
fn linked(ctx: &Ctx<'_>, board: BoardId, mut outgoing: Vec<Outgoing>) -> Result<Vec<Outgoing>> {
    outgoing.extend(threads::link(ctx, board.game)?);
    Ok(outgoing)
}
