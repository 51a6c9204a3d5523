//! No help from the engine with positions of the rated and tournament games that a player has in progress, nor with the daily puzzle.

use jiff::tz::TimeZone;
use rules_core::{Family, Game, MoveList, Position};

use crate::context::{Ctx, Reader, Result, allowed, refuse_if};
use crate::game::active_game::replayed;
use crate::model::{Day, GameId, GameRecord, Index, Person, ReviewRecord, Timestamp};
use crate::protocol::{LessonId, LessonPosition, PeopleRefusal};
use crate::store::Page;

/// How many half-moves after the present position, and after one that is asked about, are searched.
const AHEAD: u8 = 2;

/// Half-moves after which a game's present position keeps reviews of other games from its players. Many games have the same first moves.
const OPENING: u32 = 6;

/// Maximum number of positions visited per game and direction: more than three hundred moves by each side reach.
const MOST_POSITIONS: usize = 100_000;

/// Maximum number of squares a move changes: two for the Leto itself, one for the piece it pulls and two for the piece it repels.
const MOST_CHANGED: usize = 5;

/// Games listed at once.
const PAGE: usize = 50;

/// Refuses a position that occurred in a rated or tournament game that `who` has in progress, or is within [`AHEAD`] half-moves
/// of its present one, in any variant of the same family; and one that is so near to a puzzle that is some server's daily one.
pub(crate) fn no_engine_help(ctx: &Ctx<'_>, who: &Person, asked: &Position) -> Result<()> {
    let family = asked.variant().family();
    let daily = daily_positions(ctx.moment.now, family);
    let is_near = daily.iter().any(|position| are_near(position, asked));
    refuse_if(is_near, PeopleRefusal::DailyPosition)?;
    let found = find_serious_game(ctx, who, family, |_, game| {
        has_occurred(game, asked) || are_near(game.position(), asked)
    })?;
    found.map_or(Ok(()), |id| Err(PeopleRefusal::RatedPosition(id).into()))
}

/// The positions in which the solver has to find a move, in the puzzles of all days that have not ended everywhere.
fn daily_positions(now: Timestamp, family: Family) -> Vec<Position> {
    let Day(today) = Day::begun(now, 0, &TimeZone::UTC);
    // A day may end late on the next one, where clocks are twelve hours behind.
    let puzzles = (-2..=1).map(|n| LessonId::of_day(Day(today.saturating_add(n))));
    let puzzles = puzzles.filter(|puzzle| puzzle.family() == family);
    let positions = puzzles.flat_map(|puzzle| {
        let step = LessonPosition::first(puzzle).step();
        let solved = step.solved();
        let to_move = solved.positions().iter().skip(step.shown().ply());
        to_move.step_by(2).copied().collect::<Vec<_>>()
    });
    positions.collect()
}

/// Whether a position occurred in a rated or tournament game that `who` has in progress.
pub(crate) fn is_of_serious_game(
    reader: &Reader<'_>,
    who: &Person,
    asked: &Position,
) -> Result<bool> {
    let family = asked.variant().family();
    let found = find_serious_game(reader, who, family, |_, game| has_occurred(game, asked))?;
    Ok(found.is_some())
}

/// Refuses a review of a finished game in which a position of a daily puzzle occurred, or the present one of another rated or
/// tournament game of the viewer, past the opening.
pub(crate) fn no_review_help(
    reader: &Reader<'_>,
    viewer: Viewer<'_>,
    finished: &GameRecord,
) -> Result<()> {
    let (replay, family) = (replayed(finished)?, finished.variant.family());
    let daily = daily_positions(viewer.now, family);
    let has_daily = daily.iter().any(|position| has_occurred(&replay, position));
    refuse_if(has_daily, PeopleRefusal::DailyReview)?;
    let found = find_serious_game(reader, viewer.person, family, |record, game| {
        // The finished one is still stored as in progress while its end is stored.
        record.id != finished.id
            && record.ply() >= OPENING
            && has_occurred(&replay, game.position())
    })?;
    found.map_or(Ok(()), |id| Err(PeopleRefusal::RatedReview(id).into()))
}

/// Someone who looks at a game, and when.
#[derive(Clone, Copy)]
pub(crate) struct Viewer<'a> {
    pub(crate) person: &'a Person,
    pub(crate) now: Timestamp,
}

impl Ctx<'_> {
    /// Someone who looks now.
    pub(crate) fn viewer<'p>(&self, person: &'p Person) -> Viewer<'p> {
        let now = self.moment.now;
        Viewer { person, now }
    }
}

