//! Mines puzzles: positions after a mistake in which one move alone wins, from games of the engine against itself, or that
//! were played.
//!
//! Three searches of growing size must agree. The first follows a game of weaker players and finds candidates; the second, from
//! fresh tables, makes the line; the third confirms each move of the solver.

mod point;

use crate::bench::random_game;
use crate::limits::{SearchLimits, Stop};
use crate::rng::{index, splitmix64};
use crate::score::Score;
use crate::search::{SearchReport, Searcher};
use rules_core::{Game, Move, Position, Reason, Variant};
use std::fmt;
use std::ops::AddAssign;
use std::str::FromStr;

/// How much better in winning chances, -1 to 1, the solution is than the second-best move.
const MARGIN: f64 = 0.7;
/// Winning chances after the solution, at least.
const WON: f64 = 0.6;
/// Winning chances before the opponent's mistake, at most.
const UNDECIDED: f64 = 0.4;
/// Winning chances of either side at which a game ends: what comes later is easy.
const DECIDED: f64 = 0.98;
/// Moves of the solver, at most.
const MAX_TURNS: usize = 5;
/// Puzzles from one game, at most: those from neighboring positions are alike.
const MAX_PER_GAME: usize = 2;
const MAX_PLIES: usize = 160;
/// Ranks of the moves that players choose from, with cumulative shares in percent; the rest falls to the next rank. A player who misses
/// an only move sets up a puzzle.
const CHOICES: [(usize, u64); 2] = [(0, 55), (1, 80)];

/// How far each search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Depth to play with, in plies.
    pub depth: u32,
    /// Nodes to find candidates.
    pub first: u64,
    /// Nodes to make a line.
    pub second: u64,
    /// Nodes to confirm each of its moves.
    pub third: u64,
}

/// A mined puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mined {
    /// The position before the mistake.
    pub start: Position,
    /// The mistake, then the solution and the replies in turn; ends with the solver's last move.
    pub moves: Vec<Move>,
    /// Nodes after which the largest search settled on the moves to find, in all.
    pub effort: u64,
    /// A continuation that wins the game or material, and ends with the solver's move; empty if the solution itself does, or if none
    /// is short.
    pub point: Vec<Move>,
}

impl fmt::Display for Mined {
    /// Formats as `variant | FEN | moves | effort`, and ` | point` if there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = |moves: &[Move]| {
            let words = moves
                .iter()
                .map(|mv| mv.uci(self.start.shape()).to_string());
            words.collect::<Vec<_>>().join(" ")
        };
        let (variant, fen) = (self.start.variant().id(), self.start.fen());
        write!(
            f,
            "{variant} | {fen} | {} | {}",
            moves(&self.moves),
            self.effort
        )?;
        if !self.point.is_empty() {
            write!(f, " | {}", moves(&self.point))?;
        }
        Ok(())
    }
}

/// Reads a game: `variant | FEN | moves`.
pub fn read_game(line: &str) -> Result<Game, String> {
    let parts: Vec<_> = line.split('|').map(str::trim).collect();
    let [variant, fen, moves] = parts[..] else {
        return Err(format!("{line:?} is not variant | FEN | moves"));
    };
    let variant: Variant = variant.parse().map_err(|why| format!("{why}"))?;
    let game = Game::replay(variant, Some(fen), moves.split_whitespace());
    game.map_err(|why| format!("{line}: {why}"))
}

impl FromStr for Mined {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let parts: Vec<_> = line.split('|').map(str::trim).collect();
        let (&[variant, fen, moves, effort], point) = match parts.split_first_chunk() {
            Some((first, [])) => (first, ""),
            Some((first, [point])) => (first, *point),
            _ => return Err(format!("{line:?} is not variant | FEN | moves | effort")),
        };
        let plies = moves.split_whitespace().count();
        let game = read_game(&format!("{variant} | {fen} | {moves} {point}"))?;
        let (moves, point) = game.moves().split_at(plies);
        Ok(Self {
            start: *game.start(),
            moves: moves.to_vec(),
            effort: effort.parse().map_err(|why| format!("{line}: {why}"))?,
            point: point.to_vec(),
        })
    }
}

