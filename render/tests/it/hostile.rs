//! Names that users choose stay inside their boxes.

use std::ops::Range;

use image::RgbImage;
use pictures::{
    Bracket, BracketRound, BracketSide, Crosstable, CrosstableRow, Curve, CurvePoint, Graph,
    PairedPlayer, PairingLine, Pairings, PlayerBar, Podium, PodiumPlace, Rotation, Series, Size,
    Table, TableRow, Theme,
};
use render::{Picture, Renderer, Scene};
use rules_core::{ByColor, Color, Position, Role, Variant};
use text::Lang;

use crate::common::decode;

/// Texts that have broken programs: very long, right-to-left, emoji, invisible, with piles of accents, empty.
fn texts() -> Vec<String> {
    vec![
        "W".repeat(10_000),
        "שלום עולם".repeat(500),
        "مرحبا بالعالم".to_owned(),
        "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪".repeat(300),
        "a\u{200B}\u{200D}\u{FEFF}b\u{202E}c\u{2066}".repeat(400),
        format!("Z{}", "\u{0351}\u{0310}\u{0316}".repeat(2_000)),
        "\u{0}\u{1}\n\r\t\u{7F}\u{85}\u{2028}".repeat(100),
        "漢字かな交じり文".repeat(100),
        "\u{10FFFF}\u{E000}\u{FFFD}".to_owned(),
        "     ".to_owned(),
        String::new(),
        "ﷺ﷽".repeat(100),
    ]
}

fn scene(name: &str) -> Scene {
    let bar = |name: &str| PlayerBar::new(name).rating(name).clock("0:01");
    let mut scene = Scene::of_position(&Variant::Latrunculi.start())
        .size(Size::PHONE)
        .players(ByColor {
            white: bar(name),
            black: bar("plain"),
        });
    scene.captured.white = vec![Role::Pawn; 30];
    scene
}

fn drawn(picture: &impl Picture) -> RgbImage {
    let file = picture.draw(&Renderer::new(), Lang::ENGLISH);
    decode(&file.expect("a picture"))
}

/// The picture of something whose description is short enough.
fn described(picture: &impl Picture) -> RgbImage {
    let words = picture.alt_text(Lang::ENGLISH);
    assert!(words.chars().count() <= 1024, "{words}");
    drawn(picture)
}

/// Asserts that a picture is at most this large, and described.
fn assert_bounded(picture: &impl Picture, width: u32, height: u32) {
    let found = described(picture).dimensions();
    assert!(found.0 <= width && found.1 <= height, "{found:?}");
}

fn start(text: &str) -> String {
    text.chars().take(8).collect()
}

#[test]
fn a_name_changes_nothing_outside_its_bar() {
    let plain = drawn(&scene("plain"));
    // The lower bar is 42 pixels high at this size, and its clock takes the right end.
    let (width, height) = plain.dimensions();
    let bar_top = height - 42;
    let clock_left = width - 84;
    for text in texts() {
        let picture = drawn(&scene(&text));
        assert_eq!(picture.dimensions(), plain.dimensions());
        let mut shown = 0;
        for (x, y, pixel) in picture.enumerate_pixels() {
            let inside = y >= bar_top && x < clock_left;
            let is_kept = inside || pixel == plain.get_pixel(x, y);
            assert!(is_kept, "{:?} reached {x},{y}", start(&text));
            shown += usize::from(inside && pixel != picture.get_pixel(0, height - 1));
        }
        assert!(shown > 200, "no bar is left with {:?}", start(&text));
    }
}

