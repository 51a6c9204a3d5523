//! Who plays in a match.

use super::uci_player::UciPlayer;
use crate::bench::pick;
use crate::eval::Evaluator;
use crate::eval::weights::Weights;
use crate::human::scramble;
use crate::ladder::Ladder;
use crate::level::{Dice, Level, choose_on};
use crate::limits::{SearchLimits, Stop};
use crate::order::{gains, victim};
use crate::play::Game as Rules;
use crate::play::{Visitor, visit};
use crate::score::Score;
use crate::think::{DEFAULT_MEMORY, Searcher};
use rules_core::variant_rules::VariantRules;
use rules_core::{Game, Move, Variant};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a player used.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spent {
    /// Moves thought about.
    pub moves: u64,
    /// Positions looked at, as far as the player says.
    pub nodes: u64,
    /// Time of those moves.
    pub time: Duration,
    /// Depths reached, summed.
    pub depths: u64,
}

impl Spent {
    pub(crate) fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.time += other.time;
        self.depths += other.depths;
    }

    /// Positions looked at in a second.
    pub fn speed(&self) -> u128 {
        u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)
    }
}

enum Mind {
    Own(Box<Searcher>, SearchLimits),
    Level(Box<Searcher>, Level, Box<Ladder>),
    Random,
    Taker,
    Uci(Box<UciPlayer>),
}

/// A player of matches.
pub struct Player {
    name: String,
    mind: Mind,
    /// Thrown for the game that is played.
    game: u64,
    spent: Spent,
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Player").field(&self.name).finish()
    }
}

/// How players are described on a command line.
pub const FORMS: &str = "\
own                       this engine, with the limits of the match; `own:nodes=5000`, `own:depth=4`, `own:movetime=100`,
                          `own:weights=prior` or `own:weights=FILE` change it, several with commas
level:N                   this engine at level N; `level:N/K` with a K-th of its positions; `level:N@FILE` on levels in the making: a line
                          with hundredths of form, and ten of depth, positions, misjudgment, blindness, distraction and haste
random                    any legal move
taker                     takes whatever is free, otherwise any legal move
uci:COMMAND;NAME=VALUE    another engine, with options; it gets the limits of the match";

impl Player {
    /// Reads a description: see [`FORMS`].
    ///
    /// # Errors
    /// What cannot be read, or why a program does not start.
    pub fn new(text: &str, variant: Variant, limits: &SearchLimits) -> Result<Self, String> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let mind = match kind {
            "own" => own(rest, variant, limits)?,
            "level" => level(rest, variant)?,
            "random" => Mind::Random,
            "taker" => Mind::Taker,
            "uci" => Mind::Uci(Box::new(UciPlayer::start(rest, variant, limits)?)),
            _ => return Err(format!("there is no player {text:?}; players are\n{FORMS}")),
        };
        Ok(Self {
            name: text.to_owned(),
            mind,
            game: 0,
            spent: Spent::default(),
        })
    }

    /// Its description.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn take_spent(&mut self) -> Spent {
        std::mem::take(&mut self.spent)
    }

    pub(crate) fn begin(&mut self, game: &Game, seed: u64) -> Result<(), String> {
        self.game = seed;
        match &mut self.mind {
            Mind::Own(searcher, _) => searcher.clear(),
            Mind::Uci(engine) => engine.begin(game)?,
            Mind::Level(..) | Mind::Random | Mind::Taker => (),
        }
        Ok(())
    }

    /// Its move in a game that is not over, and what it thinks of its position, if it says so.
    pub(crate) fn think(
        &mut self,
        game: &Game,
        seed: u64,
    ) -> Result<(Move, Option<Score>), String> {
        let started = Instant::now();
        let moves = game.legal_moves();
        let any = moves.get(pick(scramble(seed), moves.len())).copied();
        let (best, score, nodes, depth) = match &mut self.mind {
            Mind::Own(searcher, limits) => {
                let report = searcher.search(game, limits, &Stop::new(), &mut |_| ());
                let depth = u64::from(report.depth);
                (report.best, Some(report.score), report.nodes, depth)
            }
            Mind::Level(searcher, level, ladder) => {
                searcher.clear();
                let dice = Dice {
                    game: self.game,
                    turn: seed,
                };
                let (limits, stop) = (SearchLimits::default(), Stop::new());
                let found = choose_on(ladder, searcher, game, *level, &limits, &stop, dice);
                let (best, score) = found.unzip();
                (best, score, 0, 0)
            }
            Mind::Random => (any, None, 0, 0),
            Mind::Taker => (visit(game.variant(), Taker(game)).or(any), None, 0, 0),
            Mind::Uci(engine) => {
                let (best, nodes, depth) = engine.think(game)?;
                (best, None, nodes, depth)
            }
        };
        self.spent.add(Spent {
            moves: 1,
            nodes,
            time: started.elapsed(),
            depths: depth,
        });
        let best = best.ok_or_else(|| format!("{} has no move", self.name))?;
        Ok((best, score))
    }
}