/// How many games, and what was left of their positions after each search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MiningTally {
    /// Games played.
    pub games: u64,
    /// Positions that the first search took for puzzles.
    pub candidates: u64,
    /// Candidates that the second made lines for.
    pub lines: u64,
    /// Lines that the third confirmed.
    pub confirmed: u64,
}

impl AddAssign for MiningTally {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.candidates += other.candidates;
        self.lines += other.lines;
        self.confirmed += other.confirmed;
    }
}

/// Mines one game. Equal arguments, equal puzzles.
#[derive(Debug)]
pub struct Miner {
    effort: Effort,
    player: Searcher,
    scout: Searcher,
    judge: Searcher,
}

impl Miner {
    /// Allocates a transposition table of at most this many bytes for the larger searches, and small ones for the others.
    pub fn new(effort: Effort, tt_bytes: usize) -> Self {
        let mut player = Searcher::new(1 << 20);
        player.multi_pv = CHOICES.len() + 1;
        let mut scout = Searcher::new(1 << 21);
        scout.multi_pv = 2;
        Self {
            effort,
            player,
            scout,
            judge: Searcher::new(tt_bytes),
        }
    }

    /// Plays a game from a random opening and returns its puzzles.
    pub fn mine(&mut self, variant: Variant, seed: u64) -> (Vec<Mined>, MiningTally) {
        let mut seed = splitmix64(seed);
        let game = random_game(variant, 4 + index(seed, 6), seed);
        let limits = SearchLimits::depth(self.effort.depth);
        self.player.clear();
        self.follow(game, |player, game| {
            let report = player.search(game, &limits, &Stop::new(), &mut |_| ());
            seed = splitmix64(seed);
            let choice = CHOICES.iter().find(|(_, share)| seed % 100 < *share);
            let choice = choice.map_or(CHOICES.len(), |(choice, _)| *choice);
            let line = report.lines.get(choice).or(report.lines.first());
            line.and_then(|line| line.moves.first().copied())
        })
    }

    /// Returns the puzzles of a game that was played.
    pub fn mine_played(&mut self, played: &Game) -> (Vec<Mined>, MiningTally) {
        let mut moves = played.moves().iter().copied();
        self.follow(Game::from_position(*played.start()), |_, _| moves.next())
    }

    /// Plays out a game with moves from `next` and returns its puzzles.
    fn follow(
        &mut self,
        mut game: Game,
        mut next: impl FnMut(&mut Searcher, &Game) -> Option<Move>,
    ) -> (Vec<Mined>, MiningTally) {
        let mut tally = MiningTally {
            games: 1,
            ..MiningTally::default()
        };
        let mut puzzles = Vec::new();
        let mut was_undecided = false;
        self.scout.clear();
        while game.outcome().is_none() && game.ply() < MAX_PLIES {
            let limits = SearchLimits::nodes(self.effort.first);
            let report = (self.scout).search(&game, &limits, &Stop::new(), &mut |_| ());
            if was_undecided && only_move(&report).is_some() {
                tally.candidates += 1;
                puzzles.extend(self.judge(&game, &mut tally));
                if puzzles.len() == MAX_PER_GAME {
                    break;
                }
            }
            if chances(report.score).abs() > DECIDED {
                break;
            }
            was_undecided = -chances(report.score) <= UNDECIDED;
            let played = next(&mut self.player, &game).map(|mv| game.play(mv));
            if !matches!(played, Some(Ok(()))) {
                break;
            }
        }
        (puzzles, tally)
    }

    /// Makes a puzzle of the last position of a game, if the larger searches agree that it is one.
    fn judge(&mut self, game: &Game, tally: &mut MiningTally) -> Option<Mined> {
        let &mistake = game.moves().last()?;
        let start = *game.positions().iter().rev().nth(1)?;
        let mut game = Game::from_position(start);
        let before = self.search(&game, self.effort.second, &mut |_| ());
        if -chances(before.score) > UNDECIDED {
            return None;
        }
        game.play(mistake).ok()?;
        let line = self.line(&game)?;
        tally.lines += 1;
        let confirmed = self.confirm(&Mined {
            start,
            moves: [vec![mistake], line].concat(),
            effort: 0,
            point: Vec::new(),
        })?;
        tally.confirmed += 1;
        Some(confirmed)
    }

