//! What people call themselves stays inside its box.

mod common;

use image::RgbImage;
use render::{
    Bracket, BracketRound, BracketSide, Crosstable, CrosstableRow, Curve, CurvePoint,
    EvaluationGraph, PairingLine, PairingPlayer, Pairings, PlayerBar, Podium, PodiumPlace,
    Renderer, Scene, Series, Size, Slant, Table, TableRow, ThemeId,
};
use rules_core::{ByColor, Color, Role, Variant};

/// Texts that have broken programs: very long, right-to-left, emoji, invisible, towering, empty.
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
    Scene::of_position(&Variant::Latrunculi.start())
        .size(Size::PHONE)
        .captured(Color::White, vec![Role::Pawn; 30])
        .players(ByColor {
            white: bar(name),
            black: bar("plain"),
        })
}

fn picture(scene: &Scene) -> RgbImage {
    common::decode(&Renderer::new().png(scene).expect("a picture"))
}

fn start(text: &str) -> String {
    text.chars().take(8).collect()
}

#[test]
fn a_name_changes_nothing_outside_its_bar() {
    let plain = picture(&scene("plain"));
    // The lower bar is 26 pixels high at this size, and its clock takes the right end.
    let (width, height) = plain.dimensions();
    let bar_top = height - 26;
    let clock_left = width - 64;
    for text in texts() {
        let picture = picture(&scene(&text));
        assert_eq!(picture.dimensions(), plain.dimensions());
        let mut shown = 0;
        for (x, y, pixel) in picture.enumerate_pixels() {
            let inside = y >= bar_top && x < clock_left;
            if inside {
                shown += usize::from(pixel != picture.get_pixel(0, height - 1));
            } else {
                assert_eq!(
                    pixel,
                    plain.get_pixel(x, y),
                    "{:?} reached {x},{y}",
                    start(&text)
                );
            }
        }
        assert!(
            shown > 200,
            "nothing is left of the bar with {:?}",
            start(&text)
        );
    }
}

