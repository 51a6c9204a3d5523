//! The engine's moves: a request from the queue of effects becomes a thought of the pool, and the thought a command like anybody's.

mod pool;
mod review;
mod schedule;

pub use pool::{Desk, Kind, Pool, Ticket};

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use app::effect::{Analyze, Effect, EffectId, Think};
use app::store::{Key, Store as _};
use app::{Failure, Found, GameId, PlayerId, Record};
use rules_core::Game;
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::service::{Queued, Service, Thought};

/// Finished games gone through at the same time: nobody is kept waiting by them.
const REVIEWS: usize = 1;

/// How long to wait before a move that failed is tried again.
const PAUSE: Duration = Duration::from_secs(5);

/// Answers requests for moves until `stop`, by the threads of the pool. What is not answered by then is in the store, and asked for again at the
/// next start.
pub async fn think(
    service: Arc<Service>,
    mut thoughts: mpsc::UnboundedReceiver<Thought>,
    pool: Arc<Pool<PlayerId>>,
    stop: CancellationToken,
) {
    let mut games: HashMap<EffectId, (GameId, Arc<Notify>)> = HashMap::new();
    let mut answers = JoinSet::new();
    let reviews = Arc::new(Semaphore::new(REVIEWS));
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            Some(ended) = answers.join_next() => match ended {
                Ok(id) => drop(games.remove(&id)),
                Err(error) => tracing::error!(%error, "a request for a move broke off"),
            },
            thought = thoughts.recv() => match thought {
                None => break,
                Some(Thought::Changed(game)) => {
                    for (_, changed) in games.values().filter(|(other, _)| *other == game) {
                        changed.notify_one();
                    }
                }
                Some(Thought::Wanted(request)) => {
                    let think = match request.outgoing.effect.clone() {
                        Effect::Think(think) => think,
                        Effect::Analyze(wanted) => {
                            let (service, pool) = (Arc::clone(&service), Arc::clone(&pool));
                            let turn = Arc::clone(&reviews);
                            answers.spawn(go_through(service, pool, request, wanted, turn));
                            continue;
                        }
                        Effect::Show(_)
                        | Effect::Tell(_)
                        | Effect::Announce(_)
                        | Effect::LookFor(_) => continue,
                    };
                    let changed = Arc::new(Notify::new());
                    games.insert(request.outgoing.id.clone(), (think.game, Arc::clone(&changed)));
                    let (service, pool) = (Arc::clone(&service), Arc::clone(&pool));
                    answers.spawn(see_to(service, pool, request, think, changed));
                }
            },
        }
    }
}

/// Goes through a finished game when its turn has come; what fails is left to the next start.
async fn go_through(
    service: Arc<Service>,
    pool: Arc<Pool<PlayerId>>,
    request: Queued,
    wanted: Analyze,
    turn: Arc<Semaphore>,
) -> EffectId {
    let id = request.outgoing.id;
    let permit = turn.acquire_owned().await;
    if let Err(failure) = review::review(&service, &pool, &id, wanted).await {
        tracing::error!(game = %wanted.game, ?failure, "a game was not gone through");
    }
    drop(permit);
    id
}

/// Answers a request, or has it asked again a little later.
async fn see_to(
    service: Arc<Service>,
    pool: Arc<Pool<PlayerId>>,
    request: Queued,
    think: Think,
    changed: Arc<Notify>,
) -> EffectId {
    let id = request.outgoing.id.clone();
    if let Err(failure) = answer(&service, &pool, &id, &think, &changed).await {
        tracing::error!(game = %think.game, ?failure, "the engine could not move; trying again");
        tokio::spawn(async move {
            tokio::time::sleep(PAUSE).await;
            service.queue(vec![request.outgoing]);
        });
    }
    id
}

async fn answer(
    service: &Arc<Service>,
    pool: &Pool<PlayerId>,
    id: &EffectId,
    think: &Think,
    changed: &Notify,
) -> Result<(), Failure> {
    let (uci, score) = chosen(service, pool, think, changed).await?;
    let (id, think) = (id.clone(), think.clone());
    let outgoing = service
        .ask(move |service| {
            let found = Found { uci: &uci, score };
            service.app().thought(&id, &think, found, service.moment())
        })
        .await?;
    service.queue(outgoing);
    Ok(())
}

