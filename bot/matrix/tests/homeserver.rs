//! The account on a real homeserver.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use matrix::sdk::{Hears, Login, Settings, connect};
use matrix::{Content, Error, Event, File, Heard, Homeserver, Membership, Relation};
use serde_json::json;
use tempfile::TempDir;
use tokio::time::timeout;

use common::owner::Owner;
use common::{Limits, Server};

/// So that a test which waits in vain ends.
const PATIENCE: Duration = Duration::from_mins(2);

/// The file with the keys of a device, in the account's folder.
const CRYPTO_STORE: &str = "store/matrix-sdk-crypto.sqlite3";

/// The homeserver that the tests share.
fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER
        .get_or_init(|| Server::start(Limits::Raised))
        .as_ref()
}

/// An account behind [`Homeserver`], whose program can end and begin again.
struct Account {
    settings: Settings,
    id: String,
    home: Arc<dyn Homeserver>,
    place: TempDir,
}

impl Account {
    /// Registers and connects, and hears nothing of what was before.
    async fn new(server: &Server, name: &str) -> Self {
        let id = server.register(name).await;
        let place = tempfile::tempdir().unwrap();
        let settings = Settings {
            homeserver: server.url.clone(),
            user: id.clone(),
            login: Login::Password("secret".to_owned()),
            recovery_key: None,
            folder: place.path().join("matrix"),
            allow_servers: Vec::new(),
            hears: Hears::default(),
        };
        let home = connect(settings.clone()).await.unwrap();
        let account = Self {
            settings,
            id,
            home,
            place,
        };
        assert!(account.sync().await.is_catching_up);
        account
    }

    /// Ends as if killed, and begins again.
    async fn restart(self) -> Self {
        self.restart_after(|_| ()).await
    }

    /// The same, with something done to its folder in between.
    async fn restart_after(self, harm: impl FnOnce(&Path)) -> Self {
        let Self {
            settings,
            id,
            home,
            place,
        } = self;
        drop(home);
        harm(&settings.folder);
        let home = connect(settings.clone()).await.unwrap();
        Self {
            settings,
            id,
            home,
            place,
        }
    }

    async fn sync(&self) -> matrix::Sync {
        let sync = timeout(PATIENCE, self.home.sync()).await.unwrap().unwrap();
        self.home.acknowledge(&sync.token).await.unwrap();
        sync
    }

    /// What is heard until something fits, that included.
    async fn hear_until(&self, fits: impl Fn(&Heard) -> bool) -> Vec<Heard> {
        timeout(PATIENCE, async {
            let mut all = Vec::new();
            loop {
                all.extend(self.sync().await.heard);
                if all.iter().any(&fits) {
                    return all;
                }
            }
        })
        .await
        .expect("nothing of the kind was heard")
    }

    /// The first thing heard that fits.
    async fn hear(&self, fits: impl Fn(&Heard) -> bool) -> Heard {
        self.hear_until(&fits).await.into_iter().find(fits).unwrap()
    }

    async fn hear_text(&self, body: &str) -> Heard {
        self.hear(|heard| text_of(heard) == Some(body)).await
    }

    /// Joins the next room to which it is invited.
    async fn accept(&self) -> String {
        let invitation = self
            .hear(|heard| matches!(heard.event, Event::Invited { .. }))
            .await;
        self.home.join(&invitation.room).await.unwrap();
        self.hear(|heard| is_entry(heard, &self.id)).await;
        invitation.room
    }

    async fn say(&self, room: &str, transaction: &str, body: &str) -> String {
        self.home.send(room, transaction, text(body)).await.unwrap()
    }
}

fn text(body: &str) -> Content {
    Content {
        body: body.to_owned(),
        ..Content::default()
    }
}

fn text_of(heard: &Heard) -> Option<&str> {
    match &heard.event {
        Event::Message(message) => Some(&message.body),
        _ => None,
    }
}

