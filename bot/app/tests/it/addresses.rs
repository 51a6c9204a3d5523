//! Addresses of buttons, select menus and modals: each reads back as written, and forged ones mean nothing more.

use app::{
    Action, ChallengeId, ColorWish, Draft, FormatKind, GameId, LessonId, LessonPosition, Level,
    MoveText, NewGame, OrganizerPage, Person, PlanPart, PlayerId, Risk, Scope, Setting, Step,
    Terms, Timestamp, TournamentDraft, TournamentId, TournamentView,
};
use pairing::Seed;
use rules_core::{Color, Family, Variant};

use crate::common::as_black;
use crate::typed_actions::addresses;

/// Controls of new games, some against people with long and strange names.
fn new_games() -> Vec<Action> {
    let terms = Terms {
        time: "60d+14d/120d".parse().unwrap(),
        rated: true,
        thread: Some(false),
        elsewhere: true,
        ..as_black(Terms::of(Variant::Leap64Optional))
    };
    let id = PlayerId::new("discord:18446744073709551615");
    let names = ["", "a;b/c:d@", "Ὀδυσσεὺς of the many ways", &"é".repeat(32)];
    let games = names.map(|name| {
        let opponent = Person::new(id.clone(), name);
        NewGame::challenge(&terms, Some(&opponent))
    });
    let play = NewGame::play(&Terms::of(Variant::Leto), Level::HIGHEST);
    let open = NewGame::challenge(&terms, None);
    let all = games.into_iter().chain([play, open]).flat_map(|game| {
        [
            Action::ChooseGame(game),
            Action::ChangeNewGame(game),
            Action::BeginGame(game),
            Action::BeginUsual(game),
        ]
    });
    all.collect()
}

/// Actions with the largest fields of each kind.
fn largest() -> Vec<Action> {
    let (challenge, game) = (ChallengeId::draw(7, 0), GameId::draw(8, 0));
    let draft = Draft {
        variant: Variant::LetoKwagga,
        color: ColorWish::Random,
        time: "60d+14d/120d".parse().unwrap(),
        rated: true,
    };
    let longest = MoveText::from(&"a".repeat(MoveText::new_const().capacity())).unwrap();
    vec![
        Action::DeclineProposal(challenge, u8::MAX),
        Action::ChangeProposal(challenge, draft),
        Action::WriteMove(game, u32::MAX),
        Action::WhyNot(game, 0, MoveText::from("a:b :: é").unwrap()),
        Action::SureMove(game, u32::MAX, longest),
        Action::TakeBack(game, u32::MAX),
        Action::AnalyzeReplay(game, u32::MAX, Color::White),
        Action::PostReplay(game, u32::MAX, Color::Black),
    ]
}

/// The controls of each lesson's last step after as many moves as an address holds.
fn lessons() -> Vec<Action> {
    let square = MoveText::from("c10").unwrap();
    let lessons = Family::ALL.into_iter().flat_map(LessonId::all_of);
    let controls = lessons.flat_map(|lesson| {
        let last = lesson.lesson().steps.len() - 1;
        let moves = "a1b2,"
            .chars()
            .cycle()
            .take(MoveText::new_const().capacity());
        let moves: String = moves.collect();
        let at: LessonPosition = format!("{lesson}.{last}.3ht.{moves}").parse().unwrap();
        [
            Action::PickLessonPiece(at, square),
            Action::TryInLesson(at),
            Action::LessonMove(at),
            Action::WriteLessonMove(at),
        ]
    });
    controls.collect()
}

/// The controls of tournaments with each of their fields.
fn tournaments() -> Vec<Action> {
    let (id, game) = (TournamentId::draw(9, 0), GameId::draw(8, 0));
    let pages = [
        OrganizerPage::Front,
        OrganizerPage::Format,
        OrganizerPage::Role,
        OrganizerPage::WinnersRole,
        OrganizerPage::Invite,
        OrganizerPage::Remove(u16::MAX),
        OrganizerPage::Postpone,
        OrganizerPage::Games(u16::MAX),
        OrganizerPage::Game(game),
    ];
    let risks = [
        Risk::Start,
        Risk::Cancel,
        Risk::Replay(game),
        Risk::Remove(Seed::from_index(255)),
    ];
    let draft = TournamentDraft {
        variant: Variant::LetoKwagga,
        time: "60d+14d/120d".parse().unwrap(),
        format: Some(FormatKind::DoubleRoundRobin),
        rounds: Some(u8::MAX),
        starts: Some(Timestamp(-5000)),
    };
    let mut all = vec![
        Action::Postpone(id, u16::MAX, u32::MAX),
        Action::Undo(id, u32::MAX),
        Action::Audit(id, u32::MAX),
        Action::AnnounceDraft(draft),
    ];
    let winners = [Some(Color::White), Some(Color::Black), None];
    all.extend(winners.map(|winner| Action::Decide(id, game, winner)));
    all.extend(pages.map(|page| Action::Manage(id, page)));
    all.extend(risks.map(|risk| Action::Sure(id, risk, u32::MAX)));
    for &view in TournamentView::ALL {
        all.push(Action::SeeTournament(id, view));
        all.push(Action::SeePage(id, view, u16::MAX));
    }
    all.extend(PlanPart::ALL.iter().map(|&part| Action::EditPlan(id, part)));
    all
}

