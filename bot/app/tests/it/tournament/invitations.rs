//! Invitations: an organizer enters no one against their will, and people who blocked each other are kept apart.

use app::attachment::Attachment;
use app::effect::{Answer, Effect, EffectId, LookFor, Outgoing};
use app::{
    Command, Context, Cycles, Format, Notice, PeopleCommand, PeopleRefusal, Person, Refusal,
    Request, RoomId, Seat, Span, Tell, TournamentCommand, TournamentRefusal, Venue,
};
use pairing::Seed;

use crate::common::cup::{Cup, SWISS};
use crate::common::person;

fn add(name: &str) -> TournamentCommand {
    TournamentCommand::Add(Seat::Person(person(name)))
}

fn substitute(out: &str, new: &str) -> TournamentCommand {
    TournamentCommand::Substitute {
        out: person(out),
        new: person(new),
    }
}

fn remove(name: &str) -> TournamentCommand {
    TournamentCommand::Remove(Seat::Person(person(name)))
}

/// The notices among effects.
fn tells(outgoing: &[Outgoing]) -> Vec<Tell> {
    let all = outgoing.iter().filter_map(|one| match &one.effect {
        Effect::Tell(tell) => Some(tell.clone()),
        _ => None,
    });
    all.collect()
}

fn block(cup: &mut Cup, who: &str, whom: &str) {
    let block = PeopleCommand::Block(person(whom));
    cup.hall.act(who, Command::People(block));
}

fn names(cup: &Cup) -> Vec<String> {
    let entries = cup.record().entries;
    entries.iter().map(|entry| entry.seat.name()).collect()
}

/// Asserts that a person has no open invitation.
fn assert_not_invited(cup: &mut Cup, who: &str) {
    for command in [TournamentCommand::Accept, TournamentCommand::Decline] {
        assert_eq!(cup.refused(who, command), TournamentRefusal::NotInvited);
    }
}

/// Whether these two were paired in any round.
fn have_met(cup: &Cup, one: &str, other: &str) -> bool {
    let record = cup.record();
    let seeds = [one, other].map(|name| record.seed_of(&person(name).id).unwrap());
    let pairs = |game: &pairing::Pairing| {
        let both = [game.white, game.black];
        both.contains(&seeds[0]) && both.contains(&seeds[1])
    };
    (1..=record.rounds).any(|number| cup.round(number).boards.iter().any(|b| pairs(&b.pairing)))
}

#[test]
fn a_player_added_by_an_organizer_enters_only_after_accepting() {
    let mut cup = Cup::with(SWISS, 3);
    let handled = cup.act("org", add("zoe"));
    let told = tells(&handled.outgoing);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].to, person("zoe").id);
    let now = cup.hall.moment().now;
    let card = cup.hall.app.told(&told[0], now).unwrap().unwrap().card;
    let text = card.text.to_string();
    assert!(text.contains("org invites you to a tournament"), "{text}");
    assert_eq!(names(&cup), ["p1", "p2", "p3"]);
    for stranger in ["org", "p1", "max"] {
        assert_not_invited(&mut cup, stranger);
    }
    cup.act("org", cup.start());
    let round = cup.last_round();
    assert_eq!((round.boards.len(), round.byes.len()), (1, 1));
    cup.act("zoe", TournamentCommand::Accept);
    assert_eq!(names(&cup), ["p1", "p2", "p3", "zoe"]);
    let audit = cup.said("p1", TournamentCommand::Audit(0));
    assert!(audit.contains("zoe joined, invited by org"), "{audit}");
    assert_not_invited(&mut cup, "zoe");
}

#[test]
fn a_substitute_takes_over_once_they_accept() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    cup.act("org", substitute("p2", "zoe"));
    assert_eq!(names(&cup), ["p1", "p2", "p3", "p4"]);
    cup.play_round();
    cup.act("zoe", TournamentCommand::Accept);
    assert_eq!(names(&cup), ["p1", "zoe", "p3", "p4"]);
    let audit = cup.said("p1", TournamentCommand::Audit(0));
    assert!(audit.contains("zoe replaces p2, by org"), "{audit}");
}

