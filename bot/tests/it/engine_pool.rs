//! Engine requests through the real store and pool: restarts lose none, and obsolete ones are never answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use app::PeopleCommand;
use app::effect::{Effect, Handled, Outgoing, Subject};
use app::store::Store as _;
use app::{ColorWish, Command, GameId, GameRecord, Level, PlayerId, Terms, Which};
use rules_core::{Color, Variant};
use runtime::engine_pool::{self, EnginePool, RequestKind, Ticket};
use runtime::service::{EffectQueues, Service, ServiceConfig};
use store::SledStore;
use tempfile::TempDir;
use text::Platform;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::common::ScriptedSource;
use crate::headless::{self, moving, request, until, until_true};

/// Opens the application on a data folder, which an earlier run may still be closing.
async fn open(data: &TempDir, run: u64) -> (Arc<Service>, EffectQueues) {
    let opened = || SledStore::open(data.path()).ok();
    let store = until("the database to be free", opened).await;
    // The clock advances on each reading.
    let now = AtomicI64::new(1_000_000 * i64::try_from(run).unwrap());
    let source = ScriptedSource::new(run, move || now.fetch_add(10, Ordering::Relaxed));
    let (service, queues) = Service::new(Arc::new(store), ServiceConfig::default(), source);
    service.recover().unwrap();
    (service, queues)
}

struct Engine {
    pool: Arc<EnginePool>,
    task: JoinHandle<()>,
    stop: CancellationToken,
}

impl Engine {
    fn start(service: &Arc<Service>, queues: EffectQueues, pool: Arc<EnginePool>) -> Self {
        let stop = CancellationToken::new();
        let (service, shared) = (Arc::clone(service), Arc::clone(&pool));
        let run = engine_pool::run(service, queues.engine, shared, stop.clone());
        let task = tokio::spawn(run);
        Self { pool, task, stop }
    }

    async fn until_pending(&self, what: &str, count: usize) {
        until_true(what, || self.pool.pending() == count).await;
    }

    async fn stop(self) {
        self.stop.cancel();
        self.task.await.unwrap();
    }
}

/// Blocks a pool's only thread, so that all requests wait.
fn blocked(pool: &EnginePool) -> (std::sync::mpsc::Sender<()>, Ticket<()>) {
    let (release, released) = std::sync::mpsc::channel::<()>();
    let ticket = pool.ask(PlayerId::new("t:blocker"), RequestKind::Move, move |_| {
        released.recv().unwrap();
    });
    (release, ticket)
}

async fn act(service: &Arc<Service>, who: &str, command: Command) -> Handled {
    let request = request(Platform::Discord, who, command);
    service.handle(request).await.unwrap()
}

/// Starts a game against the weakest level.
async fn play(service: &Arc<Service>, who: &str, variant: Variant, color: Color) -> GameId {
    let terms = Terms {
        color: ColorWish::Only(color),
        ..Terms::of(variant)
    };
    let level = Level::LOWEST;
    let play = Command::Play { terms, level };
    let begun = act(service, who, play).await;
    begun.subjects().find_map(Subject::game).unwrap()
}

async fn make_move(service: &Arc<Service>, who: &str, game: GameId, text: &str) {
    act(service, who, moving(game, text)).await;
}

fn record(service: &Service, game: GameId) -> GameRecord {
    headless::record(service.store(), game)
}

/// Returns the number of stored requests for a move.
fn requested(service: &Service) -> usize {
    let pending = service.store().outgoing(usize::MAX).unwrap();
    let thinks = |outgoing: &&Outgoing| matches!(outgoing.effect, Effect::Think(_));
    pending.iter().filter(thinks).count()
}

