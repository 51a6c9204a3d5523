//! Reviews of finished games: each position is evaluated when the pool has time.

use std::sync::Arc;

use app::effect::{Analyze, EffectId};
use app::store::{Key, Store as _};
use app::{Failure, PlayerId, Record, Report, ReviewRecord, TurningPoint};
use engine::{Score, SearchLimits, SearchReport};
use rules_core::{Color, Game, Move};

use super::limits::{REVIEW_NODES, RequestKind};
use super::pool::EnginePool;
use crate::service::Service;

/// Half-moves reviewed in one game, from its start.
const MAX_PLIES: usize = 400;
/// The transposition table for one position, in bytes.
const TT_BYTES: usize = 1 << 20;
/// The expected points that a turning point gives away at least, in thousandths.
const TURNING_POINT: u16 = 200;
/// Half-moves of the better line that a turning point keeps: odd, so that it ends with a move of the player who missed it.
const LINE: usize = 5;

/// Reviews a game and stores the result.
pub(super) async fn review(
    service: &Arc<Service>,
    pool: &EnginePool,
    id: &EffectId,
    analyze: Analyze,
) -> Result<(), Failure> {
    let record = match unreviewed(service, analyze).await? {
        Some((client, game)) => evaluate(pool, client, &game).await.map(|evaluations| {
            let (expectations, turns) = judge(&game, &evaluations);
            ReviewRecord {
                game: analyze.game,
                expectations,
                turns,
            }
        }),
        None => None,
    };
    let id = id.clone();
    service
        .apply(move |service| service.report_to_app(Report::Reviewed(&id, record.as_ref())))
        .await
}

/// A finished game without a review, and the client that its review counts for.
async fn unreviewed(
    service: &Arc<Service>,
    analyze: Analyze,
) -> Result<Option<(PlayerId, Game)>, Failure> {
    service
        .run_blocking(move |service| {
            let stored = service.store().get(&Key::Game(analyze.game))?;
            let Some(Record::Game(record)) = stored.map(|stored| stored.record) else {
                return Ok(None);
            };
            let is_reviewed = service.store().get(&Key::Review(analyze.game))?.is_some();
            if record.result.is_none() || is_reviewed {
                return Ok(None);
            }
            let client = record.people().next().map(|person| person.id.clone());
            Ok(client.zip(record.replay().ok()))
        })
        .await
}

/// Evaluates each position in turn, for the side to move, with the engine's line; it is empty if the game is over. Returns `None` if
/// the pool was dropped.
async fn evaluate(pool: &EnginePool, client: PlayerId, game: &Game) -> Option<Vec<SearchReport>> {
    let mut evaluations = Vec::new();
    let mut replay = Game::from_position(*game.start());
    let moves = game.moves().iter().take(MAX_PLIES).copied();
    for played in moves.map(Some).chain([None]) {
        evaluations.push(if let Some(outcome) = replay.outcome() {
            SearchReport {
                score: final_score(outcome.winner, replay.turn()),
                ..SearchReport::default()
            }
        } else {
            let position = replay.clone();
            let mut ticket = pool.ask(client.clone(), RequestKind::Review, move |context| {
                let limits = SearchLimits {
                    nodes: Some(REVIEW_NODES),
                    time: Some(RequestKind::Review.target_time()),
                    ..SearchLimits::default()
                };
                // So that a game has one review, whatever was searched before.
                context.searcher.clear_and_limit_tt(TT_BYTES);
                context
                    .searcher
                    .search(&position, &limits, context.stop, &mut |_| ())
            });
            ticket.answer().await?
        });
        if let Some(played) = played {
            replay.play(played).ok()?;
        }
    }
    Some(evaluations)
}

/// The score of a finished game for the side to move.
fn final_score(winner: Option<Color>, turn: Color) -> Score {
    const WON: i32 = 10_000;
    match winner {
        None => Score::EQUAL,
        Some(color) if color == turn => Score::centipawns(WON),
        Some(_) => Score::centipawns(-WON),
    }
}

