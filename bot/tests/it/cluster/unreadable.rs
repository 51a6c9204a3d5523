//! Effects of a newer program, among this program's own.

use app::effect::{Analyze, Effect, EffectId, Outgoing};
use app::store::Batch;
use app::{GameId, Home};
use store::Database;
use store::leases::{Lease, LeaseSet, Role};

use crate::cluster::servers::{Postgres, TestServer as _};

/// Adds effects that this program can't read. They sort before all others.
fn write_unreadable(server: &Postgres, home: Home, count: u32) {
    let home = home.number();
    server.ask(&format!(
        "INSERT INTO effects (id, home, subject, body)
        SELECT lpad(n::text, 13, '0'), {home}, '', convert_to('{{\"s\":999}}', 'UTF8')
        FROM generate_series(1, {count}) AS n"
    ));
}

fn write(node: &dyn Database, home: Home, count: u32) {
    let game = GameId::draw(1, 0);
    let effect = |n| Outgoing {
        id: EffectId(format!("9{n:012}")),
        home,
        effect: Effect::Analyze(Analyze { game }),
    };
    node.commit(Batch::sending((0..count).map(effect))).unwrap();
}

#[test]
fn effects_that_cannot_be_read_hide_no_others() {
    let Some(server) = Postgres::new() else {
        return;
    };
    let node = server.connect();
    write_unreadable(&server, Home::DIRECT, 450);
    write(&*node, Home::DIRECT, 230);
    let shards = LeaseSet {
        total: 1,
        leases: [Lease::Shard(0)].into(),
    };
    let leases = node.leases().unwrap();
    for _ in 0..2 {
        let first = leases.effects_of(&shards, None, 200).unwrap();
        assert_eq!(first.len(), 200);
        let last = first.last().map(|last| &last.id);
        let second = leases.effects_of(&shards, last, 200).unwrap();
        assert_eq!(second.len(), 30);
    }
}

#[test]
fn work_that_cannot_be_read_is_left_to_others_and_holds_up_no_other() {
    let Some(server) = Postgres::new() else {
        return;
    };
    let node = server.connect();
    write_unreadable(&server, Home::ENGINE, 70);
    write(&*node, Home::ENGINE, 3);
    let leases = node.leases().unwrap();
    leases.register(Role::Thinker).unwrap();
    let claims = (0..3).map(|_| leases.claim_work(Home::ENGINE, 64).unwrap().len());
    assert_eq!(claims.sum::<usize>(), 3);
    let taken = server.ask("SELECT count(*) FROM effects WHERE owner IS NOT NULL");
    assert_eq!(taken, "3", "what it cannot read, another program may");
}
