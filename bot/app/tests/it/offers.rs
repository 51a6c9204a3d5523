//! Offers between the players: draws, moves taken back, another game; and leaving before a game has begun.

use app::effect::{Handled, Subject};
use app::store::Key;
use app::{
    Action, ChallengeId, ChallengeRecord, Command, Delivery, End, Found, GameId, Moment, Notice,
    Refusal, Setting, Span, Tell, Terms, Timestamp, Told, Which,
};
use rules_core::{Color, Game, Variant};

use crate::common::{
    Hall, THREE_DAYS, as_white, assert_says, assert_silent_about, called, challenge_of, game_of,
    labels, person, press, reply, request, shows, tells, text_of, venue,
};

const LATRUNCULI: Variant = Variant::Latrunculi;

fn draw() -> Command {
    Command::Draw(Which::Mine)
}

fn take_back() -> Command {
    Command::TakeBack(Which::Mine, None)
}

/// A game of ann's (White) against the engine.
fn with_engine(hall: &mut Hall) -> GameId {
    hall.game_with_engine(as_white(Terms::of(LATRUNCULI)))
}

/// Ann moves, and the engine answers with its opinion of the position.
fn exchange(hall: &mut Hall, ours: &str, uci: &str, score: i16) {
    let handled = hall.play("ann", ours);
    let score = Some(score);
    hall.engine_plays(&handled.outgoing, Found { uci, score });
}

#[test]
fn a_move_is_taken_back_when_the_other_side_allows_it() {
    let mut hall = Hall::new();
    let game = hall.game(LATRUNCULI);
    let subject = Subject::Game(game);
    hall.assert_refused("ann", take_back(), Refusal::NothingToTakeBack);
    hall.play_on(game, &["e4", "e5"]);
    // Bob's move, not answered yet: one half-move goes back.
    hall.act("bob", take_back());
    // It is ann's turn: she can answer, or simply move on.
    for label in ["Allow takeback", "Decline takeback", "Withdraw", "Move"] {
        assert!(hall.has_button(subject, label), "{label}");
    }
    let requested = Refusal::TakebackRequested { open: true };
    hall.assert_refused("bob", take_back(), requested);
    let decline = || Command::DeclineTakeBack(game);
    hall.assert_refused("bob", decline(), Refusal::NoTakebackRequest);
    let allowed = hall.act("ann", take_back());
    assert_eq!(called(&allowed).unwrap(), ["t:bob"]);
    assert_eq!(hall.record(game).moves, ["e2e4"]);
    assert_says(hall.text(subject), "@t:bob took back 1... e5.");
    // Ann's move, answered: two half-moves go back, to her turn.
    hall.play("bob", "d5");
    hall.act("ann", take_back());
    assert_silent_about(hall.text(subject), "took back");
    let allowed = hall.act("bob", take_back());
    assert_eq!(called(&allowed).unwrap(), ["t:ann"], "she waits for it");
    assert!(hall.record(game).moves.is_empty());
    assert_says(hall.text(subject), "@t:ann took back 1. e4.");
    // Moving on answers it.
    hall.play_on(game, &["e4", "e5", "d4"]);
    hall.act("ann", take_back());
    hall.play("bob", "d5");
    hall.assert_refused("bob", decline(), Refusal::NoTakebackRequest);
}

fn notice(hall: &Hall, handled: &Handled) -> Option<(String, Told)> {
    let mut tells = tells(&handled.outgoing).into_iter();
    let tell = tells.next()?;
    assert!(tells.next().is_none(), "once");
    Some((tell.to.as_str().to_owned(), hall.told(&tell)?))
}

