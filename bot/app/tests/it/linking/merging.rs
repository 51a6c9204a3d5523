//! The records of both accounts after a link.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::store::memory::MemoryStore;
use app::store::{Batch, Store as _, StoreError};
use app::{
    App, Command, Digest, Failure, Limits, LinkRefusal, PeopleCommand, PeopleRefusal, Reach,
    Refusal, Setting, Span, Timestamp,
};
use pictures::Theme;
use rules_core::{Color, Family, Variant};

use super::{
    ANN, ANN_THERE, BOB, CAT, about, act, ask, begin_link, begun, block, challenge, link, pass,
    person, player, profile, record, refusal, stored_under, won, words,
};
use crate::common::hooked::{Hook, Hooked};
use crate::common::{Hall, assert_says, change, rated};

/// A profile without its latest games.
fn results(profile: &str) -> &str {
    profile.split("Recent games").next().unwrap()
}

#[test]
fn two_accounts_become_one_person_with_one_rating_and_history() {
    let mut hall = Hall::new();
    won(&mut hall, ANN, BOB, Variant::Leto);
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    won(&mut hall, CAT, ANN_THERE, Variant::Legan);
    let going_on = begun(&mut hall, CAT, ANN_THERE, Variant::Toto40);
    hall.perform_all();
    link(&mut hall, ANN, ANN_THERE);
    assert_eq!(stored_under(&hall, ANN_THERE), []);
    let (here, there) = (profile(&mut hall, ANN), profile(&mut hall, ANN_THERE));
    for line in [
        "Leto Chess: ",
        "rated games: 2 won, 0 drawn, 0 lost",
        "Legan Chess: ",
    ] {
        assert_says(&here, line);
    }
    assert_eq!(results(&here), results(&there));
    // Others are called by their names where they have no account.
    assert!(here.contains("against @discord:bob") && here.contains("against cat"));
    assert!(there.contains("against bob") && there.contains("against @matrix:@cat"));
    let listed = words(about(&mut hall, ANN_THERE, PeopleCommand::History(None)));
    assert_eq!(listed.matches(" against ").count(), 3, "{listed}");
    // The game in progress goes on, on either side.
    let side = hall.record(going_on).side_of(&player(ANN));
    assert_eq!(side, Some(Color::Black));
    act(&mut hall, ANN_THERE, Command::Resign(going_on));
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    hall.assert_ratings_hold();
    let best = PeopleCommand::Leaderboard(Family::Leto, Reach::Everywhere, 0);
    about(&mut hall, ANN, best);
    let anns = PeopleCommand::Profile(Some(person(ANN_THERE)));
    let against = words(about(&mut hall, CAT, anns));
    assert_says(&against, "You against ann: 2 won, 0 drawn, 2 lost");
}

#[test]
fn a_rebuild_finds_the_merged_ratings_from_the_games_alone() {
    let mut hall = Hall::new();
    for (white, black) in [
        (ANN, BOB),
        (ANN_THERE, CAT),
        (CAT, ANN_THERE),
        (BOB, ANN),
        (ANN, BOB),
        // The two have played each other.
        (ANN, ANN_THERE),
    ] {
        won(&mut hall, white, black, Variant::Leto);
    }
    hall.wait(Span::days(40));
    let cats = profile(&mut hall, CAT);
    hall.perform_all();
    link(&mut hall, ANN, ANN_THERE);
    assert_eq!(results(&profile(&mut hall, CAT)), results(&cats));
    hall.assert_ratings_hold();
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    won(&mut hall, BOB, ANN, Variant::Leto);
    hall.assert_ratings_hold();
    assert!(hall.app.check_ratings(&|_| {}).unwrap().records > 0);
    // Linked again, to another account, after being separated.
    about(&mut hall, ANN, PeopleCommand::Unlink);
    won(&mut hall, "matrix:@ann2", CAT, Variant::Leto);
    link(&mut hall, ANN, "matrix:@ann2");
    hall.assert_ratings_hold();
    // And the other way around: an account that was linked before becomes a second name itself.
    about(&mut hall, ANN, PeopleCommand::Unlink);
    won(&mut hall, "matrix:@ann3", CAT, Variant::Leto);
    link(&mut hall, "matrix:@ann3", ANN);
    won(&mut hall, ANN, BOB, Variant::Leto);
    hall.assert_ratings_hold();
    assert_eq!(stored_under(&hall, ANN), []);
}

