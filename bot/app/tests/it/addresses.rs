//! Addresses of buttons, select menus and modals: each reads back as it was written, and strangers can write none that means more.

use app::Action;
use app::{
    ChallengeId, ColorWish, Draft, FormatKind, GameId, Level, LinkCode, MoveText, NewGame,
    OrganizerPage, Person, PlanPart, PlayerId, Reach, Risk, Scope, Setting, Step, Terms,
    TimeControl, Timestamp, TournamentDraft, TournamentId, TournamentView,
};
use pairing::Seed;
use rules_core::{Color, Family, Variant};

/// The controls of games that are being set up, some against people with long and strange names.
fn new_games(time: TimeControl) -> Vec<Action> {
    let terms = Terms {
        color: ColorWish::Only(Color::Black),
        time,
        rated: true,
        thread: Some(false),
        elsewhere: true,
        ..Terms::of(Variant::Leap64Optional)
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

/// The controls of the organizer's card and of a new tournament.
fn of_organizers(tournament: TournamentId, game: GameId) -> Vec<Action> {
    let mut all = vec![
        Action::SitOut(tournament),
        Action::ManageGame(tournament),
        Action::Decide(tournament, game, Some(Color::White)),
        Action::Decide(tournament, game, Some(Color::Black)),
        Action::Decide(tournament, game, None),
        Action::Invite(tournament),
        Action::RemoveEntrant(tournament),
        Action::Pause(tournament),
        Action::Resume(tournament),
        Action::Postpone(tournament, u16::MAX, u32::MAX),
        Action::Undo(tournament, u32::MAX),
        Action::ChangePlan(tournament),
    ];
    all.extend(
        [
            OrganizerPage::Front,
            OrganizerPage::Format,
            OrganizerPage::Role,
            OrganizerPage::WinnersRole,
            OrganizerPage::Invite,
            OrganizerPage::Remove(u16::MAX),
            OrganizerPage::Postpone,
            OrganizerPage::Games(u16::MAX),
            OrganizerPage::Game(game),
        ]
        .map(|page| Action::Manage(tournament, page)),
    );
    for risk in [
        Risk::Start,
        Risk::Cancel,
        Risk::Replay(game),
        Risk::Remove(Seed::from_index(255)),
    ] {
        all.extend([
            Action::Ask(tournament, risk),
            Action::Sure(tournament, risk, u32::MAX),
        ]);
    }
    for (format, starts) in [
        (None, None),
        (Some(FormatKind::DoubleRoundRobin), Some(Timestamp(-5000))),
    ] {
        let draft = TournamentDraft {
            variant: Variant::LetoKwagga,
            time: "60d+14d/120d".parse().unwrap(),
            format,
            rounds: format.map(|_| u8::MAX),
            starts,
        };
        all.extend([Action::DraftGame(draft), Action::AnnounceDraft(draft)]);
    }
    all
}

#[allow(clippy::too_many_lines, reason = "a list")]
fn all() -> Vec<Action> {
    let (challenge, game) = (ChallengeId::draw(7, 0), GameId::draw(8, 0));
    let mut all = vec![
        Action::Accept(challenge),
        Action::Decline(challenge),
        Action::Propose(challenge),
        Action::AgreeToProposal(challenge, 1),
        Action::DeclineProposal(challenge, u8::MAX),
        Action::Panel(game, 0),
        Action::ChoosePiece(game, 1),
        Action::ChooseMove(game, 2),
        Action::WriteMove(game, u32::MAX),
        Action::Board(game),
        Action::Draw(game),
        Action::DeclineDraw(game),
        Action::AskResign(game),
        Action::Resign(game),
        Action::TakeBackNow(game),
        Action::TakeBack(game, u32::MAX),
        Action::DeclineTakeBack(game),
        Action::Withdraw(game),
        Action::Hint(game),
        Action::Abort(game),
        Action::AskAbort(game),
        Action::ForgetPrepared(game),
        Action::Rematch(game),
    ];
    all.extend([
        Action::OpenReplay(game),
        Action::ChooseReplay,
        Action::JumpReplay(game, Color::Black),
        Action::AnalyzeReplay(game, u32::MAX, Color::White),
        Action::PostReplay(game, u32::MAX, Color::Black),
        Action::PostProfile,
        Action::PostLeaderboard(Family::Latrunculi, Reach::Here, u16::MAX),
    ]);
    let step = |step| Action::StepReplay(game, u32::MAX, Color::Black, step);
    all.extend(Step::ALL.map(step));
    let draft = Draft {
        variant: Variant::LetoKwagga,
        color: ColorWish::Random,
        time: "60d+14d/120d".parse().unwrap(),
        rated: true,
    };
    all.extend([
        Action::ChangeProposal(challenge, draft),
        Action::SendProposal(challenge, draft),
    ]);
    all.extend(new_games(draft.time));
    let tournament = TournamentId::draw(9, 0);
    all.extend([
        Action::Join(tournament),
        Action::Leave(tournament),
        Action::AcceptInvitation(tournament),
        Action::DeclineInvitation(tournament),
        Action::Audit(tournament, u32::MAX),
        Action::CheckIn(tournament),
        Action::MyPairings(tournament),
    ]);
    all.extend(of_organizers(tournament, game));
    for view in TournamentView::ALL {
        all.extend([
            Action::SeeTournament(tournament, view),
            Action::SeePage(tournament, view, u16::MAX),
        ]);
    }
    let parts = PlanPart::ALL.iter();
    all.extend(parts.flat_map(|&part| {
        [
            Action::EditPlan(tournament, part),
            Action::TogglePlan(tournament, part),
        ]
    }));
    all.extend([
        Action::History(game, Color::White),
        Action::History(game, Color::Black),
        Action::Leaderboard(Family::Latrunculi, Reach::Everywhere, u16::MAX),
        Action::Privacy,
        Action::Export,
        Action::AskErase,
        Action::Erase,
        Action::ConfirmLink(LinkCode::draw(1, 0)),
        Action::AskUnlink,
        Action::Unlink,
    ]);
    let longest = MoveText::from(&"a".repeat(MoveText::new_const().capacity())).unwrap();
    all.push(Action::WhyNot(game, 0, MoveText::from("a:b :: é").unwrap()));
    all.push(Action::SureMove(game, u32::MAX, longest));
    for variant in Variant::ALL {
        all.extend([Action::Rules(variant, u32::MAX), Action::RulesPage(variant)]);
    }
    all.extend([
        Action::RulesOfAny,
        Action::RulesOf,
        Action::EndVacation,
        Action::Unwatch(game),
    ]);
    for &scope in Scope::ALL {
        all.extend([Action::Settings(scope), Action::OpenSetting(scope)]);
    }
    for &setting in Setting::ALL {
        all.extend([
            Action::ChangeSetting(setting),
            Action::PickSetting(setting),
            Action::WriteSetting(setting),
        ]);
    }
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
    for action in all() {
        let address = action.address();
        assert_eq!(Action::from_address(&address), Some(action), "{address}");
        assert!(address.len() <= 100);
    }
}

#[test]
fn a_new_game_against_a_person_with_any_id_of_matrix_reads_back() {
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
fn buttons_that_do_not_say_on_which_board_they_stood_still_work() {
    let game = GameId::draw(8, 0);
    let action = Action::from_address(&format!("1:take-back:{game}"));
    assert_eq!(action, Some(Action::TakeBackNow(game)));
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
    ] {
        assert_eq!(Action::from_address(forged), None, "{forged}");
    }
}
