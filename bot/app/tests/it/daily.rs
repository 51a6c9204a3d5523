//! Daily puzzles: one a day in each server's own time, answers counted until the day ends, points of the week, streaks.

use std::collections::{BTreeMap, BTreeSet};

use app::attachment::Attachment;
use app::effect::{Manner, Outgoing, Subject};
use app::key::{Index, Key};
use app::{
    Command, DailyId, DailyRecord, Day, Failure, LessonId, LessonPosition, Level, PeopleCommand,
    PeopleRefusal, PlayerId, Refusal, Report, ReviewRecord, RoomId, Scope, ServerId, Setting,
    SpaceCommand, Span, Timestamp, Tried, Vote, Which,
};
use jiff::tz::TimeZone;
use rules_core::{Family, Position};

use crate::common::{
    Hall, assert_says, assert_silent_about, change, first_move, from_position, labels, learned,
    manager, person, press, reply, shows, venue, wants_review,
};
use crate::linking::begin_link;
use crate::puzzles::{shown, solution, solve, wrong};

const DAY: Span = Span::days(1);

/// The daily puzzles that these effects post.
fn posted(outgoing: &[Outgoing]) -> Vec<DailyId> {
    let fresh = shows(outgoing).filter(|show| matches!(show.manner, Manner::Fresh { .. }));
    let ids = fresh.map(|show| match show.subject {
        Subject::Daily(id) => id,
        other => panic!("{other:?}"),
    });
    ids.collect()
}

/// A server that switched it on in the first hour of Thursday, 1970-01-01, at nine o'clock; and its first puzzle.
fn switched_on() -> (Hall, DailyId) {
    let mut hall = Hall::new();
    hall.set("mod", Setting::Daily, "t:puzzles");
    let posted = posted(&hall.tick());
    hall.wait(Span::hours(9));
    (hall, posted[0])
}

fn record(hall: &Hall, id: DailyId) -> DailyRecord {
    hall.read(&Key::Daily(id)).unwrap()
}

fn open(hall: &mut Hall, who: &str, id: DailyId) -> LessonId {
    let card = hall.shown(Subject::Daily(id)).card;
    let opened = reply(hall.act(who, press(&card, "Solve")));
    shown(&opened).lesson
}

/// Solves the server's puzzle after so many wrong moves; returns the last answer.
fn solves_after(hall: &mut Hall, who: &str, id: DailyId, misses: usize) -> String {
    let puzzle = open(hall, who, id);
    for _ in 0..misses {
        hall.act(who, wrong(puzzle));
    }
    solve(hall, who, puzzle).text.to_string()
}

#[test]
fn a_puzzle_is_posted_counted_and_turned_into_its_solution() {
    let (mut hall, id) = switched_on();
    let message = hall.shown(Subject::Daily(id));
    assert_eq!(message.venue.room.as_str(), "t:puzzles");
    assert_says(&message.card.text, "No one has tried it yet.");
    assert!(message.card.board.is_some());
    assert_says(solves_after(&mut hall, "ann", id, 0), "3 points");
    assert_says(solves_after(&mut hall, "bob", id, 1), "2 points");
    assert_says(solves_after(&mut hall, "cid", id, 4), "1 point.");
    let puzzle = open(&mut hall, "dan", id);
    hall.act("dan", wrong(puzzle));
    hall.act("dan", Command::Solution(LessonPosition::first(puzzle)));
    let late = reply(hall.act("dan", Command::Daily(None)));
    assert_says(&late.text, "no points today");
    assert!(labels(&late).is_empty());
    open(&mut hall, "eve", id);
    let text = hall.text(Subject::Daily(id));
    assert_says(&text, "4 tried, 3 solved, 1 on the first try.");
    let solution = puzzle.lesson().steps[0].solved();
    let last = solution.sans().pop().unwrap();
    assert_silent_about(&text, &last);
    let early = hall.pass(Span::hours(23));
    assert!(early.is_empty(), "not nine o'clock yet");
    let turned = hall.pass(Span::hours(1));
    let next = posted(&turned);
    assert_eq!(next.len(), 1);
    assert_eq!(shows(&turned).count(), 2, "the old message, and a new one");
    let card = hall.shown(Subject::Daily(id)).card;
    assert_says(&card.text, &last);
    assert_says(&card.text, "Solved on the first try: @t:ann");
    assert_says(&card.text, "This week: @t:ann 3, @t:bob 2, @t:cid 1");
    assert!(labels(&card).is_empty() && card.board.is_none());
    let [Attachment::Animation(replay)] = &card.attachments[..] else {
        panic!("no animation");
    };
    assert_eq!(replay.board.game.position(), solution.position());
    let new = hall.text(Subject::Daily(next[0]));
    assert_says(new, "No one has tried it yet.");
}

