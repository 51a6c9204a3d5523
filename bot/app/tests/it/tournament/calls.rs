//! Notices about a tournament: it begins soon, lacks players, was canceled or is over.

use app::effect::{Effect, Outgoing, Subject};
use app::store::Index;
use app::{Command, Delivery, Format, Notice, PlanPart, Record, Risk, Setting, Span, Stage, Terms};
use rules_core::{Color, Variant};

use crate::common::cup::{ARENA, Cup, Do, SWISS, edit, plan, plan_with};
use crate::common::{
    Hall, THREE_DAYS, all_called, assert_says, assert_silent_about, game_of, tells,
};

/// A tournament that starts in this many minutes.
fn starting_in(minutes: i64) -> Cup {
    let mut cup = Cup::new(plan(SWISS));
    let starts = format!("<t:{}>", cup.hall.now / 1000 + 60 * minutes);
    cup.organize(edit(PlanPart::Starts, &starts));
    cup
}

/// Lets time pass minute by minute; returns who was mentioned after how many minutes.
fn calls(cup: &mut Cup, minutes: i64) -> Vec<String> {
    let called = (1..=minutes).filter_map(|minute| {
        let called = all_called(&cup.pass(Span::minutes(1))).join(" ");
        (!called.is_empty()).then(|| format!("{minute}: {called}"))
    });
    called.collect()
}

#[test]
fn players_are_told_once_ten_minutes_before_the_start() {
    let mut cup = starting_in(60);
    cup.enter(["a", "b", "c", "d"]);
    assert_eq!(calls(&mut cup, 55), ["50: t:a t:b t:c t:d"]);
    assert_says(cup.message(), "Get ready: @t:a @t:b @t:c @t:d");
    assert_silent_about(cup.message(), "it may end");
    cup.enter(["e"]);
    assert!(calls(&mut cup, 2).is_empty(), "who joins now knows it");
    let mut cup = starting_in(8);
    cup.enter(["a", "b", "c", "d"]);
    assert!(calls(&mut cup, 6).is_empty(), "all have just read it");
}

#[test]
fn a_tournament_without_players_warns_its_organizer_and_then_says_why() {
    let mut cup = starting_in(60);
    cup.enter(["a"]);
    assert_eq!(calls(&mut cup, 58), ["50: t:a t:org"]);
    assert_says(cup.message(), "Fewer than two players have joined.");
    assert_eq!(calls(&mut cup, 5), ["1: t:a t:org"]);
    assert!(matches!(cup.stage(), Stage::Canceled(_)));
    assert_says(cup.message(), "Canceled: fewer than two players joined.");
}

#[test]
fn players_are_told_that_the_organizer_canceled() {
    let mut cup = Cup::with(SWISS, 3);
    cup.hall.set("p2", Setting::Pings, "direct");
    cup.hall.set("p3", Setting::Pings, "none");
    let handled = cup.organize(Do::Cancel);
    assert_eq!(all_called(&handled.outgoing), ["t:p1"]);
    assert_says(cup.message(), "The organizer canceled this tournament.");
    let [tell] = tells(&handled.outgoing).try_into().unwrap();
    assert_eq!(tell.to.as_str(), "t:p2");
    assert!(matches!(tell.notice, Notice::Tournament { .. }));
    let told = cup.hall.told(&tell).unwrap();
    assert_says(&told.card.text, "In #t:room:");
    assert_says(&told.card.text, "The organizer canceled this tournament.");
    assert_eq!(told.delivery, Delivery::Direct);
}

