//! Messages that others see of one person's repeated commands are bounded.

use app::effect::{Effect, Handled, Manner, Outgoing};
use app::{
    Command, Failure, Limits, PeopleRefusal, Refusal, Span, Terms, Timestamp, TournamentCommand,
    TournamentRefusal,
};
use rules_core::Variant;

use crate::common::cup::{Cup, SWISS, add, announce, plan};
use crate::common::{Hall, challenge_of, game_of, invite, person, play, tournament_of};

/// Attempts at each kind of flood.
const TRIES: usize = 60;

/// Messages that these effects post for others: new ones, direct ones and announcements.
fn messages(outgoing: &[Outgoing]) -> usize {
    let posts = |effect: &Effect| match effect {
        Effect::Show(show) => matches!(show.manner, Manner::Fresh { .. }),
        Effect::Tell(_) | Effect::Announce(_) => true,
        Effect::Think(_)
        | Effect::Analyze(_)
        | Effect::LookFor(_)
        | Effect::Award(_)
        | Effect::CloseThread(_)
        | Effect::Schedule(_) => false,
    };
    outgoing.iter().filter(|out| posts(&out.effect)).count()
}

/// Repeats commands; returns the number of messages that others see, and the last refusal.
fn flood(
    hall: &mut Hall,
    mut once: impl FnMut(&mut Hall) -> Vec<Result<Handled, Failure>>,
) -> (usize, Option<Refusal>) {
    let (mut seen, mut refusal) = (0, None);
    for _ in 0..TRIES {
        for outcome in once(hall) {
            match outcome {
                Ok(handled) => seen += messages(&handled.outgoing),
                Err(Failure::Refused(why)) => refusal = Some(why),
                Err(failure) => panic!("{failure:?}"),
            }
        }
    }
    (seen, refusal)
}

fn toto40() -> Terms {
    Terms::of(Variant::Toto40)
}

#[test]
fn games_with_the_engine_begun_and_aborted_in_turn_are_bounded() {
    let mut hall = Hall::new();
    let first = Timestamp(hall.now + 1000);
    let mut last = game_of(&hall.act("ann", play(toto40())).outgoing);
    hall.act("ann", Command::Abort(last));
    let (seen, refusal) = flood(&mut hall, |hall| {
        let begun = hall.ask("ann", "room", Command::Rematch(last));
        if let Ok(begun) = &begun {
            last = game_of(&begun.outgoing);
            hall.act("ann", Command::Abort(last));
        }
        vec![begun]
    });
    assert_eq!(seen, Limits::default().hourly - 1);
    let until = first.plus(Span::hours(1));
    let too_many = PeopleRefusal::TooManyStarted(until);
    assert_eq!(refusal, Some(Refusal::People(too_many.clone())));
    hall.assert_refused("ann", play(toto40()), too_many);
    hall.now = until.0 - 1000;
    hall.act("ann", play(toto40()));
    hall.act("bob", play(toto40()));
}

#[test]
fn invitations_to_canceled_tournaments_call_a_person_a_few_times() {
    let mut hall = Hall::new();
    hall.context.manages = true;
    let first = Timestamp(hall.now + 1000);
    let invite_once = |hall: &mut Hall, who: &str| {
        let Ok(created) = hall.ask("org", "room", announce(plan(SWISS))) else {
            return Vec::new();
        };
        let of = Some(tournament_of(&created.outgoing));
        let invited = hall.ask("org", "room", Command::Tournament(of, add(who)));
        hall.act("org", Command::Tournament(of, TournamentCommand::Cancel));
        vec![invited]
    };
    for _ in 0..2 {
        let challenge = challenge_of(&hall.act("org", invite("zoe", toto40())).outgoing);
        hall.act("org", Command::Decline(challenge));
    }
    let (seen, refusal) = flood(&mut hall, |hall| invite_once(hall, "zoe"));
    assert_eq!(seen, 3, "challenges count, too");
    let until = first.plus(Span::hours(1));
    let too_often = PeopleRefusal::CalledTooOften(person("zoe"), until);
    assert_eq!(refusal, Some(Refusal::People(too_often)));
    hall.wait(Span::hours(1));
    let (seen, _) = flood(&mut hall, |hall| invite_once(hall, "zoe"));
    assert_eq!(seen, 5);
    let refused = hall.people_refusal("org", invite("zoe", toto40()));
    assert!(matches!(refused, PeopleRefusal::CalledTooOften(..)));
    hall.act("max", invite("zoe", toto40()));
}

