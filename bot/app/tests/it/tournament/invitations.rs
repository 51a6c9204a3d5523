//! Invitations: an organizer enters no one against their will, and people who blocked each other are kept apart.

use app::{Command, Failure, Format, Notice, PeopleRefusal, PlanPart, Refusal, Span, Stage, Tell};
use pairing::Seed;
use rules_core::Color;

use crate::common::cup::{ARENA, Cup, Do, ROUND_ROBIN, SWISS, Why, add, edit, remove, substitute};
use crate::common::{assert_says, assert_silent_about, looks, person, tells, text_of, venue};

fn block(cup: &mut Cup, who: &str, whom: &str) {
    cup.hall.act(who, crate::common::block(whom));
}

fn assert_not_invited(cup: &mut Cup, who: &str) {
    for command in [Do::Accept, Do::Decline] {
        cup.assert_refused(who, command, Why::NotInvited);
    }
}

fn have_met(cup: &Cup, one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|name| cup.seed(name));
    let rounds = 1..=cup.record().rounds;
    let mut boards = rounds.flat_map(|number| cup.round(number).boards);
    boards.any(|board| {
        let pair = [board.pairing.white, board.pairing.black];
        pair.contains(&one) && pair.contains(&other)
    })
}

#[test]
fn a_player_added_by_an_organizer_enters_only_after_accepting() {
    let mut cup = Cup::with(SWISS, 3);
    let [tell] = tells(&cup.organize(add("zoe")).outgoing)
        .try_into()
        .unwrap();
    assert_eq!(tell.to, person("zoe").id);
    assert_says(cup.hall.told_text(&tell), "org invites you to a tournament");
    assert_eq!(cup.names(), ["p1", "p2", "p3"]);
    for stranger in ["org", "p1", "max"] {
        assert_not_invited(&mut cup, stranger);
    }
    cup.start_now();
    let round = cup.last_round();
    assert_eq!((round.boards.len(), round.byes.len()), (1, 1));
    cup.act("zoe", Do::Accept);
    assert_eq!(cup.names(), ["p1", "p2", "p3", "zoe"]);
    cup.assert_audited(&["zoe joined, invited by org"]);
    assert_not_invited(&mut cup, "zoe");
    // So does a substitute.
    cup.organize(substitute("p2", "yan"));
    cup.play_round();
    assert_eq!(cup.names(), ["p1", "p2", "p3", "zoe"]);
    cup.act("yan", Do::Accept);
    assert_eq!(cup.names(), ["p1", "yan", "p3", "zoe"]);
    cup.assert_audited(&["yan replaces p2, by org"]);
}

#[test]
fn declining_is_private_and_final() {
    let mut cup = Cup::with(SWISS, 3);
    let first = cup.said("org", add("zoe"));
    let lines = cup.record().audit;
    let invited = |cup: &mut Cup| cup.said("org", Do::Audit(0));
    assert_says(invited(&mut cup), "Invited: zoe");
    cup.act("zoe", Do::Decline);
    assert_says(invited(&mut cup), "Invited: zoe");
    assert_eq!(cup.record().audit, lines);
    assert_not_invited(&mut cup, "zoe");
    // Asking again looks the same to the organizer, and tells her nothing.
    let handled = cup.organize(add("zoe"));
    assert_eq!(tells(&handled.outgoing), []);
    assert_eq!(text_of(&handled), first);
    cup.organize(remove("zoe"));
    assert_silent_about(invited(&mut cup), "zoe");
    assert_silent_about(cup.audit(), "zoe");
    // She can still join on her own.
    cup.join("zoe");
    assert_eq!(cup.names().len(), 4);
}

#[test]
fn other_players_do_not_see_who_is_invited() {
    let mut cup = Cup::with(SWISS, 3);
    cup.organize(add("zoe"));
    assert_silent_about(cup.audit(), "zoe");
    assert_silent_about(cup.message(), "zoe");
    let exported = cup.hall.export("p1");
    assert_says(&exported, "Friday cup");
    assert_silent_about(&exported, "zoe");
}

#[test]
fn an_invitation_is_withdrawn_by_undo_or_removal() {
    let remove: fn(&Cup) -> _ = |_| remove("zoe");
    for back in [Cup::undo, remove] {
        let mut cup = Cup::with(SWISS, 3);
        let told = tells(&cup.organize(add("zoe")).outgoing);
        cup.organize(back(&cup));
        assert_not_invited(&mut cup, "zoe");
        assert!(cup.hall.told(&told[0]).is_none());
    }
}

