//! How a piece moves and captures, found by asking the rules: the piece is put on a board with as little else as the
//! rules allow, and its legal moves are drawn.

use rules_core::{Color, Family, Game, Move, Piece, Position, Role, Shape, Square, Variant};

use crate::scene::{Scene, Target};

/// Pieces on squares, and who is to move.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    variant: Variant,
    pieces: Vec<(Square, Piece)>,
}

impl Setting {
    /// A board with what the rules ask for: kings, and where a bare king loses, a pawn each. They stand where they
    /// disturb no piece in the middle.
    fn bystanders(variant: Variant) -> Self {
        let places: &[(&str, char)] = match (variant.shape(), variant.family()) {
            (Shape::Square64, Family::Leap) => {
                &[("h2", 'K'), ("h7", 'k'), ("g2", 'P'), ("g7", 'p')]
            }
            (Shape::Square64, _) => &[("h2", 'K'), ("h7", 'k')],
            (Shape::Cornerless44, _) => &[("f2", 'K'), ("f7", 'k'), ("f3", 'P'), ("f6", 'p')],
            // A side without a piece on the fighting line may have lost already.
            (Shape::Staircase40, _) => &[("h1", 'K'), ("a10", 'k')],
        };
        let mut setting = Self {
            variant,
            pieces: Vec::new(),
        };
        for &(name, letter) in places {
            if let (Some(square), Some(piece)) =
                (variant.shape().parse(name), Piece::from_letter(letter))
            {
                setting.pieces.push((square, piece));
            }
        }
        setting
    }

    fn holds(&self, square: Square) -> bool {
        self.pieces.iter().any(|&(known, _)| known == square)
    }

    fn with(&self, square: Square, piece: Piece) -> Self {
        let mut setting = self.clone();
        setting.pieces.retain(|&(known, other)| {
            known != square && (piece.role != Role::King || other != piece)
        });
        setting.pieces.push((square, piece));
        setting
    }

    /// The position with White to move, if the rules allow it.
    fn position(&self) -> Option<Position> {
        let shape = self.variant.shape();
        let mut fen = String::new();
        for rank in (0..shape.ranks()).rev() {
            for file in 0..shape.files() {
                let square = shape.at(file, rank);
                let piece = self
                    .pieces
                    .iter()
                    .find(|&&(known, _)| Some(known) == square);
                fen.push(match (square, piece) {
                    (None, _) => '*',
                    (Some(_), None) => '1',
                    (Some(_), Some((_, piece))) => piece.letter(),
                });
            }
            fen.push(if rank == 0 { ' ' } else { '/' });
        }
        let entered = self
            .pieces
            .iter()
            .any(|&(square, _)| shape.line().contains(square));
        fen += match (shape, entered) {
            (Shape::Staircase40, true) => "w L 1",
            (Shape::Staircase40, false) => "w - 1",
            _ => "w - - 0 1",
        };
        Position::from_fen(self.variant, &fen).ok()
    }

