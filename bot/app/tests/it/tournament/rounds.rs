//! Tournaments from the announcement to the last round, over a store in memory.

use app::effect::Subject;
use app::{
    Command, Format, Refusal, Span, Stage, StartTimeError, TimeControl, Timestamp, TournamentView,
};
use pairing::{Bye, Seed};
use rules_core::{Color, Variant};

use crate::common::cup::{ARENA, Cup, Do, SWISS, Why, announce, plan, plan_with, remove, see};
use crate::common::{Hall, all_called, assert_says, assert_silent_about, has_label, reply};

#[test]
fn a_tournament_is_announced_joined_and_left() {
    let mut cup = Cup::with(SWISS, 2);
    let board = cup.shown().card.board.unwrap();
    assert_eq!(board.game.variant(), Variant::Toto40);
    assert_eq!(board.game.ply(), 0);
    assert_eq!(cup.names(), ["p1", "p2"]);
    cup.assert_refused("p1", Do::Join, Why::Entered);
    cup.leave("p1");
    assert_eq!(cup.names(), ["p2"]);
    cup.assert_refused("p1", Do::Leave, Why::NotEntered);
    cup.assert_refused("p1", cup.start(), Why::NotTheOrganizer);
    cup.assert_refused("org", cup.start(), Why::TooFew);
}

