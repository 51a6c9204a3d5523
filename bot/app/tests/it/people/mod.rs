//! Profiles, histories, leaderboards, blocks, quotas, and the export and deletion of data.

mod about;
mod data;
mod limits;
mod profiles;

use app::card::Card;
use app::effect::{Answer, Handled};
use app::store::Batch;
use app::{Command, GameId, PeopleCommand, Span, Terms, Which};
use rules_core::{Game, Variant};

use crate::common::{Hall, challenge_of, game_of, moving, person, rated};

fn card(handled: Handled) -> Card {
    match handled.answer {
        Answer::Aside(card) | Answer::Secret(card) => *card,
        Answer::Seen | Answer::Hint(_) | Answer::Study(_) => panic!("no card was answered"),
    }
}

fn ask(hall: &mut Hall, who: &str, command: PeopleCommand) -> Card {
    card(hall.act(who, Command::People(command)))
}

fn invite(opponent: &str, terms: Terms) -> Command {
    Command::Challenge {
        opponent: Some(person(opponent)),
        terms,
    }
}

/// A rated game in which both have moved once.
fn begun(hall: &mut Hall, white: &str, black: &str, variant: Variant) -> GameId {
    let id = challenge_of(&hall.act(white, invite(black, rated(variant))).outgoing);
    let id = game_of(&hall.act(black, Command::Accept(id)).outgoing);
    let mut game = Game::new(variant);
    for who in [white, black] {
        let mv = game.legal_moves()[0];
        let uci = mv.uci(game.variant().shape()).to_string();
        hall.act(who, moving(Which::Id(id), &uci));
        game.play(mv).unwrap();
    }
    id
}

/// A rated game that `white` wins.
fn won(hall: &mut Hall, white: &str, black: &str, variant: Variant) -> GameId {
    hall.now += Span::hours(1).0;
    let id = begun(hall, white, black, variant);
    hall.act(black, Command::Resign(id));
    id
}

/// Settles all pending effects.
fn perform_all(hall: &mut Hall) {
    let waiting = hall.app.store().outgoing(usize::MAX).unwrap();
    hall.app
        .store()
        .commit(Batch {
            done: waiting.into_iter().map(|outgoing| outgoing.id).collect(),
            ..Batch::default()
        })
        .unwrap();
}
