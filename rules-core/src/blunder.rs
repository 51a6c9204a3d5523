//! Moves that lose at once: they end the game, or a reply to them does.

use crate::{Game, Move, Outcome, Reason};

/// Maximum number of replies that [`Game::blunders`] looks at.
const MOST_REPLIES: usize = 20_000;

/// How a move loses at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blunder {
    /// The opponent's reply that wins; `None` if the move itself ends the game (TOTO-10).
    pub reply: Option<Move>,
    /// How the game would end.
    pub reason: Reason,
}

impl Game {
    /// How each of these legal moves loses at once, if it does. In a constructed position with very many replies, only the first of
    /// the moves are looked at.
    pub fn blunders(&self, moves: &[Move]) -> Vec<Option<Blunder>> {
        let mut game = self.clone();
        let mut work = MOST_REPLIES;
        moves
            .iter()
            .map(|&mv| {
                game.push(mv);
                let blunder = game.lost_by_the_last_move(&mut work);
                game.undo();
                blunder
            })
            .collect()
    }

    fn lost_by_the_last_move(&mut self, work: &mut usize) -> Option<Blunder> {
        if *work == 0 {
            return None;
        }
        let winner = self.turn();
        if let Some(outcome) = self.outcome() {
            let (reply, reason) = (None, outcome.reason);
            return (outcome.winner == Some(winner)).then_some(Blunder { reply, reason });
        }
        let replies = self.legal_moves();
        *work = work.saturating_sub(replies.len().max(1));
        replies.iter().find_map(|&mv| {
            self.push(mv);
            let outcome = self.outcome();
            self.undo();
            let Outcome { reason, .. } = outcome.filter(|end| end.winner == Some(winner))?;
            let reply = Some(mv);
            Some(Blunder { reply, reason })
        })
    }
}
