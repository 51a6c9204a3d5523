//! Finds the legal move that a text means, or the reason why there is none.

use crate::explain::{explain, sans};
use crate::notation::parse::{ParseError, parse};
use crate::notation::san;
use crate::{Game, IllegalMove, Move, MoveError, MoveList, MoveSyntaxError, Position, Role};

pub(crate) fn read(game: &Game, text: &str) -> Result<Move, MoveError> {
    let position = game.position();
    let legal = game.legal_moves();
    if legal.is_empty()
        && let Some(outcome) = game.outcome()
    {
        return Err(IllegalMove::GameOver(outcome).into());
    }
    let readings = parse(game.variant(), text)
        .map_err(|error| MoveError::Syntax(syntax_error(position, &legal, error)))?;
    for reading in &readings.all {
        let along;
        let candidates = if legal.len() < MoveList::MOST {
            &legal
        } else {
            along = game.moves_along(&reading.path);
            &along
        };
        let fitting: Vec<Move> = candidates
            .iter()
            .filter(|mv| reading.fits(position, mv))
            .copied()
            .collect();
        match *fitting {
            [] => {}
            [mv] => return Ok(mv),
            [first, ..] => {
                let moves = sans(position, candidates, fitting.iter());
                let same = fitting.iter().all(|mv| mv.path().eq(first.path()));
                return Err(if same {
                    MoveError::PromotionMissing(moves)
                } else {
                    MoveError::Ambiguous(moves)
                });
            }
        }
    }
    let reasons = readings.all[readings.explained.clone()]
        .iter()
        .map(|reading| explain(game, &legal, reading));
    Err(match reasons.max_by_key(IllegalMove::specificity) {
        Some(reason) => MoveError::Illegal(reason),
        None => MoveError::Syntax(syntax_error(position, &legal, readings.error)),
    })
}

fn syntax_error(position: &Position, legal: &[Move], error: ParseError) -> MoveSyntaxError {
    let variant = position.variant();
    match error {
        ParseError::UnknownRole(role) => MoveSyntaxError::UnknownRole { role, variant },
        ParseError::UnknownSquare(name) => MoveSyntaxError::UnknownSquare { name, variant },
        ParseError::Unreadable => {
            let is_pawn = |mv: &&Move| position.by(position.turn(), Role::Pawn).contains(mv.from());
            let length = |mv: &&Move| mv.path().len();
            let pieces = legal.iter().filter(|mv| !is_pawn(mv) && !mv.is_castle());
            let piece = pieces.min_by_key(length);
            let pawn = legal.iter().filter(is_pawn).min_by_key(length);
            let uci = pawn.or(piece).map(|mv| mv.uci(variant.shape()).to_string());
            let san = piece.or(pawn).map(|mv| san::san(position, legal, *mv));
            MoveSyntaxError::Unreadable {
                uci: uci.unwrap_or_default(),
                san: san.unwrap_or_default(),
            }
        }
    }
}
