//! Blocks, quotas, and the limits of the engine's help in rated games.

use app::store::Key;
use app::{Command, Limits, PeopleCommand, PeopleRefusal, Refusal, Span, Terms, Timestamp};
use rules_core::Variant;

use super::ask;
use crate::common::{
    Hall, assert_silent_about, block, challenge_of, invite, open_challenge, person,
};

#[test]
fn a_block_keeps_two_people_apart_in_both_directions_and_is_not_told() {
    let mut hall = Hall::new();
    let open = open_challenge(Terms::of(Variant::Leto));
    let bobs = challenge_of(&hall.act("bob", open.clone()).outgoing);
    let game = hall.game(Variant::Leto);
    let terms = || Terms::of(Variant::Leto);
    let to_ann = challenge_of(&hall.act("bob", invite("ann", terms())).outgoing);
    ask(&mut hall, "bob", PeopleCommand::Block(person("ann")));
    let anns = challenge_of(&hall.act("ann", open).outgoing);
    let draft = "legan,x,3d,c".parse().unwrap();
    let not_available = PeopleRefusal::NotAvailable(person("bob"));
    let blocked = PeopleRefusal::Blocked(person("ann"));
    for (who, command, why) in [
        ("ann", Command::SendProposal(to_ann, draft), &not_available),
        ("ann", invite("bob", terms()), &not_available),
        ("ann", Command::Accept(bobs), &not_available),
        ("bob", invite("ann", terms()), &blocked),
        ("bob", Command::Accept(anns), &blocked),
    ] {
        assert_eq!(hall.people_refusal(who, command), *why);
    }
    let told = app::messages::refusal(&Refusal::People(not_available));
    assert_silent_about(told, "block");
    hall.act("cat", Command::Accept(anns));
    hall.act("ann", Command::Resign(game));
    let list = ask(&mut hall, "bob", PeopleCommand::Blocked).text;
    assert_eq!(list.to_string(), "You've blocked:\n@t:ann");
    ask(&mut hall, "bob", PeopleCommand::Unblock(person("ann")));
    hall.act("ann", invite("bob", terms()));
    let again = Command::People(PeopleCommand::Unblock(person("ann")));
    hall.assert_refused("bob", again, PeopleRefusal::NotBlocked(person("ann")));
    hall.assert_refused("bob", block("bob"), PeopleRefusal::BlockSelf);
}

#[test]
fn a_block_outlasts_the_deletion_of_the_blocked_persons_data() {
    let mut hall = Hall::new();
    let invite = |to: &str| invite(to, Terms::of(Variant::Leto));
    ask(&mut hall, "bob", PeopleCommand::Block(person("ann")));
    hall.erase("ann");
    assert!(hall.person(&person("ann").id).is_none());
    let bob = hall.person(&person("bob").id).unwrap();
    assert_silent_about(format!("{bob:?}"), "t:ann");
    let not_available = PeopleRefusal::NotAvailable(person("bob"));
    hall.assert_refused("ann", invite("bob"), not_available);
    let blocked = PeopleRefusal::Blocked(person("ann"));
    hall.assert_refused("bob", invite("ann"), blocked);
    hall.act("cat", invite("bob"));
    let list = |hall: &mut Hall| ask(hall, "bob", PeopleCommand::Blocked).text.to_string();
    let forgotten = "You've blocked:\nOne account whose ID I no longer keep";
    assert_eq!(list(&mut hall), forgotten);
    ask(&mut hall, "bob", PeopleCommand::Block(person("ann")));
    assert_eq!(list(&mut hall), "You've blocked:\n@t:ann");
    hall.erase("ann");
    ask(&mut hall, "bob", PeopleCommand::Unblock(person("ann")));
    assert_eq!(list(&mut hall), "You haven't blocked anyone.");
    hall.act("ann", invite("bob"));
}

#[test]
fn a_list_of_blocked_people_is_bounded() {
    let mut hall = Hall::new();
    for n in 0..100 {
        let whom = person(&format!("p{n}"));
        ask(&mut hall, "ann", PeopleCommand::Block(whom.clone()));
        ask(&mut hall, "ann", PeopleCommand::Block(whom));
    }
    hall.assert_refused("ann", block("bob"), PeopleRefusal::TooManyBlocked(100));
}

#[test]
fn closed_challenges_count_toward_the_hourly_limit() {
    let mut hall = Hall::with(Limits {
        hourly: 3,
        server_hourly: 5,
        ..Limits::default()
    });
    let open = || open_challenge(Terms::of(Variant::Leto));
    let first = Timestamp(hall.now + 1000).plus(Span::hours(1));
    for _ in 0..3 {
        let id = challenge_of(&hall.act("ann", open()).outgoing);
        hall.act("ann", Command::Decline(id));
    }
    hall.assert_refused("ann", open(), PeopleRefusal::TooOften(first));
    hall.act("bob", open());
    hall.act("bob", open());
    hall.assert_refused("cat", open(), PeopleRefusal::TooOftenHere(first));
    hall.now = first.0;
    hall.act("ann", open());
}

#[test]
fn a_declined_challenger_has_to_wait_before_asking_again() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Leto);
    hall.act("bob", Command::Decline(id));
    let again = || invite("bob", Terms::of(Variant::Leto));
    let refused = hall.people_refusal("ann", again());
    assert!(matches!(refused, PeopleRefusal::JustDeclined(..)));
    hall.act("ann", invite("cat", Terms::of(Variant::Leto)));
    hall.wait(Span::minutes(10));
    let id = challenge_of(&hall.act("ann", again()).outgoing);
    // From the decline, however old the challenge is.
    hall.wait(Span::hours(2));
    let until = Timestamp(hall.now + 1000).plus(Span::minutes(10));
    hall.act("bob", Command::Decline(id));
    let refused = hall.people_refusal("ann", again());
    let expected = PeopleRefusal::JustDeclined(person("bob"), until);
    assert_eq!(refused, expected);
    hall.now = until.0;
    hall.act("ann", again());
}

#[test]
fn a_closed_challenge_is_removed_after_a_week() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Leto);
    hall.act("bob", Command::Decline(id));
    hall.pass(Span::days(8));
    let kept = hall.app.store().get(&Key::Challenge(id)).unwrap();
    assert!(kept.is_some(), "seven days after it would have expired");
    hall.pass(Span::days(1));
    assert_eq!(hall.app.store().get(&Key::Challenge(id)), Ok(None));
    assert_eq!(hall.app.next_due(), Ok(None));
}

#[test]
fn aborted_games_count_only_beyond_a_few_a_day() {
    let mut hall = Hall::new();
    let abandoned = |hall: &mut Hall, who: &str| -> u32 {
        let text = ask(hall, "cat", PeopleCommand::Profile(Some(person(who)))).text;
        let text = text.to_string();
        let left = text.split("Aborted: ").nth(1);
        left.map_or(0, |left| left.split('.').next().unwrap().parse().unwrap())
    };
    for left in [0, 0, 0, 1, 2] {
        let id = hall.game(Variant::Leto);
        hall.act("bob", Command::Abort(id));
        assert_eq!(abandoned(&mut hall, "bob"), left);
    }
    assert_eq!(abandoned(&mut hall, "ann"), 0, "she only waited");
    hall.wait(Span::days(1));
    let id = hall.game(Variant::Leto);
    hall.act("bob", Command::Abort(id));
    assert_eq!(abandoned(&mut hall, "bob"), 2, "another day");
    hall.assert_ratings_hold();
}
