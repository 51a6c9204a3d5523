//! Standings, tie-breaks and exports of small tournaments, calculated by hand.

use pairing::export::{csv, pgn_tags, trf};
use pairing::{
    Bye, Entrant, Forfeit, History, HistoryError, Pairing, PairingResult, Ranking, Round, Seed,
    Slot, TieBreak, crosstable, ranks, standings,
};
use rules_core::Color;

fn seed(number: u16) -> Seed {
    Seed::new(number).unwrap()
}

fn game(white: u16, black: u16, result: PairingResult) -> Slot {
    let mut pairing = Pairing::new(seed(white), seed(black));
    pairing.result = Some(result);
    Slot::Pairing(pairing)
}

fn bye(number: u16, bye: Bye) -> Slot {
    Slot::Bye {
        seed: seed(number),
        bye,
    }
}

fn pab(number: u16) -> Slot {
    bye(number, Bye::PairingAllocated)
}

const WHITE: PairingResult = PairingResult::Win(Color::White);
const BLACK: PairingResult = PairingResult::Win(Color::Black);
const DRAW: PairingResult = PairingResult::Draw;

/// A tournament of Ada (1), Ben (2), Cleo (3) and Dora (4), or the first of them.
fn tournament(ratings: &[u16], rounds: Vec<Vec<Slot>>) -> History {
    let names = ["Ada", "Ben", "Cleo", "Dora"].into_iter();
    let entrant = |(name, &rating): (&str, &u16)| Entrant {
        name: name.to_owned(),
        rating: Some(rating),
    };
    let entrants = names.zip(ratings).map(entrant);
    let mut history = History::new(entrants.collect()).unwrap();
    for slots in rounds {
        history.add_round(Round::new(slots).unwrap()).unwrap();
    }
    history
}

/// Three rounds. Dora withdraws after the first.
fn four() -> History {
    tournament(
        &[2000, 1900, 1800, 1700],
        vec![
            vec![game(1, 4, WHITE), game(2, 3, DRAW)],
            vec![game(1, 2, WHITE), pab(3)],
            vec![game(3, 1, DRAW), pab(2)],
        ],
    )
}

/// The values of a tie-break in a Swiss, by seed.
fn values(history: &History, tie_break: TieBreak) -> String {
    let mut standings = standings(history, &by(tie_break));
    standings.sort_by_key(|standing| standing.seed);
    let values = standings.iter().map(|line| line.tie_breaks[0].to_string());
    values.collect::<Vec<_>>().join(" ")
}

fn by(tie_break: TieBreak) -> Ranking {
    Ranking {
        tie_breaks: vec![tie_break],
        predetermined: false,
    }
}

#[test]
fn unplayed_rounds_count_as_in_article_16() {
    let history = four();
    for (tie_break, expected) in [
        // Dora's two absences count as draws for Ada. The PAB of Ben and Cleo is a game against a dummy with their own
        // score, but at most half a point per round.
        (TieBreak::Buchholz, "4.5 6 5.5 2.5"),
        // Dora's absences are cut before any played round.
        (TieBreak::BuchholzCut1, "3.5 4.5 4 2.5"),
        (TieBreak::SonnebornBerger, "3.5 2.5 3.5 0"),
        (TieBreak::NumberOfWins, "2 1 1 0"),
        // 2.5 of 3 against 1800 on average is 83 percent; 0.5 of 2 against 1900 is 25 percent.
        (TieBreak::PerformanceRating, "2073 1707 1950 1200"),
    ] {
        assert_eq!(values(&history, tie_break), expected);
    }
}

