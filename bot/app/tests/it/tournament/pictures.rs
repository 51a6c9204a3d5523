//! The pictures of a tournament, page by page.

use std::collections::BTreeSet;

use app::attachment::Attachment;
use app::card::Card;
use app::effect::{Answer, Effect, Subject};
use app::store::Key;
use app::{
    Action, Command, Cycles, Elimination, Format, MatchRules, Record, RoundId, Span, Stage,
    TimeControl, TournamentCommand, TournamentId, TournamentPlan, TournamentRecord, TournamentView,
};
use pictures::{Bracket, Crosstable, PairingLine, Pairings, Podium, Table};
use rules_core::{ByColor, Variant};

use crate::common::Hall;
use crate::common::cup::columns_of;

struct Cup {
    hall: Hall,
    id: TournamentId,
}

impl Cup {
    /// A tournament of p1 to pN that has started.
    fn started(format: Format, entrants: u16) -> Self {
        let mut hall = Hall::new();
        hall.context.manages = true;
        let time = TimeControl::Live {
            minutes: 10,
            increment: 5,
        };
        let plan = TournamentPlan {
            capacity: entrants,
            when_full: true,
            ..TournamentPlan::new("Friday cup", Variant::Toto40, time, format)
        };
        let create = TournamentCommand::create(plan);
        let handled = hall.act("org", Command::Tournament(None, create));
        let subject = handled.outgoing.iter().find_map(|o| match &o.effect {
            Effect::Show(show) => Some(show.subject),
            _ => None,
        });
        let Some(Subject::Tournament(id)) = subject else {
            panic!("{subject:?}");
        };
        let mut cup = Self { hall, id };
        for number in 1..=entrants {
            cup.act(&format!("p{number}"), TournamentCommand::Join);
        }
        cup
    }

    fn act(&mut self, who: &str, command: TournamentCommand) -> Answer {
        let command = Command::Tournament(Some(self.id), command);
        self.hall.act(who, command).answer
    }

    fn record(&self) -> TournamentRecord {
        let stored = self.hall.app.store().get(&Key::Tournament(self.id));
        match stored.unwrap().unwrap().record {
            Record::Tournament(record) => record,
            other => panic!("{other:?}"),
        }
    }

    /// Ends the games of this round, lost by the lower seeds, and starts the next.
    fn play_round(&mut self) {
        let id = RoundId {
            tournament: self.id,
            number: self.record().rounds,
        };
        let Record::Round(round) = self
            .hall
            .app
            .store()
            .get(&Key::Round(id))
            .unwrap()
            .unwrap()
            .record
        else {
            panic!("{id:?}");
        };
        for board in round.boards {
            let loser = board.pairing.white.max(board.pairing.black);
            let name = self
                .record()
                .entry(loser)
                .unwrap()
                .person()
                .unwrap()
                .name
                .clone();
            self.hall.act(&name, Command::Resign(board.game.unwrap()));
        }
        self.hall.now += Span::minutes(2).0;
        let moment = self.hall.moment();
        self.hall.app.pass_time(moment).unwrap();
    }

    fn on_message(&self) -> Attachment {
        let shown = self.hall.app.show(Subject::Tournament(self.id)).unwrap();
        let mut attached = shown.unwrap().card.attachments;
        assert_eq!(attached.len(), 1, "one picture, as large as can be");
        attached.remove(0)
    }

    fn see(&mut self, who: &str, view: TournamentView, page: Option<u16>) -> Card {
        match self.act(who, TournamentCommand::See(view, page)) {
            Answer::Aside(card) | Answer::Secret(card) => *card,
            other => panic!("{other:?}"),
        }
    }

    fn bracket(&mut self, who: &str, page: Option<u16>) -> Bracket {
        match self
            .see(who, TournamentView::Bracket, page)
            .attachments
            .remove(0)
        {
            Attachment::Bracket(tree) => tree,
            other => panic!("{other:?}"),
        }
    }

    fn standings(&mut self, who: &str, page: Option<u16>) -> Table {
        match self
            .see(who, TournamentView::Standings, page)
            .attachments
            .remove(0)
        {
            Attachment::Table(table) => table,
            other => panic!("{other:?}"),
        }
    }

    fn pairings(&mut self, who: &str, page: Option<u16>) -> Pairings {
        match self
            .see(who, TournamentView::Pairings, page)
            .attachments
            .remove(0)
        {
            Attachment::Pairings(round) => round,
            other => panic!("{other:?}"),
        }
    }

    fn crosstable(&mut self, who: &str, page: Option<u16>) -> Crosstable {
        match self
            .see(who, TournamentView::Crosstable, page)
            .attachments
            .remove(0)
        {
            Attachment::Crosstable(table) => table,
            other => panic!("{other:?}"),
        }
    }
}

fn knockout(elimination: Elimination) -> Format {
    Format::Knockout {
        elimination,
        rules: MatchRules::default(),
    }
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
    let names = sides.filter_map(|side| side.name.as_ref());
    names.map(ToString::to_string).collect()
}

