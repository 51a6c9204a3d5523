//! Two programs with one account and one database: one serves, the other takes over.

use std::time::{Duration, Instant};

use rules_core::Family;
use tokio::time::sleep;

use crate::common::Server;
use crate::delos::Delos;
use crate::kills::moment;
use crate::person::{Person, Privacy};
use crate::postgres;
use crate::table::Table;
use crate::{number, server};

/// Kills or freezes per test: `DELOS_TEST_TAKEOVERS=20` takes minutes.
fn takeovers() -> u64 {
    number("DELOS_TEST_TAKEOVERS", 3)
}

/// Time until a new program may take over at once.
const STEADY: Duration = Duration::from_secs(7);

/// Two programs; one serves the account.
struct Pair {
    serving: Delos,
    standing: Delos,
    /// How often the standby served the account before it stood by.
    served: usize,
    /// Gaps without a program that served it.
    took: Vec<Duration>,
}

impl Pair {
    /// Starts one program, then the other with its recovery key.
    async fn start(server: &Server, database: &postgres::Server, name: &str) -> Self {
        let id = server.register(name).await;
        let url = ("DELOS_STORE", database.database().to_string());
        let serving = Delos::start_with(server, &id, vec![url.clone()]);
        serving.until_logged(SERVES, 1).await;
        let key = std::fs::read_to_string(serving.keys().join("recovery-key.txt")).unwrap();
        let key = ("DELOS_MATRIX_RECOVERY_KEY", key.trim().to_owned());
        let standing = Delos::start_with(server, &id, vec![url, key]);
        standing
            .until_logged("connected to the Matrix homeserver", 1)
            .await;
        sleep(STEADY).await;
        Self {
            serving,
            standing,
            served: 0,
            took: Vec::new(),
        }
    }

    async fn taken_over(&mut self) {
        let begun = Instant::now();
        // On a busy machine, it may have done so before the other was killed.
        self.standing.until_logged(SERVES, self.served + 1).await;
        self.took.push(begun.elapsed());
        std::mem::swap(&mut self.serving, &mut self.standing);
        self.served = served(&self.standing);
    }

    /// Prints the gaps, with `--nocapture`.
    fn report(&self, what: &str) {
        eprintln!("{what}: taken over after {:.1?}", self.took);
    }
}

/// Log line of a program that serves Matrix.
const SERVES: &str = "shard open";

fn served(delos: &Delos) -> usize {
    delos.log().matches(SERVES).count()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Harm {
    Kill,
    Freeze,
}

#[tokio::test]
async fn another_program_plays_on_when_one_is_killed() {
    play_on("heir", Privacy::Clear, Harm::Kill).await;
}

#[tokio::test]
async fn another_program_plays_on_in_an_encrypted_room_when_one_is_killed() {
    play_on("secret-heir", Privacy::Encrypted, Harm::Kill).await;
}

#[tokio::test]
async fn a_frozen_program_is_replaced_and_does_no_harm_when_it_wakes_up() {
    play_on("sleeper", Privacy::Clear, Harm::Freeze).await;
}

async fn play_on(name: &str, privacy: Privacy, harm: Harm) {
    let (Some(server), Some(database)) = (server(), postgres::server()) else {
        return;
    };
    let mut pair = Pair::start(server, database, &format!("{name}-delos")).await;
    let [ann, bob] = Person::pair(server, name, privacy).await;
    let mut table = Table::alone(&pair.serving, [&ann, &bob], Family::Leto).await;
    for round in 0..takeovers() {
        let (san, _) = table.say_move().await;
        sleep(moment(round)).await;
        match harm {
            Harm::Kill => pair.serving.kill(),
            Harm::Freeze => pair.serving.signal("STOP"),
        }
        pair.taken_over().await;
        table.see_move(&san).await;
        let registered = "process registered";
        let lives = pair.standing.log().matches(registered).count();
        match harm {
            Harm::Kill => pair.standing.begin(),
            Harm::Freeze => pair.standing.signal("CONT"),
        }
        table.play().await;
        pair.standing.until_logged(registered, lives + 1).await;
        sleep(STEADY).await;
    }
    table.assert_told_once().await;
    let removed = table.room.removed;
    eprintln!("{name}: {removed} late messages removed");
    // Each killed program may have sent one that was received after its successor's. A frozen one was perhaps between its check of
    // the lease and the request.
    assert!(harm == Harm::Freeze || removed <= pair.took.len());
    table.agree_to_a_draw().await;
    pair.report(name);
}

#[tokio::test]
async fn a_program_without_the_old_keys_takes_over_an_encrypted_room() {
    let (Some(server), Some(database)) = (server(), postgres::server()) else {
        return;
    };
    let mut pair = Pair::start(server, database, "stranger-delos").await;
    let [ann, bob] = Person::pair(server, "stranger", Privacy::Encrypted).await;
    let mut table = Table::alone(&pair.serving, [&ann, &bob], Family::Leto).await;
    table.play().await;
    // A new machine: a new device, which reads earlier messages by the recovery key.
    pair.standing.stop();
    pair.standing.lose_data();
    table.play().await;
    let connected = "connected to the Matrix homeserver";
    let before = pair.standing.log().matches(connected).count();
    pair.standing.begin();
    pair.standing.until_logged(connected, before + 1).await;
    sleep(STEADY).await;
    let (san, _) = table.say_move().await;
    pair.serving.kill();
    pair.taken_over().await;
    table.see_move(&san).await;
    table.play().await;
    table.assert_told_once().await;
    table.agree_to_a_draw().await;
    pair.report("a new device");
}

#[tokio::test]
async fn the_program_that_plays_goes_on_when_the_database_was_away() {
    let (Some(server), Some(database)) = (server(), postgres::Server::start()) else {
        return;
    };
    let pair = Pair::start(server, &database, "crash-delos").await;
    let [ann, bob] = Person::pair(server, "crash", Privacy::Clear).await;
    let mut table = Table::alone(&pair.serving, [&ann, &bob], Family::Legan).await;
    for round in 0..takeovers() {
        let (san, _) = table.say_move().await;
        sleep(moment(round)).await;
        database.crash();
        table.see_move(&san).await;
        table.play().await;
    }
    table.assert_told_once().await;
    table.agree_to_a_draw().await;
}
