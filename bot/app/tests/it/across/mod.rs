//! Games whose players meet from two places: a channel on Discord and a room on Matrix, mostly.

mod absences;
mod boards;
mod challenges;

use app::effect::{Effect, Handled, Outgoing, Subject};
use app::{
    BoardId, ChallengeId, Command, Failure, GameId, Home, Person, PlayerId, Pool, Refusal, Site,
    Terms, TimeControl, Venue, Which,
};
use rules_core::Variant;

use crate::common::{
    Hall, as_white, challenge_of, game_of, mentions, moving, open_challenge, venue,
};

const LIVE: TimeControl = TimeControl::Live {
    minutes: 10,
    increment: 0,
};

/// A channel of a server on Discord.
fn channel() -> Venue {
    venue("discord:10", Some("discord:4194304"))
}

/// A room on Matrix.
fn room() -> Venue {
    venue("matrix:!room:hs", Some("matrix:!room:hs"))
}

/// Bob's conversation with Delos on Matrix.
fn direct() -> Venue {
    venue("matrix:!direct:hs", None)
}

fn ann() -> Person {
    Person::new(PlayerId::new("discord:1"), "Ann")
}

fn bob() -> Person {
    Person::new(PlayerId::new("matrix:@bob:hs"), "Bob")
}

fn cat() -> Person {
    Person::new(PlayerId::new("matrix:@cat:hs"), "Cat")
}

fn eve() -> Person {
    Person::new(PlayerId::new("discord:3"), "Eve")
}

fn act(hall: &mut Hall, who: &Person, at: &Venue, command: Command) -> Handled {
    let handled = hall.handle(who.clone(), at.clone(), command);
    handled.unwrap_or_else(|failure| panic!("{}: {failure:?}", who.name))
}

/// Ann acts in her channel on Discord.
fn by_ann(hall: &mut Hall, command: Command) -> Handled {
    act(hall, &ann(), &channel(), command)
}

/// Bob acts in the room on Matrix.
fn by_bob(hall: &mut Hall, command: Command) -> Handled {
    act(hall, &bob(), &room(), command)
}

fn refused(hall: &mut Hall, who: &Person, at: &Venue, command: Command) -> Refusal {
    match hall.handle(who.clone(), at.clone(), command) {
        Err(Failure::Refused(refusal)) => refusal,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// Terms under which ann plays White.
fn terms(terms: Terms, elsewhere: bool) -> Terms {
    Terms {
        elsewhere,
        ..as_white(terms)
    }
}

/// Ann's challenge to everyone in her channel, and elsewhere to those who have its code.
fn challenge(hall: &mut Hall, on: Terms) -> ChallengeId {
    let command = open_challenge(terms(on, true));
    challenge_of(&by_ann(hall, command).outgoing)
}

/// A game of ann (White) on Discord against bob, who accepts there.
fn game_at(hall: &mut Hall, at: &Venue, terms: Terms) -> GameId {
    let id = challenge(hall, terms);
    game_of(&act(hall, &bob(), at, Command::AcceptHere(id)).outgoing)
}

/// A game of ann (White) on Discord against bob in a room on Matrix.
fn game(hall: &mut Hall, terms: Terms) -> GameId {
    game_at(hall, &room(), terms)
}

fn both_move(hall: &mut Hall, game: GameId) {
    by_ann(hall, moving(Which::Id(game), "e4"));
    by_bob(hall, moving(Which::Id(game), "e5"));
}

/// The shown boards: subject, home, and the people called by a new message.
fn boards(outgoing: &[Outgoing]) -> Vec<(Subject, Home, Option<Vec<String>>)> {
    let shown = outgoing.iter().filter_map(|one| match &one.effect {
        Effect::Show(show) => Some((show.subject, one.home, mentions(show))),
        _ => None,
    });
    shown
        .filter(|(subject, ..)| subject.board().is_some())
        .collect()
}

/// The [`boards`] of a game in both places, with whom each calls.
fn both(
    game: GameId,
    first: Option<&[&Person]>,
    second: Option<&[&Person]>,
) -> Vec<(Subject, Home, Option<Vec<String>>)> {
    let ids = |call: Option<&[&Person]>| {
        let ids = |call: &[&Person]| call.iter().map(|one| one.id.to_string()).collect();
        call.map(ids)
    };
    vec![
        (Subject::Game(game), Home::of_venue(&channel()), ids(first)),
        (Subject::GameElsewhere(game), Home::MATRIX, ids(second)),
    ]
}

fn second(game: GameId) -> BoardId {
    let site = Site::Second;
    BoardId { game, site }
}

/// Rated games of a person in a pool.
fn rating(hall: &Hall, who: &Person, pool: Pool) -> Option<u32> {
    let rating = hall.rating(&who.id, Variant::Leto.family(), pool)?;
    Some(rating.tally.games())
}
