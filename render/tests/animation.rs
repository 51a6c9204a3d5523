//! Animations show what the stills show.

mod common;

use std::io::Cursor;
use std::time::Duration;

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, Frame};
use render::{GifOptions, MAX_GIF_PLIES, PlayerBar, Renderer, Scene, Size, ThemeId};
use rules_core::{ByColor, Color, Game, Variant};

fn frames(gif: &[u8]) -> Vec<Frame> {
    let decoder = GifDecoder::new(Cursor::new(gif)).expect("a GIF");
    decoder
        .into_frames()
        .collect_frames()
        .expect("whole frames")
}

/// Plays legal moves, the choice a fixed mixture of all.
fn walk(variant: Variant, plies: usize) -> Game {
    let mut game = Game::new(variant);
    let mut state = 17_usize;
    while game.ply() < plies {
        let moves = game.legal_moves();
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let Some(&mv) = moves.get((state >> 8) % moves.len().max(1)) else {
            break;
        };
        game.play(mv).expect("a legal move");
    }
    game
}

#[test]
fn every_frame_equals_the_still_of_its_position() {
    let renderer = Renderer::new();
    for (variant, theme) in [
        (Variant::LetoKwagga, ThemeId::Wood),
        (Variant::Toto40, ThemeId::Night),
        (Variant::LeapMulti, ThemeId::Contrast),
        (Variant::Legan, ThemeId::Sea),
    ] {
        let game = walk(variant, 40);
        let options = GifOptions {
            theme,
            size: Size::PHONE,
            viewer: Color::Black,
            ..GifOptions::default()
        };
        let shown = frames(&renderer.gif(&game, &options).unwrap());
        assert_eq!(shown.len(), game.ply() + 1, "{variant:?}");
        let mut replay = Game::new(variant);
        for (ply, frame) in shown.iter().enumerate() {
            let still = Scene::of(&replay)
                .seen_by(Color::Black)
                .theme(theme)
                .size(Size::PHONE);
            let still = common::decode(&renderer.png(&still).unwrap());
            let frame: Vec<[u8; 3]> = frame
                .buffer()
                .pixels()
                .map(|p| [p.0[0], p.0[1], p.0[2]])
                .collect();
            let still: Vec<[u8; 3]> = still.pixels().map(|p| p.0).collect();
            assert!(frame == still, "{variant:?} after {ply} half-moves");
            if let Some(&mv) = game.moves().get(ply) {
                replay.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn the_last_position_stays_longer_and_has_the_banner() {
    let game = walk(Variant::Leap, 6);
    let options = GifOptions {
        size: Size::pixels(240),
        delay: Duration::from_millis(500),
        hold: Duration::from_secs(3),
        banner: Some("Drawn by agreement".to_owned()),
        players: Some(ByColor {
            white: PlayerBar::new("Ada"),
            black: PlayerBar::new("Grace"),
        }),
        ..GifOptions::default()
    };
    let shown = frames(&Renderer::new().gif(&game, &options).unwrap());
    let delays: Vec<u32> = shown
        .iter()
        .map(|frame| frame.delay().numer_denom_ms().0)
        .collect();
    assert_eq!(delays, [500, 500, 500, 500, 500, 500, 3000]);
    let bottom = |frame: &Frame| frame.buffer().get_pixel(2, frame.buffer().height() - 2).0;
    assert_ne!(bottom(&shown[0]), bottom(&shown[6]));
}

#[test]
fn a_delay_is_never_too_short_or_too_long_to_be_shown() {
    let game = walk(Variant::Legan, 1);
    let options = GifOptions {
        size: Size::pixels(160),
        delay: Duration::ZERO,
        hold: Duration::MAX,
        ..GifOptions::default()
    };
    let shown = frames(&Renderer::new().gif(&game, &options).unwrap());
    let delays: Vec<u32> = shown
        .iter()
        .map(|frame| frame.delay().numer_denom_ms().0)
        .collect();
    assert_eq!(delays, [100, 10_000]);
}

#[test]
fn an_endless_game_shows_its_end_only() {
    let mut game = Game::new(Variant::Latrunculi);
    while game.ply() < MAX_GIF_PLIES + 40 {
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let mv = game.read(text).unwrap();
            // Repetition ends a game for its players; the board knows how to go on.
            if game.play(mv).is_err() {
                return;
            }
        }
    }
    let options = GifOptions {
        size: Size::pixels(160),
        ..GifOptions::default()
    };
    let gif = Renderer::new().gif(&game, &options).unwrap();
    assert_eq!(frames(&gif).len(), MAX_GIF_PLIES + 1);
    assert!(gif.len() < 2 << 20, "{}", gif.len());
}

/// The same without captures, and without moves that end the game: it goes on for as long as is wanted.
fn walk_in_peace(variant: Variant, plies: usize) -> Game {
    let mut game = Game::new(variant);
    let mut state = 17_usize;
    let pieces = |game: &Game| game.position().pieces().count();
    while game.ply() < plies {
        let all = pieces(&game);
        let goes_on = |mv: &rules_core::Move| {
            let mut next = game.clone();
            next.play(*mv).is_ok() && next.outcome().is_none() && pieces(&next) == all
        };
        let moves: Vec<_> = game.legal_moves().iter().copied().filter(goes_on).collect();
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let Some(&mv) = moves.get((state >> 8) % moves.len().max(1)) else {
            break;
        };
        game.play(mv).expect("a legal move");
    }
    game
}

#[test]
fn the_longest_animation_stays_far_below_what_a_chat_takes() {
    let game = walk_in_peace(Variant::Toto40, MAX_GIF_PLIES + 50);
    assert!(game.ply() > MAX_GIF_PLIES, "{} half-moves", game.ply());
    let gif = Renderer::new().gif(&game, &GifOptions::default()).unwrap();
    // Discord takes 10 MiB.
    assert!(gif.len() < 5 << 20, "{}", gif.len());
}
