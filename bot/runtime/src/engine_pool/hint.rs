//! What `/hint` says: the idea of the best move first, then the move itself. `bot/app/src/game/hint.rs` decides who may ask.

use app::PlayerId;
use engine::PvLine;
use rules_core::{Game, Move, Position, ShiftKind};
use text::chess::role_name;
use text::{Message, Text, key, msg};

use super::limits::RequestKind;
use super::pool::EnginePool;

/// Hints at the best move, and names it when asked again; `None` if there is none, or no time to search.
pub async fn hint(pool: &EnginePool, client: PlayerId, game: Game) -> Option<Text> {
    let position = *game.position();
    let before = pool.hinted.get(&client);
    if let Some((_, best)) = before.filter(|(hinted, _)| *hinted == position) {
        return Some(best.into());
    }
    let mut ticket = pool.ask(client.clone(), RequestKind::Hint, move |context| {
        let report = context.search(&game);
        let line = report.lines.first()?;
        idea_in_words(&game, line).zip(best_move(&game, line))
    });
    let (hint, best) = ticket.answer().await.flatten()?;
    pool.hinted.insert(client, (position, best));
    Some(Text::from(hint).line(msg!("hint-more")))
}

/// A hint at the best move that names its idea, but not the move.
fn idea_in_words(game: &Game, line: &PvLine) -> Option<Message> {
    let &mv = line.moves.first()?;
    let position = game.position();
    let piece = role_name(position.piece_at(mv.from())?.role);
    let square = position.shape().name(mv.from()).to_string();
    Some(match line.score.mate_in() {
        Some(1) => msg!("hint-wins", piece, square),
        Some(moves) if moves > 1 => msg!("hint-forced-win", piece, square),
        _ => msg!("hint-idea", idea = key(idea(position, mv)), piece, square),
    })
}

/// The most striking thing that a move does.
fn idea(position: &Position, mv: Move) -> &'static str {
    let description = position.describe(mv);
    let shifts = |kind| description.shifts.iter().any(|shift| shift.kind == kind);
    if description.promotion.is_some() {
        "promotion"
    } else if shifts(ShiftKind::Repulsion) {
        "throw"
    } else if shifts(ShiftKind::Kidnapping) {
        "pull"
    } else if description.captures.len() > 1 {
        "chain"
    } else if !description.captures.is_empty() {
        "capture"
    } else if position.play_unchecked(&mv).is_check() {
        "check"
    } else {
        "move"
    }
}

/// The move that a hint is about.
fn best_move(game: &Game, line: &PvLine) -> Option<Message> {
    let &mv = line.moves.first()?;
    let words = text::chess::move_in_words(game, mv);
    Some(msg!("hint-best-move", san = game.san(mv), words))
}

#[cfg(test)]
mod tests {
    use engine::{Score, SearchLimits, Searcher, Stop};
    use rules_core::Variant;

    use super::*;

    #[test]
    fn a_mate_is_hinted_at_without_naming_the_square() {
        let fen = "k7/8/1K6/8/8/8/8/6R1 w - - 0 1";
        let game = Game::from_position(Position::from_fen(Variant::Legan, fen).unwrap());
        let mut searcher = Searcher::new(1 << 20);
        searcher.multi_pv = 2;
        let report = searcher.search(&game, &SearchLimits::depth(4), &Stop::new(), &mut |_| ());
        assert_eq!(report.lines.len(), 2);
        let hint = idea_in_words(&game, &report.lines[0]).unwrap().to_string();
        assert_eq!(hint, "The rook on g1 can win the game right now.");
        let best = best_move(&game, &report.lines[0]).unwrap().to_string();
        assert!(best.starts_with("I'd play R"), "{best}");
    }

    #[test]
    fn a_hint_names_the_idea_of_the_move() {
        let told = |variant, fen, played| {
            let game = Game::from_position(Position::from_fen(variant, fen).unwrap());
            let line = PvLine {
                score: Score::EQUAL,
                moves: vec![game.read(played).unwrap()],
            };
            idea_in_words(&game, &line).unwrap().to_string()
        };
        let throw = told(Variant::Leto, "6k1/8/4p3/3r4/8/8/L7/6K1 w - - 0 1", "a2c4");
        assert_eq!(throw, "Look for a throw with the Leto on a2.");
        let pull = told(Variant::Leto, "6k1/8/8/8/8/2L5/1P6/R5K1 w - - 0 1", "c3e5");
        assert_eq!(pull, "Look for a pull with the Leto on c3.");
        let fen = "*k2n*/2p3/4p1/6/4p1/6/2S3/*1K1N* w - - 0 1";
        let chain = told(Variant::LeapMulti, fen, "c2e4e6e8");
        assert_eq!(chain, "Look for a chain of captures with the sail on c2.");
        for (played, idea) in [
            ("a7a8q", "for a promotion with the pawn on a7"),
            ("d3e5", "for a capture with the knight on d3"),
            ("a1h1", "for a check with the rook on a1"),
            ("d3b4", "at your knight on d3"),
        ] {
            let fen = "7k/P7/8/4p3/8/3N4/6K1/R7 w - - 0 1";
            let hint = told(Variant::Latrunculi, fen, played);
            assert_eq!(hint, format!("Look {idea}."));
        }
    }
}