#[test]
fn the_fullest_bar_keeps_its_parts_apart_at_the_smallest_size() {
    // White is a queen and more ahead and has taken more than there is room for.
    let position =
        rules_core::Position::from_fen(Variant::Latrunculi, "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1");
    let position = position.unwrap();
    let scene = |name: &str, clock: &str, taken: usize| {
        let white = PlayerBar::new(name).rating("2745?").clock(clock);
        let black = PlayerBar::new("plain");
        let scene = Scene::of_position(&position)
            .seen_by(Color::White)
            .size(Size::pixels(0))
            .captured(Color::White, vec![Role::Queen; taken])
            .players(ByColor { white, black });
        picture(&scene)
    };
    let longest = "29 d 23 h";
    // Nothing but the clock differs between these, and clocks end at the right.
    let clocks = differences(&scene("A", longest, 0), &scene("A", "9", 0));
    let clock_left = clocks.iter().map(|(x, _)| *x).min().unwrap();
    let plain = scene("A", longest, 40);
    let bar_top = plain.height() - 9;
    assert!(
        (80..150).contains(&clock_left),
        "the clock begins at {clock_left}"
    );
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
fn the_side_that_is_ahead_is_told_by_how_much() {
    let bars = |start: &str| {
        let position = rules_core::Position::from_fen(Variant::Legan, start).unwrap();
        let players = ByColor {
            white: PlayerBar::new("Ada"),
            black: PlayerBar::new("Grace"),
        };
        let scene = Scene::of_position(&position)
            .seen_by(Color::White)
            .players(players);
        picture(&scene.size(Size::PHONE))
    };
    let even = bars("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let bars_changed = |fen: &str| -> Vec<bool> {
        let changed = differences(&even, &bars(fen));
        let top = changed.iter().any(|(_, y)| *y < 26);
        let bottom = changed.iter().any(|(_, y)| *y >= even.height() - 26);
        vec![top, bottom]
    };
    assert_eq!(
        bars_changed("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        [false, true]
    );
    assert_eq!(
        bars_changed("4k2r/8/8/8/8/8/8/4K3 w - - 0 1"),
        [true, false]
    );
    assert_eq!(
        bars_changed("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1"),
        [false, false]
    );
}

#[test]
fn a_name_that_cannot_be_shown_gives_way_to_the_side() {
    let named = |name: &str| {
        let players = ByColor {
            white: PlayerBar::new(name),
            black: PlayerBar::new("plain"),
        };
        picture(
            &Scene::of_position(&Variant::Leap.start())
                .size(Size::PHONE)
                .players(players),
        )
    };
    assert_eq!(named("\u{200B}\u{202E}"), named("Red"));
    assert_eq!(named("👻"), named("Red"));
    assert_ne!(named("Ada"), named("Red"));
}

#[test]
fn a_banner_keeps_the_size_of_the_picture() {
    let base = Scene::of_position(&Variant::Toto40.start()).size(Size::PHONE);
    let expected = base.clone().banner("x").dimensions();
    for text in texts() {
        let scene = base.clone().banner(text);
        assert_eq!(scene.dimensions(), expected);
        assert_eq!(picture(&scene).dimensions(), expected);
    }
}

#[test]
fn tables_stay_bounded_whatever_they_are_given() {
    let renderer = Renderer::new();
    for text in texts() {
        let row = CrosstableRow {
            rank: text.clone(),
            name: text.clone(),
            results: vec![text.clone(); 300],
            score: text.clone(),
            tie_break: text.clone(),
        };
        let table = Crosstable {
            title: text.clone(),
            columns: vec![text.clone(); 300],
            rows: vec![row; 300],
            theme: ThemeId::Sea,
        };
        let picture = common::decode(&renderer.crosstable(&table).unwrap());
        assert!(
            picture.width() <= 1500 && picture.height() <= 1300,
            "{:?}",
            picture.dimensions()
        );
        assert!(table.alt_text().chars().count() <= 1024);

        let side = BracketSide {
            name: Some(text.clone()),
            score: text.clone(),
            won: true,
        };
        let round = BracketRound {
            title: text.clone(),
            matches: vec![[side.clone(), side]; 200],
        };
        let bracket = Bracket {
            title: text.clone(),
            rounds: vec![round; 40],
            theme: ThemeId::Sea,
        };
        let picture = common::decode(&renderer.bracket(&bracket).unwrap());
        assert!(
            picture.width() <= 1600 && picture.height() <= 2800,
            "{:?}",
            picture.dimensions()
        );
        assert!(bracket.alt_text().chars().count() <= 1024);

        let graph = EvaluationGraph {
            title: text.clone(),
            names: ByColor {
                white: text.clone(),
                black: text,
            },
            expectations: vec![u16::MAX; 100_000],
            moments: (0..100_000).step_by(997).collect(),
            theme: ThemeId::Sea,
        };
        let picture = common::decode(&renderer.graph(&graph).unwrap());
        assert_eq!(picture.dimensions(), (720, 320));
        assert!(graph.alt_text().chars().count() <= 1024);
    }
}

/// The pixels in which two pictures of one size differ.
fn differences(a: &RgbImage, b: &RgbImage) -> Vec<(u32, u32)> {
    assert_eq!(a.dimensions(), b.dimensions());
    let pixels = a
        .enumerate_pixels()
        .filter(|(x, y, pixel)| *pixel != b.get_pixel(*x, *y));
    pixels.map(|(x, y, _)| (x, y)).collect()
}

#[test]
fn a_name_in_a_leaderboard_stays_in_its_cell() {
    let renderer = Renderer::new();
    let picture = |name: &str| {
        let row = |name: &str| TableRow {
            rank: "1".to_owned(),
            name: name.to_owned(),
            cells: vec!["1500".to_owned()],
            marked: false,
        };
        let table = Table {
            title: "t".to_owned(),
            columns: vec!["Rating".to_owned()],
            rows: vec![row("plain"), row(name), row("plain")],
            theme: ThemeId::Wood,
        };
        common::decode(&renderer.table(&table).unwrap())
    };
    let plain = picture("");
    for text in texts() {
        for (x, y) in differences(&plain, &picture(&text)) {
            assert!(
                (72..72 + 270).contains(&x) && (138..138 + 36).contains(&y),
                "{:?} reached {x},{y}",
                start(&text)
            );
        }
    }
}

#[test]
fn a_name_on_a_podium_stays_above_its_step() {
    let renderer = Renderer::new();
    let picture = |name: &str| {
        let place = |rank, name: &str| PodiumPlace {
            rank,
            name: name.to_owned(),
            points: name.to_owned(),
        };
        let podium = Podium {
            title: "t".to_owned(),
            variant: Variant::Leto,
            places: vec![place(1, ""), place(2, name), place(3, "")],
            theme: ThemeId::Wood,
        };
        common::decode(&renderer.podium(&podium).unwrap())
    };
    let plain = picture("");
    for text in texts() {
        for (x, y) in differences(&plain, &picture(&text)) {
            let inside = (36..252).contains(&x) && (220..380).contains(&y);
            assert!(inside, "{:?} reached {x},{y}", start(&text));
        }
    }
}

#[test]
fn tables_curves_and_podiums_are_bounded_whatever_they_are_given() {
    let renderer = Renderer::new();
    let points: Vec<CurvePoint> = (0..5000_u16)
        .map(|place| CurvePoint {
            at: i64::from(place).wrapping_mul(0x7A3D_9C51_42F7_0B3D),
            value: place.wrapping_mul(7919),
        })
        .collect();
    for text in texts() {
        let row = TableRow {
            rank: text.clone(),
            name: text.clone(),
            cells: vec![text.clone(); 300],
            marked: true,
        };
        let table = Table {
            title: text.clone(),
            columns: vec![text.clone(); 300],
            rows: vec![row; 300],
            theme: ThemeId::Sea,
        };
        let picture = common::decode(&renderer.table(&table).unwrap());
        assert!(picture.width() <= 1400 && picture.height() <= 1400);
        let curve = Curve {
            title: text.clone(),
            series: vec![
                Series {
                    name: text.clone(),
                    points: points.clone(),
                };
                8
            ],
            theme: ThemeId::Sea,
        };
        let picture = common::decode(&renderer.curve(&curve).unwrap());
        assert!(picture.width() == 720 && picture.height() <= 600);
        let place = PodiumPlace {
            rank: 200,
            name: text.clone(),
            points: text.clone(),
        };
        let podium = Podium {
            title: text.clone(),
            variant: Variant::Leap,
            places: vec![place; 20],
            theme: ThemeId::Sea,
        };
        let player = || PairingPlayer {
            name: text.clone(),
            points: text.clone(),
            won: true,
            marked: true,
        };
        let game = PairingLine::Game {
            board: text.clone(),
            players: [player(), player()],
            result: text.clone(),
            code: text.clone(),
        };
        let free = PairingLine::Free {
            player: player(),
            note: text.clone(),
        };
        let pairings = Pairings {
            title: text.clone(),
            sides: [text.clone(), text.clone()],
            lines: [vec![game; 20], vec![free; 200]].concat(),
            theme: ThemeId::Night,
        };
        let picture = common::decode(&renderer.pairings(&pairings).unwrap());
        assert!(
            picture.width() <= 720 && picture.height() <= 1310,
            "{:?}",
            picture.dimensions()
        );
        assert!(pairings.alt_text().chars().count() <= 1024);
        let picture = common::decode(&renderer.podium(&podium).unwrap());
        assert_eq!(picture.dimensions(), (720, 400));
        for words in [table.alt_text(), curve.alt_text(), podium.alt_text()] {
            assert!(words.chars().count() <= 1024, "{words}");
        }
    }
}

#[test]
fn empty_tables_and_graphs_are_pictures_too() {
    let renderer = Renderer::new();
    for expectations in [vec![], vec![500], vec![0, 1000]] {
        let graph = EvaluationGraph {
            title: String::new(),
            names: ByColor::default(),
            expectations,
            moments: vec![0, 1, usize::MAX],
            theme: ThemeId::Wood,
        };
        assert_eq!(
            common::decode(&renderer.graph(&graph).unwrap()).dimensions(),
            (720, 320)
        );
    }
    let table = Crosstable {
        title: String::new(),
        columns: vec![],
        rows: vec![],
        theme: ThemeId::Wood,
    };
    assert!(common::decode(&renderer.crosstable(&table).unwrap()).width() > 100);
    let table = Table {
        title: String::new(),
        columns: vec![],
        rows: vec![],
        theme: ThemeId::Wood,
    };
    assert!(common::decode(&renderer.table(&table).unwrap()).width() > 100);
    for series in [vec![], vec![Series::default()]] {
        let curve = Curve {
            title: String::new(),
            series,
            theme: ThemeId::Wood,
        };
        assert!(common::decode(&renderer.curve(&curve).unwrap()).width() > 100);
        assert!(curve.alt_text().ends_with("No games yet."));
    }
    let podium = Podium {
        title: String::new(),
        variant: Variant::Legan,
        places: vec![],
        theme: ThemeId::Wood,
    };
    assert!(common::decode(&renderer.podium(&podium).unwrap()).width() > 100);
    let bracket = Bracket {
        title: String::new(),
        rounds: vec![BracketRound::default(); 3],
        theme: ThemeId::Wood,
    };
    assert!(common::decode(&renderer.bracket(&bracket).unwrap()).width() > 100);
    assert_eq!(
        common::decode(&renderer.row(&[]).unwrap()).dimensions(),
        (1, 1)
    );
}

#[test]
fn no_picture_is_larger_than_its_bound() {
    for variant in Variant::ALL {
        for slant in [Slant::Upright, Slant::Turned] {
            for size in [0, 1, 160, 333, 720, u16::MAX] {
                let scene = scene_of(variant)
                    .slant(slant)
                    .size(Size::pixels(size))
                    .banner("x");
                let (width, height) = scene.dimensions();
                assert!(
                    width <= 1100 && height <= 1700,
                    "{variant:?} {slant:?} {size}: {width} by {height}"
                );
                assert_eq!(picture(&scene).dimensions(), (width, height));
            }
        }
    }
}

fn scene_of(variant: Variant) -> Scene {
    let players = ByColor {
        white: PlayerBar::new("Ada"),
        black: PlayerBar::new("Grace"),
    };
    Scene::of_position(&variant.start()).players(players)
}

#[test]
fn one_renderer_serves_all_threads() {
    let renderer = Renderer::new();
    let scenes: Vec<Scene> = ThemeId::ALL
        .into_iter()
        .map(|theme| scene("Ada").theme(theme))
        .collect();
    let alone: Vec<Vec<u8>> = scenes
        .iter()
        .map(|scene| Renderer::new().png(scene).unwrap())
        .collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (scene, expected) in scenes.iter().zip(&alone) {
                    assert_eq!(&renderer.png(scene).unwrap(), expected);
                }
            });
        }
    });
}
