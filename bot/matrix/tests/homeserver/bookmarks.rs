//! One device of an account resumes where another one stopped.

use matrix::account::sdk::{Settings, connect};
use matrix::account::{Content, TRANSACTION};
use tokio::time::timeout;

use crate::account::{WAIT_LIMIT, direct, echo, shared, text, texts};
use crate::common::owner::Owner;
use crate::server;

#[tokio::test]
async fn another_device_goes_on_from_a_bookmark() {
    let Some(server) = server() else { return };
    let (bot, friend, secret) = direct(server, "bookmark").await;
    let owner = Owner::new(server, "bookmark-owner").await;
    let clear = shared(&owner, &[&bot]).await;
    // A second device, with its own folder and the same recovery key.
    let place = tempfile::tempdir().unwrap();
    let key = bot.settings.folder.join("recovery-key.txt");
    let key = std::fs::read_to_string(key).unwrap();
    let settings = Settings {
        folder: place.path().join("matrix"),
        recovery_key: Some(key.trim().to_owned()),
        ..bot.settings.clone()
    };
    let other = connect(settings).await.unwrap();
    other.sync().await.unwrap();
    friend.say(&secret, "1", "handled in secret").await;
    owner.say(&clear, "handled").await;
    let handled = bot.hear_text("handled").await;
    assert_eq!(handled.room, clear);
    let marked = Content {
        fields: [(TRANSACTION.to_owned(), "s:1".into())]
            .into_iter()
            .collect(),
        ..text("a board")
    };
    let board = bot.home.send(&secret, "s:1", marked).await.unwrap();
    let sync = bot.home.sync().await.unwrap();
    let bookmark = bot.home.bookmark(&sync.token).await.unwrap().unwrap();
    // On standby it receives some of the events that it must handle later.
    friend.say(&secret, "2", "left in secret").await;
    other.sync().await.unwrap();
    owner.say(&clear, "left").await;
    drop(bot);
    other.resume(Some(&bookmark)).await.unwrap();
    let mut heard = Vec::new();
    while heard.len() < 2 {
        let sync = timeout(WAIT_LIMIT, other.sync()).await.unwrap().unwrap();
        heard.extend(texts(&sync.events));
    }
    heard.sort_unstable();
    assert_eq!(
        heard,
        ["left", "left in secret"],
        "and nothing that was handled"
    );
    // From the start, it also receives the other device's echoes.
    other.resume(None).await.unwrap();
    let again = timeout(WAIT_LIMIT, other.sync()).await.unwrap().unwrap();
    let echoes = again.events.iter();
    let echoes = echoes.filter(|heard| heard.kind == echo("s:1"));
    let echoes: Vec<&str> = echoes.map(|heard| heard.id.as_str()).collect();
    assert_eq!(echoes, [board]);
}
