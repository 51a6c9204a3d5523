//! Codes, and why one is refused.

use app::effect::{Answer, Handled};
use app::store::Key;
use app::{
    Action, Command, LinkCode, LinkRefusal, PeopleCommand, PeopleRefusal, PlayerId, Refusal, Span,
    Timestamp, TournamentCommand, TournamentRecord,
};
use rules_core::Variant;

use super::{
    ANN, ANN_THERE, BOB, CAT, about, act, begun, challenge, code, link, pass, person, player,
    record, refusal, stored_under, venue, won, words,
};
use crate::common::cup::{SWISS, announce, plan};
use crate::common::{Hall, assert_says, challenge_of, reply, tournament_of};

/// Tries a code, and expects this answer.
#[track_caller]
fn assert_refused(hall: &mut Hall, id: &str, code: LinkCode, why: &LinkRefusal) {
    let expected = Refusal::People(PeopleRefusal::Link(why.clone()));
    let expected = app::messages::refusal(&expected).to_string();
    for command in [
        PeopleCommand::LinkTo(code),
        PeopleCommand::ConfirmLink(code),
    ] {
        let told = about(hall, id, command);
        assert!(matches!(told.answer, Answer::Secret(_)));
        assert_eq!(words(told), expected);
    }
}

/// Tries a code that must not exist for this person.
#[track_caller]
fn assert_unknown(hall: &mut Hall, id: &str, code: LinkCode) {
    let why = refusal(hall, id, PeopleCommand::LinkTo(code));
    assert_eq!(why, LinkRefusal::NoSuchCode);
}

#[test]
fn a_code_works_once_for_ten_minutes_on_another_platform() {
    let mut hall = Hall::new();
    let own = code(&mut hall, ANN);
    assert_refused(&mut hall, ANN, own, &LinkRefusal::OwnCode);
    assert_unknown(&mut hall, CAT, own);
    let same = code(&mut hall, ANN);
    assert_refused(&mut hall, BOB, same, &LinkRefusal::SamePlatform);
    // A new one replaces it.
    let late = code(&mut hall, ANN);
    assert_ne!(same, late);
    assert_unknown(&mut hall, ANN_THERE, same);
    hall.wait(Span::minutes(10));
    assert_unknown(&mut hall, ANN_THERE, late);
    pass(&mut hall);
    let kept = record(&hall, ANN).unwrap().link_code;
    assert_eq!(kept, None, "it is forgotten");
    // Others may read the one that is used.
    let third = code(&mut hall, ANN);
    about(&mut hall, ANN_THERE, PeopleCommand::LinkTo(third));
    let confirm = || PeopleCommand::ConfirmLink(third);
    for command in [PeopleCommand::LinkTo(third), confirm()] {
        let why = refusal(&mut hall, CAT, command);
        assert_eq!(why, LinkRefusal::NoSuchCode);
    }
    about(&mut hall, ANN_THERE, confirm());
    assert_eq!(record(&hall, ANN).unwrap().linked, [player(ANN_THERE)]);
    let again = refusal(&mut hall, CAT, confirm());
    assert_eq!(again, LinkRefusal::NoSuchCode);
}

#[test]
fn codes_cannot_be_found_by_trying() {
    let mut hall = Hall::new();
    let right = code(&mut hall, ANN);
    for wrong in 0..5 {
        assert_unknown(&mut hall, ANN_THERE, LinkCode::draw(wrong + 1_000, 7));
    }
    let sixth = refusal(&mut hall, ANN_THERE, PeopleCommand::ConfirmLink(right));
    let LinkRefusal::TooManyCodes(until) = sixth else {
        panic!("one attempt too many, even with the right code: {sixth:?}");
    };
    assert!(until > Timestamp(hall.now));
    // Others are not affected.
    about(&mut hall, CAT, PeopleCommand::LinkTo(right));
}