#[test]
fn a_cooldown_does_not_end_with_challenges_to_others() {
    let mut hall = Hall::new();
    let id = challenge_of(&hall.act("ann", invite("bob", toto40())).outgoing);
    hall.act("bob", Command::Decline(id));
    for other in ["c1", "c2", "c3", "c4", "c5", "c6"] {
        let id = challenge_of(&hall.act("ann", invite(other, toto40())).outgoing);
        hall.act("ann", Command::Decline(id));
    }
    let refused = hall.people_refusal("ann", invite("bob", toto40()));
    assert!(matches!(refused, PeopleRefusal::JustDeclined(..)));
}

#[test]
fn challenges_that_became_games_do_not_count_as_calls() {
    let mut hall = Hall::new();
    for _ in 0..10 {
        let id = hall.game(Variant::Toto40);
        hall.act("ann", Command::Resign(id));
    }
    hall.act("ann", invite("bob", toto40()));
}

#[test]
fn rematch_requests_withdrawn_in_turn_call_a_person_a_few_times() {
    let mut hall = Hall::new();
    let id = hall.game(Variant::Toto40);
    hall.act("ann", Command::Resign(id));
    let (seen, _) = flood(&mut hall, |hall| {
        let asked = hall.ask("ann", "room", Command::Rematch(id));
        if let Ok(asked) = &asked {
            let request = challenge_of(&asked.outgoing);
            hall.act("ann", Command::Decline(request));
        }
        vec![asked]
    });
    assert_eq!(seen, 5);
}

#[test]
fn joining_and_leaving_in_turn_posts_nothing() {
    let mut cup = Cup::with(SWISS, 3);
    let id = cup.id;
    let turn = |hall: &mut Hall| {
        let tell = |command| Command::Tournament(Some(id), command);
        vec![
            hall.ask("ann", "room", tell(TournamentCommand::Join)),
            hall.ask("ann", "room", tell(TournamentCommand::Leave)),
        ]
    };
    assert_eq!(flood(&mut cup.hall, turn).0, 0);
    cup.start_now();
    assert_eq!(flood(&mut cup.hall, turn).0, 0, "after the start");
}

#[test]
fn tournaments_announced_and_cancelled_in_turn_are_bounded() {
    let mut hall = Hall::new();
    hall.context.manages = true;
    let (seen, refusal) = flood(&mut hall, |hall| {
        let created = hall.ask("org", "room", announce(plan(SWISS)));
        if let Ok(created) = &created {
            let of = Some(tournament_of(&created.outgoing));
            hall.act("org", Command::Tournament(of, TournamentCommand::Cancel));
        }
        vec![created]
    });
    assert_eq!(seen, 20);
    let Some(Refusal::Tournament(TournamentRefusal::TooOften(_))) = refusal else {
        panic!("{refusal:?}");
    };
}

#[test]
fn reviews_of_many_games_are_asked_for_slowly() {
    let mut hall = Hall::with(Limits {
        hourly: 100,
        ..Limits::default()
    });
    let mut ids = Vec::new();
    for n in 0..TRIES {
        let who = format!("p{n}");
        let id = game_of(&hall.act(&who, play(toto40())).outgoing);
        hall.act(&who, Command::Abort(id));
        ids.push(id);
    }
    let mut asked = 0;
    for id in ids {
        let outcome = hall.ask("eve", "room", Command::Analyze(id));
        asked += outcome.map_or(0, |handled| handled.outgoing.len());
    }
    assert_eq!(asked, 5);
}
