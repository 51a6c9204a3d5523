//! The event of a tournament in the server's list of scheduled events.

use app::effect::{Effect, EffectId};
use app::server_event::{EventPhase, EventPlan, NotScheduled, Schedule, Scheduled, WantedEvent};
use app::{
    Cycles, Elimination, Format, Notice, PlanPart, Report, RoomId, ServerEvent, ServerEventId,
    Span, TimeControl, Timestamp, TournamentPlan,
};

use crate::common::cup::{Cup, Do, ROUND_ROBIN, SWISS, Why, edit, knockout, plan, plan_with};
use crate::common::{self, assert_says, tells};

/// The start, which is some days after a hall opens.
const STARTS: Timestamp = Timestamp(500_000_000);

const TOGGLE: Do = Do::Edit(PlanPart::ServerEvent, None);

/// A tournament with a start time, whose organizer and Delos may create events.
fn cup_of(plan: TournamentPlan) -> Cup {
    let mut cup = Cup::new(TournamentPlan {
        starts: Some(STARTS),
        ..plan
    });
    cup.hall.context.creates_events = true;
    cup
}

/// A Swiss with an event that was made.
fn with_event() -> Cup {
    let mut cup = cup_of(plan(SWISS));
    cup.organize(TOGGLE);
    keep(&mut cup);
    cup
}

fn id() -> ServerEventId {
    ServerEventId::new("t:7")
}

fn requests(cup: &Cup) -> Vec<(EffectId, Schedule)> {
    common::requests(&cup.hall.pending(), |effect| match effect {
        Effect::Schedule(schedule) => Some(*schedule),
        _ => None,
    })
}

/// Answers the oldest request.
fn answer_first(cup: &mut Cup, outcome: &Scheduled) {
    let (asked, schedule) = requests(cup).remove(0);
    cup.hall
        .report(Report::Scheduled(&asked, schedule, outcome));
}

fn answer(cup: &mut Cup, outcome: &Scheduled) {
    assert_eq!(requests(cup).len(), 1);
    answer_first(cup, outcome);
    assert_eq!(requests(cup), [], "it is not tried again");
}

fn keep(cup: &mut Cup) {
    answer(cup, &Scheduled::Kept(id()));
}

fn wanted(cup: &Cup) -> WantedEvent {
    let tournament = cup.id;
    let wanted = cup.hall.app.wanted_event(Schedule { tournament });
    wanted.unwrap().unwrap()
}

fn planned(cup: &Cup) -> EventPlan {
    match wanted(cup).phase {
        EventPhase::Ahead(plan) => *plan,
        other => panic!("{other:?}"),
    }
}

fn notices(cup: &Cup) -> Vec<String> {
    let mut tells = tells(&cup.hall.pending());
    tells.retain(|tell| matches!(tell.notice, Notice::NotScheduled { .. }));
    let words = tells.iter().map(|tell| {
        assert_eq!(tell.to.as_str(), "t:org");
        cup.hall.told_text(tell)
    });
    words.collect()
}

#[test]
fn the_event_says_what_is_played_when_and_how_to_join() {
    let mut cup = cup_of(plan(SWISS));
    assert_eq!(requests(&cup), []);
    assert_eq!(wanted(&cup).phase, EventPhase::Unwanted);
    assert_says(cup.said("org", TOGGLE), "Server event: on");
    let event = planned(&cup);
    let code = cup.id.to_string();
    let words = event.words.to_string();
    let game = "Toto40, 10 minutes + 5 seconds per move, casual.\nSwiss, 3 rounds: ";
    assert!(words.starts_with(game), "{words}");
    let join = "To join, open the link and press Join, or use /tournament join with the code";
    assert!(words.ends_with(&format!("\n{join} {code}.")), "{words}");
    assert_eq!(event.name, "Friday cup");
    assert_eq!(event.room, RoomId::new("t:room"));
    assert_eq!(event.starts, STARTS);
    assert!(event.links_message);
    assert_eq!(wanted(&cup).code, code);
    assert_eq!(wanted(&cup).made, None);
    keep(&mut cup);
    assert_eq!(wanted(&cup).made, Some(id()));
}