fn is_entry(heard: &Heard, person: &str) -> bool {
    heard.event
        == Event::Membership(Membership {
            person: person.to_owned(),
            is_joined: true,
        })
}

fn picture() -> File {
    File {
        name: "board.png".to_owned(),
        media_type: "image/png".to_owned(),
        content: Bytes::from_static(b"not really a picture"),
        alt_text: "White: king e1".to_owned(),
        dimensions: Some((640, 480)),
    }
}

/// Two accounts in an encrypted direct room that the second one made.
async fn direct(server: &Server, name: &str) -> (Account, Account, String) {
    let bot = Account::new(server, &format!("{name}-bot")).await;
    let friend = Account::new(server, &format!("{name}-friend")).await;
    let room = friend.home.direct_room(&bot.id).await.unwrap();
    assert_eq!(bot.accept().await, room);
    friend.hear(|heard| is_entry(heard, &bot.id)).await;
    (bot, friend, room)
}

/// Makes a room in which the first member has the owner's power.
async fn shared(owner: &Owner, members: &[&Account]) -> String {
    let ids: Vec<&str> = members.iter().map(|member| member.id.as_str()).collect();
    let room = owner.room(&ids).await;
    for member in members {
        member.accept().await;
    }
    room
}

#[tokio::test]
async fn a_message_is_heard_and_answered_once_in_clear() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "clear-bot").await;
    let owner = Owner::new(server, "clear-owner").await;
    let room = shared(&owner, &[&bot]).await;
    let asked = owner.say(&room, "!challenge").await;
    let heard = bot.hear_text("!challenge").await;
    assert_eq!((heard.room, heard.id), (room.clone(), asked.clone()));

    let answer = Content {
        relation: Some(Relation::Reply(asked.clone())),
        is_notice: true,
        ..text("whom?")
    };
    let first = bot.home.send(&room, "a:1", answer.clone()).await.unwrap();
    let second = bot.home.send(&room, "a:1", answer).await.unwrap();
    assert_eq!(first, second);
    assert_eq!(owner.texts(&room).await, ["!challenge", "whom?"]);
    let sent = owner.event(&room, &first).await;
    assert_eq!(sent["content"]["msgtype"], "m.notice");
    assert_eq!(sent["content"]["m.mentions"], json!({}));
    assert_eq!(
        sent["content"]["m.relates_to"]["m.in_reply_to"]["event_id"],
        asked.as_str()
    );
    bot.hear(|heard| {
        heard.event
            == Event::Echo {
                transaction: "a:1".to_owned(),
            }
    })
    .await;
}

#[tokio::test]
async fn a_message_is_heard_and_answered_once_in_an_encrypted_room() {
    let Some(server) = server() else { return };
    let (bot, friend, room) = direct(server, "secret").await;
    let looked = bot.home.room(&room).await.unwrap().unwrap();
    assert!(
        looked.is_encrypted && looked.is_direct && looked.may_send,
        "{looked:?}"
    );
    friend.say(&room, "1", "e4").await;
    bot.hear_text("e4").await;
    let first = bot.say(&room, "a:1", "e5").await;
    let second = bot.say(&room, "a:1", "e5").await;
    assert_eq!(first, second);
    bot.say(&room, "a:2", "your move").await;
    let heard = friend
        .hear_until(|heard| text_of(heard) == Some("your move"))
        .await;
    let texts: Vec<&str> = heard.iter().filter_map(text_of).collect();
    assert_eq!(texts, ["e5", "your move"]);
}

