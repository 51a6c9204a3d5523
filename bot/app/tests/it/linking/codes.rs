//! Codes, and why one is refused.

use app::effect::{Answer, Handled};
use app::store::Key;
use app::{
    Action, Command, LinkCode, LinkRefusal, PeopleCommand, PeopleRefusal, PlayerId, Record,
    Refusal, Span, Terms, Timestamp, TournamentCommand, TournamentId,
};
use rules_core::Variant;

use super::{
    ANN, ANN_THERE, BOB, CAT, about, act, begun, code, link, pass, perform_all, person, player,
    record, refusal, request, stored_under, venue, won, words,
};
use crate::common::{Hall, challenge_of, cup};

/// Tries a code, and expects to be told why it can't be used.
#[track_caller]
fn hindered(hall: &mut Hall, id: &str, code: LinkCode, why: &LinkRefusal) {
    let expected = Refusal::People(PeopleRefusal::Link(why.clone()));
    let expected = app::messages::refusal(&expected).to_string();
    for command in [
        PeopleCommand::LinkTo(code),
        PeopleCommand::ConfirmLink(code),
    ] {
        let told = act(hall, id, about(command));
        assert!(matches!(told.answer, Answer::Secret(_)));
        assert_eq!(words(told), expected);
    }
}

#[test]
fn a_code_works_once_for_ten_minutes_and_only_on_another_platform() {
    let mut hall = Hall::new();
    let own = code(&mut hall, ANN);
    hindered(&mut hall, ANN, own, &LinkRefusal::OwnCode);
    let command = PeopleCommand::LinkTo(own);
    assert_eq!(
        refusal(&mut hall, CAT, command),
        LinkRefusal::NoSuchCode,
        "others may have read it"
    );
    let same = code(&mut hall, ANN);
    hindered(&mut hall, BOB, same, &LinkRefusal::SamePlatform);
    // A new one replaces it.
    let late = code(&mut hall, ANN);
    assert_ne!(same, late);
    let command = PeopleCommand::LinkTo(same);
    assert_eq!(
        refusal(&mut hall, ANN_THERE, command),
        LinkRefusal::NoSuchCode
    );
    hall.now += Span::minutes(10).0;
    let command = PeopleCommand::ConfirmLink(late);
    assert_eq!(
        refusal(&mut hall, ANN_THERE, command),
        LinkRefusal::NoSuchCode
    );
    pass(&mut hall);
    assert_eq!(
        record(&hall, ANN).unwrap().link_code,
        None,
        "it is forgotten"
    );
    let third = code(&mut hall, ANN);
    act(
        &mut hall,
        ANN_THERE,
        about(PeopleCommand::ConfirmLink(third)),
    );
    let command = PeopleCommand::ConfirmLink(third);
    assert_eq!(refusal(&mut hall, CAT, command), LinkRefusal::NoSuchCode);
}

#[test]
fn codes_cannot_be_found_by_trying() {
    let mut hall = Hall::new();
    let right = code(&mut hall, ANN);
    for wrong in 0..5 {
        let wrong = LinkCode::draw(wrong + 1_000, 7);
        assert_eq!(
            refusal(&mut hall, ANN_THERE, PeopleCommand::LinkTo(wrong)),
            LinkRefusal::NoSuchCode
        );
    }
    let LinkRefusal::TooManyCodes(until) =
        refusal(&mut hall, ANN_THERE, PeopleCommand::ConfirmLink(right))
    else {
        panic!("the sixth attempt is one too many, even with the right code");
    };
    assert!(until > Timestamp(hall.now));
    // Others are not affected.
    act(&mut hall, CAT, about(PeopleCommand::LinkTo(right)));
}

#[test]
fn a_refused_link_says_why() {
    let mut hall = Hall::new();
    let id = begun(&mut hall, ANN, ANN_THERE, Variant::Leto);
    let given = code(&mut hall, ANN);
    hindered(&mut hall, ANN_THERE, given, &LinkRefusal::Meet(id));
    act(&mut hall, ANN, Command::Resign(id));
    let opponent = Some(person(ANN_THERE));
    let terms = Terms::of(Variant::Leto);
    let challenge = Command::Challenge { opponent, terms };
    let challenge = challenge_of(&act(&mut hall, ANN, challenge).outgoing);
    hindered(&mut hall, ANN_THERE, given, &LinkRefusal::Challenged);
    act(&mut hall, ANN, Command::Decline(challenge));
    hall.now += Span::hours(1).0;
    let given = code(&mut hall, ANN);
    act(&mut hall, ANN, Command::Vacation(Some(3)));
    hindered(&mut hall, ANN_THERE, given, &LinkRefusal::OnVacation);
    act(&mut hall, ANN, Command::EndVacation);
    // Someone who leaves gives no code to anyone.
    act(&mut hall, ANN, about(PeopleCommand::Erase));
    let command = PeopleCommand::LinkTo(given);
    assert_eq!(
        refusal(&mut hall, ANN_THERE, command),
        LinkRefusal::NoSuchCode
    );
}

