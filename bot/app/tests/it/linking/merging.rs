//! What becomes of the records of both accounts.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::store::memory::MemoryStore;
use app::store::{Batch, Store as _, StoreError};
use app::{
    App, Command, Failure, Limits, LinkRefusal, PeopleCommand, PeopleRefusal, Reach, Refusal, Span,
    Terms,
};
use rules_core::{Family, Variant};

use super::{
    ANN, ANN_THERE, BOB, CAT, about, act, ask, begin_link, begun, link, pass, perform_all, person,
    player, profile, record, refusal, stored_under, won, words,
};
use crate::common::Hall;
use crate::common::hooked::{Hook, Hooked};

/// A profile without its latest games.
fn results(profile: &str) -> &str {
    profile.split("Recent games").next().unwrap()
}

#[test]
fn two_accounts_become_one_person_with_one_rating_and_one_list_of_games() {
    let mut hall = Hall::new();
    won(&mut hall, ANN, BOB, Variant::Leto);
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    won(&mut hall, CAT, ANN_THERE, Variant::Legan);
    let going_on = begun(&mut hall, CAT, ANN_THERE, Variant::Toto40);
    perform_all(&mut hall);
    link(&mut hall, ANN, ANN_THERE);
    assert_eq!(stored_under(&hall, ANN_THERE), []);
    let (here, there) = (profile(&mut hall, ANN), profile(&mut hall, ANN_THERE));
    assert!(here.contains("Leto Chess: "), "{here}");
    assert!(
        here.contains("rated games: 2 won, 0 drawn, 0 lost"),
        "{here}"
    );
    assert!(here.contains("Legan Chess: "), "{here}");
    assert_eq!(results(&here), results(&there));
    // Others are called by their names where they have no account.
    assert!(here.contains("against @discord:bob") && here.contains("against cat"));
    assert!(there.contains("against bob") && there.contains("against @matrix:@cat"));
    let listed = words(act(
        &mut hall,
        ANN_THERE,
        about(PeopleCommand::History(None)),
    ));
    assert_eq!(listed.matches(" against ").count(), 3, "{listed}");
    // The game in progress goes on, on either side.
    assert_eq!(
        hall.record(going_on).side_of(&player(ANN)),
        Some(rules_core::Color::Black)
    );
    act(&mut hall, ANN_THERE, Command::Resign(going_on));
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
    let best = Command::People(PeopleCommand::Leaderboard(
        Family::Leto,
        Reach::Everywhere,
        0,
    ));
    act(&mut hall, ANN, best);
    let against = act(
        &mut hall,
        CAT,
        about(PeopleCommand::Profile(Some(person(ANN_THERE)))),
    );
    assert!(words(against).contains("You against ann: 2 won, 0 drawn, 2 lost"));
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
    ] {
        won(&mut hall, white, black, Variant::Leto);
    }
    // The two have played each other.
    won(&mut hall, ANN, ANN_THERE, Variant::Leto);
    hall.now += Span::days(40).0;
    let cats = profile(&mut hall, CAT);
    perform_all(&mut hall);
    link(&mut hall, ANN, ANN_THERE);
    assert_eq!(results(&profile(&mut hall, CAT)), results(&cats));
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    won(&mut hall, BOB, ANN, Variant::Leto);
    let rebuilt = hall.app.check_ratings().unwrap();
    assert_eq!(rebuilt.differing, 0);
    assert!(rebuilt.records > 0);
    // Linked once more, to another account, after being separated.
    act(&mut hall, ANN, about(PeopleCommand::Unlink));
    won(&mut hall, "matrix:@ann2", CAT, Variant::Leto);
    link(&mut hall, ANN, "matrix:@ann2");
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
    // And the other way around: an account with a history of links becomes a second name itself.
    act(&mut hall, ANN, about(PeopleCommand::Unlink));
    won(&mut hall, "matrix:@ann3", CAT, Variant::Leto);
    link(&mut hall, "matrix:@ann3", ANN);
    won(&mut hall, ANN, BOB, Variant::Leto);
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
    assert_eq!(stored_under(&hall, ANN), []);
}

#[test]
fn an_account_without_games_changes_no_rating() {
    let mut hall = Hall::new();
    won(&mut hall, ANN, BOB, Variant::Leto);
    let before = profile(&mut hall, ANN);
    perform_all(&mut hall);
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
    let mut hall = Hall::new();
    hall.app = App::new(Arc::clone(&store), Limits::default());
    for _ in 0..60 {
        won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    }
    won(&mut hall, ANN, BOB, Variant::Leto);
    let block = PeopleCommand::Block(person(ANN_THERE));
    act(&mut hall, BOB, about(block));
    perform_all(&mut hall);
    begin_link(&mut hall, ANN, ANN_THERE);
    let before = stored_under(&hall, ANN_THERE).len();
    assert!(before > 60);
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
            let state = words(act(&mut hall, ANN, about(PeopleCommand::Link)));
            assert!(state.contains("still moving"), "{state}");
        }
    }
    hall.app = App::new(Arc::clone(&store), Limits::default());
    pass(&mut hall);
    assert_eq!(stored_under(&hall, ANN_THERE), []);
    assert!(!record(&hall, ANN_THERE).unwrap().alias.unwrap().renaming);
    assert_eq!(record(&hall, BOB).unwrap().blocked, [player(ANN)]);
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
    let theirs = profile(&mut hall, ANN);
    assert!(theirs.contains("rated games: 61 won"), "{theirs}");
}

#[test]
fn blocks_preferences_and_vacation_days_of_both_become_one_persons() {
    let mut hall = Hall::new();
    act(&mut hall, ANN, about(PeopleCommand::Block(person(BOB))));
    act(
        &mut hall,
        ANN,
        about(PeopleCommand::Block(person(ANN_THERE))),
    );
    act(
        &mut hall,
        ANN_THERE,
        about(PeopleCommand::Block(person(CAT))),
    );
    for id in [ANN, ANN_THERE] {
        act(&mut hall, id, Command::Vacation(Some(2)));
        hall.now += Span::days(3).0;
    }
    link(&mut hall, ANN, ANN_THERE);
    let ann = record(&hall, ANN).unwrap();
    assert_eq!(ann.blocked, [player(BOB), player(CAT)]);
    assert_eq!(ann.vacation.unwrap().used, 4);
    // Blocking one account of a person blocks the other.
    let opponent = Some(person(ANN_THERE));
    let terms = Terms::of(Variant::Leto);
    let refused = ask(&mut hall, BOB, Command::Challenge { opponent, terms });
    assert!(matches!(
        refused,
        Err(Failure::Refused(Refusal::People(
            PeopleRefusal::NotAvailable(_)
        )))
    ));
}
