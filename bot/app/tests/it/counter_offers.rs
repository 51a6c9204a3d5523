//! Counter-offers to a challenge: proposed, agreed to, declined, out of date.

use app::effect::Subject;
use app::{ChallengeId, Command, Draft, Refusal, Seat, Span};
use rules_core::{Color, Variant};

use crate::common::{
    Hall, all_called, assert_says, block, called, challenge_of, game_of, open_challenge,
    option_labels, person, press_first, reply,
};

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
    let mut panel = reply(hall.act("bob", Command::DraftProposal(id, None)));
    assert!(panel.controls.is_empty(), "nothing to send yet");
    for wanted in [
        "I play White",
        "Time: 3 days per move",
        "Rated",
        "Game: Legan Chess",
    ] {
        let menu = panel.menu.unwrap();
        let labels = option_labels(&menu);
        let n = labels.iter().position(|label| label == wanted).unwrap();
        let chosen = menu.action.command(Some(&menu.options[n].value));
        panel = reply(hall.act("bob", chosen.unwrap()));
    }
    let sent = hall.act("bob", press_first(&panel));
    assert_eq!(called(&sent), None, "no game has begun");
    let buttons = hall.buttons(Subject::Challenge(id)).join(", ");
    assert_eq!(buttons, "Agree, Keep my terms, Rules");
    let begun = hall.act("ann", Command::AgreeToProposal(id, 1));
    let game = hall.record(game_of(&begun.outgoing));
    assert_eq!((game.variant, game.rated), (Variant::Legan, true));
    assert_eq!(game.seats[Color::White], Seat::Person(person("bob")));
}

#[test]
fn one_proposal_is_pending_at_a_time_and_their_number_is_limited() {
    let mut hall = Hall::new();
    let id = proposed(&mut hall, "legan,x,3d,c");
    let again = Command::SendProposal(id, draft("leap,x,3d,c"));
    let pending = Refusal::ProposalPending(person("ann"));
    hall.assert_refused("bob", again.clone(), pending);
    hall.act("ann", Command::DeclineProposal(id, 1));
    let text = hall.text(Subject::Challenge(id));
    let kept = "@t:bob, @t:ann is sticking with the original terms: Leto Chess.";
    assert!(text.starts_with(kept), "{text}");
    hall.act("bob", again);
    // The button of the first proposal is still on someone's screen.
    hall.assert_refused("ann", Command::AgreeToProposal(id, 1), Refusal::NoProposal);
    hall.act("ann", Command::DeclineProposal(id, 2));
    hall.act("bob", Command::SendProposal(id, draft("toto40,x,3d,c")));
    hall.act("ann", Command::DeclineProposal(id, 3));
    let more = Command::DraftProposal(id, None);
    hall.assert_refused("bob", more, Refusal::TooManyProposals(3));
    let expected = "Accept, Decline, Withdraw, Rules";
    assert_eq!(hall.buttons(Subject::Challenge(id)).join(", "), expected);
    // The first terms hold.
    let begun = hall.act("bob", Command::Accept(id));
    assert_eq!(hall.record(game_of(&begun.outgoing)).variant, Variant::Leto);
    let refused = hall.refused("ann", Command::AgreeToProposal(id, 3));
    assert!(matches!(refused, Refusal::ChallengeClosed(_)));
}

#[test]
fn a_player_who_proposed_other_terms_can_still_accept_the_first_ones() {
    let mut hall = Hall::new();
    let id = proposed(&mut hall, "legan,x,3d,c");
    let begun = hall.act("bob", Command::Accept(id));
    assert_eq!(hall.record(game_of(&begun.outgoing)).variant, Variant::Leto);
    let text = hall.text(Subject::Challenge(id));
    let accepted = "@t:bob accepted @t:ann's challenge: Leto Chess";
    assert!(text.starts_with(accepted), "{text}");
}

#[test]
fn a_proposal_expires_with_its_challenge() {
    let mut hall = Hall::new();
    let id = proposed(&mut hall, "legan,x,3d,c");
    hall.pass(Span::hours(49));
    let refused = hall.refused("ann", Command::AgreeToProposal(id, 1));
    assert!(matches!(refused, Refusal::ChallengeClosed(_)));
    assert!(hall.buttons(Subject::Challenge(id)).is_empty());
    let late = "@t:ann didn't answer @t:bob's counteroffer in time: Legan Chess, 3 days per move.";
    assert_says(hall.text(Subject::Challenge(id)), late);
}

#[test]
fn keeping_the_terms_calls_no_one_who_has_been_blocked_since() {
    let mut hall = Hall::new();
    for (blocks, expected) in [(false, &["t:bob"][..]), (true, &[])] {
        let id = proposed(&mut hall, "legan,x,3d,c");
        if blocks {
            hall.act("bob", block("ann"));
        }
        let kept = hall.act("ann", Command::DeclineProposal(id, 1));
        assert_eq!(all_called(&kept.outgoing), expected, "{blocks}");
    }
}

#[test]
fn terms_that_cannot_be_played_are_refused() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Leto);
    let rated_without_time = Command::SendProposal(id, draft("leto,x,none,r"));
    hall.assert_refused("bob", rated_without_time, Refusal::NotRatable);
    let same = Command::SendProposal(id, draft("leto,w,none,c"));
    hall.assert_refused("bob", same, Refusal::SameTerms);
    let to_anyone = open_challenge(app::Terms::of(Variant::Leto));
    let open = challenge_of(&hall.act("ann", to_anyone).outgoing);
    let to_all = Command::DraftProposal(open, None);
    hall.assert_refused("bob", to_all, Refusal::OpenToAll);
}
