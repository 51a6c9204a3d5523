//! No engine for the positions of rated games, and of games of tournaments, that somebody is playing.

use rules_core::{Game, MoveList, Position};

use crate::context::Reader;
use crate::context::failure::Failure;
use crate::game::active_game::replayed;
use crate::model::ids::Person;
use crate::model::key::{Index, Key};
use crate::model::record::GameRecord;
use crate::protocol::people_refusal::PeopleRefusal;
use crate::store::Page;

/// Half-moves from the present position that are looked ahead.
const AHEAD: u8 = 2;

/// Refuses every position that has stood in one of somebody's rated games or games of tournaments in progress, or will after a
/// move and its answer, under any form of the same rules.
pub(crate) fn no_engine_help(
    reader: &Reader<'_>,
    who: &Person,
    asked: &Position,
) -> Result<(), Failure> {
    let mine = Index::OngoingOf(who.id.clone());
    for (_, key) in reader.store.list(&mine, Page::last(reader.limits.games))? {
        let Key::Game(id) = key else { continue };
        let Some(record) = reader.load::<GameRecord>(key)? else {
            continue;
        };
        let record = record.value;
        if !record.is_serious() || record.variant.family() != asked.variant().family() {
            continue;
        }
        let game = replayed(&record)?;
        if has_stood(&game, asked) || comes_within(AHEAD, game.position(), asked) {
            return Err(PeopleRefusal::RatedPosition(id).into());
        }
    }
    Ok(())
}

/// Whether the same pieces have stood on the same squares. The side to move is left out: its answer would help as well.
fn has_stood(game: &Game, asked: &Position) -> bool {
    let mut stood = game.positions().iter();
    stood.any(|position| position.same_placement(asked))
}

/// Whether they do after so many half-moves, or fewer. Superko is left out: it only forbids.
fn comes_within(plies: u8, position: &Position, asked: &Position) -> bool {
    if position.same_placement(asked) {
        return true;
    }
    let Some(rest) = plies.checked_sub(1) else {
        return false;
    };
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut next = moves.iter().map(|mv| position.play_unchecked(mv));
    next.any(|next| comes_within(rest, &next, asked))
}
