//! The engine's requests through the real store and the pool: none is lost by a restart, and none is answered that nobody waits for any more.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use app::PeopleCommand;
use app::effect::{Effect, Handled, Subject};
use app::store::{Key, Store as _};
use app::{
    ColorWish, Command, Context, GameId, GameRecord, Level, Limits, Person, PlayerId, Record,
    Request, RoomId, ServerId, Terms, Timestamp, Venue, Which,
};
use bot::service::{Queues, Service, Source};
use bot::store::SledStore;
use bot::thinking::{Kind, Pool, think};
use rules_core::{Color, Variant};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// A clock that moves by itself a little with each question, and numbers that are other ones in each run.
struct Script {
    now: AtomicI64,
    seed: AtomicU64,
}

impl Script {
    fn run(number: u64) -> Self {
        Self {
            now: AtomicI64::new(1_000_000 * i64::try_from(number).unwrap()),
            seed: AtomicU64::new(1_000 * number),
        }
    }
}

impl Source for Script {
    fn now(&self) -> Timestamp {
        Timestamp(self.now.fetch_add(10, Ordering::Relaxed))
    }

    fn seed(&self) -> u64 {
        self.seed.fetch_add(1, Ordering::Relaxed)
    }
}

/// The application over the database in a folder, which an earlier run may just be letting go of.
async fn open(data: &TempDir, run: u64) -> (Arc<Service>, Queues) {
    let store = until("the database to be free", || {
        SledStore::open(data.path()).ok()
    })
    .await;
    Service::new(Arc::new(store), Limits::default(), Script::run(run)).unwrap()
}

