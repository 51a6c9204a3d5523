//! Charts and tables, and their descriptions.

use pictures::{Bracket, BracketRound, BracketSide, Gallery, Graph, PodiumPlace, Theme};
use render::Picture;
use rules_core::{Position, Variant};
use text::{Lang, Text};

use super::compare::assert_golden;
use super::samples::{bracket, crosstable, curve, expectation, pairings, podium, side, table};

#[test]
fn graphs_tables_and_brackets() {
    for theme in [Theme::Wood, Theme::Contrast] {
        let centipawns = |ply: i32| (ply * ply) % 97 - 40 + ply * 3 - ply * ply / 24;
        let graph = Graph {
            title: "Ada – Grace".into(),
            start: Variant::Leto.start(),
            expectations: (0..90).map(|ply| expectation(centipawns(ply))).collect(),
            marked: vec![20, 55],
            theme,
        };
        assert_golden(&format!("graph-{theme}"), &graph);
        let red = Graph {
            start: Variant::Leap.start(),
            ..graph
        };
        assert_golden(&format!("graph-red-{theme}"), &red);
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
        let results = ["12w1", "3b½", "4w0", "+", "1", "64b1", "", "2w*", "10b–"];
        row.results = results.map(str::to_owned).to_vec();
        row.tie_break.clear();
    }
    assert_golden("crosstable-swiss", &swiss);
    let pair = || [side("Ada", "1", true), side("Łukasz Żółw", "0", false)];
    let round = |(number, matches): (u8, usize)| BracketRound {
        title: format!("Lower round {number}").into(),
        matches: vec![pair(); matches],
    };
    let lower = Bracket {
        title: "Winter Cup: lower bracket".into(),
        rounds: (1..).zip([4, 4, 2, 2]).map(round).collect(),
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

#[test]
fn pairings_are_described() {
    let mut pairings = pairings(Theme::Wood);
    assert_eq!(
        pairings.alt_text(Lang::ENGLISH),
        "Pairings: Winter Cup, round 3. Board 1: Ada Lovelace against Łukasz Żółw, 1–0, game k7f3q2; \
         Board 2: A player whose name is m against Ὀδυσσεύς, in progress, game zzzzzz; Bob: bye, 1 point."
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
    let mut bracket = bracket(Theme::Wood);
    bracket.rounds.truncate(1);
    bracket.rounds[0].matches[0][1] = BracketSide::Bye;
    bracket.rounds[0].matches[1][0] = BracketSide::Bye;
    assert_eq!(
        bracket.alt_text(Lang::ENGLISH),
        "Knockout bracket: Delos Knock-out. Semifinals: Ada has a bye. Semifinals: Dan has a bye."
    );
    let mut curve = curve(Theme::Wood);
    curve.series.truncate(1);
    assert_eq!(
        curve.alt_text(Lang::ENGLISH),
        "Rating chart: Ada's ratings. \
         Leto Chess: 1450 on Nov 21, 2024, 1571 on Nov 17, 2025, highest 1571."
    );
    let graph = Graph {
        title: "Ada – Grace".into(),
        start: Variant::Leap.start(),
        expectations: vec![500, 480, 520, 900, 880],
        marked: vec![3],
        theme: Theme::Wood,
    };
    assert_eq!(
        graph.alt_text(Lang::ENGLISH),
        "Evaluation graph: Ada – Grace. Red's winning chances: 50% at the start, 88% after move 2. \
         The biggest change came with Red's move 2: from 52% to 90%."
    );
    let fen = "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 12";
    let mut black_first = Graph {
        start: Position::from_fen(Variant::Legan, fen).unwrap(),
        ..graph
    };
    let words = black_first.alt_text(Lang::ENGLISH);
    assert!(words.contains("88% after move 14."), "{words}");
    assert!(words.contains("with Black's move 13"), "{words}");
    black_first.expectations = vec![500; 5];
    let level = black_first.alt_text(Lang::ENGLISH);
    assert!(!level.contains("biggest change"), "{level}");
}

#[test]
fn all_games() {
    for theme in [Theme::Wood, Theme::Contrast] {
        assert_golden(&format!("games-{theme}"), &Gallery { theme });
    }
    let words = Gallery::default().alt_text(Lang::ENGLISH);
    assert!(words.contains("Toto40: 40 squares."), "{words}");
}
