//! Offers between the players: draws, moves taken back, another game; and leaving before a game has begun.

use app::effect::{Answer, Effect, Handled, Subject};
use app::store::{Batch, Key, Write};
use app::{
    Action, ChallengeId, ChallengeRecord, ColorWish, Command, End, Found, GameId, Level, Moment,
    Record, Refusal, Span, Terms, TimeControl, Timestamp, Which,
};
use rules_core::{Color, Variant};

use crate::common::{Hall, called, challenge_of, game_of, person, rated, timed};

/// A game between ann (White) and bob in which both have moved.
fn begun(hall: &mut Hall) -> GameId {
    let game = hall.game(Variant::Latrunculi);
    hall.play("ann", "e4");
    hall.play("bob", "e5");
    game
}

/// A game of ann's (White) against the engine.
fn with_engine(hall: &mut Hall) -> GameId {
    let play = Command::Play {
        terms: Terms {
            color: ColorWish::Only(Color::White),
            ..Terms::of(Variant::Latrunculi)
        },
        level: Level::LOWEST,
    };
    game_of(&hall.act("ann", play).outgoing)
}

/// The engine's answer to what it was asked with this change.
fn engine_plays(hall: &mut Hall, handled: &Handled, uci: &str) {
    engine_answers(hall, handled, Found { uci, score: None });
}

/// The same with what the engine thinks of its position.
fn engine_finds(hall: &mut Hall, handled: &Handled, uci: &str, score: i16) {
    let score = Some(score);
    engine_answers(hall, handled, Found { uci, score });
}

fn engine_answers(hall: &mut Hall, handled: &Handled, found: Found<'_>) {
    let asked = handled.outgoing.iter().find_map(|o| match &o.effect {
        Effect::Think(think) => Some((o.id.clone(), think.clone())),
        _ => None,
    });
    let (id, think) = asked.expect("the engine is asked");
    let moment = hall.moment();
    hall.app.thought(&id, &think, found, moment).unwrap();
}

#[test]
fn a_move_is_taken_back_when_the_other_side_allows_it() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    let subject = Subject::Game(game);
    // Bob's move, not answered yet: one half-move goes back.
    let asked = hall.act("bob", Command::TakeBack(Which::Mine, None));
    assert_eq!(called(&asked), None, "the board is edited");
    // It is ann's turn: she can answer, or simply move on.
    let buttons = [
        "Allow takeback",
        "Decline takeback",
        "Withdraw",
        "Move",
        "Type a move",
        "Rules",
        "Offer draw",
        "Resign",
    ];
    assert_eq!(hall.buttons(subject), buttons);
    let text = hall.text(subject);
    assert!(
        text.contains("@t:bob asks to take back 1... e5.\n@t:ann, it's your move (White)."),
        "{text}"
    );
    assert_eq!(
        hall.refused("bob", Command::TakeBack(Which::Mine, None)),
        Refusal::TakebackRequested { open: true }
    );
    let allowed = hall.act("ann", Command::TakeBack(Which::Id(game), None));
    assert_eq!(called(&allowed), Some(vec!["t:bob".to_owned()]));
    assert_eq!(hall.record(game).moves, ["e2e4"]);
    let text = hall.text(subject);
    assert!(
        text.contains("@t:bob took back 1... e5.\n@t:bob, it's your move (Black)."),
        "{text}"
    );
    // Ann's move, answered: two half-moves go back, to her turn.
    hall.play("bob", "d5");
    hall.act("ann", Command::TakeBack(Which::Mine, None));
    assert!(!hall.text(subject).contains("took back"));
    let allowed = hall.act("bob", Command::TakeBack(Which::Mine, None));
    assert_eq!(called(&allowed), None, "it was ann's turn before");
    assert!(hall.record(game).moves.is_empty());
    assert!(hall.text(subject).contains("@t:ann took back 1. e4."));
}

