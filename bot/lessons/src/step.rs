//! A position to solve.

use rules_core::{Game, Move, ReplayError, ShiftKind, Variant};
use serde::Deserialize;

use crate::StepData;

/// A position to solve with one to three moves. The replies between them are fixed.
#[derive(Debug)]
pub struct Step {
    /// The position that is shown, with the moves before it.
    start: Game,
    line: Vec<Turn>,
    goal: Option<Goal>,
    /// The solution's first move, in a lesson's first step alone: it shows the idea.
    pub arrow: Option<Move>,
    /// The numbers of the rulings that the step shows, such as `LETO-3`.
    pub rulings: Vec<String>,
    text: String,
    hint: String,
    done: String,
}

/// A turn to move in a step, with its accepted moves in UCI form.
#[derive(Debug)]
struct Turn {
    moves: Vec<String>,
    /// The answer to each of these moves; `None` ends the step.
    reply: Option<String>,
}

/// Outcome of a move tried in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// It solves the step.
    Solved,
    /// It is right, and the step goes on after this reply.
    Continues {
        /// The other side's move.
        reply: Move,
    },
    /// It isn't the move that the step asks for; the position stands.
    Wrong,
}

impl Step {
    pub(crate) fn new(variant: Variant, data: StepData, text: String) -> Result<Self, ReplayError> {
        let start = Game::replay(variant, Some(&data.fen), data.history.split_whitespace())?;
        let mut words = data.line.split_whitespace();
        let mut line = Vec::new();
        while let Some(moves) = words.next() {
            line.push(Turn {
                moves: moves.split('/').map(str::to_owned).collect(),
                reply: words.next().map(str::to_owned),
            });
        }
        Ok(Self {
            start,
            line,
            goal: data.goal,
            arrow: None,
            rulings: data.rulings,
            hint: format!("{text}.hint"),
            done: format!("{text}.done"),
            text,
        })
    }

    /// The rule set.
    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// Id of the message that says what to do and why.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Id of the message that helps to find the move. Not every step has one.
    pub fn hint(&self) -> &str {
        &self.hint
    }

    /// Id of the message that says afterward what was learned. Not every step has one.
    pub fn done(&self) -> &str {
        &self.done
    }

    /// The game after the moves of this step so far, the person's and the replies. `None` if the step doesn't go like that.
    pub fn game(&self, played: &[Move]) -> Option<Game> {
        let mut game = self.start.clone();
        for (n, &mv) in played.iter().enumerate() {
            let fits = if n.is_multiple_of(2) {
                self.accepts(&game, n / 2, mv)
            } else {
                self.reply(&game, n / 2) == Some(mv)
            };
            if !fits {
                return None;
            }
            game.play(mv).ok()?;
        }
        Some(game)
    }

    /// Tries a move after the moves of this step so far.
    pub fn attempt(&self, played: &[Move], mv: Move) -> Attempt {
        let turn = played.len() / 2;
        let after = self.game(&[played, &[mv]].concat());
        let Some(after) = after.filter(|_| played.len().is_multiple_of(2)) else {
            return Attempt::Wrong;
        };
        match self.reply(&after, turn) {
            Some(reply) => Attempt::Continues { reply },
            None => Attempt::Solved,
        }
    }

    /// A move that the step accepts after the moves so far, to be shown; `None` once it is solved.
    pub fn solution(&self, played: &[Move]) -> Option<Move> {
        let game = self.game(played)?;
        let turn = self.line.get(played.len() / 2)?;
        turn.moves.iter().find_map(|mv| game.read(mv).ok())
    }

    /// The game after the solution that is shown, replies included.
    pub fn solved(&self) -> Game {
        let mut played = Vec::new();
        while let Some(mv) = self.solution(&played) {
            let attempt = self.attempt(&played, mv);
            played.push(mv);
            if let Attempt::Continues { reply } = attempt {
                played.push(reply);
            }
        }
        // The tests solve every step.
        self.game(&played).unwrap_or_else(|| self.start.clone())
    }

    /// The position that is shown first, with the moves before it.
    pub fn shown(&self) -> &Game {
        &self.start
    }

    fn accepts(&self, game: &Game, turn: usize, mv: Move) -> bool {
        let uci = mv.uci(self.variant().shape()).to_string();
        let is_listed = |turn: &Turn| turn.moves.contains(&uci);
        let is_last = turn + 1 == self.line.len();
        let fits = self.line.get(turn).is_some_and(is_listed)
            || is_last && self.goal.is_some_and(|goal| goal.is_met(game, mv));
        fits && game.is_legal(&mv)
    }

    fn reply(&self, game: &Game, turn: usize) -> Option<Move> {
        let reply = self.line.get(turn)?.reply.as_deref()?;
        game.read(reply).ok()
    }
}

/// The aim of a step: a move is accepted only if it does this.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Goal {
    /// The move wins at once.
    Wins,
    /// The move gives check.
    Checks,
    /// The move captures.
    Captures,
    /// A Leto throws a piece.
    Throws,
    /// The move doesn't lose at once, even against the best reply.
    Safe,
}

impl Goal {
    /// Returns whether a legal move achieves it.
    pub(crate) fn is_met(self, game: &Game, mv: Move) -> bool {
        let description = game.position().describe(mv);
        let mut after = game.clone();
        if after.play(mv).is_err() {
            return false;
        }
        match self {
            Self::Wins => after.outcome().and_then(|outcome| outcome.winner) == Some(game.turn()),
            Self::Checks => after.position().is_check(),
            Self::Captures => !description.captures.is_empty(),
            Self::Throws => {
                let mut shifts = description.shifts.iter();
                shifts.any(|shift| shift.kind == ShiftKind::Repulsion)
            }
            Self::Safe => game.blunders(&[mv]) == [None],
        }
    }
}
