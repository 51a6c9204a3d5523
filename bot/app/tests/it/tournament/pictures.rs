//! The pictures of a tournament, page by page.

use std::collections::BTreeSet;

use app::attachment::Attachment;
use app::card::Card;
use app::{Action, Cycles, Elimination, Format, TournamentCommand, TournamentPlan, TournamentView};
use pictures::{Bracket, BracketSide, Crosstable, PairingLine, Pairings, Podium, Table};
use rules_core::{ByColor, Variant};

use crate::common::cup::{Cup, columns_of, knockout, plan};
use crate::common::reply;

/// A tournament of p1 to pN that has started.
fn started(format: Format, entrants: u16) -> Cup {
    let mut cup = Cup::in_threads(TournamentPlan {
        capacity: entrants,
        when_full: true,
        ..plan(format)
    });
    cup.enter_numbered(entrants.into());
    cup
}

fn view(cup: &mut Cup, who: &str, view: TournamentView, page: Option<u16>) -> Card {
    reply(cup.act(who, TournamentCommand::See(view, page)))
}

/// Declares a function for the picture of a view.
macro_rules! pictures {
    ($($name:ident: $view:ident => $picture:ident;)+) => {
        $(fn $name(cup: &mut Cup, who: &str, page: Option<u16>) -> $picture {
            let mut card = view(cup, who, TournamentView::$view, page);
            match card.attachments.remove(0) {
                Attachment::$picture(picture) => picture,
                other => panic!("{other:?}"),
            }
        })+
    };
}

pictures! {
    bracket: Bracket => Bracket;
    standings: Standings => Table;
    pairings: Pairings => Pairings;
    crosstable: Crosstable => Crosstable;
}

/// The titles of a bracket's columns with how many matches each has.
fn columns(tree: &Bracket) -> Vec<(String, usize)> {
    let rounds = tree.rounds.iter();
    rounds
        .map(|round| (round.title.to_string(), round.matches.len()))
        .collect()
}

fn names(tree: &Bracket, column: usize) -> Vec<String> {
    let sides = tree.rounds[column].matches.iter().flatten();
    let names = sides.filter_map(|side| match side {
        BracketSide::Player { name, .. } => Some(name.to_string()),
        BracketSide::Open | BracketSide::Bye => None,
    });
    names.collect()
}

/// The pages to which a card's buttons lead.
fn pages(card: &Card) -> Vec<u16> {
    let controls = card.controls.iter().flatten();
    controls
        .filter_map(|control| match control.action {
            Action::SeePage(_, _, page) => Some(page),
            _ => None,
        })
        .collect()
}