#[test]
fn the_other_player_is_told_of_an_offer_and_of_its_refusal() {
    let mut hall = Hall::new();
    let game = hall.begun();
    let (no_draw, no_takeback) = (Command::DeclineDraw(game), Command::DeclineTakeBack(game));
    let of_draw = "Accept draw, Decline draw";
    let of_takeback = "Allow takeback, Decline takeback";
    let asks = "asks to take back 1... e5";
    for (who, to, command, said, buttons) in [
        ("ann", "t:bob", draw(), "offers you a draw", of_draw),
        ("bob", "t:ann", no_draw, "declined your draw offer", ""),
        ("bob", "t:ann", take_back(), asks, of_takeback),
        ("ann", "t:bob", no_takeback, "declined your takeback", ""),
    ] {
        let handled = hall.act(who, command);
        assert_eq!(called(&handled), None, "the board stays where it is");
        let (told_to, told) = notice(&hall, &handled).unwrap();
        assert_eq!(told_to, to);
        assert_says(&told.card.text, said);
        assert_says(&told.card.text, game.to_string());
        assert_eq!(labels(&told.card).join(", "), buttons);
        assert_eq!(told.delivery, Delivery::Mention);
        assert_eq!(told.room.unwrap(), venue("t:room", Some("t:server")));
        assert_eq!(told.board, Some(game.into()), "it replies to the board");
    }
    let again = Refusal::TakebackRequested { open: false };
    hall.assert_refused("bob", take_back(), again);
}

#[test]
fn an_offer_reaches_the_other_player_as_they_prefer() {
    for (pings, delivery, more) in [
        ("direct", Delivery::Direct, &["Show the board"][..]),
        ("none", Delivery::Unmentioned, &[]),
    ] {
        let mut hall = Hall::new();
        hall.begun();
        hall.set("bob", Setting::Pings, pings);
        let offered = hall.act("ann", draw());
        let (_, told) = notice(&hall, &offered).unwrap();
        assert_eq!(told.delivery, delivery);
        assert!(told.room.is_some());
        let buttons = [&["Accept draw", "Decline draw"][..], more].concat();
        assert_eq!(labels(&told.card), buttons);
    }
}

#[test]
fn offers_in_daily_games_are_told_once_a_day() {
    let mut hall = Hall::new();
    let games = [(); 3].map(|()| hall.begun_with(THREE_DAYS));
    let mut offer = |game| hall.act("ann", Command::Draw(Which::Id(game))).outgoing;
    assert_eq!(tells(&offer(games[0])).len(), 1, "the first at once");
    assert!(tells(&offer(games[1])).is_empty());
    assert!(tells(&offer(games[2])).is_empty());
    // The notice of an answer goes to the other player alone.
    hall.act("bob", Command::DeclineDraw(games[0]));
    assert!(tells(&hall.pass(Span::hours(22))).is_empty());
    let [told] = tells(&hall.pass(Span::hours(2))).try_into().unwrap();
    assert_eq!(told.to.as_str(), "t:bob");
    let text = hall.told_text(&told);
    assert_silent_about(&text, games[0].to_string());
    for game in &games[1..] {
        let offer = format!("@t:ann offers you a draw in Chess Latrunculi ({game}).");
        assert_says(&text, offer);
    }
    let later = tells(&hall.pass(Span::hours(30)));
    let to_bob = later.iter().filter(|tell| tell.to.as_str() == "t:bob");
    assert_eq!(to_bob.count(), 0, "once");
}

/// The digest for bob, to whom ann has offered a draw in three daily games.
fn digest_for_bob(hall: &mut Hall) -> Tell {
    for _ in 0..3 {
        let game = hall.begun_with(THREE_DAYS);
        hall.act("ann", Command::Draw(Which::Id(game)));
    }
    let told = tells(&hall.pass(Span::hours(24)));
    let is_digest = |tell: &Tell| matches!(tell.notice, Notice::Digest { .. });
    told.into_iter().find(is_digest).unwrap()
}

#[test]
fn a_digest_reaches_its_reader_as_they_prefer() {
    for (setting, value, delivery) in [
        (Setting::Pings, "mention", Some(Delivery::Mention)),
        (Setting::Pings, "direct", Some(Delivery::Direct)),
        (Setting::Pings, "none", None),
        // The clock of these tests begins shortly after midnight.
        (Setting::Quiet, "22-7 UTC", Some(Delivery::Quiet)),
    ] {
        let mut hall = Hall::new();
        let digest = digest_for_bob(&mut hall);
        hall.set("bob", setting, value);
        let told = hall.told(&digest);
        assert_eq!(told.as_ref().map(|told| told.delivery), delivery, "{value}");
        let room = told.and_then(|told| told.room);
        let is_told = delivery.is_some();
        assert_eq!(room.is_some(), is_told, "all its games are in one room");
    }
}

