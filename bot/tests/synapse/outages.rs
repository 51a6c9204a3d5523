//! Outages of the homeserver, and requests that it doesn't answer.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use rules_core::Family;
use serde_json::json;
use tokio::time::sleep;

use crate::common::owner::Owner;
use crate::delos::Delos;
use crate::number;
use crate::person::{Person, Privacy};
use crate::proxy::Proxy;
use crate::room::Room;
use crate::server;
use crate::table::Table;

/// Requests per move: for events, for the replied-to board, and for sending the next one.
const REQUESTS: u64 = 6;

/// Seconds of the outage after each move: `DELOS_TEST_OUTAGES=5,0,30,120,600` takes minutes.
fn outages() -> Vec<u64> {
    let given = std::env::var("DELOS_TEST_OUTAGES").unwrap_or_else(|_| "30,5,5".to_owned());
    given.split(',').map(|one| one.parse().unwrap()).collect()
}

/// Returns how many requests after a move its outage begins.
fn begins_after(seed: u64, n: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seed, n).hash(&mut hasher);
    hasher.finish() % REQUESTS
}

#[tokio::test]
async fn a_move_is_played_and_shown_once_whatever_the_outage_after_it() {
    let Some(server) = server() else { return };
    let (proxy, delos) = Proxy::start(server, "outage-delos").await;
    let [ann, bob] = Person::pair(server, "outage", Privacy::Clear).await;
    let mut table = Table::alone(&delos, [&ann, &bob], Family::Legan).await;
    let seed = number("DELOS_TEST_SEED", 1);
    for (n, seconds) in (0..).zip(outages()) {
        let begins = begins_after(seed, n);
        if seconds > 0 {
            eprintln!("{seconds} s without the homeserver, after {begins} requests");
            proxy.fail_after(begins);
        }
        let (san, _) = table.say_move().await;
        if seconds > 0 {
            proxy.until_out().await;
            sleep(Duration::from_secs(seconds)).await;
            proxy.heal();
        }
        table.see_move(&san).await;
    }
    table.assert_told_once().await;
}

/// Refuses requests with an error of Matrix.
fn refuse(proxy: &Proxy, part: &str, code: &str) {
    let error =
        json!({"errcode": code, "error": "", "admin_contact": "", "info_uri": "https://hs"});
    proxy.answer(&[part], 403, &error.to_string());
}

#[tokio::test]
async fn a_move_is_shown_once_a_closed_homeserver_takes_messages_again() {
    let Some(server) = server() else { return };
    let (proxy, delos) = Proxy::start(server, "closed-delos").await;
    let [ann, bob] = Person::pair(server, "closed", Privacy::Clear).await;
    let mut table = Table::alone(&delos, [&ann, &bob], Family::Legan).await;
    let closed = "M_RESOURCE_LIMIT_EXCEEDED";
    for part in ["/send/", "/sync"] {
        refuse(&proxy, part, closed);
        let (san, _) = table.say_move().await;
        proxy.until_answered(2).await;
        proxy.heal();
        table.see_move(&san).await;
    }
    table.assert_told_once().await;
}

#[tokio::test]
async fn a_board_comes_in_words_while_the_homeserver_takes_no_files() {
    let Some(server) = server() else { return };
    let (proxy, delos) = Proxy::start(server, "quota-delos").await;
    let [ann, bob] = Person::pair(server, "quota", Privacy::Clear).await;
    let mut table = Table::alone(&delos, [&ann, &bob], Family::Legan).await;
    let away = "<h1>502 Bad Gateway</h1>";
    let plans: [&dyn Fn(); 2] = [
        &|| refuse(&proxy, "/media/", "M_USER_LIMIT_EXCEEDED"),
        &|| proxy.answer(&["/media/"], 502, away),
    ];
    for plan in plans {
        plan();
        let (san, _) = table.say_move().await;
        let words = table.room.until(|said| said.offers("move")).await;
        assert!(words.body.contains(&san), "{words:?}");
        assert!(!words.is_board(), "{words:?}");
        assert!(!words.calls.is_empty(), "{words:?}");
        table.board = words;
    }
    proxy.heal();
    table.play().await;
}

