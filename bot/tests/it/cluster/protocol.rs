//! The contract of every implementation of [`Leases`], with several processes on one server.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use app::effect::{Analyze, Effect, EffectId, Outgoing, Subject};
use app::store::{Batch, StoreError};
use app::{GameId, Home, PresenceRecord, RoomId, ServerId, Span};
use runtime::service::{MomentSource as _, SystemSource};
use store::leases::{IDENTIFY_INTERVAL, LEASE, Lease, LeaseSet, Leases, Role, Turn, WORK_LEASE};
use store::{Database, MessageId, Post};
use text::Platform;

use crate::cluster::servers::{TestServer, pass};

/// Returns a shard's home, out of `total` shards.
pub(crate) fn home(shard: u64) -> Home {
    Home::of_server(&ServerId::new(format!("discord:{}", shard << 22)))
}

pub(super) fn effect(id: &str, home: Home) -> Outgoing {
    let game = GameId::draw(1, 0);
    Outgoing {
        id: EffectId(id.to_owned()),
        home,
        effect: Effect::Analyze(Analyze { game }),
    }
}

pub(super) fn commit(node: &Arc<dyn Database>, outgoing: Vec<Outgoing>) {
    node.commit(Batch::sending(outgoing)).unwrap();
}

fn message(number: u64) -> MessageId {
    MessageId::new(format!("discord:{number}"))
}

fn post(number: u64) -> Post {
    Post {
        message: message(number),
        room: RoomId::new("discord:1"),
        version: 1,
        first: None,
        posted_at: 0,
        remains: String::new(),
    }
}

pub(super) const NONE: BTreeSet<Lease> = BTreeSet::new();
const MATRIX: Platform = Platform::Matrix;
/// Longer than a lease.
pub(super) const PAST: Duration = LEASE.saturating_add(Duration::from_millis(100));
/// Shorter than a lease.
const ALMOST: Duration = LEASE.saturating_sub(Duration::from_secs(1));

fn connected<const N: usize>(server: &dyn TestServer) -> [Arc<dyn Leases>; N] {
    server.clear();
    [(); N].map(|()| server.connect().leases().unwrap())
}

fn absence(of: &Arc<dyn Leases>, lease: Lease) -> Duration {
    of.contact(lease).unwrap().absence().unwrap()
}

/// Returns the lease that a process gets if it claims one.
fn claimed(by: &Arc<dyn Leases>) -> Lease {
    by.claim(1).unwrap()[0].lease
}

pub(crate) fn check(server: &dyn TestServer) {
    each_shard_goes_to_one_of_many_that_race_for_it(server);
    a_lease_lasts_as_long_as_its_process_beats(server);
    after_an_outage_each_process_still_has_what_it_had(server);
    after_an_outage_the_former_owner_is_preferred_for_one_more_lease(server);
    a_process_that_has_just_begun_ends_no_lease_yet(server);
    what_is_open_counts_only_as_long_as_beats_come_in_time(server);
    a_process_learns_whether_others_are_reached(server);
    what_one_of_several_does_goes_with_the_first_shard(server);
    completions_after_the_end_of_a_lease_are_refused(server);
    absence_is_measured_by_the_databases_clock(server);
    the_number_of_shards_changes_only_without_other_servers(server);
    new_shards_are_absent_since_the_records_say(server);
    identifies_of_one_bucket_take_turns(server);
    effects_are_listed_by_shard(server);
    work_is_claimed_by_one_and_passes_to_others_when_its_claim_ends(server);
    no_work_is_claimed_before_registration(server);
    matrix_is_leased_by_itself(server);
    only_the_process_on_matrix_notes_how_far_it_has_heard(server);
    matrix_is_absent_since_the_records_say(server);
    without_shards_the_process_on_matrix_is_the_first(server);
    an_overdue_lease_goes_to_a_process_that_may_end_it(server);
    the_first_account_stays(server);
}