#[tokio::test]
async fn pictures_are_uploaded_in_clear_and_encrypted() {
    let Some(server) = server() else { return };
    let (bot, _friend, secret) = direct(server, "picture").await;
    let owner = Owner::new(server, "picture-owner").await;
    let clear = shared(&owner, &[&bot]).await;
    let mut board = Content {
        file: Some(picture()),
        ..text("White to move")
    };
    board
        .fields
        .insert("org.delos.press".to_owned(), json!({"✅": "1:accept:x"}));
    let sent = bot.home.send(&clear, "s:1", board.clone()).await.unwrap();
    let sent = &owner.event(&clear, &sent).await["content"];
    assert_eq!(sent["msgtype"], "m.image");
    assert_eq!(sent["org.delos.press"], json!({"✅": "1:accept:x"}));
    assert!(sent["url"].as_str().unwrap().starts_with("mxc://"));

    let sent = bot.home.send(&secret, "s:1", board).await.unwrap();
    let content = bot.home.own_content(&secret, &sent).await.unwrap().unwrap();
    assert_eq!(content["body"], "White to move\n\nWhite: king e1");
    assert_eq!(content["info"]["w"], 640);
    assert_eq!(content["org.delos.press"], json!({"✅": "1:accept:x"}));
    assert!(!content.contains_key("url"));
    let address = content["file"]["url"].as_str().unwrap();
    let path = address.strip_prefix("mxc://").unwrap();
    let stored = reqwest::Client::new()
        .get(format!(
            "{}/_matrix/client/v1/media/download/{path}",
            server.url
        ))
        .bearer_auth(&owner.token)
        .send()
        .await
        .unwrap();
    assert!(stored.status().is_success());
    let stored = stored.bytes().await.unwrap();
    assert_eq!(stored.len(), picture().content.len());
    assert_ne!(stored, picture().content);
}

#[tokio::test]
async fn an_edited_message_has_its_new_content() {
    let Some(server) = server() else { return };
    let (bot, friend, secret) = direct(server, "edit").await;
    let owner = Owner::new(server, "edit-owner").await;
    let clear = shared(&owner, &[&bot]).await;
    for room in [&clear, &secret] {
        let board = bot.say(room, "s:1", "White to move").await;
        let edit = Content {
            relation: Some(Relation::Replacement(board.clone())),
            ..text("Black to move")
        };
        bot.home.send(room, "e:1", edit).await.unwrap();
        let content = bot.home.own_content(room, &board).await.unwrap().unwrap();
        assert_eq!(content["body"], "Black to move");
        bot.home.redact(room, "d:1", &board).await.unwrap();
        assert_eq!(bot.home.own_content(room, &board).await.unwrap(), None);
    }
    let others = owner.say(&clear, "mine").await;
    assert_eq!(bot.home.own_content(&clear, &others).await.unwrap(), None);
    // The edit is not heard as a message.
    bot.say(&secret, "s:2", "over").await;
    let heard = friend
        .hear_until(|heard| text_of(heard) == Some("over"))
        .await;
    assert!(
        heard
            .iter()
            .all(|heard| text_of(heard) != Some("Black to move"))
    );
}

#[tokio::test]
async fn reactions_are_heard_and_given_once() {
    let Some(server) = server() else { return };
    let (bot, friend, room) = direct(server, "react").await;
    let board = bot.say(&room, "s:1", "a draw?").await;
    friend
        .home
        .react(&room, "1", &board, "✅\u{fe0f}")
        .await
        .unwrap();
    let heard = bot
        .hear(|heard| matches!(heard.event, Event::Reaction(_)))
        .await;
    let Event::Reaction(reaction) = heard.event else {
        unreachable!()
    };
    assert_eq!((reaction.to, reaction.key.as_str()), (board.clone(), "✅"));

    let first = bot.home.react(&room, "r:1", &board, "✅").await.unwrap();
    let second = bot.home.react(&room, "r:2", &board, "✅").await.unwrap();
    assert_eq!(first, second);
    bot.home.redact(&room, "d:1", &first).await.unwrap();
    let third = bot.home.react(&room, "r:3", &board, "✅").await.unwrap();
    assert_ne!(first, third);
}

