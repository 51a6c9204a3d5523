//! The moves of a piece, computed from the rules: its legal moves on a board with as few other pieces as possible.

use rules_core::{Color, Family, Game, Move, Piece, Position, Role, Shape, Square, Variant};

use crate::board::scene::{Scene, Target};

/// Pieces on a board, White to move.
#[derive(Debug, Clone)]
struct Setup {
    variant: Variant,
    pieces: Vec<(Square, Piece)>,
}

impl Setup {
    /// The pieces that the rules require, where they are not in the way: kings, and pawns where a bare king loses.
    fn bystanders(variant: Variant) -> Self {
        let shape = variant.shape();
        let (edge, last) = (shape.files() - 1, shape.ranks() - 1);
        let mut places = if shape.has_line() {
            vec![('K', (edge, 0)), ('k', (0, last - 2))]
        } else {
            vec![('K', (edge, 1)), ('k', (edge, last - 1))]
        };
        if variant.family() == Family::Leap {
            places.extend(if shape == Shape::Square64 {
                [('P', (edge - 1, 1)), ('p', (edge - 1, last - 1))]
            } else {
                [('P', (edge, 2)), ('p', (edge, last - 2))]
            });
        }
        let pieces = places.into_iter().filter_map(|(letter, (file, rank))| {
            Some((shape.at(file, rank)?, Piece::from_letter(letter)?))
        });
        let pieces = pieces.collect();
        Self { variant, pieces }
    }

    fn holds(&self, square: Square) -> bool {
        self.pieces.iter().any(|&(known, _)| known == square)
    }

    fn with(&self, square: Square, piece: Piece) -> Self {
        let mut setup = self.clone();
        setup.pieces.retain(|&(known, other)| {
            known != square && (piece.role != Role::King || other != piece)
        });
        setup.pieces.push((square, piece));
        setup
    }

    /// The position, if it is legal.
    fn position(&self) -> Option<Position> {
        let shape = self.variant.shape();
        let mut fen = String::new();
        for rank in (0..shape.ranks()).rev() {
            for file in 0..shape.files() {
                let square = shape.at(file, rank);
                let is_here = |(known, _): &&(Square, Piece)| Some(*known) == square;
                let piece = self.pieces.iter().find(is_here);
                fen.push(match (square, piece) {
                    (None, _) => '*',
                    (Some(_), None) => '1',
                    (Some(_), Some((_, piece))) => piece.letter(),
                });
            }
            fen.push(if rank == 0 { ' ' } else { '/' });
        }
        let is_on_line = |(square, _): &(Square, Piece)| shape.line().contains(*square);
        fen += match (shape.has_line(), self.pieces.iter().any(is_on_line)) {
            (true, true) => "w L 1",
            (true, false) => "w - 1",
            (false, _) => "w - - 0 1",
        };
        Position::from_fen(self.variant, &fen).ok()
    }

    /// The targets of the piece on a square.
    fn targets(&self, from: Square) -> Vec<Target> {
        let Some(position) = self.position() else {
            return Vec::new();
        };
        let moves = Game::from_position(position).legal_moves();
        let is_own = |mv: &&Move| mv.from() == from && !mv.is_castle();
        let mut targets = Vec::new();
        for &mv in moves.iter().filter(is_own) {
            // Of a chain, the first capture.
            let square = mv.path().nth(1).unwrap_or(mv.to());
            let captures = position.is_capture(mv);
            let target = Target { square, captures };
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }
}

const ENEMY: Piece = Piece {
    color: Color::Black,
    role: Role::Pawn,
};

/// A piece with its moves as dots, and some captures as rings around enemy pawns.
pub(super) fn movement(variant: Variant, role: Role, from: Square) -> Scene {
    let color = Color::White;
    let piece = Piece { color, role };
    let alone = Setup::bystanders(variant).with(from, piece);
    let enemies = enemies(&alone, role, from);
    let mut crowd = alone.clone();
    for &square in &enemies {
        crowd = crowd.with(square, ENEMY);
    }
    let reachable = crowd.targets(from);
    let captures = reachable.iter().copied().filter(|target| target.captures);
    // With mandatory captures, quiet moves are drawn as if there were no enemies on the board.
    let quiet = alone.targets(from).into_iter().filter(|target| {
        let is_free = !enemies.contains(&target.square);
        is_free && (variant.captures_are_mandatory() || reachable.contains(target))
    });
    let scene = Scene::empty(variant)
        .put(from, Some(piece))
        .targets(captures.chain(quiet));
    enemies
        .iter()
        .fold(scene, |scene, &square| scene.put(square, Some(ENEMY)))
}

/// Squares for enemy pawns: all that the piece captures on without being able to move there, else two examples.
fn enemies(alone: &Setup, role: Role, from: Square) -> Vec<Square> {
    let variant = alone.variant;
    let quiet = alone.targets(from);
    let with_enemy = |square| alone.with(square, ENEMY).targets(from);
    let can_capture = |&square: &Square| {
        let captures = true;
        let capture = Target { square, captures };
        !alone.holds(square) && with_enemy(square).contains(&capture)
    };
    let squares = variant.shape().squares();
    let captures: Vec<Square> = squares.iter().filter(can_capture).collect();
    let mut only = captures.clone();
    only.retain(|square| quiet.iter().all(|target| target.square != *square));
    if !only.is_empty() {
        return only;
    }
    // An example must not guard a square that the king can move to.
    let guards_nothing = |square: &Square| {
        let reachable = with_enemy(*square);
        let is_left = |to: &Target| to.square == *square || reachable.contains(to);
        role != Role::King || variant.captures_are_mandatory() || quiet.iter().all(is_left)
    };
    let examples: Vec<Square> = captures.into_iter().filter(guards_nothing).collect();
    spread(&examples, variant.shape(), from)
}

/// Two of the squares at most three away, which is far enough to show that a piece slides: the farthest one, and the one
/// farthest from that.
fn spread(squares: &[Square], shape: Shape, from: Square) -> Vec<Square> {
    // The length of a king's way, then that of a rook's.
    let distance = |a: Square, b: Square| {
        let files = shape.file(a).abs_diff(shape.file(b));
        let ranks = shape.rank(a).abs_diff(shape.rank(b));
        (files.max(ranks), files + ranks)
    };
    let near = |square: &Square| distance(*square, from).0 <= 3;
    let near: Vec<Square> = squares.iter().copied().filter(near).collect();
    let farthest = |from: Square| {
        let squares = near.iter().copied();
        squares.max_by_key(|&square| distance(square, from))
    };
    let first = farthest(from);
    let mut pair: Vec<Square> = first.into_iter().chain(first.and_then(farthest)).collect();
    pair.dedup();
    pair
}
