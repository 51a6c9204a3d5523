//! Animations show the same as stills.

mod common;

use std::io::Cursor;
use std::time::Duration;

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, Frame};
use pictures::{Animation, BoardPicture, PlayerBar, Size, Theme};
use render::{MAX_GIF_PLIES, Picture, Renderer, Scene};
use rules_core::{ByColor, Color, Game, Variant};
use text::Lang;

fn frames(gif: &[u8]) -> Vec<Frame> {
    let decoder = GifDecoder::new(Cursor::new(gif)).expect("a GIF");
    decoder
        .into_frames()
        .collect_frames()
        .expect("whole frames")
}

fn gif(animation: &Animation) -> Vec<u8> {
    let file = animation.draw(&Renderer::new(), Lang::ENGLISH);
    file.expect("a picture")
}

/// Plays pseudorandom legal moves.
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
        (Variant::LetoKwagga, Theme::Wood),
        (Variant::Toto40, Theme::Night),
        (Variant::LeapMulti, Theme::Contrast),
        (Variant::Legan, Theme::Sea),
    ] {
        let game = walk(variant, 40);
        let animation = Animation::new(BoardPicture {
            theme,
            size: Size::PHONE,
            viewer: Color::Black,
            ..BoardPicture::new(game.clone())
        });
        let shown = frames(&gif(&animation));
        assert_eq!(shown.len(), game.ply() + 1, "{variant:?}");
        let mut replay = Game::new(variant);
        for (ply, frame) in shown.iter().enumerate() {
            let still = Scene::of(&replay)
                .viewer(Color::Black)
                .theme(theme)
                .size(Size::PHONE);
            let still = common::decode(&still.draw(&renderer, Lang::ENGLISH).unwrap());
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
    let animation = Animation {
        board: BoardPicture {
            size: Size::pixels(240),
            players: Some(ByColor {
                white: PlayerBar::new("Ada"),
                black: PlayerBar::new("Grace"),
            }),
            ..BoardPicture::new(game)
        },
        banner: Some("Drawn by agreement".into()),
        delay: Duration::from_millis(500),
        hold: Duration::from_secs(3),
    };
    let shown = frames(&gif(&animation));
    let delays: Vec<u32> = shown
        .iter()
        .map(|frame| frame.delay().numer_denom_ms().0)
        .collect();
    assert_eq!(delays, [500, 500, 500, 500, 500, 500, 3000]);
    let bottom = |frame: &Frame| frame.buffer().get_pixel(2, frame.buffer().height() - 2).0;
    assert_ne!(bottom(&shown[0]), bottom(&shown[6]));
}

/// An animation of the smallest size.
fn small(game: Game) -> Animation {
    Animation::new(BoardPicture {
        size: Size::MIN,
        ..BoardPicture::new(game)
    })
}

#[test]
fn a_delay_is_never_too_short_or_too_long_to_be_shown() {
    let game = walk(Variant::Legan, 1);
    let animation = Animation {
        delay: Duration::ZERO,
        hold: Duration::MAX,
        ..small(game)
    };
    let shown = frames(&gif(&animation));
    let delays: Vec<u32> = shown
        .iter()
        .map(|frame| frame.delay().numer_denom_ms().0)
        .collect();
    assert_eq!(delays, [100, 10_000]);
}

#[test]
fn of_an_endless_game_the_end_is_shown() {
    let mut game = Game::new(Variant::Latrunculi);
    while game.ply() < MAX_GIF_PLIES + 40 {
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let mv = game.read(text).unwrap();
            // Repetition ends a game for its players, but the rules allow more moves.
            if game.play(mv).is_err() {
                return;
            }
        }
    }
    let gif = gif(&small(game));
    assert_eq!(frames(&gif).len(), MAX_GIF_PLIES + 1);
    assert!(gif.len() < 2 << 20, "{}", gif.len());
}

/// Plays pseudorandom moves that neither capture nor end the game.
fn walk_in_peace(variant: Variant, plies: usize) -> Game {
    let mut game = Game::new(variant);
    let mut state = 17_usize;
    let pieces = |game: &Game| game.position().pieces().count();
    while game.ply() < plies {
        let all = pieces(&game);
        let continues = |mv: &rules_core::Move| {
            let mut next = game.clone();
            next.play(*mv).is_ok() && next.outcome().is_none() && pieces(&next) == all
        };
        let moves: Vec<_> = game
            .legal_moves()
            .iter()
            .copied()
            .filter(continues)
            .collect();
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let Some(&mv) = moves.get((state >> 8) % moves.len().max(1)) else {
            break;
        };
        game.play(mv).expect("a legal move");
    }
    game
}

#[test]
fn the_longest_animation_is_far_below_the_limit_of_a_chat() {
    let game = walk_in_peace(Variant::Toto40, MAX_GIF_PLIES + 50);
    assert!(game.ply() > MAX_GIF_PLIES, "{} half-moves", game.ply());
    let gif = gif(&Animation::new(BoardPicture::new(game)));
    // Discord's limit is 10 MiB.
    assert!(gif.len() < 5 << 20, "{}", gif.len());
}
