//! Boards of every shape, theme and orientation, and diagrams of rules.

use pictures::{PieceIcon, PlayerBar, Rotation, Size, Theme};
use render::{ArrowKind, Scene, rule_diagrams};
use rules_core::{ByColor, Color, Position, Variant};

use super::compare::assert_golden;
use super::samples::{replay, square};

fn small_start(variant: Variant) -> Scene {
    Scene::of_position(&variant.start()).size(Size::PHONE)
}

#[test]
fn every_shape_in_every_theme() {
    for &theme in Theme::ALL {
        for variant in [Variant::Latrunculi, Variant::Leap, Variant::Toto40] {
            let name = format!("start-{}-{theme}", variant.id());
            assert_golden(&name, &small_start(variant).theme(theme));
        }
    }
}

#[test]
fn every_start_position() {
    use Variant::{Leap64, Legan, Leto, LetoKwagga};
    for variant in [Leto, LetoKwagga, Legan, Leap64] {
        assert_golden(&format!("start-{}", variant.id()), &small_start(variant));
    }
}

#[test]
fn the_view_turns_with_the_viewer() {
    for variant in [Variant::LetoKwagga, Variant::Leap, Variant::Toto40] {
        let scene = small_start(variant).viewer(Color::Black);
        assert_golden(&format!("black-{}", variant.id()), &scene);
    }
}

#[test]
fn boards_turn_by_45_degrees() {
    for viewer in Color::ALL {
        let side = viewer.name().to_lowercase();
        for (name, variant, rotation) in [
            ("turned-legan", Variant::Legan, Rotation::Diagonal),
            ("turned-toto40", Variant::Toto40, Rotation::Diagonal),
            ("upright-toto40", Variant::Toto40, Rotation::Upright),
        ] {
            let scene = Scene::of_position(&variant.start()).rotation(rotation);
            assert_golden(&format!("{name}-{side}"), &scene.viewer(viewer));
        }
    }
    let fen = "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1";
    let position = Position::from_fen(Variant::Legan, fen).unwrap();
    let [from, to, king] = ["e8", "e2", "e1"].map(|name| square(Variant::Legan, name));
    let scene = Scene::of_position(&position).rotation(Rotation::Diagonal);
    let mut scene = scene.size(Size::PHONE).select(king);
    scene.last_move = vec![from, to];
    assert_golden("turned-check", &scene);
    let game = replay(Variant::Toto40, "f3f5 c10c8 d5d7 e8e6 d7c8 e6d7");
    let at = |name| square(Variant::Toto40, name);
    let bar = |name: &str| PlayerBar::new(name).rating("1500?").clock("4:05");
    for rotation in [Rotation::Diagonal, Rotation::Upright] {
        let mut scene = Scene::of(&game)
            .rotation(rotation)
            .viewer(Color::White)
            .players(ByColor::new_with(|color: Color| bar(color.name())))
            .arrow(at("c8"), at("d7"), ArrowKind::Move)
            .select(at("e4"))
            .banner("White won");
        scene.check = Some(at("c6"));
        let name = format!("{}-toto40-marks", rotation.code());
        assert_golden(&name, &scene);
    }
}

#[test]
fn red_pieces_on_both_boards_and_in_check() {
    let fen = "3k4/8/8/3d4/8/3K4/3S4/8 w - - 0 1";
    let position = Position::from_fen(Variant::Leap64, fen).unwrap();
    for &theme in Theme::ALL {
        let scene = Scene::of_position(&position).theme(theme);
        assert_golden(&format!("red-check-{theme}"), &scene.size(Size::PHONE));
    }
}

#[test]
fn pieces_without_a_board() {
    let icons = PieceIcon::all();
    assert_eq!(icons.len(), 31);
    for name in "white_leto black_knight black_crowned_rook red_sail".split(' ') {
        let icon = icons.iter().find(|icon| icon.name() == name);
        assert_golden(&format!("icon-{name}"), icon.expect("a piece"));
    }
}

#[test]
fn every_diagram_of_the_rules() {
    use Variant::{Latrunculi, Leap64, LeapMulti, Legan, Leto, LetoKwagga, Toto40};
    for variant in [
        LetoKwagga, Leto, Legan, Toto40, LeapMulti, Leap64, Latrunculi,
    ] {
        for diagram in rule_diagrams(variant, Theme::Wood) {
            let name = format!("rules-{}-{}", variant.id(), diagram.id);
            assert_golden(&name, &diagram);
        }
    }
}
