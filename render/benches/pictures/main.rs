//! Time and size of pictures over the positions of a 60-move game.
//!
//! `cargo bench -p render` prints user CPU time and bytes of one picture, for composing and encoding. With
//! `LILA_GIF=/path/to/lila-gif` (lichess's program, built from its repository), that program is measured in the same run,
//! in turns. Wall-clock times of each kind of picture follow.

mod cpu;
mod lila_gif;

use std::error::Error;
use std::path::PathBuf;

use divan::{Bencher, black_box};
use lila_gif::LilaGif;
use pictures::{Animation, BoardPicture, PlayerBar, Rotation, Size, Theme};
use render::{Picture, RenderError, Renderer, Scene, Still};
use rules_core::{ByColor, Color, Game, Move, Variant};
use text::Lang;

/// How many times each program is measured; medians are printed.
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    // Memory and start-up are measured before anything else is drawn.
    themes()?;
    stills()?;
    divan::main();
    Ok(())
}

fn game() -> Game {
    let moves = include_str!("../../tests/data/latrunculi-60-moves.txt");
    Game::replay(Variant::Latrunculi, None, moves.split_whitespace()).expect("a legal game")
}

fn png(renderer: &Renderer, picture: &impl Picture) -> Result<Vec<u8>, RenderError> {
    picture.draw(renderer, Lang::ENGLISH)
}

fn animation() -> Animation {
    Animation::new(BoardPicture::new(game()))
}

/// Every position of the game, White at the bottom.
fn scenes() -> Vec<Scene> {
    let whole = game();
    let scene = |game: &Game| Scene::of(game).viewer(Color::White);
    let mut game = Game::new(whole.variant());
    let mut scenes = vec![scene(&game)];
    for &mv in whole.moves() {
        game.play(mv).expect("a legal move");
        scenes.push(scene(&game));
    }
    scenes
}

/// The positions of a game of 40 half-moves that captures, as they are posted.
fn posted(variant: Variant) -> Vec<Scene> {
    let bar = |name: &str| PlayerBar::new(name).rating("1500?").clock("4:05");
    let mut game = Game::new(variant);
    let mut scenes = Vec::new();
    while game.ply() < 40 {
        let goes_on = |mv: &Move| {
            let mut next = game.clone();
            next.play(*mv).is_ok() && next.outcome().is_none()
        };
        let mut moves: Vec<Move> = game.legal_moves().iter().copied().collect();
        moves.retain(goes_on);
        let captures = |mv: &Move| !game.position().describe(*mv).captures.is_empty();
        let mut all = moves.iter().copied();
        let capture = all.find(|mv| game.ply() % 5 == 4 && captures(mv));
        let mv = capture.unwrap_or_else(|| moves[game.ply() * 7 % moves.len()]);
        game.play(mv).expect("a legal move");
        let players = ByColor::new_with(|color: Color| bar(color.name()));
        scenes.push(Scene::of(&game).viewer(Color::White).players(players));
    }
    scenes
}

/// Prints the time of a theme's first picture, and the memory of all themes.
#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn themes() -> Result<(), Box<dyn Error>> {
    let resident = || cpu::resident_mb(std::process::id());
    let before = resident();
    let renderer = Renderer::new();
    for &theme in Theme::ALL {
        for variant in Variant::ALL {
            let scene = Scene::of_position(&variant.start()).theme(theme);
            black_box(png(&renderer, &scene)?);
            black_box(png(&renderer, &scene.rotation(Rotation::Diagonal))?);
        }
        for scene in scenes() {
            black_box(png(&renderer, &scene.theme(theme))?);
        }
    }
    match (before, resident()) {
        (Some(before), Some(after)) => println!(
            "all themes, all boards: {:.1} MB more than before ({after:.1} MB with the program)",
            after - before
        ),
        _ => println!("memory: not measured, this system does not tell"),
    }
    for &theme in Theme::ALL {
        let scene = Scene::of_position(&Variant::Latrunculi.start()).theme(theme);
        let ms = cpu::per_call(|| drop(black_box(png(&Renderer::new(), &scene))));
        let ms = ms.map_or_else(|| "not measured".to_owned(), |ms| format!("{ms:.1} ms"));
        println!("first picture of a fresh renderer in {theme:9} {ms}, user CPU time");
    }
    Ok(())
}