#[test]
fn the_fullest_bar_keeps_its_parts_apart_at_the_smallest_size() {
    // White is far ahead and has captured more than there is room for.
    let fen = "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1";
    let position = Position::from_fen(Variant::Latrunculi, fen).unwrap();
    let scene = |name: &str, clock: &str, taken: usize| {
        let white = PlayerBar::new(name).rating("2745?").clock(clock);
        let black = PlayerBar::new("plain");
        let mut scene = Scene::of_position(&position)
            .viewer(Color::White)
            .size(Size::pixels(0))
            .players(ByColor { white, black });
        scene.captured.white = vec![Role::Queen; taken];
        drawn(&scene)
    };
    let longest = "29 d 23 h";
    // Nothing but the clock differs between these, and clocks end at the right.
    let clocks = differences(&scene("A", longest, 0), &scene("A", "9", 0));
    let clock_left = clocks.iter().map(|(x, _)| *x).min().unwrap();
    let plain = scene("A", longest, 40);
    let bar_top = plain.height() - 14;
    assert!((80..150).contains(&clock_left), "{clock_left}");
    for text in texts() {
        let full = scene(&text, longest, 40);
        for (x, y) in differences(&full, &plain) {
            let inside = y >= bar_top && x < clock_left;
            assert!(inside, "{:?} reached {x},{y}", start(&text));
        }
        for (x, y) in differences(&full, &scene(&text, &text, 40)) {
            assert!(y >= bar_top, "the clock {:?} reached {x},{y}", start(&text));
        }
    }
}

#[test]
fn the_bar_of_the_side_that_is_ahead_says_by_how_much() {
    let bars = |start: &str| {
        let fen = format!("{start} w - - 0 1");
        let position = Position::from_fen(Variant::Legan, &fen).unwrap();
        let scene = between_players(&position).viewer(Color::White);
        drawn(&scene.size(Size::PHONE))
    };
    let even = bars("4k3/8/8/8/8/8/8/4K3");
    for (placement, expected) in [
        ("4k3/8/8/8/8/8/8/R3K3", [false, true]),
        ("4k2r/8/8/8/8/8/8/4K3", [true, false]),
        ("4k2r/8/8/8/8/8/8/R3K3", [false, false]),
    ] {
        let changed = differences(&even, &bars(placement));
        let top = changed.iter().any(|(_, y)| *y < 26);
        let bottom = changed.iter().any(|(_, y)| *y >= even.height() - 26);
        assert_eq!([top, bottom], expected, "{placement}");
    }
}

#[test]
fn the_side_replaces_a_name_that_cannot_be_shown() {
    let named = |name: &str| {
        let players = ByColor {
            white: PlayerBar::new(name),
            black: PlayerBar::new("plain"),
        };
        let scene = Scene::of_position(&Variant::Leap.start()).players(players);
        drawn(&scene.size(Size::PHONE))
    };
    assert_eq!(named("\u{200B}\u{202E}"), named("Red"));
    assert_eq!(named("👻"), named("Red"));
    assert_ne!(named("Ada"), named("Red"));
}

#[test]
fn a_banner_keeps_the_size_of_the_picture() {
    let base = Scene::of_position(&Variant::Toto40.start()).size(Size::PHONE);
    let expected = drawn(&base.clone().banner("x")).dimensions();
    for text in texts() {
        assert_eq!(drawn(&base.clone().banner(text)).dimensions(), expected);
    }
}

#[test]
fn tables_are_bounded_with_any_text() {
    for text in texts() {
        let row = CrosstableRow {
            rank: text.clone(),
            name: text.clone(),
            results: vec![text.clone(); 300],
            score: text.clone(),
            tie_break: text.clone(),
        };
        let table = Crosstable {
            title: text.clone().into(),
            columns: vec![text.clone(); 300],
            rows: vec![row; 300],
            theme: Theme::Sea,
        };
        assert_bounded(&table, 1500, 1300);

        let side = BracketSide::Player {
            name: text.clone().into(),
            score: text.clone(),
            won: true,
        };
        let round = BracketRound {
            title: text.clone().into(),
            matches: vec![[side.clone(), side]; 200],
        };
        let bracket = Bracket {
            title: text.clone().into(),
            rounds: vec![round; 40],
            theme: Theme::Sea,
        };
        assert_bounded(&bracket, 1600, 2800);

        let graph = Graph {
            title: text.into(),
            start: Variant::Leap.start(),
            expectations: vec![u16::MAX; 100_000],
            marked: (0..100_000).step_by(997).collect(),
            theme: Theme::Sea,
        };
        assert_eq!(described(&graph).dimensions(), (720, 360));
    }
}