#[test]
fn an_offer_that_is_no_longer_open_is_neither_told_nor_answered() {
    let mut hall = Hall::new();
    let game = hall.begun();
    let offered = hall.act("ann", draw());
    let (_, told) = notice(&hall, &offered).unwrap();
    let accept = press(&told.card, "Accept draw");
    let withdrawn = hall.act("ann", Command::Withdraw(game));
    assert!(tells(&withdrawn.outgoing).is_empty());
    assert!(notice(&hall, &offered).is_none());
    hall.play_on(game, &["d4"]);
    // The button below the old notice neither offers nor claims a draw.
    hall.assert_refused("bob", accept.clone(), Refusal::NoDrawOffer);
    assert_eq!(hall.record(game).draw_offer, None);
    let offered = hall.act("ann", draw());
    assert!(notice(&hall, &offered).is_some());
    hall.play_on(game, &["d5"]);
    assert!(notice(&hall, &offered).is_none(), "the move declined it");
    hall.act("ann", draw());
    hall.act("bob", accept);
    assert_eq!(hall.record(game).result.unwrap().end, End::Agreement);
}

#[test]
fn yes_and_no_answer_the_open_offer_and_nothing_else() {
    let mut hall = Hall::new();
    let game = hall.begun();
    let yes = || Command::AnswerOffer(Which::Mine, true);
    let no = || Command::AnswerOffer(Which::Mine, false);
    hall.act("bob", take_back());
    for answer in [yes(), no()] {
        // It is his own.
        hall.assert_refused("bob", answer, Refusal::NoOffer);
    }
    hall.assert_refused("ann", draw(), Refusal::OfferOpen);
    hall.act("ann", yes());
    assert_eq!(hall.record(game).moves, ["e2e4"]);
    hall.assert_refused("ann", yes(), Refusal::NoOffer);
    hall.act("ann", draw());
    hall.act("bob", no());
    assert_says(hall.text(Subject::Game(game)), "@t:bob declined");
    hall.play("bob", "d5");
    hall.act("ann", draw());
    hall.act("bob", yes());
    assert_eq!(hall.record(game).result.unwrap().end, End::Agreement);
}

#[test]
fn of_several_games_yes_means_the_one_with_an_offer() {
    let mut hall = Hall::new();
    let (_, game) = (hall.begun(), hall.begun());
    hall.act("bob", Command::Draw(Which::Id(game)));
    hall.act("ann", Command::AnswerOffer(Which::Mine, true));
    assert_eq!(hall.record(game).result.unwrap().end, End::Agreement);
}

#[test]
fn an_offer_is_withdrawn_by_its_maker_and_not_repeated() {
    let mut hall = Hall::new();
    let game = hall.begun();
    let subject = Subject::Game(game);
    for (offer, repeated) in [
        (draw(), Refusal::DrawOffered { open: false }),
        (take_back(), Refusal::TakebackRequested { open: false }),
    ] {
        hall.act("ann", offer.clone());
        assert!(hall.has_button(subject, "Withdraw"));
        hall.assert_refused("bob", Command::Withdraw(game), Refusal::NothingToWithdraw);
        hall.act("ann", Command::Withdraw(game));
        assert_says(hall.text(subject), "@t:ann withdrew");
        assert!(!hall.has_button(subject, "Withdraw"));
        for who in ["ann", "bob"] {
            assert_eq!(hall.refused(who, offer.clone()), repeated);
        }
    }
    assert!(hall.record(game).result.is_none());
    hall.play("ann", "d4");
    assert_silent_about(hall.text(subject), "withdrew");
    hall.act("ann", draw());
}

#[test]
fn a_private_board_has_the_buttons_that_its_viewer_can_use() {
    let mut hall = Hall::new();
    let game = hall.begun();
    hall.act("ann", draw());
    let of_ann = "Withdraw, Move, Type a move, Rules, Take back, Resign";
    let of_bob = "Accept draw, Decline draw, Rules, Take back, Resign";
    for (who, buttons) in [("ann", of_ann), ("bob", of_bob), ("eve", "Rules")] {
        let card = reply(hall.act(who, Command::Board(Which::Id(game))));
        assert_eq!(labels(&card).join(", "), buttons);
    }
}