/// Prints the tables of time and bytes.
#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn stills() -> Result<(), Box<dyn Error>> {
    let (game, scenes, renderer) = (game(), scenes(), Renderer::new());
    let still = |scene: &Scene| renderer.still(scene, Lang::ENGLISH);
    let stills: Vec<Still> = scenes.iter().map(still).collect();
    let posted = [Variant::Latrunculi, Variant::Toto40].map(posted);
    let animation = animation();
    let animation_bytes = png(&renderer, &animation)?.len();
    let other = std::env::var_os("LILA_GIF").map(PathBuf::from);
    let other = other
        .map(|program| LilaGif::start(&program, &game))
        .transpose()?;

    let mut ours = Results::default();
    let mut theirs = Results::default();
    for _ in 0..ROUNDS {
        let board = |scene: &Scene| png(&renderer, scene).map(|file| file.len());
        ours.round("still, compose and encode", each(&scenes, board)?);
        ours.round(
            "  compose",
            each(&scenes, |scene| {
                black_box(renderer.still(scene, Lang::ENGLISH));
                Ok::<_, RenderError>(0)
            })?,
        );
        ours.round(
            "  encode",
            each(&stills, |still| still.png().map(|file| file.len()))?,
        );
        ours.round("Latrunculi with players", each(&posted[0], board)?);
        ours.round("Toto40 with players", each(&posted[1], board)?);
        let ms = cpu::per_call(|| drop(black_box(png(&renderer, &animation))));
        ours.round("animation of 60 moves", (ms, animation_bytes));
        if let Some(other) = &other {
            let (ms, bytes) = other.stills(4)?;
            theirs.round("still, compose and encode", (Some(ms), bytes));
            let (ms, bytes) = other.animation(10)?;
            theirs.round("animation of 60 moves", (Some(ms), bytes));
        }
    }
    println!(
        "\n{:36} {:>10} {:>9}  user CPU time, medians of {ROUNDS} rounds",
        "720 pixels, wood", "ms", "bytes"
    );
    ours.print("Delos");
    theirs.print("lila-gif");
    match &other {
        Some(other) => {
            for name in ["still, compose and encode", "animation of 60 moves"] {
                let ((our_ms, our_bytes), (ms, bytes)) = (ours.median(name), theirs.median(name));
                println!(
                    "{name}: {:.3} of lila-gif's time, {:.2} of its bytes",
                    our_ms / ms,
                    our_bytes / bytes
                );
            }
            println!(
                "lila-gif holds {:.0} MB",
                other.resident_mb().unwrap_or(f64::NAN)
            );
        }
        None => println!("lila-gif was not measured: LILA_GIF does not name its program"),
    }
    Ok(())
}

/// Mean time in milliseconds, where the system tells it, and mean number of bytes.
type Cost = (Option<f64>, usize);

fn each<T, E>(things: &[T], work: impl Fn(&T) -> Result<usize, E>) -> Result<Cost, E> {
    let mut bytes = 0;
    for thing in things {
        bytes += work(thing)?;
    }
    let mut turn = (0..things.len()).cycle();
    let ms = cpu::per_call(|| {
        let thing = turn.next().and_then(|place| things.get(place));
        let _known_to_work = thing.map(|thing| black_box(work(thing)));
    });
    Ok((ms, bytes / things.len()))
}

/// Measurements by name, in order.
#[derive(Default)]
struct Results {
    rows: Vec<(&'static str, Vec<f64>, usize)>,
}

impl Results {
    fn round(&mut self, name: &'static str, (ms, bytes): Cost) {
        let ms = ms.unwrap_or(f64::NAN);
        match self.rows.iter_mut().find(|row| row.0 == name) {
            Some(row) => row.1.push(ms),
            None => self.rows.push((name, vec![ms], bytes)),
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a picture has far fewer bytes than 2^52"
    )]
    fn median(&self, name: &str) -> (f64, f64) {
        let row = self.rows.iter().find(|row| row.0 == name);
        row.map_or((f64::NAN, f64::NAN), |(_, ms, bytes)| {
            (cpu::median(ms.clone()), *bytes as f64)
        })
    }

    #[expect(clippy::print_stdout, reason = "a benchmark prints")]
    fn print(&self, who: &str) {
        for (name, ms, bytes) in &self.rows {
            println!(
                "{who:9}{name:36} {:10.4} {bytes:9}",
                cpu::median(ms.clone())
            );
        }
    }
}

/// A still of 720 pixels with everything cached: the mean over the game.
#[divan::bench]
fn still(bencher: Bencher<'_, '_>) {
    bench_stills(bencher, scenes());
}

/// A still of 480 pixels.
#[divan::bench]
fn still_for_phones(bencher: Bencher<'_, '_>) {
    let scenes = scenes().into_iter().map(|scene| scene.size(Size::PHONE));
    bench_stills(bencher, scenes.collect());
}

fn bench_stills(bencher: Bencher<'_, '_>, scenes: Vec<Scene>) {
    let renderer = Renderer::new();
    let mut turn = (0..scenes.len()).cycle();
    for scene in &scenes {
        png(&renderer, scene).expect("a picture");
    }
    bencher.bench_local(move || {
        let scene = &scenes[turn.next().unwrap_or(0)];
        png(&renderer, black_box(scene)).expect("a picture")
    });
}

/// The whole game as an animation of 720 pixels.
#[divan::bench(sample_count = 20)]
fn animation_of_60_moves(bencher: Bencher<'_, '_>) {
    let (renderer, animation) = (Renderer::new(), animation());
    bencher.bench_local(move || png(&renderer, black_box(&animation)).expect("a picture"));
}

/// A new renderer's first picture in each theme: palette, pieces, labels.
#[divan::bench(args = Theme::ALL, sample_count = 20)]
fn first_picture(bencher: Bencher<'_, '_>, theme: Theme) {
    let scene = Scene::of_position(&Variant::Latrunculi.start()).theme(theme);
    bencher.bench_local(move || png(&Renderer::new(), black_box(&scene)).expect("a picture"));
}