#[test]
fn each_persons_answers_count_until_they_solve_it() {
    let (mut hall, id) = switched_on();
    let puzzle = open(&mut hall, "ann", id);
    solves_after(&mut hall, "ann", id, 1);
    let answers = |hall: &Hall| record(hall, id).answers.into_values().collect::<Vec<_>>();
    assert_eq!(answers(&hall), [Tried::Solved(1)]);
    // Replays of what was pressed before, as on another device.
    for command in solution(puzzle) {
        hall.act("ann", command);
    }
    hall.act("ann", wrong(puzzle));
    hall.act("ann", Command::Solution(LessonPosition::first(puzzle)));
    // Without opening it there.
    solve(&mut hall, "bob", puzzle);
    assert_eq!(answers(&hall), [Tried::Solved(1)]);
    // Someone who failed it before knows the solution.
    hall.act("cid", Command::Solution(LessonPosition::first(puzzle)));
    open(&mut hall, "cid", id);
    let before = record(&hall, id);
    hall.act("cid", Command::Vote(puzzle, Vote::Down));
    assert_eq!(record(&hall, id), before, "a vote is no answer");
    assert_says(solves_after(&mut hall, "cid", id, 0), "1 point.");
    // A forged position is a wrong answer.
    let Command::TryInLesson(_, text) = wrong(puzzle) else {
        panic!("an attempt");
    };
    open(&mut hall, "dan", id);
    let forged = format!("{puzzle}.0.0.{text}").parse().unwrap();
    hall.act("dan", Command::Lesson(forged, None));
    let dan = person("dan").id;
    assert_eq!(record(&hall, id).answers[&dan], Tried::Missed(1));
}

#[test]
fn an_answer_after_the_day_earns_nothing() {
    let (mut hall, id) = switched_on();
    let puzzle = open(&mut hall, "ann", id);
    let next = posted(&hall.pass(DAY))[0];
    let before = record(&hall, id);
    let solved = solve(&mut hall, "ann", puzzle);
    assert_says(&solved.text, "This puzzle's day is over");
    assert_eq!(record(&hall, id), before);
    // The old button leads to the new puzzle.
    let card = reply(hall.act("ann", Command::Daily(Some(id))));
    assert_eq!(shown(&card).lesson.to_string(), record(&hall, next).puzzle);
    let solved = solve(&mut hall, "ann", shown(&card).lesson);
    assert_says(solved.text, "3 points");
}