/// Asks again and again until there is an answer; how soon is the machine's affair.
async fn until<T>(what: &str, mut answer: impl FnMut() -> Option<T>) -> T {
    for _ in 0..6_000 {
        if let Some(answer) = answer() {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("waited two minutes for {what}");
}

async fn act(service: &Arc<Service>, who: &str, command: Command) -> Handled {
    let request = Request {
        who: Person::new(PlayerId::new(format!("t:{who}")), who),
        venue: Venue {
            room: RoomId::new("t:room"),
            server: Some(ServerId::new("t:server")),
        },
        context: Context::default(),
        command,
    };
    service.handle(request).await.unwrap()
}

/// A game of somebody's against the weakest level.
async fn play(service: &Arc<Service>, who: &str, variant: Variant, color: Color) -> GameId {
    let play = Command::Play {
        terms: Terms {
            color: ColorWish::Only(color),
            ..Terms::of(variant)
        },
        level: Level::LOWEST,
    };
    let begun = act(service, who, play).await;
    let game = begun.outgoing.iter().find_map(|outgoing| {
        let Effect::Show(show) = &outgoing.effect else {
            return None;
        };
        match show.subject {
            Subject::Game(game) => Some(game),
            _ => None,
        }
    });
    game.unwrap()
}

async fn moves(service: &Arc<Service>, who: &str, game: GameId, text: &str) {
    let command = Command::Move {
        game: Which::Id(game),
        text: text.to_owned(),
        ply: None,
    };
    act(service, who, command).await;
}

fn record(service: &Service, game: GameId) -> GameRecord {
    let stored = service.store().get(&Key::Game(game)).unwrap().unwrap();
    match stored.record {
        Record::Game(game) => game,
        other => panic!("not a game: {other:?}"),
    }
}

/// How many moves of the engine are still asked for in the store.
fn asked(service: &Service) -> usize {
    let waiting = service.store().outgoing(usize::MAX).unwrap();
    let thinks = waiting
        .iter()
        .filter(|outgoing| matches!(outgoing.effect, Effect::Think(_)));
    thinks.count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_goes_on_with_every_game_in_which_the_engine_is_to_move() {
    let data = tempfile::tempdir().unwrap();
    let mut games = Vec::new();
    {
        // The engine is asked, and the program ends before anything is thought.
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
            moves(&service, "bob", game, "e4").await;
            games.push((game, 2));
        }
        let idle = play(&service, "bob", Variant::Latrunculi, Color::White).await;
        games.push((idle, 0));
        assert_eq!(asked(&service), 8);
    }
    let (service, queues) = open(&data, 2).await;
    let stop = CancellationToken::new();
    let pool = Arc::new(Pool::start(2).unwrap());
    let thinking = think(
        Arc::clone(&service),
        queues.thoughts,
        Arc::clone(&pool),
        stop.clone(),
    );
    let thinking = tokio::spawn(thinking);
    until("all moves", || (asked(&service) == 0).then_some(())).await;
    stop.cancel();
    thinking.await.unwrap();
    for (game, plies) in games {
        let record = record(&service, game);
        assert_eq!(record.ply(), plies, "{:?}", record.variant);
        assert!(record.replay().is_ok());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nobody_waits_for_any_more_is_withdrawn_and_never_played() {
    let data = tempfile::tempdir().unwrap();
    let (service, queues) = open(&data, 1).await;
    let stop = CancellationToken::new();
    let pool = Arc::new(Pool::start(1).unwrap());
    // The only thread is held, so that all requests wait.
    let (release, held) = std::sync::mpsc::channel::<()>();
    let mut holding = pool.ask(PlayerId::new("t:nobody"), Kind::Move, move |_| {
        held.recv().unwrap();
    });
    let thinking = tokio::spawn(think(
        Arc::clone(&service),
        queues.thoughts,
        Arc::clone(&pool),
        stop.clone(),
    ));
    until("the thread to be held", || {
        (pool.waiting() == 0).then_some(())
    })
    .await;
    let mut games = Vec::new();
    for who in ["ann", "bob", "cem", "dora"] {
        let game = play(&service, who, Variant::Latrunculi, Color::White).await;
        moves(&service, who, game, "e4").await;
        games.push(game);
    }
    let &[ended, changed, deleted, kept] = games.as_slice() else {
        panic!("four games");
    };
    let waiting = |count: usize| (pool.waiting() == count).then_some(());
    until("four requests", || waiting(4)).await;

    act(&service, "ann", Command::Abort(ended)).await;
    until("the ended game's to go", || waiting(3)).await;

    act(&service, "cem", Command::People(PeopleCommand::Erase)).await;
    let time = tokio::spawn(Arc::clone(&service).keep_time(stop.clone()));
    until("the deleted player's to go", || waiting(2)).await;

    act(&service, "bob", Command::TakeBack(Which::Id(changed), None)).await;
    until("the one of before the take-back to go", || waiting(1)).await;
    moves(&service, "bob", changed, "d4").await;
    until("the one of after the take-back", || waiting(2)).await;

    release.send(()).unwrap();
    assert_eq!(holding.answer().await, Some(()));
    until("all moves", || (asked(&service) == 0).then_some(())).await;
    stop.cancel();
    thinking.await.unwrap();
    time.await.unwrap();
    assert_eq!(record(&service, ended).moves, ["e2e4"]);
    assert_eq!(record(&service, deleted).moves, ["e2e4"]);
    let answered = record(&service, changed);
    assert_eq!((answered.ply(), answered.moves[0].as_str()), (2, "d2d4"));
    assert!(answered.replay().is_ok());
    assert_eq!(record(&service, kept).ply(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_taken_back_and_another_made_at_once_leave_only_the_new_request() {
    let data = tempfile::tempdir().unwrap();
    let (service, queues) = open(&data, 1).await;
    let stop = CancellationToken::new();
    let pool = Arc::new(Pool::start(1).unwrap());
    let (release, held) = std::sync::mpsc::channel::<()>();
    let mut holding = pool.ask(PlayerId::new("t:nobody"), Kind::Move, move |_| {
        held.recv().unwrap();
    });
    let game = play(&service, "ann", Variant::Latrunculi, Color::White).await;
    moves(&service, "ann", game, "e4").await;
    // The engine learns of all three changes at once: as many half-moves are played as when it was first asked.
    act(&service, "ann", Command::TakeBack(Which::Id(game), None)).await;
    moves(&service, "ann", game, "d4").await;
    let thinking = tokio::spawn(think(
        Arc::clone(&service),
        queues.thoughts,
        Arc::clone(&pool),
        stop.clone(),
    ));
    until("the older request to be settled", || {
        (asked(&service) == 1).then_some(())
    })
    .await;
    until("the newer request", || (pool.waiting() == 1).then_some(())).await;
    release.send(()).unwrap();
    assert_eq!(holding.answer().await, Some(()));
    until("the move", || (asked(&service) == 0).then_some(())).await;
    stop.cancel();
    thinking.await.unwrap();
    let record = record(&service, game);
    assert_eq!((record.ply(), record.moves[0].as_str()), (2, "d2d4"));
}