#[test]
fn direct_encounter_separates_entrants_who_have_all_met() {
    // Ada and Ben have two points each, and Ben beat Ada.
    let history = tournament(
        &[0; 4],
        vec![
            vec![game(2, 1, WHITE), game(3, 4, DRAW)],
            vec![game(2, 3, BLACK), game(1, 4, WHITE)],
            vec![game(2, 4, WHITE), game(1, 3, WHITE)],
        ],
    );
    let ranking = Ranking {
        predetermined: true,
        ..by(TieBreak::DirectEncounter)
    };
    let lines = standings(&history, &ranking);
    let points: Vec<_> = lines.iter().map(|l| l.points.to_string()).collect();
    assert_eq!(points, ["2", "2", "1½", "½"]);
    assert_eq!(ranks(&lines), [2, 1, 3, 4]);
    // Each beat one of the other two.
    let circle = [(1, 2), (2, 3), (3, 1)].map(|(white, black)| vec![game(white, black, WHITE)]);
    let circle = tournament(&[0; 3], circle.to_vec());
    assert_eq!(ranks(&standings(&circle, &ranking)), [1, 1, 1]);
}

#[test]
fn direct_encounter_with_missing_games_separates_only_a_clear_leader() {
    let ranked = |history: &History| ranks(&standings(history, &by(TieBreak::DirectEncounter)));
    // Ada beat Ben, neither met Cleo, and all have one point. Cleo could catch up by beating both.
    let all = vec![vec![game(1, 2, WHITE), pab(3)], vec![pab(2)]];
    assert_eq!(ranked(&tournament(&[0; 3], all)), [1, 1, 1]);
    // Without Cleo, Ada is ahead.
    let two = vec![vec![game(1, 2, WHITE)], vec![pab(2)]];
    assert_eq!(ranked(&tournament(&[0; 2], two)), [1, 2]);
    // Cleo and Dora have not met, and neither can reach Ben, who lost to Ada only.
    let four = vec![
        vec![game(1, 2, WHITE), pab(3), pab(4)],
        vec![game(1, 3, WHITE), game(2, 4, WHITE)],
        vec![game(1, 4, WHITE), game(2, 3, WHITE)],
        vec![pab(2), pab(3), pab(4)],
        vec![pab(3), pab(4)],
    ];
    assert_eq!(ranked(&tournament(&[0; 4], four)), [1, 2, 3, 3]);
}

#[test]
fn direct_encounter_is_applied_again_to_those_whom_it_leaves_tied() {
    // All have two points: Ada and Ben from games alone, Cleo and Dora one each from a bye. Ben beat Ada.
    let history = tournament(
        &[0; 4],
        vec![
            vec![game(2, 4, DRAW), game(1, 3, WHITE)],
            vec![game(2, 3, DRAW), game(1, 4, WHITE)],
            vec![game(2, 1, WHITE), game(3, 4, DRAW)],
            vec![pab(3), pab(4)],
        ],
    );
    let lines = standings(&history, &by(TieBreak::DirectEncounter));
    assert_eq!(ranks(&lines), [2, 1, 3, 3]);
    assert_eq!(values(&history, TieBreak::DirectEncounter), "2 2 1 1");
}

#[test]
fn a_round_without_an_opponent_in_a_round_robin_raises_no_tie_break() {
    // Each beat one of the other two, and Ben has no opponent in the last round.
    let history = tournament(
        &[0; 3],
        vec![
            vec![game(1, 2, WHITE), bye(3, Bye::ZeroPoint)],
            vec![game(2, 3, WHITE), bye(1, Bye::ZeroPoint)],
            vec![game(3, 1, WHITE), bye(2, Bye::ZeroPoint)],
        ],
    );
    let lines = standings(&history, &Ranking::round_robin());
    assert_eq!(ranks(&lines), [1, 1, 1]);
}

#[test]
fn annulled_games_stay_in_the_table_and_score_for_no_one() {
    let mut history = four();
    history.annul(seed(4));
    let ranking = by(TieBreak::DirectEncounter);
    assert_eq!(ranks(&standings(&history, &ranking)), [2, 3, 1, 4]);
    let ada = &crosstable(&history, &ranking)[1];
    assert_eq!(ada.standing.points.to_string(), "1½");
    assert_eq!(ada.cells[0].result(), "1");
}

/// The report of a tournament with three rounds.
fn report(history: &History, ranking: &Ranking) -> String {
    let lines = standings(history, ranking);
    let heading = trf::Heading {
        name: "Friday\ncup",
        kind: "Individual: Swiss-System",
        rounds: 3,
        initial: Color::White,
        ranks: &ranks(&lines),
    };
    trf::write(history, &heading)
}