#[test]
fn a_week_is_won_by_points_and_streaks_forgive_one_missed_day() {
    let (mut hall, mut id) = switched_on();
    // From Thursday to the second Sunday: the wrong answers of each person; a missing one didn't play.
    let people = ["ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal"];
    let misses = |person: usize, day: usize| match person {
        0 => Some(0),
        1 => (day % 5 != 2).then_some(1),
        _ => (!(person + day).is_multiple_of(3)).then_some(day % 4),
    };
    let mut expected: BTreeMap<PlayerId, u32> = BTreeMap::new();
    for day in 0..11 {
        if day == 4 {
            // Monday.
            expected.clear();
        }
        for (n, who) in people.iter().enumerate() {
            if let Some(misses) = misses(n, day) {
                solves_after(&mut hall, who, id, misses);
                let points = [3, 2, 1, 1][misses];
                *expected.entry(person(who).id).or_default() += points;
            }
        }
        let next = posted(&hall.pass(DAY));
        let text = hall.text(Subject::Daily(id));
        for (who, points) in &expected {
            assert_says(format!("{text},"), format!("@{who} {points},"));
        }
        let (_, week) = text.split_once("This week: ").unwrap();
        assert_eq!(week.matches('@').count(), expected.len());
        let best = expected.values().max().unwrap();
        let (first, _) = week.split_once(',').unwrap();
        assert!(first.ends_with(&format!(" {best}")), "{text}");
        if day > 0 {
            assert_says(&text, format!("Solved here {} days in a row", day + 1));
        }
        id = next[0];
    }
    assert_eq!(learned(&hall, "ann").streak.days, 11);
    // Missed Saturday; Thursday is forgiven as well, five days later it is not.
    assert_eq!(learned(&hall, "bob").streak.days, 3);
    let kept = Index::DailiesOf(ServerId::new("t:server"));
    let daily = |key: Key| -> DailyRecord { hall.read(&key).unwrap() };
    let dailies = hall.list(&kept).into_iter().map(daily);
    let puzzles: BTreeSet<_> = dailies.map(|daily| daily.puzzle).collect();
    let of_days = (0..12).map(|day| LessonId::of_day(Day(day)).to_string());
    assert_eq!(puzzles, of_days.collect::<BTreeSet<_>>());
    // They are kept for two weeks.
    for _ in 0..10 {
        hall.pass(DAY);
    }
    assert_eq!(hall.list(&kept).len(), 15);
}

#[test]
fn every_server_has_its_own_day_through_changes_of_the_clocks() {
    let mut hall = Hall::new();
    let zones = [
        ("a", "Europe/Berlin", 7, 31),
        ("b", "America/New_York", 20, 30),
    ];
    // 2026-03-01T12:00Z, a Sunday; New York's clocks change on the 8th, Berlin's on the 29th.
    hall.now = 1_772_366_400_000;
    hall.context = manager();
    for (name, zone, hour, _) in zones {
        let place = venue(&format!("t:{name}"), Some(&format!("t:server-{name}")));
        for (setting, value) in [
            (Setting::Zone, zone),
            (Setting::DailyHour, &hour.to_string()),
            (Setting::Daily, &format!("t:{name}")),
        ] {
            let set = change(setting, value);
            hall.handle(person("mod"), place.clone(), set).unwrap();
        }
    }
    let mut times: BTreeMap<String, Vec<Timestamp>> = BTreeMap::new();
    for _ in 0..60 * 24 {
        let outgoing = hall.pass(Span::minutes(30));
        for id in posted(&outgoing) {
            let stored = record(&hall, id);
            assert_eq!(stored.puzzle, LessonId::of_day(stored.day).to_string());
            let room = stored.venue.room.as_str().to_owned();
            times.entry(room).or_default().push(stored.posted);
        }
    }
    for (name, zone, hour, days) in zones {
        let posted = &times[&format!("t:{name}")];
        assert_eq!(posted.len(), days, "{name}");
        let zone = TimeZone::get(zone).unwrap();
        let local = |at: &Timestamp| {
            let at = jiff::Timestamp::from_millisecond(at.0).unwrap();
            at.to_zoned(zone.clone()).datetime()
        };
        let mut later = posted[1..].iter();
        assert!(later.all(|at| local(at).hour() == hour), "{name}");
        let dates: BTreeSet<_> = posted.iter().map(|at| local(at).date()).collect();
        assert_eq!(dates.len(), days, "{name}");
    }
}