/// The pixels in which two pictures of one size differ.
fn differences(a: &RgbImage, b: &RgbImage) -> Vec<(u32, u32)> {
    assert_eq!(a.dimensions(), b.dimensions());
    let pixels = a.enumerate_pixels();
    let different = pixels.filter(|(x, y, pixel)| *pixel != b.get_pixel(*x, *y));
    different.map(|(x, y, _)| (x, y)).collect()
}

/// Asserts that any text changes nothing outside of these columns and rows of pixels.
fn assert_inside(picture: impl Fn(&str) -> RgbImage, columns: &Range<u32>, rows: &Range<u32>) {
    let plain = picture("");
    for text in texts() {
        for (x, y) in differences(&plain, &picture(&text)) {
            let inside = columns.contains(&x) && rows.contains(&y);
            assert!(inside, "{:?} reached {x},{y}", start(&text));
        }
    }
}

#[test]
fn a_name_in_a_leaderboard_stays_in_its_cell() {
    let picture = |name: &str| {
        let row = |name: &str| TableRow {
            rank: "1".to_owned(),
            name: name.into(),
            cells: vec!["1500".to_owned()],
            marked: false,
            ..TableRow::default()
        };
        drawn(&Table {
            title: "t".into(),
            columns: vec!["Rating".into()],
            rows: vec![row("plain"), row(name), row("plain")],
            theme: Theme::Wood,
        })
    };
    assert_inside(picture, &(72..72 + 270), &(138..138 + 36));
}

#[test]
fn a_name_on_a_podium_stays_above_its_step() {
    let picture = |name: &str| {
        let place = |rank, name: &str| PodiumPlace {
            rank,
            name: name.to_owned(),
            points: name.into(),
        };
        drawn(&Podium {
            title: "t".into(),
            variant: Variant::Leto,
            places: vec![place(1, ""), place(2, name), place(3, "")],
            theme: Theme::Wood,
        })
    };
    assert_inside(picture, &(36..252), &(220..380));
}

#[test]
fn tables_curves_and_podiums_are_bounded_with_any_text() {
    let points: Vec<CurvePoint> = (0..5000_u16)
        .map(|place| CurvePoint {
            at: i64::from(place).wrapping_mul(0x7A3D_9C51_42F7_0B3D),
            value: place.wrapping_mul(7919),
        })
        .collect();
    for text in texts() {
        let row = TableRow {
            rank: text.clone(),
            name: text.clone().into(),
            cells: vec![text.clone(); 300],
            marked: true,
            ..TableRow::default()
        };
        let table = Table {
            title: text.clone().into(),
            columns: vec![text.clone().into(); 300],
            rows: vec![row; 300],
            theme: Theme::Sea,
        };
        assert_bounded(&table, 1400, 1400);
        let series = Series {
            name: text.clone().into(),
            points: points.clone(),
        };
        let curve = Curve {
            title: text.clone().into(),
            series: vec![series; 8],
            theme: Theme::Sea,
        };
        let picture = described(&curve);
        assert!(picture.width() == 720 && picture.height() <= 600);
        let place = PodiumPlace {
            rank: 200,
            name: text.clone(),
            points: text.clone().into(),
        };
        let podium = Podium {
            title: text.into(),
            variant: Variant::Leap,
            places: vec![place; 20],
            theme: Theme::Sea,
        };
        assert_eq!(described(&podium).dimensions(), (720, 400));
    }
}

