//! What a picture shows, as plain data.

use rules_core::{
    ByColor, Color, Description, Game, Outcome, Piece, Position, Reason, Role, Shape, ShiftKind,
    Square, Variant,
};

use crate::layout::{Extras, Layout, Size, Slant};
use crate::theme::{Field, ThemeId};

/// Everything a still shows. Build it with [`Scene::of`] from a game, or with [`Scene::empty`] square by square.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    pub(crate) variant: Variant,
    /// Indexed by [`Square::index`].
    pub(crate) pieces: Vec<Option<Piece>>,
    pub(crate) turn: Color,
    pub(crate) viewer: Color,
    pub(crate) slant: Slant,
    pub(crate) theme: ThemeId,
    pub(crate) size: Size,
    /// Squares the last move touched, from first to last.
    pub(crate) last: Vec<Square>,
    /// The last move in plain words, with whose it was.
    pub(crate) last_words: Option<String>,
    pub(crate) check: Option<Square>,
    pub(crate) selected: Option<Square>,
    pub(crate) targets: Vec<Target>,
    pub(crate) arrows: Vec<Arrow>,
    pub(crate) players: Option<ByColor<PlayerBar>>,
    /// What each side has taken, in the order of the captures.
    pub(crate) captured: ByColor<Vec<Role>>,
    pub(crate) banner: Option<String>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) over: bool,
    /// Every legal move as from, to and whether it captures.
    pub(crate) legal: Vec<(Square, Target)>,
}

/// Where a piece may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Target {
    /// The square to click or type.
    pub square: Square,
    /// Drawn as a ring instead of a dot.
    pub captures: bool,
}

/// A line with a head from one square to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it starts.
    pub from: Square,
    /// Where its head is.
    pub to: Square,
    /// What it stands for.
    pub kind: ArrowKind,
}

/// What an arrow stands for; each kind differs in form as well as in color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArrowKind {
    /// A move that is suggested, or one of a chain of captures: broad.
    Move,
    /// A piece repulsed to an empty square: slender.
    Throw,
    /// A piece repulsed onto another, which is captured: slender, in the color of danger.
    ThrowCapture,
    /// A piece taken along, by kidnapping: broken line.
    Carry,
}

/// Who plays one side, as shown above or below the board. Whose turn it is and what was captured come from the scene.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayerBar {
    /// Any text; it is cut to fit and made harmless.
    pub name: String,
    /// Shown after the name.
    pub rating: Option<String>,
    /// Shown at the right end, such as `4:05` or `2 days`.
    pub clock: Option<String>,
}

impl PlayerBar {
    /// A bar with a name alone.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            rating: None,
            clock: None,
        }
    }

    /// The same with a rating.
    #[must_use]
    pub fn rating(mut self, rating: impl Into<String>) -> Self {
        self.rating = Some(rating.into());
        self
    }

    /// The same with a clock.
    #[must_use]
    pub fn clock(mut self, clock: impl Into<String>) -> Self {
        self.clock = Some(clock.into());
        self
    }
}

impl Scene {
    /// The board of a rule set without pieces, seen by White.
    #[must_use]
    pub fn empty(variant: Variant) -> Self {
        Self {
            variant,
            pieces: vec![None; variant.shape().len()],
            turn: Color::White,
            viewer: Color::White,
            slant: Slant::Upright,
            theme: ThemeId::default(),
            size: Size::default(),
            last: Vec::new(),
            last_words: None,
            check: None,
            selected: None,
            targets: Vec::new(),
            arrows: Vec::new(),
            players: None,
            captured: ByColor::default(),
            banner: None,
            outcome: None,
            over: false,
            legal: Vec::new(),
        }
    }

    /// A position seen by the side to move, with its check but without a last move.
    #[must_use]
    pub fn of_position(position: &Position) -> Self {
        let mut scene = Self::empty(position.variant());
        for (square, piece) in position.pieces() {
            scene = scene.put(square, Some(piece));
        }
        scene.turn = position.turn();
        scene.viewer = position.turn();
        scene.check = position.checked_king();
        scene
    }