#[test]
fn declining_is_private_and_final() {
    let mut cup = Cup::with(SWISS, 3);
    let first = cup.said("org", add("zoe"));
    let lines = cup.record().audit;
    let invited = |cup: &mut Cup| cup.said("org", TournamentCommand::Audit(0));
    let before = invited(&mut cup);
    assert!(before.contains("Invited: zoe"), "{before}");
    cup.act("zoe", TournamentCommand::Decline);
    assert!(invited(&mut cup).contains("Invited: zoe"));
    assert_eq!(cup.record().audit, lines);
    assert_not_invited(&mut cup, "zoe");
    // Asking again looks the same to the organizer, and tells her nothing.
    let handled = cup.act("org", add("zoe"));
    assert_eq!(tells(&handled.outgoing), []);
    let (Answer::Aside(card) | Answer::Secret(card)) = handled.answer else {
        panic!("nothing was said");
    };
    assert_eq!(card.text.to_string(), first);
    cup.act(
        "org",
        TournamentCommand::Remove(Seat::Person(person("zoe"))),
    );
    assert!(!invited(&mut cup).contains("zoe"));
    assert!(!cup.said("p1", TournamentCommand::Audit(0)).contains("zoe"));
    // She can still join on her own.
    cup.act("zoe", TournamentCommand::Join);
    assert_eq!(names(&cup).len(), 4);
}

#[test]
fn other_players_do_not_see_who_is_invited() {
    let mut cup = Cup::with(SWISS, 3);
    cup.act("org", add("zoe"));
    let audit = cup.said("p1", TournamentCommand::Audit(0));
    assert!(!audit.contains("zoe"), "{audit}");
    assert!(!cup.message().contains("zoe"));
    let exported = cup.hall.act("p1", Command::People(PeopleCommand::Export));
    let (Answer::Aside(card) | Answer::Secret(card)) = exported.answer else {
        panic!("nothing was said");
    };
    let [Attachment::File(file)] = &card.attachments[..] else {
        panic!("{card:?}");
    };
    let found = String::from_utf8(file.content.clone()).unwrap();
    assert!(
        found.contains("Friday cup") && !found.contains("zoe"),
        "{found}"
    );
}

#[test]
fn an_invitation_is_withdrawn_by_undo_or_removal() {
    let remove: fn(&Cup) -> _ = |_| TournamentCommand::Remove(Seat::Person(person("zoe")));
    for back in [Cup::undo, remove] {
        let mut cup = Cup::with(SWISS, 3);
        let told = tells(&cup.act("org", add("zoe")).outgoing);
        cup.act("org", back(&cup));
        assert_not_invited(&mut cup, "zoe");
        let now = cup.hall.moment().now;
        assert!(cup.hall.app.told(&told[0], now).unwrap().is_none());
    }
}

#[test]
fn an_invitation_never_turns_into_another() {
    for answer in [None, Some(TournamentCommand::Decline)] {
        let mut cup = Cup::with(SWISS, 3);
        cup.act("org", add("zoe"));
        if let Some(answer) = answer {
            cup.act("zoe", answer);
        }
        let refusal = TournamentRefusal::InvitedOtherwise(person("zoe"));
        assert_eq!(cup.refused("org", substitute("p2", "zoe")), refusal);
        // The message with its Accept button stays where it is.
        cup.act("org", remove("zoe"));
        assert_eq!(cup.refused("org", substitute("p2", "zoe")), refusal);
        cup.act("org", add("zoe"));
        assert_eq!(cup.record().invitations[0].out, None);
    }
}

#[test]
fn an_invitation_to_a_player_who_left_is_withdrawn() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    cup.act("p1", TournamentCommand::Leave);
    cup.act("org", add("p1"));
    cup.act("org", remove("p1"));
    assert_not_invited(&mut cup, "p1");
    assert_eq!(
        cup.refused("org", remove("p1")),
        TournamentRefusal::PlayerNotEntered
    );
}

#[test]
fn a_removed_entrant_does_not_return_by_an_earlier_invitation() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", add("zoe"));
    cup.act("zoe", TournamentCommand::Join);
    cup.act("org", cup.start());
    cup.act("org", remove("zoe"));
    assert_not_invited(&mut cup, "zoe");
}

