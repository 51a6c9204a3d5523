//! The real program, killed after each move: the game continues, old buttons work, and nothing is posted twice.

use crate::common::{Stage, next, public, says};
use playground::args;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_continues_after_every_kill() {
    let stage = Stage::empty().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");

    let program = stage.spawn().await;
    alice
        .slash(
            "challenge",
            // In a rated game, no move needs confirmation.
            args! { game: "toto40", opponent: &bob, color: "white", time: "3 days", rated: true },
        )
        .await;
    let challenge = next(&general).await;
    program.kill();

    let program = stage.spawn().await;
    bob.click(&challenge, "Accept").await;
    let mut board = next(&general).await;
    program.kill();

    let moves = [
        ("alice", "Re5"),
        ("bob", "Kf6"),
        ("alice", "Kd7"),
        ("bob", "Ha10"),
        ("alice", "Rd5"),
        ("bob", "Kf5"),
        ("alice", "Rxf5"),
    ];
    for (who, text) in moves {
        let program = stage.spawn().await;
        let player = stage.pg.user(who);
        let form = player.click(&board, "Type a move").await;
        player.submit(&form, args! { "move": text }).await;
        board = next(&general).await;
        program.kill();
    }
    says(&board, "**won**").await;
    assert_eq!(
        public(&general).len(),
        9,
        "one challenge and eight boards: {}",
        general.transcript()
    );
}
