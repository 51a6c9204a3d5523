//! Challenges: made, answered, too late, too many.

use app::effect::Subject;
use app::{ChallengeId, Command, Limits, Refusal, Span, Terms, messages};
use rules_core::Variant;

use crate::common::{
    Hall, called, challenge_of, from_position, game_of, invite, open_challenge, person, play,
};

#[test]
fn an_accepted_challenge_is_closed_and_becomes_a_game() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Toto40);
    let handled = hall.act("bob", Command::Accept(id));
    assert_eq!(called(&handled).unwrap(), ["t:ann"], "White is to move");
    let game = game_of(&handled.outgoing);
    let names = hall.record(game).seats.map(|seat| seat.name());
    assert_eq!([names.white, names.black], ["ann", "bob"]);
    assert!(hall.buttons(Subject::Challenge(id)).is_empty());
    let buttons = hall.buttons(Subject::Game(game)).join(", ");
    assert_eq!(buttons, "Move, Type a move, Learn, Rules, Abort");
}

#[test]
fn a_challenge_is_answered_by_whom_it_is_for() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Toto40);
    hall.assert_refused("ann", Command::Accept(id), Refusal::OwnChallenge);
    for command in [Command::Accept(id), Command::Decline(id)] {
        let refused = hall.refused("eve", command);
        assert!(matches!(refused, Refusal::NotForYou { .. }));
    }
    let refused = hall.refused("bob", Command::WithdrawChallenge(id));
    assert!(matches!(refused, Refusal::NotForYou { to: None, .. }));
    let buttons = hall.buttons(Subject::Challenge(id)).join(", ");
    assert_eq!(buttons, "Accept, Counteroffer, Decline, Withdraw, Rules");
    hall.act("bob", Command::Decline(id));
    let refused = hall.refused("bob", Command::Accept(id));
    assert!(matches!(refused, Refusal::ChallengeClosed(_)));
    let unknown = ChallengeId::draw(999, 0);
    let why = Refusal::NoSuchChallenge(unknown);
    hall.assert_refused("bob", Command::Accept(unknown), why);
    let oneself = invite("ann", Terms::of(Variant::Toto40));
    hall.assert_refused("ann", oneself, Refusal::SelfChallenge);
    // An open one is for the first to accept it.
    let open = hall.act("ann", open_challenge(Terms::of(Variant::Toto40)));
    let open = challenge_of(&open.outgoing);
    hall.act("eve", Command::Accept(open));
    let late = messages::refusal(&hall.refused("bob", Command::Accept(open)));
    let late = late.to_string();
    assert!(late.starts_with("@t:eve accepted this challenge"), "{late}");
}

#[test]
fn a_challenge_expires() {
    let mut hall = Hall::with(Limits {
        challenge_life: Span::hours(1),
        ..Limits::default()
    });
    let id = hall.challenge(Variant::Toto40);
    let due = hall.app.next_due().unwrap().unwrap();
    assert!(hall.tick().is_empty(), "not yet");
    hall.now = due.0;
    let late = hall.refused("bob", Command::Accept(id));
    let is_closed = matches!(late, Refusal::ChallengeClosed(_));
    assert!(is_closed, "though no one has looked yet");
    assert_eq!(hall.tick().len(), 1);
    let said = "No one answered @t:ann's challenge to Toto40 in time.";
    assert_eq!(hall.text(Subject::Challenge(id)), said);
    // What is left to do is to forget it.
    assert_eq!(hall.app.next_due().unwrap(), Some(due.plus(Span::days(7))));
}

#[test]
fn open_games_and_challenges_are_limited() {
    let mut hall = Hall::with(Limits {
        games: 1,
        challenges: 1,
        ..Limits::default()
    });
    let id = hall.challenge(Variant::Toto40);
    let another = open_challenge(Terms::of(Variant::Toto40));
    hall.assert_refused("ann", another, Refusal::TooManyChallenges(1));
    hall.act("bob", Command::Accept(id));
    let play = play(Terms::of(Variant::Toto40));
    hall.assert_refused("bob", play, Refusal::TooManyGames(person("bob"), 1));
}

#[test]
fn a_start_position_is_checked_when_it_is_proposed() {
    let mut hall = Hall::new();
    let with = |start: &str| play(from_position(Variant::Latrunculi, start));
    let long = "8/".repeat(1000);
    for bad in ["garbage", long.as_str()] {
        let refused = hall.refused("ann", with(bad));
        assert!(matches!(refused, Refusal::BadStart(_)));
    }
    let over = with("8/8/8/4k3/8/8/8/4K3 w - - 0 1");
    hall.assert_refused("ann", over, Refusal::StartIsOver);
    // A sail that captures fifteen pieces in every order: far more chains than anyone can choose from.
    let wild = "7k/p1p1p1p1/8/p1p1p1p1/8/p1p1p1p1/8/S1n1n1nK w - - 0 1";
    let wild = play(from_position(Variant::Leap64Multi, wild));
    hall.assert_refused("ann", wild, Refusal::StartTooWide);
    let game = hall.act("ann", with("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    hall.shown(Subject::Game(game_of(&game.outgoing)));
}