#[test]
fn it_comes_at_once_and_then_once_a_day_whatever_is_changed() {
    let (mut hall, _) = switched_on();
    for (setting, value) in [
        (Setting::DailyHour, "23"),
        (Setting::DailyHour, "0"),
        (Setting::Zone, "Pacific/Auckland"),
        (Setting::Zone, "America/Los_Angeles"),
        (Setting::Daily, "default"),
        (Setting::Daily, "t:other"),
    ] {
        hall.set("mod", setting, value);
        assert!(posted(&hall.tick()).is_empty(), "{setting:?} {value}");
    }
    // Los Angeles is eight hours behind.
    assert!(posted(&hall.pass(Span::hours(22))).is_empty());
    let next = posted(&hall.pass(Span::hours(1)))[0];
    assert_eq!(record(&hall, next).venue.room.as_str(), "t:other");
    // After three days without the program, there is one.
    assert_eq!(posted(&hall.pass(Span::days(3))).len(), 1);
    assert_eq!(posted(&hall.tick()).len(), 0);
    // Switched off, the last day still ends.
    hall.set("mod", Setting::Daily, "default");
    let last = hall.pass(DAY);
    assert_eq!((shows(&last).count(), posted(&last).len()), (1, 0));
    assert!(hall.pass(DAY).is_empty());
    let none = reply(hall.manage("mod", Command::Daily(None)));
    assert_says(&none.text, "There's no daily puzzle here.");
    assert_eq!(labels(&none), ["This server's settings"]);
    assert!(labels(&reply(hall.act("ann", Command::Daily(None)))).is_empty());
    hall.context = manager();
    hall.refused("mod", change(Setting::DailyHour, "24"));
}

#[test]
fn a_room_that_is_bound_to_a_space_has_the_spaces_puzzle_only() {
    let mut hall = Hall::new();
    hall.context = manager();
    let room = || venue("matrix:!a", Some("matrix:!a"));
    let set = change(Setting::Daily, "matrix:!a");
    hall.handle(person("mod"), room(), set).unwrap();
    assert_eq!(posted(&hall.tick()).len(), 1);
    // Strangers can't have it posted there.
    let other = change(Setting::Daily, "matrix:!b");
    let refused = hall.handle(person("mod"), room(), other).unwrap_err();
    assert_eq!(refused, Failure::Refused(Refusal::OtherServersRoom));
    let bind = SpaceCommand::Bind(ServerId::new("matrix:!space"));
    hall.handle(person("mod"), room(), Command::Space(bind))
        .unwrap();
    let turned = hall.pass(Span::days(2));
    assert!(posted(&turned).is_empty());
    assert_eq!(shows(&turned).count(), 1, "the room's own ends");
    assert!(posted(&hall.pass(DAY)).is_empty());
    let shared = change(Setting::Daily, "here");
    let bound = || venue("matrix:!a", Some("matrix:!space"));
    hall.handle(person("mod"), bound(), shared).unwrap();
    let id = posted(&hall.tick())[0];
    assert_eq!(record(&hall, id).venue, bound());
    // A room that leaves gets no more of the space's.
    let leave = Command::Space(SpaceCommand::Leave);
    hall.handle(person("mod"), bound(), leave).unwrap();
    let turned = hall.pass(Span::days(2));
    assert!(posted(&turned).is_empty() && shows(&turned).count() == 1);
    assert!(hall.pass(DAY).is_empty());
}

#[test]
fn a_room_and_the_one_that_replaces_it_have_one_puzzle() {
    let mut hall = Hall::new();
    hall.context = manager();
    let room = |name: &str| venue(name, Some(name));
    for name in ["matrix:!old", "matrix:!new"] {
        let here = change(Setting::Daily, "here");
        hall.handle(person("mod"), room(name), here).unwrap();
    }
    assert_eq!(posted(&hall.tick()).len(), 2);
    let [old, new] = ["matrix:!old", "matrix:!new"].map(RoomId::new);
    let moment = hall.moment();
    assert!(hall.app.note_replaced(&old, &new, moment).unwrap());
    let turned = hall.pass(Span::days(2));
    let next = posted(&turned);
    assert_eq!(next.len(), 1, "{turned:?}");
    let server = record(&hall, next[0]).venue.server.unwrap();
    // The new room continues the old one's server.
    assert_eq!(server.as_str(), "matrix:!old");
    assert_eq!(hall.shown(Subject::Daily(next[0])).venue.room, new);
}