#[test]
fn an_invitation_never_turns_into_another() {
    for answer in [None, Some(Do::Decline)] {
        let mut cup = Cup::with(SWISS, 3);
        cup.organize(add("zoe"));
        if let Some(answer) = answer {
            cup.act("zoe", answer);
        }
        let why = || Why::InvitedOtherwise(person("zoe"));
        cup.assert_refused("org", substitute("p2", "zoe"), why());
        // The message with its Accept button stays where it is.
        cup.organize(remove("zoe"));
        cup.assert_refused("org", substitute("p2", "zoe"), why());
        cup.organize(add("zoe"));
        assert_eq!(cup.record().invitations[0].out, None);
    }
}

#[test]
fn a_removed_entrant_does_not_return_by_an_earlier_invitation() {
    let mut cup = Cup::with(SWISS, 4);
    cup.organize(add("zoe"));
    cup.join("zoe");
    cup.start_now();
    cup.organize(remove("zoe"));
    assert_not_invited(&mut cup, "zoe");
}

#[test]
fn more_invitations_than_allowed_are_refused() {
    let mut cup = Cup::with(SWISS, 3);
    for number in 0..50 {
        cup.organize(add(&format!("q{number}")));
    }
    let too_many = || Why::TooManyInvited(50);
    cup.assert_refused("org", add("zoe"), too_many());
    cup.organize(remove("q1"));
    cup.assert_refused("org", add("zoe"), too_many());
}

#[test]
fn someone_who_left_the_server_or_was_deleted_is_no_longer_invited() {
    let mut cup = Cup::with(SWISS, 3);
    cup.organize(add("zoe"));
    cup.organize(add("yan"));
    cup.note_left("zoe");
    assert_eq!(cup.record().invitations.len(), 1);
    cup.hall.erase("yan");
    assert!(cup.record().invitations.is_empty());
}

#[test]
fn a_person_who_blocked_the_organizer_is_not_invited() {
    let mut cup = Cup::with(SWISS, 3);
    block(&mut cup, "zoe", "org");
    for command in [add("zoe"), substitute("p1", "zoe")] {
        cup.assert_refused("org", command, PeopleRefusal::NotAvailable(person("zoe")));
    }
    // A block after the invitation stops the message.
    let told = tells(&cup.organize(add("yan")).outgoing);
    block(&mut cup, "yan", "org");
    assert!(cup.hall.told(&told[0]).is_none());
}

#[test]
fn a_player_who_left_returns_only_by_their_own_will() {
    let mut cup = Cup::started(SWISS, 4);
    cup.leave("p1");
    cup.assert_refused("org", remove("p1"), Why::PlayerNotEntered);
    cup.assert_refused("org", cup.undo(), Why::NothingToUndo);
    cup.organize(add("p1"));
    assert!(cup.entry("p1").withdrawn);
    cup.act("p1", Do::Accept);
    assert!(!cup.entry("p1").withdrawn);
    // An invitation is withdrawn by a removal.
    cup.leave("p1");
    cup.organize(add("p1"));
    cup.organize(remove("p1"));
    assert_not_invited(&mut cup, "p1");
    cup.assert_refused("org", remove("p1"), Why::PlayerNotEntered);
}

#[test]
fn a_player_who_left_is_not_called_back_by_a_replay() {
    let mut cup = Cup::started(SWISS, 4);
    let game = cup.games()[0];
    cup.lose(game, Color::White);
    let gone = cup.name(game, Color::White);
    cup.leave(&gone);
    cup.assert_refused("org", cup.replay(game), Why::PlayerLeft);
    cup.join(&gone);
    cup.organize(cup.replay(game));
}

#[test]
fn blocks_keep_a_player_from_a_few_entrants_only() {
    let mut cup = Cup::with(Format::Swiss { rounds: 2 }, 6);
    for other in ["p2", "p3", "p4", "p5", "p6"] {
        block(&mut cup, "p1", other);
    }
    cup.start_now();
    cup.play_to_the_end();
    let met = |other: &str| have_met(&cup, "p1", other);
    assert!(met("p5") && met("p6"), "only the first three blocks count");
    assert!(!met("p2") && !met("p3") && !met("p4"));
}

