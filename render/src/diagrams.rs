//! The rules in pictures. Every dot, ring and arrow comes from the rules themselves; only the positions are chosen.

use rules_core::{Color, Family, Game, Position, Role, Shape, Square, Variant};

use crate::layout::{Size, Slant};
use crate::movement::{movement, promotion_squares};
use crate::scene::{ArrowKind, Scene, Target};
use crate::theme::ThemeId;

/// A picture or a row of pictures that explains one rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagram {
    /// Unique within a rule set; lower case with hyphens, such as `rook` or `repulsion`.
    pub id: &'static str,
    /// One or two sentences to stand beside it.
    pub caption: String,
    /// The pictures from left to right, all of one rule set and size.
    pub scenes: Vec<Scene>,
}

/// Every diagram of a rule set: first how each piece moves, then the rules peculiar to the game.
#[must_use]
pub fn diagrams(variant: Variant, theme: ThemeId) -> Vec<Diagram> {
    let mut diagrams: Vec<Diagram> = variant
        .roles()
        .iter()
        .filter_map(|&role| piece(variant, role))
        .collect();
    match variant.family() {
        Family::Leto => diagrams.extend(leto(variant)),
        Family::Legan => diagrams.extend(legan(variant)),
        Family::Toto40 => diagrams.extend(toto40(variant)),
        Family::Leap => diagrams.extend(leap(variant)),
        Family::Latrunculi => {}
    }
    diagrams.retain(|diagram| !diagram.scenes.is_empty());
    for scene in diagrams.iter_mut().flat_map(|diagram| &mut diagram.scenes) {
        scene.theme = theme;
        scene.size = Size::pixels(360);
        scene.viewer = Color::White;
    }
    diagrams
}

fn piece(variant: Variant, role: Role) -> Option<Diagram> {
    let places = match (variant.shape(), role) {
        (Shape::Square64, Role::Pawn) if variant == Variant::Legan => ["e3", ""],
        (Shape::Square64 | Shape::Cornerless44, Role::Pawn) => ["c2", ""],
        (Shape::Square64, _) => ["d4", ""],
        (Shape::Cornerless44, _) => ["c4", ""],
        // In its section, and on the line, where pieces have one more move.
        (Shape::Staircase40, _) => ["d6", "d7"],
    };
    let squares = places.iter().filter_map(|name| variant.shape().parse(name));
    let scenes: Vec<Scene> = squares.map(|from| movement(variant, role, from)).collect();
    let name = role.name();
    let caption = match (variant.family(), role) {
        (_, Role::Leto) => {
            "The Leto goes one or two squares in any direction. It never captures by landing."
                .to_owned()
        }
        (Family::Latrunculi, Role::Rook | Role::Bishop) => {
            format!(
                "The crowned {name} also has the king's moves. Dots are moves, rings are captures."
            )
        }
        (Family::Toto40, _) => {
            format!(
                "The {name} in its own section, and on the fighting line. Captures happen on the line only."
            )
        }
        _ => format!("The {name}: dots are moves, rings are captures."),
    };
    let id = name;
    (!scenes.is_empty()).then_some(Diagram {
        id,
        caption,
        scenes,
    })
}

/// What happens when a move is played: before with the move as an arrow, and after with its effects. Empty if the
/// position or the move cannot be; the tests see to it that none is.
fn story(variant: Variant, fen: &str, moves: &[&str]) -> Vec<Scene> {
    let Ok(position) = Position::from_fen(variant, fen) else {
        return Vec::new();
    };
    let mut game = Game::from_position(position);
    let mut scenes = Vec::new();
    for text in moves {
        let Ok(mv) = game.read(text) else {
            return Vec::new();
        };
        let mut before = Scene::of(&game);
        before.arrows.clear();
        before.last.clear();
        let path: Vec<Square> = mv.path().collect();
        for step in path.windows(2) {
            before = before.arrow(step[0], step[1], ArrowKind::Move);
        }
        scenes.push(before);
        if game.play(mv).is_err() {
            return Vec::new();
        }
    }
    scenes.push(Scene::of(&game));
    scenes
}

/// A position with every legal move as an arrow.
fn choices(variant: Variant, fen: &str) -> Vec<Scene> {
    let Ok(position) = Position::from_fen(variant, fen) else {
        return Vec::new();
    };
    let mut scene = Scene::of_position(&position);
    for &mv in &Game::from_position(position).legal_moves() {
        let path: Vec<Square> = mv.path().collect();
        for step in path.windows(2) {
            scene = scene.arrow(step[0], step[1], ArrowKind::Move);
        }
    }
    vec![scene]
}

fn diagram(id: &'static str, caption: &str, scenes: Vec<Scene>) -> Diagram {
    let caption = caption.to_owned();
    Diagram {
        id,
        caption,
        scenes,
    }
}

