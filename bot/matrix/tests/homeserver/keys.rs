//! Devices and keys.

use matrix::account::sdk::{Login, Receives, connect};
use matrix::account::{Error, EventKind};

use crate::account::{Account, direct, is_entry, text};
use crate::common::owner::Owner;
use crate::server;

/// Path of a device's keys in the account's folder.
const CRYPTO_STORE: &str = "store/matrix-sdk-crypto.sqlite3";

#[tokio::test]
async fn lost_keys_are_made_up_for_by_a_new_device() {
    let Some(server) = server() else { return };
    let (bot, friend, room) = direct(server, "lost").await;
    friend.say(&room, "1", "before").await;
    bot.hear_text("before").await;
    let folder = bot.settings.folder.clone();
    assert!(folder.join("recovery-key.txt").is_file());
    let session = std::fs::read_to_string(folder.join("session.json")).unwrap();
    // With keys that only the lost device has.
    let stranger = Account::new(server, "lost-stranger").await;
    let other_room = stranger.home.direct_room(&bot.id, true).await.unwrap();
    assert_eq!(bot.accept().await, other_room);
    stranger.hear(|heard| is_entry(heard, &bot.id)).await;
    let bot = bot.restart_after(|folder| std::fs::remove_file(folder.join(CRYPTO_STORE)).unwrap());
    stranger.say(&other_room, "1", "to the old device").await;
    let bot = bot.await;
    let new_session = std::fs::read_to_string(folder.join("session.json")).unwrap();
    assert_ne!(session, new_session);

    let unreadable = bot.hear(|heard| heard.kind == EventKind::Unreadable).await;
    assert_eq!(
        (unreadable.room, unreadable.sender),
        (other_room, stranger.id.clone())
    );
    bot.say(&room, "s:1", "I am back").await;
    friend.hear_text("I am back").await;
    friend.say(&room, "3", "welcome").await;
    bot.hear_text("welcome").await;
}

#[tokio::test]
async fn a_device_outlives_databases_that_cannot_be_opened() {
    let Some(server) = server() else { return };
    let (bot, friend, room) = direct(server, "unopened").await;
    let settings = bot.settings.clone();
    let session = || std::fs::read_to_string(settings.folder.join("session.json")).unwrap();
    let device = session();
    drop(bot.home);
    let database = settings.folder.join("store/matrix-sdk-state.sqlite3");
    let kept = database.with_extension("kept");
    std::fs::rename(&database, &kept).unwrap();
    std::fs::create_dir(&database).unwrap();
    let refused = connect(settings.clone()).await;
    assert!(matches!(refused, Err(Error::Store(_))), "{refused:?}");
    std::fs::remove_dir(&database).unwrap();
    std::fs::rename(&kept, &database).unwrap();
    let home = connect(settings.clone()).await.unwrap();
    assert_eq!(session(), device);
    home.sync().await.unwrap();
    home.send(&room, "s:1", text("I am back")).await.unwrap();
    friend.hear_text("I am back").await;
}

#[tokio::test]
async fn a_store_of_other_keys_is_not_used() {
    let Some(server) = server() else { return };
    let (bot, friend, room) = direct(server, "other").await;
    let bot = bot
        .restart_after(|folder| {
            // An empty file opens as a new store.
            std::fs::write(folder.join(CRYPTO_STORE), "").unwrap();
            for log in ["-wal", "-shm"] {
                let _ = std::fs::remove_file(folder.join(format!("{CRYPTO_STORE}{log}")));
            }
        })
        .await;
    bot.sync().await;
    bot.say(&room, "s:1", "I am back").await;
    friend.hear_text("I am back").await;
}

#[tokio::test]
async fn a_device_with_a_token_is_used_until_its_keys_are_lost() {
    let Some(server) = server() else { return };
    let owner = Owner::new(server, "token-bot").await;
    let friend = Account::new(server, "token-friend").await;
    let place = tempfile::tempdir().unwrap();
    let settings = owner.settings(place.path(), Receives::default());
    for round in 0..2 {
        let home = connect(settings.clone()).await.unwrap();
        let sync = home.sync().await.unwrap();
        home.acknowledge(&sync.token).await.unwrap();
        let room = home.direct_room(&friend.id, true).await.unwrap();
        let body = format!("round {round}");
        home.send(&room, &body, text(&body)).await.unwrap();
        if round == 0 {
            friend.accept().await;
        } else {
            friend.hear_text(&body).await;
        }
    }
    std::fs::remove_file(place.path().join(CRYPTO_STORE)).unwrap();
    let refused = connect(settings.clone()).await;
    assert!(matches!(refused, Err(Error::Account(_))), "{refused:?}");
    // Still refused, though the folder is empty now.
    let refused = connect(settings).await;
    assert!(matches!(refused, Err(Error::Account(_))), "{refused:?}");
}

#[tokio::test]
async fn a_folder_of_another_account_is_refused() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "folder-bot").await;
    let mut settings = bot.settings.clone();
    settings.user = server.register("folder-other").await;
    let refused = connect(settings.clone()).await;
    assert!(matches!(refused, Err(Error::Store(_))), "{refused:?}");
    settings.folder = settings.folder.join("other");
    settings.login = Login::Password("wrong".to_owned());
    let refused = connect(settings).await;
    assert!(
        matches!(refused, Err(Error::Forbidden(_) | Error::Account(_))),
        "{refused:?}"
    );
}