#[tokio::test]
async fn an_encrypted_upload_that_is_not_answered_is_tried_again_soon() {
    let Some(server) = server() else { return };
    let (proxy, delos) = Proxy::start(server, "media-delos").await;
    let [ann, bob] = Person::pair(server, "media", Privacy::Encrypted).await;
    let mut table = Table::alone(&delos, [&ann, &bob], Family::Legan).await;
    proxy.hold(&["/media/"]);
    let (san, _) = table.say_move().await;
    proxy.until_held(2).await;
    proxy.release();
    table.see_move(&san).await;
    table.assert_told_once().await;
}

#[tokio::test]
async fn a_session_that_ran_out_goes_on_with_the_same_keys() {
    let Some(server) = server() else { return };
    let (proxy, mut delos) = Proxy::start(server, "lifetime-delos").await;
    let [ann, bob] = Person::pair(server, "lifetime", Privacy::Encrypted).await;
    let mut table = Table::alone(&delos, [&ann, &bob], Family::Legan).await;
    delos.kill();
    let device = delos.device();
    let (san, _) = table.say_move().await;
    let expired = json!({"errcode": "M_UNKNOWN_TOKEN", "error": "", "soft_logout": true});
    proxy.answer(&["/whoami"], 401, &expired.to_string());
    delos.begin();
    proxy.until_answered(1).await;
    proxy.heal();
    table.see_move(&san).await;
    assert_eq!(delos.device(), device);
}

/// Creates a direct room without inviting Delos.
async fn direct_room(owner: &Owner) -> String {
    let room = json!({"preset": "trusted_private_chat", "is_direct": true});
    let room = owner.post("createRoom", &room).await;
    room["room_id"].as_str().unwrap().to_owned()
}

async fn invite_directly(owner: &Owner, room: &str, person: &str) {
    let path = format!("rooms/{room}/state/m.room.member/{person}");
    let content = json!({"membership": "invite", "is_direct": true});
    owner
        .request(reqwest::Method::PUT, &path, Some(&content))
        .await;
}

#[tokio::test]
async fn a_join_that_is_not_answered_delays_no_one_elses() {
    let Some(server) = server() else { return };
    let (proxy, delos) = Proxy::start(server, "hang-delos").await;
    let [ann, bob] = Person::pair(server, "hang", Privacy::Clear).await;
    let hanging = direct_room(&ann.account).await;
    let (local, _) = hanging.trim_start_matches('!').split_once(':').unwrap();
    proxy.hold(&[local, "/join"]);
    invite_directly(&ann.account, &hanging, &delos.id).await;
    proxy.until_held(1).await;
    let room = direct_room(&bob.account).await;
    invite_directly(&bob.account, &room, &delos.id).await;
    let mut room = Room::watched(&bob, &delos, room);
    room.until(|said| said.offers("play")).await;
    // Each of three attempts takes half a minute.
    assert!(proxy.held() < 3, "it was given up first");
    proxy.release();
}

#[tokio::test]
async fn words_before_the_join_are_answered_in_any_direct_room() {
    let Some(server) = server() else { return };
    let (proxy, delos) = Proxy::start(server, "first-delos").await;
    for (name, privacy) in [
        ("first-ann", Privacy::Clear),
        ("first-bob", Privacy::Encrypted),
    ] {
        let person = Person::new(server, name, privacy).await;
        let before = proxy.held();
        proxy.hold(&["/join"]);
        let room = match privacy {
            Privacy::Clear => {
                let room = direct_room(&person.account).await;
                invite_directly(&person.account, &room, &delos.id).await;
                room
            }
            Privacy::Encrypted => person.direct_room(&delos.id).await,
        };
        proxy.until_held(before + 1).await;
        person.say(&room, "play leto level:1 white").await;
        proxy.release();
        Room::watched(&person, &delos, room).board().await;
    }
}

const ROOMS: usize = 20;

#[tokio::test]
async fn a_club_with_twenty_rooms_invites_delos_to_all_of_them() {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, "club-delos").await;
    let owner = Person::new(server, "club-owner", Privacy::Clear).await;
    let mut rooms = Vec::new();
    for _ in 0..ROOMS {
        rooms.push(owner.room(&[&delos.id]).await);
    }
    for room in rooms {
        let mut room = Room::watched(&owner, &delos, room);
        room.until(|said| said.offers("challenge")).await;
    }
}
