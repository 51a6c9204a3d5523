//! Contents of the pictures.

use pictures::{
    Bracket, BracketRound, BracketSide, Crosstable, CrosstableRow, Curve, CurvePoint, PairedPlayer,
    PairingLine, Pairings, Podium, PodiumPlace, Series, Table, TableRow, Theme,
};
use rules_core::{ByColor, Game, Square, Variant};
use text::Text;

pub(crate) fn square(variant: Variant, name: &str) -> Square {
    variant.shape().parse(name).expect("a square of this board")
}

pub(crate) fn replay(variant: Variant, moves: &str) -> Game {
    Game::replay(variant, None, moves.split_whitespace()).expect("legal moves")
}

/// A game of one move from a position.
pub(crate) fn after(variant: Variant, fen: &str, mv: &str) -> Game {
    Game::replay(variant, Some(fen), [mv]).expect("a legal move")
}

/// The expected score in thousandths for an evaluation in hundredths of a pawn.
pub(crate) fn expectation(centipawns: i32) -> u16 {
    let share = 1000.0 / (1.0 + (-f64::from(centipawns) / 270.0).exp());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it lies between 0 and 1000"
    )]
    let thousandths = share.round() as u16;
    thousandths
}

/// Six ratings that wander for two years.
pub(crate) fn curve(theme: Theme) -> Curve {
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

const LONG: &str = "A player whose name is much too long for a table";

pub(crate) fn table(theme: Theme) -> Table {
    let row = |rank: &str, name: &str, cells: [&str; 3]| TableRow {
        rank: rank.to_owned(),
        name: name.into(),
        cells: cells.map(str::to_owned).to_vec(),
        marked: name == "Łukasz Żółw",
        ..TableRow::default()
    };
    Table {
        title: "Leto Chess: the best of this server".into(),
        columns: ["Rating", "Games", "Won, drawn, lost"]
            .map(Text::from)
            .into(),
        rows: vec![
            row("1", "Ada Lovelace", ["2104", "211", "150 / 20 / 41"]),
            row("2", "Grandmother", ["1987", "40", "22 / 3 / 15"]),
            row("2", "Łukasz Żółw", ["1987", "1012", "512 / 87 / 413"]),
            row("4", LONG, ["1650?", "3", "1 / 1 / 1"]),
            row("100", "Ὀδυσσεύς", ["900", "12", "0 / 0 / 12"]),
        ],
        theme,
    }
}

pub(crate) fn podium(theme: Theme, ranks: [u8; 3]) -> Podium {
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

pub(crate) fn crosstable(theme: Theme) -> Crosstable {
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
            row("3", LONG, ["½", "0", "", "1"], "1½"),
            row("4", "Ὀδυσσεύς", ["0", "–", "0", ""], "0"),
        ],
        theme,
    }
}

pub(crate) fn pairings(theme: Theme) -> Pairings {
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
    let ada = player("Ada Lovelace", "2", true);
    let lukasz = player("Łukasz Żółw", "1½", false);
    let long = player("A player whose name is much too long", "1", false);
    let odysseus = player("Ὀδυσσεύς", "10½", false);
    Pairings {
        title: "Winter Cup, round 3".into(),
        sides: ByColor {
            white: "White".into(),
            black: "Black".into(),
        },
        lines: vec![
            game("1", ada, lukasz, "1–0", "k7f3q2"),
            game("2", long, odysseus, "–", "zzzzzz"),
            PairingLine::Bye {
                player: player("Bob", "0", false),
                note: "bye, 1 point".into(),
            },
        ],
        theme,
    }
}

pub(crate) fn side(name: &str, score: &str, won: bool) -> BracketSide {
    BracketSide::Player {
        name: name.into(),
        score: score.to_owned(),
        won,
    }
}

pub(crate) fn bracket(theme: Theme) -> Bracket {
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
