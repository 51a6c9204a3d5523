//! The coach of a person's first game of a kind, against a low level of the engine: once a move, a rule that the game has not shown.
//!
//! Nothing about it is stored: which rules were told follows from the moves.

use std::iter::once;

use rules_core::{Family, Game, Move, Position, Role, ShiftKind, Variant};
use text::chess::{move_in_words, movement_in_brief};
use text::{Message, msg};

use crate::context::{Reader, Result};
use crate::model::{GameRecord, Person, Seat};
use crate::people::profile;

/// The highest level of the engine against which a person is coached.
const HIGHEST_LEVEL: u8 = 3;

/// Half-moves after which the coach is silent.
const LAST_PLY: usize = 24;

/// Maximum number of moves tried to show a rule.
const MOST_EXAMPLES: usize = 8;

/// A tip on the board of the player to move: a rule that the game has not shown yet, with a move that shows it.
pub(crate) fn tip(
    reader: &Reader<'_>,
    record: &GameRecord,
    game: &Game,
    viewer: Option<&Person>,
) -> Result<Option<Message>> {
    let is_shown = |pupil: &&Person| viewer.is_none_or(|viewer| viewer.id == pupil.id);
    let Some(pupil) = pupil(record).filter(is_shown) else {
        return Ok(None);
    };
    let family = record.variant.family();
    if profile::finished_games(reader, &pupil.id, family)? > 0
        || !reader.settings(Some(&pupil.id), None)?.marks()
    {
        return Ok(None);
    }
    Ok(told(game).and_then(|(rule, mv)| {
        Some(msg!(
            "game-tip",
            rule = rule.text(record.variant)?,
            played = game.san(mv),
            words = move_in_words(game, mv),
        ))
    }))
}

/// The player to move, if the game may be coached.
pub(super) fn pupil(record: &GameRecord) -> Option<&Person> {
    let turn = record.turn();
    let against_low_level = matches!(
        record.seats[!turn], Seat::Engine(level) if level.number() <= HIGHEST_LEVEL
    );
    let is_coached = against_low_level
        && record.result.is_none()
        && record.has_begun()
        && !record.is_serious()
        && record.moves.len() < LAST_PLY;
    record.seats[turn].person().filter(|_| is_coached)
}

/// The rule that the player to move is told, with a move that shows it.
fn told(game: &Game) -> Option<(Rule, Move)> {
    let mut known = Vec::new();
    let mut replay = Game::from_position(*game.start());
    let mut told = None;
    for played in game.moves().iter().copied().map(Some).chain([None]) {
        // The player's first board tells how to begin.
        let is_turn = replay.turn() == game.turn() && replay.ply() > 1;
        told = is_turn.then(|| unknown(&replay, &known)).flatten();
        let example = told.map(|(_, mv)| mv);
        for mv in example.into_iter().chain(played) {
            let is_shown = |rule: &Rule| rule.is_shown_by(replay.position(), mv);
            known.extend(Rule::ALL.into_iter().filter(is_shown));
        }
        if let Some(mv) = played {
            replay.play(mv).ok()?;
        }
    }
    told
}

fn unknown(game: &Game, known: &[Rule]) -> Option<(Rule, Move)> {
    let position = game.position();
    let moves = game.legal_moves();
    // A player in check, or with only one move, has enough to think of.
    if position.is_check() || moves.len() < 2 {
        return None;
    }
    let mut new = Rule::ALL.into_iter().filter(|rule| !known.contains(rule));
    new.find_map(|rule| {
        let shows = |mv: &&Move| rule.is_shown_by(position, **mv) && !moves_king(position, **mv);
        let mut examples = moves.iter().filter(shows).take(MOST_EXAMPLES);
        Some((rule, *examples.find(|mv| is_safe(game, **mv))?))
    })
}

fn moves_king(position: &Position, mv: Move) -> bool {
    let piece = position.piece_at(mv.from());
    piece.is_some_and(|piece| piece.role == Role::King)
}

