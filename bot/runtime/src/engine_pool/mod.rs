//! The engine's answers: requests become searches on the pool's threads, and moves come back as commands.

mod fair_queue;
mod game_review;
mod hint;
mod limits;
mod pool;
mod verdict_words;

pub use hint::hint;
pub use limits::RequestKind;
pub use pool::{EnginePool, SearchContext, Ticket};

use std::collections::HashMap;
use std::sync::Arc;

use app::effect::{Effect, EffectId, Think};
use app::store::{Key, Store as _};
use app::{Failure, Found, GameId, PlayerId, Record, Report};
use engine::SearchLimits;
use rules_core::{Game, Move};
use text::Message;
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::task::{self, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::service::{EngineEvent, QueuedEffect, Service};

/// Tasks that answer requests.
#[derive(Default)]
struct Answers {
    tasks: JoinSet<()>,
    requests: HashMap<task::Id, EffectId>,
}

impl Answers {
    fn spawn(&mut self, id: EffectId, answer: impl Future<Output = ()> + Send + 'static) {
        let task = self.tasks.spawn(answer);
        self.requests.insert(task.id(), id);
    }

    /// The next request whose task has ended, even by a panic: otherwise its claim would be extended forever, and no other
    /// process could answer it. Returns `None` if there are no tasks.
    async fn next(&mut self) -> Option<EffectId> {
        loop {
            let task = match self.tasks.join_next_with_id().await? {
                Ok((task, ())) => task,
                Err(error) => {
                    tracing::error!(%error, "engine request failed");
                    error.id()
                }
            };
            if let Some(id) = self.requests.remove(&task) {
                return Some(id);
            }
        }
    }
}

/// Answers requests until `stop`. Those not answered by then are recovered from the store at the next start.
pub async fn run(
    service: Arc<Service>,
    mut events: mpsc::UnboundedReceiver<EngineEvent>,
    pool: Arc<EnginePool>,
    stop: CancellationToken,
) {
    // By the ids of their effects: the game of each request for a move, and whom to notify when it changes.
    let mut move_requests: HashMap<EffectId, (GameId, Arc<Notify>)> = HashMap::new();
    let mut answers = Answers::default();
    let reviews = Arc::new(Semaphore::new(limits::CONCURRENT_REVIEWS));
    loop {
        let event = tokio::select! {
            () = stop.cancelled() => break,
            Some(id) = answers.next() => {
                move_requests.remove(&id);
                service.ownership().performed(&[id]);
                continue;
            }
            event = events.recv() => event,
        };
        let queued = match event {
            None => break,
            Some(EngineEvent::GameChanged(game)) => {
                let of_game = move_requests.values().filter(|(of, _)| *of == game);
                of_game.for_each(|(_, changed)| changed.notify_one());
                continue;
            }
            Some(EngineEvent::Requested(queued)) => queued,
        };
        let (service, pool) = (Arc::clone(&service), Arc::clone(&pool));
        let id = queued.outgoing.id.clone();
        match queued.outgoing.effect.clone() {
            Effect::Think(think) => {
                let changed = Arc::new(Notify::new());
                move_requests.insert(id.clone(), (think.game, Arc::clone(&changed)));
                answers.spawn(id, answer_or_requeue(service, pool, queued, think, changed));
            }
            Effect::Analyze(analyze) => {
                let reviews = Arc::clone(&reviews);
                answers.spawn(id.clone(), async move {
                    let _turn = reviews.acquire_owned().await;
                    let reviewed = game_review::review(&service, &pool, &id, analyze).await;
                    // It is left to the next start.
                    if let Err(failure) = reviewed {
                        tracing::error!(game = %analyze.game, ?failure, "game not reviewed");
                    }
                });
            }
            Effect::Show(_)
            | Effect::Tell(_)
            | Effect::Announce(_)
            | Effect::LookFor(_)
            | Effect::Award(_)
            | Effect::CloseThread(_)
            | Effect::Schedule(_) => {}
        }
    }
}

/// Answers a request for a move, or queues it again after a delay.
async fn answer_or_requeue(
    service: Arc<Service>,
    pool: Arc<EnginePool>,
    queued: QueuedEffect,
    think: Think,
    changed: Arc<Notify>,
) {
    let id = queued.outgoing.id.clone();
    if let Err(failure) = answer(&service, &pool, &id, &think, &changed).await {
        tracing::error!(game = %think.game, ?failure, "engine move delayed");
        // On a shared database, another process or this one claims it again when the claim ends.
        if service.ownership().is_sole() {
            tokio::spawn(async move {
                tokio::time::sleep(limits::RETRY_DELAY).await;
                service.queue(vec![queued.outgoing]);
            });
        }
    }
}

async fn answer(
    service: &Arc<Service>,
    pool: &EnginePool,
    id: &EffectId,
    think: &Think,
    changed: &Notify,
) -> Result<(), Failure> {
    let chosen = choose_move(service, pool, think, changed).await?;
    let (uci, score) = chosen.unwrap_or_default();
    let (id, think) = (id.clone(), think.clone());
    service
        .apply_to(think.game, move |service| {
            let found = Found { uci: &uci, score };
            service.report_to_app(Report::Thought(&id, &think, found))
        })
        .await
}

/// Chooses a move; returns it in UCI form, with its score in centipawns. `None` if the game ends or changes first.
async fn choose_move(
    service: &Arc<Service>,
    pool: &EnginePool,
    think: &Think,
    changed: &Notify,
) -> Result<Option<(String, Option<i16>)>, Failure> {
    let Some((client, game)) = awaited_position(service, think).await? else {
        return Ok(None);
    };
    let dice = engine::Seeds {
        game: game_seed(think.game),
        turn: service.moment().seed,
    };
    let level = engine::Level::new(think.level.number()).unwrap_or(engine::Level::HIGHEST);
    let position = game.clone();
    let mut ticket = pool.ask(client, RequestKind::Move, move |context| {
        engine::choose_move(
            context.searcher,
            &position,
            level,
            &context.limits,
            context.stop,
            dice,
        )
    });
    let answer = loop {
        tokio::select! {
            answer = ticket.answer() => break answer,
            () = changed.notified() => if awaited_position(service, think).await?.is_none() {
                return Ok(None);
            },
        }
    };
    // A bug in the engine must not stop the game: any legal move is better than none.
    let (mv, score) = match answer.flatten() {
        Some((mv, score)) => (Some(mv), i16::try_from(score.value()).ok()),
        None => (game.legal_moves().first().copied(), None),
    };
    let shape = game.variant().shape();
    Ok(mv.map(|mv| (mv.uci(shape).to_string(), score)))
}

/// A seed that is the same for the whole game, across restarts: its code.
fn game_seed(game: GameId) -> u64 {
    u64::from_str_radix(&game.to_string(), 36).unwrap_or_default()
}

/// Evaluates a position; returns the verdict, and the best moves of both sides. `None` if there is no time for it.
pub async fn study(
    pool: &EnginePool,
    client: PlayerId,
    game: Game,
) -> Option<(Message, Vec<Move>)> {
    let mut ticket = pool.ask(client, RequestKind::Hint, move |context| {
        let report = context.search(&game);
        let line = report.lines.first()?;
        let verdict = verdict_words::verdict(&game, line.score);
        Some((verdict, line.moves.clone()))
    });
    ticket.answer().await.flatten()
}

/// The best reply to a move; `None` if the move ends the game.
pub async fn reply(pool: &EnginePool, client: PlayerId, mut game: Game, mv: Move) -> Option<Move> {
    game.play(mv).ok()?;
    let mut ticket = pool.ask(client, RequestKind::Hint, move |mut context| {
        context.limits = SearchLimits::nodes(limits::REPLY_NODES);
        context.search(&game).best
    });
    ticket.answer().await.flatten()
}

/// The engine's opponent and the game, as long as the requested move is awaited.
async fn awaited_position(
    service: &Arc<Service>,
    think: &Think,
) -> Result<Option<(PlayerId, Game)>, Failure> {
    let think = think.clone();
    let read = move |service: &Service| {
        let stored = service.store().get(&Key::Game(think.game))?;
        let Some(Record::Game(record)) = stored.map(|stored| stored.record) else {
            return Ok(None);
        };
        let requested_at = (think.ply, think.take_backs);
        if record.result.is_some() || (record.ply(), record.take_backs) != requested_at {
            return Ok(None);
        }
        let Ok(game) = record.replay() else {
            return Ok(None);
        };
        let opponent = record.seats[!game.turn()].person();
        // In a tournament the engine may meet itself: such a game is its own client.
        let client = opponent.map_or_else(
            || PlayerId::new(format!("game:{}", think.game)),
            |person| person.id.clone(),
        );
        Ok(Some((client, game)))
    };
    service.run_blocking(read).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_ends_even_if_its_task_panics() {
        let mut answers = Answers::default();
        assert_eq!(answers.next().await, None);
        let id = EffectId("1".to_owned());
        answers.spawn(id.clone(), async { panic!("on purpose") });
        assert_eq!(answers.next().await, Some(id));
        assert!(answers.requests.is_empty());
    }

    #[test]
    fn every_game_has_its_own_seed() {
        let game = |seed| GameId::draw(seed, 0);
        assert_ne!(game_seed(game(1)), 0);
        assert_ne!(game_seed(game(1)), game_seed(game(2)));
        assert_eq!(game_seed(game(1)), game_seed(game(1)));
    }
}
