//! Compares pictures of every shape, theme and mark with stored ones that were looked at.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::decode;
use image::{Rgb, RgbImage};
use imageproc::map::map_pixels2;
use pictures::{
    Bracket, BracketRound, BracketSide, Crosstable, CrosstableRow, Curve, CurvePoint, Graph,
    PairedPlayer, PairingLine, Pairings, PlayerBar, Podium, PodiumPlace, Rotation, Series, Size,
    Table, TableRow, Theme,
};
use render::{ArrowKind, Picture, Renderer, Scene, Target, rule_diagrams};
use rules_core::{ByColor, Color, Game, Position, Role, Square, Variant};
use text::{Lang, Text};

/// A channel may differ this much before a pixel counts, since rasterizing differs between kinds of machines.
const CHANNEL: u8 = 24;
/// How many pixels of a million may count.
const PIXELS: usize = 200;

/// Compares a picture with the stored one of that name. `BLESS_PICTURES=1` stores it instead. On failure the picture and a
/// difference image, bright where the two differ, are left in the folder that the message names.
fn assert_golden(name: &str, picture: &impl Picture) {
    let png = picture.draw(&Renderer::new(), Lang::ENGLISH);
    let png = &png.expect("a picture");
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.png"));
    if std::env::var_os("BLESS_PICTURES").is_some() {
        fs::write(&stored, png).expect("the folder of stored pictures can be written");
        return;
    }
    let now = decode(png);
    let Ok(file) = fs::read(&stored) else {
        panic!("there is no stored picture {name}; look at it and store it with BLESS_PICTURES=1");
    };
    let before = decode(&file);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    let keep = |what: &str, picture: &RgbImage| {
        fs::create_dir_all(&folder).expect("the folder for differences can be made");
        picture
            .save(folder.join(format!("{name}-{what}.png")))
            .expect("a picture can be saved");
    };
    if before.dimensions() != now.dimensions() {
        keep("now", &now);
        panic!(
            "{name} is {:?} and was {:?}; see {}",
            now.dimensions(),
            before.dimensions(),
            folder.display()
        );
    }
    let difference = map_pixels2(&before, &now, |a: Rgb<u8>, b: Rgb<u8>| {
        let channel = |i: usize| a.0[i].abs_diff(b.0[i]).saturating_mul(4);
        Rgb([channel(0), channel(1), channel(2)])
    });
    let counted = before.pixels().zip(now.pixels());
    let counted = counted
        .filter(|(a, b)| a.0.iter().zip(&b.0).any(|(a, b)| a.abs_diff(*b) > CHANNEL))
        .count();
    let all = before.pixels().len();
    if counted * 1_000_000 > all * PIXELS {
        keep("now", &now);
        keep("difference", &difference);
        panic!(
            "{name} differs from the stored picture in {counted} of {all} pixels; see {}",
            folder.display()
        );
    }
}

fn square(variant: Variant, name: &str) -> Square {
    variant.shape().parse(name).expect("a square of this board")
}

fn replay(variant: Variant, moves: &str) -> Game {
    Game::replay(variant, None, moves.split_whitespace()).expect("legal moves")
}

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
fn every_mark_in_every_theme() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/6PP/5P2/PPPPP3/RNBQKBNR b KQkq - 0 1";
    let position = Position::from_fen(Variant::Latrunculi, fen).unwrap();
    let at = |name| square(Variant::Latrunculi, name);
    let target = |name, captures| Target {
        square: at(name),
        captures,
    };
    for &theme in Theme::ALL {
        let scene = Scene::of_position(&position)
            .viewer(Color::White)
            .theme(theme)
            .last_move([at("g2"), at("g4")])
            .check_at(at("e1"))
            .arrow(at("d8"), at("h4"), ArrowKind::Move)
            .arrow(at("g8"), at("f6"), ArrowKind::Repulsion)
            .arrow(at("b8"), at("c6"), ArrowKind::Kidnapping)
            .arrow(at("e5"), at("e2"), ArrowKind::RepulsionCapture)
            .targets([
                target("a4", false),
                target("b5", false),
                target("b7", true),
                target("g4", true),
            ])
            .captured(
                Color::White,
                vec![Role::Pawn, Role::Queen, Role::Pawn, Role::Knight],
            )
            .captured(Color::Black, vec![Role::Bishop, Role::Rook])
            .players(ByColor {
                white: PlayerBar::new("Grandmother").rating("1734").clock("4:05"),
                black: PlayerBar::new("Łukasz Żółw").rating("2011").clock("12 h"),
            })
            .banner("White wins by checkmate");
        assert_golden(&format!("marks-{theme}"), &scene);
    }
}