#[test]
fn more_invitations_than_allowed_are_refused() {
    let mut cup = Cup::with(SWISS, 3);
    for number in 0..50 {
        cup.act("org", add(&format!("q{number}")));
    }
    for command in [add("zoe"), remove("q1"), add("zoe")] {
        if matches!(command, TournamentCommand::Remove(_)) {
            cup.act("org", command);
        } else {
            assert_eq!(
                cup.refused("org", command),
                TournamentRefusal::TooManyInvited(50)
            );
        }
    }
}

#[test]
fn an_invitation_of_someone_who_left_the_server_is_forgotten() {
    let mut cup = Cup::with(SWISS, 3);
    cup.act("org", add("zoe"));
    let look = LookFor {
        tournament: cup.id,
        server: cup.record().venue.server.unwrap(),
        people: vec![person("zoe").id],
    };
    let asked = EffectId("none".to_owned());
    let moment = cup.hall.moment();
    let gone = [person("zoe").id];
    cup.hall
        .app
        .note_gone(&asked, &look, &gone, moment)
        .unwrap();
    assert!(cup.record().invitations.is_empty());
}

#[test]
fn a_person_who_blocked_the_organizer_is_not_invited() {
    let mut cup = Cup::with(SWISS, 3);
    block(&mut cup, "zoe", "org");
    for command in [add("zoe"), substitute("p1", "zoe")] {
        assert_eq!(
            cup.refusal("org", command),
            Refusal::People(PeopleRefusal::NotAvailable(person("zoe")))
        );
    }
    // A block after the invitation stops the message.
    let told = tells(&cup.act("org", add("yan")).outgoing);
    block(&mut cup, "yan", "org");
    let now = cup.hall.moment().now;
    assert!(cup.hall.app.told(&told[0], now).unwrap().is_none());
}

#[test]
fn a_player_who_left_returns_only_by_their_own_will() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    cup.act("p1", TournamentCommand::Leave);
    let withdrawn = |cup: &Cup| {
        let record = cup.record();
        let seed = record.seed_of(&person("p1").id).unwrap();
        record.entry(seed).unwrap().withdrawn
    };
    cup.act("org", add("p1"));
    assert!(withdrawn(&cup));
    cup.act("p1", TournamentCommand::Accept);
    assert!(!withdrawn(&cup));
}

#[test]
fn a_player_who_left_is_not_called_back_by_a_replay() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    let board = cup.last_round().boards[0];
    let game = board.game.unwrap();
    cup.lose(game, rules_core::Color::White);
    let seats = cup.game(game).seats;
    let gone = seats.white.person().unwrap().name.clone();
    cup.act(&gone, TournamentCommand::Leave);
    assert_eq!(
        cup.refused("org", cup.replay(game)),
        TournamentRefusal::PlayerLeft
    );
    cup.act(&gone, TournamentCommand::Join);
    cup.act("org", cup.replay(game));
}

#[test]
fn blocks_keep_a_player_from_a_few_entrants_only() {
    let mut cup = Cup::with(Format::Swiss { rounds: 2 }, 6);
    for other in ["p2", "p3", "p4", "p5", "p6"] {
        block(&mut cup, "p1", other);
    }
    cup.act("org", cup.start());
    cup.play_to_the_end();
    let met = |other: &str| have_met(&cup, "p1", other);
    assert!(met("p5") && met("p6"), "only the first three blocks count");
    assert!(!met("p2") && !met("p3") && !met("p4"));
}

#[test]
fn where_not_all_can_be_kept_apart_the_others_are() {
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
    cup.act("org", cup.start());
    assert!(have_met(&cup, "p1", "p6"), "p1 is kept from everyone else");
    assert!(!have_met(&cup, "p2", "p5"));
}