fn level(text: &str, variant: Variant) -> Result<Mind, String> {
    let (text, ladder) = match text.split_once('@') {
        Some((text, file)) => {
            let lines = std::fs::read_to_string(file).map_err(|why| format!("{file}: {why}"))?;
            (text, Ladder::read(&lines)?)
        }
        None => (text, *Ladder::of(variant)),
    };
    let (number, part) = text.split_once('/').unwrap_or((text, "1"));
    let level = number.parse().ok().and_then(Level::new);
    let level = level.ok_or("levels go from 1 to 10")?;
    let part = part.parse().map_err(|_| format!("{part:?} is no number"))?;
    let searcher = Box::new(Searcher::new(level.memory()));
    Ok(Mind::Level(searcher, level, Box::new(ladder.thinned(part))))
}

fn own(text: &str, variant: Variant, limits: &SearchLimits) -> Result<Mind, String> {
    let mut limits = *limits;
    let mut searcher = Searcher::new(DEFAULT_MEMORY);
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let number = || {
            value
                .parse::<u64>()
                .map_err(|_| format!("{key} wants a number, not {value:?}"))
        };
        let fresh = SearchLimits::default();
        match key {
            "nodes" => {
                limits = SearchLimits {
                    nodes: Some(number()?),
                    ..fresh
                }
            }
            "depth" => {
                let depth = u32::try_from(number()?).unwrap_or(u32::MAX);
                limits = SearchLimits {
                    depth: Some(depth),
                    ..fresh
                };
            }
            "movetime" => limits = SearchLimits::time(Duration::from_millis(number()?)),
            "weights" => {
                let mut weights = Weights::prior(variant);
                if value != "prior" {
                    let text =
                        std::fs::read_to_string(value).map_err(|why| format!("{value}: {why}"))?;
                    weights.read(&text);
                }
                searcher.evaluator = Some(Arc::new(Evaluator::new(variant, &weights)));
            }
            _ => return Err(format!("there is no setting {key:?}; players are\n{FORMS}")),
        }
    }
    Ok(Mind::Own(Box::new(searcher), limits))
}

struct Taker<'a>(&'a Game);

impl Visitor for Taker<'_> {
    type Output = Option<Move>;

    fn visit<P: VariantRules>(self) -> Option<Move> {
        free::<P>(self.0)
    }
}

/// The most valuable capture that costs nothing.
fn free<G: Rules>(game: &Game) -> Option<Move> {
    let position = game.position();
    let evaluator = Evaluator::of(game.variant());
    game.legal_moves()
        .iter()
        .filter(|mv| G::is_capture(position, mv) && gains::<G>(position, evaluator, mv, 0))
        .max_by_key(|mv| evaluator.exchange[victim(position, mv)])
        .copied()
}
