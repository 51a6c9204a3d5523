//! The pictures of a tournament, page by page.

use std::collections::BTreeSet;

use app::attachment::Attachment;
use app::card::Card;
use app::{Action, Cycles, Elimination, Format, TournamentPlan, TournamentView};
use pictures::{Bracket, BracketSide, Crosstable, PairingLine, Pairings, Podium, Table};
use rules_core::{ByColor, Variant};

use crate::common::cup::{Cup, Do, ROUND_ROBIN, SWISS, columns_of, knockout, plan_with};
use crate::common::reply;

/// A tournament of p1 to pN that has started.
fn started(format: Format, entrants: u16) -> Cup {
    let change = |plan: &mut TournamentPlan| (plan.capacity, plan.when_full) = (entrants, true);
    let mut cup = Cup::in_threads(plan_with(format, change));
    cup.enter_numbered(entrants.into());
    cup
}

fn view(cup: &mut Cup, who: &str, view: TournamentView, page: Option<u16>) -> Card {
    reply(cup.act(who, Do::See(view, page)))
}

macro_rules! take {
    ($picture:ident, $attachment:expr) => {
        match $attachment {
            Attachment::$picture(picture) => picture,
            other => panic!("{other:?}"),
        }
    };
}

/// Declares a function for the picture of a view.
macro_rules! pictures {
    ($($name:ident: $view:ident => $picture:ident;)+) => {
        $(fn $name(cup: &mut Cup, who: &str, page: Option<u16>) -> $picture {
            let mut card = view(cup, who, TournamentView::$view, page);
            take!($picture, card.attachments.remove(0))
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
fn columns(tree: &Bracket) -> String {
    let rounds = tree.rounds.iter();
    let columns = rounds.map(|round| format!("{}: {}", round.title, round.matches.len()));
    columns.collect::<Vec<_>>().join(", ")
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

/// The ranks and the names on the podium.
fn placed(podium: &Podium) -> Vec<(u8, &str)> {
    let places = podium.places.iter();
    places
        .map(|place| (place.rank, place.name.as_str()))
        .collect()
}

#[test]
fn a_knockout_of_sixteen_is_one_bracket() {
    let mut cup = started(knockout(Elimination::Single), 16);
    let tree = take!(Bracket, cup.picture());
    let all = "Round of 16: 8, Quarterfinals: 4, Semifinals: 2, Final: 1";
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
    let podium = take!(Podium, cup.picture());
    let places = [(1, "p1"), (2, "p2"), (3, "p3"), (3, "p4")];
    assert_eq!(placed(&podium), places);
    assert!(podium.places.iter().all(|place| place.points.is_empty()));
}

#[test]
fn a_large_knockout_has_pages_and_opens_at_the_viewers_own() {
    let mut cup = started(knockout(Elimination::Single), 64);
    let is_table = matches!(cup.picture(), Attachment::Pairings(_));
    assert!(is_table, "the tree does not fit");
    let mut seen = BTreeSet::new();
    for page in 0..4 {
        let tree = bracket(&mut cup, "eve", Some(page));
        let sizes: Vec<_> = tree
            .rounds
            .iter()
            .map(|round| round.matches.len())
            .collect();
        assert_eq!(sizes, [8, 4, 2, 1]);
        seen.extend(names(&tree, 0));
    }
    assert_eq!(seen.len(), 64, "everyone is on one of the pages");
    let last = columns(&bracket(&mut cup, "eve", Some(4)));
    assert!(last.ends_with("Final: 1"), "{last}");
    assert_eq!(columns(&bracket(&mut cup, "eve", Some(u16::MAX))), last);
    for number in [1, 7, 33, 64] {
        let name = format!("p{number}");
        let own = bracket(&mut cup, &name, None);
        assert!(names(&own, 0).contains(&name), "{name}: {own:?}");
    }
    let card = view(&mut cup, "eve", TournamentView::Bracket, Some(1));
    assert_eq!(pages(&card), [0, 2]);
    cup.next_round();
    cup.next_round();
    let tree = take!(Bracket, cup.picture());
    let columns = columns(&tree);
    assert!(columns.starts_with("Round of 16: 8"), "{columns}");
}

#[test]
fn double_elimination_has_two_brackets_and_one_winner() {
    let mut cup = started(knockout(Elimination::Double), 8);
    cup.next_round();
    let upper = columns(&bracket(&mut cup, "eve", None));
    let rounds = "Upper round 1: 4, Upper round 2: 2, Upper round 3: 1, Final: 1";
    assert_eq!(upper, rounds);
    let lower = bracket(&mut cup, "eve", Some(1));
    let rounds = "Lower round 1: 2, Lower round 2: 2, Lower round 3: 1, Lower round 4: 1";
    assert_eq!(columns(&lower), rounds);
    assert_eq!(names(&lower, 0).len(), 4, "the players with one loss");
    assert_eq!(bracket(&mut cup, "p8", None), lower, "where they play now");
    cup.play_to_the_end();
    let podium = take!(Podium, cup.picture());
    assert_eq!(placed(&podium)[..2], [(1, "p1"), (2, "p2")]);
}

#[test]
fn a_swiss_of_forty_has_its_pairings_standings_and_crosstable_in_pages() {
    let mut cup = started(SWISS, 41);
    let first = take!(Pairings, cup.picture());
    assert_eq!(first.title.to_string(), "Friday cup, round 1");
    let Some((PairingLine::Bye { player, note }, games)) = first.lines.split_last() else {
        panic!("{first:?}");
    };
    assert_eq!(games.len(), 20);
    assert_eq!(player.name, "p41");
    assert_eq!(note.to_string(), "bye (1 point)");
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
    let sides = [&players.white, &players.black];
    let own = sides.iter().find(|player| player.marked).unwrap();
    assert_eq!((own.name.as_str(), own.points.as_str()), ("p1", "1"));
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
    let won_and_plays = p1.results[0].ends_with('1') && p1.results[1].ends_with('*');
    assert!(won_and_plays, "{p1:?}");
    cup.next_round();
    cup.next_round();
    let podium = take!(Podium, cup.picture());
    let first = &podium.places[0];
    assert_eq!(first.rank, 1);
    assert_eq!(first.points.to_string(), "3 points");
    let table = standings(&mut cup, "eve", None);
    let title = table.title.to_string();
    assert_eq!(title, "Friday cup: final standings (1–32 of 41)");
    for (place, line) in podium.places.iter().zip(table.rows) {
        assert_eq!(line.rank, place.rank.to_string());
        let same = line.name.to_string().starts_with(&place.name);
        assert!(same, "{line:?} {place:?}");
    }
}

#[test]
fn games_of_an_early_leaver_of_a_round_robin_are_shown_but_do_not_count() {
    for (played, points) in [(1, ["2", "1", "0", "0"]), (2, ["3", "2", "1", "0"])] {
        let mut cup = started(ROUND_ROBIN, 4);
        for _ in 1..played {
            cup.next_round();
        }
        cup.play_round();
        let said = cup.said("p4", Do::Leave);
        let warned = said.contains("your results won't count");
        assert_eq!(warned, played == 1, "{said}");
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
    // Seven rounds of two games, seen from both sides.
    assert_eq!(played, 28);
    let instead = view(&mut cup, "eve", TournamentView::Bracket, None).attachments;
    let is_table = matches!(instead[0], Attachment::Crosstable(_));
    assert!(is_table, "a round robin has no tree");
    let sides = ByColor::new_with(|color| text::chess::color_name(Variant::Toto40, color).into());
    assert_eq!(pairings(&mut cup, "p1", None).sides, sides);
}
