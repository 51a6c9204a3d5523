//! Accounts of one person on Discord and on Matrix.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::effect::{Answer, Effect, Handled, Manner, Outgoing, Subject};
use app::store::memory::MemoryStore;
use app::store::{Batch, Contended, Index, Key, Page, Store, StoreError, Stored};
use app::{
    Action, App, Audience, Command, Context, Failure, GameId, Limits, LinkCode, LinkRefusal,
    PeopleCommand, PeopleRefusal, Person, PersonRecord, PlayerId, Reach, Record, Refusal, Request,
    RoomId, ServerId, Span, Terms, Text, Timestamp, TournamentCommand, TournamentId, Venue, Which,
};
use common::{Hall, challenge_of, cup, game_of, moving, rated};
use rules_core::{Family, Game, Variant};

fn player(id: &str) -> PlayerId {
    PlayerId::new(id)
}

/// Someone of whom the id ends with the name.
fn person(id: &str) -> Person {
    let name = id.rsplit(':').next().unwrap().trim_start_matches('@');
    Person::new(player(id), name)
}

const ANN: &str = "discord:ann";
const ANN_THERE: &str = "matrix:@ann";
const BOB: &str = "discord:bob";
const CAT: &str = "matrix:@cat";

/// A place on the platform of an account.
fn venue(id: &str) -> Venue {
    let (platform, _) = id.split_once(':').unwrap();
    Venue {
        room: RoomId::new(format!("{platform}:room")),
        server: Some(ServerId::new(format!("{platform}:77"))),
    }
}

fn request(id: &str, command: Command) -> Request {
    Request {
        who: person(id),
        venue: venue(id),
        context: Context {
            audience: Audience::Room,
            ..Context::default()
        },
        command,
    }
}

fn ask(hall: &mut Hall, id: &str, command: Command) -> Result<Handled, Failure> {
    let moment = hall.moment();
    hall.app.handle(&request(id, command), moment)
}

fn act(hall: &mut Hall, id: &str, command: Command) -> Handled {
    ask(hall, id, command).unwrap_or_else(|failure| panic!("{id} was refused: {failure:?}"))
}

fn about(command: PeopleCommand) -> Command {
    Command::People(command)
}

fn words(handled: Handled) -> String {
    handled.answer.into_card().unwrap().text.to_string()
}

fn refusal(hall: &mut Hall, id: &str, command: PeopleCommand) -> LinkRefusal {
    match ask(hall, id, about(command)) {
        Err(Failure::Refused(Refusal::People(PeopleRefusal::Link(why)))) => why,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// Tries a code, and expects to be told why it can't be used.
#[track_caller]
fn hindered(hall: &mut Hall, id: &str, code: LinkCode, why: &LinkRefusal) {
    let expected = Refusal::People(PeopleRefusal::Link(why.clone()));
    let expected = app::messages::refusal(&expected).to_string();
    for command in [
        PeopleCommand::LinkTo(code),
        PeopleCommand::ConfirmLink(code),
    ] {
        let told = act(hall, id, about(command));
        assert!(matches!(told.answer, Answer::Secret(_)));
        assert_eq!(words(told), expected);
    }
}

/// The code that a person is given.
fn code(hall: &mut Hall, id: &str) -> LinkCode {
    let handled = act(hall, id, about(PeopleCommand::Link));
    assert!(
        matches!(handled.answer, Answer::Secret(_)),
        "only they may read it"
    );
    let text = words(handled);
    let word = text.split_whitespace().find_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        (word.len() == 9 && word.contains('-')).then(|| word.parse().ok())?
    });
    word.unwrap_or_else(|| panic!("no code in {text}"))
}

/// Makes the second account a second name of the first one, without what is renamed later.
fn begin_link(hall: &mut Hall, first: &str, second: &str) {
    let code = code(hall, first);
    let asked = act(hall, second, about(PeopleCommand::LinkTo(code)));
    let Answer::Secret(card) = asked.answer else {
        panic!("{:?}", asked.answer);
    };
    assert_eq!(card.controls[0][0].action, Action::ConfirmLink(code));
    let command = card.controls[0][0].action.command(None).unwrap();
    let done = act(hall, second, command);
    assert!(words(done).contains("second name"));
}

