//! Encrypted rooms.

use std::time::Duration;

use rules_core::{Game, Variant};

use crate::confidant::{Confidant, Said};
use crate::delos::Delos;
use crate::server;

/// Whether it says whose turn it is.
fn is_turn(said: &Said) -> bool {
    said.body().contains("your move")
}

#[tokio::test]
async fn a_game_is_played_in_an_encrypted_room() {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, "secret-delos").await;
    let mut ann = Confidant::new(server, "secret-ann").await;
    let mut bob = Confidant::new(server, "secret-bob").await;
    let (ann_id, bob_id) = (ann.owner.id.clone(), bob.owner.id.clone());
    let room = ann.room(&[&delos.id, &bob_id]).await;
    bob.join(&room).await;
    ann.until(&delos.id, &room, |_| true).await;
    ann.say(&room, &format!("!delos challenge {bob_id} legan white"))
        .await;
    let challenge = bob
        .until(&delos.id, &room, |said| said.calls(&bob_id))
        .await;
    bob.react(&challenge, "✅").await;
    let mut game = Game::new(Variant::Legan);
    let mut board = ann
        .until(&delos.id, &room, |said| said.calls(&ann_id))
        .await;
    for ply in 0..6 {
        let chosen = game.legal_moves()[ply];
        let san = game.san(chosen);
        game.play(chosen).unwrap();
        let (mover, other) = if ply % 2 == 0 {
            (&mut ann, &mut bob)
        } else {
            (&mut bob, &mut ann)
        };
        mover.reply(&board, &san).await;
        let called = other.owner.id.clone();
        let fits = |said: &Said| said.calls(&called) && said.body().contains(&san);
        board = other.until(&delos.id, &room, fits).await;
    }
    ann.reply(&board, "draw").await;
    let fits = |said: &Said| said.body().contains("offers a draw");
    bob.until(&delos.id, &room, fits).await;
    bob.react(&board, "🤝").await;
    let fits = |said: &Said| said.body().contains("by agreement");
    ann.until(&delos.id, &room, fits).await;
}

/// Begins a game with the engine in a direct conversation, and plays some moves.
async fn play(ann: &mut Confidant, delos: &str, room: &str, plies: usize) {
    ann.say(room, "play leto level:1 white").await;
    let mut board = ann.until(delos, room, is_turn).await;
    for n in 0..plies {
        // No board lists the legal moves; these pawns are free to move.
        let typed = ["a3", "h3", "b3"][n];
        ann.say(room, typed).await;
        board = ann.until(delos, room, is_turn).await;
    }
    ann.reply(&board, "resign").await;
    let fits = |said: &Said| said.body().contains("esign");
    let sure = ann.until(delos, room, fits).await;
    ann.reply(&sure, "resign").await;
    let fits = |said: &Said| said.body().contains("by resignation");
    ann.until(delos, room, fits).await;
}

#[tokio::test]
async fn the_engine_is_played_in_an_encrypted_direct_conversation() {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, "engine-delos").await;
    let mut ann = Confidant::new(server, "engine-ann").await;
    let room = ann.direct_room(&delos.id).await;
    ann.until(&delos.id, &room, |_| true).await;
    play(&mut ann, &delos.id, &room, 3).await;
}

#[tokio::test]
async fn settings_and_data_are_asked_for_in_a_room_and_answered_in_private() {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, "private-delos").await;
    let mut ann = Confidant::new(server, "private-ann").await;
    let hall = ann.owner.room(&[&delos.id]).await;
    ann.until(&delos.id, &hall, |_| true).await;
    ann.say(&hall, "!delos settings").await;
    let direct = ann.accept_invitation().await;
    let says = |words: &'static str| move |said: &Said| said.body().contains(words);
    let settings = ann.until(&delos.id, &direct, says("preferences")).await;
    ann.reply(&settings, "1").await;
    ann.until(&delos.id, &direct, |said| said.id != settings.id)
        .await;
    play(&mut ann, &delos.id, &direct, 1).await;
    ann.say(&direct, "history").await;
    ann.until(&delos.id, &direct, says("Finished games of"))
        .await;
    ann.say(&hall, "!delos privacy export").await;
    ann.until(&delos.id, &direct, says("everything I keep"))
        .await;
    ann.say(&direct, "privacy delete").await;
    let sure = ann.until(&delos.id, &direct, says("Delete everything"));
    let sure = sure.await;
    ann.reply(&sure, "delete everything about me").await;
    let fits = says("I'm deleting everything about you. If");
    ann.until(&delos.id, &direct, fits).await;
    loop {
        ann.say(&direct, "history").await;
        let answer = ann.until(&delos.id, &direct, |_| true).await;
        if answer.body().contains("no finished games") {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test]
async fn an_encrypted_conversation_goes_on_when_delos_lost_its_keys() {
    let Some(server) = server() else { return };
    let mut delos = Delos::start(server, "lost-delos").await;
    let mut ann = Confidant::new(server, "lost-ann").await;
    let room = ann.direct_room(&delos.id).await;
    ann.until(&delos.id, &room, |_| true).await;
    play(&mut ann, &delos.id, &room, 1).await;
    let old = ann.owner.devices(&delos.id).await;
    delos.stop();
    std::fs::remove_file(delos.keys().join("store/matrix-sdk-crypto.sqlite3")).unwrap();
    delos.begin();
    ann.meet_another_device(&delos.id, &old).await;
    // Until her client knows the new device, Delos says that it cannot read her.
    loop {
        ann.say(&room, "help").await;
        let fits = |said: &Said| {
            said.body().contains("five rare chess") || said.body().contains("couldn't read")
        };
        let answer = ann.until(&delos.id, &room, fits).await;
        if answer.body().contains("five rare chess") {
            break;
        }
    }
    play(&mut ann, &delos.id, &room, 1).await;
}
