//! Diagrams of rules. Positions are chosen here; every dot, ring and arrow is computed from the rules.

mod moves;

use pictures::{Rotation, RuleDiagram, Size, Theme};
use rules_core::{Color, Family, Game, Position, Role, Shape, Square, Variant};
use text::{Lang, Message, Text, msg};

use crate::alt::Description;
use crate::board::alt::targets;
use crate::board::scene::{Scene, Target, steps};
use crate::paint::shapes::ArrowKind;
use crate::{Picture, RenderError, Renderer, Still};
use moves::movement;

impl Picture for RuleDiagram {
    fn file_name(&self) -> String {
        format!("{}.png", self.id)
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        let still = still(*self, renderer, lang);
        let unknown = RenderError::UnknownDiagram(self.variant, self.id);
        still.ok_or(unknown)?.png()
    }

    /// The positions with their marks.
    fn alt_text(&self, lang: Lang) -> String {
        let mut description = Description::new(lang);
        for scene in find(*self).into_iter().flat_map(|diagram| diagram.scenes) {
            description.push(&scene.alt_text(lang));
            for marks in marks(&scene) {
                description.sentence(&marks);
            }
        }
        description.finish()
    }
}

fn still(diagram: RuleDiagram, renderer: &Renderer, lang: Lang) -> Option<Still> {
    let row = renderer.row(&find(diagram)?.scenes, lang)?;
    Some(row.with_room_for_badge())
}

/// All diagrams of a game: first the moves of each piece, then the game's own rules.
pub fn rule_diagrams(variant: Variant, theme: Theme) -> Vec<RuleDiagram> {
    let diagram = |Diagram { id, .. }| RuleDiagram { variant, id, theme };
    diagrams(variant).into_iter().map(diagram).collect()
}

/// Describes the marked squares and the arrows for moves not yet made, which a scene's own description omits.
fn marks(scene: &Scene) -> impl Iterator<Item = Message> {
    let name = |square| scene.variant.shape().name(square).to_string();
    let targets = targets(scene);
    let mut arrows: Vec<(Square, Square)> = Vec::new();
    for arrow in &scene.arrows {
        if scene.last_move.is_empty() && !arrows.contains(&(arrow.from, arrow.to)) {
            arrows.push((arrow.from, arrow.to));
        }
    }
    let arrow = |(from, to)| Text::from(msg!("alt-arrow", from = name(from), to = name(to)));
    let arrows = Text::join(arrows.into_iter().map(arrow), ", ");
    let marked = (!targets.is_empty()).then(|| msg!("alt-marked", squares = targets));
    let drawn = (!arrows.is_empty()).then(|| msg!("alt-arrows", arrows));
    marked.into_iter().chain(drawn)
}

fn find(wanted: RuleDiagram) -> Option<Diagram> {
    let mut known = diagrams(wanted.variant).into_iter();
    let mut diagram = known.find(|diagram| diagram.id == wanted.id)?;
    for scene in &mut diagram.scenes {
        scene.theme = wanted.theme;
    }
    Some(diagram)
}

/// One or more positions that explain a rule.
struct Diagram {
    /// Unique within a game; lower case with hyphens.
    id: &'static str,
    /// In order, all of one game and size.
    scenes: Vec<Scene>,
}

fn diagrams(variant: Variant) -> Vec<Diagram> {
    let pieces = variant.roles().iter().map(|&role| piece(variant, role));
    let mut diagrams: Vec<Diagram> = pieces.collect();
    match variant.family() {
        Family::Leto => diagrams.extend(leto(variant)),
        Family::Legan => diagrams.extend(legan(variant)),
        Family::Toto40 => diagrams.extend(toto40(variant)),
        Family::Leap => diagrams.extend(leap(variant)),
        Family::Latrunculi => {}
    }
    diagrams.retain(|diagram| !diagram.scenes.is_empty());
    for scene in diagrams.iter_mut().flat_map(|diagram| &mut diagram.scenes) {
        // Boards of Toto40 are wide and below each other.
        let edge = if variant == Variant::Toto40 { 600 } else { 360 };
        scene.size = Size::pixels(edge);
        scene.viewer = Color::White;
    }
    diagrams
}

fn piece(variant: Variant, role: Role) -> Diagram {
    let shape = variant.shape();
    let middle = (shape.files() - 1) / 2;
    let on_line = shape.line().iter().find(|&at| shape.file(at) == middle);
    let places = match on_line {
        // In its section, and on the line, where pieces have an additional move.
        Some(at) => [shape.offset(at, 0, -1), Some(at)],
        None if role != Role::Pawn => [shape.at(middle, (shape.ranks() - 1) / 2), None],
        None if variant == Variant::Legan => [shape.parse("e3"), None],
        None => [shape.parse("c2"), None],
    };
    let squares = places.into_iter().flatten();
    let scenes = squares.map(|from| movement(variant, role, from)).collect();
    diagram(role.name(), Some(scenes))
}

/// Moves of a game: each position before with its move as an arrow, and the last one after with the effects. `None` if the
/// position or a move is illegal, which tests rule out.
fn story(variant: Variant, fen: &str, moves: &[&str]) -> Option<Vec<Scene>> {
    let mut game = Game::from_position(Position::from_fen(variant, fen).ok()?);
    let mut scenes = Vec::new();
    for text in moves {
        let mv = game.read(text).ok()?;
        let mut before = Scene::of(&game);
        before.arrows.clear();
        before.last_move.clear();
        let path: Vec<Square> = mv.path().collect();
        before.arrows.extend(steps(&path));
        scenes.push(before);
        game.play(mv).ok()?;
    }
    scenes.push(Scene::of(&game));
    Some(scenes)
}