fn link(hall: &mut Hall, first: &str, second: &str) {
    begin_link(hall, first, second);
    pass(hall);
}

/// Lets everything happen that is due.
fn pass(hall: &mut Hall) {
    for _ in 0..50 {
        let due = hall.app.next_due().unwrap();
        if due.is_none_or(|due| due.0 > hall.now) {
            return;
        }
        let moment = hall.moment();
        hall.app.pass_time(moment).unwrap();
        perform_all(hall);
    }
    panic!("something stays due");
}

fn perform_all(hall: &mut Hall) {
    let waiting = hall.app.store().outgoing(usize::MAX).unwrap();
    let batch = Batch {
        done: waiting.into_iter().map(|outgoing| outgoing.id).collect(),
        ..Batch::default()
    };
    hall.app.store().commit(batch).unwrap();
}

/// A rated game in which both have moved once.
fn begun(hall: &mut Hall, white: &str, black: &str, variant: Variant) -> GameId {
    let opponent = Some(person(black));
    let terms = rated(variant);
    let made = act(hall, white, Command::Challenge { opponent, terms });
    let id = challenge_of(&made.outgoing);
    let id = game_of(&act(hall, black, Command::Accept(id)).outgoing);
    let mut game = Game::new(variant);
    for who in [white, black] {
        let mv = game.legal_moves()[0];
        let uci = mv.uci(game.variant().shape()).to_string();
        act(hall, who, moving(Which::Id(id), &uci));
        game.play(mv).unwrap();
    }
    id
}

/// A rated game that `white` wins.
fn won(hall: &mut Hall, white: &str, black: &str, variant: Variant) -> GameId {
    hall.now += Span::hours(1).0;
    let id = begun(hall, white, black, variant);
    act(hall, black, Command::Resign(id));
    id
}

fn record(hall: &Hall, id: &str) -> Option<PersonRecord> {
    let stored = hall.app.store().get(&Key::Person(player(id))).unwrap();
    stored.map(|stored| match stored.record {
        Record::Person(person) => person,
        other => panic!("{other:?}"),
    })
}

/// Everything that the store holds under an id, apart from the record that says whose second name it is.
fn stored_under(hall: &Hall, id: &str) -> Vec<Key> {
    let id = player(id);
    let store = hall.app.store();
    let indexes = [
        Index::OngoingOf(id.clone()),
        Index::FinishedOf(id.clone()),
        Index::ChallengesBy(id.clone()),
        Index::ChallengesTo(id.clone()),
        Index::ChallengesMadeBy(id.clone()),
        Index::About(id.clone()),
    ];
    let rows = indexes
        .iter()
        .flat_map(|index| store.list(index, Page::first(1000)).unwrap());
    let mut keys: Vec<_> = rows.map(|(_, key)| key).collect();
    let career = Key::Career(id);
    keys.extend(store.get(&career).unwrap().map(|_| career));
    keys
}

fn profile(hall: &mut Hall, id: &str) -> String {
    words(act(hall, id, about(PeopleCommand::Profile(None))))
}

/// A profile without its latest games.
fn results(profile: &str) -> &str {
    profile.split("Recent games").next().unwrap()
}