async fn until_all_answered(service: &Service) {
    until_true("all moves", || requested(service) == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_resumes_every_game_in_which_the_engine_is_to_move() {
    let data = tempfile::tempdir().unwrap();
    let mut games = Vec::new();
    {
        // The program stops before the engine answers.
        let (service, _queues) = open(&data, 1).await;
        for variant in [
            Variant::Toto40,
            Variant::Leap,
            Variant::Latrunculi,
            Variant::Leto,
            Variant::Legan,
        ] {
            games.push((play(&service, "ann", variant, Color::Black).await, 1));
        }
        for _ in 0..3 {
            let game = play(&service, "bob", Variant::Latrunculi, Color::White).await;
            make_move(&service, "bob", game, "e4").await;
            games.push((game, 2));
        }
        let idle = play(&service, "bob", Variant::Latrunculi, Color::White).await;
        games.push((idle, 0));
        assert_eq!(requested(&service), 8);
    }
    let (service, queues) = open(&data, 2).await;
    let pool = Arc::new(EnginePool::start(2).unwrap());
    let engine = Engine::start(&service, queues, pool);
    until_all_answered(&service).await;
    engine.stop().await;
    for (game, plies) in games {
        let record = record(&service, game);
        assert_eq!(record.ply(), plies, "{:?}", record.variant);
        assert!(record.replay().is_ok());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_obsolete_request_is_cancelled_and_its_move_never_played() {
    let data = tempfile::tempdir().unwrap();
    let (service, queues) = open(&data, 1).await;
    let pool = Arc::new(EnginePool::start(1).unwrap());
    let (release, mut blocker) = blocked(&pool);
    let engine = Engine::start(&service, queues, pool);
    engine.until_pending("the thread to be blocked", 0).await;
    let mut games = Vec::new();
    for who in ["ann", "bob", "cem", "dora"] {
        let game = play(&service, who, Variant::Latrunculi, Color::White).await;
        make_move(&service, who, game, "e4").await;
        games.push(game);
    }
    let &[aborted, changed, deleted, kept] = games.as_slice() else {
        panic!("four games");
    };
    engine.until_pending("four requests", 4).await;

    act(&service, "ann", Command::Abort(aborted)).await;
    engine
        .until_pending("that of the aborted game to go", 3)
        .await;

    act(&service, "cem", Command::People(PeopleCommand::Erase)).await;
    let clock = tokio::spawn(Arc::clone(&service).run_clock(engine.stop.clone()));
    engine
        .until_pending("that of the deleted one to go", 2)
        .await;

    act(&service, "bob", Command::TakeBack(Which::Id(changed), None)).await;
    engine
        .until_pending("that before the take-back to go", 1)
        .await;
    make_move(&service, "bob", changed, "d4").await;
    engine.until_pending("that after the take-back", 2).await;

    release.send(()).unwrap();
    assert_eq!(blocker.answer().await, Some(()));
    until_all_answered(&service).await;
    engine.stop().await;
    clock.await.unwrap();
    assert_eq!(record(&service, aborted).moves, ["e2e4"]);
    assert_eq!(record(&service, deleted).moves, ["e2e4"]);
    let answered = record(&service, changed);
    assert_eq!((answered.ply(), answered.moves[0].as_str()), (2, "d2d4"));
    assert!(answered.replay().is_ok());
    assert_eq!(record(&service, kept).ply(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_take_back_and_a_new_move_at_once_leave_only_the_new_request() {
    let data = tempfile::tempdir().unwrap();
    let (service, queues) = open(&data, 1).await;
    let pool = Arc::new(EnginePool::start(1).unwrap());
    let (release, mut blocker) = blocked(&pool);
    let game = play(&service, "ann", Variant::Latrunculi, Color::White).await;
    make_move(&service, "ann", game, "e4").await;
    // The engine receives all three events at once. By then the game has as many half-moves as at the first request.
    act(&service, "ann", Command::TakeBack(Which::Id(game), None)).await;
    make_move(&service, "ann", game, "d4").await;
    let engine = Engine::start(&service, queues, pool);
    let is_completed = || requested(&service) == 1;
    until_true("the older request to be completed", is_completed).await;
    engine.until_pending("the newer request", 1).await;
    release.send(()).unwrap();
    assert_eq!(blocker.answer().await, Some(()));
    until_all_answered(&service).await;
    engine.stop().await;
    let record = record(&service, game);
    assert_eq!((record.ply(), record.moves[0].as_str()), (2, "d2d4"));
}