/// The engine's move and what it thinks of its position, or nothing when the game has ended or moved on, before or during the thought.
async fn chosen(
    service: &Arc<Service>,
    pool: &Pool<PlayerId>,
    think: &Think,
    changed: &Notify,
) -> Result<(String, Option<i16>), Failure> {
    let Some((opponent, game)) = awaited(service, think).await? else {
        return Ok(<_>::default());
    };
    let seeds = engine::Seeds {
        game: thrown(think.game),
        turn: service.moment().seed,
    };
    let level = engine::Level::new(think.level.number()).unwrap_or(engine::Level::HIGHEST);
    let thinking = game.clone();
    let mut ticket = pool.ask(opponent, Kind::Move, move |desk| {
        engine::choose_move(
            desk.searcher,
            &thinking,
            level,
            &desk.limits,
            desk.stop,
            seeds,
        )
    });
    let thought = loop {
        tokio::select! {
            thought = ticket.answer() => break thought,
            () = changed.notified() => if awaited(service, think).await?.is_none() {
                return Ok(<_>::default());
            },
        }
    };
    // A fault of the engine must not stop the game: any legal move is better than none.
    let (chosen, score) = match thought.flatten() {
        Some((mv, score)) => (Some(mv), i16::try_from(score.value()).ok()),
        None => (game.legal_moves().first().copied(), None),
    };
    let uci = chosen.map(|mv| mv.uci(game.variant().shape()).to_string());
    Ok((uci.unwrap_or_default(), score))
}

/// What is thrown once for a game: its code, so that a restart changes nothing.
fn thrown(game: GameId) -> u64 {
    u64::from_str_radix(&game.to_string(), 36).unwrap_or_default()
}

/// A hint in a position for somebody who waits for it; nothing if there is none, or no time for it.
pub async fn hint(pool: &Pool<PlayerId>, who: PlayerId, game: Game) -> Option<String> {
    let mut ticket = pool.ask(who, Kind::Hint, move |desk| {
        desk.searcher.clear();
        let report = desk
            .searcher
            .search(&game, &desk.limits, desk.stop, &mut |_| ());
        engine::analysis::hint(&game, report.lines.first()?)
    });
    ticket.answer().await.flatten()
}

/// What the engine thinks of a position, in words, and how it would go on; nothing if there is no time for it.
pub async fn study(
    pool: &Pool<PlayerId>,
    who: PlayerId,
    game: Game,
) -> Option<(String, Vec<rules_core::Move>)> {
    let mut ticket = pool.ask(who, Kind::Hint, move |desk| {
        desk.searcher.clear();
        let report = desk
            .searcher
            .search(&game, &desk.limits, desk.stop, &mut |_| ());
        let line = report.lines.first()?;
        let verdict = engine::analysis::verdict(&game, line.score);
        Some((verdict, line.moves.clone()))
    });
    ticket.answer().await.flatten()
}

/// The engine's opponent and the game, while the move is still awaited.
async fn awaited(
    service: &Arc<Service>,
    think: &Think,
) -> Result<Option<(PlayerId, Game)>, Failure> {
    let think = think.clone();
    let read = move |service: &Service| {
        let Some(stored) = service.store().get(&Key::Game(think.game))? else {
            return Ok(None);
        };
        let Record::Game(record) = stored.record else {
            return Ok(None);
        };
        let asked_at = (think.ply, think.take_backs);
        if record.result.is_some() || (record.ply(), record.take_backs) != asked_at {
            return Ok(None);
        }
        let Ok(game) = record.replay() else {
            return Ok(None);
        };
        let opponent = record.seats[!game.turn()].person();
        // In a tournament it may meet itself: such a game waits in a line of its own.
        let party = opponent.map_or_else(
            || PlayerId::new(format!("game:{}", think.game)),
            |person| person.id.clone(),
        );
        Ok(Some((party, game)))
    };
    service.ask(read).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_throw_of_its_own() {
        let game = |seed| GameId::draw(seed, 0);
        assert_ne!(thrown(game(1)), 0);
        assert_ne!(thrown(game(1)), thrown(game(2)));
        assert_eq!(thrown(game(1)), thrown(game(1)));
    }
}