#[test]
fn a_refused_link_says_why() {
    let mut hall = Hall::new();
    let id = begun(&mut hall, ANN, ANN_THERE, Variant::Leto);
    let given = code(&mut hall, ANN);
    assert_refused(&mut hall, ANN_THERE, given, &LinkRefusal::Meet(id));
    act(&mut hall, ANN, Command::Resign(id));
    let challenge = challenge_of(&challenge(&mut hall, ANN, ANN_THERE).outgoing);
    assert_refused(&mut hall, ANN_THERE, given, &LinkRefusal::Challenged);
    act(&mut hall, ANN, Command::Decline(challenge));
    hall.wait(Span::hours(1));
    let given = code(&mut hall, ANN);
    act(&mut hall, ANN, Command::Vacation(Some(3)));
    assert_refused(&mut hall, ANN_THERE, given, &LinkRefusal::OnVacation);
    act(&mut hall, ANN, Command::EndVacation);
    // The code of someone who is being deleted is worth nothing.
    about(&mut hall, ANN, PeopleCommand::Erase);
    assert_unknown(&mut hall, ANN_THERE, given);
}

/// Gives a command on Discord's server, by any account.
fn on_discord(hall: &mut Hall, id: &str, command: Command) -> Handled {
    hall.context.manages = id == BOB;
    let handled = hall.handle(person(id), venue(ANN), command).unwrap();
    hall.context.manages = false;
    handled
}

#[test]
fn a_tournament_must_be_over_and_then_has_no_one_twice() {
    for both in [false, true] {
        let mut hall = Hall::new();
        let made = on_discord(&mut hall, BOB, announce(plan(SWISS)));
        let id = tournament_of(&made.outgoing);
        let of = |command| Command::Tournament(Some(id), command);
        let all = [ANN, ANN_THERE, CAT];
        let entrants = if both { &all[..] } else { &all[1..] };
        for one in entrants {
            on_discord(&mut hall, one, of(TournamentCommand::Join));
        }
        let given = code(&mut hall, ANN);
        let why = LinkRefusal::InTournament("Friday cup".to_owned());
        assert_refused(&mut hall, ANN_THERE, given, &why);
        on_discord(&mut hall, BOB, of(TournamentCommand::Cancel));
        hall.perform_all();
        link(&mut hall, ANN, ANN_THERE);
        assert_eq!(stored_under(&hall, ANN_THERE), []);
        let record: TournamentRecord = hall.read(&Key::Tournament(id)).unwrap();
        let entered = record.entries.iter().filter_map(|entry| entry.person());
        let entered: Vec<_> = entered.map(|person| person.id.clone()).collect();
        assert_eq!(entered.len(), entrants.len());
        let anns = entered.iter().filter(|id| **id == player(ANN));
        assert_eq!(anns.count(), 1, "{entered:?}");
        assert_eq!(entered.iter().any(PlayerId::is_ghost), both, "{entered:?}");
    }
}

#[test]
fn a_linked_person_links_no_third_account_before_an_unlink() {
    let mut hall = Hall::new();
    link(&mut hall, ANN, ANN_THERE);
    for id in [ANN, ANN_THERE] {
        let state = words(about(&mut hall, id, PeopleCommand::Link));
        let words = "ann on Matrix (@ann) is a second name of ann on Discord";
        assert_says(&state, words);
    }
    let cats = code(&mut hall, CAT);
    assert_refused(&mut hall, ANN, cats, &LinkRefusal::AlreadyLinked);
    let asked = about(&mut hall, ANN_THERE, PeopleCommand::AskUnlink);
    assert!(matches!(asked.answer, Answer::Secret(_)));
    let card = reply(asked);
    assert_eq!(card.controls[0][0].action, Action::Unlink);
    about(&mut hall, ANN_THERE, PeopleCommand::Unlink);
    assert!(record(&hall, ANN_THERE).is_none());
    assert_eq!(record(&hall, ANN).unwrap().linked, []);
    let again = refusal(&mut hall, ANN, PeopleCommand::AskUnlink);
    assert_eq!(again, LinkRefusal::NotLinked);
    won(&mut hall, ANN_THERE, ANN, Variant::Leto);
    hall.assert_ratings_hold();
}
