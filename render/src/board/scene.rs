//! Everything that is on and around a board.

use pictures::{BoardPicture, PlayerBar, Rotation, Size, Theme};
use rules_core::{
    Attacker, ByColor, Color, Description, Game, Move, Outcome, Piece, Position, Reason, Role,
    Shape, ShiftKind, Square, Variant,
};
use text::chess::{color_name, move_in_words};
use text::{Message, Text, msg};

use super::layout::{Extras, Layout};
use crate::paint::atlas::AtlasKey;
use crate::paint::shapes::ArrowKind;
use crate::paint::theme_colors::{Coat, SquareColor};

/// A board with its marks, arrows and bars. Built from a game, or with [`Scene::empty`] square by square.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    pub(crate) variant: Variant,
    /// Indexed by [`Square::index`].
    pub(crate) pieces: Vec<Option<Piece>>,
    pub(crate) turn: Color,
    pub(crate) viewer: Color,
    pub(crate) rotation: Rotation,
    pub(crate) theme: Theme,
    pub(crate) size: Size,
    /// Squares of the last move, from first to last.
    pub last_move: Vec<Square>,
    /// The last move as a sentence.
    pub(crate) last_words: Option<Message>,
    /// The move that could be played next as a sentence, if arrows show one.
    pub(crate) next_words: Option<Message>,
    /// The king in check.
    pub check: Option<Square>,
    /// The pieces giving check, if the scene shows a position.
    pub(crate) attackers: Vec<Attacker>,
    pub(crate) selected: Option<Square>,
    pub(crate) targets: Vec<Target>,
    pub(crate) arrows: Vec<Arrow>,
    pub(crate) players: Option<ByColor<PlayerBar>>,
    /// Captured pieces by the side that captured them, in order.
    pub captured: ByColor<Vec<Role>>,
    pub(crate) banner: Option<Text>,
    pub(crate) outcome: Option<Outcome>,
    /// Whether the game has ended by resignation, agreement or on time.
    pub(crate) is_over: bool,
    /// Every legal move: from where, and its target.
    pub(crate) legal: Vec<(Square, Target)>,
}

/// A square that the selected piece can move to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Target {
    /// The square.
    pub square: Square,
    /// Whether the move captures, which is drawn as a ring instead of a dot.
    pub captures: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Arrow {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) kind: ArrowKind,
}

impl Arrow {
    fn threat((from, to): (Square, Square)) -> Self {
        let kind = ArrowKind::Threat;
        Self { from, to, kind }
    }
}

impl Scene {
    /// A game's empty board, White at the bottom.
    pub fn empty(variant: Variant) -> Self {
        Self {
            variant,
            pieces: vec![None; variant.shape().len()],
            turn: Color::White,
            viewer: Color::White,
            rotation: Rotation::usual(variant.family()),
            theme: Theme::default(),
            size: Size::default(),
            last_move: Vec::new(),
            last_words: None,
            next_words: None,
            check: None,
            attackers: Vec::new(),
            selected: None,
            targets: Vec::new(),
            arrows: Vec::new(),
            players: None,
            captured: ByColor::default(),
            banner: None,
            outcome: None,
            is_over: false,
            legal: Vec::new(),
        }
    }

    /// A position without a last move, the side to move at the bottom.
    pub fn of_position(position: &Position) -> Self {
        let mut scene = Self::empty(position.variant());
        scene.viewer = position.turn();
        scene.show_position(position);
        scene
    }

    /// Shows the pieces, who is to move, and whether in check. How a Leto attacks is drawn, as its piece is far from the king.
    pub(crate) fn show_position(&mut self, position: &Position) {
        let squares = position.shape().squares().iter();
        self.pieces = squares.map(|square| position.piece_at(square)).collect();
        self.turn = position.turn();
        self.check = position.checked_king();
        self.attackers = position.attackers();
        let throws = self.attackers.iter().filter(|by| by.throw.is_some());
        let arrows = throws.flat_map(Attacker::arrows);
        self.arrows.extend(arrows.map(Arrow::threat));
    }

    /// A game's last position with the last move and its effects, check, captured pieces and the moves that
    /// [`Scene::select`] shows. The side to move is at the bottom.
    pub fn of(game: &Game) -> Self {
        let mut scene = Self::of_position(game.position());
        scene.outcome = game.outcome();
        let position = game.position();
        let target = |mv: Move| {
            let (square, captures) = (mv.to(), position.is_capture(mv));
            (mv.from(), Target { square, captures })
        };
        scene.legal = game.legal_moves().into_iter().map(target).collect();
        for (&mv, before) in game.moves().iter().zip(game.positions()) {
            for (_, piece) in before.describe(mv).captures {
                scene.captured[!piece.color].push(piece.role);
            }
        }
        let mut before = game.clone();
        if let Some(mv) = before.undo() {
            let description = before.position().describe(mv);
            scene.show_move(&description);
            let side = color_name(scene.variant, description.piece.color);
            let words = move_in_words(&before, mv);
            scene.last_words = Some(msg!("alt-last-move", side, move = words));
        }
        scene
    }