#[test]
fn if_not_all_can_be_kept_apart_the_others_are() {
    let mut cup = Cup::with(SWISS, 6);
    for (who, whom) in [
        ("p1", "p2"),
        ("p1", "p3"),
        ("p1", "p4"),
        ("p5", "p1"),
        ("p6", "p1"),
        ("p2", "p5"),
    ] {
        block(&mut cup, who, whom);
    }
    cup.start_now();
    assert!(have_met(&cup, "p1", "p6"), "p1 is kept from everyone else");
    assert!(!have_met(&cup, "p2", "p5"));
}

#[test]
fn an_invitation_is_accepted_in_a_direct_message() {
    let mut cup = Cup::with(SWISS, 3);
    cup.organize(add("zoe"));
    let accept = Command::Tournament(Some(cup.id), Do::Accept);
    let direct = venue("t:direct", None);
    // A stranger does not learn that the code exists.
    let max = person("max");
    let stranger = cup.hall.handle(max, direct.clone(), accept.clone());
    let Err(Failure::Refused(Refusal::Tournament(Why::NoSuchCode(..)))) = stranger else {
        panic!("{stranger:?}");
    };
    let handled = cup.hall.handle(person("zoe"), direct, accept).unwrap();
    // Whether she is a member is checked afterwards.
    let (asked, look) = looks(&handled.outgoing).remove(0);
    assert_eq!(look.people, [person("zoe").id]);
    assert_eq!(cup.names(), ["p1", "p2", "p3", "zoe"]);
    cup.note_gone(&asked, &look, true);
    assert_eq!(cup.names(), ["p1", "p2", "p3"]);
    cup.assert_audited(&["zoe withdrawn after leaving the server"]);
}

#[test]
fn a_swiss_and_an_arena_keep_people_apart_who_blocked_each_other() {
    for format in [SWISS, Format::Arena { minutes: 30 }] {
        let mut cup = Cup::with(format, 6);
        block(&mut cup, "p1", "p4");
        block(&mut cup, "p5", "p2");
        cup.start_now();
        for _ in 0..3 {
            cup.pass(Span::minutes(2));
            cup.play_round();
        }
        assert!(cup.record().rounds >= 3);
        let met = have_met(&cup, "p1", "p4") || have_met(&cup, "p2", "p5");
        assert!(!met, "{format:?}");
        assert_says(cup.said("p1", Do::Mine), "games");
    }
}

#[test]
fn an_arena_of_two_people_who_are_kept_apart_goes_on_to_its_end() {
    for alone in [false, true] {
        let mut cup = Cup::with(ARENA, 2);
        block(&mut cup, "p1", "p2");
        if alone {
            cup.organize(edit(PlanPart::Starts, "30"));
            cup.pass(Span::hours(1));
        } else {
            cup.start_now();
        }
        assert_eq!(cup.stage(), Stage::Playing);
        let lines = cup.record().audit;
        for _ in 0..2 {
            assert!(cup.pass(Span::seconds(1)).is_empty());
        }
        assert_eq!(cup.record().audit, lines);
        assert!(cup.buttons().contains(&"Join".to_owned()));
        cup.hall.now = cup.record().arena.unwrap().until.0;
        cup.pass(Span::default());
        assert!(cup.is_finished());
        let entries = cup.record().entries;
        assert!(entries.iter().all(|entry| entry.place.is_none()));
    }
}

#[test]
fn the_organizer_learns_of_a_block_without_names_and_not_among_few_games() {
    for (format, entrants, is_told) in [
        (SWISS, 6, true),
        (ROUND_ROBIN, 6, true),
        (SWISS, 2, false),
        (SWISS, 4, false),
        (SWISS, 5, false),
    ] {
        let mut cup = Cup::with(format, entrants);
        for number in 2..=entrants {
            block(&mut cup, &format!("p{number}"), "p1");
        }
        let told = tells(&cup.start_now().outgoing);
        let (tournament, round) = (cup.id, 1);
        let notice = Notice::BlockedPairing { tournament, round };
        let to = person("org").id;
        let expected = is_told.then_some(Tell { to, notice });
        assert_eq!(told, expected.as_slice());
        for tell in &told {
            let text = cup.hall.told_text(tell);
            assert_silent_about(&text, "p1");
            assert_silent_about(&text, "p2");
        }
        assert_eq!(cup.seed("p1"), Seed::from_index(0));
    }
}