fn podium(picture: Attachment) -> Podium {
    match picture {
        Attachment::Podium(podium) => podium,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_knockout_of_sixteen_is_one_bracket() {
    let mut cup = started(knockout(Elimination::Single), 16);
    let Attachment::Bracket(tree) = cup.picture() else {
        panic!("{:?}", cup.picture());
    };
    let all = [
        ("Round of 16".into(), 8),
        ("Quarterfinals".into(), 4),
        ("Semifinals".into(), 2),
        ("Final".into(), 1),
    ];
    assert_eq!(columns(&tree), all);
    assert_eq!(names(&tree, 0).len(), 16);
    assert!(names(&tree, 1).is_empty(), "no one has won yet");
    cup.next_round();
    let tree = bracket(&mut cup, "eve", None);
    assert_eq!(columns(&tree), all);
    let result = |side: &BracketSide| match side {
        BracketSide::Player { score, won, .. } => (score.clone(), *won),
        other => panic!("{other:?}"),
    };
    let results = tree.rounds[0].matches[0].each_ref().map(result);
    assert_eq!(results, [("1".to_owned(), true), ("0".to_owned(), false)]);
    let next = result(&tree.rounds[1].matches[0][0]);
    assert_eq!(next, (String::new(), false), "not yet played");
    for _ in 0..3 {
        cup.next_round();
    }
    assert!(cup.is_finished());
    let podium = podium(cup.picture());
    let places: Vec<_> = podium
        .places
        .iter()
        .map(|p| (p.rank, p.name.as_str()))
        .collect();
    assert_eq!(places, [(1, "p1"), (2, "p2"), (3, "p3"), (3, "p4")]);
    assert!(podium.places.iter().all(|place| place.points.is_empty()));
}

#[test]
fn a_large_knockout_has_pages_and_opens_at_the_viewers_own() {
    let mut cup = started(knockout(Elimination::Single), 64);
    assert!(
        matches!(cup.picture(), Attachment::Pairings(_)),
        "the tree does not fit"
    );
    let mut seen = BTreeSet::new();
    for page in 0..4 {
        let tree = bracket(&mut cup, "eve", Some(page));
        let sizes: Vec<_> = columns(&tree).into_iter().map(|(_, size)| size).collect();
        assert_eq!(sizes, [8, 4, 2, 1]);
        seen.extend(names(&tree, 0));
    }
    assert_eq!(seen.len(), 64, "everyone is on one of the pages");
    let last = bracket(&mut cup, "eve", Some(4));
    assert_eq!(columns(&last)[3], ("Final".into(), 1));
    assert_eq!(
        columns(&last),
        columns(&bracket(&mut cup, "eve", Some(u16::MAX)))
    );
    for number in [1, 7, 33, 64] {
        let name = format!("p{number}");
        let own = bracket(&mut cup, &name, None);
        assert!(names(&own, 0).contains(&name), "{name}: {own:?}");
    }
    let card = view(&mut cup, "eve", TournamentView::Bracket, Some(1));
    assert_eq!(pages(&card), [0, 2]);
    for _ in 0..2 {
        cup.next_round();
    }
    let Attachment::Bracket(tree) = cup.picture() else {
        panic!("{:?}", cup.picture());
    };
    assert_eq!(columns(&tree)[0], ("Round of 16".into(), 8));
}

#[test]
fn double_elimination_has_two_brackets() {
    let mut cup = started(knockout(Elimination::Double), 8);
    cup.next_round();
    let upper = bracket(&mut cup, "eve", None);
    assert_eq!(
        columns(&upper),
        [
            ("Upper round 1".into(), 4),
            ("Upper round 2".into(), 2),
            ("Upper round 3".into(), 1),
            ("Final".into(), 1)
        ]
    );
    let lower = bracket(&mut cup, "eve", Some(1));
    assert_eq!(
        columns(&lower),
        [
            ("Lower round 1".into(), 2),
            ("Lower round 2".into(), 2),
            ("Lower round 3".into(), 1),
            ("Lower round 4".into(), 1)
        ]
    );
    assert_eq!(names(&lower, 0).len(), 4, "the players with one loss");
    assert_eq!(bracket(&mut cup, "p8", None), lower, "where they play now");
}

#[test]
fn a_swiss_of_forty_has_its_pairings_standings_and_crosstable_in_pages() {
    let mut cup = started(Format::Swiss { rounds: 3 }, 41);
    let Attachment::Pairings(first) = cup.picture() else {
        panic!("{:?}", cup.picture());
    };
    assert_eq!(first.title.to_string(), "Friday cup, round 1");
    assert_eq!(first.lines.len(), 21);
    assert!(
        matches!(&first.lines[20], PairingLine::Bye { player, note } if player.name == "p41" && note.to_string() == "bye (1 point)")
    );
    cup.next_round();
    let own = pairings(&mut cup, "p1", None);
    let PairingLine::Game {
        board,
        players,
        result,
        code,
    } = &own.lines[0]
    else {
        panic!("{own:?}");
    };
    assert_eq!((board.as_str(), result.as_str()), ("1", "–"));
    assert_eq!(code.len(), 6);
    assert!(
        [&players.white, &players.black]
            .iter()
            .any(|p| p.name == "p1" && p.marked && p.points == "1")
    );
    let table = standings(&mut cup, "p41", None);
    assert_eq!(table.rows.len(), 32);
    assert_eq!(table.title.to_string(), "Friday cup, round 2 (1–32 of 41)");
    assert_eq!(columns_of(&table), ["Pts", "BH-C1", "BH", "SB"]);
    let last = standings(&mut cup, "eve", Some(1)).rows.remove(8).name;
    let rest = standings(&mut cup, &last.to_string(), Some(1));
    assert_eq!(rest.title.to_string(), "Friday cup, round 2 (33–41 of 41)");
    assert_eq!(rest.rows.len(), 9);
    let marked = rest.rows.iter().filter(|row| row.marked);
    assert_eq!(marked.map(|row| &row.name).collect::<Vec<_>>(), [&last]);
    let card = view(&mut cup, "p41", TournamentView::Standings, Some(1));
    assert_eq!(pages(&card), [0]);
    let cross = crosstable(&mut cup, "eve", None);
    assert_eq!(cross.columns, ["1", "2"]);
    // Many share a rank, and no one a line.
    let lines: Vec<_> = cross.rows.iter().map(|row| row.rank.as_str()).collect();
    let numbers: Vec<_> = (1..=32).map(|line| line.to_string()).collect();
    assert_eq!(lines, numbers);
    let p1 = cross.rows.iter().find(|row| row.name == "p1").unwrap();
    assert!(
        p1.results[0].ends_with('1') && p1.results[1].ends_with('*'),
        "{p1:?}"
    );
    cup.next_round();
    cup.next_round();
    let podium = podium(cup.picture());
    let first = &podium.places[0];
    assert_eq!(
        (first.rank, first.points.to_string()),
        (1, "3 points".to_owned())
    );
    let table = standings(&mut cup, "eve", None);
    assert_eq!(
        table.title.to_string(),
        "Friday cup: final standings (1–32 of 41)"
    );
    for (place, line) in podium.places.iter().zip(table.rows) {
        assert_eq!(line.rank, place.rank.to_string());
        assert!(
            line.name.to_string().starts_with(&place.name),
            "{line:?} {place:?}"
        );
    }
}

#[test]
fn games_of_a_player_who_left_a_round_robin_early_stay_in_the_table_but_do_not_count() {
    for (played, points) in [(1, ["2", "1", "0", "0"]), (2, ["3", "2", "1", "0"])] {
        let mut cup = started(Format::RoundRobin(Cycles::Single), 4);
        for _ in 1..played {
            cup.next_round();
        }
        cup.play_round();
        let said = cup.said("p4", TournamentCommand::Leave);
        assert_eq!(
            said.contains("your results won't count"),
            played == 1,
            "{said}"
        );
        cup.play_to_the_end();
        let rows = standings(&mut cup, "eve", None).rows;
        let found: Vec<_> = rows.iter().map(|row| row.cells[0].as_str()).collect();
        assert_eq!(found, points);
        let cross = crosstable(&mut cup, "eve", None);
        assert_eq!(cross.rows[0].results, ["×", "1", "1", "1"]);
    }
}

#[test]
fn the_last_player_of_a_round_robin_keeps_their_points() {
    let mut cup = started(Format::RoundRobin(Cycles::Double), 3);
    cup.play_round();
    cup.leave("p3");
    cup.play_round();
    cup.leave("p2");
    cup.play_to_the_end();
    let rows = standings(&mut cup, "eve", None).rows;
    assert_eq!(rows[0].name, "p1".into());
    assert_ne!(rows[0].cells[0], rows[1].cells[0]);
}

#[test]
fn the_crosstable_of_a_round_robin_is_symmetric() {
    let mut cup = started(Format::RoundRobin(Cycles::Double), 5);
    for _ in 0..7 {
        cup.next_round();
    }
    let table = crosstable(&mut cup, "p1", None);
    assert_eq!(table.columns.len(), 5);
    let mut played = 0;
    for (row, line) in table.rows.iter().enumerate() {
        assert_eq!(line.results[row], "×");
        for (column, other) in table.rows.iter().enumerate() {
            let mirrored = |c: char| match c {
                '1' => '0',
                '0' => '1',
                same => same,
            };
            let there: String = other.results[row].chars().map(mirrored).collect();
            assert_eq!(line.results[column], there, "{table:?}");
            played += usize::from(row != column) * there.chars().filter(|c| *c != '*').count();
        }
    }
    assert_eq!(
        played, 28,
        "seven rounds of two games, seen from both sides"
    );
    let instead = view(&mut cup, "eve", TournamentView::Bracket, None).attachments;
    let is_table = matches!(instead[0], Attachment::Crosstable(_));
    assert!(is_table, "a round robin has no tree");
    let sides = ByColor::new_with(|color| text::chess::color_name(Variant::Toto40, color).into());
    assert_eq!(pairings(&mut cup, "p1", None).sides, sides);
}
