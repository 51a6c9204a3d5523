//! The real program, killed after each move: the game continues, old buttons work, and nothing is posted twice.

use crate::conversations::prelude::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_continues_after_every_kill() {
    let stage = Stage::empty().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");

    let program = stage.spawn().await;
    // In a rated game, no move needs confirmation.
    let terms =
        args! { game: "toto40", opponent: &bob, color: "white", time: "3 days", rated: true };
    let challenge = posts_challenge(&alice, terms).await;
    program.kill();

    let program = stage.spawn().await;
    bob.click(&challenge, "Accept").await;
    let mut board = general.next().await;
    program.kill();

    let moves = ["Re5", "Kf6", "Kd7", "Ha10", "Rd5", "Kf5", "Rxf5"];
    for (text, player) in moves.into_iter().zip([&alice, &bob].into_iter().cycle()) {
        let program = stage.spawn().await;
        let form = player.click(&board, "Type a move").await;
        player.submit(&form, args! { "move": text }).await;
        board = general.next().await;
        program.kill();
    }
    says(&board, "**won**").await;
    let messages = general.public().len();
    assert_eq!(messages, 1 + 8, "{}", general.transcript());
}
