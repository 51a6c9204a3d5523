//! Matches between players: openings, games and statistics.

pub mod adjudication;
pub mod openings;
pub mod player;
pub mod stats;
pub mod tuning;
mod uci_player;

use crate::rng::splitmix64;
use adjudication::{Adjudication, Adjudicator};
use player::{Player, Usage};
use rules_core::{Color, Game, Variant};
use stats::{Points, Sprt, Tally};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Longer games are drawn.
const MAX_PLIES: usize = 600;

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum GameResult {
    WhiteWins,
    Draw,
    BlackWins,
}

impl GameResult {
    /// Returns the result of a win by this color.
    pub const fn won_by(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns the result as one side sees it.
    pub fn points_for(self, color: Color) -> Points {
        match self {
            Self::Draw => Points::Draw,
            result if result == Self::won_by(color) => Points::Win,
            _ => Points::Loss,
        }
    }
}

/// A finished game.
#[derive(Debug, Clone)]
pub struct FinishedGame {
    /// The winner, or a draw.
    pub result: GameResult,
    /// Why it ended.
    pub reason: String,
}

/// Plays a game from an opening to its end by the rules or by adjudication.
///
/// # Errors
/// A player fails to answer, or answers with an illegal move.
pub fn play_game(
    opening: &Game,
    white: &mut Player,
    black: &mut Player,
    adjudication: Option<Adjudication>,
    seed: u64,
) -> Result<FinishedGame, String> {
    let mut game = opening.clone();
    white.start_game(splitmix64(seed ^ 1 << 62))?;
    black.start_game(splitmix64(seed ^ 1 << 63))?;
    let mut adjudicator = adjudication.map(Adjudicator::new);
    loop {
        if let Some(finished) = finished_by_rules(&game) {
            return Ok(finished);
        }
        let turn = game.turn();
        let player = match turn {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let ply = u64::try_from(game.ply()).unwrap_or(0);
        let chosen = player.choose_move(&game, seed.wrapping_mul(1_000).wrapping_add(ply))?;
        let result = adjudicator
            .as_mut()
            .and_then(|adjudicator| adjudicator.record(game.ply(), turn, chosen.score));
        if let Some(result) = result {
            return Ok(FinishedGame {
                result,
                reason: "adjudication".to_owned(),
            });
        }
        let text = chosen.mv.uci(game.position().shape()).to_string();
        game.play(chosen.mv)
            .map_err(|_| format!("{} played {text}", player.name()))?;
    }
}

fn finished_by_rules(game: &Game) -> Option<FinishedGame> {
    let (result, reason) = if let Some(outcome) = game.outcome() {
        let result = outcome.winner.map_or(GameResult::Draw, GameResult::won_by);
        (result, outcome.reason.code())
    } else if let Some(claim) = game.claim() {
        (GameResult::Draw, claim.code())
    } else if game.ply() >= MAX_PLIES {
        (GameResult::Draw, "too long")
    } else {
        return None;
    };
    Some(FinishedGame {
        result,
        reason: reason.to_owned(),
    })
}

/// The parameters of a match.
#[derive(Debug, Clone)]
pub struct MatchConfig {
    /// Variant to play.
    pub variant: Variant,
    /// Games, two from each opening with colors swapped; odd numbers are rounded up.
    pub games: usize,
    /// Random plies of each opening.
    pub opening_plies: usize,
    /// Seed of the openings and of the players.
    pub seed: u64,
    /// Concurrent games.
    pub threads: usize,
    /// Ends decided games early.
    pub adjudication: Option<Adjudication>,
    /// Ends the match early.
    pub sprt: Option<Sprt>,
}

/// The result of a match, for its first player.
#[derive(Debug, Clone, Default)]
pub struct MatchSummary {
    /// Wins, draws, losses and pairs.
    pub tally: Tally,
    /// Resources that each player used.
    pub usage: [Usage; 2],
    /// How many games ended for each reason.
    pub reasons: BTreeMap<String, usize>,
}

/// Makes the two players of a thread.
pub type MakePlayers<'a> = &'a (dyn Fn() -> Result<[Player; 2], String> + Sync);

/// Plays a match; `on_pair` is called after each pair of games.
///
/// # Errors
/// A game failed; the others are abandoned.
pub fn play_match(
    config: &MatchConfig,
    make_players: MakePlayers<'_>,
    on_pair: &(dyn Fn(&MatchSummary) + Sync),
) -> Result<MatchSummary, String> {
    let running = RunningMatch {
        config,
        pairs: config.games.div_ceil(2),
        next_pair: AtomicUsize::new(0),
        summary: Mutex::new(MatchSummary::default()),
        on_pair,
    };
    let error = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..config.threads.max(1) {
            scope.spawn(|| {
                if let Err(why) = running.play_pairs(make_players) {
                    running.stop();
                    if let Ok(mut error) = error.lock() {
                        *error = Some(why);
                    }
                }
            });
        }
    });
    if let Ok(Some(why)) = error.into_inner() {
        return Err(why);
    }
    running.summary.into_inner().map_err(|_| panicked())
}

fn panicked() -> String {
    "the thread of a game panicked".to_owned()
}

/// A match that threads play together.
struct RunningMatch<'a> {
    config: &'a MatchConfig,
    pairs: usize,
    next_pair: AtomicUsize,
    summary: Mutex<MatchSummary>,
    on_pair: &'a (dyn Fn(&MatchSummary) + Sync),
}

impl RunningMatch<'_> {
    fn stop(&self) {
        self.next_pair.store(self.pairs, Ordering::Relaxed);
    }

    /// Plays pairs of games until none is left.
    fn play_pairs(&self, make_players: MakePlayers<'_>) -> Result<(), String> {
        let config = self.config;
        let adjudication = config.adjudication;
        let [mut first, mut second] = make_players()?;
        loop {
            let pair = self.next_pair.fetch_add(1, Ordering::Relaxed);
            if pair >= self.pairs {
                return Ok(());
            }
            let seed = config
                .seed
                .wrapping_mul(1_000_003)
                .wrapping_add(u64::try_from(pair).unwrap_or(0));
            let opening = openings::balanced(config.variant, config.opening_plies, seed);
            let as_white = play_game(&opening, &mut first, &mut second, adjudication, seed)?;
            let seed = seed ^ 1 << 40;
            let as_black = play_game(&opening, &mut second, &mut first, adjudication, seed)?;
            let mut summary = self.summary.lock().map_err(|_| panicked())?;
            summary.tally.add([
                as_white.result.points_for(Color::White),
                as_black.result.points_for(Color::Black),
            ]);
            for finished in [as_white, as_black] {
                *summary.reasons.entry(finished.reason).or_default() += 1;
            }
            summary.usage[0].add(first.take_usage());
            summary.usage[1].add(second.take_usage());
            (self.on_pair)(&summary);
            let sprt = config.sprt;
            if sprt.is_some_and(|sprt| sprt.verdict(&summary.tally).is_some()) {
                self.stop();
            }
        }
    }
}