#[test]
fn the_podium_mentions_those_on_it_and_with_two_players_the_winner() {
    let mut cup = Cup::started(SWISS, 8);
    cup.next_round();
    cup.next_round();
    cup.hall.perform_all();
    cup.play_round();
    let entries = cup.record().entries.into_iter();
    let best = entries.filter(|entry| entry.place.is_some_and(|place| place <= 3));
    let best = best.map(|entry| format!("t:{}", entry.seat.name()));
    let mut best: Vec<_> = best.collect();
    best.sort();
    assert_eq!(called_by(&cup), best);
    for name in best {
        assert_says(cup.message(), format!("@{name}"));
    }
    let mut cup = Cup::started(Format::Swiss { rounds: 1 }, 2);
    let [game] = cup.games().try_into().unwrap();
    cup.hall.perform_all();
    cup.lose(game, Color::Black);
    let winner = format!("t:{}", cup.name(game, Color::White));
    assert_eq!(called_by(&cup), [winner]);
}

/// The people that a tournament's pending messages mention.
fn called_by(cup: &Cup) -> Vec<String> {
    let mut pending = cup.hall.pending();
    pending.retain(|one| matches!(&one.effect, Effect::Show(show) if show.subject == Subject::Tournament(cup.id)));
    all_called(&pending)
}

#[test]
fn an_early_end_is_told_of_before_the_start_and_to_everyone() {
    let mut cup = Cup::with(Format::Swiss { rounds: 5 }, 5);
    let asked = cup.said("org", Do::Ask(Risk::Start));
    let warning = "With 5 players, it may end before round 5, because no two players meet twice.";
    assert_says(asked, warning);
    // Four players have three opponents each.
    let mut cup = Cup::started(Format::Swiss { rounds: 5 }, 4);
    cup.play_to_the_end();
    let rounds = cup.record().rounds;
    assert!(rounds < 5, "{rounds}");
    let said = format!("It ended after {rounds} of 5 rounds");
    assert_says(cup.message(), said);
    let all = ["t:p1", "t:p2", "t:p3", "t:p4"];
    assert_eq!(called_by(&cup), all);
    for name in all {
        assert_eq!(cup.message().matches(&format!("@{name}")).count(), 1);
    }
}

#[test]
fn a_cancellation_is_told_to_each_of_many_players_once() {
    let mut cup = Cup::with(SWISS, 60);
    let handled = cup.organize(Do::Cancel);
    let mut told = all_called(&handled.outgoing);
    assert_eq!(told.len(), 50);
    for name in &told {
        assert_says(cup.message(), format!("@{name}"));
    }
    let notices = tells(&handled.outgoing);
    assert!(notices.iter().all(|tell| cup.hall.told(tell).is_some()));
    told.extend(notices.iter().map(|tell| tell.to.to_string()));
    told.sort();
    told.dedup();
    assert_eq!(told.len(), 60);
}

#[test]
fn with_check_in_present_and_missing_players_are_reminded() {
    let mut cup = starting_in(60);
    cup.organize(Do::Edit(PlanPart::CheckIn, None));
    cup.enter(["a", "b", "c"]);
    cup.act("a", Do::CheckIn);
    assert_eq!(calls(&mut cup, 58), ["45: t:a t:b t:c"]);
    assert_says(cup.message(), "Please check in: @t:b @t:c");
    assert_says(cup.message(), "Get ready: @t:a");
    // One is too few.
    assert_eq!(calls(&mut cup, 5), ["1: t:a t:b t:c t:org"]);
    assert!(matches!(cup.stage(), Stage::Canceled(_)));
    let words = "Canceled: fewer than two players checked in.";
    assert_says(cup.message(), words);
    cup.assert_audited(&["canceled, because fewer than two players checked in"]);
}

#[test]
fn in_quiet_hours_those_who_have_to_check_in_get_direct_messages() {
    let mut cup = starting_in(60);
    cup.organize(Do::Edit(PlanPart::CheckIn, None));
    cup.enter(["a", "b"]);
    cup.act("a", Do::CheckIn);
    // The clock of these tests starts shortly after midnight.
    cup.hall.set("mod", Setting::Quiet, "22-7 UTC");
    let reminded = cup.pass(Span::minutes(46));
    assert!(all_called(&reminded).is_empty());
    let [tell] = tells(&reminded).try_into().unwrap();
    assert_eq!(tell.to.as_str(), "t:b");
    let told = cup.hall.told(&tell).unwrap();
    assert_says(&told.card.text, "Please check in: @t:b");
    assert_eq!(told.room, None);
}

