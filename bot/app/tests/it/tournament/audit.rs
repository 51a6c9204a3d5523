//! The audit tells what changed who plays whom.

use app::effect::{Effect, LookFor};
use app::{Format, Seat, Span, TournamentCommand, TournamentPlan};

use crate::common::cup::{Cup, SWISS, plan};
use crate::common::person;

/// The newest page of the audit.
fn audit(cup: &mut Cup) -> String {
    cup.said("p1", TournamentCommand::Audit(0))
}

#[track_caller]
fn assert_lines(audit: &str, lines: &[&str]) {
    for line in lines {
        assert!(audit.contains(line), "{line}: {audit}");
    }
}

#[test]
fn entries_and_withdrawals_before_the_start_are_told() {
    let mut cup = Cup::with(SWISS, 3);
    cup.act("p2", TournamentCommand::Leave);
    assert_lines(&audit(&mut cup), &["p1 joined", "p2 joined", "p2 left"]);
}

#[test]
fn joining_and_leaving_again_and_again_does_not_fill_the_store() {
    let mut cup = Cup::with(SWISS, 3);
    for _ in 0..600 {
        cup.act("p2", TournamentCommand::Leave);
        cup.act("p2", TournamentCommand::Join);
    }
    assert_eq!(cup.record().audit, 1000);
    // An organizer's actions are listed anyway.
    cup.act("org", TournamentCommand::Remove(Seat::Person(person("p2"))));
    assert_lines(&audit(&mut cup), &["p2 removed, by org"]);
}

#[test]
fn joining_and_leaving_a_running_arena_does_not_fill_the_store() {
    let mut cup = Cup::with(Format::Arena { minutes: 60 }, 3);
    cup.act("org", cup.start());
    cup.act("p2", TournamentCommand::Leave);
    cup.act("zoe", TournamentCommand::Join);
    assert_lines(&audit(&mut cup), &["p2 left", "zoe joined late"]);
    assert!(!audit(&mut cup).contains("by zoe"));
    for _ in 0..2600 {
        cup.act("p2", TournamentCommand::Join);
        cup.act("p2", TournamentCommand::Leave);
    }
    assert_eq!(cup.record().audit, 5000);
    cup.act("org", TournamentCommand::Pause);
    assert_eq!(cup.record().audit, 5001);
}

#[test]
fn rounds_byes_and_players_who_did_not_check_in_are_told() {
    let mut cup = Cup::new(TournamentPlan {
        check_in: true,
        ..plan(SWISS)
    });
    for name in ["p1", "p2", "p3", "p4"] {
        cup.act(name, TournamentCommand::Join);
        if name != "p4" {
            cup.act(name, TournamentCommand::CheckIn);
        }
    }
    cup.act("org", cup.start());
    cup.act("p1", TournamentCommand::SitOut);
    cup.act("p1", TournamentCommand::SitOut);
    cup.play_round();
    cup.pass(Span::minutes(2));
    let audit = audit(&mut cup);
    assert_lines(
        &audit,
        &[
            "p4 dropped for not checking in",
            "round 1 paired; p3 has the bye",
            "p1 will take a half-point bye in the next round",
            "round 2 paired",
        ],
    );
    assert_eq!(audit.matches("half-point").count(), 1, "{audit}");
    assert!(!audit.contains("by p1"), "{audit}");
}

#[test]
fn an_undone_action_is_told_with_what_it_means() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    cup.act("org", TournamentCommand::Remove(Seat::Person(person("p3"))));
    cup.act("org", cup.undo());
    cup.substitute("p2", "zoe");
    cup.act("org", cup.undo());
    assert_lines(
        &audit(&mut cup),
        &["p3 let back in, by org", "p2 replaces zoe, by org"],
    );
}

#[test]
fn a_player_withdrawn_for_a_missed_game_is_told_to_have_left_the_server() {
    let mut cup = Cup::with(Format::Arena { minutes: 60 }, 2);
    cup.act("org", cup.start());
    cup.pass(Span::seconds(11));
    let outgoing = cup.pass(Span::minutes(6));
    let (id, look): (_, LookFor) = outgoing
        .iter()
        .find_map(|one| match &one.effect {
            Effect::LookFor(look) => Some((one.id.clone(), look.clone())),
            _ => None,
        })
        .unwrap();
    let moment = cup.hall.moment();
    cup.hall
        .app
        .note_gone(&id, &look, &look.people, moment)
        .unwrap();
    let audit = audit(&mut cup);
    assert_lines(
        &audit,
        &["missed a game", "withdrawn after leaving the server"],
    );
}

#[test]
fn older_lines_are_on_older_pages() {
    let mut cup = Cup::with(SWISS, 45);
    let pages: Vec<String> = (0..4)
        .map(|page| cup.said("p1", TournamentCommand::Audit(page)))
        .collect();
    assert_lines(&pages[0], &["p45 joined", "p26 joined"]);
    assert_lines(&pages[1], &["p25 joined", "p6 joined"]);
    assert_lines(&pages[2], &["announced, by org", "p5 joined"]);
    assert!(!pages[2].contains("p6 joined"), "{}", pages[2]);
    assert_eq!(pages[3], pages[2], "there is no later page");
}
