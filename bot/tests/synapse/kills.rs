//! Kills of Delos while it answers.

use std::time::Duration;

use rules_core::Family;
use tokio::time::sleep;

use crate::delos::Delos;
use crate::person::{Person, Privacy};
use crate::table::Table;
use crate::{number, server};

/// Number of kills, half of them in encrypted rooms: `DELOS_TEST_KILLS=50` takes minutes.
fn kills() -> u64 {
    number("DELOS_TEST_KILLS", 6)
}

/// Delays after a message that hit each step: receiving, storing, drawing, uploading, sending, acknowledging.
pub(crate) fn moment(round: u64) -> Duration {
    Duration::from_millis(round * 83 % 700)
}

#[tokio::test]
async fn a_move_is_played_and_shown_once_though_delos_is_killed() {
    play_on("kills", Privacy::Clear, kills() / 2).await;
}

#[tokio::test]
async fn an_encrypted_move_is_played_and_shown_once_though_delos_is_killed() {
    play_on("mute", Privacy::Encrypted, kills().div_ceil(2)).await;
}

async fn play_on(name: &str, privacy: Privacy, kills: u64) {
    let Some(server) = server() else { return };
    let mut delos = Delos::start(server, &format!("{name}-delos")).await;
    let [ann, bob] = Person::pair(server, name, privacy).await;
    let mut table = Table::alone(&delos, [&ann, &bob], Family::Leto).await;
    let mut killed = 0;
    while killed < kills {
        let (san, _) = table.say_move().await;
        sleep(moment(killed)).await;
        delos.kill();
        delos.begin();
        killed += 1;
        // Sometimes again while it starts and catches up.
        if killed % 3 == 2 && killed < kills {
            sleep(4 * moment(killed)).await;
            delos.kill();
            delos.begin();
            killed += 1;
        }
        table.see_move(&san).await;
    }
    table.assert_told_once().await;
    table.agree_to_a_draw().await;
}