fn called(handled: &Handled) -> Vec<String> {
    let calls = handled.outgoing.iter().filter_map(|one| match &one.effect {
        Effect::Show(show) => match &show.manner {
            Manner::Fresh { call } => Some(call.clone()),
            Manner::InPlace => None,
        },
        _ => None,
    });
    calls.flatten().map(|id| id.to_string()).collect()
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

/// A store that fails after some commits, as if the program had been killed.
struct Mortal {
    inner: Arc<MemoryStore>,
    left: AtomicUsize,
}

impl Store for Mortal {
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>, StoreError> {
        self.inner.get_many(keys)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        self.inner.list(index, page)
    }

    fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        let one_less = |left: usize| left.checked_sub(1);
        let ordering = Ordering::SeqCst;
        match self.left.fetch_update(ordering, ordering, one_less) {
            Ok(_) => self.inner.commit(batch),
            Err(_) => Err(StoreError::Unavailable("killed".to_owned())),
        }
    }

    fn hold(
        &self,
        contended: &Contended,
        attempt: &mut dyn FnMut(&dyn Store),
    ) -> Result<(), StoreError> {
        self.inner.hold(contended, &mut |_| attempt(self))
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError> {
        self.inner.outgoing(limit)
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
        let mortal = Mortal {
            inner: Arc::clone(&store),
            left: AtomicUsize::new(commits),
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
fn a_code_works_once_for_ten_minutes_and_only_on_another_platform() {
    let mut hall = Hall::new();
    let own = code(&mut hall, ANN);
    hindered(&mut hall, ANN, own, &LinkRefusal::OwnCode);
    let command = PeopleCommand::LinkTo(own);
    assert_eq!(
        refusal(&mut hall, CAT, command),
        LinkRefusal::NoSuchCode,
        "others may have read it"
    );
    let same = code(&mut hall, ANN);
    hindered(&mut hall, BOB, same, &LinkRefusal::SamePlatform);
    // A new one replaces it.
    let late = code(&mut hall, ANN);
    assert_ne!(same, late);
    let command = PeopleCommand::LinkTo(same);
    assert_eq!(
        refusal(&mut hall, ANN_THERE, command),
        LinkRefusal::NoSuchCode
    );
    hall.now += Span::minutes(10).0;
    let command = PeopleCommand::ConfirmLink(late);
    assert_eq!(
        refusal(&mut hall, ANN_THERE, command),
        LinkRefusal::NoSuchCode
    );
    pass(&mut hall);
    assert_eq!(
        record(&hall, ANN).unwrap().link_code,
        None,
        "it is forgotten"
    );
    let third = code(&mut hall, ANN);
    act(
        &mut hall,
        ANN_THERE,
        about(PeopleCommand::ConfirmLink(third)),
    );
    let command = PeopleCommand::ConfirmLink(third);
    assert_eq!(refusal(&mut hall, CAT, command), LinkRefusal::NoSuchCode);
}

#[test]
fn codes_cannot_be_found_by_trying() {
    let mut hall = Hall::new();
    let right = code(&mut hall, ANN);
    for wrong in 0..5 {
        let wrong = LinkCode::draw(wrong + 1_000, 7);
        assert_eq!(
            refusal(&mut hall, ANN_THERE, PeopleCommand::LinkTo(wrong)),
            LinkRefusal::NoSuchCode
        );
    }
    let LinkRefusal::TooManyCodes(until) =
        refusal(&mut hall, ANN_THERE, PeopleCommand::ConfirmLink(right))
    else {
        panic!("the sixth attempt is one too many, even with the right code");
    };
    assert!(until > Timestamp(hall.now));
    // Others are not affected.
    act(&mut hall, CAT, about(PeopleCommand::LinkTo(right)));
}

#[test]
fn a_refused_link_says_why() {
    let mut hall = Hall::new();
    let id = begun(&mut hall, ANN, ANN_THERE, Variant::Leto);
    let given = code(&mut hall, ANN);
    hindered(&mut hall, ANN_THERE, given, &LinkRefusal::Meet(id));
    act(&mut hall, ANN, Command::Resign(id));
    let opponent = Some(person(ANN_THERE));
    let terms = Terms::of(Variant::Leto);
    let challenge = Command::Challenge { opponent, terms };
    let challenge = challenge_of(&act(&mut hall, ANN, challenge).outgoing);
    hindered(&mut hall, ANN_THERE, given, &LinkRefusal::Challenged);
    act(&mut hall, ANN, Command::Decline(challenge));
    hall.now += Span::hours(1).0;
    let given = code(&mut hall, ANN);
    act(&mut hall, ANN, Command::Vacation(Some(3)));
    hindered(&mut hall, ANN_THERE, given, &LinkRefusal::OnVacation);
    act(&mut hall, ANN, Command::EndVacation);
    // Someone who leaves gives no code to anyone.
    act(&mut hall, ANN, about(PeopleCommand::Erase));
    let command = PeopleCommand::LinkTo(given);
    assert_eq!(
        refusal(&mut hall, ANN_THERE, command),
        LinkRefusal::NoSuchCode
    );
}

#[test]
fn a_code_that_others_read_is_of_no_use_to_them() {
    let mut hall = Hall::new();
    let given = code(&mut hall, ANN);
    act(&mut hall, ANN_THERE, about(PeopleCommand::LinkTo(given)));
    for command in [
        PeopleCommand::LinkTo(given),
        PeopleCommand::ConfirmLink(given),
    ] {
        assert_eq!(refusal(&mut hall, CAT, command), LinkRefusal::NoSuchCode);
    }
    act(
        &mut hall,
        ANN_THERE,
        about(PeopleCommand::ConfirmLink(given)),
    );
    assert_eq!(record(&hall, ANN).unwrap().linked, [player(ANN_THERE)]);
}

/// A command for a tournament on Discord's server.
fn for_cup(
    hall: &mut Hall,
    id: &str,
    cup: Option<TournamentId>,
    command: TournamentCommand,
) -> Handled {
    let mut request = request(id, Command::Tournament(cup, command));
    request.venue = venue(ANN);
    request.context.manages = id == BOB;
    let moment = hall.moment();
    hall.app.handle(&request, moment).unwrap()
}

#[test]
fn a_tournament_that_is_not_over_comes_first_and_one_that_is_has_no_one_twice() {
    for both in [false, true] {
        let mut hall = Hall::new();
        let create = TournamentCommand::create(cup::plan(cup::SWISS));
        let made = for_cup(&mut hall, BOB, None, create);
        let id = cup::tournament_of(&made.outgoing);
        let entrants: &[&str] = if both {
            &[ANN, ANN_THERE, CAT]
        } else {
            &[ANN_THERE, CAT]
        };
        for one in entrants {
            for_cup(&mut hall, one, Some(id), TournamentCommand::Join);
        }
        let given = code(&mut hall, ANN);
        let why = LinkRefusal::InTournament("Friday cup".to_owned());
        hindered(&mut hall, ANN_THERE, given, &why);
        for_cup(&mut hall, BOB, Some(id), TournamentCommand::Cancel);
        perform_all(&mut hall);
        link(&mut hall, ANN, ANN_THERE);
        assert_eq!(stored_under(&hall, ANN_THERE), []);
        let stored = hall.app.store().get(&Key::Tournament(id)).unwrap().unwrap();
        let Record::Tournament(record) = stored.record else {
            panic!("no tournament");
        };
        let entered = record.entries.iter().filter_map(|entry| entry.person());
        let entered: Vec<_> = entered.map(|person| person.id.clone()).collect();
        assert_eq!(entered.len(), entrants.len());
        let anns = entered.iter().filter(|id| **id == player(ANN));
        assert_eq!(anns.count(), 1, "{entered:?}");
        assert_eq!(entered.iter().any(PlayerId::is_ghost), both, "{entered:?}");
    }
}

#[test]
fn a_linked_person_links_no_third_account_until_they_separate_the_two() {
    let mut hall = Hall::new();
    link(&mut hall, ANN, ANN_THERE);
    for id in [ANN, ANN_THERE] {
        let state = words(act(&mut hall, id, about(PeopleCommand::Link)));
        assert!(
            state.contains("ann on Matrix (@ann) is a second name of ann on Discord"),
            "{state}"
        );
    }
    let cats = code(&mut hall, CAT);
    hindered(&mut hall, ANN, cats, &LinkRefusal::AlreadyLinked);
    let asked = act(&mut hall, ANN_THERE, about(PeopleCommand::AskUnlink));
    let Answer::Secret(card) = asked.answer else {
        panic!("{:?}", asked.answer);
    };
    assert_eq!(card.controls[0][0].action, Action::Unlink);
    act(&mut hall, ANN_THERE, about(PeopleCommand::Unlink));
    assert!(record(&hall, ANN_THERE).is_none());
    assert_eq!(record(&hall, ANN).unwrap().linked, []);
    assert_eq!(
        refusal(&mut hall, ANN, PeopleCommand::AskUnlink),
        LinkRefusal::NotLinked
    );
    won(&mut hall, ANN_THERE, ANN, Variant::Leto);
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
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

#[test]
fn a_person_is_called_by_the_account_of_the_platform_where_it_is_read() {
    let mut hall = Hall::new();
    link(&mut hall, ANN, ANN_THERE);
    let opponent = Some(person(ANN_THERE));
    let terms = rated(Variant::Leto);
    let made = act(&mut hall, CAT, Command::Challenge { opponent, terms });
    assert_eq!(called(&made), [ANN_THERE]);
    let id = challenge_of(&made.outgoing);
    let shown = hall.app.show(Subject::Challenge(id)).unwrap().unwrap();
    assert!(
        shown.card.text.to_string().contains("@matrix:@ann"),
        "{}",
        shown.card.text
    );
    let began = act(&mut hall, ANN_THERE, Command::Accept(id));
    let game = game_of(&began.outgoing);
    let mv = Game::new(Variant::Leto).legal_moves()[0];
    let uci = mv.uci(Variant::Leto.shape()).to_string();
    let white = hall.record(game).seats[rules_core::Color::White]
        .person()
        .unwrap()
        .id
        .clone();
    let mover = if white == player(ANN) { ANN_THERE } else { CAT };
    let played = act(&mut hall, mover, moving(Which::Id(game), &uci));
    let other = if mover == CAT { ANN_THERE } else { CAT };
    assert_eq!(called(&played), [other]);
    let board = hall.app.show(Subject::Game(game)).unwrap().unwrap();
    let text: Text = board.card.text;
    assert!(!text.to_string().contains(ANN), "{text}");
}

#[test]
fn the_export_lists_the_linked_account_and_deletion_removes_both() {
    let mut hall = Hall::new();
    won(&mut hall, ANN, BOB, Variant::Leto);
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    perform_all(&mut hall);
    link(&mut hall, ANN, ANN_THERE);
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    perform_all(&mut hall);
    let exported = act(&mut hall, ANN_THERE, about(PeopleCommand::Export));
    let card = exported.answer.into_card().unwrap();
    let file = card
        .attachments
        .iter()
        .find_map(|one| match one {
            app::attachment::Attachment::File(file) => {
                Some(String::from_utf8(file.content.clone()).unwrap())
            }
            _ => None,
        })
        .unwrap();
    assert!(
        file.contains(ANN_THERE) && file.contains("\"alias\""),
        "{file}"
    );
    act(&mut hall, ANN_THERE, about(PeopleCommand::Erase));
    pass(&mut hall);
    for id in [ANN, ANN_THERE] {
        assert!(record(&hall, id).is_none(), "{id}");
        assert_eq!(stored_under(&hall, id), []);
    }
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
    won(&mut hall, BOB, CAT, Variant::Leto);
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
}

#[test]
fn deletion_that_is_asked_for_during_the_renaming_misses_nothing() {
    let mut hall = Hall::new();
    for _ in 0..55 {
        won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    }
    perform_all(&mut hall);
    begin_link(&mut hall, ANN, ANN_THERE);
    act(&mut hall, ANN, about(PeopleCommand::Erase));
    pass(&mut hall);
    for id in [ANN, ANN_THERE] {
        assert!(record(&hall, id).is_none(), "{id}");
        assert_eq!(stored_under(&hall, id), []);
    }
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
}
