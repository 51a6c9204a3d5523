//! Tournaments from the announcement to the last round, over a store in memory.

use app::attachment::Attachment;
use app::effect::Subject;
use app::{
    Command, Cycles, Elimination, Format, PeopleCommand, Refusal, Span, Stage, TimeControl,
    Timestamp, TournamentCommand, TournamentPlan, TournamentRefusal, TournamentView,
};
use pairing::{Bye, Seed};
use rules_core::{Color, Variant};

use crate::common::cup::{Cup, SWISS, announce, knockout, plan, remove, see};
use crate::common::{Hall, all_called, assert_says, assert_silent_about, labels, reply};

#[test]
fn a_tournament_is_announced_joined_and_left_by_button() {
    let mut cup = Cup::with(SWISS, 2);
    assert_eq!(cup.buttons(), ["Join", "Leave", "Rules", "Tie-breaks"]);
    let board = cup.shown().card.board.unwrap();
    assert_eq!(
        (board.game.variant(), board.game.ply()),
        (Variant::Toto40, 0)
    );
    assert_says(cup.message(), "each round, you play someone");
    assert_says(cup.message(), "2 of 256 spots taken.");
    assert!(cup.message().ends_with("p1, p2"), "{}", cup.message());
    cup.assert_refused("p1", TournamentCommand::Join, TournamentRefusal::Entered);
    cup.leave("p1");
    assert!(cup.message().ends_with("\np2"), "{}", cup.message());
    let again = cup.refused("p1", TournamentCommand::Leave);
    assert_eq!(again, TournamentRefusal::NotEntered);
    cup.assert_refused("p1", cup.start(), TournamentRefusal::NotTheOrganizer);
    cup.assert_refused("org", cup.start(), TournamentRefusal::TooFew);
}

#[test]
fn only_managers_of_the_server_announce() {
    let mut hall = Hall::new();
    let refusal = hall.refused("ann", announce(plan(SWISS)));
    assert_eq!(refusal, TournamentRefusal::NotTheOrganizer.into());
    let look = Command::Tournament(None, see(TournamentView::Standings));
    hall.assert_refused("ann", look, TournamentRefusal::Unknown);
}

#[test]
fn a_plan_without_a_clock_a_name_or_rounds_is_refused() {
    let mut hall = Hall::new();
    hall.context.manages = true;
    let past = TournamentPlan {
        starts: Some(Timestamp(1)),
        ..plan(SWISS)
    };
    let nameless = TournamentPlan {
        name: " \n".to_owned(),
        ..plan(SWISS)
    };
    let timeless = TournamentPlan {
        time: TimeControl::Unlimited,
        ..plan(SWISS)
    };
    for bad in [past, nameless, timeless, plan(Format::Swiss { rounds: 0 })] {
        let refusal = hall.refused("org", announce(bad));
        assert!(matches!(
            refusal,
            Refusal::Tournament(TournamentRefusal::BadPlan | TournamentRefusal::BadStart(_))
        ));
    }
}

#[test]
fn a_round_starts_with_all_its_games_and_everyone_is_mentioned_once() {
    let mut cup = Cup::with(SWISS, 5);
    let handled = cup.start_now();
    let called = all_called(&handled.outgoing);
    assert_eq!(called, ["t:p1", "t:p2", "t:p3", "t:p4"]);
    let round = cup.last_round();
    assert_eq!((round.boards.len(), round.byes.len()), (2, 1));
    let game = cup.game(round.boards[0].game.unwrap());
    assert_eq!(game.event.unwrap().round, round.id);
    assert!(game.clock.is_some());
    assert_says(cup.message(), "Round 1");
    assert_says(cup.message(), "p5 has a bye (1 point).");
    assert_says(cup.said("p5", TournamentCommand::Mine), "1. bye (1 point)");
    cup.assert_refused("org", cup.start(), TournamentRefusal::Begun);
}

