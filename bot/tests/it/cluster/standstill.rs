//! A live game while the database answers but takes no commits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use app::GameRecord;
use playground::{Playground, args};
use store::Database;
use store::postgres::DatabaseUrl;
use tokio_util::sync::CancellationToken;

use crate::cluster::calendar::{begin, play};
use crate::cluster::conversations::serve;
use crate::common::samples::{name, opened};
use crate::common::{next, server};
use crate::headless;
use crate::network::EndlessGame;

/// How long the player to move can't.
const STANDSTILL: Duration = Duration::from_secs(5);

/// Takes a lock as CREATE INDEX does, and releases it.
const LOCK: [&str; 2] = [
    "BEGIN; LOCK TABLE records IN SHARE MODE; SELECT pg_sleep(600)",
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = 'records'::regclass AND mode = 'ShareLock'",
];
const FULL_DISK: [&str; 2] = [
    "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON records FOR EACH ROW EXECUTE FUNCTION full_disk()",
    "DROP TRIGGER full_disk ON records",
];

/// Repeats a move until it can be saved.
async fn insist(pg: &Playground, line: &mut EndlessGame) {
    let (who, text) = line.next();
    let attempt = || pg.user(who).slash("move", args! { "move": text.as_str() });
    while attempt().await.content().contains("can't save") {}
    next(&pg.channel("general")).await;
}

async fn costs_no_time(url: &DatabaseUrl, [begins, ends]: [&'static str; 2]) {
    let pg = Playground::builder().real_time().start().await.unwrap();
    let store: Arc<dyn Database> = Arc::new(opened(url));
    let stop = CancellationToken::new();
    let (_service, task) = serve(&pg, Arc::clone(&store), stop.clone());
    pg.ready().await;
    begin(&pg).await;
    let mut line = EndlessGame::new();
    play(&pg, &mut line).await;
    let turn = Instant::now();
    play(&pg, &mut line).await;
    let before = headless::only_game(&*store);

    let database = name(url);
    let sql = move |text: &str| server::server().unwrap().try_sql(&database, text);
    let begin = sql.clone();
    let beginning = tokio::task::spawn_blocking(move || begin(begins));
    let carol = pg.user("carol").at(&pg.channel("elsewhere"));
    let mine = || carol.slash("play", args! { game: "toto40", color: "white" });
    while !mine().await.content().contains("can't save") {}
    let stood = Instant::now();
    tokio::time::sleep(STANDSTILL).await;
    let stood = stood.elapsed();
    sql(ends);
    beginning.await.unwrap();
    insist(&pg, &mut line).await;

    let left = |game: &GameRecord| game.clock.unwrap().left[before.turn()].0;
    let after = headless::record(&*store, before.id);
    let used = left(&before) - left(&after);
    let most = (turn.elapsed() + Duration::from_secs(1)).saturating_sub(stood);
    let most = i64::try_from(most.as_millis()).unwrap();
    assert!(used <= most, "{used} of {most}: {begins}");
    stop.cancel();
    task.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn neither_a_locked_table_nor_a_full_disk_of_the_database_costs_anyone_time() {
    for harm in [LOCK, FULL_DISK] {
        let Some(url) = server::database() else {
            return;
        };
        costs_no_time(&url, harm).await;
    }
}
