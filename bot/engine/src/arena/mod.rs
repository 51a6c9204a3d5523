//! Matches between players: openings, games, and what the results say.

pub mod adjudication;
pub mod openings;
pub mod player;
pub mod stats;
mod uci_player;

use crate::human::scramble;
use adjudication::{Adjudication, Opinions};
use player::{Player, Spent};
use rules_core::{Color, Game, Variant};
use stats::Tally;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A game that has not ended by then is a draw.
const LONGEST: usize = 600;

/// How a game went, for White.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Points {
    /// White has won.
    Win,
    /// Nobody has.
    Draw,
    /// Black has won.
    Loss,
}

impl Points {
    /// The same for Black.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// In half-points: 2, 1, 0.
    pub const fn half_points(self) -> usize {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }
}

/// A finished game.
#[derive(Debug, Clone)]
pub struct Played {
    /// Its moves and positions.
    pub game: Game,
    /// The result.
    pub points: Points,
    /// Why it ended.
    pub reason: String,
}

/// Plays a game on from an opening, to its end by the rules or until both players agree how it ends.
///
/// # Errors
/// A player cannot be reached any more or answers with something that is no move.
pub fn play(
    opening: &Game,
    white: &mut Player,
    black: &mut Player,
    adjudication: Option<&Adjudication>,
    seed: u64,
) -> Result<Played, String> {
    let mut game = opening.clone();
    white.begin(&game, scramble(seed ^ 1 << 62))?;
    black.begin(&game, scramble(seed ^ 1 << 63))?;
    let ended = |game: Game, points, reason: String| {
        Ok(Played {
            game,
            points,
            reason,
        })
    };
    let mut opinions = Opinions::default();
    loop {
        if let Some(outcome) = game.outcome() {
            let points = match outcome.winner {
                Some(Color::White) => Points::Win,
                Some(Color::Black) => Points::Loss,
                None => Points::Draw,
            };
            return ended(game, points, outcome.reason.code().to_owned());
        }
        if let Some(claim) = game.claim() {
            return ended(game, Points::Draw, claim.code().to_owned());
        }
        if game.ply() >= LONGEST {
            return ended(game, Points::Draw, "too long".to_owned());
        }
        let mover = match game.turn() {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let ply = u64::try_from(game.ply()).unwrap_or(0);
        let (mv, score) = mover.think(&game, seed.wrapping_mul(1_000).wrapping_add(ply))?;
        let now = (game.ply(), game.turn());
        if let Some(points) = adjudication.and_then(|rule| opinions.hear(rule, now, score)) {
            return ended(game, points, "adjudication".to_owned());
        }
        let text = mv.uci(game.position().shape()).to_string();
        game.play(mv)
            .map_err(|_| format!("{} played {text}", mover.name()))?;
    }
}

/// What a match is.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The rule set.
    pub variant: Variant,
    /// Games, two from each opening with colors swapped; odd numbers are rounded up.
    pub games: usize,
    /// Half-moves of each opening.
    pub opening_plies: usize,
    /// Chooses openings and the players' chances.
    pub seed: u64,
    /// Games at the same time.
    pub threads: usize,
    /// Which games need not be played out.
    pub adjudication: Option<Adjudication>,
    /// A sequential test that may end the match early.
    pub sprt: Option<stats::Sprt>,
}

/// The result of a match for its first player.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// Wins, draws, losses and pairs.
    pub tally: Tally,
    /// What each player used.
    pub spent: [Spent; 2],
    /// How games ended, with how often.
    pub reasons: std::collections::BTreeMap<String, usize>,
}

/// Plays a match; `on_pair` is told after each pair of games.
///
/// # Errors
/// What went wrong in a game; the other games are given up.
pub fn run(
    plan: &Plan,
    make: &(dyn Fn() -> Result<[Player; 2], String> + Sync),
    on_pair: &(dyn Fn(&Summary) + Sync),
) -> Result<Summary, String> {
    let summary = Mutex::new(Summary::default());
    let pairs = plan.games.div_ceil(2);
    let next = AtomicUsize::new(0);
    let error = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                let done = work(plan, make, on_pair, pairs, &next, &summary);
                if let Err(why) = done {
                    next.store(pairs, Ordering::Relaxed);
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
    summary
        .into_inner()
        .map_err(|_| "a game's thread has panicked".to_owned())
}

fn work(
    plan: &Plan,
    make: &(dyn Fn() -> Result<[Player; 2], String> + Sync),
    on_pair: &(dyn Fn(&Summary) + Sync),
    pairs: usize,
    next: &AtomicUsize,
    summary: &Mutex<Summary>,
) -> Result<(), String> {
    let [mut first, mut second] = make()?;
    loop {
        let pair = next.fetch_add(1, Ordering::Relaxed);
        if pair >= pairs {
            break;
        }
        let seed = plan
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(u64::try_from(pair).unwrap_or(0));
        let opening = openings::balanced(plan.variant, plan.opening_plies, seed);
        let as_white = play(
            &opening,
            &mut first,
            &mut second,
            plan.adjudication.as_ref(),
            seed,
        )?;
        let as_black = play(
            &opening,
            &mut second,
            &mut first,
            plan.adjudication.as_ref(),
            seed ^ 1 << 40,
        )?;
        let Ok(mut summary) = summary.lock() else {
            return Err("a game's thread has panicked".to_owned());
        };
        summary
            .tally
            .add([as_white.points, as_black.points.reversed()]);
        for played in [as_white, as_black] {
            *summary.reasons.entry(played.reason).or_default() += 1;
        }
        summary.spent[0].add(first.take_spent());
        summary.spent[1].add(second.take_spent());
        on_pair(&summary);
        let decided = plan
            .sprt
            .is_some_and(|sprt| sprt.verdict(&summary.tally).is_some());
        if decided {
            next.store(pairs, Ordering::Relaxed);
        }
    }
    Ok(())
}