#[test]
fn a_takeback_returns_no_time_but_restarts_the_days() {
    let mut hall = Hall::new();
    let game = hall.begun_with(THREE_DAYS);
    hall.act("bob", take_back());
    hall.wait(Span::days(2));
    hall.act("ann", take_back());
    let flag = hall.record(game).flag();
    assert_eq!(flag, Some(Timestamp(hall.now).plus(Span::days(3))));
}

#[test]
fn the_engine_allows_takebacks_and_its_late_answer_changes_nothing() {
    let mut hall = Hall::new();
    let game = with_engine(&mut hall);
    let first = hall.play("ann", "e4");
    hall.act("ann", take_back());
    assert!(hall.record(game).moves.is_empty());
    let second = hall.play("ann", "d4");
    // The answer to e4 comes late: the board has as many half-moves again, but is another one.
    hall.engine_plays(&first.outgoing, "e7e5");
    assert_eq!(hall.record(game).moves, ["d2d4"]);
    hall.engine_plays(&second.outgoing, "d7d5");
    assert_eq!(hall.record(game).moves, ["d2d4", "d7d5"]);
    hall.act("ann", take_back());
    assert!(hall.record(game).moves.is_empty());
}

#[test]
fn take_back_pressed_twice_takes_back_once() {
    let mut hall = Hall::new();
    let game = with_engine(&mut hall);
    exchange(&mut hall, "e4", "e7e5", 0);
    exchange(&mut hall, "d4", "d7d5", 0);
    let pressed = press(&hall.shown(Subject::Game(game)).card, "Take back");
    hall.act("ann", pressed.clone());
    assert_eq!(hall.record(game).moves, ["e2e4", "e7e5"]);
    let (seen, now) = (4, 2);
    let stale = Refusal::Stale { game, seen, now };
    hall.assert_refused("ann", pressed, stale);
    // The address of an older button does not say on which board it stood.
    let older = Action::TakeBackNow(game).command(None).unwrap();
    hall.act("ann", older);
    assert!(hall.record(game).moves.is_empty());
}

#[test]
fn a_draw_that_is_offered_is_accepted_rather_than_claimed() {
    let mut hall = Hall::new();
    let game = hall.game(LATRUNCULI);
    for _ in 0..2 {
        hall.play_on(game, &["Nf3", "Nf6", "Ng1", "Ng8"]);
    }
    let subject = Subject::Game(game);
    assert!(hall.has_button(subject, "Claim draw"));
    hall.act("bob", Command::Draw(Which::Id(game)));
    assert!(hall.has_button(subject, "Accept draw"));
    assert!(!hall.has_button(subject, "Claim draw"));
}

#[test]
fn a_command_from_another_room_is_confirmed_there() {
    let mut hall = Hall::new();
    let game = hall.begun();
    for (who, command, said) in [
        ("ann", draw(), "You offered a draw."),
        ("bob", Command::DeclineDraw(game), "You declined."),
        ("ann", take_back(), "You asked for a takeback."),
        ("bob", Command::Resign(game), "@t:ann won by resignation."),
    ] {
        let handled = hall.ask(who, "elsewhere", command).unwrap();
        let expected = format!("{said} You'll find game {game} in #t:room.");
        assert_eq!(text_of(&handled), expected);
    }
}

#[test]
fn a_game_can_be_left_without_a_result_until_both_have_moved() {
    let mut hall = Hall::new();
    let game = hall.game(LATRUNCULI);
    hall.play("ann", "e4");
    hall.act("ann", Command::Abort(game));
    let result = hall.record(game).result.unwrap();
    assert_eq!((result.winner, result.end), (None, End::Abandonment));
    let game = hall.begun();
    hall.assert_refused("bob", Command::Abort(game), Refusal::TooLateToAbort);
    let stranger = hall.refused("eve", Command::Abort(game));
    assert!(matches!(stranger, Refusal::NotAPlayer(_)));
}