#[tokio::test]
async fn a_thread_is_heard_as_one() {
    let Some(server) = server() else { return };
    let (bot, friend, room) = direct(server, "thread").await;
    let game = bot.say(&room, "s:1", "game 1").await;
    let in_thread = |reply_to: Option<&String>, body: &str| Content {
        relation: Some(Relation::Thread {
            root: game.clone(),
            reply_to: reply_to.cloned(),
        }),
        ..text(body)
    };
    let said = friend
        .home
        .send(&room, "1", in_thread(None, "e4"))
        .await
        .unwrap();
    let Event::Message(message) = bot.hear_text("e4").await.event else {
        unreachable!()
    };
    assert_eq!(
        (message.thread.as_ref(), message.reply_to),
        (Some(&game), None)
    );
    bot.home
        .send(&room, "s:2", in_thread(Some(&said), "e5"))
        .await
        .unwrap();
    let Event::Message(message) = friend.hear_text("e5").await.event else {
        unreachable!()
    };
    assert_eq!(message.thread, Some(game.clone()));
    assert_eq!(message.reply_to, Some(said));
    assert_eq!(message.mentions, Some(Vec::new()));
}

#[tokio::test]
async fn a_person_has_one_direct_room_until_they_leave_it() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "direct-bot").await;
    let friend = Account::new(server, "direct-friend").await;
    let room = bot.home.direct_room(&friend.id).await.unwrap();
    assert_eq!(bot.home.direct_room(&friend.id).await.unwrap(), room);
    // Before the other one has joined.
    bot.say(&room, "s:1", "a hint").await;
    let invitation = friend
        .hear(|heard| matches!(heard.event, Event::Invited { .. }))
        .await;
    assert_eq!(invitation.event, Event::Invited { is_direct: true });
    assert_eq!(invitation.sender, bot.id);
    friend.home.join(&room).await.unwrap();
    bot.hear(|heard| is_entry(heard, &friend.id)).await;
    assert_eq!(bot.home.direct_room(&friend.id).await.unwrap(), room);

    let bot = bot.restart().await;
    bot.sync().await;
    assert_eq!(bot.home.direct_room(&friend.id).await.unwrap(), room);
    friend.home.leave(&room).await.unwrap();
    let gone = Event::Membership(Membership {
        person: friend.id.clone(),
        is_joined: false,
    });
    bot.hear(|heard| heard.event == gone).await;
    assert_ne!(bot.home.direct_room(&friend.id).await.unwrap(), room);
}

#[tokio::test]
async fn what_is_not_acknowledged_is_heard_again_and_what_is_acknowledged_is_not() {
    let Some(server) = server() else { return };
    let (mut bot, friend, secret) = direct(server, "kill").await;
    let owner = Owner::new(server, "kill-owner").await;
    let clear = shared(&owner, &[&bot]).await;
    let fits = |heard: &Heard| text_of(heard).is_some();
    for (round, body) in ["one", "two"].into_iter().enumerate() {
        friend.say(&secret, &round.to_string(), body).await;
        owner.say(&clear, body).await;
        let mut heard = Vec::new();
        while heard.iter().filter(|heard| fits(heard)).count() < 2 {
            heard.extend(bot.home.sync().await.unwrap().heard);
        }
        // Killed twice in a row before anything was acknowledged.
        for _ in 0..2 {
            bot = bot.restart().await;
            let again = bot.home.sync().await.unwrap();
            assert!(again.is_catching_up);
            let mut texts: Vec<_> = again.heard.iter().filter_map(text_of).collect();
            texts.sort_unstable();
            assert_eq!(texts, [body, body]);
        }
        bot = bot.restart().await;
        let again = bot.sync().await;
        assert_eq!(again.heard.iter().filter(|heard| fits(heard)).count(), 2);
        bot = bot.restart().await;
        let after = bot.sync().await;
        assert_eq!(after.heard.iter().filter(|heard| fits(heard)).count(), 0);
    }
}