#[test]
fn the_next_round_follows_the_last_game_and_the_last_round_ends_it() {
    let mut cup = Cup::started(SWISS, 8);
    let games = cup.games();
    for &game in &games[..3] {
        cup.lose(game, Color::Black);
        assert_eq!(cup.stage(), Stage::Playing);
    }
    cup.lose(games[3], Color::Black);
    assert!(matches!(cup.stage(), Stage::Between(_)));
    assert!(cup.pass(Span::seconds(1)).is_empty(), "still in the break");
    let outgoing = cup.pass(Span::minutes(2));
    assert_eq!(outgoing.len(), 5, "the message and four boards");
    assert_eq!(cup.record().rounds, 2);
    cup.play_to_the_end();
    assert_eq!(cup.record().rounds, 3);
    assert_says(cup.message(), " won with 3 points.");
}

#[test]
fn a_withdrawn_entrant_is_no_longer_paired_and_a_late_one_is() {
    let mut cup = Cup::started(SWISS, 6);
    cup.leave("p6");
    cup.join("late");
    cup.next_round();
    assert!(!cup.is_paired(Seed::from_index(5)));
    assert!(cup.is_paired(Seed::from_index(6)));
}

#[test]
fn a_half_point_bye_is_for_one_round_and_not_for_the_last() {
    let mut cup = Cup::started(SWISS, 5);
    let first = Seed::from_index(0);
    cup.act("p1", TournamentCommand::SitOut);
    cup.next_round();
    assert_eq!(cup.last_round().byes, [(first, Bye::HalfPoint)]);
    let refused = cup.refused("p2", TournamentCommand::SitOut);
    assert_eq!(refused, TournamentRefusal::NoHalfPointBye);
    cup.next_round();
    assert!(cup.is_paired(first));
}

#[test]
fn a_player_who_left_gets_no_half_point_bye() {
    let mut cup = Cup::started(SWISS, 5);
    let sit_out = "Sit out next round".to_owned();
    let mine = reply(cup.act("p1", TournamentCommand::Mine));
    assert!(labels(&mine).contains(&sit_out));
    cup.leave("p1");
    let mine = reply(cup.act("p1", TournamentCommand::Mine));
    assert!(!labels(&mine).contains(&sit_out));
    let refused = cup.refused("p1", TournamentCommand::SitOut);
    assert_eq!(refused, TournamentRefusal::NotEntered);
}

#[test]
fn a_player_who_leaves_and_comes_back_keeps_their_half_point_bye() {
    let mut cup = Cup::started(SWISS, 5);
    cup.act("p1", TournamentCommand::SitOut);
    cup.leave("p1");
    cup.join("p1");
    cup.next_round();
    assert_eq!(cup.last_round().byes, [(cup.seed("p1"), Bye::HalfPoint)]);
}

#[test]
fn half_point_byes_are_refused_if_the_others_cannot_be_paired() {
    let mut cup = Cup::started(SWISS, 3);
    let (free, _) = cup.last_round().byes[0];
    cup.act(&cup.name_of(free), TournamentCommand::SitOut);
    cup.next_round();
    assert_eq!(cup.stage(), Stage::Playing);
    assert!(cup.is_paired(free));
    assert_eq!(cup.last_round().byes[0].1, Bye::PairingAllocated);
    cup.assert_audited(&["half-point byes refused"]);
}

#[test]
fn a_full_tournament_starts_and_ends_when_no_pair_is_left() {
    let mut cup = Cup::new(TournamentPlan {
        when_full: true,
        capacity: 2,
        ..plan(SWISS)
    });
    cup.join("a");
    assert_eq!(cup.stage(), Stage::Open);
    cup.join("b");
    assert_eq!(cup.stage(), Stage::Playing);
    cup.next_round();
    assert!(cup.is_finished(), "two can meet only once");
    cup.assert_audited(&["because no further round could be paired"]);
}

#[test]
fn a_round_robin_pairs_everyone_and_a_knockout_has_one_winner() {
    let mut table = Cup::started(Format::RoundRobin(Cycles::Single), 5);
    table.play_to_the_end();
    assert_eq!(table.record().rounds, 5);
    for elimination in [Elimination::Single, Elimination::Double] {
        let mut cup = Cup::started(knockout(elimination), 16);
        cup.play_to_the_end();
        let Attachment::Podium(podium) = &cup.shown().card.attachments[0] else {
            panic!("no podium");
        };
        let places = podium.places.iter();
        let places: Vec<_> = places.map(|p| (p.rank, p.name.as_str())).collect();
        assert_eq!(places[..2], [(1, "p1"), (2, "p2")]);
    }
}