#[test]
fn an_offer_is_withdrawn_by_its_maker_and_not_repeated_in_the_position() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    let subject = Subject::Game(game);
    let offers = [
        (Command::Draw(Which::Id(game)), "withdrew the draw offer"),
        (
            Command::TakeBack(Which::Id(game), None),
            "withdrew the takeback request",
        ),
    ];
    for (offer, said) in offers {
        hall.act("ann", offer.clone());
        assert!(hall.buttons(subject).contains(&"Withdraw".to_owned()));
        assert_eq!(
            hall.refused("bob", Command::Withdraw(game)),
            Refusal::NothingToWithdraw
        );
        hall.act("ann", Command::Withdraw(game));
        assert!(hall.text(subject).contains(&format!("@t:ann {said}.")));
        assert!(!hall.buttons(subject).contains(&"Withdraw".to_owned()));
        for who in ["ann", "bob"] {
            assert!(matches!(
                hall.refused(who, offer.clone()),
                Refusal::DrawOffered { open: false } | Refusal::TakebackRequested { open: false }
            ));
        }
    }
    assert!(hall.record(game).result.is_none());
    hall.play("ann", "d4");
    assert!(!hall.text(subject).contains("withdrew"));
    hall.act("ann", Command::Draw(Which::Id(game)));
}

#[test]
fn a_private_board_has_the_buttons_that_its_viewer_can_use() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    hall.act("ann", Command::Draw(Which::Id(game)));
    let mut sees = |who: &str| {
        let handled = hall.act(who, Command::Board(Which::Id(game)));
        let (Answer::Aside(card) | Answer::Secret(card)) = handled.answer else {
            return Vec::new();
        };
        let buttons = card.controls.into_iter().flatten();
        buttons.map(|button| button.label.to_string()).collect()
    };
    let ann = sees("ann");
    assert_eq!(
        ann,
        [
            "Withdraw",
            "Move",
            "Type a move",
            "Rules",
            "Take back",
            "Resign"
        ]
    );
    let bob = sees("bob");
    assert_eq!(
        bob,
        [
            "Accept draw",
            "Decline draw",
            "Rules",
            "Take back",
            "Resign"
        ]
    );
    assert_eq!(sees("eve"), ["Rules"], "a spectator can't move or resign");
}

#[test]
fn a_declined_take_back_is_not_asked_again_before_the_next_move() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    hall.act("bob", Command::TakeBack(Which::Mine, None));
    assert_eq!(
        hall.refused("bob", Command::DeclineTakeBack(game)),
        Refusal::NoTakebackRequest,
        "you can't decline your own"
    );
    hall.act("ann", Command::DeclineTakeBack(game));
    assert_eq!(
        hall.refused("bob", Command::TakeBack(Which::Mine, None)),
        Refusal::TakebackRequested { open: false }
    );
    hall.play("ann", "d4");
    hall.act("ann", Command::TakeBack(Which::Mine, None));
    // Moving on answers it.
    hall.play("bob", "d5");
    assert_eq!(
        hall.refused("bob", Command::DeclineTakeBack(game)),
        Refusal::NoTakebackRequest
    );
}

#[test]
fn no_move_is_taken_back_in_a_rated_game_or_before_the_first_move() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    assert_eq!(
        hall.refused("ann", Command::TakeBack(Which::Id(game), None)),
        Refusal::NothingToTakeBack
    );
    let mut hall = Hall::new();
    let game = hall.game_on(rated(Variant::Latrunculi));
    hall.play("ann", "e4");
    assert_eq!(
        hall.refused("ann", Command::TakeBack(Which::Id(game), None)),
        Refusal::RatedTakeback
    );
    hall.play("bob", "e5");
    assert!(
        !hall
            .buttons(Subject::Game(game))
            .contains(&"Take back".to_owned())
    );
}

#[test]
fn a_takeback_returns_no_time_but_restarts_the_days() {
    let mut hall = Hall::new();
    let game = hall.game_on(timed(Variant::Latrunculi, TimeControl::PerMove { days: 3 }));
    hall.play("ann", "e4");
    hall.play("bob", "e5");
    hall.act("bob", Command::TakeBack(Which::Mine, None));
    hall.now += Span::days(2).0;
    hall.act("ann", Command::TakeBack(Which::Mine, None));
    let flag = hall.record(game).flag();
    assert_eq!(flag, Some(Timestamp(hall.now).plus(Span::days(3))));
}