#[tokio::test]
async fn a_sync_that_is_given_up_loses_nothing() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "given-up-bot").await;
    let owner = Owner::new(server, "given-up-owner").await;
    let room = shared(&owner, &[&bot]).await;
    let mut heard = Vec::new();
    let said: Vec<String> = (0..12).map(|index| format!("move {index}")).collect();
    for (index, body) in (0..).zip(&said) {
        owner.say(&room, body).await;
        let moment = Duration::from_millis(10 * index);
        if let Ok(sync) = timeout(moment, bot.home.sync()).await {
            heard.extend(sync.unwrap().heard);
        }
    }
    while !heard.iter().any(|heard| text_of(heard) == Some("move 11")) {
        heard.extend(bot.sync().await.heard);
    }
    let mut texts: Vec<&str> = heard.iter().filter_map(text_of).collect();
    texts.dedup();
    assert_eq!(texts, said);
}

#[tokio::test]
async fn what_is_said_between_kills_is_not_lost() {
    let Some(server) = server() else { return };
    let mut bot = Account::new(server, "kills-bot").await;
    let owner = Owner::new(server, "kills-owner").await;
    let room = shared(&owner, &[&bot]).await;
    let mut said = Vec::new();
    for round in 0..4 {
        said.push(format!("move {round}"));
        owner.say(&room, &said[round]).await;
        bot = bot.restart().await;
        let sync = timeout(PATIENCE, bot.home.sync()).await.unwrap().unwrap();
        let texts: Vec<&str> = sync.heard.iter().filter_map(text_of).collect();
        assert_eq!(texts, said);
    }
}

#[tokio::test]
async fn a_long_absence_is_caught_up_with_whole_and_in_order() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "absent-bot").await;
    let owner = Owner::new(server, "absent-owner").await;
    let room = shared(&owner, &[&bot]).await;
    let said: Vec<String> = (0..170).map(|index| format!("move {index}")).collect();
    for body in &said {
        owner.say(&room, body).await;
    }
    let bot = bot.restart().await;
    let sync = bot.home.sync().await.unwrap();
    assert!(sync.is_catching_up);
    let texts: Vec<&str> = sync.heard.iter().filter_map(text_of).collect();
    assert_eq!(texts, said);
    // Killed before that was acknowledged.
    let bot = bot.restart().await;
    let sync = bot.sync().await;
    let texts: Vec<&str> = sync.heard.iter().filter_map(text_of).collect();
    assert_eq!(texts, said);
    owner.say(&room, "now").await;
    let sync = bot.sync().await;
    assert!(!sync.is_catching_up);
}

#[tokio::test]
async fn what_was_said_before_the_account_came_is_not_heard() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "history-bot").await;
    let owner = Owner::new(server, "history-owner").await;
    let room = owner
        .post("createRoom", &json!({"preset": "public_chat"}))
        .await;
    let room = room["room_id"].as_str().unwrap().to_owned();
    for index in 0..5 {
        owner.say(&room, &format!("before {index}")).await;
    }
    bot.home.join(&room).await.unwrap();
    owner.say(&room, "after").await;
    let heard = bot
        .hear_until(|heard| text_of(heard) == Some("after"))
        .await;
    let texts: Vec<&str> = heard.iter().filter_map(text_of).collect();
    assert_eq!(texts, ["after"]);
}