#[test]
fn marks_on_the_staircase_in_every_theme() {
    let game = replay(Variant::Toto40, "f3f5 c10c8 d5d7");
    for &theme in Theme::ALL {
        let scene = Scene::of(&game)
            .theme(theme)
            .size(Size::PHONE)
            .select(square(Variant::Toto40, "c8"));
        assert_golden(&format!("marks-toto40-{theme}"), &scene);
    }
}

#[test]
fn the_bars_tell_captures_and_who_is_ahead() {
    let mut game = replay(
        Variant::Latrunculi,
        "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 d1e2 e5e2 f1e2",
    );
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
    let scene = Scene::of(&game)
        .select(square(Variant::Latrunculi, "e4"))
        .size(Size::PHONE);
    assert_golden("selected-pawn", &scene);
    let scene = Scene::of(&game)
        .select(square(Variant::Latrunculi, "f1"))
        .size(Size::PHONE);
    assert_golden("selected-bishop", &scene);
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

#[test]
fn what_a_leto_does_to_others_is_drawn() {
    let tale = |fen: &str, mv: &str| {
        let position = Position::from_fen(Variant::Leto, fen).unwrap();
        let mut game = Game::from_position(position);
        game.play(game.read(mv).unwrap()).unwrap();
        Scene::of(&game).viewer(Color::White).size(Size::PHONE)
    };
    assert_golden(
        "leto-repulsion",
        &tale("6k1/8/4p3/3r4/8/8/L7/6K1 w - - 0 1", "a2c4"),
    );
    assert_golden(
        "leto-capture",
        &tale("6k1/6p1/5p2/4r3/8/8/1L6/7K w - - 0 1", "b2d4"),
    );
    assert_golden(
        "leto-kidnapping",
        &tale("6k1/8/8/8/8/2L5/1P6/R5K1 w - - 0 1", "c3e5"),
    );
}

#[test]
fn a_chain_of_captures_shows_its_path() {
    let fen = "*k2n*/2p3/4p1/6/4p1/6/2S3/*1K1N* w - - 0 1";
    let mut game = Game::from_position(Position::from_fen(Variant::LeapMulti, fen).unwrap());
    game.play(game.read("c2e4e6e8").unwrap()).unwrap();
    assert_golden("leap-chain", &Scene::of(&game).size(Size::PHONE));
}

#[test]
fn mate_has_a_sign_of_its_own() {
    let fen = "k7/7Q/1K6/8/8/8/8/8 w - - 0 1";
    let mut game = Game::from_position(Position::from_fen(Variant::Latrunculi, fen).unwrap());
    game.play(game.read("h7b7").unwrap()).unwrap();
    assert_golden("mate", &Scene::of(&game).size(Size::PHONE));
}

#[test]
fn every_diagram_of_the_rules() {
    let variants = [
        Variant::LetoKwagga,
        Variant::Leto,
        Variant::Legan,
        Variant::Toto40,
        Variant::LeapMulti,
        Variant::Leap64,
        Variant::Latrunculi,
    ];
    for variant in variants {
        for diagram in rule_diagrams(variant, Theme::Wood) {
            let name = format!("rules-{}-{}", variant.id(), diagram.id);
            assert_golden(&name, &diagram);
        }
    }
}

/// The expected score in thousandths for an evaluation in hundredths of a pawn.
fn expectation(centipawns: i32) -> u16 {
    let share = 1000.0 / (1.0 + (-f64::from(centipawns) / 270.0).exp());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it lies between 0 and 1000"
    )]
    let thousandths = share.round() as u16;
    thousandths
}