#[test]
fn pairings_are_bounded_with_any_text() {
    for text in texts() {
        let player = || PairedPlayer {
            name: text.clone(),
            points: text.clone(),
            won: true,
            marked: true,
        };
        let game = PairingLine::Game {
            board: text.clone(),
            players: ByColor::new_with(|_| player()),
            result: text.clone(),
            code: text.clone(),
        };
        let bye = PairingLine::Bye {
            player: player(),
            note: text.clone().into(),
        };
        let pairings = Pairings {
            title: text.clone().into(),
            sides: ByColor::new_with(|_| text.clone().into()),
            lines: [vec![game; 20], vec![bye; 200]].concat(),
            theme: Theme::Night,
        };
        assert_bounded(&pairings, 720, 1310);
    }
}

#[test]
fn empty_tables_and_charts_are_pictures_too() {
    for expectations in [vec![], vec![500], vec![0, 1000]] {
        let graph = Graph {
            title: "".into(),
            start: Variant::Leap.start(),
            expectations,
            marked: vec![0, 1, usize::MAX],
            theme: Theme::Wood,
        };
        assert_eq!(drawn(&graph).dimensions(), (720, 360));
    }
    assert!(drawn(&Crosstable::default()).width() > 100);
    assert!(drawn(&Table::default()).width() > 100);
    assert!(drawn(&Pairings::default()).width() > 100);
    for series in [vec![], vec![Series::default()]] {
        let curve = Curve {
            series,
            ..Curve::default()
        };
        assert!(drawn(&curve).width() > 100);
        let words = curve.alt_text(Lang::ENGLISH);
        assert!(words.ends_with("No games yet."), "{words}");
    }
    let podium = Podium {
        title: "".into(),
        variant: Variant::Legan,
        places: vec![],
        theme: Theme::Wood,
    };
    assert!(drawn(&podium).width() > 100);
    let bracket = Bracket {
        rounds: vec![BracketRound::default(); 3],
        ..Bracket::default()
    };
    assert!(drawn(&bracket).width() > 100);
}

#[test]
fn no_picture_is_larger_than_its_bound() {
    for variant in Variant::ALL {
        for rotation in [Rotation::Upright, Rotation::Diagonal] {
            for size in [0, 1, 160, 333, 720, u16::MAX] {
                let scene = between_players(&variant.start()).size(Size::pixels(size));
                let scene = scene.rotation(rotation).banner("x");
                let (width, height) = described(&scene).dimensions();
                assert!(
                    width <= 1100 && height <= 1700,
                    "{variant:?} {rotation:?} {size}: {width} by {height}"
                );
            }
        }
    }
}

fn between_players(position: &Position) -> Scene {
    let players = ByColor {
        white: PlayerBar::new("Ada"),
        black: PlayerBar::new("Grace"),
    };
    Scene::of_position(position).players(players)
}

#[test]
fn a_picture_does_not_depend_on_those_drawn_before() {
    let start = Variant::Latrunculi.start();
    let plain = Scene::of_position(&start);
    let pictures = [between_players(&start).banner("x"), plain];
    let renderer = Renderer::new();
    for scene in &pictures {
        let after_others = scene.draw(&renderer, Lang::ENGLISH).unwrap();
        assert!(after_others == scene.draw(&Renderer::new(), Lang::ENGLISH).unwrap());
    }
}

#[test]
fn one_renderer_serves_all_threads() {
    let renderer = Renderer::new();
    let alone = |&theme| {
        let scene = scene("Ada").theme(theme);
        let picture = scene.draw(&Renderer::new(), Lang::ENGLISH).unwrap();
        (scene, picture)
    };
    let expected: Vec<_> = Theme::ALL.iter().map(alone).collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (scene, expected) in &expected {
                    let drawn = scene.draw(&renderer, Lang::ENGLISH).unwrap();
                    assert_eq!(&drawn, expected);
                }
            });
        }
    });
}
