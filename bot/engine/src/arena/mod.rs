//! Matches between players: openings, games and statistics.

pub mod adjudication;
pub mod openings;
pub mod player;
pub mod stats;
pub mod tuning;
mod uci_player;

use crate::parallel;
use crate::rng::splitmix64;
use adjudication::{Adjudication, Adjudicator};
use player::{Player, Usage};
use rules_core::{Color, Game, Variant};
use stats::{Points, Sprt, Tally};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Longer games are drawn.
const MAX_PLIES: usize = 600;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ending {
    /// `None` after a draw.
    winner: Option<Color>,
    reason: &'static str,
}

impl Ending {
    fn points_for(self, color: Color) -> Points {
        match self.winner {
            None => Points::Draw,
            Some(winner) if winner == color => Points::Win,
            Some(_) => Points::Loss,
        }
    }
}

/// Plays two games from a balanced opening with colors swapped. Returns what the first player scored in each, and why it ended.
fn play_pair(
    variant: Variant,
    opening_plies: usize,
    [first, second]: &mut [Player; 2],
    adjudication: Option<Adjudication>,
    seed: u64,
) -> Result<[(Points, &'static str); 2], String> {
    let opening = openings::balanced(variant, opening_plies, seed);
    let as_white = play_game(
        &opening,
        &mut [&mut *first, &mut *second],
        adjudication,
        seed,
    )?;
    let as_black = play_game(&opening, &mut [second, first], adjudication, seed ^ 1 << 40)?;
    Ok([
        (as_white.points_for(Color::White), as_white.reason),
        (as_black.points_for(Color::Black), as_black.reason),
    ])
}

/// Plays a game between White and Black from an opening to its end by the rules or by adjudication.
fn play_game(
    opening: &Game,
    players: &mut [&mut Player; 2],
    adjudication: Option<Adjudication>,
    seed: u64,
) -> Result<Ending, String> {
    let mut game = opening.clone();
    players[0].start_game(splitmix64(seed ^ 1 << 62))?;
    players[1].start_game(splitmix64(seed ^ 1 << 63))?;
    let mut adjudicator = adjudication.map(Adjudicator::new);
    loop {
        if let Some(ending) = ended_by_rules(&game) {
            return Ok(ending);
        }
        let turn = game.turn();
        let player = &mut *players[turn.index()];
        let ply = game.ply();
        let chosen =
            player.choose_move(&game, seed.wrapping_mul(1_000).wrapping_add(ply as u64))?;
        let decided = adjudicator
            .as_mut()
            .and_then(|adjudicator| adjudicator.record(ply, turn, chosen.score));
        if let Some(ending) = decided {
            return Ok(ending);
        }
        let text = chosen.mv.uci(game.position().shape()).to_string();
        game.play(chosen.mv)
            .map_err(|_| format!("{} played {text}", player.name()))?;
    }
}

fn ended_by_rules(game: &Game) -> Option<Ending> {
    if let Some(outcome) = game.outcome() {
        return Some(Ending {
            winner: outcome.winner,
            reason: outcome.reason.code(),
        });
    }
    let reason = match game.claim() {
        Some(claim) => claim.code(),
        None if game.ply() >= MAX_PLIES => "too long",
        None => return None,
    };
    Some(Ending {
        winner: None,
        reason,
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
    pub reasons: BTreeMap<&'static str, usize>,
}

/// Plays a match, with two players for each thread; `on_pair` is called after each pair of games.
///
/// # Errors
/// A game failed; the others are abandoned.
pub fn play_match(
    config: &MatchConfig,
    make_players: &(dyn Fn() -> Result<[Player; 2], String> + Sync),
    on_pair: &(dyn Fn(&MatchSummary) + Sync),
) -> Result<MatchSummary, String> {
    let mut summary = MatchSummary::default();
    parallel::run(
        config.threads,
        config.games.div_ceil(2),
        make_players,
        |players, pair| {
            let seed = config
                .seed
                .wrapping_mul(1_000_003)
                .wrapping_add(pair as u64);
            let games = play_pair(
                config.variant,
                config.opening_plies,
                players,
                config.adjudication,
                seed,
            )?;
            Ok((games, players.each_mut().map(Player::take_usage)))
        },
        |(games, usage)| {
            summary.tally.add(games.map(|(points, _)| points));
            for (_, reason) in games {
                *summary.reasons.entry(reason).or_default() += 1;
            }
            for (sum, usage) in summary.usage.iter_mut().zip(usage) {
                sum.add(usage);
            }
            on_pair(&summary);
            let sprt = config.sprt;
            Ok(match sprt.and_then(|sprt| sprt.verdict(&summary.tally)) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            })
        },
    )?;
    Ok(summary)
}