    /// The legal moves of the piece on a square: where it may go and whether it captures there.
    fn targets(&self, from: Square) -> Vec<Target> {
        let Some(position) = self.position() else {
            return Vec::new();
        };
        let game = Game::from_position(position);
        let moves = game.legal_moves();
        let mut targets = Vec::new();
        for &mv in moves
            .iter()
            .filter(|mv| mv.from() == from && !mv.is_castle())
        {
            let square = first_stop(mv);
            let captures = !position.describe(mv).captures.is_empty();
            let target = Target { square, captures };
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }
}

/// Where a move first lands: chains of captures are shown by their first capture.
fn first_stop(mv: Move) -> Square {
    mv.path().nth(1).unwrap_or(mv.to())
}

/// A piece on a square with its moves as dots, and some captures as rings round enemy pawns.
pub(crate) fn movement(variant: Variant, role: Role, from: Square) -> Scene {
    let white = |role| Piece {
        color: Color::White,
        role,
    };
    let enemy = Piece {
        color: Color::Black,
        role: Role::Pawn,
    };
    let alone = Setting::bystanders(variant).with(from, white(role));
    let quiet = alone.targets(from);
    let can_capture = |&square: &Square| {
        let taken = alone.holds(square);
        let hit = Target {
            square,
            captures: true,
        };
        !taken && alone.with(square, enemy).targets(from).contains(&hit)
    };
    let captures: Vec<Square> = variant
        .shape()
        .squares()
        .iter()
        .filter(can_capture)
        .collect();
    let moves_there = |square: &Square| quiet.iter().any(|target| target.square == *square);
    let only: Vec<Square> = captures
        .iter()
        .copied()
        .filter(|square| !moves_there(square))
        .collect();
    // Where a piece captures as it moves, two enemies are enough to say so; for a king such as guard none of its other moves.
    let harmless = |square: &Square| {
        let near = alone.with(*square, enemy).targets(from);
        role != Role::King
            || variant.captures_are_mandatory()
            || quiet
                .iter()
                .all(|target| target.square == *square || near.contains(target))
    };
    let shown = if only.is_empty() {
        let harmless: Vec<Square> = captures.into_iter().filter(harmless).collect();
        spread(&harmless, variant.shape(), from)
    } else {
        only
    };
    let crowd = shown.iter().fold(alone.clone(), |setting, &square| {
        setting.with(square, enemy)
    });
    let mut targets: Vec<Target> = crowd
        .targets(from)
        .into_iter()
        .filter(|target| target.captures)
        .collect();
    // Where captures are mandatory the quiet moves are those without enemies on the board.
    let reachable = crowd.targets(from);
    let open = |target: &&Target| {
        let blocked = !variant.captures_are_mandatory() && !reachable.contains(target);
        !shown.contains(&target.square) && !blocked
    };
    targets.extend(quiet.iter().filter(open));
    let mut scene = Scene::empty(variant)
        .put(from, Some(white(role)))
        .targets(targets)
        .last_move([]);
    for square in shown {
        scene = scene.put(square, Some(enemy));
    }
    scene
}

/// Two of the squares: the farthest, and the one farthest from that.
fn spread(squares: &[Square], shape: Shape, from: Square) -> Vec<Square> {
    let distance = |a: Square, b: Square| {
        let files = shape.file(a).abs_diff(shape.file(b));
        let ranks = shape.rank(a).abs_diff(shape.rank(b));
        u32::from(files.max(ranks)) * 16 + u32::from(files + ranks)
    };
    let middling = |&&square: &&Square| {
        // Three squares away is far enough to show that a piece slides.
        let away = shape
            .file(square)
            .abs_diff(shape.file(from))
            .max(shape.rank(square).abs_diff(shape.rank(from)));
        away <= 3
    };
    let candidates: Vec<Square> = squares.iter().filter(middling).copied().collect();
    let first = candidates
        .iter()
        .copied()
        .max_by_key(|&square| distance(square, from));
    let second = first.and_then(|first| {
        candidates
            .iter()
            .copied()
            .max_by_key(|&square| distance(square, first))
    });
    let mut pair: Vec<Square> = first.into_iter().chain(second).collect();
    pair.dedup();
    pair
}

/// Every square where a lone pawn of White may promote.
pub(crate) fn promotion_squares(variant: Variant) -> Vec<Square> {
    let pawn = Piece {
        color: Color::White,
        role: Role::Pawn,
    };
    let enemy = Piece {
        color: Color::Black,
        role: Role::Knight,
    };
    let alone = Setting::bystanders(variant);
    let shape = variant.shape();
    let mut found = Vec::new();
    for from in shape.squares() {
        // Whatever lies ahead is tried empty and taken by an enemy, for pawns capture otherwise than they move.
        for (df, dr) in [(0, 0), (-1, 0), (0, 1), (-1, 1), (1, 1)] {
            let Some(ahead) = shape.offset(from, df, dr) else {
                continue;
            };
            if alone.holds(from) || alone.holds(ahead) {
                continue;
            }
            let setting = if ahead == from {
                alone.with(from, pawn)
            } else {
                alone.with(from, pawn).with(ahead, enemy)
            };
            let Some(position) = setting.position() else {
                continue;
            };
            let game = Game::from_position(position);
            let moves = game.legal_moves();
            for mv in moves
                .iter()
                .filter(|mv| mv.from() == from && mv.promotion().is_some())
            {
                if !found.contains(&mv.to()) {
                    found.push(mv.to());
                }
            }
        }
    }
    found
}