/// A position with every legal move as an arrow.
fn choices(variant: Variant, fen: &str) -> Option<Vec<Scene>> {
    let position = Position::from_fen(variant, fen).ok()?;
    let mut scene = Scene::of_position(&position);
    for &mv in &Game::from_position(position).legal_moves() {
        let path: Vec<Square> = mv.path().collect();
        scene.arrows.extend(steps(&path));
    }
    Some(vec![scene])
}

fn diagram(id: &'static str, scenes: Option<Vec<Scene>>) -> Diagram {
    let scenes = scenes.unwrap_or_default();
    Diagram { id, scenes }
}

/// Black in check from a Leto, with the throw that would capture the king.
fn leto_check(variant: Variant) -> Option<Vec<Scene>> {
    let position = Position::from_fen(variant, "6k1/5p2/8/3r4/8/8/L7/6K1 b - - 0 1").ok()?;
    let square = |name| variant.shape().parse(name);
    let scene = Scene::of_position(&position)
        .arrow(square("a2")?, square("c4")?, ArrowKind::Move)
        .arrow(square("d5")?, square("g8")?, ArrowKind::RepulsionCapture);
    Some(vec![scene])
}

/// A move and its effects as arrows on one board.
fn at_a_glance(variant: Variant, fen: &str, mv: &str) -> Option<Vec<Scene>> {
    let mut scenes = story(variant, fen, &[mv])?.into_iter();
    let (mut before, after) = (scenes.next()?, scenes.next()?);
    before.arrows.extend(after.arrows);
    Some(vec![before])
}

fn leto(variant: Variant) -> Vec<Diagram> {
    vec![
        diagram(
            "throw",
            at_a_glance(variant, "6k1/8/4p3/3r4/8/8/L7/6K1 w - - 0 1", "a2c4"),
        ),
        diagram(
            "throw-capture",
            at_a_glance(variant, "6k1/6p1/5p2/4r3/8/8/1L6/7K w - - 0 1", "b2d4"),
        ),
        diagram(
            "throw-promotion",
            story(variant, "6k1/4L3/8/8/4p3/8/4P1K1/8 w - - 0 1", &["e7e5"]),
        ),
        diagram(
            "pull",
            at_a_glance(variant, "6k1/8/8/8/8/2L5/1P6/R5K1 w - - 0 1", "c3e5"),
        ),
        diagram("check", leto_check(variant)),
    ]
}

fn legan(variant: Variant) -> Vec<Diagram> {
    let captures = false;
    let targets = variant.promotion_squares(Color::White).iter();
    let targets = targets.map(|square| Target { square, captures });
    let start = Scene::of_position(&variant.start());
    let start = vec![start.clone(), start.rotation(Rotation::Diagonal)];
    let promotion = vec![Scene::empty(variant).targets(targets)];
    vec![
        diagram("start", Some(start)),
        diagram("promotion", Some(promotion)),
    ]
}

fn toto40(variant: Variant) -> Vec<Diagram> {
    let start = variant.start();
    // The last of these moves, before it is made.
    let last = |moves: &[&str]| -> Option<Vec<Scene>> {
        let scenes = story(variant, &start.fen(), moves)?.into_iter();
        Some(scenes.rev().skip(1).take(1).collect())
    };
    vec![
        diagram("start", Some(vec![Scene::of_position(&start)])),
        diagram("line", last(&["f3f5", "c10c8", "d5d7", "e8e6", "d7c8"])),
        diagram("leaving", last(&["f3f5", "c10c8", "f5f3"])),
    ]
}

fn leap(variant: Variant) -> Vec<Diagram> {
    let mut diagrams = Vec::new();
    let small = variant.shape() == Shape::Cornerless44;
    if small {
        diagrams.push(diagram(
            "castling-king-side",
            story(variant, &variant.start().fen(), &["d1e1"]),
        ));
        let fen = "*nskn*/dpaapd/pppppp/6/6/PPPPPP/DPAAPD/*N1KN* w KQkq - 0 1";
        diagrams.push(diagram(
            "castling-queen-side",
            story(variant, fen, &["d1b1"]),
        ));
    }
    if variant.captures_are_mandatory() {
        let fen = if small {
            "*1k1n*/2p3/3p2/2p3/1P4/4S1/6/*1K1N* w - - 0 1"
        } else {
            "3k4/2p5/3p4/2p5/1P6/4S3/8/3K1N2 w - - 0 1"
        };
        diagrams.push(diagram("mandatory", choices(variant, fen)));
    }
    if variant.chains_captures() {
        let fen = if small {
            "*k2n*/2p3/4p1/6/4p1/6/2S3/*1K1N* w - - 0 1"
        } else {
            "3k4/2p5/4p3/8/4p3/8/2S5/3K1N2 w - - 0 1"
        };
        diagrams.push(diagram("chain", longest_chain(variant, fen)));
    }
    diagrams
}

/// The move with the longest chain of captures, if any.
fn longest_chain(variant: Variant, fen: &str) -> Option<Vec<Scene>> {
    let game = Game::from_position(Position::from_fen(variant, fen).ok()?);
    let moves = game.legal_moves();
    let longest = moves.iter().max_by_key(|mv| mv.path().count())?;
    story(variant, fen, &[&longest.uci(variant.shape()).to_string()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badge_covers_nothing_of_a_diagram() {
        let renderer = Renderer::new();
        for variant in Variant::ALL {
            for diagram in rule_diagrams(variant, Theme::Wood) {
                let still = still(diagram, &renderer, Lang::ENGLISH).expect("drawn");
                assert!(still.has_a_free_corner(), "{variant:?} {}", diagram.id);
            }
        }
    }
}