#[test]
fn the_engine_allows_takebacks_and_its_late_answer_changes_nothing() {
    let mut hall = Hall::new();
    let game = with_engine(&mut hall);
    let first = hall.play("ann", "e4");
    hall.act("ann", Command::TakeBack(Which::Mine, None));
    assert!(hall.record(game).moves.is_empty());
    let second = hall.play("ann", "d4");
    // The answer to e4 comes late: the board has as many half-moves again, but is another one.
    engine_plays(&mut hall, &first, "e7e5");
    assert_eq!(hall.record(game).moves, ["d2d4"]);
    engine_plays(&mut hall, &second, "d7d5");
    assert_eq!(hall.record(game).moves, ["d2d4", "d7d5"]);
    hall.act("ann", Command::TakeBack(Which::Mine, None));
    assert!(hall.record(game).moves.is_empty());
}

#[test]
fn take_back_pressed_twice_takes_back_once() {
    let mut hall = Hall::new();
    let game = with_engine(&mut hall);
    for (ours, theirs) in [("e4", "e7e5"), ("d4", "d7d5")] {
        let handled = hall.play("ann", ours);
        engine_plays(&mut hall, &handled, theirs);
    }
    let shown = hall.app.show(Subject::Game(game)).unwrap().unwrap();
    let mut controls = shown.card.controls.into_iter().flatten();
    let button = controls.find(|control| control.label.to_string() == "Take back");
    let pressed = button.unwrap().action.command(None).unwrap();
    hall.act("ann", pressed.clone());
    assert_eq!(hall.record(game).moves, ["e2e4", "e7e5"]);
    let stale = Refusal::Stale {
        game,
        seen: 4,
        now: 2,
    };
    assert_eq!(hall.refused("ann", pressed), stale);
    // The address of an older button does not say on which board it stood.
    let older = Action::TakeBackNow(game).command(None).unwrap();
    hall.act("ann", older);
    assert!(hall.record(game).moves.is_empty());
}

#[test]
fn a_declined_draw_offer_is_said_on_the_board_until_the_next_move() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    hall.act("ann", Command::Draw(Which::Mine));
    let declined = hall.act("bob", Command::DeclineDraw(game));
    assert_eq!(called(&declined), None, "the board is edited");
    let said = "@t:bob declined the draw offer.\n@t:ann, it's your move (White).";
    let text = hall.text(Subject::Game(game));
    assert!(text.contains(said), "{text}");
    hall.play("ann", "d4");
    assert!(!hall.text(Subject::Game(game)).contains("draw offer"));
}

#[test]
fn a_draw_offer_stays_open_until_the_other_side_moves() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    let offered = |hall: &Hall| hall.record(game).draw_offer.is_some();
    hall.act("ann", Command::Draw(Which::Mine));
    hall.play("ann", "d4");
    assert!(offered(&hall), "ann's own move takes nothing back");
    assert_eq!(
        hall.refused("ann", Command::Draw(Which::Mine)),
        Refusal::DrawOffered { open: true }
    );
    hall.play("bob", "d5");
    assert!(!offered(&hall), "bob has answered by a move");
    hall.act("ann", Command::Draw(Which::Mine));
    hall.act("bob", Command::DeclineDraw(game));
    hall.play("ann", "c4");
    assert!(!offered(&hall), "what was declined is over");
    hall.act("ann", Command::Draw(Which::Mine));
    hall.act("bob", Command::Draw(Which::Mine));
    assert_eq!(hall.record(game).result.unwrap().end, End::Agreement);
}

#[test]
fn a_draw_that_is_offered_is_accepted_rather_than_claimed() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    for _ in 0..2 {
        for (who, text) in [
            ("ann", "Nf3"),
            ("bob", "Nf6"),
            ("ann", "Ng1"),
            ("bob", "Ng8"),
        ] {
            hall.play(who, text);
        }
    }
    let subject = Subject::Game(game);
    let claim = "Claim draw".to_owned();
    assert!(hall.buttons(subject).contains(&claim));
    hall.act("bob", Command::Draw(Which::Id(game)));
    let buttons = hall.buttons(subject);
    assert!(buttons.contains(&"Accept draw".to_owned()) && !buttons.contains(&claim));
}