#[test]
fn a_day_comes_once_even_if_it_is_switched_off_and_on_in_other_time_zones() {
    let (mut hall, id) = switched_on();
    hall.set("mod", Setting::Daily, "default");
    hall.set("mod", Setting::Zone, "Pacific/Auckland");
    // There, the next day's hour comes first.
    hall.wait(Span::hours(13));
    assert_eq!(shows(&hall.tick()).count(), 1, "it ends");
    hall.set("mod", Setting::Zone, "America/Los_Angeles");
    hall.set("mod", Setting::Daily, "t:puzzles");
    let again = hall.tick();
    assert!(again.is_empty(), "the day that has ended is not repeated");
    let next = posted(&hall.pass(DAY))[0];
    assert_eq!(record(&hall, next).day.0, record(&hall, id).day.0 + 1);
}

#[test]
fn it_ends_where_it_cannot_be_posted() {
    let (mut hall, id) = switched_on();
    hall.report(Report::DailyNotPosted(id));
    let settings = reply(hall.manage("mod", Command::Settings(Scope::Server, None)));
    assert_says(&settings.text, "Daily puzzle: None");
    assert!(hall.pass(DAY).is_empty(), "no solution of what no one saw");
    hall.set("mod", Setting::Daily, "t:other");
    assert_eq!(posted(&hall.tick()).len(), 1);
}

#[test]
fn the_engine_helps_no_one_with_it() {
    let (mut hall, id) = switched_on();
    let puzzle: LessonId = record(&hall, id).puzzle.parse().unwrap();
    let game = puzzle.lesson().steps[0].solved();
    let asked = |position: &Position| Command::Study(position.variant(), position.fen());
    let (_, positions) = game.positions().split_last().unwrap();
    let mut asked_about: Vec<_> = positions.iter().map(asked).collect();
    let shown = puzzle.lesson().steps[0].game(&[]).unwrap();
    for &mv in &shown.legal_moves() {
        let mut after = shown.clone();
        after.play(mv).unwrap();
        if after.outcome().is_none() {
            asked_about.push(asked(after.position()));
        }
    }
    let from = |position: &Position| from_position(position.variant(), &position.fen());
    asked_about.push(Command::Play {
        terms: from(&positions[0]),
        level: Level::HIGHEST,
    });
    let played = hall.game_on(from(shown.position()));
    for _ in 0..8 {
        let text = first_move(&hall.record(played).replay().unwrap());
        hall.play_on(played, &[&text]);
    }
    assert!(!wants_review(&hall.act("bob", Command::Resign(played))));
    // A review from before the puzzle's day.
    let review = ReviewRecord {
        game: played,
        expectations: vec![500; 9],
        turns: Vec::new(),
    };
    hall.write(review);
    let shows_review = |hall: &mut Hall| {
        let board = reply(hall.act("ann", Command::Board(Which::Id(played))));
        let mut attached = board.attachments.iter();
        let has_graph = attached.any(|one| matches!(one, Attachment::Graph(_)));
        let viewer = reply(hall.act("ann", Command::Replay(Which::Id(played), None)));
        let asks = labels(&viewer).contains(&"Analyze".to_owned());
        assert_ne!(has_graph, asks);
        has_graph
    };
    let why = Refusal::People(PeopleRefusal::DailyPosition);
    // On clocks that are twelve hours behind, the day may end after 11:00 UTC two days later.
    for wait in [0, 2 * 24 + 1] {
        hall.wait(Span::hours(wait));
        for command in &asked_about {
            assert_eq!(hall.refused("ann", command.clone()), why);
        }
        hall.assert_refused("ann", Command::Analyze(played), PeopleRefusal::DailyReview);
        assert!(!shows_review(&mut hall));
    }
    hall.wait(DAY);
    assert!(shows_review(&mut hall));
    asked_about.push(Command::Analyze(played));
    for command in asked_about {
        hall.act("ann", command);
    }
}