#[test]
fn graphs_tables_and_brackets() {
    for theme in [Theme::Wood, Theme::Contrast] {
        let centipawns = |ply: i32| (ply * ply) % 97 - 40 + ply * 3 - ply * ply / 24;
        let graph = Graph {
            title: "Ada – Grace".into(),
            sides: ByColor {
                white: "Ada".into(),
                black: "Grace".into(),
            },
            expectations: (0..90).map(|ply| expectation(centipawns(ply))).collect(),
            marked: vec![20, 55],
            theme,
        };
        assert_golden(&format!("graph-{theme}"), &graph);
        assert_golden(&format!("crosstable-{theme}"), &crosstable(theme));
        assert_golden(&format!("bracket-{theme}"), &bracket(theme));
        assert_golden(&format!("pairings-{theme}"), &pairings(theme));
    }
}

#[test]
fn tournaments_with_many_rounds() {
    let mut swiss = crosstable(Theme::Wood);
    swiss.columns = (1..=9).map(|round| round.to_string()).collect();
    for row in &mut swiss.rows {
        row.results = ["12w1", "3b½", "4w0", "+", "1", "64b1", "", "2w*", "10b–"]
            .map(str::to_owned)
            .to_vec();
        row.tie_break.clear();
    }
    assert_golden("crosstable-swiss", &swiss);
    let side = |name: &str, score: &str, won| BracketSide {
        name: Some(name.into()),
        score: score.to_owned(),
        won,
    };
    let pair = || [side("Ada", "1", true), side("Łukasz Żółw", "0", false)];
    let round = |title: &str, matches: usize| BracketRound {
        title: title.into(),
        matches: vec![pair(); matches],
    };
    let lower = Bracket {
        title: "Winter Cup: lower bracket".into(),
        rounds: vec![
            round("Lower round 1", 4),
            round("Lower round 2", 4),
            round("Lower round 3", 2),
            round("Lower round 4", 2),
        ],
        theme: Theme::Wood,
    };
    assert_golden("bracket-lower", &lower);
    let mut four = podium(Theme::Wood, [1, 2, 3]);
    four.places.push(PodiumPlace {
        rank: 3,
        name: "Ὀδυσσεύς".to_owned(),
        points: Text::default(),
    });
    assert_golden("podium-four", &four);
    assert_eq!(
        four.alt_text(Lang::ENGLISH),
        "Podium: Winter Cup. 1: Ada Lovelace, 6½ points. 2: A player whose name is much too long, 6 points. \
         3: Łukasz, 5½ points. 3: Ὀδυσσεύς."
    );
}

#[test]
fn pairings_are_described() {
    let mut pairings = pairings(Theme::Wood);
    assert_eq!(
        pairings.alt_text(Lang::ENGLISH),
        "Pairings: Winter Cup, round 3. Board 1: Ada Lovelace against Łukasz Żółw, 1:0, game k7f3q2; \
         Board 2: A player whose name is m against Ὀδυσσεύς, –, game zzzzzz; Bob: free, 1 point."
    );
    let game = pairings.lines[0].clone();
    pairings.lines = vec![game; 200];
    let words = pairings.alt_text(Lang::ENGLISH);
    assert!(words.chars().count() <= 1024);
    assert!(words.ends_with(" more."), "{words}");
}

