//! Games between people, from challenge to handshake.

use rules_core::Family;

use crate::delos::Delos;
use crate::person::{Person, Privacy};
use crate::room::Room;
use crate::server;
use crate::table::Table;

const PLIES: usize = 6;

#[tokio::test]
async fn all_five_games_are_played_in_a_clear_room() {
    play_all_five("games", Privacy::Clear).await;
}

#[tokio::test]
async fn all_five_games_are_played_in_an_encrypted_room() {
    play_all_five("secret", Privacy::Encrypted).await;
}

async fn play_all_five(name: &str, privacy: Privacy) {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, &format!("{name}-delos")).await;
    let [ann, bob] = Person::pair(server, name, privacy).await;
    let mut room = Room::new(&ann, &delos, &[&bob]).await;
    for (n, family) in Family::ALL.into_iter().enumerate() {
        let mut table = Table::begin(room, [&ann, &bob], family, n % 2 == 0).await;
        for _ in 0..PLIES {
            table.play().await;
        }
        if n % 2 == 0 {
            table.agree_to_a_draw().await;
        } else {
            table.resign().await;
        }
        room = table.room;
    }
    room.messages().await;
    // The operator of a healthy bot has nothing to read but this advice.
    let log = delos.log();
    let is_loud = |line: &&str| line.contains("WARN") || line.contains("ERROR");
    let loud: Vec<_> = log.lines().filter(is_loud).collect();
    let is_advice = |line: &str| line.contains("made a recovery key");
    assert!(loud.iter().all(|line| is_advice(line)), "{loud:#?}");
}