fn each_shard_goes_to_one_of_many_that_race_for_it(server: &dyn TestServer) {
    let nodes: [_; 4] = connected(server);
    for node in &nodes {
        node.register(Role::Server).unwrap();
    }
    assert_eq!(nodes[0].agree_on_total(50).unwrap(), 50);
    let claimed = std::thread::scope(|scope| {
        let threads: Vec<_> = nodes
            .iter()
            .map(|node| {
                scope.spawn(|| {
                    let mut mine = Vec::new();
                    for _ in 0..40 {
                        mine.extend(node.claim(2).unwrap());
                    }
                    mine
                })
            })
            .collect();
        let each = threads.into_iter().map(|thread| thread.join().unwrap());
        each.flatten().collect::<Vec<_>>()
    });
    let numbers: BTreeSet<Lease> = claimed.iter().map(|shard| shard.lease).collect();
    assert_eq!((claimed.len(), numbers.len()), (50, 50), "each once");
    assert!(claimed.iter().all(|shard| shard.epoch == 1));
    let overview = nodes[1].beat(&NONE).unwrap().unwrap();
    let held: usize = overview.servers.iter().map(|(_, count)| count).sum();
    assert_eq!((held, overview.free, overview.total), (50, 0, Some(50)));
}

fn a_lease_lasts_as_long_as_its_process_beats(server: &dyn TestServer) {
    let [one, two] = connected(server);
    let first = one.register(Role::Server).unwrap();
    let second = two.register(Role::Server).unwrap();
    assert_ne!(first, second);
    one.agree_on_total(2).unwrap();
    assert_eq!(one.claim(9).unwrap().len(), 2);
    for _ in 0..4 {
        server.advance(LEASE / 2);
        assert!(one.beat(&NONE).unwrap().is_some());
        assert!(two.beat(&NONE).unwrap().is_some());
        assert_eq!(two.claim(9).unwrap(), [], "the other one lives");
    }
    pass(server, ALMOST, &[&two]);
    assert_eq!(two.claim(9).unwrap(), [], "not yet");
    pass(server, Duration::from_millis(1_100), &[&two]);
    let overview = two.beat(&NONE).unwrap().unwrap();
    assert_eq!((overview.free, overview.servers), (2, vec![(second, 0)]));
    let taken = two.claim(9).unwrap();
    assert_eq!(taken.len(), 2);
    assert!(taken.iter().all(|shard| shard.epoch == 2));
    assert_eq!(one.beat(&NONE).unwrap(), None, "it came too late");
    assert_eq!(one.claim(9).unwrap(), [], "nor does it take anything");
    one.release(Lease::Shard(0)).unwrap();
    let shards = two.shards().unwrap();
    let is_kept = shards.iter().all(|shard| shard.owner == Some(second));
    assert!(is_kept, "what is another's is not released");
    let third = one.register(Role::Server).unwrap();
    assert!(third != first && third != second);
    two.release(Lease::Shard(1)).unwrap();
    assert_eq!(claimed(&one), Lease::Shard(1));
    two.leave().unwrap();
    assert_eq!(claimed(&one), Lease::Shard(0), "at once");
}

/// Connects two processes with one shard each.
pub(super) fn two_servers(server: &dyn TestServer) -> [Arc<dyn Leases>; 2] {
    let both = connected(server);
    for one in &both {
        one.register(Role::Server).unwrap();
        one.agree_on_total(2).unwrap();
    }
    for (number, one) in (0..).zip(&both) {
        assert_eq!(claimed(one), Lease::Shard(number));
    }
    pass(server, LEASE, &[&both[0], &both[1]]);
    both
}