#[test]
fn only_people_who_may_create_events_turn_it_on_and_only_where_delos_may() {
    let mut cup = cup_of(plan(SWISS));
    let set = |cup: &mut Cup, creates_events, eventless| {
        let context = &mut cup.hall.context;
        (context.creates_events, context.eventless) = (creates_events, eventless);
    };
    set(&mut cup, false, false);
    cup.assert_refused("org", TOGGLE, Why::MayNotCreateEvents);
    set(&mut cup, true, true);
    cup.assert_refused("org", TOGGLE, Why::CannotSchedule);
    set(&mut cup, true, false);
    cup.organize(TOGGLE);
    // Anyone who organizes it turns it off.
    set(&mut cup, false, true);
    cup.organize(TOGGLE);
    assert!(!cup.record().plan.server_event);
    // Only who may turn it on brings it back.
    cup.assert_refused("org", cup.undo(), Why::MayNotCreateEvents);
    set(&mut cup, true, false);
    cup.undo_now();
    assert!(cup.record().plan.server_event);
}

#[test]
fn an_event_needs_a_start_time_and_keeps_it() {
    let mut cup = Cup::new(plan(SWISS));
    cup.hall.context.creates_events = true;
    cup.assert_refused("org", TOGGLE, Why::EventWithoutStart);
    cup.organize(edit(PlanPart::Starts, "in 2 hours"));
    cup.organize(TOGGLE);
    let none = edit(PlanPart::Starts, "none");
    cup.assert_refused("org", none, Why::EventWithoutStart);
    assert!(cup.record().plan.starts.is_some());
}

#[test]
fn only_changes_that_the_event_shows_are_followed_by_a_request() {
    let mut cup = with_event();
    for command in [
        edit(PlanPart::Name, "Saturday cup"),
        edit(PlanPart::Starts, "in 2 days"),
        edit(PlanPart::Rounds, "5"),
        Do::Postpone(Span::hours(1), None),
        Do::Undo(None),
    ] {
        cup.organize(command.clone());
        assert_eq!(requests(&cup).len(), 1, "{command:?}");
        keep(&mut cup);
    }
    cup.enter_numbered(5);
    cup.leave("p5");
    assert_eq!(requests(&cup), []);
    cup.start_now();
    assert_eq!(wanted(&cup).phase, EventPhase::Running);
    keep(&mut cup);
    cup.next_round();
    cup.organize(Do::Pause);
    cup.organize(Do::Resume);
    assert_eq!(requests(&cup), []);
    cup.play_to_the_end();
    assert_eq!(wanted(&cup).phase, EventPhase::Over);
    keep(&mut cup);
}

#[test]
fn a_canceled_tournament_has_no_event_nor_has_one_that_was_turned_off() {
    for command in [TOGGLE, Do::Cancel, Do::Undo(None)] {
        let mut cup = with_event();
        cup.organize(command.clone());
        assert_eq!(wanted(&cup).phase, EventPhase::Unwanted, "{command:?}");
        assert_eq!(wanted(&cup).made, Some(id()));
        answer(&mut cup, &Scheduled::Absent);
        assert_eq!(cup.record().event, None);
    }
    // Too few enter.
    let mut cup = with_event();
    cup.hall.now = STARTS.0;
    cup.pass(Span::seconds(1));
    assert_eq!(wanted(&cup).phase, EventPhase::Unwanted);
}

#[test]
fn an_event_that_is_turned_off_before_it_was_made_is_deleted_all_the_same() {
    let mut cup = cup_of(plan(SWISS));
    cup.organize(TOGGLE);
    cup.organize(TOGGLE);
    assert_eq!(requests(&cup).len(), 2);
    answer_first(&mut cup, &Scheduled::Kept(id()));
    assert_eq!(wanted(&cup).made, Some(id()));
    assert_eq!(wanted(&cup).phase, EventPhase::Unwanted);
    answer(&mut cup, &Scheduled::Absent);
    assert_eq!(cup.record().event, None);
}

