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
    (room, server): (&str, Option<&str>),
    games: Games,
    typed: &str,
) -> Vec<String> {
    let request = Request {
        venue: venue(&format!("t:{room}"), server),
        context: Context::default(),
        ..request(who, Command::Games)
    };
    let found = hall.app.suggest(&request, Completion::Game(games), typed);
    found.unwrap().into_iter().map(|one| one.value).collect()
}

const HERE: Option<&str> = Some("t:server");

#[test]
fn finished_games_and_those_of_others_to_watch_are_completed() {
    use Games::{Finished, Watchable};
    let mut hall = Hall::new();
    let made = hall.ask("dan", "secret", play(Terms::of(Variant::Leto)));
    let hidden = game_of(&made.unwrap().outgoing);
    hall.ask("dan", "secret", Command::Resign(hidden)).unwrap();
    let game = casual(&mut hall).to_string();
    let rated = finished(&mut hall, rated(Variant::Toto40), &["d5e5", "Kf6"]).to_string();
    let leto = hall.game(Variant::Leto).to_string();
    let code: String = game.chars().take(4).collect();
    let both = || vec![&rated, &game];
    for (games, who, room, server, typed, expected) in [
        (Finished, "ann", "room", HERE, "", both()),
        (Finished, "ann", "direct", None, "", both()),
        (Finished, "cat", "room", HERE, "", both()),
        (Finished, "ann", "room", HERE, "bob", both()),
        (Finished, "cat", "room", HERE, "BOB", both()),
        (Finished, "cat", "room", HERE, "toto", vec![&rated]),
        (Finished, "cat", "room", HERE, &code, vec![&game]),
        // Elsewhere on the server, only what everyone may see.
        (Finished, "cat", "secret 2", HERE, "", vec![&rated]),
        (Finished, "cat", "room", Some("t:other"), "", vec![]),
        (Finished, "cat", "direct", None, "", vec![]),
        (Watchable, "cat", "room", HERE, "", vec![&leto]),
        (Watchable, "cat", "room", HERE, "ann", vec![&leto]),
        (Watchable, "cat", "room", HERE, "leto", vec![&leto]),
        (Watchable, "cat", "room", HERE, "latrunculi", vec![]),
        // Her own, and a hidden one.
        (Watchable, "ann", "room", HERE, "", vec![]),
        (Watchable, "cat", "secret", HERE, "", vec![]),
    ] {
        let found = codes(&hall, who, (room, server), games, typed);
        let found: Vec<_> = found.iter().collect();
        assert_eq!(found, expected, "{who} in {room}: {typed:?}");
    }
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
        hall.write(other);
    }
    let found = codes(&hall, "cat", ("room", HERE), Games::Finished, "");
    assert_eq!(found, [game.to_string()]);
}
