//! Tournaments in a room.

use std::collections::HashMap;

use futures_util::future::join_all;

use crate::delos::Delos;
use crate::person::{Person, Privacy};
use crate::room::{Room, Said};
use crate::server;
use crate::table::is_asking;

const ENTRANTS: usize = 8;

/// Games of a Swiss with two rounds, and of a knockout.
const GAMES: usize = 2 * ENTRANTS / 2 + ENTRANTS - 1;

#[tokio::test]
async fn a_swiss_and_a_knockout_of_eight_are_played_to_the_end_in_a_clear_room() {
    play_both("cups", Privacy::Clear).await;
}

#[tokio::test]
async fn a_swiss_and_a_knockout_of_eight_are_played_in_an_encrypted_room() {
    play_both("vases", Privacy::Encrypted).await;
}

/// Plays both at the same time, because of the minute between rounds.
async fn play_both(name: &str, privacy: Privacy) {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, &format!("{name}-delos")).await;
    let organizer = Person::new(server, &format!("{name}-organizer"), privacy).await;
    let names: Vec<String> = (1..=ENTRANTS).map(|n| format!("{name}-p{n}")).collect();
    let entrants = names.iter().map(|name| Person::new(server, name, privacy));
    let entrants = join_all(entrants).await;
    let everyone: Vec<&Person> = entrants.iter().collect();
    let mut room = Room::new(&organizer, &delos, &everyone).await;
    let id = room.id.clone();
    let mut codes = Vec::new();
    for (cup, form) in [("Cup", "swiss rounds:2"), ("Vase", "knockout")] {
        let create = format!("!delos tournament create name:{cup} game:leto format:{form}");
        organizer.say(&id, &create).await;
        let is_of = |said: &Said| said.body.contains(cup);
        // The first tournament's boards may precede the second announcement.
        let announced = room.find(|said| is_of(said) && said.offers("join")).await;
        for (n, player) in entrants.iter().enumerate() {
            if n % 2 == 0 {
                player.react(&id, &announced.id, "✋").await;
            } else {
                player.reply(&id, &announced.id, "join").await;
            }
        }
        let is_full = |said: &Said| is_of(said) && said.body.contains("8 of");
        room.find(is_full).await;
        let code = code(&announced.body);
        let start = format!("!delos tournament start {code}");
        organizer.say(&id, &start).await;
        codes.push(code);
    }
    // Who resigns, by the game's thread.
    let mut resigning: HashMap<String, &Person> = HashMap::new();
    for _ in 0..2 * GAMES {
        let said = room.find(|said| said.is_board() || is_asking(said)).await;
        let thread = said.thread.expect("a game has a thread");
        // White is called first.
        let is_white =
            |player: &&Person| Some(player.id()) == said.calls.first().map(String::as_str);
        let white = resigning
            .remove(&thread)
            .or_else(|| entrants.iter().find(is_white));
        let white = white.expect("an entrant");
        white.reply(&id, &said.id, "resign").await;
        resigning.insert(thread, white);
    }
    for code in codes {
        let is_end =
            |said: &Said| said.body.contains("Congratulations!") && said.body.contains(&code);
        room.find(is_end).await;
        let standings = format!("!delos tournament standings {code}");
        let standings = room.ask(&organizer, &standings).await;
        for name in &names {
            assert!(standings.body.contains(name), "{standings:?}");
        }
    }
    room.messages().await;
}

fn code(announced: &str) -> String {
    let (_, behind) = announced.split_once("Code ").expect("a code");
    let behind = behind.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = behind.find(|c: char| !c.is_alphanumeric()).unwrap();
    behind.split_at(end).0.to_owned()
}
