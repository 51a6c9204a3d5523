//! Marks, arrows, bars and banners on boards.

use pictures::{BoardPicture, PlayerBar, Size, Theme};
use render::{ArrowKind, Scene, Target};
use rules_core::{ByColor, Color, Position, Role, Variant};

use super::compare::assert_golden;
use super::samples::{after, replay, square};

#[test]
fn every_mark_in_every_theme() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/6PP/5P2/PPPPP3/RNBQKBNR b KQkq - 0 1";
    let position = Position::from_fen(Variant::Latrunculi, fen).unwrap();
    let at = |name| square(Variant::Latrunculi, name);
    let target = |name, captures| Target {
        square: at(name),
        captures,
    };
    for &theme in Theme::ALL {
        let mut scene = Scene::of_position(&position)
            .viewer(Color::White)
            .theme(theme)
            .arrow(at("d8"), at("h4"), ArrowKind::Move)
            .arrow(at("g8"), at("f6"), ArrowKind::Repulsion)
            .arrow(at("b8"), at("c6"), ArrowKind::Kidnapping)
            .arrow(at("e5"), at("e2"), ArrowKind::RepulsionCapture)
            .arrow(at("a8"), at("a5"), ArrowKind::Threat)
            .arrow(at("d1"), at("f3"), ArrowKind::Threat)
            .targets([
                target("a4", false),
                target("b5", false),
                target("b7", true),
                target("g4", true),
            ])
            .players(ByColor {
                white: PlayerBar::new("Grandmother").rating("1734").clock("4:05"),
                black: PlayerBar::new("Łukasz Żółw").rating("2011").clock("12 h"),
            })
            .banner("White wins by checkmate");
        scene.last_move = vec![at("g2"), at("g4")];
        scene.check = Some(at("e1"));
        scene.captured.white = vec![Role::Pawn, Role::Queen, Role::Pawn, Role::Knight];
        scene.captured.black = vec![Role::Bishop, Role::Rook];
        assert_golden(&format!("marks-{theme}"), &scene);
    }
}

#[test]
fn marks_on_the_staircase_in_every_theme() {
    let game = replay(Variant::Toto40, "f3f5 c10c8 d5d7");
    for &theme in Theme::ALL {
        let scene = Scene::of(&game).theme(theme).size(Size::PHONE);
        let scene = scene.select(square(Variant::Toto40, "c8"));
        assert_golden(&format!("marks-toto40-{theme}"), &scene);
    }
}

#[test]
fn the_bars_tell_captures_and_who_is_ahead() {
    let moves = "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 d1e2 e5e2 f1e2";
    let mut game = replay(Variant::Latrunculi, moves);
    for mv in ["b8c6", "e2b5", "c8d7", "b5c6", "d7c6"] {
        if let Ok(mv) = game.read(mv) {
            game.play(mv).unwrap();
        }
    }
    let bar = |name: &str, clock: &str| PlayerBar::new(name).rating("1500?").clock(clock);
    let players = ByColor {
        white: bar("Ada Lovelace", "29 d 23 h"),
        black: bar("A player whose name is much too long for a bar", "1:04:05"),
    };
    for (name, size) in [("bars", Size::DESKTOP), ("bars-smallest", Size::pixels(0))] {
        let scene = Scene::of(&game)
            .viewer(Color::White)
            .players(players.clone());
        let rook = square(Variant::Latrunculi, "a8");
        assert_golden(name, &scene.put(rook, None).size(size));
    }
}

#[test]
fn a_selected_piece_shows_where_it_may_go() {
    let game = replay(Variant::Latrunculi, "e2e4 d7d5");
    for (name, at) in [("selected-pawn", "e4"), ("selected-bishop", "f1")] {
        let scene = Scene::of(&game).select(square(Variant::Latrunculi, at));
        assert_golden(name, &scene.size(Size::PHONE));
    }
}

#[test]
fn throws_and_pulls_of_a_leto_are_drawn() {
    for (name, placement, mv) in [
        ("leto-repulsion", "6k1/8/4p3/3r4/8/8/L7/6K1", "a2c4"),
        ("leto-capture", "6k1/6p1/5p2/4r3/8/8/1L6/7K", "b2d4"),
        ("leto-kidnapping", "6k1/8/8/8/8/2L5/1P6/R5K1", "c3e5"),
    ] {
        let game = after(Variant::Leto, &format!("{placement} w - - 0 1"), mv);
        let scene = Scene::of(&game).viewer(Color::White);
        assert_golden(name, &scene.size(Size::PHONE));
    }
}

#[test]
fn a_letos_check_shows_the_throw_that_it_threatens() {
    let pulls = "r2qk2r/ppp1p1pp/8/3pn3/3P4/8/PPPL1PPP/RN1QK1NR w KQkq - 0 1";
    let throws = "r2qk2r/pppp2pp/4n3/4p3/8/8/PPPPLPPP/RN1Q2K1 w kq - 0 1";
    for (name, fen, mv) in [
        ("leto-check", pulls, "d2e2"),
        ("leto-check-after-throw", throws, "e2e4"),
    ] {
        let game = after(Variant::Leto, fen, mv);
        assert!(game.position().is_check());
        let scene = Scene::of(&game).viewer(Color::White);
        assert_golden(name, &scene.size(Size::PHONE));
    }
}

#[test]
fn a_chain_of_captures_shows_its_path() {
    let fen = "*k2n*/2p3/4p1/6/4p1/6/2S3/*1K1N* w - - 0 1";
    let game = after(Variant::LeapMulti, fen, "c2e4e6e8");
    assert_golden("leap-chain", &Scene::of(&game).size(Size::PHONE));
}

#[test]
fn mate_has_a_sign_of_its_own() {
    let fen = "k7/7Q/1K6/8/8/8/8/8 w - - 0 1";
    let game = after(Variant::Latrunculi, fen, "h7b7");
    assert_golden("mate", &Scene::of(&game).size(Size::PHONE));
}

#[test]
fn a_reply_is_an_arrow() {
    let game = replay(Variant::Toto40, "d5d7 f7e6");
    let picture = BoardPicture {
        next: game.read("d7e6").ok(),
        size: Size::PHONE,
        viewer: Color::Black,
        ..BoardPicture::new(game)
    };
    assert_golden("reply", &Scene::from(&picture));
}
