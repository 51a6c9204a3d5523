//! The audit lists every change of who plays whom.

use app::Span;

use crate::common::cup::{ARENA, Cup, Do, SWISS, remove, with_check_in};
use crate::common::{assert_says, assert_silent_about, looks};

#[test]
fn joining_and_leaving_are_told_but_do_not_fill_the_store() {
    let mut cup = Cup::with(SWISS, 3);
    cup.leave("p2");
    cup.assert_audited(&["p1 joined", "p2 joined", "p2 left"]);
    for _ in 0..600 {
        cup.join("p2");
        cup.leave("p2");
    }
    cup.join("p2");
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
    cup.organize(Do::Pause);
    assert_eq!(cup.record().audit, 5001);
}

#[test]
fn rounds_byes_and_players_who_did_not_check_in_are_told() {
    let mut cup = Cup::new(with_check_in());
    cup.enter_numbered(4);
    for name in ["p1", "p2", "p3"] {
        cup.act(name, Do::CheckIn);
    }
    cup.start_now();
    assert_eq!(cup.names(), ["p1", "p2", "p3"]);
    cup.act("p1", Do::SitOut);
    cup.act("p1", Do::SitOut);
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
    let pages = [0, 1, 2, 3].map(|page| cup.said("p1", Do::Audit(page)));
    let [first, second, third, _] = &pages;
    for (page, newest, oldest) in [
        (first, "p45 joined", "p26 joined"),
        (second, "p25 joined", "p6 joined"),
        (third, "p5 joined", "announced, by org"),
    ] {
        assert_says(page, newest);
        assert_says(page, oldest);
    }
    assert_silent_about(&pages[2], "p6 joined");
    assert_eq!(pages[3], pages[2], "there is no later page");
}
