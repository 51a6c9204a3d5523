//! No help from the engine with positions of the rated and tournament games that a player has in progress.

use rules_core::{Game, MoveList, Position};

use crate::context::Reader;
use crate::context::failure::Failure;
use crate::game::active_game::replayed;
use crate::model::ids::Person;
use crate::model::key::{Index, Key};
use crate::model::record::GameRecord;
use crate::protocol::people_refusal::PeopleRefusal;
use crate::store::Page;

/// How many half-moves after the present position are searched.
const AHEAD: u8 = 2;

/// Refuses a position that occurred in a rated or tournament game that `who` has in progress, or can occur there within
/// [`AHEAD`] half-moves, in any variant of the same family.
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
        if has_occurred(&game, asked) || comes_within(AHEAD, game.position(), asked) {
            return Err(PeopleRefusal::RatedPosition(id).into());
        }
    }
    Ok(())
}

/// Whether the same placement occurred; the side to move doesn't matter.
fn has_occurred(game: &Game, asked: &Position) -> bool {
    let mut positions = game.positions().iter();
    positions.any(|position| position.same_placement(asked))
}

/// Whether the same placement can occur within this many half-moves. Ignores superko, which only forbids moves.
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