fn after_an_outage_each_process_still_has_what_it_had(server: &dyn TestServer) {
    let [one, two] = two_servers(server);
    // The database is unreachable for everyone.
    server.advance(LEASE * 3);
    let overview = two.beat(&NONE).unwrap().expect("a late beat counts");
    let held = BTreeSet::from([Lease::Shard(1)]);
    assert_eq!((overview.free, overview.held), (0, held));
    assert_eq!(two.claim(9).unwrap(), [], "the other one may come back");
    let third = server.connect().leases().unwrap();
    third.register(Role::Server).unwrap();
    assert_eq!(third.claim(9).unwrap(), []);
    let overview = one.beat(&NONE).unwrap().expect("a late beat counts");
    assert_eq!(overview.held, BTreeSet::from([Lease::Shard(0)]));
    let shards = one.shards().unwrap();
    assert!(shards.iter().all(|shard| shard.epoch == 1), "{shards:?}");
}

fn after_an_outage_the_former_owner_is_preferred_for_one_more_lease(server: &dyn TestServer) {
    let [one, two] = two_servers(server);
    server.advance(LEASE * 3);
    two.beat(&NONE).unwrap().unwrap();
    pass(server, ALMOST, &[&two]);
    assert_eq!(two.claim(9).unwrap(), []);
    pass(server, Duration::from_millis(1_100), &[&two]);
    assert_eq!(two.beat(&NONE).unwrap().unwrap().free, 1);
    let taken = two.claim(9).unwrap();
    assert_eq!((taken[0].lease, taken[0].epoch), (Lease::Shard(0), 2));
    assert_eq!(one.beat(&NONE).unwrap(), None, "it came too late");
}

fn a_process_that_has_just_begun_ends_no_lease_yet(server: &dyn TestServer) {
    let [_one, _two] = two_servers(server);
    server.advance(LEASE * 2);
    let three = server.connect().leases().unwrap();
    three.register(Role::Server).unwrap();
    assert_eq!(three.claim(9).unwrap(), []);
    pass(server, PAST, &[&three]);
    assert_eq!(three.claim(9).unwrap().len(), 2);
    // A pause of its own restarts its waiting time.
    let four = server.connect().leases().unwrap();
    four.register(Role::Server).unwrap();
    pass(server, PAST, &[&four]);
    server.advance(LEASE);
    assert_eq!(four.claim(9).unwrap(), []);
}

fn what_is_open_counts_only_as_long_as_beats_come_in_time(server: &dyn TestServer) {
    let [one, _two] = two_servers(server);
    let open = BTreeSet::from([Lease::Shard(0)]);
    one.beat(&open).unwrap().unwrap();
    server.advance(LEASE * 2);
    // Sent before the outage, and executed when the database came back.
    one.beat(&open).unwrap().unwrap();
    let absent = absence(&one, Lease::Shard(0));
    assert!(absent >= LEASE * 2, "{absent:?}");
    one.beat(&open).unwrap().unwrap();
    assert!(absence(&one, Lease::Shard(0)) < LEASE);
}

fn a_process_learns_whether_others_are_reached(server: &dyn TestServer) {
    let [one, two] = two_servers(server);
    let others_reached = |of: &Arc<dyn Leases>| of.beat(&NONE).unwrap().unwrap().others_reached;
    assert!(!others_reached(&one) && !others_reached(&two));
    two.beat(&[Lease::Shard(1)].into()).unwrap().unwrap();
    assert!(others_reached(&one));
    assert!(!others_reached(&two), "only by itself");
    pass(server, PAST, &[&one, &two]);
    assert!(!others_reached(&one), "not any longer");
}

fn what_one_of_several_does_goes_with_the_first_shard(server: &dyn TestServer) {
    let [one, two] = two_servers(server);
    assert!(one.is_first().unwrap() && !two.is_first().unwrap());
    one.release(Lease::Shard(0)).unwrap();
    assert!(!one.is_first().unwrap());
    two.claim(1).unwrap();
    assert!(two.is_first().unwrap());
}