#[test]
fn an_account_without_games_changes_no_rating() {
    let mut hall = Hall::new();
    won(&mut hall, ANN, BOB, Variant::Leto);
    let before = profile(&mut hall, ANN);
    hall.perform_all();
    link(&mut hall, ANN, ANN_THERE);
    assert_eq!(profile(&mut hall, ANN), before);
    assert_eq!(results(&profile(&mut hall, ANN_THERE)), results(&before));
}

/// Fails after some commits, as if the program had been killed.
struct Mortal(AtomicUsize);

impl Hook for Mortal {
    fn commit(&self, store: &Arc<MemoryStore>, batch: Batch) -> Result<(), StoreError> {
        let one_less = |left: usize| left.checked_sub(1);
        let ordering = Ordering::SeqCst;
        match self.0.fetch_update(ordering, ordering, one_less) {
            Ok(_) => store.commit(batch),
            Err(_) => Err(StoreError::Unavailable("killed".to_owned())),
        }
    }
}

#[test]
fn a_crash_after_any_commit_of_the_renaming_loses_nothing() {
    let store = Arc::new(MemoryStore::default());
    let mut hall = Hall::over(Arc::clone(&store), Limits::default());
    for _ in 0..60 {
        won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    }
    won(&mut hall, ANN, BOB, Variant::Leto);
    block(&mut hall, BOB, ANN_THERE);
    hall.perform_all();
    begin_link(&mut hall, ANN, ANN_THERE);
    assert!(stored_under(&hall, ANN_THERE).len() > 60);
    for commits in (0..10).cycle() {
        let mortal = Hooked {
            inner: Arc::clone(&store),
            hook: Mortal(AtomicUsize::new(commits)),
        };
        hall.app = App::new(mortal, Limits::default());
        let moment = hall.moment();
        let passed = hall.app.pass_time(moment);
        let left = stored_under(&hall, ANN_THERE).len();
        if passed.is_ok() && left == 0 {
            break;
        }
        if left > 0 {
            let why = refusal(&mut hall, ANN, PeopleCommand::Unlink);
            assert_eq!(why, LinkRefusal::StillLinking);
            let state = words(about(&mut hall, ANN, PeopleCommand::Link));
            assert_says(&state, "still moving");
        }
    }
    hall.app = App::new(Arc::clone(&store), Limits::default());
    pass(&mut hall);
    assert_eq!(stored_under(&hall, ANN_THERE), []);
    assert!(!record(&hall, ANN_THERE).unwrap().alias.unwrap().renaming);
    assert_eq!(record(&hall, BOB).unwrap().blocked, [player(ANN)]);
    hall.assert_ratings_hold();
    assert_says(profile(&mut hall, ANN), "rated games: 61 won");
}

/// Whether a challenge is refused because the other person has blocked them.
fn is_kept_from(hall: &mut Hall, who: &str, other: &str) -> bool {
    let (opponent, terms) = (Some(person(other)), rated(Variant::Leto));
    let asked = ask(hall, who, Command::Challenge { opponent, terms });
    let Err(Failure::Refused(Refusal::People(why))) = asked else {
        return false;
    };
    matches!(why, PeopleRefusal::NotAvailable(_))
}

