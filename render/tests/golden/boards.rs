//! Boards of every shape, theme and orientation.

use pictures::{Rotation, Size, Theme};
use render::Scene;
use rules_core::{Color, Position, Variant};

use crate::compare::assert_golden;
use crate::samples::square;

#[test]
fn every_shape_in_every_theme() {
    for &theme in Theme::ALL {
        for variant in [Variant::Latrunculi, Variant::Leap, Variant::Toto40] {
            let scene = Scene::of_position(&variant.start())
                .theme(theme)
                .size(Size::PHONE);
            assert_golden(&format!("start-{}-{theme}", variant.id()), &scene);
        }
    }
}

#[test]
fn every_start_position() {
    for variant in [
        Variant::Leto,
        Variant::LetoKwagga,
        Variant::Legan,
        Variant::Leap64,
    ] {
        assert_golden(
            &format!("start-{}", variant.id()),
            &Scene::of_position(&variant.start()).size(Size::PHONE),
        );
    }
}

#[test]
fn the_view_turns_with_the_viewer() {
    for variant in [Variant::LetoKwagga, Variant::Leap, Variant::Toto40] {
        let scene = Scene::of_position(&variant.start())
            .viewer(Color::Black)
            .size(Size::PHONE);
        assert_golden(&format!("black-{}", variant.id()), &scene);
    }
}

#[test]
fn boards_turn_by_45_degrees() {
    for variant in [Variant::Legan, Variant::Toto40] {
        for viewer in Color::ALL {
            let name = format!("turned-{}-{}", variant.id(), viewer.name().to_lowercase());
            assert_golden(
                &name,
                &Scene::of_position(&variant.start())
                    .rotation(Rotation::Diagonal)
                    .viewer(viewer),
            );
        }
    }
    let fen = "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1";
    let position = Position::from_fen(Variant::Legan, fen).unwrap();
    let last = [square(Variant::Legan, "e8"), square(Variant::Legan, "e2")];
    let scene = Scene::of_position(&position)
        .rotation(Rotation::Diagonal)
        .last_move(last)
        .size(Size::PHONE);
    assert_golden("turned-check", &scene.select(square(Variant::Legan, "e1")));
}