/// The pages to which the buttons beneath a card lead.
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
fn a_knockout_of_sixteen_is_one_bracket_and_ends_with_a_shared_third_place() {
    let mut cup = Cup::started(knockout(Elimination::Single), 16);
    let Attachment::Bracket(tree) = cup.on_message() else {
        panic!("{:?}", cup.on_message());
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
    cup.play_round();
    let tree = cup.bracket("eve", None);
    assert_eq!(columns(&tree), all);
    let first = &tree.rounds[0].matches[0];
    assert_eq!(
        (first[0].score.as_str(), first[0].won, first[1].won),
        ("1", true, false)
    );
    assert_eq!(tree.rounds[1].matches[0][0].score, "", "not yet played");
    for _ in 0..3 {
        cup.play_round();
    }
    assert!(matches!(cup.record().stage, Stage::Finished(_)));
    let podium = podium(cup.on_message());
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
    let mut cup = Cup::started(knockout(Elimination::Single), 64);
    assert!(
        matches!(cup.on_message(), Attachment::Pairings(_)),
        "the tree does not fit"
    );
    let mut seen = BTreeSet::new();
    for page in 0..4 {
        let tree = cup.bracket("eve", Some(page));
        let sizes: Vec<_> = columns(&tree).into_iter().map(|(_, size)| size).collect();
        assert_eq!(sizes, [8, 4, 2, 1]);
        seen.extend(names(&tree, 0));
    }
    assert_eq!(seen.len(), 64, "everyone is on one of the pages");
    let last = cup.bracket("eve", Some(4));
    assert_eq!(columns(&last)[3], ("Final".into(), 1));
    assert_eq!(columns(&last), columns(&cup.bracket("eve", Some(u16::MAX))));
    for number in [1, 7, 33, 64] {
        let name = format!("p{number}");
        let own = cup.bracket(&name, None);
        assert!(names(&own, 0).contains(&name), "{name}: {own:?}");
    }
    let card = cup.see("eve", TournamentView::Bracket, Some(1));
    assert_eq!(pages(&card), [0, 2]);
    for _ in 0..2 {
        cup.play_round();
    }
    let Attachment::Bracket(tree) = cup.on_message() else {
        panic!("{:?}", cup.on_message());
    };
    assert_eq!(columns(&tree)[0], ("Round of 16".into(), 8));
}

#[test]
fn double_elimination_has_two_brackets() {
    let mut cup = Cup::started(knockout(Elimination::Double), 8);
    cup.play_round();
    let upper = cup.bracket("eve", None);
    assert_eq!(
        columns(&upper),
        [
            ("Upper round 1".into(), 4),
            ("Upper round 2".into(), 2),
            ("Upper round 3".into(), 1),
            ("Final".into(), 1)
        ]
    );
    let lower = cup.bracket("eve", Some(1));
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
    assert_eq!(cup.bracket("p8", None), lower, "where they play now");
}

#[test]
fn a_swiss_of_forty_has_its_pairings_standings_and_crosstable_in_pages() {
    let mut cup = Cup::started(Format::Swiss { rounds: 3 }, 41);
    let Attachment::Pairings(first) = cup.on_message() else {
        panic!("{:?}", cup.on_message());
    };
    assert_eq!(first.title.to_string(), "Friday cup, round 1");
    assert_eq!(first.lines.len(), 21);
    assert!(
        matches!(&first.lines[20], PairingLine::Bye { player, note } if player.name == "p41" && note.to_string() == "bye, 1 point")
    );
    cup.play_round();
    let own = cup.pairings("p1", None);
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
    let table = cup.standings("p41", None);
    assert_eq!(table.rows.len(), 32);
    assert_eq!(table.title.to_string(), "Friday cup, round 2 (1–32 of 41)");
    assert_eq!(columns_of(&table), ["Pts", "BH-C1", "BH", "SB"]);
    let last = cup.standings("eve", Some(1)).rows.remove(8).name;
    let rest = cup.standings(&last.to_string(), Some(1));
    assert_eq!(rest.title.to_string(), "Friday cup, round 2 (33–41 of 41)");
    assert_eq!(rest.rows.len(), 9);
    let marked = rest.rows.iter().filter(|row| row.marked);
    assert_eq!(marked.map(|row| &row.name).collect::<Vec<_>>(), [&last]);
    let card = cup.see("p41", TournamentView::Standings, Some(1));
    assert_eq!(pages(&card), [0]);
    let cross = cup.crosstable("eve", None);
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
    cup.play_round();
    cup.play_round();
    let podium = podium(cup.on_message());
    let first = &podium.places[0];
    assert_eq!(
        (first.rank, first.points.to_string()),
        (1, "3 points".to_owned())
    );
    let table = cup.standings("eve", None);
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
fn the_crosstable_of_a_round_robin_is_symmetric() {
    let mut cup = Cup::started(Format::RoundRobin(Cycles::Double), 5);
    for _ in 0..7 {
        cup.play_round();
    }
    let table = cup.crosstable("p1", None);
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
    assert_eq!(
        cup.bracket_or_crosstable(),
        "crosstable",
        "a round robin has no tree"
    );
    let sides = ByColor::new_with(|color| text::chess::color_name(Variant::Toto40, color).into());
    assert_eq!(cup.pairings("p1", None).sides, sides);
}

impl Cup {
    fn bracket_or_crosstable(&mut self) -> &'static str {
        match self.see("eve", TournamentView::Bracket, None).attachments[0] {
            Attachment::Bracket(_) => "bracket",
            Attachment::Crosstable(_) => "crosstable",
            _ => "another",
        }
    }
}
