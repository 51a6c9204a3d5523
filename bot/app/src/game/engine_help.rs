//! No help from the engine with positions of the rated and tournament games that a player has in progress.

use rules_core::{Family, Game, MoveList, Position};

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

/// Games listed at once.
const PAGE: usize = 50;

/// Refuses a position that occurred in a rated or tournament game that `who` has in progress, or can occur there within
/// [`AHEAD`] half-moves, in any variant of the same family.
pub(crate) fn no_engine_help(
    reader: &Reader<'_>,
    who: &Person,
    asked: &Position,
) -> Result<(), Failure> {
    each_serious_game(reader, who, asked.variant().family(), |game| {
        has_occurred(game, asked) || comes_within(AHEAD, game.position(), asked)
    })
}

/// Refuses a finished game in which the present position of such a game of `who` occurred after the first move.
pub(crate) fn no_review_help(
    reader: &Reader<'_>,
    who: &Person,
    finished: &Game,
) -> Result<(), Failure> {
    let mut positions = finished.positions().iter();
    let start = positions.next();
    each_serious_game(reader, who, finished.variant().family(), |game| {
        let present = game.position();
        start.is_none_or(|start| !start.same_placement(present))
            && positions
                .clone()
                .any(|position| position.same_placement(present))
    })
}

/// Refuses help if `concerns` holds for a rated or tournament game that `who` has in progress.
fn each_serious_game(
    reader: &Reader<'_>,
    who: &Person,
    family: Family,
    concerns: impl Fn(&Game) -> bool,
) -> Result<(), Failure> {
    let mine = Index::OngoingOf(who.id.clone());
    // Tournaments start games beyond the limit on games, so all pages are read.
    let mut page = Page::last(PAGE);
    loop {
        let rows = reader.store.list(&mine, page)?;
        let Some(last) = rows.last().cloned() else {
            return Ok(());
        };
        for (_, key) in rows {
            let Key::Game(id) = key else { continue };
            let Some(record) = reader.load::<GameRecord>(key)? else {
                continue;
            };
            let record = record.value;
            if record.is_serious()
                && record.variant.family() == family
                && concerns(&replayed(&record)?)
            {
                return Err(PeopleRefusal::RatedPosition(id).into());
            }
        }
        page = Page {
            after: Some(last),
            ..Page::last(PAGE)
        };
    }
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
