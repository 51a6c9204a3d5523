//! Challenges: made, answered, too late, too many.

use app::effect::Subject;
use app::{ChallengeId, Command, Level, Limits, Refusal, Span, Terms, messages};
use rules_core::Variant;

use crate::common::{Hall, called, challenge_of, game_of, person};

#[test]
fn a_challenge_is_posted_to_the_person_asked_and_becomes_a_game() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Toto40);
    let subject = Subject::Challenge(id);
    assert_eq!(
        hall.text(subject),
        "@t:bob, @t:ann challenges you to Toto40. ann plays White and you play Black. Expires <173801>."
    );
    assert_eq!(
        hall.buttons(subject),
        ["Accept", "Counteroffer", "Decline", "Rules"]
    );
    let handled = hall.act("bob", Command::Accept(id));
    let game = game_of(&handled.outgoing);
    assert_eq!(
        called(&handled),
        Some(vec!["t:ann".to_owned()]),
        "White is to move"
    );
    assert_eq!(
        hall.text(subject),
        format!("@t:bob accepted @t:ann's challenge: Toto40, game {game}.")
    );
    assert!(
        hall.buttons(subject).is_empty(),
        "an answered challenge has no buttons"
    );
    let board = hall.text(Subject::Game(game));
    assert_eq!(
        board,
        format!(
            "@t:ann, it's your move (White).\nToto40: @t:ann (White) – @t:bob (Black) · game {game}\nNew to Toto40? Press Rules to see how to play.\nPress Move, or reply to this board with a move, like b8."
        )
    );
    assert_eq!(
        hall.buttons(Subject::Game(game)),
        ["Move", "Type a move", "Rules", "Abort"]
    );
}

#[test]
fn a_challenge_is_answered_by_whom_it_is_for() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Toto40);
    assert_eq!(
        hall.refused("ann", Command::Accept(id)),
        Refusal::OwnChallenge
    );
    assert!(matches!(
        hall.refused("eve", Command::Accept(id)),
        Refusal::NotForYou { .. }
    ));
    assert!(matches!(
        hall.refused("eve", Command::Decline(id)),
        Refusal::NotForYou { .. }
    ));
    hall.act("bob", Command::Decline(id));
    assert!(matches!(
        hall.refused("bob", Command::Accept(id)),
        Refusal::ChallengeClosed(_)
    ));
    let unknown = ChallengeId::draw(999, 0);
    assert_eq!(
        hall.refused("bob", Command::Accept(unknown)),
        Refusal::NoSuchChallenge(unknown)
    );
    let oneself = Command::Challenge {
        opponent: Some(person("ann")),
        terms: Terms::of(Variant::Toto40),
    };
    assert_eq!(hall.refused("ann", oneself), Refusal::SelfChallenge);
}

#[test]
fn a_challenge_expires() {
    let mut hall = Hall::with(Limits {
        challenge_life: Span::hours(1),
        ..Limits::default()
    });
    let id = hall.challenge(Variant::Toto40);
    let due = hall.app.next_due().unwrap().unwrap();
    let moment = hall.moment();
    assert!(hall.app.pass_time(moment).unwrap().is_empty(), "not yet");
    hall.now = due.0;
    assert!(
        matches!(
            hall.refused("bob", Command::Accept(id)),
            Refusal::ChallengeClosed(_)
        ),
        "late, though no one has looked yet"
    );
    let moment = hall.moment();
    assert_eq!(hall.app.pass_time(moment).unwrap().len(), 1);
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
    let handled = hall.act(
        "ann",
        Command::Challenge {
            opponent: None,
            terms: Terms::of(Variant::Latrunculi),
        },
    );
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
    let another = Command::Challenge {
        opponent: None,
        terms: Terms::of(Variant::Toto40),
    };
    assert_eq!(hall.refused("ann", another), Refusal::TooManyChallenges(1));
    hall.act("bob", Command::Accept(id));
    let play = Command::Play {
        terms: Terms::of(Variant::Toto40),
        level: Level::LOWEST,
    };
    assert_eq!(
        hall.refused("bob", play),
        Refusal::TooManyGames(person("bob"), 1)
    );
}

#[test]
fn a_start_position_is_checked_when_it_is_proposed() {
    let mut hall = Hall::new();
    let with = |start: &str| Command::Play {
        terms: Terms {
            start: Some(start.to_owned()),
            ..Terms::of(Variant::Latrunculi)
        },
        level: Level::LOWEST,
    };
    assert!(matches!(
        hall.refused("ann", with("garbage")),
        Refusal::BadStart(_)
    ));
    assert!(matches!(
        hall.refused("ann", with(&"8/".repeat(1000))),
        Refusal::BadStart(_)
    ));
    assert_eq!(
        hall.refused("ann", with("8/8/8/4k3/8/8/8/4K3 w - - 0 1")),
        Refusal::StartIsOver
    );
    // A sail that captures fifteen pieces in every order: far more chains than anyone can choose from.
    let wild = "7k/p1p1p1p1/8/p1p1p1p1/8/p1p1p1p1/8/S1n1n1nK w - - 0 1";
    let terms = Terms {
        start: Some(wild.to_owned()),
        ..Terms::of(Variant::Leap64Multi)
    };
    let play = Command::Play {
        terms,
        level: Level::LOWEST,
    };
    assert_eq!(hall.refused("ann", play), Refusal::StartTooWide);
    let game = game_of(
        &hall
            .act("ann", with("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
            .outgoing,
    );
    assert!(hall.app.show(Subject::Game(game)).unwrap().is_some());
}
