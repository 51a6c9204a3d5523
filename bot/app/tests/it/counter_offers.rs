//! Counter-offers to a challenge: proposed, agreed to, declined, out of date.

use app::card::Card;
use app::effect::{Answer, Handled, Subject};
use app::{ChallengeId, Command, Draft, Refusal, Seat, Span};
use rules_core::{Color, Variant};

use crate::common::{Hall, called, game_of, person};

fn card(handled: Handled) -> Card {
    match handled.answer {
        Answer::Aside(card) | Answer::Secret(card) => *card,
        other => panic!("no card was answered: {other:?}"),
    }
}

fn draft(text: &str) -> Draft {
    text.parse().unwrap()
}

/// Bob's proposal for a challenge of ann's.
fn proposed(hall: &mut Hall, text: &str) -> ChallengeId {
    let id = hall.challenge(Variant::Leto);
    hall.act("bob", Command::SendProposal(id, draft(text)));
    id
}

#[test]
fn other_terms_are_drafted_from_a_menu_and_agreed_to() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Leto);
    let subject = Subject::Challenge(id);
    assert_eq!(
        hall.buttons(subject),
        ["Accept", "Counteroffer", "Decline", "Rules"]
    );
    let mut panel = card(hall.act("bob", Command::DraftProposal(id, None)));
    assert!(panel.controls.is_empty(), "nothing to send yet");
    for wanted in [
        "I play White",
        "Time: 3 days per move",
        "Rated",
        "Game: Legan Chess",
    ] {
        let menu = panel.menu.unwrap();
        let choice = menu
            .options
            .iter()
            .find(|choice| choice.label.to_string() == wanted);
        let value = &choice.unwrap_or_else(|| panic!("{wanted}")).value;
        panel = card(hall.act("bob", menu.action.command(Some(value)).unwrap()));
    }
    assert_eq!(
        panel.text.to_string(),
        "Your counteroffer: Legan Chess, 3 days per move, rated. ann plays Black and you play White."
    );
    let command = panel.controls[0][0].action.command(None).unwrap();
    let sent = hall.act("bob", command);
    assert_eq!(called(&sent), None, "no game has begun");
    assert!(hall.text(subject).starts_with(
        "@t:ann, @t:bob would rather play Legan Chess, 3 days per move, rated. You play Black and bob plays White. Your original terms: Leto Chess."
    ), "{}", hall.text(subject));
    assert_eq!(hall.buttons(subject), ["Agree", "Keep my terms", "Rules"]);
    let begun = hall.act("ann", Command::AgreeToProposal(id, 1));
    let game = hall.record(game_of(&begun.outgoing));
    assert_eq!((game.variant, game.rated), (Variant::Legan, true));
    assert_eq!(game.seats[Color::White], Seat::Person(person("bob")));
    assert!(hall.text(subject).starts_with(
        "@t:ann accepted @t:bob's counteroffer: Legan Chess, 3 days per move, rated, game "
    ));
}

#[test]
fn one_proposal_is_pending_at_a_time_and_their_number_is_limited() {
    let mut hall = Hall::new();
    let id = proposed(&mut hall, "legan,x,3d,c");
    let again = Command::SendProposal(id, draft("leap,x,3d,c"));
    assert_eq!(
        hall.refused("bob", again.clone()),
        Refusal::ProposalPending(person("ann"))
    );
    hall.act("ann", Command::DeclineProposal(id, 1));
    let text = hall.text(Subject::Challenge(id));
    assert!(
        text.starts_with("@t:bob, @t:ann is sticking with the original terms: Leto Chess."),
        "{text}"
    );
    hall.act("bob", again);
    // The button of the first proposal is still on someone's screen.
    assert_eq!(
        hall.refused("ann", Command::AgreeToProposal(id, 1)),
        Refusal::NoProposal
    );
    hall.act("ann", Command::DeclineProposal(id, 2));
    hall.act("bob", Command::SendProposal(id, draft("toto40,x,3d,c")));
    hall.act("ann", Command::DeclineProposal(id, 3));
    assert_eq!(
        hall.refused("bob", Command::DraftProposal(id, None)),
        Refusal::TooManyProposals(3)
    );
    assert_eq!(
        hall.buttons(Subject::Challenge(id)),
        ["Accept", "Decline", "Rules"]
    );
    // The first terms hold.
    let begun = hall.act("bob", Command::Accept(id));
    assert_eq!(hall.record(game_of(&begun.outgoing)).variant, Variant::Leto);
    assert!(matches!(
        hall.refused("ann", Command::AgreeToProposal(id, 3)),
        Refusal::ChallengeClosed(_)
    ));
}

#[test]
fn a_player_who_proposed_other_terms_can_still_accept_the_first_ones() {
    let mut hall = Hall::new();
    let id = proposed(&mut hall, "legan,x,3d,c");
    let begun = hall.act("bob", Command::Accept(id));
    assert_eq!(hall.record(game_of(&begun.outgoing)).variant, Variant::Leto);
    let text = hall.text(Subject::Challenge(id));
    assert!(
        text.starts_with("@t:bob accepted @t:ann's challenge: Leto Chess"),
        "{text}"
    );
}

#[test]
fn a_proposal_expires_with_its_challenge() {
    let mut hall = Hall::new();
    let id = proposed(&mut hall, "legan,x,3d,c");
    hall.now += Span::hours(49).0;
    let moment = hall.moment();
    hall.app.pass_time(moment).unwrap();
    assert!(matches!(
        hall.refused("ann", Command::AgreeToProposal(id, 1)),
        Refusal::ChallengeClosed(_)
    ));
    assert!(hall.buttons(Subject::Challenge(id)).is_empty());
}

#[test]
fn terms_that_cannot_be_played_are_refused() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Leto);
    let rated_without_time = Command::SendProposal(id, draft("leto,x,none,r"));
    assert_eq!(hall.refused("bob", rated_without_time), Refusal::NotRatable);
    assert_eq!(
        hall.refused("bob", Command::SendProposal(id, draft("leto,w,none,c"))),
        Refusal::SameTerms
    );
    let to_anyone = Command::Challenge {
        opponent: None,
        terms: app::Terms::of(Variant::Leto),
    };
    let open = crate::common::challenge_of(&hall.act("ann", to_anyone).outgoing);
    assert!(matches!(
        hall.refused("bob", Command::DraftProposal(open, None)),
        Refusal::NotForYou { .. }
    ));
}
