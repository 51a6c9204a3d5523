//! The players of a match.

use super::uci_player::UciPlayer;
use crate::handicap::{Level, Seeds};
use crate::levels::{Ladder, piece_values};
use crate::limits::{SearchLimits, Stop};
use crate::params::Params;
use crate::rng::{index, splitmix64};
use crate::rules::SearchRules;
use crate::score::Score;
use crate::search::{DEFAULT_TT_BYTES, Searcher};
use crate::see::{captured_slot, see_ge};
use rules_core::variant_rules::{VariantRules, Visitor, visit};
use rules_core::{Game, Move, Variant};
use std::time::{Duration, Instant};

/// Resources that a player used.
#[derive(Debug, Clone, Copy, Default)]
pub struct Usage {
    /// Moves chosen.
    pub moves: u64,
    /// Nodes searched, if the player reports them.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// Sum of the depths reached.
    pub depths: u64,
}

impl Usage {
    pub(super) fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.time += other.time;
        self.depths += other.depths;
    }
}

/// A move with the player's report.
#[derive(Debug)]
pub(super) struct ChosenMove {
    pub(super) mv: Move,
    /// For the side to move.
    pub(super) score: Option<Score>,
    pub(super) nodes: u64,
    pub(super) depth: u64,
}

impl ChosenMove {
    const fn without_report(mv: Move) -> Self {
        Self {
            mv,
            score: None,
            nodes: 0,
            depth: 0,
        }
    }
}

#[derive(Debug)]
enum Kind {
    Own {
        searcher: Box<Searcher>,
        limits: SearchLimits,
    },
    Level {
        searcher: Box<Searcher>,
        level: Level,
        ladder: Box<Ladder>,
    },
    Random,
    Greedy,
    Uci(Box<UciPlayer>),
}

/// A player of matches.
#[derive(Debug)]
pub struct Player {
    name: String,
    kind: Kind,
    game_seed: u64,
    usage: Usage,
}

/// How to write a player on a command line.
pub const PLAYER_HELP: &str = "\
Players:
  own                     this engine with the match's limits
  own:KEY=VALUE,...       nodes=N, depth=N or movetime=MS replaces the limits
  level:N                 this engine at level N, 1 to 10
  level:N/K               at level N with a Kth of its nodes
  level:N@FILE            at level N of a ladder in a file: a line with the form, then ten lines with depth, nodes, eval noise,
                          blindness, root blindness and haste
  random                  any legal move
  greedy                  the best capture that loses nothing, otherwise any legal move
  uci:COMMAND;NAME=VALUE  another engine with options, with the match's limits";