fn completions_after_the_end_of_a_lease_are_refused(server: &dyn TestServer) {
    server.clear();
    let [old, new] = [(); 2].map(|()| server.connect());
    let subject = Subject::Game(GameId::draw(7, 0));
    for node in [&old, &new] {
        node.leases().unwrap().register(Role::Server).unwrap();
    }
    old.leases().unwrap().agree_on_total(2).unwrap();
    old.leases().unwrap().claim(9).unwrap();
    let effects = [("1", home(0)), ("2", home(0)), ("3", home(1))];
    commit(&old, effects.map(|(id, home)| effect(id, home)).into());
    let ids = ["1", "2", "3"].map(|id| EffectId(id.to_owned()));
    old.complete(subject, Some(&post(1)), &ids[..1]).unwrap();
    pass(server, PAST, &[&new.leases().unwrap()]);
    assert_eq!(claimed(&new.leases().unwrap()), Lease::Shard(0));
    let refused = old.complete(subject, Some(&post(2)), &ids[1..2]);
    assert_eq!(refused, Err(StoreError::NotOurs));
    assert_eq!(old.settle(&ids[1..2]), Err(StoreError::NotOurs));
    assert_eq!(old.post(subject).unwrap().unwrap().message, message(1));
    new.complete(subject, Some(&post(3)), &ids[1..2]).unwrap();
    let again = old.complete(subject, Some(&post(2)), &ids[1..2]);
    assert_eq!(again, Err(StoreError::NotOurs), "nor once it is done");
    assert_eq!(new.post(subject).unwrap().unwrap().message, message(3));
    let left = new.outgoing(9).unwrap();
    assert_eq!(left.len(), 1);
}

fn absence_is_measured_by_the_databases_clock(server: &dyn TestServer) {
    let [one, two] = connected(server);
    one.register(Role::Server).unwrap();
    one.agree_on_total(2).unwrap();
    one.claim(9).unwrap();
    let first = one.contact(Lease::Shard(0)).unwrap();
    assert_eq!(first.absence(), None, "never open");
    one.beat(&[Lease::Shard(0)].into()).unwrap().unwrap();
    server.advance(Duration::from_secs(3));
    one.beat(&NONE).unwrap().unwrap();
    server.advance(Duration::from_secs(3));
    let absent = absence(&one, Lease::Shard(0));
    let expected = Duration::from_secs(6)..Duration::from_secs(16);
    assert!(expected.contains(&absent), "{absent:?}");
    assert_eq!(one.contact(Lease::Shard(1)).unwrap().absence(), None);
    one.hear(Lease::Shard(1)).unwrap();
    assert!(absence(&one, Lease::Shard(1)) < Duration::from_secs(5));
    two.register(Role::Server).unwrap();
    assert_eq!(two.hear(Lease::Shard(1)), Err(StoreError::NotOurs));
}

fn the_number_of_shards_changes_only_without_other_servers(server: &dyn TestServer) {
    let [one, two, thinker] = connected(server);
    thinker.register(Role::Thinker).unwrap();
    one.register(Role::Server).unwrap();
    assert_eq!(one.agree_on_total(2).unwrap(), 2);
    one.claim(9).unwrap();
    let shards = [0, 1].map(Lease::Shard);
    one.beat(&shards.into()).unwrap().unwrap();
    two.register(Role::Server).unwrap();
    assert_eq!(two.agree_on_total(8).unwrap(), 2, "another one serves");
    server.advance(LEASE * 2);
    assert_eq!(two.agree_on_total(8).unwrap(), 2, "it may come back");
    one.leave().unwrap();
    two.leave().unwrap();
    two.register(Role::Server).unwrap();
    assert_eq!(two.agree_on_total(8).unwrap(), 8);
    assert_eq!(two.claim(9).unwrap().len(), 8);
    let new = two.contact(Lease::Shard(7)).unwrap();
    assert!(new.absence().is_some(), "the absence began before");
}