    /// Tints the squares of the last move and draws its effects as arrows.
    pub(crate) fn show_move(&mut self, description: &Description) {
        self.last_move.clone_from(&description.path);
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

    /// Puts this side at the bottom.
    #[must_use]
    pub fn viewer(mut self, viewer: Color) -> Self {
        self.viewer = viewer;
        self
    }

    /// Draws the board upright or diagonally.
    #[must_use]
    pub fn rotation(mut self, rotation: Rotation) -> Self {
        self.rotation = rotation;
        self
    }

    /// Chooses the colors.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Chooses the size.
    #[must_use]
    pub fn size(mut self, size: Size) -> Self {
        self.size = size;
        self
    }

    /// Marks a piece and the squares it can move to.
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

    /// Draws a move that the game could go on with, with its effects.
    #[must_use]
    fn next(mut self, game: &Game, next: Move) -> Self {
        let description = game.position().describe(next);
        // A chain's steps are among its effects.
        if let [from, to] = description.path[..] {
            self = self.arrow(from, to, ArrowKind::Move);
        }
        self.arrows.extend(effects(&description));
        self.next_words = Some(msg!("alt-next", move = move_in_words(game, next)));
        self
    }

    /// Marks squares as targets, where there is no game.
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

    /// Adds the bars of both players.
    #[must_use]
    pub fn players(mut self, players: ByColor<PlayerBar>) -> Self {
        self.players = Some(players);
        self
    }

    /// Adds a line under the board, such as the result.
    #[must_use]
    pub fn banner(mut self, text: impl Into<Text>) -> Self {
        self.banner = Some(text.into());
        self
    }

    /// Marks the game as over although the rules allow more moves, such as after a resignation.
    #[must_use]
    pub fn over(mut self) -> Self {
        self.is_over = true;
        self
    }

    /// Whether a player is to move.
    pub(crate) fn is_ongoing(&self) -> bool {
        self.outcome.is_none() && !self.is_over
    }

    pub(crate) fn layout(&self) -> Layout {
        let extras = Extras {
            bars: self.players.is_some(),
            banner: self.banner.is_some(),
        };
        let shape = self.variant.shape();
        Layout::new(shape, self.viewer, self.rotation, self.size, extras)
    }

    pub(crate) fn atlas_key(&self, layout: &Layout) -> AtlasKey {
        AtlasKey {
            rotation: self.rotation,
            theme: self.theme,
            sections: self.variant.shape().has_line(),
            first: Coat::of(Color::White, self.variant.family()),
            side: layout.side,
        }
    }

    pub(crate) fn is_mate(&self) -> bool {
        self.outcome
            .is_some_and(|outcome| outcome.reason == Reason::Checkmate)
    }

    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.get(square.index()).copied().flatten()
    }
}

impl From<&BoardPicture> for Scene {
    fn from(picture: &BoardPicture) -> Self {
        let scene = Self::of(&picture.game);
        let mut scene = picture.selected.into_iter().fold(scene, Self::select);
        if let Some(next) = picture.next {
            // Arrows of the last move would look like those of this one.
            scene.arrows.retain(|arrow| arrow.kind == ArrowKind::Threat);
            scene = scene.next(&picture.game, next);
        }
        for arrow in picture.threats.iter().copied().map(Arrow::threat) {
            if !scene.arrows.contains(&arrow) {
                scene.arrows.push(arrow);
            }
        }
        Self {
            viewer: picture.viewer,
            rotation: picture.rotation,
            theme: picture.theme,
            size: picture.size,
            players: picture.players.clone(),
            banner: picture.banner.clone(),
            is_over: picture.banner.is_some(),
            ..scene
        }
    }
}

/// Arrows for the steps of a move.
pub(crate) fn steps(path: &[Square]) -> impl Iterator<Item = Arrow> {
    path.windows(2).map(|step| {
        let (from, to, kind) = (step[0], step[1], ArrowKind::Move);
        Arrow { from, to, kind }
    })
}

/// Arrows for a chain of captures, and for pieces that a move repulses or kidnaps.
pub(crate) fn effects(description: &Description) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    if description.path.len() > 2 {
        arrows.extend(steps(&description.path));
    }
    for shift in &description.shifts {
        let mut captures = description.captures.iter();
        let lands_on_piece = captures.any(|&(square, _)| square == shift.to);
        let kind = match shift.kind {
            ShiftKind::Repulsion if lands_on_piece => ArrowKind::RepulsionCapture,
            ShiftKind::Repulsion => ArrowKind::Repulsion,
            ShiftKind::Kidnapping => ArrowKind::Kidnapping,
            ShiftKind::CastlePartner => continue,
        };
        let (from, to) = (shift.from, shift.to);
        arrows.push(Arrow { from, to, kind });
    }
    arrows
}

pub(crate) fn square_color(shape: Shape, square: Square) -> SquareColor {
    let far = shape.section(Color::Black).contains(square);
    let light = shape.light_squares().contains(square);
    match (shape.line().contains(square), far, light) {
        (true, ..) => SquareColor::Line,
        (_, true, true) => SquareColor::FarLight,
        (_, true, false) => SquareColor::FarDark,
        (_, false, true) => SquareColor::Light,
        (_, false, false) => SquareColor::Dark,
    }
}