#[test]
fn tables_and_charts_are_described() {
    let words = table(Theme::Wood).alt_text(Lang::ENGLISH);
    assert!(
        words.starts_with(
            "Table: Leto Chess: the best of this server. \
             1 Ada Lovelace, Rating 2104, Games 211, Won, drawn, lost 150 / 20 / 41; 2 Grandmother, "
        ),
        "{words}"
    );
    assert_eq!(
        crosstable(Theme::Wood).alt_text(Lang::ENGLISH),
        "Crosstable: Winter Cup, round 3. 1 Ada Lovelace, points: 2½; 2 Łukasz Żółw, points: 2; \
         3 A player whose name is much too long for, points: 1½; 4 Ὀδυσσεύς, points: 0."
    );
    assert_eq!(
        bracket(Theme::Wood).alt_text(Lang::ENGLISH),
        "Knockout bracket: Delos Knock-out. Final: Ada against to be decided. \
         Semifinals: Ada 2 (won) against Bob 0. Semifinals: Cleo with a long name ½ against Dan 1½ (won)."
    );
    let mut curve = curve(Theme::Wood);
    curve.series.truncate(1);
    assert_eq!(
        curve.alt_text(Lang::ENGLISH),
        "Rating chart: Ada's ratings. \
         Leto Chess: 1450 on 21 Nov 2024, 1571 on 17 Nov 2025, highest 1571."
    );
    let graph = Graph {
        title: "Ada – Grace".into(),
        sides: ByColor {
            white: "Red".into(),
            black: "Black".into(),
        },
        expectations: vec![500, 480, 520, 900, 880],
        marked: vec![3],
        theme: Theme::Wood,
    };
    assert_eq!(
        graph.alt_text(Lang::ENGLISH),
        "Evaluation graph: Ada – Grace. Red's winning chances: 50% at the start, 88% at the end. \
         The biggest change came with Red's move 2: from 52% to 90%."
    );
}

#[test]
fn ratings_leaderboards_and_podiums() {
    for &theme in Theme::ALL {
        assert_golden(&format!("curve-{theme}"), &curve(theme));
    }
    for theme in [Theme::Wood, Theme::Contrast] {
        assert_golden(&format!("table-{theme}"), &table(theme));
        assert_golden(&format!("podium-{theme}"), &podium(theme, [1, 2, 3]));
    }
    assert_golden("podium-shared", &podium(Theme::Night, [1, 1, 3]));
    let mut evening = curve(Theme::Wood);
    evening.series.truncate(1);
    for (place, point) in (0..).zip(&mut evening.series[0].points) {
        point.at = 1_795_284_000 + 1200 * place;
    }
    assert_golden("curve-evening", &evening);
}

/// Six ratings that wander for two years.
fn curve(theme: Theme) -> Curve {
    let names = [
        "Leto Chess",
        "Legan Chess",
        "Toto40",
        "Leap Chess, six squares and multiple captures",
        "Latrunculi",
        "All games",
    ];
    let series = (0..).zip(names).map(|(number, name)| {
        let games = 40 + 7 * i64::from(number);
        let points = (0..games).map(|game| {
            let wave = (game * (3 + i64::from(number)) * 37) % 101 - 50;
            let value = 1500 + 60 * i64::from(number) - 4 * game + game * game / 8 + wave;
            CurvePoint {
                at: 1_732_147_200 + game * 800_000,
                value: u16::try_from(value).expect("a rating"),
            }
        });
        Series {
            name: name.into(),
            points: points.collect(),
        }
    });
    Curve {
        title: "Ada's ratings".into(),
        series: series.collect(),
        theme,
    }
}

