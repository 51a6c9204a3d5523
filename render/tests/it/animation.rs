//! Animations show the same as stills.

use std::io::Cursor;
use std::time::Duration;

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, Frame, ImageDecoder};
use pictures::{Animation, BoardPicture, PlayerBar, Size, Theme};
use render::{MAX_GIF_PLIES, Picture, Renderer, Scene};
use rules_core::{ByColor, Color, Game, Move, Variant};
use text::Lang;

use crate::common::decode;

fn frames(gif: &[u8]) -> Vec<Frame> {
    let decoder = GifDecoder::new(Cursor::new(gif)).expect("a GIF");
    assert_eq!(render::dimensions(gif), Some(decoder.dimensions()));
    let frames = decoder.into_frames().collect_frames();
    frames.expect("whole frames")
}

fn gif(animation: &Animation) -> Vec<u8> {
    let file = animation.draw(&Renderer::new(), Lang::ENGLISH);
    file.expect("a picture")
}

fn pixels(frame: &Frame) -> Vec<[u8; 3]> {
    let pixels = frame.buffer().pixels();
    pixels.map(|p| [p.0[0], p.0[1], p.0[2]]).collect()
}

fn still_pixels(scene: &Scene, renderer: &Renderer) -> Vec<[u8; 3]> {
    let file = scene.draw(renderer, Lang::ENGLISH).expect("a picture");
    decode(&file).pixels().map(|p| p.0).collect()
}

/// Milliseconds for which each frame is shown.
fn delays(frames: &[Frame]) -> Vec<u32> {
    let delays = frames.iter().map(Frame::delay);
    delays.map(|delay| delay.numer_denom_ms().0).collect()
}

/// Plays pseudorandom legal moves.
fn walk(variant: Variant, plies: usize) -> Game {
    walk_with(variant, plies, |_, _| true)
}

/// Plays pseudorandom moves that neither capture nor end the game.
fn quiet_walk(variant: Variant, plies: usize) -> Game {
    let pieces = |game: &Game| game.position().pieces().count();
    walk_with(variant, plies, |game, mv| {
        let mut next = game.clone();
        next.play(mv).is_ok() && next.outcome().is_none() && pieces(&next) == pieces(game)
    })
}

/// Plays pseudorandom moves among those that `allows`, until there is none.
fn walk_with(variant: Variant, plies: usize, allows: impl Fn(&Game, Move) -> bool) -> Game {
    let mut game = Game::new(variant);
    let mut state = 17_usize;
    while game.ply() < plies {
        let mut moves = game.legal_moves().to_vec();
        moves.retain(|mv| allows(&game, *mv));
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
            let still = Scene::of(&replay).viewer(Color::Black).theme(theme);
            let same = pixels(frame) == still_pixels(&still.size(Size::PHONE), &renderer);
            assert!(same, "{variant:?} after {ply} half-moves");
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
            players: Some(ByColor::new_with(|_| PlayerBar::new("Ada"))),
            banner: Some("Drawn by agreement".into()),
            ..BoardPicture::new(game)
        },
        plies: 6,
        delay: Duration::from_millis(500),
        hold: Duration::from_secs(3),
    };
    let shown = frames(&gif(&animation));
    assert_eq!(delays(&shown), [500, 500, 500, 500, 500, 500, 3000]);
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
    assert_eq!(delays(&shown), [100, 10_000]);
}

#[test]
fn an_endless_game_shows_its_end() {
    let game = quiet_walk(Variant::Toto40, MAX_GIF_PLIES + 40);
    let gif = gif(&small(game.clone()));
    assert!(gif.len() < 2 << 20, "{}", gif.len());
    let shown = frames(&gif);
    assert_eq!(shown.len(), MAX_GIF_PLIES + 1);
    let end = Scene::of(&game).viewer(Color::White).size(Size::MIN);
    assert!(pixels(&shown[MAX_GIF_PLIES]) == still_pixels(&end, &Renderer::new()));
}

#[test]
fn only_as_many_half_moves_as_wanted_are_shown() {
    let game = walk(Variant::Legan, 9);
    let whole = small(game);
    let end = Animation {
        plies: 4,
        ..whole.clone()
    };
    let [whole, end] = [whole, end].map(|animation| frames(&gif(&animation)));
    assert_eq!((whole.len(), end.len()), (10, 5));
    assert!(pixels(&whole[9]) == pixels(&end[4]));
}

#[test]
fn the_longest_animation_is_far_below_the_limit_of_a_chat() {
    let game = quiet_walk(Variant::Toto40, MAX_GIF_PLIES + 50);
    assert!(game.ply() > MAX_GIF_PLIES, "{} half-moves", game.ply());
    let gif = gif(&Animation::new(BoardPicture::new(game)));
    // Discord's limit is 10 MiB.
    assert!(gif.len() < 5 << 20, "{}", gif.len());
}
