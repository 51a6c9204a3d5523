//! The engine pool: a few threads of its own, so that thinking never delays an answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use app::effect::{Effect, Outgoing, Think};
use app::store::{Key, Store as _};
use app::{Failure, Record};
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;

use crate::service::{Queued, Service};

/// How long to wait before a move that failed is tried again.
const PAUSE: Duration = Duration::from_secs(5);

/// Answers requests for a move until `stop`, at most `threads` of them at the same time, oldest first.
pub async fn think(
    service: Arc<Service>,
    mut requests: mpsc::UnboundedReceiver<Queued>,
    threads: usize,
    stop: CancellationToken,
) {
    let free = Arc::new(Semaphore::new(threads.max(1)));
    while let Some(Some(queued)) = stop.run_until_cancelled(requests.recv()).await {
        let request = queued.outgoing;
        let Effect::Think(think) = request.effect.clone() else {
            continue;
        };
        let Ok(permit) = Arc::clone(&free).acquire_owned().await else {
            break;
        };
        let service = Arc::clone(&service);
        tokio::task::spawn_blocking(move || {
            let answered = answer(&service, &request, &think);
            drop(permit);
            if let Err(failure) = answered {
                tracing::error!(game = %think.game, ?failure, "the engine could not move; trying again");
                std::thread::sleep(PAUSE);
                service.queue(vec![request]);
            }
        });
    }
}

fn answer(service: &Service, request: &Outgoing, think: &Think) -> Result<(), Failure> {
    let moment = service.moment();
    let uci = chosen(service, think, moment.seed)?;
    let outgoing = service.app().thought(&request.id, think, &uci, moment)?;
    service.queue(outgoing);
    Ok(())
}

/// The engine's move, or nothing when the game has moved on.
fn chosen(service: &Service, think: &Think, seed: u64) -> Result<String, Failure> {
    let Some(stored) = service.store().get(&Key::Game(think.game))? else {
        return Ok(String::new());
    };
    let Record::Game(record) = stored.record else {
        return Ok(String::new());
    };
    if record.result.is_some() || record.ply() != think.ply {
        return Ok(String::new());
    }
    let Ok(game) = record.replay() else {
        return Ok(String::new());
    };
    // A fault of the engine must not stop the game: any legal move is better than none.
    let thought = catch_unwind(AssertUnwindSafe(|| {
        engine::choose(&game, think.level.number(), seed)
    }));
    let chosen = thought
        .ok()
        .flatten()
        .or_else(|| game.legal_moves().first().copied());
    Ok(chosen
        .map(|mv| mv.uci(game.variant().shape()).to_string())
        .unwrap_or_default())
}
