//! Finished games: the viewer, what is posted from it, and the games that are offered while a code is typed.

mod completion;
mod posting;
mod viewer;

use app::effect::Effect;
use app::{Command, GameId, Report, ReviewRecord, Terms, TurningPoint, Viewed, Which};
use rules_core::{Color, Variant};

use crate::common::{Hall, requests};

/// A finished game of ann (White) against bob, who resigned after these half-moves.
fn finished(hall: &mut Hall, terms: Terms, moves: &[&str]) -> GameId {
    let game = hall.game_on(terms);
    hall.play_on(game, moves);
    hall.act("bob", Command::Resign(game));
    game
}

const MOVES: [&str; 5] = ["e4", "e5", "Qh5", "Nc6", "Qxf7+"];

fn casual(hall: &mut Hall) -> GameId {
    finished(hall, Terms::of(Variant::Latrunculi), &MOVES)
}

fn open(game: GameId) -> Command {
    Command::Replay(Which::Id(game), None)
}

fn at(game: GameId, ply: u32) -> Command {
    let bottom = Color::White;
    Command::Replay(Which::Id(game), Some(Viewed { ply, bottom }))
}

fn review(hall: &mut Hall, game: GameId, expectations: Vec<u16>, turns: Vec<TurningPoint>) {
    hall.act("ann", Command::Analyze(game));
    let asked = requests(&hall.pending(), |effect| match effect {
        Effect::Analyze(asked) => Some(asked.game),
        _ => None,
    });
    let asked = asked.into_iter().rfind(|(_, asked)| *asked == game);
    let found = ReviewRecord {
        game,
        expectations,
        turns,
    };
    hall.report(Report::Reviewed(&asked.unwrap().0, Some(&found)));
}

/// A turning point at which the chances of the player to move fell from 70 to 20 percent.
pub(crate) fn turn(ply: u32, best: &str) -> TurningPoint {
    TurningPoint {
        ply,
        best: best.to_owned(),
        continuation: Vec::new(),
        before: 700,
        after: 200,
    }
}

/// Stores a review in which White's fourth half-move was a mistake.
fn review_of_a_mistake(hall: &mut Hall, game: GameId) {
    let turn = TurningPoint {
        continuation: ["f8e7", "e5g7"].map(str::to_owned).to_vec(),
        after: 40,
        ..turn(4, "h5e5")
    };
    review(hall, game, vec![500, 510, 500, 490, 700, 40], vec![turn]);
}
