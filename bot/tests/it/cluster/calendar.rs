//! Jumps of the database's clock: every implementation of [`Leases`], and a live game on PostgreSQL.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::{GameRecord, Home, Span};
use playground::{Playground, args};
use runtime::service::Service;
use store::leases::{LEASE, Lease, Leases, Turn};
use tokio_util::sync::CancellationToken;

use crate::cluster::conversations::serve;
use crate::cluster::process::until_true;
use crate::cluster::protocol::{NONE, PAST, commit, effect, two_servers};
use crate::cluster::servers::{Postgres, TestServer, pass};
use crate::common::next;
use crate::headless::only_game;
use crate::network::EndlessGame;

pub(crate) fn check(server: &dyn TestServer) {
    an_expiry_further_ahead_than_possible_is_past(server);
    live_processes_keep_their_leases_when_the_clock_is_set(server);
}

fn an_expiry_further_ahead_than_possible_is_past(server: &dyn TestServer) {
    let [one, two] = two_servers(server);
    assert_eq!(one.take_turn(0).unwrap(), Turn::Taken);
    let node = server.connect();
    commit(&node, vec![effect("1", Home::ENGINE)]);
    let claim = |of: &Arc<dyn Leases>| of.claim_work(Home::ENGINE, 1).unwrap().len();
    assert_eq!((claim(&one), claim(&two)), (1, 0));
    one.beat(&BTreeSet::from([Lease::Shard(0)])).unwrap();
    server.step(Span::minutes(-10));
    assert_eq!(two.take_turn(0).unwrap(), Turn::Taken);
    assert!(matches!(one.take_turn(0).unwrap(), Turn::Wait(_)));
    assert_eq!((claim(&two), claim(&one)), (1, 0));
    // The first process is dead.
    let overview = two.beat(&NONE).unwrap().unwrap();
    assert_eq!((overview.free, overview.others_reached), (0, false));
    assert_eq!(two.claim(9).unwrap(), [], "not yet");
    pass(server, PAST, &[&two]);
    assert_eq!(two.claim(9).unwrap()[0].lease, Lease::Shard(0));
}

fn live_processes_keep_their_leases_when_the_clock_is_set(server: &dyn TestServer) {
    let [one, two] = two_servers(server);
    let open = BTreeSet::from([Lease::Shard(1)]);
    for step in [Span::minutes(-10), Span::days(1), Span::seconds(-70)] {
        two.beat(&open).unwrap().unwrap();
        let before = two.contact(Lease::Shard(1)).unwrap();
        assert!(before.absence().unwrap() < LEASE);
        server.step(step);
        two.beat(&open).unwrap().unwrap();
        let after = two.contact(Lease::Shard(1)).unwrap();
        let absent = after.now.0 - after.heard.unwrap().0;
        assert!((absent - step.0).abs() < 3_000, "{absent} after {step:?}");
        assert_eq!(two.claim(9).unwrap(), []);
        one.beat(&NONE).unwrap().unwrap();
        pass(server, LEASE * 2, &[&one, &two]);
        assert_eq!(
            (one.claim(9).unwrap(), two.claim(9).unwrap()),
            (vec![], vec![])
        );
    }
}

#[test]
fn a_claim_newer_than_a_statement_stays_with_its_process() {
    let Some(server) = Postgres::new() else {
        return;
    };
    let [one, two] = two_servers(&server);
    commit(&server.connect(), vec![effect("1", Home::ENGINE)]);
    assert_eq!(one.claim_work(Home::ENGINE, 1).unwrap().len(), 1);
    server.ask(
        "CREATE OR REPLACE FUNCTION calendar.now() RETURNS timestamptz STABLE LANGUAGE sql
        AS 'SELECT start - interval ''5 s'' FROM calendar.clock'",
    );
    assert_eq!(two.claim_work(Home::ENGINE, 1).unwrap(), []);
}

/// Sets the running clock; returns the time of the last contact by the clock before.
fn jump(server: &Postgres, by: Span) -> i64 {
    let heard = server.ask(&format!(
        "WITH stepped AS (UPDATE calendar.clock SET ahead = ahead + make_interval(secs => {} / 1000.0))
        SELECT (extract(epoch FROM heard) * 1000)::bigint FROM leases WHERE shard = 0",
        by.0
    ));
    heard.parse().unwrap()
}

/// Waits until the shard is open again, by the new clock.
async fn until_followed(service: &Service, server: &Postgres) {
    until_true("the shard to be open by the new clock", || {
        let now = server.ask("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
        let follows = (service.now().0 - now.parse::<i64>().unwrap()).abs() < 1_000;
        let is_open = !service.ownership().open().leases.is_empty();
        follows && is_open
    })
    .await;
}

/// Starts a live game of alice (White) against bob in a channel.
pub(super) async fn begin(pg: &Playground) {
    let (general, bob) = (pg.channel("general"), pg.user("bob"));
    let terms = args! { game: "legan", opponent: &bob, color: "white", time: "10" };
    pg.user("alice").slash("challenge", terms).await;
    bob.click(&next(&general).await, "Accept").await;
    next(&general).await;
}

/// Moves in the only game of a channel.
pub(super) async fn play(pg: &Playground, line: &mut EndlessGame) {
    let (who, text) = line.next();
    let moves = args! { "move": text };
    pg.user(who).slash("move", moves).await;
    next(&pg.channel("general")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_live_game_gets_its_time_back_when_postgresqls_clock_jumps() {
    let Some(server) = Postgres::new() else {
        return;
    };
    server.run_clock();
    let pg = Playground::builder().real_time().start().await.unwrap();
    let (store, stop) = (server.connect(), CancellationToken::new());
    let (service, task) = serve(&pg, Arc::clone(&store), stop.clone());
    pg.ready().await;
    begin(&pg).await;
    let mut line = EndlessGame::new();
    play(&pg, &mut line).await;
    let mut began = Instant::now();
    play(&pg, &mut line).await;
    let random = || Span(rand::random_range(-Span::days(1).0..=Span::days(1).0));
    let [forward, back] = [70, -70].map(Span::seconds);
    for step in [forward, back, random(), random(), random(), random()] {
        // The player thinks.
        tokio::time::sleep(Duration::from_secs(3)).await;
        let before = only_game(&*store);
        let heard = jump(&server, step);
        until_followed(&service, &server).await;
        let turn = Instant::now();
        play(&pg, &mut line).await;
        let left = |game: &GameRecord| game.clock.unwrap().left[before.turn()].0;
        let used = left(&before) - left(&only_game(&*store));
        let least = heard - before.clock.unwrap().since.0;
        let most = i64::try_from(began.elapsed().as_millis()).unwrap();
        assert!(
            (least - 1_000..=most + 1_000).contains(&used),
            "{step:?}: {used} of {least} to {most}"
        );
        began = turn;
    }
    stop.cancel();
    task.await.unwrap();
}
