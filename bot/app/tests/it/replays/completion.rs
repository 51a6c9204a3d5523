//! The games that are offered while a code is typed.

use app::commands::{Completion, Games};
use app::store::{Batch, Write};
use app::{
    Command, Context, GameId, GameRecord, Request, RoomId, ServerId, Suggestion, Terms, Timestamp,
    Venue,
};
use rules_core::Variant;

use super::{ask_in, casual, finished};
use crate::common::{Hall, person, rated};

fn request(who: &str, room: &str, server: Option<&str>) -> Request {
    Request {
        who: person(who),
        venue: Venue {
            room: RoomId::new(format!("t:{room}")),
            server: server.map(ServerId::new),
        },
        context: Context::default(),
        command: Command::Games,
    }
}

fn codes(found: Vec<Suggestion>) -> Vec<String> {
    found.into_iter().map(|one| one.value).collect()
}

#[test]
fn finished_games_are_completed_by_player_game_and_code_and_hidden_ones_never() {
    let mut hall = Hall::new();
    let hidden = {
        let made = ask_in(
            &mut hall,
            "dan",
            "secret",
            Command::Play {
                terms: Terms::of(Variant::Leto),
                level: app::Level::LOWEST,
            },
        );
        let game = crate::common::game_of(&made.unwrap().outgoing);
        ask_in(&mut hall, "dan", "secret", Command::Resign(game)).unwrap();
        game
    };
    let game = casual(&mut hall);
    let rated = finished(&mut hall, rated(Variant::Toto40), &["d5e5", "Kf6"]);
    let finished = |who, room, server, typed: &str| {
        let asker = request(who, room, server);
        let all = hall
            .app
            .suggest(&asker, Completion::Game(Games::Finished), typed);
        codes(all.unwrap())
    };
    let here = Some("t:server");
    let (game, rated) = (game.to_string(), rated.to_string());
    let both = [rated.clone(), game.clone()];
    assert_eq!(finished("ann", "room", here, ""), both);
    assert_eq!(finished("ann", "direct", None, ""), both);
    assert_eq!(finished("cat", "room", here, ""), both);
    assert_eq!(finished("ann", "room", here, "bob"), both);
    assert_eq!(finished("cat", "room", here, "BOB"), both);
    let code: String = game.chars().take(4).collect();
    let only = std::slice::from_ref;
    assert_eq!(finished("cat", "room", here, "toto"), only(&rated));
    assert_eq!(finished("cat", "room", here, &code), only(&game));
    // Elsewhere on the server, only what everyone may see.
    assert_eq!(finished("cat", "secret 2", here, ""), [rated]);
    assert!(finished("cat", "room", Some("t:other"), "").is_empty());
    assert!(finished("cat", "direct", None, "").is_empty());
    assert!(!finished("cat", "room", here, "").contains(&hidden.to_string()));
}

#[test]
fn finished_games_are_completed_however_many_ended_on_other_servers() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let record = hall.record(game);
    for n in 0..320_u64 {
        let mut other = GameRecord {
            id: GameId::draw(n, 1),
            ..record.clone()
        };
        other.venue.server = Some(ServerId::new("t:other"));
        other.counted.as_mut().unwrap().at = Timestamp(hall.now);
        let write = Write {
            expected: 0,
            record: other.into(),
        };
        let batch = Batch {
            writes: vec![write],
            ..Batch::default()
        };
        hall.app.store().commit(batch).unwrap();
    }
    let asker = request("cat", "room", Some("t:server"));
    let all = hall
        .app
        .suggest(&asker, Completion::Game(Games::Finished), "");
    let found = codes(all.unwrap());
    assert_eq!(found, [game.to_string()]);
}

#[test]
fn games_to_watch_are_those_of_others_in_progress() {
    let mut hall = Hall::new();
    casual(&mut hall);
    let game = hall.game(Variant::Leto);
    let watchable = |who, room, typed: &str| {
        let asker = request(who, room, Some("t:server"));
        let all = hall
            .app
            .suggest(&asker, Completion::Game(Games::Watchable), typed);
        codes(all.unwrap())
    };
    let code = [game.to_string()];
    assert_eq!(watchable("cat", "room", ""), code);
    assert_eq!(watchable("cat", "room", "ann"), code);
    assert_eq!(watchable("cat", "room", "leto"), code);
    assert!(watchable("cat", "room", "latrunculi").is_empty());
    assert!(watchable("ann", "room", "").is_empty(), "her own");
    assert!(watchable("cat", "secret", "").is_empty(), "hidden");
}