#[tokio::test]
async fn lost_keys_are_made_up_for_by_a_new_device() {
    let Some(server) = server() else { return };
    let (bot, friend, room) = direct(server, "lost").await;
    friend.say(&room, "1", "before").await;
    bot.hear_text("before").await;
    let folder = bot.settings.folder.clone();
    assert!(folder.join("recovery-key.txt").is_file());
    let session = std::fs::read_to_string(folder.join("session.json")).unwrap();
    // With keys that only the lost device gets.
    let stranger = Account::new(server, "lost-stranger").await;
    let other_room = stranger.home.direct_room(&bot.id).await.unwrap();
    assert_eq!(bot.accept().await, other_room);
    stranger.hear(|heard| is_entry(heard, &bot.id)).await;
    let bot = bot.restart_after(|folder| std::fs::remove_file(folder.join(CRYPTO_STORE)).unwrap());
    stranger.say(&other_room, "1", "to the old device").await;
    let bot = bot.await;
    let new_session = std::fs::read_to_string(folder.join("session.json")).unwrap();
    assert_ne!(session, new_session);

    let unreadable = bot.hear(|heard| heard.event == Event::Unreadable).await;
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
async fn another_device_goes_on_from_a_bookmark() {
    let Some(server) = server() else { return };
    let (bot, friend, secret) = direct(server, "bookmark").await;
    let owner = Owner::new(server, "bookmark-owner").await;
    let clear = shared(&owner, &[&bot]).await;
    // A second device, with a folder of its own and the same recovery key.
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
        fields: serde_json::json!({matrix::TRANSACTION: "s:1"})
            .as_object()
            .cloned()
            .unwrap(),
        ..text("a board")
    };
    let board = bot.home.send(&secret, "s:1", marked).await.unwrap();
    let sync = bot.home.sync().await.unwrap();
    let bookmark = bot.home.bookmark(&sync.token).await.unwrap();
    // It stands by for a while, and hears part of what it must act on later.
    friend.say(&secret, "2", "left in secret").await;
    other.sync().await.unwrap();
    owner.say(&clear, "left").await;
    drop(bot);
    other.resume(Some(&bookmark)).await.unwrap();
    let mut heard = Vec::new();
    let texts = |heard: &[Heard]| -> Vec<String> {
        let texts = heard.iter().filter_map(text_of);
        texts.map(str::to_owned).collect()
    };
    while texts(&heard).len() < 2 {
        let sync = timeout(PATIENCE, other.sync()).await.unwrap().unwrap();
        heard.extend(sync.heard);
    }
    let mut said = texts(&heard);
    said.sort_unstable();
    assert_eq!(
        said,
        ["left", "left in secret"],
        "and nothing that was handled"
    );
    // From the very beginning, it also learns what the other device has sent.
    other.resume(None).await.unwrap();
    let again = timeout(PATIENCE, other.sync()).await.unwrap().unwrap();
    let echo = Event::Echo {
        transaction: "s:1".to_owned(),
    };
    let echoes = again.heard.iter().filter(|heard| heard.event == echo);
    let echoes: Vec<&str> = echoes.map(|heard| heard.id.as_str()).collect();
    assert_eq!(echoes, [board]);
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
    let settings = Settings {
        homeserver: server.url.clone(),
        user: owner.id.clone(),
        login: Login::Token {
            token: owner.token.clone(),
            device: owner.device.clone(),
        },
        recovery_key: None,
        folder: place.path().to_owned(),
        allow_servers: Vec::new(),
        hears: Hears::default(),
    };
    for round in 0..2 {
        let home = connect(settings.clone()).await.unwrap();
        let sync = home.sync().await.unwrap();
        home.acknowledge(&sync.token).await.unwrap();
        let room = home.direct_room(&friend.id).await.unwrap();
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
    // It stays so, though the folder is empty now.
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

#[tokio::test]
async fn power_levels_are_read_and_changed() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "power-bot").await;
    let first = Account::new(server, "power-first").await;
    let second = Account::new(server, "power-second").await;
    let owner = Owner::new(server, "power-owner").await;
    let room = shared(&owner, &[&bot, &first, &second]).await;
    // At once, without a sync between them.
    bot.home.set_power(&room, &first.id, 50).await.unwrap();
    bot.home.set_power(&room, &second.id, 25).await.unwrap();
    bot.home.set_power(&room, &second.id, 25).await.unwrap();
    bot.hear(|heard| is_entry(heard, &second.id)).await;
    bot.say(&room, "s:1", "done").await;
    bot.hear(|heard| matches!(heard.event, Event::Echo { .. }))
        .await;
    let members = bot.home.members(&room).await.unwrap();
    let power = |id: &str| members.iter().find(|member| member.id == id).unwrap().power;
    assert_eq!(members.len(), 4);
    assert_eq!(
        (power(&bot.id), power(&first.id), power(&second.id)),
        (100, 50, 25)
    );
    let looked = bot.home.room(&room).await.unwrap().unwrap();
    assert_eq!((looked.name.as_str(), looked.members), ("Chess", 4));
    assert!(looked.may_send && !looked.is_encrypted && !looked.is_direct);
    assert_eq!(looked.managing_level, 100);
    let refused = second.home.set_power(&room, &second.id, 100).await;
    assert!(matches!(refused, Err(Error::Forbidden(_))), "{refused:?}");
}

