//! Restarts of the homeserver while Delos answers.

use rules_core::Family;
use tokio::time::sleep;

use crate::common::{End, Limits, Server};
use crate::delos::Delos;
use crate::kills::moment;
use crate::number;
use crate::person::{Person, Privacy};
use crate::table::Table;

/// Number of restarts: `DELOS_TEST_RESTARTS=10` takes minutes.
fn restarts() -> u64 {
    number("DELOS_TEST_RESTARTS", 2)
}

#[tokio::test]
async fn moves_are_played_and_shown_once_though_the_homeserver_is_restarted() {
    let Some(mut server) = Server::start(Limits::Raised) else {
        return;
    };
    let delos = Delos::start(&server, "restarts-delos").await;
    let [ann, bob] = Person::pair(&server, "clear", Privacy::Clear).await;
    let [carol, dan] = Person::pair(&server, "secret", Privacy::Encrypted).await;
    let mut clear = Table::alone(&delos, [&ann, &bob], Family::Legan).await;
    let mut secret = Table::alone(&delos, [&carol, &dan], Family::Leto).await;
    for round in 0..restarts() {
        let (in_clear, _) = clear.say_move().await;
        let (in_secret, _) = secret.say_move().await;
        sleep(moment(round)).await;
        server.restart(if round % 2 == 0 {
            End::Killed
        } else {
            End::Stopped
        });
        clear.see_move(&in_clear).await;
        secret.see_move(&in_secret).await;
    }
    for table in [&mut clear, &mut secret] {
        table.assert_told_once().await;
        table.agree_to_a_draw().await;
    }
}