#[test]
fn only_managers_announce_and_no_plan_without_a_clock_a_name_or_rounds() {
    let mut hall = Hall::new();
    let why = Why::NotTheOrganizer;
    hall.assert_refused("ann", announce(plan(SWISS)), why);
    let look = Command::Tournament(None, see(TournamentView::Standings));
    hall.assert_refused("ann", look, Why::Unknown);
    hall.context.manages = true;
    let started = Timestamp(1);
    let past = plan_with(SWISS, |plan| plan.starts = Some(started));
    let why = Why::BadStart(StartTimeError::Past(started));
    hall.assert_refused("org", announce(past), why);
    for bad in [
        plan_with(SWISS, |plan| plan.name = " \n".to_owned()),
        plan_with(SWISS, |plan| plan.time = TimeControl::Unlimited),
        plan_with(ARENA, |plan| plan.time = TimeControl::PerMove { days: 1 }),
        plan(Format::Swiss { rounds: 0 }),
    ] {
        hall.assert_refused("org", announce(bad), Why::BadPlan);
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
    assert_says(cup.said("p5", Do::Mine), "1. bye (1 point)");
    cup.assert_refused("org", cup.start(), Why::Begun);
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
fn a_half_point_bye_is_for_one_round_of_a_player_and_not_for_the_last() {
    let mut cup = Cup::started(SWISS, 5);
    let first = Seed::from_index(0);
    let offered = |cup: &mut Cup| {
        let mine = reply(cup.act("p1", Do::Mine));
        has_label(&mine, "Sit out next round")
    };
    assert!(offered(&mut cup));
    cup.leave("p1");
    assert!(!offered(&mut cup));
    cup.assert_refused("p1", Do::SitOut, Why::NotEntered);
    cup.join("p1");
    cup.act("p1", Do::SitOut);
    // Someone who leaves and comes back keeps it.
    cup.leave("p1");
    cup.join("p1");
    cup.next_round();
    assert_eq!(cup.last_round().byes, [(first, Bye::HalfPoint)]);
    cup.assert_refused("p2", Do::SitOut, Why::NoHalfPointBye);
    cup.next_round();
    assert!(cup.is_paired(first));
}

#[test]
fn half_point_byes_are_refused_if_the_others_cannot_be_paired() {
    let mut cup = Cup::started(SWISS, 3);
    let (free, _) = cup.last_round().byes[0];
    cup.act(&cup.entry_of(free).seat.name(), Do::SitOut);
    cup.next_round();
    assert_eq!(cup.stage(), Stage::Playing);
    assert!(cup.is_paired(free));
    assert_eq!(cup.last_round().byes[0].1, Bye::PairingAllocated);
    cup.assert_audited(&["half-point byes refused"]);
}

#[test]
fn a_swiss_ends_when_no_pair_is_left() {
    let mut cup = Cup::started(SWISS, 2);
    cup.next_round();
    assert!(cup.is_finished(), "two can meet only once");
    cup.assert_audited(&["because no further round could be paired"]);
}

#[test]
fn players_see_their_games_and_anyone_sees_standings_and_finished_games() {
    let mut cup = Cup::started(SWISS, 4);
    assert!(cup.see("eve", TournamentView::Standings).menu.is_none());
    cup.play_round();
    let menu = cup.see("eve", TournamentView::Standings).menu.unwrap();
    assert_eq!(menu.options.len(), 2);
    assert!(menu.options[0].detail.to_string().starts_with("Round 1"));
    let opened = menu.action.command(Some(&menu.options[0].value)).unwrap();
    reply(cup.hall.act("eve", opened));
    cup.pass(Span::minutes(2));
    let mine = cup.said("p1", Do::Mine);
    assert!(mine.contains("1. ") && mine.contains("won"), "{mine}");
    assert_says(&mine, "You both had 1 point.");
    cup.assert_refused("eve", Do::Mine, Why::NotEntered);
    let standings = cup.said("eve", see(TournamentView::Standings));
    assert_eq!(standings, "Friday cup: standings in round 2");
    let pairings = cup.said("eve", see(TournamentView::Pairings));
    assert_says(pairings, "Round 2 of 3: 0 of 2 games finished.");
}

#[test]
fn a_game_of_a_tournament_is_resigned_and_not_aborted() {
    let mut cup = Cup::started(SWISS, 2);
    let game = cup.games()[0];
    let offered = ["Resign", "Abort"].map(|label| cup.hall.has_button(Subject::Game(game), label));
    assert_eq!(offered, [true, false]);
    for who in ["p1", "p2"] {
        cup.hall
            .assert_refused(who, Command::Abort(game), Refusal::NoAbort(game));
    }
    assert!(cup.game(game).result.is_none());
}

#[test]
fn a_player_who_deletes_their_data_leaves_a_ghost() {
    let mut cup = Cup::started(SWISS, 4);
    cup.organize(remove("p1"));
    cup.hall.erase("p1");
    let entries = cup.record().entries;
    assert_eq!(entries.len(), 4);
    assert!(!cup.names().contains(&"p1".to_owned()));
    assert!(entries.iter().any(|entry| entry.withdrawn));
    assert_silent_about(cup.said("org", Do::Audit(0)), "p1");
    cup.play_to_the_end();
    // From a tournament that was over, no one has withdrawn.
    let mut cup = Cup::started(SWISS, 4);
    cup.play_to_the_end();
    cup.hall.erase("p1");
    assert!(!cup.names().contains(&"p1".to_owned()));
    assert!(cup.record().entries.iter().all(|entry| !entry.withdrawn));
    // Before the start, the entry goes.
    let mut cup = Cup::with(SWISS, 3);
    cup.hall.erase("p2");
    assert_eq!(cup.names(), ["p1", "p3"]);
}

#[test]
fn a_removal_or_a_substitution_is_not_undone_once_the_player_is_gone() {
    let mut cup = Cup::started(SWISS, 4);
    let assert_final = |cup: &mut Cup| cup.assert_refused("org", cup.undo(), Why::NothingToUndo);
    cup.organize(remove("p1"));
    cup.hall.erase("p1");
    assert_final(&mut cup);
    cup.organize(remove("p2"));
    cup.note_left("p2");
    assert_final(&mut cup);
    cup.substitute("p2", "zoe");
    assert_final(&mut cup);
    cup.substitute("p3", "yan");
    cup.note_left("p3");
    assert_final(&mut cup);
}