#[test]
fn the_organizer_is_told_why_there_is_no_event_and_may_ask_again() {
    for (why, words) in [
        (NotScheduled::Forbidden, "Create Events permission"),
        (NotScheduled::TooMany, "already has 100 events"),
        (NotScheduled::Refused, "didn't accept"),
        (NotScheduled::Gone, "was deleted or has ended"),
    ] {
        let mut cup = with_event();
        cup.organize(edit(PlanPart::Name, "Saturday cup"));
        answer(&mut cup, &Scheduled::Failed(why));
        let [told] = notices(&cup).try_into().unwrap();
        assert_says(&told, words);
        assert_says(&told, "Saturday cup");
        let record = cup.record();
        assert_eq!((record.plan.server_event, record.event), (false, None));
        cup.assert_audited(&["plan changed (server event)"]);
        // No other change brings it back.
        cup.organize(Do::Undo(None));
        cup.organize(edit(PlanPart::Rounds, "4"));
        assert_eq!(requests(&cup), []);
        cup.organize(TOGGLE);
        assert_eq!(wanted(&cup).made, None);
        keep(&mut cup);
        assert_eq!(notices(&cup).len(), 1);
    }
}

#[test]
fn an_event_that_cannot_be_changed_stays_in_the_plan() {
    let mut cup = with_event();
    cup.organize(edit(PlanPart::Name, "Saturday cup"));
    answer(&mut cup, &Scheduled::Failed(NotScheduled::Unchanged));
    assert_says(&notices(&cup)[0], "couldn't update");
    assert!(cup.record().plan.server_event);
    assert_eq!(wanted(&cup).made, Some(id()));
}

#[test]
fn the_end_is_estimated_from_rounds_and_clocks() {
    let live = |minutes, increment| TimeControl::Live { minutes, increment };
    for (format, time, minutes) in [
        // Each round takes twice 10 minutes and 40 times 5 seconds.
        (SWISS, live(10, 5), 80),
        (SWISS, live(1, 0), 30),
        (Format::Arena { minutes: 90 }, live(3, 0), 90),
        // Eight players, if fewer have entered.
        (knockout(Elimination::Single), live(10, 0), 60),
        (ROUND_ROBIN, live(10, 0), 140),
        (Format::RoundRobin(Cycles::Double), live(180, 180), 1440),
        (SWISS, TimeControl::PerMove { days: 3 }, 1440),
    ] {
        let mut cup = cup_of(plan_with(format, |plan| plan.time = time));
        cup.organize(TOGGLE);
        let event = planned(&cup);
        let length = event.ends.since(event.starts);
        assert_eq!(length, Span::minutes(minutes), "{format:?} {time:?}");
    }
}

#[test]
fn a_tournament_without_an_event_is_stored_as_before() {
    let cup = Cup::new(plan(SWISS));
    let stored = serde_json::to_string(&cup.record()).unwrap();
    assert!(!stored.contains("event"), "{stored}");
    let cup = with_event();
    assert_eq!(cup.record().event, Some(ServerEvent::Made(id())));
    let stored = serde_json::to_string(&cup.record()).unwrap();
    assert!(stored.contains(r#""server_event":true"#), "{stored}");
    assert!(stored.contains(r#""event":{"made":"t:7"}"#), "{stored}");
}

#[test]
fn an_event_requested_while_it_is_deleted_is_created_again() {
    let mut cup = with_event();
    cup.organize(TOGGLE);
    cup.organize(TOGGLE);
    answer_first(&mut cup, &Scheduled::Absent);
    let made = wanted(&cup).made;
    assert_eq!(made, None, "no moderator deleted it");
    planned(&cup);
    keep(&mut cup);
    assert_eq!(wanted(&cup).made, Some(id()));
    assert_eq!(notices(&cup), Vec::<String>::new());
}