#[test]
fn an_invitation_is_accepted_in_a_direct_message_and_membership_is_checked() {
    let mut cup = Cup::with(SWISS, 3);
    cup.act("org", add("zoe"));
    let answer = |cup: &mut Cup, who: Person| {
        let command = Command::Tournament(Some(cup.id), TournamentCommand::Accept);
        let request = Request {
            who,
            venue: Venue {
                room: RoomId::new("t:direct"),
                server: None,
            },
            context: Context::default(),
            command,
        };
        let moment = cup.hall.moment();
        cup.hall.app.handle(&request, moment)
    };
    // A stranger does not learn that the code exists.
    let stranger = answer(&mut cup, person("max")).unwrap_err();
    assert!(matches!(
        stranger,
        app::Failure::Refused(Refusal::Tournament(TournamentRefusal::NoSuchCode(..)))
    ));
    let handled = answer(&mut cup, person("zoe")).unwrap();
    let (asked, look) = handled
        .outgoing
        .iter()
        .find_map(|one| match &one.effect {
            Effect::LookFor(look) => Some((one.id.clone(), look.clone())),
            _ => None,
        })
        .unwrap();
    assert_eq!(look.people, [person("zoe").id]);
    assert_eq!(names(&cup), ["p1", "p2", "p3", "zoe"]);
    let moment = cup.hall.moment();
    let gone = [person("zoe").id];
    cup.hall
        .app
        .note_gone(&asked, &look, &gone, moment)
        .unwrap();
    let audit = cup.said("p1", TournamentCommand::Audit(0));
    assert_eq!(names(&cup), ["p1", "p2", "p3"]);
    assert!(
        audit.contains("zoe withdrawn after leaving the server"),
        "{audit}"
    );
}

#[test]
fn an_organizer_enters_by_the_same_door_as_everyone() {
    let mut cup = Cup::with(SWISS, 3);
    let role = app::RoleId::new("t:members");
    cup.act(
        "org",
        TournamentCommand::Edit(app::PlanPart::Role, Some("t:members".to_owned())),
    );
    assert_eq!(
        cup.refused("org", add("org")),
        TournamentRefusal::NeedsRole(role)
    );
}

#[test]
fn a_deleted_person_is_no_longer_invited() {
    let mut cup = Cup::with(SWISS, 3);
    cup.act("org", add("zoe"));
    cup.hall.act("zoe", Command::People(PeopleCommand::Erase));
    let store = cup.hall.app.store();
    let pending = store.outgoing(usize::MAX).unwrap();
    let done = pending.into_iter().map(|one| one.id).collect();
    let batch = app::store::Batch {
        done,
        ..app::store::Batch::default()
    };
    store.commit(batch).unwrap();
    for _ in 0..5 {
        cup.pass(Span::minutes(1));
    }
    assert!(cup.record().invitations.is_empty());
}

#[test]
fn a_swiss_and_an_arena_keep_people_apart_who_blocked_each_other() {
    for format in [Format::Swiss { rounds: 3 }, Format::Arena { minutes: 30 }] {
        let mut cup = Cup::with(format, 6);
        block(&mut cup, "p1", "p4");
        block(&mut cup, "p5", "p2");
        cup.act("org", cup.start());
        for _ in 0..3 {
            cup.pass(Span::minutes(2));
            cup.play_round();
        }
        assert!(cup.record().rounds >= 3);
        assert!(
            !have_met(&cup, "p1", "p4") && !have_met(&cup, "p2", "p5"),
            "{format:?}"
        );
        let why = cup.said("p1", TournamentCommand::Mine);
        assert!(why.contains("games"), "{why}");
    }
}

#[test]
fn the_organizer_learns_without_names_that_a_block_could_not_be_kept() {
    for format in [
        Format::Swiss { rounds: 3 },
        Format::RoundRobin(Cycles::Single),
    ] {
        let mut cup = Cup::with(format, 6);
        for other in ["p2", "p3", "p4", "p5", "p6"] {
            block(&mut cup, other, "p1");
        }
        let handled = cup.act("org", cup.start());
        let told = tells(&handled.outgoing);
        let (to, tournament) = (person("org").id, cup.id);
        let notice = Notice::BlockedPairing {
            tournament,
            round: 1,
        };
        assert_eq!(told, [Tell { to, notice }]);
        let now = cup.hall.moment().now;
        let text = cup
            .hall
            .app
            .told(&told[0], now)
            .unwrap()
            .unwrap()
            .card
            .text
            .to_string();
        assert!(!text.contains("p1") && !text.contains("p2"), "{text}");
        assert_eq!(
            cup.record().seed_of(&person("p1").id),
            Some(Seed::from_index(0))
        );
    }
}

#[test]
fn the_organizer_does_not_learn_of_a_block_among_few_games() {
    for entrants in [2, 4, 5] {
        let mut cup = Cup::with(SWISS, entrants);
        for number in 2..=entrants {
            block(&mut cup, &format!("p{number}"), "p1");
        }
        let handled = cup.act("org", cup.start());
        assert_eq!(tells(&handled.outgoing), []);
    }
}