fn table(theme: Theme) -> Table {
    let row = |rank: &str, name: &str, cells: [&str; 3]| TableRow {
        rank: rank.to_owned(),
        name: name.into(),
        cells: cells.map(str::to_owned).to_vec(),
        marked: name == "Łukasz Żółw",
    };
    Table {
        title: "Leto Chess: the best of this server".into(),
        columns: ["Rating", "Games", "Won, drawn, lost"]
            .map(Text::from)
            .to_vec(),
        rows: vec![
            row("1", "Ada Lovelace", ["2104", "211", "150 / 20 / 41"]),
            row("2", "Grandmother", ["1987", "40", "22 / 3 / 15"]),
            row("2", "Łukasz Żółw", ["1987", "1012", "512 / 87 / 413"]),
            row(
                "4",
                "A player whose name is much too long for a table",
                ["1650?", "3", "1 / 1 / 1"],
            ),
            row("100", "Ὀδυσσεύς", ["900", "12", "0 / 0 / 12"]),
        ],
        theme,
    }
}

fn podium(theme: Theme, ranks: [u8; 3]) -> Podium {
    let names = [
        "Ada Lovelace",
        "A player whose name is much too long",
        "Łukasz",
    ];
    let places = ranks.into_iter().zip(names);
    Podium {
        title: "Winter Cup".into(),
        variant: Variant::Toto40,
        places: places
            .map(|(rank, name)| PodiumPlace {
                rank,
                name: name.to_owned(),
                points: ["6½ points", "6 points", "5½ points"][usize::from(rank) - 1].into(),
            })
            .collect(),
        theme,
    }
}

fn crosstable(theme: Theme) -> Crosstable {
    let row = |rank: &str, name: &str, results: [&str; 4], score: &str| CrosstableRow {
        rank: rank.to_owned(),
        name: name.to_owned(),
        results: results.map(str::to_owned).to_vec(),
        score: score.to_owned(),
        tie_break: "12.25".to_owned(),
    };
    Crosstable {
        title: "Winter Cup, round 3".into(),
        columns: ["1", "2", "3", "4"].map(str::to_owned).to_vec(),
        rows: vec![
            row("1", "Ada Lovelace", ["", "1", "½", "1"], "2½"),
            row("2", "Łukasz Żółw", ["0", "", "1", "+"], "2"),
            row(
                "3",
                "A player whose name is much too long for a table",
                ["½", "0", "", "1"],
                "1½",
            ),
            row("4", "Ὀδυσσεύς", ["0", "–", "0", ""], "0"),
        ],
        theme,
    }
}

fn pairings(theme: Theme) -> Pairings {
    let player = |name: &str, points: &str, won| PairedPlayer {
        name: name.to_owned(),
        points: points.to_owned(),
        won,
        marked: name == "Bob",
    };
    let game = |board: &str, white, black, result: &str, code: &str| PairingLine::Game {
        board: board.to_owned(),
        players: ByColor { white, black },
        result: result.to_owned(),
        code: code.to_owned(),
    };
    Pairings {
        title: "Winter Cup, round 3".into(),
        sides: ByColor {
            white: "White".into(),
            black: "Black".into(),
        },
        lines: vec![
            game(
                "1",
                player("Ada Lovelace", "2", true),
                player("Łukasz Żółw", "1½", false),
                "1:0",
                "k7f3q2",
            ),
            game(
                "2",
                player("A player whose name is much too long", "1", false),
                player("Ὀδυσσεύς", "10½", false),
                "–",
                "zzzzzz",
            ),
            PairingLine::Bye {
                player: player("Bob", "0", false),
                note: "free, 1 point".into(),
            },
        ],
        theme,
    }
}

fn bracket(theme: Theme) -> Bracket {
    let side = |name: &str, score: &str, won| BracketSide {
        name: Some(name.into()),
        score: score.to_owned(),
        won,
    };
    Bracket {
        title: "Delos Knock-out".into(),
        rounds: vec![
            BracketRound {
                title: "Semifinals".into(),
                matches: vec![
                    [side("Ada", "2", true), side("Bob", "0", false)],
                    [
                        side("Cleo with a long name", "½", false),
                        side("Dan", "1½", true),
                    ],
                ],
            },
            BracketRound {
                title: "Final".into(),
                matches: vec![[side("Ada", "", false), BracketSide::default()]],
            },
        ],
        theme,
    }
}