#[test]
fn a_code_that_others_read_is_of_no_use_to_them() {
    let mut hall = Hall::new();
    let given = code(&mut hall, ANN);
    act(&mut hall, ANN_THERE, about(PeopleCommand::LinkTo(given)));
    for command in [
        PeopleCommand::LinkTo(given),
        PeopleCommand::ConfirmLink(given),
    ] {
        assert_eq!(refusal(&mut hall, CAT, command), LinkRefusal::NoSuchCode);
    }
    act(
        &mut hall,
        ANN_THERE,
        about(PeopleCommand::ConfirmLink(given)),
    );
    assert_eq!(record(&hall, ANN).unwrap().linked, [player(ANN_THERE)]);
}

/// A command for a tournament on Discord's server.
fn for_cup(
    hall: &mut Hall,
    id: &str,
    cup: Option<TournamentId>,
    command: TournamentCommand,
) -> Handled {
    let mut request = request(id, Command::Tournament(cup, command));
    request.venue = venue(ANN);
    request.context.manages = id == BOB;
    let moment = hall.moment();
    hall.app.handle(&request, moment).unwrap()
}

#[test]
fn a_tournament_that_is_not_over_comes_first_and_one_that_is_has_no_one_twice() {
    for both in [false, true] {
        let mut hall = Hall::new();
        let create = TournamentCommand::create(cup::plan(cup::SWISS));
        let made = for_cup(&mut hall, BOB, None, create);
        let id = cup::tournament_of(&made.outgoing);
        let entrants: &[&str] = if both {
            &[ANN, ANN_THERE, CAT]
        } else {
            &[ANN_THERE, CAT]
        };
        for one in entrants {
            for_cup(&mut hall, one, Some(id), TournamentCommand::Join);
        }
        let given = code(&mut hall, ANN);
        let why = LinkRefusal::InTournament("Friday cup".to_owned());
        hindered(&mut hall, ANN_THERE, given, &why);
        for_cup(&mut hall, BOB, Some(id), TournamentCommand::Cancel);
        perform_all(&mut hall);
        link(&mut hall, ANN, ANN_THERE);
        assert_eq!(stored_under(&hall, ANN_THERE), []);
        let stored = hall.app.store().get(&Key::Tournament(id)).unwrap().unwrap();
        let Record::Tournament(record) = stored.record else {
            panic!("no tournament");
        };
        let entered = record.entries.iter().filter_map(|entry| entry.person());
        let entered: Vec<_> = entered.map(|person| person.id.clone()).collect();
        assert_eq!(entered.len(), entrants.len());
        let anns = entered.iter().filter(|id| **id == player(ANN));
        assert_eq!(anns.count(), 1, "{entered:?}");
        assert_eq!(entered.iter().any(PlayerId::is_ghost), both, "{entered:?}");
    }
}

#[test]
fn a_linked_person_links_no_third_account_until_they_separate_the_two() {
    let mut hall = Hall::new();
    link(&mut hall, ANN, ANN_THERE);
    for id in [ANN, ANN_THERE] {
        let state = words(act(&mut hall, id, about(PeopleCommand::Link)));
        assert!(
            state.contains("ann on Matrix (@ann) is a second name of ann on Discord"),
            "{state}"
        );
    }
    let cats = code(&mut hall, CAT);
    hindered(&mut hall, ANN, cats, &LinkRefusal::AlreadyLinked);
    let asked = act(&mut hall, ANN_THERE, about(PeopleCommand::AskUnlink));
    let Answer::Secret(card) = asked.answer else {
        panic!("{:?}", asked.answer);
    };
    assert_eq!(card.controls[0][0].action, Action::Unlink);
    act(&mut hall, ANN_THERE, about(PeopleCommand::Unlink));
    assert!(record(&hall, ANN_THERE).is_none());
    assert_eq!(record(&hall, ANN).unwrap().linked, []);
    assert_eq!(
        refusal(&mut hall, ANN, PeopleCommand::AskUnlink),
        LinkRefusal::NotLinked
    );
    won(&mut hall, ANN_THERE, ANN, Variant::Leto);
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
}
