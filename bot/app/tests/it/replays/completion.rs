//! The games that are offered while a code is typed.

use app::commands::{Completion, Games};
use app::{Command, Context, GameId, GameRecord, Request, ServerId, Terms, Timestamp};
use rules_core::Variant;

use super::{casual, finished};
use crate::common::{Hall, game_of, play, rated, request, venue};

/// The suggested codes, for someone in a place.
fn codes(
    hall: &Hall,
    who: &str,
    at: (&str, Option<&str>),
    games: Games,
    typed: &str,
) -> Vec<String> {
    let request = Request {
        venue: venue(&format!("t:{}", at.0), at.1),
        context: Context::default(),
        ..request(who, Command::Games)
    };
    let found = hall.app.suggest(&request, Completion::Game(games), typed);
    found.unwrap().into_iter().map(|one| one.value).collect()
}

#[test]
fn finished_games_are_completed_by_player_game_and_code() {
    let mut hall = Hall::new();
    let made = hall.ask("dan", "secret", play(Terms::of(Variant::Leto)));
    let hidden = game_of(&made.unwrap().outgoing);
    hall.ask("dan", "secret", Command::Resign(hidden)).unwrap();
    let game = casual(&mut hall);
    let rated = finished(&mut hall, rated(Variant::Toto40), &["d5e5", "Kf6"]);
    let finished =
        |who, room, server, typed: &str| codes(&hall, who, (room, server), Games::Finished, typed);
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
        hall.write(0, other);
    }
    let here = ("room", Some("t:server"));
    let found = codes(&hall, "cat", here, Games::Finished, "");
    assert_eq!(found, [game.to_string()]);
}

#[test]
fn games_to_watch_are_those_of_others_in_progress() {
    let mut hall = Hall::new();
    casual(&mut hall);
    let game = hall.game(Variant::Leto);
    let watchable = |who, room, typed: &str| {
        codes(
            &hall,
            who,
            (room, Some("t:server")),
            Games::Watchable,
            typed,
        )
    };
    let code = [game.to_string()];
    assert_eq!(watchable("cat", "room", ""), code);
    assert_eq!(watchable("cat", "room", "ann"), code);
    assert_eq!(watchable("cat", "room", "leto"), code);
    assert!(watchable("cat", "room", "latrunculi").is_empty());
    assert!(watchable("ann", "room", "").is_empty(), "her own");
    assert!(watchable("cat", "secret", "").is_empty(), "hidden");
}