#[test]
fn what_is_done_from_another_room_is_confirmed_there() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    let said = |handled: &Handled| match &handled.answer {
        Answer::Aside(card) | Answer::Secret(card) => card.text.to_string(),
        _ => String::new(),
    };
    let shown = format!(" You'll find game {game} in #t:room.");
    let mut ask = |who: &str, command| said(&hall.ask(who, "elsewhere", command).unwrap());
    assert_eq!(
        ask("ann", Command::Draw(Which::Mine)),
        format!("You offered a draw.{shown}")
    );
    assert_eq!(
        ask("bob", Command::DeclineDraw(game)),
        format!("You declined.{shown}")
    );
    assert_eq!(
        ask("ann", Command::TakeBack(Which::Mine, None)),
        format!("You asked for a takeback.{shown}")
    );
    assert_eq!(
        ask("bob", Command::Resign(game)),
        format!("@t:ann won by resignation.{shown}")
    );
}

#[test]
fn a_game_can_be_left_without_a_result_until_both_have_moved() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    hall.play("ann", "e4");
    hall.act("ann", Command::Abort(game));
    let result = hall.record(game).result.unwrap();
    assert_eq!((result.winner, result.end), (None, End::Abandonment));
    let game = begun(&mut hall);
    assert_eq!(
        hall.refused("bob", Command::Abort(game)),
        Refusal::TooLateToAbort
    );
    assert!(matches!(
        hall.refused("eve", Command::Abort(game)),
        Refusal::NotAPlayer(_)
    ));
}

#[test]
fn a_rematch_begins_when_both_want_it_with_colors_changed() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    assert_eq!(
        hall.refused("ann", Command::Rematch(game)),
        Refusal::NotOver(game)
    );
    hall.act("ann", Command::Resign(game));
    let asked = hall.act("ann", Command::Rematch(game));
    let challenge = challenge_of(&asked.outgoing);
    let text = hall.text(Subject::Challenge(challenge));
    assert!(
        text.contains("ann plays Black and you play White"),
        "{text}"
    );
    assert_eq!(
        hall.refused("ann", Command::Rematch(game)),
        Refusal::RematchRequested
    );
    assert!(matches!(
        hall.refused("eve", Command::Rematch(game)),
        Refusal::NotAPlayer(_)
    ));
    // Pressing the same button is as good as accepting.
    let begun = hall.act("bob", Command::Rematch(game));
    let next = hall.record(game).rematch.unwrap();
    assert_ne!(next, game);
    assert_eq!(hall.record(next).seats.white.person().unwrap().name, "bob");
    assert!(begun.outgoing.iter().any(|o| matches!(
        &o.effect,
        Effect::Show(show) if show.subject == Subject::Game(next)
    )));
    assert_eq!(hall.buttons(Subject::Game(game)), ["Replay"]);
    assert_eq!(
        hall.refused("ann", Command::Rematch(game)),
        Refusal::RematchStarted(next)
    );
}

#[test]
fn one_game_follows_where_both_ask_for_it_at_the_same_moment() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    hall.act("bob", Command::Resign(game));
    let first = challenge_of(&hall.act("ann", Command::Rematch(game)).outgoing);
    // What bob's action leaves behind if neither sees the other's challenge.
    let store = hall.app.store();
    let record = store.get(&Key::Challenge(first)).unwrap().unwrap().record;
    let Record::Challenge(asked) = record else {
        panic!("a challenge")
    };
    let second = ChallengeId::draw(77, 0);
    let answered = ChallengeRecord {
        id: second,
        by: person("bob"),
        to: Some(person("ann")),
        ..asked
    };
    let write = Write {
        expected: 0,
        record: answered.into(),
    };
    let writes = vec![write];
    store
        .commit(Batch {
            writes,
            ..Batch::default()
        })
        .unwrap();
    let next = game_of(&hall.act("bob", Command::Accept(first)).outgoing);
    let next = hall.record(game).rematch.unwrap_or(next);
    assert_eq!(
        hall.refused("ann", Command::Accept(second)),
        Refusal::RematchStarted(next)
    );
}

