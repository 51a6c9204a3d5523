//! Startups and deaths of processes, with the whole main loop but without a front end.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use app::store::{Key, Store as _};
use app::{Record, Span};
use runtime::cluster::ShardEvent;
use store::Posts as _;
use store::leases::Lease;

use crate::cluster::memory::{Server, millis};
use crate::cluster::process::{
    Gateway, LEASE, Process, SHARDS, TIMING, moving, owner, until, until_all_open, until_true,
};

/// Starts two processes that share all shards.
async fn two() -> (Arc<Server>, Arc<Mutex<Gateway>>, [Process; 2]) {
    let (server, gateway) = (Server::new(LEASE), Arc::default());
    let processes = [0, 1].map(|number| Process::start(number, &server, &gateway));
    until_all_open(&processes.each_ref()).await;
    (server, gateway, processes)
}

/// Waits until no process serves a shard.
async fn until_all_stopped(processes: &[&Process]) {
    let have_stopped = || processes.iter().all(|one| one.open().is_empty());
    until_true("all to stop by themselves", have_stopped).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_process_is_replaced_and_only_its_games_get_their_time_back() {
    let (_server, gateway, processes) = two().await;
    let all = processes.each_ref();
    let (dying, lost) = owner(&all, 1);
    let survivor = all[1 - dying];
    let kept = *survivor.open().first().unwrap();
    let games = [lost.game(1).await, survivor.game(u64::from(kept)).await];
    // Effects queued for the shard's owner and not performed yet.
    let pending = lost.ids();
    assert!(!pending.is_empty());
    let taken = lost.open();
    lost.kill(&gateway, dying);
    let begun = Instant::now();
    let before = games.map(|game| survivor.left(game));
    tokio::time::sleep(Duration::from_secs(1)).await;
    until_all_open(&[survivor]).await;
    let after = games.map(|game| survivor.left(game));
    // A lease had to expire before the survivor took over.
    let most = millis((begun.elapsed() + Duration::from_secs(1)).saturating_sub(LEASE));
    let used = before[0].0 - after[0].0;
    assert!(used <= most, "{before:?} {after:?} {most}");
    assert!(after[1].0 < before[1].0 - 1_000, "{before:?} {after:?}");
    for id in pending {
        let find = || survivor.queued(|effect| effect.outgoing.id == id);
        let found = until("what was pending to be queued", find).await;
        assert!(found.recovered, "it may be performed already: {id:?}");
        survivor.perform(&found);
    }
    let epochs = store::leases::LeaseTable::shards(&survivor.node).unwrap();
    // On a busy machine the survivor may have renewed its own too late.
    let is_new = |shard: &u32| {
        epochs
            .iter()
            .any(|one| one.lease == Lease::Shard(*shard) && one.epoch >= 2)
    };
    assert!(taken.iter().all(is_new), "{taken:?} {epochs:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_without_its_database_or_platform_leaves_its_shards() {
    let (_server, gateway, processes) = two().await;
    let all = processes.each_ref();
    all[0].node.cut_off(true);
    until_all_open(&[all[1]]).await;
    assert!(all[0].open().is_empty());
    let ownership = all[0].service.ownership();
    assert!(!ownership.performs(crate::cluster::protocol::home(0)));
    all[0].node.cut_off(false);
    until_all_open(&all).await;
    gateway.lock().unwrap().unreached.insert(0);
    all[0].lose_platform();
    until_all_open(&[all[1]]).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(all[1].open().len(), SHARDS as usize, "it takes none back");
    gateway.lock().unwrap().unreached.clear();
    until_all_open(&all).await;
    gateway.lock().unwrap().assert_orderly();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_of_the_database_closes_no_connection_and_everyone_goes_on() {
    let (_server, gateway, processes) = two().await;
    let all = processes.each_ref();
    let (_, serving) = owner(&all, 1);
    let game = serving.game(1).await;
    // On a busy machine the lease may have to be renewed first.
    let pending = until("effects to perform", || {
        Some(serving.ids()).filter(|ids| !ids.is_empty())
    })
    .await;
    let (first, rest) = pending.split_first().unwrap();
    let before = [all[0].open(), all[1].open()];
    let log = gateway.lock().unwrap().log.clone();
    let queued = serving.queued(|effect| effect.outgoing.id == *first);
    let begun = Instant::now();
    let left = serving.left(game);
    for one in all {
        one.node.cut_off(true);
    }
    let running = begun.elapsed();
    until_all_stopped(&all).await;
    assert!(!serving.held().contains(&1), "nor does anyone perform it");
    let ownership = serving.service.ownership();
    assert!(!ownership.still_performs(std::slice::from_ref(first)));
    tokio::time::sleep(LEASE).await;
    let resumed = Instant::now();
    for one in all {
        one.node.cut_off(false);
    }
    until_all_open(&all).await;
    assert_eq!([all[0].open(), all[1].open()], before);
    assert_eq!(gateway.lock().unwrap().log, log, "no session ends");
    let shards = store::leases::LeaseTable::shards(&serving.node).unwrap();
    assert!(shards.iter().all(|shard| shard.epoch == 1), "{shards:?}");
    let back = serving.left(game);
    let used = left.0 - back.0;
    let most = millis(running + resumed.elapsed()) + 2_000;
    assert!(used < most, "clocks stood: {left:?} {back:?} {most}");
    // Effects in flight may be done already, and are performed at most once more.
    for id in rest.iter().chain([first]) {
        let find = || serving.queued(|effect| effect.outgoing.id == *id && effect.recovered);
        let found = until("what was pending to be queued again", find).await;
        serving.perform(&found);
    }
    assert!(!queued.unwrap().recovered);
    let again = serving.node.settle(std::slice::from_ref(first));
    assert_eq!(again, Err(app::store::StoreError::NotOurs), "it is done");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_stays_away_after_a_pause_is_replaced() {
    let (_server, gateway, processes) = two().await;
    let all = processes.each_ref();
    let logged = gateway.lock().unwrap().log.len();
    for one in all {
        one.node.cut_off(true);
    }
    until_all_stopped(&all).await;
    all[1].kill(&gateway, 1);
    tokio::time::sleep(LEASE).await;
    all[0].node.cut_off(false);
    until_all_open(&[all[0]]).await;
    let gateway = gateway.lock().unwrap();
    gateway.assert_orderly();
    let later = &gateway.log[logged..];
    assert!(
        later.iter().all(|line| line.starts_with("0 starts")),
        "{later:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_platform_for_anyone_each_keeps_its_shards() {
    let (_server, gateway, processes) = two().await;
    let all = processes.each_ref();
    let log = gateway.lock().unwrap().log.clone();
    gateway.lock().unwrap().unreached.extend([0, 1]);
    let had = [all[0].open(), all[1].open()];
    for one in all {
        one.lose_platform();
    }
    tokio::time::sleep(TIMING.isolation + LEASE * 2).await;
    assert_eq!(gateway.lock().unwrap().log, log);
    assert_eq!([all[0].held(), all[1].held()], had);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_come_and_go_and_hand_over_one_shard_after_another() {
    let lease = LEASE * 10;
    let (server, gateway) = (Server::new(lease), Arc::<Mutex<Gateway>>::default());
    let mut first = Process::start(0, &server, &gateway);
    let started = server.now();
    until_all_open(&[&first]).await;
    // For backups.
    let noted = until("presence to be noted", || {
        match first.node.get(&Key::Presence).unwrap()?.record {
            Record::Presence(presence) => Some(presence.at),
            other => panic!("{other:?}"),
        }
    })
    .await;
    assert!(noted.0 >= started - 1_000, "{noted:?} {started}");
    let second = Process::start(1, &server, &gateway);
    until_all_open(&[&first, &second]).await;
    first.stop.cancel();
    first.tasks.swap_remove(2).await.unwrap();
    let asked = server.now();
    until_all_open(&[&second]).await;
    let took = Duration::from_millis(u64::try_from(server.now() - asked).unwrap());
    assert!(took < lease, "no lease had to end: {took:?}");
    gateway.lock().unwrap().assert_orderly();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_owner_performs_what_another_process_commits() {
    let (_server, _gateway, processes) = two().await;
    let all = processes.each_ref();
    let (number, serving) = owner(&all, 2);
    let other = all[1 - number];
    let game = serving.game(2).await;
    let queued = || serving.ids().len() >= 3;
    until_true("its own effects to be queued", queued).await;
    let moved = other.ask("al", 2, moving(game, "Kd7")).await;
    let id = moved.outgoing[0].id.clone();
    let find = || serving.queued(|effect| effect.outgoing.id == id);
    let found = until("the owner to find it", find).await;
    assert!(!found.recovered, "no one has tried it");
    serving.perform(&found);
    // About a dozen polls.
    tokio::time::sleep(Duration::from_millis(600)).await;
    let times = serving.ids().iter().filter(|queued| **queued == id).count();
    assert_eq!(times, 1);
    assert!(!other.ids().contains(&id));
    serving.set_left(game, Span::seconds(1));
    until("the flag to fall", || serving.record(game).result.map(drop)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_does_not_cost_the_time_in_which_its_game_was_out_of_reach() {
    let (_server, _gateway, processes) = two().await;
    let all = processes.each_ref();
    let (number, serving) = owner(&all, 3);
    let games = [serving.game(3).await, serving.game(3).await];
    let disconnected = ShardEvent::Disconnected(Lease::Shard(3));
    serving.events.send(disconnected).unwrap();
    let is_open = || serving.open().contains(&3);
    until_true("the shard to be closed", || !is_open()).await;
    for game in games {
        serving.set_left(game, Span::seconds(2));
    }
    // Longer than the flags, and than the longest gap between heartbeats.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let asked = [all[1 - number], serving];
    for (game, asked) in games.into_iter().zip(asked) {
        asked.ask("al", 3, moving(game, "Kd7")).await;
        let record = serving.record(game);
        assert_eq!((record.moves.len(), record.result), (3, None));
    }
    let connected = ShardEvent::Connected(Lease::Shard(3));
    serving.events.send(connected).unwrap();
    until_true("the shard to be open again", is_open).await;
    for game in games {
        let left = serving.left(game);
        assert!(left.0 > Span::minutes(9).0, "{left:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_clock_that_is_set_costs_and_gives_no_one_time() {
    let (server, gateway, processes) = two().await;
    let all = processes.each_ref();
    let (_, serving) = owner(&all, 1);
    let games = [serving.game(1).await, serving.game(1).await];
    let log = gateway.lock().unwrap().log.clone();
    for round in 0..10 {
        let step = Span(match round {
            0 => Span::seconds(70).0,
            1 => Span::seconds(-70).0,
            _ => rand::random_range(-Span::days(1).0..=Span::days(1).0),
        });
        for game in games {
            serving.set_clock(game, Span::seconds(60), Span::seconds(30));
        }
        let begun = Instant::now();
        // Not long after the last contact, and anywhere between two beats.
        tokio::time::sleep(TIMING.beat.mul_f64(rand::random())).await;
        server.step(step);
        let agrees = |one: &Process| (one.service.now().0 - server.now()).abs() < 1_000;
        let agree = || all.iter().all(|one| agrees(one));
        until_true("everyone to follow the clock", agree).await;
        until_all_open(&all).await;
        for game in games {
            let used = Span::seconds(60).0 - serving.left(game).0;
            let passed = i64::try_from(begun.elapsed().as_millis()).unwrap();
            // Since the last contact, which may be a beat before.
            assert!(
                (-3_000..=passed + 1_000).contains(&used),
                "{step:?}: {used} of {passed}"
            );
        }
        assert_eq!(gateway.lock().unwrap().log, log, "no session ends");
    }
}