fn closed(outgoing: &[Outgoing]) -> Vec<String> {
    let closed = outgoing.iter().filter_map(|one| match &one.effect {
        Effect::CloseThread(close) if close.locked => Some(format!("{} locked", close.thread)),
        Effect::CloseThread(close) => Some(format!("{} archived", close.thread)),
        _ => None,
    });
    closed.collect()
}

#[test]
fn threads_are_archived_after_each_game_and_locked_after_the_podium() {
    let one_round = Format::Swiss { rounds: 1 };
    let mut cup = Cup::in_threads(plan_with(one_round, |plan| plan.time = THREE_DAYS));
    cup.enter(["a", "b", "c", "d"]);
    cup.start_now();
    let [first, second] = cup.games().try_into().unwrap();
    cup.hall.thread_opened(first, "discord:1");
    cup.hall.thread_opened(second, "discord:2");
    let after = |cup: &mut Cup, minutes| closed(&cup.pass(Span::minutes(minutes)));
    cup.lose(first, Color::Black);
    assert!(after(&mut cup, 9).is_empty());
    assert_eq!(after(&mut cup, 2), ["discord:1 archived"]);
    assert!(after(&mut cup, 60).is_empty(), "once");
    cup.lose(second, Color::Black);
    assert!(cup.is_finished());
    assert_eq!(after(&mut cup, 11), ["discord:2 archived"]);
    assert_eq!(after(&mut cup, 5), ["discord:1 locked", "discord:2 locked"]);
    assert!(after(&mut cup, 60).is_empty(), "once");
}

#[test]
fn records_of_earlier_versions_close_and_lock_no_threads() {
    let mut hall = Hall::new();
    let game = hall.begun();
    hall.act("ann", Command::Resign(game));
    let mut record = hall.record(game);
    record.thread = serde_json::from_str(r#"{"own":{"parent":"t:room"}}"#).unwrap();
    // Stores a record over the present one; returns whether something is due in it.
    let is_due = |hall: &Hall, record: Record| {
        let key = record.key();
        hall.write(record);
        hall.list(&Index::Due).contains(&key)
    };
    assert!(!is_due(&hall, record.into()));
    let mut cup = Cup::started(Format::Swiss { rounds: 1 }, 2);
    cup.play_round();
    cup.pass(Span::minutes(1));
    let mut record = cup.record();
    assert!(cup.is_finished() && record.rounds_to_lock == 1);
    record.rounds_to_lock = 0;
    assert!(!is_due(&cup.hall, record.into()));
}

#[test]
fn the_thread_of_a_rematch_is_closed_after_it() {
    let mut hall = Hall::new();
    let terms = Terms {
        thread: Some(true),
        ..Terms::of(Variant::Latrunculi)
    };
    let game = hall.game_on(terms);
    hall.thread_opened(game, "discord:1");
    let end = |hall: &mut Hall, game| {
        hall.both_move(game);
        hall.act("ann", Command::Resign(game));
        closed(&hall.pass(Span::minutes(11)))
    };
    assert_eq!(end(&mut hall, game), ["discord:1 archived"]);
    hall.act("ann", Command::Rematch(game));
    let next = game_of(&hall.act("bob", Command::Rematch(game)).outgoing);
    assert_eq!(end(&mut hall, next), ["discord:1 archived"]);
}

#[test]
fn between_its_games_an_arena_says_what_comes_next() {
    let mut cup = Cup::started(ARENA, 2);
    let [game] = cup.games().try_into().unwrap();
    cup.lose(game, Color::Black);
    let words = "The next games start in a moment. The arena ends <";
    assert_says(cup.message(), words);
    cup.leave("p1");
    assert_says(cup.message(), "Waiting for another player. The arena ends");
}
