//! Events that a shard missed: a move typed in the gap never arrived, and its player can't tell.

use crate::context::{Change, Ctx, Pass, Result, commit_for_effects};
use crate::model::{GameId, GameRecord, Index, Key, Moment, Seat, Span, TimeControl, Timestamp};
use crate::protocol::{Answer, Outgoing};
use crate::store::Page;

/// Age at which a game is left alone: its board has scrolled away, and Discord limits edits of messages older than an hour.
const PRESENT: Span = Span::hours(1);

/// Entries of the index read at once.
const PAGE: usize = 500;

/// Asks for moves that may be missing, on the boards of a shard's recent games. A board asks once, until its next move.
pub(crate) fn note(ctx: &Ctx<'_>, shard: u32, shards: u32) -> Result<Vec<Outgoing>> {
    let Moment { now, seed } = ctx.moment;
    let mut pass = Pass::default();
    for (n, id) in (0..).zip(present_games(ctx)?) {
        let seed = seed.wrapping_add(n);
        let noted = commit_for_effects(&ctx.seeded(seed), |ctx| {
            let mut record = ctx.game(id)?;
            let is_there = record.value.home().shard(shards) == Some(shard);
            if !is_there || !is_missing_a_move(&record.value) {
                return Ok(Change::nothing(Answer::Seen));
            }
            record.value.gap = Some(now);
            let shows = record.edit_effects();
            Ok(record.silent_change(shows, Answer::Seen))
        });
        pass.add(noted);
    }
    pass.effects()
}

fn present_games(ctx: &Ctx<'_>) -> Result<Vec<GameId>> {
    let mut games = Vec::new();
    for rows in ctx.pages(&Index::Ongoing, Page::last(PAGE)) {
        for (touched, key) in rows? {
            if ctx.moment.now.since(Timestamp(touched)) >= PRESENT {
                return Ok(games);
            }
            if let Key::Game(id) = key {
                games.push(id);
            }
        }
    }
    Ok(games)
}

/// Whether a person who may be waiting for an answer is to move. In daily games, people come back and look.
fn is_missing_a_move(record: &GameRecord) -> bool {
    let is_at_once = record.time.is_live() || record.time == TimeControl::Unlimited;
    let waits = record.result.is_none() && matches!(record.seats[record.turn()], Seat::Person(_));
    is_at_once && waits && record.gap.is_none()
}
