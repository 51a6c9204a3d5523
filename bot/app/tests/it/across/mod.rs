//! Games whose players meet from two places: a channel on Discord and a room on Matrix, mostly.

mod absences;
mod boards;
mod challenges;

use app::card::Card;
use app::effect::{Effect, Handled, Manner, Outgoing, Subject};
use app::store::Key;
use app::{
    BoardId, ChallengeId, ColorWish, Command, Context, Failure, GameId, Home, Person, PlayerId,
    Pool, RatingId, Record, Refusal, Request, RoomId, ServerId, Shown, Site, Tell, Terms,
    TimeControl, Venue, Which,
};
use rules_core::{Color, Variant};

use crate::common::{Hall, challenge_of, game_of, moving};

const LIVE: TimeControl = TimeControl::Live {
    minutes: 10,
    increment: 0,
};

fn venue(room: &str, server: Option<&str>) -> Venue {
    Venue {
        room: RoomId::new(room),
        server: server.map(ServerId::new),
    }
}

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

fn ask(hall: &mut Hall, who: &Person, at: &Venue, command: Command) -> Result<Handled, Failure> {
    let moment = hall.moment();
    let request = Request {
        who: who.clone(),
        venue: at.clone(),
        context: Context::default(),
        command,
    };
    hall.app.handle(&request, moment)
}

fn act(hall: &mut Hall, who: &Person, at: &Venue, command: Command) -> Handled {
    let name = who.name.clone();
    ask(hall, who, at, command).unwrap_or_else(|failure| panic!("{name}: {failure:?}"))
}

fn refused(hall: &mut Hall, who: &Person, at: &Venue, command: Command) -> Refusal {
    match ask(hall, who, at, command) {
        Err(Failure::Refused(refusal)) => refusal,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

fn card(handled: Handled) -> Card {
    handled.answer.into_card().unwrap()
}

/// Terms under which ann plays White.
fn as_white(terms: Terms, elsewhere: bool) -> Terms {
    Terms {
        color: ColorWish::Only(Color::White),
        elsewhere,
        ..terms
    }
}

/// Ann's challenge to everyone in her channel, and elsewhere to those who have its code.
fn challenge(hall: &mut Hall, terms: Terms) -> ChallengeId {
    let command = Command::Challenge {
        opponent: None,
        terms: as_white(terms, true),
    };
    challenge_of(&act(hall, &ann(), &channel(), command).outgoing)
}

/// A game of ann (White) on Discord against bob, who accepts there.
fn game_at(hall: &mut Hall, at: &Venue, terms: Terms) -> GameId {
    let id = challenge(hall, terms);
    game_of(&act(hall, &bob(), at, Command::AcceptHere(id)).outgoing)
}

/// The same in a room on Matrix.
fn game(hall: &mut Hall, terms: Terms) -> GameId {
    game_at(hall, &room(), terms)
}

fn both_move(hall: &mut Hall, game: GameId) {
    act(hall, &ann(), &channel(), moving(Which::Id(game), "e4"));
    act(hall, &bob(), &room(), moving(Which::Id(game), "e5"));
}

/// What shows a game: the subject, its home, and who is called by a new message.
fn shows(outgoing: &[Outgoing]) -> Vec<(Subject, Home, Option<Vec<String>>)> {
    let shown = outgoing.iter().filter_map(|one| match &one.effect {
        Effect::Show(show) if show.subject.board().is_some() => {
            let call = match &show.manner {
                Manner::InPlace => None,
                Manner::Fresh { call } => {
                    Some(call.iter().map(|id| id.as_str().to_owned()).collect())
                }
            };
            Some((show.subject, one.home, call))
        }
        _ => None,
    });
    shown.collect()
}

/// [`shows`] of a game in both places, with whom each calls.
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

fn tells(outgoing: &[Outgoing]) -> Vec<&Tell> {
    let tells = outgoing.iter().filter_map(|one| match &one.effect {
        Effect::Tell(tell) => Some(tell),
        _ => None,
    });
    tells.collect()
}

fn shown(hall: &Hall, subject: Subject) -> Shown {
    hall.app.show(subject).unwrap().unwrap()
}

fn second(game: GameId) -> BoardId {
    let site = Site::Second;
    BoardId { game, site }
}

fn rating(hall: &Hall, who: &Person, pool: Pool) -> Option<u32> {
    let key = Key::Rating(RatingId {
        family: Variant::Leto.family(),
        pool,
        player: who.id.clone(),
    });
    let stored = hall.app.store().get(&key).unwrap()?;
    match stored.record {
        Record::Rating(rating) => {
            Some(rating.tally.wins + rating.tally.draws + rating.tally.losses)
        }
        other => panic!("{other:?}"),
    }
}