/// Whether the game goes on after a move, no reply wins at once, and none captures what the move moved.
fn is_safe(game: &Game, mv: Move) -> bool {
    let mut after = game.clone();
    if game.blunders(&[mv]) != [None] || after.play(mv).is_err() || after.outcome().is_some() {
        return false;
    }
    let description = game.position().describe(mv);
    let shifted = description.shifts.iter().map(|shift| shift.to);
    let moved: Vec<_> = once(description.to()).chain(shifted).collect();
    let taken_by = |reply| after.position().describe(reply).captures;
    let mut captured = after.legal_moves().into_iter().flat_map(taken_by);
    !captured.any(|(square, _)| moved.contains(&square))
}

/// A rule that a move can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    CaptureByThrow,
    Throw,
    Pull,
    SecondLeap,
    Chain,
    MustCapture,
    EnterLine,
    StepAlongLine,
    PawnCapture,
    /// How a piece moves that chess doesn't have, or, of the rook and the bishop, how their crowns let them step.
    Movement(Role),
}

impl Rule {
    /// In the order in which they are told.
    const ALL: [Self; 16] = [
        Self::CaptureByThrow,
        Self::Throw,
        Self::Pull,
        Self::SecondLeap,
        Self::Chain,
        Self::MustCapture,
        Self::EnterLine,
        Self::StepAlongLine,
        Self::PawnCapture,
        Self::Movement(Role::Kwagga),
        Self::Movement(Role::Hawk),
        Self::Movement(Role::Sail),
        Self::Movement(Role::Alfil),
        Self::Movement(Role::Dabbabah),
        Self::Movement(Role::Rook),
        Self::Movement(Role::Bishop),
    ];

    fn is_shown_by(self, position: &Position, mv: Move) -> bool {
        let description = position.describe(mv);
        let variant = position.variant();
        let shape = variant.shape();
        let (from, to) = (description.from(), description.to());
        let files = shape.file(from).abs_diff(shape.file(to));
        let ranks = shape.rank(from).abs_diff(shape.rank(to));
        let role = description.piece.role;
        let captures = !description.captures.is_empty();
        let shifts = |kind| description.shifts.iter().any(|shift| shift.kind == kind);
        let is_on_line = |square| shape.line().contains(square);
        let is_legan = variant.family() == Family::Legan;
        let is_crowned = variant.family() == Family::Latrunculi;
        match self {
            Self::CaptureByThrow => captures && shifts(ShiftKind::Repulsion),
            Self::Throw => shifts(ShiftKind::Repulsion),
            Self::Pull => shifts(ShiftKind::Kidnapping),
            Self::SecondLeap => role == Role::Kwagga && files.max(ranks) == 6,
            Self::Chain => mv.is_chain(),
            Self::MustCapture => captures && variant.captures_are_mandatory(),
            Self::EnterLine => is_on_line(to) && !is_on_line(from),
            Self::StepAlongLine => is_on_line(to) && is_on_line(from) && files == 1,
            Self::PawnCapture => is_legan && role == Role::Pawn && captures,
            Self::Movement(Role::Rook) => role == Role::Rook && is_crowned && files == ranks,
            Self::Movement(Role::Bishop) => role == Role::Bishop && is_crowned && files != ranks,
            Self::Movement(piece) => role == piece,
        }
    }

    /// `None` for the movement of a piece that the variant doesn't have.
    fn text(self, variant: Variant) -> Option<Message> {
        Some(match self {
            Self::CaptureByThrow => msg!("tip-capture-by-throw"),
            Self::Throw => msg!("tip-throw"),
            Self::Pull => msg!("tip-pull"),
            Self::SecondLeap => msg!("tip-second-leap"),
            Self::Chain => msg!("tip-chain"),
            Self::MustCapture => msg!("tip-must-capture"),
            Self::EnterLine => msg!("tip-enter-line"),
            Self::StepAlongLine => msg!("tip-step-along-line"),
            Self::PawnCapture => msg!("tip-pawn-capture"),
            Self::Movement(role) => return movement_in_brief(variant, role),
        })
    }
}