fn leto(variant: Variant) -> Vec<Diagram> {
    vec![
        diagram(
            "repulsion",
            "Repulsion: the Leto stops beside an enemy, which is thrown straight on over the next piece.",
            story(variant, "6k1/8/4p3/3r4/8/8/L7/6K1 w - - 0 1", &["a2c4"]),
        ),
        diagram(
            "repulsion-capture",
            "Capture by repulsion: an enemy that is thrown onto another enemy captures it.",
            story(variant, "6k1/6p1/5p2/4r3/8/8/1L6/7K w - - 0 1", &["b2d4"]),
        ),
        diagram(
            "repulsion-promotion",
            "A pawn thrown onto its last rank becomes a queen of its own color.",
            story(variant, "6k1/4L3/8/8/4p3/8/4P1K1/8 w - - 0 1", &["e7e5"]),
        ),
        diagram(
            "kidnapping",
            "Kidnapping: the Leto draws a friend from behind the piece at its back to the square it leaves.",
            story(variant, "6k1/8/8/8/8/2L5/1P6/R5K1 w - - 0 1", &["c3e5"]),
        ),
    ]
}

fn legan(variant: Variant) -> Vec<Diagram> {
    let targets = promotion_squares(variant).into_iter().map(|square| Target {
        square,
        captures: false,
    });
    let start = Scene::of_position(&variant.start());
    vec![
        diagram(
            "start",
            "The armies stand in opposite corners; turned by 45 degrees the board shows why pawns move diagonally.",
            vec![start.clone(), start.slant(Slant::Turned)],
        ),
        diagram(
            "promotion",
            "A white pawn promotes on the squares where Black's king, bishops, knights and rooks began.",
            vec![Scene::empty(variant).targets(targets)],
        ),
    ]
}

fn toto40(variant: Variant) -> Vec<Diagram> {
    let start = variant.start();
    vec![
        diagram(
            "start",
            "Two sections and the fighting line between them. No piece may cross it.",
            vec![Scene::of_position(&start)],
        ),
        diagram(
            "line",
            "Captures happen on the line, where every piece may also go one square along it.",
            story(
                variant,
                &start.fen(),
                &["f3f5", "c10c8", "d5d7", "e8e6", "d7c8"],
            )
            .into_iter()
            .skip(4)
            .collect(),
        ),
        diagram(
            "leaving",
            "Once any piece has stood on the line, a player whose turn ends without one there has lost.",
            story(variant, &start.fen(), &["f3f5", "c10c8", "f5f3"])
                .into_iter()
                .skip(2)
                .collect(),
        ),
    ]
}

fn leap(variant: Variant) -> Vec<Diagram> {
    let mut diagrams = Vec::new();
    let small = variant.shape() == Shape::Cornerless44;
    if small {
        diagrams.push(diagram(
            "castling-king-side",
            "Castling is with a knight. On the king's side the two change places.",
            story(variant, &variant.start().fen(), &["d1e1"]),
        ));
        diagrams.push(diagram(
            "castling-queen-side",
            "On the queen's side the king goes to the c-file and the knight leaps to the king's square.",
            story(variant, "*nskn*/dpaapd/pppppp/6/6/PPPPPP/DPAAPD/*N1KN* w KQkq - 0 1", &["d1b1"]),
        ));
    }
    if variant.captures_are_mandatory() {
        let fen = if small {
            "*1k1n*/2p3/3p2/2p3/1P4/4S1/6/*1K1N* w - - 0 1"
        } else {
            "3k4/2p5/3p4/2p5/1P6/4S3/8/3K1N2 w - - 0 1"
        };
        diagrams.push(diagram(
            "mandatory",
            "Captures are mandatory: these are all the legal moves here.",
            choices(variant, fen),
        ));
    }
    if variant.chains_captures() {
        let fen = if small {
            "*k2n*/2p3/4p1/6/4p1/6/2S3/*1K1N* w - - 0 1"
        } else {
            "3k4/2p5/4p3/8/4p3/8/2S5/3K1N2 w - - 0 1"
        };
        let scenes = Position::from_fen(variant, fen)
            .ok()
            .map(Game::from_position)
            .and_then(|game| {
                let longest = game
                    .legal_moves()
                    .iter()
                    .copied()
                    .max_by_key(|mv| mv.path().count())?;
                Some(story(
                    variant,
                    fen,
                    &[&longest.uci(variant.shape()).to_string()],
                ))
            });
        diagrams.push(diagram(
            "chain",
            "A piece that has captured and can capture again goes on in the same turn.",
            scenes.unwrap_or_default(),
        ));
    }
    diagrams
}