#[test]
fn todays_puzzle_that_either_account_opened_counts_after_a_link() {
    let accounts = ["discord:ann", "matrix:@ann"];
    for todays in 0..2 {
        let (mut hall, yesterdays) = switched_on();
        hall.act(accounts[1 - todays], Command::Daily(Some(yesterdays)));
        let id = posted(&hall.pass(DAY))[0];
        let who = accounts[todays];
        let puzzle = shown(&reply(hall.act(who, Command::Daily(Some(id))))).lesson;
        begin_link(&mut hall, "discord:ann", "matrix:@ann");
        solve(&mut hall, who, puzzle);
        let answers = record(&hall, id).answers;
        assert_eq!(answers[&person(accounts[0]).id], Tried::Solved(0));
    }
}

#[test]
fn answers_are_exported_renamed_and_deleted_with_a_person() {
    let (mut hall, id) = switched_on();
    let people = ["discord:ann", "matrix:@ann", "discord:bob"];
    for (who, misses) in people.into_iter().zip([1, 0, 0]) {
        solves_after(&mut hall, who, id, misses);
    }
    let people = people.map(|who| person(who).id);
    begin_link(&mut hall, "discord:ann", "matrix:@ann");
    hall.perform_all();
    for _ in 0..3 {
        hall.pass(Span::minutes(1));
    }
    let answers = record(&hall, id).answers;
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[&people[0]], Tried::Solved(0), "the better one");
    let learned = hall.person(&people[0]).unwrap().learned;
    assert_eq!((learned.daily, learned.streak.days), (Some(id), 1));
    let exported = hall.export("discord:ann");
    assert_says(&exported, "\"daily\"");
    assert_silent_about(&exported, "discord:bob");
    solves_after(&mut hall, "cid", id, 0);
    hall.act("discord:ann", Command::People(PeopleCommand::Erase));
    for _ in 0..2 {
        hall.pass(Span::minutes(1));
        let answers = record(&hall, id).answers;
        assert_eq!(answers.len(), 3, "its message may still name them");
    }
    hall.perform_all();
    for _ in 0..2 {
        hall.pass(Span::minutes(1));
    }
    let left: Vec<_> = record(&hall, id).answers.into_keys().collect();
    assert_eq!(left, [people[2].clone(), person("cid").id]);
}

#[test]
fn no_more_than_a_number_of_people_are_counted() {
    // Matrix's longest ids leave room for fewer.
    for (most, length) in [(DailyRecord::MOST, 0), (105, 255)] {
        let (mut hall, id) = switched_on();
        let mut full = record(&hall, id);
        let people = (0..most).map(|n| PlayerId::new(format!("matrix:@{n:0length$}")));
        full.answers = people.map(|person| (person, Tried::Missed(255))).collect();
        hall.write(full.clone());
        let answer = solves_after(&mut hall, "ann", id, 0);
        let most = format!("Only the first {most} people's answers count");
        assert_says(answer, most);
        assert_eq!(record(&hall, id), full);
        let text = hall.text(Subject::Daily(id));
        assert_says(text, format!("{} tried, 0 solved", full.answers.len()));
    }
}

#[test]
fn the_games_take_turns_and_sunday_is_harder_than_monday() {
    // 1970 began with a Thursday.
    let days = (0..371).map(|day| LessonId::of_day(Day(day)));
    let puzzles: Vec<_> = days.collect();
    for days in puzzles.windows(5) {
        let different: BTreeSet<_> = days.iter().map(|puzzle| puzzle.family().id()).collect();
        assert_eq!(different.len(), Family::ALL.len());
    }
    let different: BTreeSet<_> = puzzles.iter().map(ToString::to_string).collect();
    assert_eq!(different.len(), 371, "no puzzle comes twice in a year");
    // The sums of each weekday's ratings: each came as often.
    let mut sums = [0; 7];
    for (day, puzzle) in puzzles.iter().enumerate() {
        sums[(day + 3) % 7] += u32::from(puzzle.lesson().rating.unwrap());
    }
    assert!(sums.is_sorted(), "{sums:?}");
}