#[test]
fn a_rematch_begins_when_both_want_it_with_colors_changed() {
    let mut hall = Hall::new();
    let game = hall.begun();
    let rematch = || Command::Rematch(game);
    hall.assert_refused("ann", rematch(), Refusal::NotOver(game));
    hall.act("ann", Command::Resign(game));
    let asked = hall.act("ann", rematch());
    let challenge = Subject::Challenge(challenge_of(&asked.outgoing));
    assert_says(hall.text(challenge), "ann plays Black and you play White");
    hall.assert_refused("ann", rematch(), Refusal::RematchRequested);
    let stranger = hall.refused("eve", rematch());
    assert!(matches!(stranger, Refusal::NotAPlayer(_)));
    // Pressing the same button is as good as accepting.
    let begun = hall.act("bob", rematch());
    let next = hall.record(game).rematch.unwrap();
    assert_ne!(next, game);
    assert_eq!(hall.record(next).seats.white.name(), "bob");
    let mut shown = shows(&begun.outgoing).map(|show| show.subject);
    assert!(shown.any(|subject| subject == Subject::Game(next)));
    assert_eq!(hall.buttons(Subject::Game(game)), ["Replay"]);
    hall.assert_refused("ann", rematch(), Refusal::RematchStarted(next));
}

#[test]
fn one_game_follows_where_both_ask_for_it_at_the_same_moment() {
    let mut hall = Hall::new();
    let game = hall.begun();
    hall.act("bob", Command::Resign(game));
    let first = challenge_of(&hall.act("ann", Command::Rematch(game)).outgoing);
    // The record that bob's request leaves if neither sees the other's challenge.
    let asked: ChallengeRecord = hall.read(&Key::Challenge(first)).unwrap();
    let second = ChallengeId::draw(77, 0);
    let answered = ChallengeRecord {
        id: second,
        by: person("bob"),
        to: Some(person("ann")),
        ..asked
    };
    hall.write(answered);
    let next = game_of(&hall.act("bob", Command::Accept(first)).outgoing);
    let next = hall.record(game).rematch.unwrap_or(next);
    let refused = hall.refused("ann", Command::Accept(second));
    assert_eq!(refused, Refusal::RematchStarted(next));
}

#[test]
fn a_double_click_on_play_again_begins_one_game() {
    let mut hall = Hall::new();
    let game = with_engine(&mut hall);
    hall.act("ann", Command::Abort(game));
    assert_eq!(hall.buttons(Subject::Game(game)), ["Play again"]);
    let request = request("ann", Command::Rematch(game));
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
    for (n, file) in ["a", "b", "c", "d", "e", "f"].into_iter().enumerate() {
        let score = if n == 1 { -100 } else { -2000 };
        let (ours, theirs) = (format!("{file}3"), format!("{file}7{file}6"));
        exchange(&mut hall, &ours, &theirs, score);
        let over = hall.record(game).result.is_some();
        assert_eq!(over, n == 5, "after move {}", n + 1);
    }
    let result = hall.record(game).result.unwrap();
    let won = (Some(Color::White), End::Resignation);
    assert_eq!((result.winner, result.end), won);
}

/// A move that neither ends the game nor repeats its position too often.
fn quiet(game: &Game) -> Option<String> {
    let all = game.legal_moves();
    let fresh = all.iter().find(|&&mv| {
        let mut after = game.clone();
        after.play(mv).is_ok() && after.outcome().is_none() && after.occurrences() < 2
    });
    fresh.map(|mv| mv.uci(game.variant().shape()).to_string())
}

#[test]
fn the_engine_offers_draws_in_a_level_game_that_can_go_on() {
    let mut hall = Hall::new();
    let game = with_engine(&mut hall);
    let next = |hall: &Hall| quiet(&hall.record(game).replay().unwrap());
    let mut offered = Vec::new();
    for n in 0_u32..50 {
        let Some(ours) = next(&hall) else { break };
        let handled = hall.play("ann", &ours);
        if hall.record(game).result.is_some() {
            break;
        }
        let Some(uci) = next(&hall) else { break };
        let (uci, score) = (uci.as_str(), Some(0));
        hall.engine_plays(&handled.outgoing, Found { uci, score });
        if hall.record(game).draw_offer.is_some() {
            offered.push(n);
            let buttons = hall.buttons(Subject::Game(game));
            assert_eq!(buttons[..3], ["Accept draw", "Decline draw", "Move"]);
        }
    }
    assert_eq!(offered, [39, 49], "from the fortieth move, every tenth");
    hall.act("ann", draw());
    assert_eq!(hall.record(game).result.unwrap().end, End::Agreement);
}
