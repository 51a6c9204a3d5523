//! Links from a tournament's message to the threads of its games.

use pairing::Seed;
use text::Text;

use crate::context::{Change, Ctx, Reader, Result, commit_for_effects};
use crate::messages::{self, GameThread};
use crate::model::{GameId, Key, RoundId, RoundRecord, Thread, TournamentRecord};
use crate::protocol::{Answer, CloseThread, Effect, Manner, Outgoing};
use crate::tournament::pictures::LINES;
use crate::tournament::progress::Course;
use crate::tournament::{PendingChange, arena, records};

/// Maximum number of threads that the message links to.
const MAX_LINKED: usize = 16;

struct OpenGame {
    id: GameId,
    /// The number of its board, from one.
    board: usize,
    white: Seed,
    black: Seed,
}

/// The games in progress of the last of these rounds.
fn in_progress(rounds: &[RoundRecord]) -> Vec<OpenGame> {
    let last = rounds.last().into_iter();
    let boards = last.flat_map(|round| (1..).zip(&round.boards));
    let open = boards.filter(|(_, board)| board.pairing.result.is_none());
    open.filter_map(|(number, board)| {
        Some(OpenGame {
            id: board.game?,
            board: number,
            white: board.pairing.white,
            black: board.pairing.black,
        })
    })
    .collect()
}

pub(crate) fn links(reader: &Reader<'_>, course: Course<'_>) -> Result<Text> {
    let Course { record, rounds } = course;
    if record.is_over() {
        return Ok(Text::default());
    }
    let games = in_progress(rounds);
    let shown = games.get(..MAX_LINKED).unwrap_or(&games);
    let threads = opened(reader, record, shown)?;
    let more = games.len() - threads.len();
    Ok(messages::threads(record, &threads, more))
}

/// Links to the games in progress on a page of the pairings.
pub(crate) fn links_on_page(reader: &Reader<'_>, course: Course<'_>, page: usize) -> Result<Text> {
    let Course { record, rounds } = course;
    let mut games = in_progress(rounds);
    games.retain(|game| (game.board - 1) / LINES == page);
    let threads = opened(reader, record, &games)?;
    Ok(messages::threads(record, &threads, 0))
}

/// The threads of those of these games that have one, by board.
fn opened(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    games: &[OpenGame],
) -> Result<Vec<GameThread>> {
    let name = |seed| record.entry(seed).map(|entry| entry.seat.name());
    let stored = records::games(reader, games.iter().map(|game| game.id))?;
    let threads = games.iter().zip(stored).filter_map(|(open, game)| {
        matches!(game.value.thread, Thread::Own { .. }).then(|| GameThread {
            board: open.board,
            white: name(open.white).unwrap_or_default(),
            black: name(open.black).unwrap_or_default(),
            room: game.value.venue.room,
        })
    });
    Ok(threads.collect())
}

/// Locks the threads of the next round after the podium; each round is a change of its own.
pub(crate) fn lock_next_round(ctx: &Ctx<'_>, mut pending: PendingChange) -> Result<Change> {
    let tournament = &mut pending.record;
    if tournament.rounds_to_lock == 0 {
        return Ok(Change::nothing(Answer::Seen));
    }
    let key = Key::Round(RoundId {
        tournament: tournament.id,
        number: tournament.rounds_to_lock,
    });
    tournament.rounds_to_lock -= 1;
    let boards = ctx.value::<RoundRecord>(key)?.map(|round| round.boards);
    let games = boards.iter().flatten().filter_map(|board| board.game);
    let games = records::games(ctx, games)?
        .into_iter()
        .map(|game| game.value);
    let with_thread = games.filter(|game| matches!(game.thread, Thread::Own { .. }));
    pending.change.effects.extend(with_thread.map(|game| {
        Effect::CloseThread(CloseThread {
            game: game.id,
            thread: game.venue.room,
            locked: true,
        })
    }));
    Ok(pending.done_unseen(Answer::Seen))
}

/// Shows the tournament's message again once all threads that it links to are open; `game` has the last of them.
pub(crate) fn link(ctx: &Ctx<'_>, game: GameId) -> Result<Vec<Outgoing>> {
    let Some(event) = ctx.game(game)?.value.event else {
        return Ok(Vec::new());
    };
    // The thread was noted at this moment, in a commit of its own.
    let seed = ctx.moment.seed.rotate_left(32);
    commit_for_effects(&ctx.seeded(seed), |ctx| {
        let pending = PendingChange::load(ctx, event.round.tournament)?;
        let rounds = records::open_round_records(ctx, &pending.record)?;
        let rounds = rounds.into_iter().map(|round| round.value).collect();
        let games = in_progress(&arena::merged(&pending.record, rounds));
        let linked = games.iter().take(MAX_LINKED).map(|open| open.id);
        let mut are_open = linked.clone().any(|linked| linked == game);
        for game in records::games(ctx, linked)? {
            are_open &= !matches!(game.value.thread, Thread::Wanted { .. });
        }
        if !are_open || pending.record.is_over() {
            return Ok(Change::nothing(Answer::Seen));
        }
        Ok(pending.done(Manner::InPlace, Answer::Seen))
    })
}
