//! Links from a tournament's message to the threads of its games.

use pairing::Pairing;
use text::Text;

use crate::context::{Change, Ctx, Loaded, Reader, Result, commit_for_effects};
use crate::messages::{self, GameThread};
use crate::model::{GameId, Key, RoundId, RoundRecord, Thread, TournamentRecord};
use crate::protocol::{Answer, CloseThread, Effect, Manner, Outgoing};
use crate::tournament::pictures::LINES;
use crate::tournament::{PendingChange, arena, records};

/// Maximum number of threads that the message links to.
const MAX_LINKED: usize = 16;

/// The games in progress of the last of these rounds, with the numbers of their boards from one.
fn in_progress(rounds: &[RoundRecord]) -> Vec<(usize, GameId, Pairing)> {
    let last = rounds.last().into_iter();
    let boards = last.flat_map(|round| (1..).zip(&round.boards));
    boards
        .filter(|(_, board)| board.pairing.result.is_none())
        .filter_map(|(number, board)| Some((number, board.game?, board.pairing)))
        .collect()
}

pub(crate) fn links(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    rounds: &[RoundRecord],
) -> Result<Text> {
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
pub(crate) fn links_on_page(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    rounds: &[RoundRecord],
    page: usize,
) -> Result<Text> {
    let mut games = in_progress(rounds);
    games.retain(|(board, ..)| (board - 1) / LINES == page);
    let threads = opened(reader, record, &games)?;
    Ok(messages::threads(record, &threads, 0))
}

/// The threads of those of these games that have one, by board.
fn opened(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    games: &[(usize, GameId, Pairing)],
) -> Result<Vec<GameThread>> {
    reader.foresee(games.iter().map(|&(_, game, _)| Key::Game(game)));
    let mut threads = Vec::new();
    for &(board, game, pairing) in games {
        let game = reader.game(game)?.value;
        if let Thread::Own { .. } = game.thread {
            let name = |seed| record.entry(seed).map(|entry| entry.seat.name());
            threads.push(GameThread {
                board,
                white: name(pairing.white).unwrap_or_default(),
                black: name(pairing.black).unwrap_or_default(),
                room: game.venue.room,
            });
        }
    }
    Ok(threads)
}

/// Locks the threads of the next round after the podium; each round is a change of its own.
pub(crate) fn lock_next_round(
    ctx: &Ctx<'_>,
    mut record: Loaded<TournamentRecord>,
) -> Result<Change> {
    let tournament = &mut record.value;
    if tournament.rounds_to_lock == 0 {
        return Ok(Change::nothing(Answer::Seen));
    }
    let key = Key::Round(RoundId {
        tournament: tournament.id,
        number: tournament.rounds_to_lock,
    });
    tournament.rounds_to_lock -= 1;
    let round = ctx.load::<RoundRecord>(key)?;
    let boards = round.into_iter().flat_map(|round| round.value.boards);
    let games: Vec<_> = boards.filter_map(|board| board.game).collect();
    ctx.foresee(games.iter().copied().map(Key::Game));
    let mut effects = Vec::new();
    for id in games {
        let game = ctx.game(id)?.value;
        if let Thread::Own { .. } = game.thread {
            effects.push(Effect::CloseThread(CloseThread {
                game: id,
                thread: game.venue.room,
                locked: true,
            }));
        }
    }
    Ok(Change::writing(record.write(), Answer::Seen).with_effects(effects))
}

/// Shows the tournament's message again once all threads that it links to are open; `game` has the last of them.
pub(crate) fn link(ctx: &Ctx<'_>, game: GameId) -> Result<Vec<Outgoing>> {
    let Some(event) = ctx.game(game)?.value.event else {
        return Ok(Vec::new());
    };
    // The thread was noted at this moment, in a commit of its own.
    let seed = ctx.moment.seed.rotate_left(32);
    commit_for_effects(&ctx.seeded(seed), |ctx| {
        let record = records::tournament_record(ctx, event.round.tournament)?;
        let rounds = records::open_round_records(ctx, &record.value)?;
        let rounds = rounds.into_iter().map(|round| round.value).collect();
        let games = in_progress(&arena::merged(&record.value, rounds));
        let linked = games.get(..MAX_LINKED).unwrap_or(&games);
        let linked = linked.iter().map(|&(_, game, _)| game);
        let mut are_open = linked.clone().any(|linked| linked == game);
        ctx.foresee(linked.clone().map(Key::Game));
        for id in linked {
            are_open &= !matches!(ctx.game(id)?.value.thread, Thread::Wanted { .. });
        }
        if !are_open || record.value.is_over() {
            return Ok(Change::nothing(Answer::Seen));
        }
        Ok(PendingChange::new(ctx, record).done(Manner::InPlace, Answer::Seen))
    })
}