#[tokio::test]
async fn a_room_is_followed_to_the_one_that_replaces_it() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "upgrade-bot").await;
    let owner = Owner::new(server, "upgrade-owner").await;
    let old = shared(&owner, &[&bot]).await;
    let upgraded = owner
        .post(
            &format!("rooms/{old}/upgrade"),
            &json!({"new_version": "12"}),
        )
        .await;
    let new = upgraded["replacement_room"].as_str().unwrap().to_owned();
    let heard = bot
        .hear(|heard| heard.event == Event::Upgraded { to: new.clone() })
        .await;
    assert_eq!(heard.room, old);
    // As after an upgrade by hand: the right to join passes on with the invitation or the join rules.
    owner
        .request(
            reqwest::Method::PUT,
            &format!("rooms/{new}/state/m.room.join_rules"),
            Some(&json!({"join_rule": "public"})),
        )
        .await;
    bot.home.join(&new).await.unwrap();
    bot.say(&new, "s:1", "here").await;
    assert_eq!(owner.texts(&new).await, ["here"]);
    assert!(matches!(
        bot.home.send("!nowhere:localhost", "s:1", text("x")).await,
        Err(Error::NotFound(_))
    ));
    assert_eq!(bot.home.room("!nowhere:localhost").await.unwrap(), None);
}

#[tokio::test]
async fn invitations_from_other_servers_are_left_alone() {
    let Some(server) = server() else { return };
    let mut bot = Account::new(server, "invite-bot").await;
    bot.settings.allow_servers = vec!["example.org".to_owned()];
    let bot = bot.restart().await;
    bot.sync().await;
    let friend = Account::new(server, "invite-friend").await;
    let room = friend.home.direct_room(&bot.id).await.unwrap();
    assert_eq!(bot.sync().await.heard, []);
    assert_eq!(bot.home.room(&room).await.unwrap(), None);
}

#[tokio::test]
async fn nothing_is_dropped_under_the_homeservers_own_limits() {
    let Some(server) = Server::start(Limits::Default) else {
        return;
    };
    let bot = Account::new(&server, "limits-bot").await;
    let owner = Owner::new(&server, "limits-owner").await;
    let room = shared(&owner, &[&bot]).await;
    let send = async |index: usize| {
        let transaction = format!("s:{index}");
        let mut refusals = 0;
        loop {
            match bot
                .home
                .send(&room, &transaction, text(&format!("{index}")))
                .await
            {
                Ok(_) => return refusals,
                Err(Error::TooMany(delay)) => {
                    refusals += 1;
                    tokio::time::sleep(delay).await;
                }
                Err(error) => panic!("{error}"),
            }
        }
    };
    futures_util::future::join_all((0..14).map(send)).await;
    let mut texts: Vec<usize> = owner
        .texts(&room)
        .await
        .iter()
        .map(|text| text.parse().unwrap())
        .collect();
    texts.sort_unstable();
    assert_eq!(texts, (0..14).collect::<Vec<_>>());
}