/// White's expected score at each position in thousandths, and the worst mistakes in the order of play.
fn judge(game: &Game, evaluations: &[SearchReport]) -> (Vec<u16>, Vec<TurningPoint>) {
    let uci = |mv: &Move| mv.uci(game.variant().shape()).to_string();
    let mut turns = Vec::new();
    let mut expectations = Vec::with_capacity(evaluations.len());
    let mut turn = game.start().turn();
    for (ply, report) in evaluations.iter().enumerate() {
        let before = thousandths(report.score);
        expectations.push(match turn {
            Color::White => before,
            Color::Black => 1000 - before,
        });
        if let (Some(next), Some((best, continuation)), Some(played)) = (
            evaluations.get(ply + 1),
            report.pv.split_first(),
            game.moves().get(ply),
        ) {
            let after = 1000 - thousandths(next.score);
            if best != played && before.saturating_sub(after) >= TURNING_POINT {
                turns.push(TurningPoint {
                    ply: u32::try_from(ply).unwrap_or(u32::MAX),
                    best: uci(best),
                    continuation: continuation.iter().take(LINE - 1).map(uci).collect(),
                    before,
                    after,
                });
            }
        }
        turn = !turn;
    }
    (expectations, worst(turns))
}

/// The worst mistakes in the order of play, without those one half-move from a worse one, which is often the same chance missed.
fn worst(mut turns: Vec<TurningPoint>) -> Vec<TurningPoint> {
    turns.sort_by_key(|turn| std::cmp::Reverse(turn.before - turn.after));
    let mut chosen: Vec<TurningPoint> = Vec::new();
    for turn in turns {
        if chosen.iter().all(|other| other.ply.abs_diff(turn.ply) > 1) {
            chosen.push(turn);
        }
    }
    chosen.truncate(ReviewRecord::TURNS);
    chosen.sort_by_key(|turn| turn.ply);
    chosen
}

fn thousandths(score: Score) -> u16 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an expectation is between 0 and 1"
    )]
    let share = (score.expectation() * 1000.0).round() as u16;
    share.min(1000)
}

#[cfg(test)]
mod tests {
    use rules_core::Variant;

    use super::*;

    #[tokio::test]
    async fn a_lost_queen_is_a_turning_point_and_shows_in_the_expectations() {
        let mut game = Game::new(Variant::Latrunculi);
        for text in ["e4", "e5", "Qh5", "Nc6", "Qxf7+", "Kxf7"] {
            let mv = game.read(text).unwrap();
            game.play(mv).unwrap();
        }
        let pool = EnginePool::start(1).unwrap();
        let evaluations = evaluate(&pool, PlayerId::new("t:ann"), &game).await;
        let evaluations = evaluations.unwrap();
        let (expectations, turns) = judge(&game, &evaluations);
        assert_eq!(expectations.len(), 7);
        let turn = turns.iter().find(|turn| turn.ply == 4).unwrap();
        assert!(turn.before > turn.after + TURNING_POINT, "{turn:?}");
        let mut better = Game::from_position(game.positions()[4]);
        for uci in std::iter::once(&turn.best).chain(&turn.continuation) {
            let mv = better.read(uci).unwrap();
            better.play(mv).unwrap();
        }
        assert!((2..=LINE).contains(&better.ply()), "{turn:?}");
        assert!(expectations[6] < 300, "{expectations:?}");
    }

    #[test]
    fn of_adjacent_mistakes_only_the_worst_is_a_turning_point() {
        let turn = |(ply, after)| TurningPoint {
            ply,
            best: String::new(),
            continuation: Vec::new(),
            before: 900,
            after,
        };
        let turns = [(2, 300), (3, 100), (4, 200), (6, 500), (8, 400), (10, 600)];
        let chosen = worst(turns.map(turn).to_vec());
        let plies: Vec<_> = chosen.iter().map(|turn| turn.ply).collect();
        assert_eq!(plies, [3, 6, 8]);
    }

    #[test]
    fn a_won_game_is_certain_for_the_winner() {
        for (winner, side, expected) in [
            (Some(Color::White), Color::White, 1000),
            (Some(Color::White), Color::Black, 0),
            (None, Color::Black, 500),
        ] {
            assert_eq!(thousandths(final_score(winner, side)), expected);
        }
    }
}
