//! Commands and terms.

use app::{
    ColorWish, Command, Level, PeopleCommand, Person, PlayerId, RoomId, ServerId, Setting, Terms,
    TimeControl, Venue, Which,
};
use rules_core::{Color, Game, Variant};

/// Ten minutes and five seconds for each move.
pub(crate) const LIVE: TimeControl = TimeControl::Live {
    minutes: 10,
    increment: 5,
};

pub(crate) const THREE_DAYS: TimeControl = TimeControl::PerMove { days: 3 };

/// A person by name, or by an id that ends with the name.
pub(crate) fn person(who: &str) -> Person {
    match who.rsplit_once(':') {
        Some((_, name)) => Person::new(PlayerId::new(who), name.trim_start_matches('@')),
        None => Person::new(PlayerId::new(format!("t:{who}")), who),
    }
}

pub(crate) fn venue(room: &str, server: Option<&str>) -> Venue {
    Venue {
        room: RoomId::new(room),
        server: server.map(ServerId::new),
    }
}

/// Terms with a time control; the challenger plays White.
pub(crate) fn timed(variant: Variant, time: TimeControl) -> Terms {
    Terms {
        time,
        ..as_white(Terms::of(variant))
    }
}

/// Rated terms with three days per move; the challenger plays White.
pub(crate) fn rated(variant: Variant) -> Terms {
    Terms {
        rated: true,
        ..timed(variant, THREE_DAYS)
    }
}

/// Casual terms from a position; the challenger plays White.
pub(crate) fn from_position(variant: Variant, fen: &str) -> Terms {
    Terms {
        start: Some(fen.to_owned()),
        ..as_white(Terms::of(variant))
    }
}

pub(crate) fn as_white(terms: Terms) -> Terms {
    Terms {
        color: ColorWish::Only(Color::White),
        ..terms
    }
}

pub(crate) fn as_black(terms: Terms) -> Terms {
    Terms {
        color: ColorWish::Only(Color::Black),
        ..terms
    }
}

/// A game against the weakest engine.
pub(crate) fn play(terms: Terms) -> Command {
    let level = Level::LOWEST;
    Command::Play { terms, level }
}

pub(crate) fn open_challenge(terms: Terms) -> Command {
    let opponent = None;
    Command::Challenge { opponent, terms }
}

/// A challenge to one person.
pub(crate) fn invite(to: &str, terms: Terms) -> Command {
    let opponent = Some(person(to));
    Command::Challenge { opponent, terms }
}

pub(crate) fn moving(game: Which, text: &str) -> Command {
    Command::Move {
        game,
        text: text.to_owned(),
        ply: None,
    }
}

pub(crate) fn change(setting: Setting, value: &str) -> Command {
    Command::Change(setting, value.to_owned())
}

pub(crate) fn block(whom: &str) -> Command {
    Command::People(PeopleCommand::Block(person(whom)))
}

pub(crate) fn first_move(game: &Game) -> String {
    let mv = game.legal_moves()[0];
    mv.uci(game.variant().shape()).to_string()
}