#[test]
fn a_report_has_the_columns_of_trf16() {
    let expected = "\
012 Friday cup
062 4
092 Individual: Swiss-System
XXR 3
XXC white1
001    1      Ada                               2000                             2.5    1     4 w 1     2 w 1     3 b =
001    2      Ben                               1900                             1.5    3     3 w =     1 b 0  0000 - U
001    3      Cleo                              1800                             2.0    2     2 b =  0000 - U     1 w =
001    4      Dora                              1700                             0.0    4     1 b 0  0000 - Z  0000 - Z
";
    assert_eq!(report(&four(), &Ranking::swiss()), expected);
}

#[test]
fn the_csv_file_refers_to_opponents_by_line() {
    let history = four();
    let ranking = by(TieBreak::Buchholz);
    let expected = "line,rank,seed,name,rating,points,BH,round 1,round 2,round 3\r\n\
        1,1,1,Ada,2000,2.5,4.5,4w1,3w1,2b=\r\n\
        2,2,3,Cleo,1800,2.0,5.5,3b=,bye 1,1w=\r\n\
        3,3,2,Ben,1900,1.5,6,2w=,1b0,bye 1\r\n\
        4,4,4,Dora,1700,0.0,2.5,1b0,,\r\n";
    assert_eq!(csv::write(&history, &ranking), expected);
}

#[test]
fn points_in_exports_are_the_sum_of_the_results_after_an_annulment() {
    let mut history = four();
    history.annul(seed(4));
    let ranking = by(TieBreak::DirectEncounter);
    let players = "
001    1      Ada                               2000                             1.5    2  0000 - Z     2 w 1     3 b =
001    2      Ben                               1900                             1.5    3     3 w =     1 b 0  0000 - U
001    3      Cleo                              1800                             2.0    1     2 b =  0000 - U     1 w =
001    4      Dora                              1700                             0.0    4  0000 - Z  0000 - Z  0000 - Z
";
    let report = report(&history, &ranking);
    assert!(report.ends_with(players), "{report}");
    let expected = "line,rank,seed,name,rating,points,DE,round 1,round 2,round 3\r\n\
        1,1,3,Cleo,1800,2.0,0,3b=,bye 1,2w=\r\n\
        2,2,1,Ada,2000,1.5,1,,3w1,1b=\r\n\
        3,3,2,Ben,1900,1.5,0,1w=,2b0,bye 1\r\n\
        4,4,4,Dora,1700,0.0,0,,,\r\n";
    assert_eq!(csv::write(&history, &ranking), expected);
}

#[test]
fn pgn_tags_name_the_round_the_board_and_a_forfeit() {
    let history = four();
    let game = history.rounds()[1].pairings().next().unwrap();
    let tags = pgn_tags(&history, 2, 1, game);
    let expected = [("Round", "2.1"), ("WhiteElo", "2000"), ("BlackElo", "1900")];
    assert_eq!(tags, expected.map(|(tag, value)| (tag, value.to_owned())));
    let mut absent = *game;
    absent.result = Some(PairingResult::Forfeit(Forfeit::By(Color::White)));
    let tags = pgn_tags(&history, 2, 1, &absent);
    assert!(tags.contains(&("Termination", "abandoned".to_owned())));
}

#[test]
fn a_round_with_an_unknown_or_duplicate_seed_is_refused() {
    let mut history = four();
    let unknown = Round::new(vec![game(9, 4, WHITE)]).unwrap();
    let refused = history.add_round(unknown);
    assert_eq!(refused, Err(HistoryError::UnknownSeed(seed(9))));
    let again = vec![game(1, 4, WHITE), bye(4, Bye::HalfPoint)];
    for slots in [vec![game(4, 4, WHITE)], again] {
        let twice = Err(HistoryError::DuplicateSeed(seed(4)));
        assert_eq!(Round::new(slots), twice);
    }
}
