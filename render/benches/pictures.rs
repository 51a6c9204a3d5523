//! How long pictures take and how large they are, over the positions of a 60-move game.
//!
//! `cargo bench -p render` prints time per picture and a table of bytes. The floor of any renderer that makes a whole
//! picture in memory is `copying a picture`.

use divan::{Bencher, black_box};
use render::{GifOptions, Renderer, Scene, Size, ThemeId};
use rules_core::{Color, Game, Variant};

fn main() {
    sizes();
    divan::main();
}

fn game() -> Game {
    let moves = include_str!("../tests/data/latrunculi-60-moves.txt");
    Game::replay(Variant::Latrunculi, None, moves.split_whitespace()).expect("a legal game")
}

/// Every position of the game, seen by White.
fn scenes() -> Vec<Scene> {
    let whole = game();
    let mut game = Game::new(whole.variant());
    let mut scenes = vec![Scene::of(&game)];
    for &mv in whole.moves() {
        game.play(mv).expect("a legal move");
        scenes.push(Scene::of(&game));
    }
    scenes
        .into_iter()
        .map(|scene| scene.seen_by(Color::White))
        .collect()
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn sizes() {
    let renderer = Renderer::new();
    let scenes = scenes();
    for theme in ThemeId::ALL {
        let stills: usize = scenes
            .iter()
            .map(|scene| {
                renderer
                    .png(&scene.clone().theme(theme))
                    .expect("a picture")
                    .len()
            })
            .sum();
        let options = GifOptions {
            theme,
            ..GifOptions::default()
        };
        let gif = renderer.gif(&game(), &options).expect("a picture").len();
        println!(
            "{theme:9} still {:6} bytes on average, 60 moves {gif:7} bytes",
            stills / scenes.len()
        );
    }
}

/// One still of 720 pixels, everything prepared; the mean over the game.
#[divan::bench]
fn still(bencher: Bencher<'_, '_>) {
    let (renderer, scenes) = (Renderer::new(), scenes());
    let mut turn = (0..scenes.len()).cycle();
    for scene in &scenes {
        renderer.png(scene).expect("a picture");
    }
    bencher.bench_local(move || {
        let scene = &scenes[turn.next().unwrap_or(0)];
        renderer.png(black_box(scene)).expect("a picture")
    });
}

/// The same for phones.
#[divan::bench]
fn still_for_phones(bencher: Bencher<'_, '_>) {
    let renderer = Renderer::new();
    let scenes: Vec<Scene> = scenes()
        .into_iter()
        .map(|scene| scene.size(Size::PHONE))
        .collect();
    let mut turn = (0..scenes.len()).cycle();
    for scene in &scenes {
        renderer.png(scene).expect("a picture");
    }
    bencher.bench_local(move || {
        renderer
            .png(black_box(&scenes[turn.next().unwrap_or(0)]))
            .expect("a picture")
    });
}

/// The whole game as an animation of 720 pixels.
#[divan::bench(sample_count = 20)]
fn animation_of_60_moves(bencher: Bencher<'_, '_>) {
    let (renderer, game, options) = (Renderer::new(), game(), GifOptions::default());
    bencher.bench_local(move || renderer.gif(black_box(&game), &options).expect("a picture"));
}

/// A fresh renderer's first picture in each theme: fonts, palette, pieces.
#[divan::bench(args = ThemeId::ALL, sample_count = 20)]
fn first_picture(bencher: Bencher<'_, '_>, theme: ThemeId) {
    let scene = Scene::of_position(&Variant::Latrunculi.start()).theme(theme);
    bencher.bench_local(move || Renderer::new().png(black_box(&scene)).expect("a picture"));
}

/// What it takes to copy one byte for each pixel: the floor.
#[divan::bench]
fn copying_a_picture(bencher: Bencher<'_, '_>) {
    let picture = vec![7_u8; 720 * 720];
    bencher.bench_local(move || black_box(&picture).clone());
}