/// Returns the review of a finished game; `None` if the viewer would get help from it, as in [`no_review_help`]. What everyone sees
/// is not held back, since it was posted before the puzzle's day.
pub(crate) fn review_for(
    reader: &Reader<'_>,
    viewer: Option<Viewer<'_>>,
    finished: &GameRecord,
) -> Result<Option<ReviewRecord>> {
    let review = reader.review(finished.id)?;
    if let (Some(_), Some(viewer)) = (&review, viewer)
        && allowed(no_review_help(reader, viewer, finished))?.is_err()
    {
        return Ok(None);
    }
    Ok(review)
}

/// Notes that the games that these people have in progress are read soon.
pub(crate) fn foresee<'p>(
    reader: &Reader<'_>,
    people: impl IntoIterator<Item = &'p Person>,
) -> Result<()> {
    for person in people {
        let theirs = Index::OngoingOf(person.id.clone());
        reader.foresee_rows(&reader.list(&theirs, Page::last(PAGE))?);
    }
    Ok(())
}

/// The rated or tournament game that `who` has in progress, and for which `concerns` holds.
fn find_serious_game(
    reader: &Reader<'_>,
    who: &Person,
    family: Family,
    concerns: impl Fn(&GameRecord, &Game) -> bool,
) -> Result<Option<GameId>> {
    let mine = Index::OngoingOf(who.id.clone());
    // Tournaments start games beyond the limit on games, so all pages are read.
    for rows in reader.pages(&mine, Page::last(PAGE)) {
        for record in reader.records::<GameRecord>(rows?, PAGE) {
            let record = record?;
            if record.is_serious()
                && record.variant.family() == family
                && concerns(&record, &replayed(&record)?)
            {
                return Ok(Some(record.id));
            }
        }
    }
    Ok(None)
}

/// Whether the same placement occurred; the side to move doesn't matter.
fn has_occurred(game: &Game, asked: &Position) -> bool {
    let mut positions = game.positions().iter();
    positions.any(|position| position.same_placement(asked))
}

/// Whether one can occur within [`AHEAD`] half-moves of the other, or this takes too long to know.
fn are_near(one: &Position, other: &Position) -> bool {
    [(one, other), (other, one)].into_iter().any(|(from, to)| {
        let mut work = MOST_POSITIONS;
        may_come(AHEAD, from, to, &mut work)
    })
}

/// Whether the same placement can occur within this many half-moves, or `work` runs out before that is known. Ignores superko, which
/// only forbids moves.
fn may_come(plies: u8, position: &Position, asked: &Position, work: &mut usize) -> bool {
    let differing = position.differing_squares(asked).len();
    let is_near =
        position.variant().chains_captures() || differing <= usize::from(plies) * MOST_CHANGED;
    if differing == 0 || *work == 0 {
        return true;
    }
    *work -= 1;
    let Some(rest) = plies.checked_sub(1).filter(|_| is_near) else {
        return false;
    };
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    // Unlisted moves can't be ruled out.
    moves.len() >= MoveList::MOST
        || moves.iter().any(|mv| {
            let next = position.play_unchecked(mv);
            may_come(rest, &next, asked, work)
        })
}

#[cfg(test)]
mod tests {
    use rules_core::Variant;

    use super::*;

    #[test]
    fn no_move_but_a_chain_of_captures_changes_more_squares() {
        let mut most = 0;
        let unchained = |variant: &Variant| !variant.chains_captures();
        for (seed, variant) in (0..50).flat_map(|seed| {
            let variants = Variant::ALL.into_iter().filter(unchained);
            variants.map(move |variant| (seed, variant))
        }) {
            let mut game = Game::new(variant);
            for ply in 0..80 {
                let moves = game.legal_moves();
                for mv in &moves {
                    let next = game.position().play_unchecked(mv);
                    most = most.max(game.position().differing_squares(&next).len());
                }
                let Some(mv) = moves.get((seed * 31 + ply * ply * 7) % moves.len().max(1)) else {
                    break;
                };
                game.play(*mv).unwrap();
            }
        }
        assert!((4..=MOST_CHANGED).contains(&most), "{most}");
    }

    #[test]
    fn a_position_that_may_be_near_is_refused_when_the_work_runs_out() {
        let wide = "1k6/s1s1s1s1/8/s1S1s1s1/7K/s1s1s1s1/8/s1s1s1s1 w - - 0 1";
        let position = |fen| Position::from_fen(Variant::Leap64Multi, fen).unwrap();
        let asked = position("4k3/4a3/8/8/8/8/4A3/D3K2D w KQ - 0 1");
        let mut work = MOST_POSITIONS;
        assert!(may_come(AHEAD, &position(wide), &asked, &mut work));
        let mut work = MOST_POSITIONS;
        let start = Variant::Leap64Multi.start();
        assert!(!may_come(AHEAD, &start, &asked, &mut work));
        let mut work = 10;
        assert!(may_come(AHEAD, &start, &asked, &mut work));
    }
}