#[test]
fn blocks_preferences_and_vacation_days_of_both_are_merged() {
    let mut hall = Hall::new();
    block(&mut hall, ANN, BOB);
    block(&mut hall, ANN, ANN_THERE);
    block(&mut hall, ANN_THERE, CAT);
    for id in [ANN, ANN_THERE] {
        act(&mut hall, id, Command::Vacation(Some(2)));
        hall.wait(Span::days(3));
    }
    for (id, setting, value) in [
        (ANN, Setting::Theme, "sea"),
        (ANN_THERE, Setting::Theme, "meadow"),
        (ANN_THERE, Setting::Confirm, "yes"),
    ] {
        act(&mut hall, id, change(setting, value));
    }
    link(&mut hall, ANN, ANN_THERE);
    let ann = record(&hall, ANN).unwrap();
    let preferences = ann.preferences;
    assert_eq!(preferences.theme, Some(Theme::Sea));
    assert_eq!(preferences.confirm, Some(true));
    assert_eq!(ann.blocked, [player(BOB), player(CAT)]);
    assert_eq!(ann.vacation.unwrap().used, 4);
    // Blocking one account of a person blocks the other.
    assert!(is_kept_from(&mut hall, BOB, ANN_THERE));
}

#[test]
fn a_block_outlasts_linking_and_separating_accounts() {
    let mut hall = Hall::new();
    let list = |hall: &mut Hall, who| words(about(hall, who, PeopleCommand::Blocked));
    block(&mut hall, CAT, ANN_THERE);
    begin_link(&mut hall, ANN, ANN_THERE);
    assert!(is_kept_from(&mut hall, ANN, CAT), "not renamed yet");
    pass(&mut hall);
    block(&mut hall, BOB, ANN_THERE);
    for blocker in [BOB, CAT] {
        assert_eq!(list(&mut hall, blocker).lines().count(), 2, "one person");
    }
    about(&mut hall, ANN, PeopleCommand::Unlink);
    for blocker in [BOB, CAT] {
        for who in [ANN, ANN_THERE] {
            assert!(is_kept_from(&mut hall, who, blocker), "{who}, {blocker}");
        }
        let whom = "One account whose ID I no longer keep";
        assert_says(list(&mut hall, blocker), whom);
    }
}

#[test]
fn a_linked_person_is_unblocked_under_both_accounts() {
    let mut hall = Hall::new();
    block(&mut hall, CAT, ANN_THERE);
    link(&mut hall, ANN, ANN_THERE);
    about(&mut hall, CAT, PeopleCommand::Unblock(person(ANN)));
    about(&mut hall, ANN, PeopleCommand::Unlink);
    for who in [ANN, ANN_THERE] {
        challenge(&mut hall, who, CAT);
    }
}

#[test]
fn puzzles_come_from_the_games_of_both_accounts_only_if_both_allowed_it() {
    for (here, there) in [("yes", "yes"), ("yes", "no"), ("", "yes"), ("yes", "")] {
        let mut hall = Hall::new();
        for (id, value) in [(ANN, here), (ANN_THERE, there)] {
            block(&mut hall, id, CAT);
            if !value.is_empty() {
                act(&mut hall, id, change(Setting::Puzzles, value));
            }
        }
        link(&mut hall, ANN, ANN_THERE);
        let allowed = record(&hall, ANN).unwrap().preferences.puzzles == Some(true);
        assert_eq!(allowed, (here, there) == ("yes", "yes"), "{here}, {there}");
    }
}

#[test]
fn a_waiting_digest_survives_a_link() {
    let mut hall = Hall::new();
    block(&mut hall, ANN_THERE, CAT);
    let day = Digest {
        until: Timestamp(hall.now).plus(Span::days(1)),
        waiting: true,
    };
    let mut there = record(&hall, ANN_THERE).unwrap();
    there.digest = Some(day);
    hall.write(there);
    link(&mut hall, ANN, ANN_THERE);
    assert_eq!(record(&hall, ANN).unwrap().digest, Some(day));
}