impl Player {
    /// Parses a player as [`PLAYER_HELP`] describes it, and starts its program if it has one.
    pub fn new(text: &str, variant: Variant, limits: &SearchLimits) -> Result<Self, String> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = match kind {
            "own" => parse_own(rest, limits)?,
            "level" => parse_level(rest, variant)?,
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            "uci" => Kind::Uci(Box::new(UciPlayer::start(rest, variant, limits)?)),
            _ => return Err(format!("unknown player {text:?}\n{PLAYER_HELP}")),
        };
        Ok(Self {
            name: text.to_owned(),
            kind,
            game_seed: 0,
            usage: Usage::default(),
        })
    }

    /// Lets this engine search with other numbers. Changes no other player.
    pub(super) fn set_params(&mut self, params: Params) {
        if let Kind::Own { searcher, .. } = &mut self.kind {
            searcher.params = params;
        }
    }

    /// Returns the text it was parsed from.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn take_usage(&mut self) -> Usage {
        std::mem::take(&mut self.usage)
    }

    pub(super) fn start_game(&mut self, seed: u64) -> Result<(), String> {
        self.game_seed = seed;
        match &mut self.kind {
            Kind::Own { searcher, .. } => searcher.clear(),
            Kind::Uci(engine) => engine.start_game()?,
            Kind::Level { .. } | Kind::Random | Kind::Greedy => (),
        }
        Ok(())
    }

    /// Chooses a move in a game that is not over.
    pub(super) fn choose_move(&mut self, game: &Game, seed: u64) -> Result<ChosenMove, String> {
        let started = Instant::now();
        let random_move = || {
            let moves = game.legal_moves();
            moves.get(index(splitmix64(seed), moves.len())).copied()
        };
        let chosen = match &mut self.kind {
            Kind::Own { searcher, limits } => {
                let report = searcher.search(game, limits, &Stop::new(), &mut |_| ());
                report.best.map(|mv| ChosenMove {
                    mv,
                    score: Some(report.score),
                    nodes: report.nodes,
                    depth: u64::from(report.depth),
                })
            }
            Kind::Level {
                searcher,
                level,
                ladder,
            } => {
                searcher.clear();
                let seeds = Seeds {
                    game: self.game_seed,
                    turn: seed,
                };
                let limits = SearchLimits::default();
                ladder
                    .handicap(game, *level, seeds)
                    .choose_move(searcher, game, &limits, &Stop::new(), seed)
                    .map(|(mv, score)| ChosenMove {
                        score: Some(score),
                        ..ChosenMove::without_report(mv)
                    })
            }
            Kind::Random => random_move().map(ChosenMove::without_report),
            Kind::Greedy => visit(game.variant(), BestFreeCapture(game))
                .or_else(random_move)
                .map(ChosenMove::without_report),
            Kind::Uci(engine) => Some(engine.choose_move(game)?),
        };
        let chosen = chosen.ok_or_else(|| format!("{} has no move", self.name))?;
        self.usage.add(Usage {
            moves: 1,
            nodes: chosen.nodes,
            time: started.elapsed(),
            depths: chosen.depth,
        });
        Ok(chosen)
    }
}

fn parse_level(text: &str, variant: Variant) -> Result<Kind, String> {
    let (text, ladder) = match text.split_once('@') {
        Some((text, file)) => {
            let ladder = std::fs::read_to_string(file).map_err(|why| format!("{file}: {why}"))?;
            (text, ladder.parse()?)
        }
        None => (text, *Ladder::of(variant)),
    };
    let (number, divisor) = text.split_once('/').unwrap_or((text, "1"));
    let level = number.parse().ok().and_then(Level::new);
    let level = level.ok_or("levels are 1 to 10")?;
    let divisor = divisor
        .parse()
        .map_err(|_| format!("{divisor:?} is not a number"))?;
    Ok(Kind::Level {
        searcher: Box::new(Searcher::new(level.tt_bytes())),
        level,
        ladder: Box::new(ladder.with_nodes_divided(divisor)),
    })
}

fn parse_own(text: &str, limits: &SearchLimits) -> Result<Kind, String> {
    let mut limits = *limits;
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let number = || {
            value
                .parse::<u64>()
                .map_err(|_| format!("{key} needs a number, not {value:?}"))
        };
        match key {
            "nodes" => limits = SearchLimits::nodes(number()?),
            "depth" => limits = SearchLimits::depth(u32::try_from(number()?).unwrap_or(u32::MAX)),
            "movetime" => limits = SearchLimits::time(Duration::from_millis(number()?)),
            _ => return Err(format!("unknown setting {key:?}\n{PLAYER_HELP}")),
        }
    }
    Ok(Kind::Own {
        searcher: Box::new(Searcher::new(DEFAULT_TT_BYTES)),
        limits,
    })
}

/// Finds the most valuable capture that loses nothing.
struct BestFreeCapture<'a>(&'a Game);

impl Visitor for BestFreeCapture<'_> {
    type Output = Option<Move>;

    fn visit<R: VariantRules>(self) -> Option<Move> {
        let position = self.0.position();
        let values = piece_values(self.0.variant());
        self.0
            .legal_moves()
            .iter()
            .filter(|mv| R::is_capture(position, mv) && see_ge::<R>(position, values, mv, 0))
            .max_by_key(|mv| values[captured_slot(position, mv)])
            .copied()
    }
}
