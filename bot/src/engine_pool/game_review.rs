//! A finished game gone through, position by position, whenever the pool has time for it.

use std::sync::Arc;

use app::effect::{Analyze, EffectId};
use app::store::{Key, Store as _};
use app::{Failure, PlayerId, Record, ReviewRecord, TurningPoint};
use engine::{Score, SearchLimits};
use rules_core::{Color, Game, Move};

use super::pool::{Kind, Pool};
use crate::service::Service;

/// Positions looked at in one game: of a longer one, the first.
const MOST: usize = 400;
/// Nodes for one position.
const NODES: u64 = 15_000;
/// The share of points that a turning point gives away, in thousandths.
const TURN: u16 = 200;

/// Goes through a game and has the result kept.
///
/// # Errors
/// When the store fails.
pub(super) async fn review(
    service: &Arc<Service>,
    pool: &Pool<PlayerId>,
    id: &EffectId,
    wanted: Analyze,
) -> Result<(), Failure> {
    let found = match unreviewed(service, wanted).await? {
        Some((party, game)) => look(pool, party, &game).await.map(|looks| {
            let (expectations, turns) = judged(&game, &looks);
            ReviewRecord {
                game: wanted.game,
                expectations,
                turns,
            }
        }),
        None => None,
    };
    let id = id.clone();
    let outgoing = service
        .ask(move |service| {
            service
                .app()
                .reviewed(&id, found.as_ref(), service.moment())
        })
        .await?;
    service.queue(outgoing);
    Ok(())
}

/// A finished game that was not gone through yet, and for whom it is.
async fn unreviewed(
    service: &Arc<Service>,
    wanted: Analyze,
) -> Result<Option<(PlayerId, Game)>, Failure> {
    service
        .ask(move |service| {
            let stored = service.store().get(&Key::Game(wanted.game))?;
            let Some(Record::Game(record)) = stored.map(|stored| stored.record) else {
                return Ok(None);
            };
            let done = service.store().get(&Key::Review(wanted.game))?.is_some();
            if record.result.is_none() || done {
                return Ok(None);
            }
            let party = record.people().next().map(|person| person.id.clone());
            Ok(party.zip(record.replay().ok()))
        })
        .await
}

/// What the engine thinks of one position: its worth for the side to move, and the best move.
struct Look {
    score: Score,
    best: Option<Move>,
}

/// Looks at each position in turn; nothing when the pool was closed.
async fn look(pool: &Pool<PlayerId>, party: PlayerId, game: &Game) -> Option<Vec<Look>> {
    let mut looks = Vec::new();
    let mut replay = Game::from_position(*game.start());
    let moves = game.moves().iter().take(MOST).copied();
    for played in moves.map(Some).chain([None]) {
        looks.push(if let Some(outcome) = replay.outcome() {
            Look {
                score: decided(outcome.winner, replay.turn()),
                best: None,
            }
        } else {
            let position = replay.clone();
            let mut ticket = pool.ask(party.clone(), Kind::Analysis, move |desk| {
                let limits = SearchLimits {
                    nodes: Some(NODES),
                    ..desk.limits
                };
                desk.searcher
                    .search(&position, &limits, desk.stop, &mut |_| ())
            });
            let report = ticket.answer().await?;
            Look {
                score: report.score,
                best: report.best,
            }
        });
        if let Some(played) = played {
            replay.play(played).ok()?;
        }
    }
    Some(looks)
}

/// A decided game for the side to move.
fn decided(winner: Option<Color>, turn: Color) -> Score {
    const WON: i32 = 10_000;
    match winner {
        None => Score::EQUAL,
        Some(color) if color == turn => Score::centipawns(WON),
        Some(_) => Score::centipawns(-WON),
    }
}

/// White's expected score at each position, and the greatest mistakes in the order in which they were made.
fn judged(game: &Game, looks: &[Look]) -> (Vec<u16>, Vec<TurningPoint>) {
    let shape = game.variant().shape();
    let mut turns = Vec::new();
    let mut expectations = Vec::with_capacity(looks.len());
    let mut turn = game.start().turn();
    for (ply, look) in looks.iter().enumerate() {
        let worth = thousandths(look.score);
        expectations.push(match turn {
            Color::White => worth,
            Color::Black => 1000 - worth,
        });
        if let (Some(next), Some(best), Some(played)) =
            (looks.get(ply + 1), look.best, game.moves().get(ply))
        {
            let after = 1000 - thousandths(next.score);
            if best != *played && worth.saturating_sub(after) >= TURN {
                turns.push(TurningPoint {
                    ply: u32::try_from(ply).unwrap_or(u32::MAX),
                    best: best.uci(shape).to_string(),
                    before: worth,
                    after,
                });
            }
        }
        turn = !turn;
    }
    turns.sort_by_key(|turn| std::cmp::Reverse(turn.before - turn.after));
    turns.truncate(ReviewRecord::TURNS);
    turns.sort_by_key(|turn| turn.ply);
    (expectations, turns)
}

fn thousandths(score: Score) -> u16 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an expectation lies between 0 and 1"
    )]
    let share = (score.expectation() * 1000.0).round() as u16;
    share.min(1000)
}

#[cfg(test)]
mod tests {
    use rules_core::Variant;

    use super::*;

    #[tokio::test]
    async fn a_queen_given_away_turns_a_game_and_the_graph_shows_it() {
        let mut game = Game::new(Variant::Latrunculi);
        for text in ["e4", "e5", "Qh5", "Nc6", "Qxf7+", "Kxf7"] {
            let mv = game.read(text).unwrap();
            game.play(mv).unwrap();
        }
        let pool = Pool::start(1).unwrap();
        let looks = look(&pool, PlayerId::new("t:ann"), &game).await.unwrap();
        let (expectations, turns) = judged(&game, &looks);
        assert_eq!(expectations.len(), 7);
        let turn = turns.iter().find(|turn| turn.ply == 4).unwrap();
        assert!(turn.before > turn.after + TURN, "{turn:?}");
        assert!(expectations[6] < 300, "{expectations:?}");
    }

    #[test]
    fn a_won_game_is_certain_for_the_winner() {
        assert_eq!(thousandths(decided(Some(Color::White), Color::White)), 1000);
        assert_eq!(thousandths(decided(Some(Color::White), Color::Black)), 0);
        assert_eq!(thousandths(decided(None, Color::Black)), 500);
    }
}