fn new_shards_are_absent_since_the_records_say(server: &dyn TestServer) {
    server.clear();
    let node = server.connect();
    let ran = SystemSource.now().plus(Span::hours(-1));
    let batch = Batch::write(0, PresenceRecord::begun(Platform::Discord, ran));
    node.commit(batch).unwrap();
    let leases = node.leases().unwrap();
    leases.register(Role::Server).unwrap();
    leases.agree_on_total(2).unwrap();
    for shard in [0, 1].map(Lease::Shard) {
        let absent = absence(&leases, shard);
        assert!(absent > Duration::from_mins(59), "{absent:?}");
    }
    // From now on, the shards' own contacts count.
    leases.claim(9).unwrap();
    leases.hear(Lease::Shard(0)).unwrap();
    leases.hear(Lease::Shard(1)).unwrap();
    assert_eq!(leases.agree_on_total(3).unwrap(), 3);
    assert!(absence(&leases, Lease::Shard(2)) < Duration::from_mins(1));
}

fn identifies_of_one_bucket_take_turns(server: &dyn TestServer) {
    let [one, two] = connected(server);
    let wait = |of: &Arc<dyn Leases>| match of.take_turn(0).unwrap() {
        Turn::Wait(wait) => wait,
        Turn::Taken => panic!("it is not due"),
    };
    assert_eq!(one.take_turn(0).unwrap(), Turn::Taken);
    let first = wait(&two);
    assert!(first > IDENTIFY_INTERVAL / 2, "{first:?}");
    assert_eq!(two.take_turn(1).unwrap(), Turn::Taken, "another bucket");
    // Queries reserve nothing.
    for _ in 0..3 {
        assert!(wait(&one) <= first);
    }
    server.advance(IDENTIFY_INTERVAL);
    assert_eq!(two.take_turn(0).unwrap(), Turn::Taken);
    wait(&one);
}

fn effects_are_listed_by_shard(server: &dyn TestServer) {
    server.clear();
    let node = server.connect();
    let effects = (0..6).map(|n| effect(&n.to_string(), home(n)));
    commit(&node, effects.collect());
    commit(
        &node,
        vec![effect("6", Home::MATRIX), effect("7", Home::ENGINE)],
    );
    let leases = node.leases().unwrap();
    let set = |leases: &[Lease]| LeaseSet {
        total: 3,
        leases: leases.iter().copied().collect(),
    };
    let [first, second, third] = [0, 1, 2].map(Lease::Shard);
    let ids = |set: &LeaseSet, after: Option<&str>, limit| {
        let after = after.map(|id| EffectId(id.to_owned()));
        let found = leases.effects_of(set, after.as_ref(), limit).unwrap();
        found.into_iter().map(|one| one.id.0).collect::<Vec<_>>()
    };
    assert_eq!(ids(&set(&[second]), None, 9), ["1", "4"]);
    assert_eq!(ids(&set(&[first, second]), None, 9), ["0", "1", "3", "4"]);
    assert_eq!(ids(&set(&[first, second]), Some("1"), 2), ["3", "4"]);
    assert_eq!(ids(&set(&[Lease::MATRIX]), None, 9), ["6"]);
    assert_eq!(ids(&set(&[third, Lease::MATRIX]), None, 9), ["2", "5", "6"]);
    assert!(ids(&set(&[]), None, 9).is_empty());
}

