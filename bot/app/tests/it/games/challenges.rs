//! Challenges: made, answered, too late, too many.

use app::effect::Subject;
use app::{ChallengeId, Command, Level, Limits, Refusal, Span, Terms, messages};
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
    let refused = hall.refused("eve", Command::Accept(id));
    assert!(matches!(refused, Refusal::NotForYou { .. }));
    let refused = hall.refused("eve", Command::Decline(id));
    assert!(matches!(refused, Refusal::NotForYou { .. }));
    let refused = hall.refused("bob", Command::WithdrawChallenge(id));
    assert!(matches!(refused, Refusal::NotForYou { to: None, .. }));
    let buttons = hall.buttons(Subject::Challenge(id)).join(", ");
    assert_eq!(buttons, "Accept, Counteroffer, Decline, Withdraw, Rules");
    hall.act("bob", Command::Decline(id));
    let refused = hall.refused("bob", Command::Accept(id));
    assert!(matches!(refused, Refusal::ChallengeClosed(_)));
    let unknown = ChallengeId::draw(999, 0);
    let refused = hall.refused("bob", Command::Accept(unknown));
    assert_eq!(refused, Refusal::NoSuchChallenge(unknown));
    let oneself = invite("ann", Terms::of(Variant::Toto40));
    hall.assert_refused("ann", oneself, Refusal::SelfChallenge);
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
    let refused = hall.refused("bob", Command::Accept(id));
    assert!(
        matches!(refused, Refusal::ChallengeClosed(_)),
        "late, though no one has looked yet"
    );
    assert_eq!(hall.tick().len(), 1);
    assert_eq!(
        hall.text(Subject::Challenge(id)),
        "No one answered @t:ann's challenge to Toto40 in time."
    );
    assert_eq!(
        hall.app.next_due().unwrap(),
        Some(due.plus(Span::days(7))),
        "what is left to do is to forget it"
    );
}

#[test]
fn the_first_to_accept_gets_an_open_challenge() {
    let mut hall = Hall::new();
    let handled = hall.act("ann", open_challenge(Terms::of(Variant::Latrunculi)));
    let id = challenge_of(&handled.outgoing);
    hall.act("eve", Command::Accept(id));
    let refusal = hall.refused("bob", Command::Accept(id));
    assert!(
        messages::refusal(&refusal)
            .to_string()
            .starts_with("@t:eve accepted this challenge"),
        "{refusal:?}"
    );
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
    let refused = hall.refused("ann", with("garbage"));
    assert!(matches!(refused, Refusal::BadStart(_)));
    let refused = hall.refused("ann", with(&"8/".repeat(1000)));
    assert!(matches!(refused, Refusal::BadStart(_)));
    let refused = hall.refused("ann", with("8/8/8/4k3/8/8/8/4K3 w - - 0 1"));
    assert_eq!(refused, Refusal::StartIsOver);
    // A sail that captures fifteen pieces in every order: far more chains than anyone can choose from.
    let wild = "7k/p1p1p1p1/8/p1p1p1p1/8/p1p1p1p1/8/S1n1n1nK w - - 0 1";
    let terms = from_position(Variant::Leap64Multi, wild);
    let play = Command::Play {
        terms,
        level: Level::LOWEST,
    };
    hall.assert_refused("ann", play, Refusal::StartTooWide);
    let game = game_of(
        &hall
            .act("ann", with("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
            .outgoing,
    );
    assert!(hall.app.show(Subject::Game(game)).unwrap().is_some());
}