#[test]
fn players_see_their_games_and_anyone_sees_standings_and_files() {
    let mut cup = Cup::started(SWISS, 4);
    cup.next_round();
    let mine = cup.said("p1", TournamentCommand::Mine);
    assert!(mine.contains("1. ") && mine.contains("won"), "{mine}");
    assert_says(&mine, "You both had 1 point.");
    let stranger = cup.refused("eve", TournamentCommand::Mine);
    assert_eq!(stranger, TournamentRefusal::NotEntered);
    let standings = cup.said("eve", see(TournamentView::Standings));
    assert_eq!(standings, "Friday cup: standings in round 2");
    let pairings = cup.said("eve", see(TournamentView::Pairings));
    assert_says(&pairings, "Round 2 of 3: 0 of 2 games finished.");
    let files = reply(cup.act("eve", TournamentCommand::Export)).attachments;
    assert_eq!(files.len(), 2);
}

#[test]
fn a_game_of_a_tournament_is_resigned_and_not_aborted() {
    let mut cup = Cup::started(SWISS, 2);
    let game = cup.games()[0];
    let subject = Subject::Game(game);
    assert!(cup.hall.has_button(subject, "Resign"));
    assert!(!cup.hall.has_button(subject, "Abort"));
    for who in ["p1", "p2"] {
        cup.hall
            .assert_refused(who, Command::Abort(game), Refusal::NoAbort(game));
    }
    assert!(cup.game(game).result.is_none());
}

/// Deletes a player's data, and performs the pending effects.
fn erase(cup: &mut Cup, who: &str) {
    cup.hall.act(who, Command::People(PeopleCommand::Erase));
    for _ in 0..10 {
        cup.hall.perform_all();
        cup.pass(Span::seconds(1));
    }
}

#[test]
fn a_player_who_deletes_their_data_leaves_a_ghost() {
    let mut cup = Cup::started(SWISS, 4);
    cup.organize(remove("p1"));
    erase(&mut cup, "p1");
    let entries = cup.record().entries;
    assert_eq!(entries.len(), 4);
    assert!(!cup.names().contains(&"p1".to_owned()));
    assert!(entries.iter().any(|entry| entry.withdrawn));
    assert_silent_about(cup.said("org", TournamentCommand::Audit(0)), "p1");
    cup.play_to_the_end();
}

#[test]
fn a_ghost_has_not_withdrawn_from_a_tournament_that_was_over() {
    let mut cup = Cup::started(SWISS, 4);
    cup.play_to_the_end();
    erase(&mut cup, "p1");
    assert!(!cup.names().contains(&"p1".to_owned()));
    assert!(cup.record().entries.iter().all(|entry| !entry.withdrawn));
}

#[test]
fn a_removal_or_a_substitution_is_not_undone_once_the_player_is_gone() {
    let mut cup = Cup::started(SWISS, 4);
    cup.organize(remove("p1"));
    erase(&mut cup, "p1");
    cup.assert_refused("org", cup.undo(), TournamentRefusal::NothingToUndo);
    cup.organize(remove("p2"));
    cup.note_left("p2");
    cup.assert_refused("org", cup.undo(), TournamentRefusal::NothingToUndo);
    cup.substitute("p2", "zoe");
    cup.assert_refused("org", cup.undo(), TournamentRefusal::NothingToUndo);
    cup.substitute("p3", "yan");
    cup.note_left("p3");
    cup.assert_refused("org", cup.undo(), TournamentRefusal::NothingToUndo);
}

#[test]
fn a_player_deleted_before_the_start_is_off_the_list() {
    let mut cup = Cup::with(SWISS, 3);
    erase(&mut cup, "p2");
    assert_eq!(cup.names(), ["p1", "p3"]);
}