fn work_is_claimed_by_one_and_passes_to_others_when_its_claim_ends(server: &dyn TestServer) {
    server.clear();
    let [one, two] = [(); 2].map(|()| server.connect());
    for node in [&one, &two] {
        node.leases().unwrap().register(Role::Thinker).unwrap();
    }
    let work = (0..3).map(|n| effect(&n.to_string(), Home::ENGINE));
    commit(&one, work.collect());
    commit(&one, vec![effect("9", Home::REVIEW)]);
    let claim = |node: &Arc<dyn Database>, kind| {
        let claimed = node.leases().unwrap().claim_work(kind, 2).unwrap();
        claimed.into_iter().map(|one| one.id.0).collect::<Vec<_>>()
    };
    assert_eq!(claim(&one, Home::ENGINE), ["0", "1"], "oldest first");
    assert_eq!(claim(&two, Home::ENGINE), ["2"]);
    assert!(claim(&one, Home::ENGINE).is_empty());
    assert_eq!(claim(&two, Home::REVIEW), ["9"]);
    server.advance(WORK_LEASE.saturating_sub(Duration::from_secs(5)));
    let zero = [EffectId("0".to_owned())];
    one.leases().unwrap().extend_work(&zero).unwrap();
    two.leases().unwrap().extend_work(&zero).unwrap();
    server.advance(Duration::from_secs(6));
    let others = claim(&two, Home::ENGINE);
    assert_eq!(others, ["1", "2"], "not what was extended");
    two.leases().unwrap().give_back_work(&zero).unwrap();
    assert!(claim(&two, Home::ENGINE).is_empty(), "another's claim");
    one.leases().unwrap().give_back_work(&zero).unwrap();
    assert_eq!(claim(&two, Home::ENGINE), ["0"]);
}

fn no_work_is_claimed_before_registration(server: &dyn TestServer) {
    server.clear();
    let [one, two] = [(); 2].map(|()| server.connect());
    commit(&one, vec![effect("1", Home::ENGINE)]);
    let claimed =
        |node: &Arc<dyn Database>| node.leases().unwrap().claim_work(Home::ENGINE, 9).unwrap();
    assert!(claimed(&one).is_empty());
    two.leases().unwrap().register(Role::Thinker).unwrap();
    assert_eq!(claimed(&two).len(), 1, "no one has it");
}

fn matrix_is_leased_by_itself(server: &dyn TestServer) {
    server.clear();
    let [one, two] = [(); 2].map(|()| server.connect());
    let [first, second] = [&one, &two].map(|node| node.leases().unwrap());
    assert_eq!(first.claim_whole(MATRIX).unwrap(), None, "not registered");
    let me = first.register(Role::Server).unwrap();
    second.register(Role::Account).unwrap();
    first.agree_on_total(2).unwrap();
    let is_free = |of: &Arc<dyn Leases>| {
        let overview = of.beat(&NONE).unwrap().unwrap();
        overview.free_platforms.contains(MATRIX)
    };
    assert!(is_free(&first) && is_free(&second));
    assert_eq!(first.claim(9).unwrap().len(), 2, "the shards alone");
    let claimed = first.claim_whole(MATRIX).unwrap().unwrap();
    assert_eq!((claimed.lease, claimed.epoch), (Lease::MATRIX, 1));
    assert_eq!(second.claim_whole(MATRIX).unwrap(), None);
    let overview = first.beat(&NONE).unwrap().unwrap();
    let held = [Lease::Shard(0), Lease::Shard(1), Lease::MATRIX];
    assert_eq!(overview.held, BTreeSet::from(held));
    assert_eq!(overview.servers, [(me, 2)], "it is no share of the shards");
    assert!(!overview.free_platforms.contains(MATRIX) && !is_free(&second));
    commit(&one, vec![effect("1", Home::MATRIX)]);
    let id = [EffectId("1".to_owned())];
    assert_eq!(two.settle(&id), Err(StoreError::NotOurs));
    first.hear(Lease::MATRIX).unwrap();
    assert_eq!(second.hear(Lease::MATRIX), Err(StoreError::NotOurs));
    // The first process dies.
    pass(server, PAST, &[&second]);
    assert!(is_free(&second));
    let claimed = second.claim_whole(MATRIX).unwrap().unwrap();
    assert_eq!(claimed.epoch, 2);
    assert!(absence(&second, Lease::MATRIX) >= LEASE);
    assert_eq!(one.settle(&id), Err(StoreError::NotOurs), "its lease ended");
    two.settle(&id).unwrap();
    second.beat(&[Lease::MATRIX].into()).unwrap().unwrap();
    assert!(absence(&second, Lease::MATRIX) < LEASE);
    first.register(Role::Server).unwrap();
    assert!(!is_free(&first));
    second.release(Lease::MATRIX).unwrap();
    assert!(is_free(&first));
    assert_eq!(first.claim_whole(MATRIX).unwrap().unwrap().epoch, 3);
    first.leave().unwrap();
    assert!(second.claim_whole(MATRIX).unwrap().is_some(), "at once");
}

