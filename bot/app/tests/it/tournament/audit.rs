//! The audit lists every change of who plays whom.

use app::{Span, TournamentCommand};

use crate::common::cup::{ARENA, Cup, SWISS, remove, with_check_in};
use crate::common::{assert_says, assert_silent_about, looks};

#[test]
fn entries_and_withdrawals_before_the_start_are_told() {
    let mut cup = Cup::with(SWISS, 3);
    cup.leave("p2");
    cup.assert_audited(&["p1 joined", "p2 joined", "p2 left"]);
}

#[test]
fn joining_and_leaving_repeatedly_does_not_fill_the_store() {
    let mut cup = Cup::with(SWISS, 3);
    for _ in 0..600 {
        cup.leave("p2");
        cup.join("p2");
    }
    assert_eq!(cup.record().audit, 1000);
    // An organizer's actions are listed anyway.
    cup.organize(remove("p2"));
    cup.assert_audited(&["p2 removed, by org"]);
}

#[test]
fn joining_and_leaving_a_running_arena_does_not_fill_the_store() {
    let mut cup = Cup::started(ARENA, 3);
    cup.leave("p2");
    cup.join("zoe");
    cup.assert_audited(&["p2 left", "zoe joined late"]);
    assert_silent_about(cup.audit(), "by zoe");
    for _ in 0..2600 {
        cup.join("p2");
        cup.leave("p2");
    }
    assert_eq!(cup.record().audit, 5000);
    cup.organize(TournamentCommand::Pause);
    assert_eq!(cup.record().audit, 5001);
}

#[test]
fn rounds_byes_and_players_who_did_not_check_in_are_told() {
    let mut cup = Cup::new(with_check_in());
    cup.enter_numbered(4);
    for name in ["p1", "p2", "p3"] {
        cup.act(name, TournamentCommand::CheckIn);
    }
    cup.start_now();
    cup.act("p1", TournamentCommand::SitOut);
    cup.act("p1", TournamentCommand::SitOut);
    cup.next_round();
    cup.assert_audited(&[
        "p4 dropped for not checking in",
        "round 1 paired; p3 has the bye",
        "p1 will take a half-point bye in the next round",
        "round 2 paired",
    ]);
    let audit = cup.audit();
    assert_eq!(audit.matches("half-point").count(), 1, "{audit}");
    assert_silent_about(&audit, "by p1");
}

#[test]
fn an_undone_action_is_told_with_its_effect() {
    let mut cup = Cup::started(SWISS, 4);
    cup.organize(remove("p3"));
    cup.undo_now();
    cup.substitute("p2", "zoe");
    cup.undo_now();
    cup.assert_audited(&["p3 let back in, by org", "p2 replaces zoe, by org"]);
}

#[test]
fn a_player_withdrawn_for_a_missed_game_is_told_to_have_left_the_server() {
    let mut cup = Cup::started(ARENA, 2);
    cup.pass(Span::seconds(11));
    let (id, look) = looks(&cup.pass(Span::minutes(6))).remove(0);
    cup.note_gone(&id, &look, true);
    cup.assert_audited(&["missed a game", "withdrawn after leaving the server"]);
}

#[test]
fn older_lines_are_on_older_pages() {
    let mut cup = Cup::with(SWISS, 45);
    let pages = [0, 1, 2, 3].map(|page| cup.said("p1", TournamentCommand::Audit(page)));
    for (page, first, last) in [
        (0, "p45 joined", "p26 joined"),
        (1, "p25 joined", "p6 joined"),
        (2, "p5 joined", "announced, by org"),
    ] {
        assert_says(&pages[page], first);
        assert_says(&pages[page], last);
    }
    assert_silent_about(&pages[2], "p6 joined");
    assert_eq!(pages[3], pages[2], "there is no later page");
}