    /// A game as it stands, seen by the side to move: last move and what it did to other pieces, check, what each side
    /// has captured, and the moves that [`Scene::select`] can show.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let mut scene = Self::of_position(game.position());
        scene.outcome = game.outcome();
        let position = game.position();
        scene.legal = game
            .legal_moves()
            .iter()
            .map(|&mv| {
                let captures = !position.describe(mv).captures.is_empty();
                let square = mv.to();
                (mv.from(), Target { square, captures })
            })
            .collect();
        for (&mv, before) in game.moves().iter().zip(game.positions()) {
            for (_, piece) in before.describe(mv).captures {
                scene.captured[!piece.color].push(piece.role);
            }
        }
        let mut before = game.clone();
        if let Some(mv) = before.undo() {
            let description = before.position().describe(mv);
            scene.show_last(&description);
            let mover = scene.variant.color_name(description.piece.color);
            let words = text::chess::move_in_words(&before, mv);
            scene.last_words = Some(format!("{mover}'s last move: {words}"));
        }
        scene
    }

    /// Tints the squares of a move and draws its side effects as arrows.
    pub(crate) fn show_last(&mut self, description: &Description) {
        self.last.clone_from(&description.path);
        self.arrows.extend(effects(description));
    }

    /// Puts a piece on a square, or clears it.
    #[must_use]
    pub fn put(mut self, square: Square, piece: Option<Piece>) -> Self {
        if let Some(place) = self.pieces.get_mut(square.index()) {
            *place = piece;
        }
        self
    }

    /// Turns the board so that this side is at the bottom.
    #[must_use]
    pub fn seen_by(mut self, viewer: Color) -> Self {
        self.viewer = viewer;
        self
    }

    /// Draws the board upright, or turned by 45 degrees.
    #[must_use]
    pub fn slant(mut self, slant: Slant) -> Self {
        self.slant = slant;
        self
    }

    /// Chooses the colors.
    #[must_use]
    pub fn theme(mut self, theme: ThemeId) -> Self {
        self.theme = theme;
        self
    }

    /// Chooses the size.
    #[must_use]
    pub fn size(mut self, size: Size) -> Self {
        self.size = size;
        self
    }

    /// Marks a piece as taken up, and every square it may go to.
    #[must_use]
    pub fn select(mut self, square: Square) -> Self {
        self.selected = Some(square);
        self.targets.clear();
        for &(from, target) in &self.legal {
            let known = self
                .targets
                .iter_mut()
                .find(|known| known.square == target.square);
            match known {
                _ if from != square => {}
                Some(known) => known.captures |= target.captures,
                None => self.targets.push(target),
            }
        }
        self
    }

    /// Marks squares a piece may go to; for diagrams that no game stands behind.
    #[must_use]
    pub fn targets(mut self, targets: impl IntoIterator<Item = Target>) -> Self {
        self.targets = targets.into_iter().collect();
        self
    }

    /// Adds an arrow.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square, kind: ArrowKind) -> Self {
        self.arrows.push(Arrow { from, to, kind });
        self
    }

    /// Tints squares as those of the last move.
    #[must_use]
    pub fn last_move(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.last = squares.into_iter().collect();
        self
    }

    /// Marks a king as being in check; for diagrams that no game stands behind.
    #[must_use]
    pub fn check_at(mut self, king: Square) -> Self {
        self.check = Some(king);
        self
    }

    /// Says what a side has taken; for diagrams that no game stands behind.
    #[must_use]
    pub fn captured(mut self, by: Color, roles: Vec<Role>) -> Self {
        self.captured[by] = roles;
        self
    }

    /// Adds the bars of both players.
    #[must_use]
    pub fn players(mut self, players: ByColor<PlayerBar>) -> Self {
        self.players = Some(players);
        self
    }

    /// Adds a line under the board, such as the result.
    #[must_use]
    pub fn banner(mut self, text: impl Into<String>) -> Self {
        self.banner = Some(text.into());
        self
    }

    /// The game has ended otherwise than by its rules, as by resigning: nobody is to move.
    #[must_use]
    pub fn over(mut self) -> Self {
        self.over = true;
        self
    }

    /// Whether somebody is to move.
    pub(crate) fn goes_on(&self) -> bool {
        self.outcome.is_none() && !self.over
    }

    /// Width and height of the picture in pixels.
    #[must_use]
    pub fn dimensions(&self) -> (u32, u32) {
        let layout = self.layout();
        (layout.width, layout.height)
    }

    pub(crate) fn layout(&self) -> Layout {
        let extras = Extras {
            bars: self.players.is_some(),
            banner: self.banner.is_some(),
        };
        Layout::new(
            self.variant.shape(),
            self.viewer,
            self.slant,
            self.size,
            extras,
        )
    }

    /// Whether the board has two sections and a fighting line between them.
    pub(crate) fn has_sections(&self) -> bool {
        !self.variant.shape().line().is_empty()
    }

    pub(crate) fn is_mate(&self) -> bool {
        self.outcome
            .is_some_and(|outcome| outcome.reason == Reason::Checkmate)
    }

    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.get(square.index()).copied().flatten()
    }
}

/// The arrows of what a move does beside going somewhere: a chain of captures, pieces thrown or taken along.
pub(crate) fn effects(description: &Description) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    if description.path.len() > 2 {
        for step in description.path.windows(2) {
            let (from, to) = (step[0], step[1]);
            arrows.push(Arrow {
                from,
                to,
                kind: ArrowKind::Move,
            });
        }
    }
    for shift in &description.shifts {
        let lands_on_piece = description
            .captures
            .iter()
            .any(|&(square, _)| square == shift.to);
        let kind = match shift.kind {
            ShiftKind::Repulsion if lands_on_piece => ArrowKind::ThrowCapture,
            ShiftKind::Repulsion => ArrowKind::Throw,
            ShiftKind::Kidnapping => ArrowKind::Carry,
            ShiftKind::CastlePartner => continue,
        };
        let (from, to) = (shift.from, shift.to);
        arrows.push(Arrow { from, to, kind });
    }
    arrows
}

/// What kind of square this is on its board.
pub(crate) fn field(shape: Shape, square: Square) -> Field {
    let far = shape.section(Color::Black).contains(square) && !shape.line().is_empty();
    match (shape.line().contains(square), far, shape.is_light(square)) {
        (true, ..) => Field::Line,
        (_, true, true) => Field::FarLight,
        (_, true, false) => Field::FarDark,
        (_, false, true) => Field::Light,
        (_, false, false) => Field::Dark,
    }
}