fn only_the_process_on_matrix_notes_how_far_it_has_heard(server: &dyn TestServer) {
    let [one, two] = connected(server);
    for leases in [&one, &two] {
        leases.register(Role::Account).unwrap();
        assert_eq!(leases.bookmark().unwrap(), None);
        assert_eq!(leases.set_bookmark("s0"), Err(StoreError::NotOurs));
    }
    one.claim_whole(MATRIX).unwrap().unwrap();
    one.set_bookmark("s1").unwrap();
    assert_eq!(two.set_bookmark("s9"), Err(StoreError::NotOurs));
    one.release(Lease::MATRIX).unwrap();
    two.claim_whole(MATRIX).unwrap().unwrap();
    assert_eq!(two.bookmark().unwrap().as_deref(), Some("s1"));
    two.set_bookmark("s2").unwrap();
    assert_eq!(one.set_bookmark("s1"), Err(StoreError::NotOurs));
    assert_eq!(one.bookmark().unwrap().as_deref(), Some("s2"));
}

fn matrix_is_absent_since_the_records_say(server: &dyn TestServer) {
    server.clear();
    let node = server.connect();
    let now = SystemSource.now();
    let mut presence = PresenceRecord::begun(Platform::Discord, now);
    presence.note(Platform::Matrix, now.plus(Span::hours(-1)));
    node.commit(Batch::write(0, presence)).unwrap();
    let leases = node.leases().unwrap();
    leases.register(Role::Account).unwrap();
    leases.claim_whole(MATRIX).unwrap().unwrap();
    let absent = absence(&leases, Lease::MATRIX);
    assert!(absent > Duration::from_mins(59), "{absent:?}");
}

fn without_shards_the_process_on_matrix_is_the_first(server: &dyn TestServer) {
    let [one, two] = connected(server);
    one.register(Role::Account).unwrap();
    assert!(!one.is_first().unwrap());
    one.claim_whole(MATRIX).unwrap().unwrap();
    assert!(one.is_first().unwrap());
    two.register(Role::Server).unwrap();
    two.agree_on_total(1).unwrap();
    two.claim(1).unwrap();
    assert!(two.is_first().unwrap() && !one.is_first().unwrap());
    two.release(Lease::Shard(0)).unwrap();
    assert!(one.is_first().unwrap() && !two.is_first().unwrap());
}

fn an_overdue_lease_goes_to_a_process_that_may_end_it(server: &dyn TestServer) {
    let [_dead, two] = two_servers(server);
    pass(server, LEASE / 2 + Duration::from_millis(100), &[&two]);
    let again = server.connect().leases().unwrap();
    again.register(Role::Server).unwrap();
    pass(server, LEASE / 2, &[&two, &again]);
    let servers = two.beat(&NONE).unwrap().unwrap();
    assert_eq!((servers.free, servers.servers.len()), (1, 1), "itself");
    assert_eq!(again.beat(&NONE).unwrap().unwrap().free, 0);
    assert_eq!(two.claim(1).unwrap().len(), 1);
    let servers = two.beat(&NONE).unwrap().unwrap().servers;
    assert_eq!(servers.len(), 2, "which shares with the other one later");
}

fn the_first_account_stays(server: &dyn TestServer) {
    server.clear();
    let [one, two] = [(); 2].map(|()| server.connect());
    let agree =
        |of: &Arc<dyn Database>, platform, account| of.agree_on_account(platform, account).unwrap();
    assert_eq!(agree(&one, Platform::Discord, "1"), "1");
    assert_eq!(agree(&two, Platform::Matrix, "@delos:here"), "@delos:here");
    assert_eq!(agree(&two, Platform::Discord, "2"), "1");
}