    /// The only winning moves and the best replies, up to the win or to where several moves win.
    fn line(&mut self, game: &Game) -> Option<Vec<Move>> {
        let mut game = game.clone();
        let mut moves = Vec::new();
        while game.outcome().is_none() && moves.len() < 2 * MAX_TURNS {
            let report = self.search(&game, self.effort.second, &mut |_| ());
            let mv = if moves.len().is_multiple_of(2) {
                let wins_now = !moves.is_empty() && report.score.mate_in() == Some(1);
                only_move(&report).or(report.best.filter(|_| wins_now))
            } else {
                Some(report.best?)
            };
            let Some(mv) = mv else { break };
            moves.push(mv);
            game.play(mv).ok()?;
        }
        trimmed(game, moves)
    }

    /// Returns the part of a puzzle that the largest search confirms, with its effort and point.
    pub fn confirm(&mut self, puzzle: &Mined) -> Option<Mined> {
        let (&mistake, line) = puzzle.moves.split_first()?;
        let mut game = Game::from_position(puzzle.start);
        game.play(mistake).ok()?;
        let beginning = game.clone();
        let mut effort = 0;
        let mut confirmed = Vec::new();
        for turn in line.chunks(2) {
            let mut settled = (None, 0);
            let report = self.search(&game, self.effort.third, &mut |report| {
                if settled.0 != report.best {
                    settled = (report.best, report.nodes);
                }
            });
            let wins_now = !confirmed.is_empty() && won_by(&game, turn[0]).is_some();
            if only_move(&report) != Some(turn[0]) && !wins_now {
                break;
            }
            effort += settled.1;
            for &mv in turn {
                confirmed.push(mv);
                game.play(mv).ok()?;
            }
        }
        let line = trimmed(game, confirmed)?;
        // Everyone sees a king that can be taken.
        if let [mv] = line[..]
            && won_by(&beginning, mv) == Some(Reason::KingCaptured)
        {
            return None;
        }
        let mut confirmed = Mined {
            start: puzzle.start,
            moves: [vec![mistake], line].concat(),
            effort,
            point: Vec::new(),
        };
        confirmed.point = self.point(&confirmed).unwrap_or_default();
        Some(confirmed)
    }

    fn search(
        &mut self,
        game: &Game,
        nodes: u64,
        on_info: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        self.judge.clear();
        self.judge.multi_pv = 2;
        let limits = SearchLimits::nodes(nodes);
        self.judge.search(game, &limits, &Stop::new(), on_info)
    }
}

/// How a move wins at once; `None` if it doesn't.
fn won_by(game: &Game, mv: Move) -> Option<Reason> {
    let mut after = game.clone();
    after.play(mv).ok()?;
    let outcome = after.outcome()?;
    (outcome.winner == Some(game.turn())).then_some(outcome.reason)
}

/// Winning chances of the side to move, -1 to 1.
fn chances(score: Score) -> f64 {
    2.0 * score.expectation() - 1.0
}

/// The move that alone wins, if one does.
fn only_move(report: &SearchReport) -> Option<Move> {
    let [best, others @ ..] = report.lines.as_slice() else {
        return None;
    };
    let second = others.first().map_or(-1.0, |line| chances(line.score));
    let best_chances = chances(best.score);
    let is_only = best_chances >= WON && best_chances - second > MARGIN;
    best.moves.first().copied().filter(|_| is_only)
}

/// Cuts the end of a line that led to the game's last position: the last reply, and moves that were the only legal ones. `None` if the
/// first move is cut.
fn trimmed(mut game: Game, mut moves: Vec<Move>) -> Option<Vec<Move>> {
    while !moves.is_empty() {
        if moves.len().is_multiple_of(2) {
            game.undo();
            moves.pop();
        }
        game.undo();
        if game.legal_moves().len() > 1 {
            break;
        }
        moves.pop();
    }
    let first = moves.len();
    for _ in 1..first {
        game.undo();
    }
    (first > 0 && game.legal_moves().len() > 1).then_some(moves)
}