fn enumerated() -> Vec<Action> {
    let game = GameId::draw(8, 0);
    let mut all = Variant::ALL
        .map(|variant| Action::Rules(variant, u32::MAX))
        .to_vec();
    let steps = Step::ALL.iter();
    all.extend(steps.map(|&step| Action::StepReplay(game, u32::MAX, Color::Black, step)));
    all.extend(Scope::ALL.iter().map(|&scope| Action::Settings(scope)));
    let settings = Setting::ALL.iter();
    all.extend(settings.map(|&setting| Action::ChangeSetting(setting)));
    all
}

proptest::proptest! {
    /// Clients can send arbitrary addresses: one that parses must be written back unchanged, except for misread letters
    /// of its code.
    #[test]
    fn a_forged_address_is_nothing_or_a_true_one(address in "(\\PC{0,120}|1:[a-z-]{3,10}(:[0-9a-zA-Z#]{0,8}){0,3})") {
        if let Some(action) = Action::from_address(&address) {
            proptest::prop_assert_eq!(Action::from_address(&action.address()), Some(action));
        }
    }
}

#[test]
fn every_address_reads_back_and_fits() {
    for address in addresses() {
        let action = Action::from_address(&address);
        assert_eq!(action.map(Action::address), Some(address));
    }
    let all = [
        new_games(),
        largest(),
        lessons(),
        tournaments(),
        enumerated(),
    ];
    for action in all.concat() {
        let address = action.address();
        assert_eq!(Action::from_address(&address), Some(action), "{address}");
        assert!(address.len() <= 100);
    }
}

#[test]
fn a_new_game_against_any_id_of_matrix_reads_back() {
    let terms = Terms::of(Variant::Leto);
    for letter in ["a", "/", "%", "%2F", "é", ";", ":"] {
        let mut id = format!("matrix:@{}", letter.repeat(254 / letter.len()));
        id.truncate(262);
        let opponent = Person::new(PlayerId::new(&*id), "Ann / Bob");
        let action = Action::BeginUsual(NewGame::challenge(&terms, Some(&opponent)));
        let read = Action::from_address(&action.address());
        assert_eq!(read, Some(action), "{id}");
        let Some(app::Command::Challenge { opponent, .. }) = action.command(None) else {
            panic!("{action:?}");
        };
        assert_eq!(opponent.map(|person| person.id), Some(PlayerId::new(id)));
    }
}

#[test]
fn forged_addresses_are_not_read() {
    for forged in [
        "",
        "1",
        "1:accept",
        "1:accept:",
        "2:accept:k7f3q2",
        "1:accept:k7f3q2:1",
        "1:move:k7f3q2",
        "1:take-back:k7f3q2:1",
        "1:take-back-at:k7f3q2",
        "1:move:k7f3q2:-1",
        "1:resign:../../x",
        "1:lesson:leto",
        "1:lesson:leto-nothing.0.0",
        "1:lesson:toto40-throw.0.0",
        "1:lesson:leto-throw.99.0",
        "1:lesson:leto-throw.0.4",
        "1:lesson:leto-throw.0.0.a2:c4",
        "1:lesson-of:leto-throw:1",
        "1:lesson:leto-p0.0.0",
        "1:lesson:leto-p99999.0.0",
        "1:lesson:leto-p01.0.0",
        "1:lesson:leto-p.0.0",
        "1:lesson:leto-p-1.0.0",
        "1:lesson:chess-p1.0.0",
    ] {
        assert_eq!(Action::from_address(forged), None, "{forged}");
    }
}