#[test]
fn a_double_click_on_play_again_begins_one_game() {
    let mut hall = Hall::new();
    let game = with_engine(&mut hall);
    hall.act("ann", Command::Abort(game));
    assert_eq!(hall.buttons(Subject::Game(game)), ["Play again"]);
    let venue = app::Venue {
        room: app::RoomId::new("t:room"),
        server: None,
    };
    let request = app::Request {
        who: person("ann"),
        venue,
        context: app::Context::default(),
        command: Command::Rematch(game),
    };
    let moment = Moment {
        now: Timestamp(hall.now),
        seed: 77,
    };
    assert!(hall.app.handle(&request, moment).is_ok());
    assert!(hall.app.handle(&request, moment).is_err());
    let next = hall.record(game).rematch.unwrap();
    assert!(hall.record(next).seats.white.person().is_none());
}

#[test]
fn the_engine_resigns_after_four_hopeless_moves_and_not_before() {
    let mut hall = Hall::new();
    let game = with_engine(&mut hall);
    let white = ["a3", "b3", "c3", "d3", "e3", "f3"];
    let black = ["a7a6", "b7b6", "c7c6", "d7d6", "e7e6", "f7f6"];
    for (n, (ours, theirs)) in white.into_iter().zip(black).enumerate() {
        let handled = hall.play("ann", ours);
        let score = if n == 1 { -100 } else { -2000 };
        engine_finds(&mut hall, &handled, theirs, score);
        let over = hall.record(game).result.is_some();
        assert_eq!(over, n == 5, "after move {}", n + 1);
    }
    let result = hall.record(game).result.unwrap();
    assert_eq!(
        (result.winner, result.end),
        (Some(Color::White), End::Resignation)
    );
}

#[test]
fn the_engine_agrees_to_a_draw_when_it_has_been_worse_for_three_moves() {
    let mut hall = Hall::new();
    let game = with_engine(&mut hall);
    let white = ["a3", "b3", "c3"];
    let black = ["a7a6", "b7b6", "c7c6"];
    for (ours, theirs) in white.into_iter().zip(black) {
        assert_eq!(
            hall.refused("ann", Command::Draw(Which::Id(game))),
            Refusal::EngineDeclines
        );
        let handled = hall.play("ann", ours);
        engine_finds(&mut hall, &handled, theirs, -150);
    }
    hall.act("ann", Command::Draw(Which::Id(game)));
    assert_eq!(hall.record(game).result.unwrap().end, End::Agreement);
}

#[test]
fn the_engine_offers_a_draw_in_a_level_game_and_its_opponent_can_play_on() {
    let mut hall = Hall::new();
    let game = with_engine(&mut hall);
    let mut offered = Vec::new();
    for n in 0_u32..50 {
        // The horses go out and back; the squares differ so that the position does not repeat too often.
        let moves = hall.record(game).replay().unwrap();
        let quiet = |game: &rules_core::Game| {
            let shape = game.variant().shape();
            let all = game.legal_moves();
            let fresh = all.iter().find(|&&mv| {
                let mut after = game.clone();
                after.play(mv).is_ok() && after.outcome().is_none() && after.occurrences() < 2
            });
            fresh.map(|mv| mv.uci(shape).to_string())
        };
        let Some(ours) = quiet(&moves) else { break };
        let handled = hall.play("ann", &ours);
        if hall.record(game).result.is_some() {
            break;
        }
        let now = hall.record(game).replay().unwrap();
        let Some(theirs) = quiet(&now) else { break };
        engine_finds(&mut hall, &handled, &theirs, 0);
        if hall.record(game).draw_offer.is_some() {
            offered.push(n);
            let buttons = hall.buttons(Subject::Game(game));
            assert_eq!(buttons[..3], ["Accept draw", "Decline draw", "Move"]);
        }
    }
    assert_eq!(offered, [39, 49], "from the fortieth move, every tenth");
    hall.act("ann", Command::Draw(Which::Id(game)));
    assert_eq!(hall.record(game).result.unwrap().end, End::Agreement);
}

#[test]
fn hints_are_for_the_player_to_move_in_a_casual_game() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    let handled = hall.act("ann", Command::Hint(Which::Mine));
    assert!(matches!(handled.answer, Answer::Hint(_)) && handled.outgoing.is_empty());
    assert!(matches!(
        hall.refused("bob", Command::Hint(Which::Id(game))),
        Refusal::NotYourTurn { .. }
    ));
    let rated = hall.game_on(rated(Variant::Latrunculi));
    assert_eq!(
        hall.refused("ann", Command::Hint(Which::Id(rated))),
        Refusal::RatedHint
    );
}
