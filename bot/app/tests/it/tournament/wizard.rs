//! Announcing a tournament step by step, the organizer's card, and questions before what cannot be undone.

use app::card::{Card, SelectMenu};
use app::commands::Completion;
use app::effect::Answer;
use app::{
    Action, Command, Format, FormatKind, OrganizerPage, Risk, Seat, Setting, Span, Stage,
    StartTimeError, TimeControl, Timestamp, TournamentCommand, TournamentDraft, TournamentPlan,
    TournamentRefusal,
};
use rules_core::Variant;

use crate::common::cup::{Cup, SWISS, plan, tournament_of};
use crate::common::{Hall, person, request};

fn card(answer: Answer) -> Card {
    match answer {
        Answer::Aside(card) | Answer::Secret(card) => *card,
        Answer::Seen | Answer::Hint(_) | Answer::Study(_) => panic!("nothing was said"),
    }
}

fn buttons(card: &Card) -> Vec<String> {
    let buttons = card.controls.iter().flatten();
    buttons.map(|button| button.label.to_string()).collect()
}

/// The action of the button with this label.
fn button(card: &Card, label: &str) -> Action {
    let mut buttons = card.controls.iter().flatten();
    let found = buttons.find(|button| button.label.to_string() == label);
    found.unwrap_or_else(|| panic!("{label}: {card:?}")).action
}

/// Presses a button of the organizer's.
fn press(cup: &mut Cup, card_shown: &Card, label: &str) -> Card {
    let command = button(card_shown, label).command(None).unwrap();
    card(cup.hall.act("org", command).answer)
}

/// Opens a page of the organizer's card.
fn manage(cup: &mut Cup, page: OrganizerPage) -> Card {
    card(cup.act("org", TournamentCommand::Manage(page)).answer)
}

fn managers() -> Hall {
    let mut hall = Hall::new();
    hall.context.manages = true;
    hall
}

fn draft(starts: Option<&str>) -> Command {
    let draft = TournamentCommand::Draft {
        draft: TournamentDraft::new(Variant::Leto),
        starts: starts.map(str::to_owned),
    };
    Command::Tournament(None, draft)
}

#[test]
fn a_tournament_is_announced_with_a_format_a_name_and_a_start() {
    let mut hall = managers();
    let asked = card(hall.act("org", draft(None)).answer);
    let text = asked.text.to_string();
    assert!(
        text.contains("Leto Chess, 10 minutes + 5 seconds per move. Which format?"),
        "{text}"
    );
    assert!(text.contains("Times are in UTC."), "{text}");
    assert_eq!(
        buttons(&asked),
        ["Swiss", "Knockout", "Round robin", "Arena"]
    );
    // Another game is chosen from the menu.
    let menu = asked.menu.clone().unwrap();
    let command = menu.action.command(Some("legan")).unwrap();
    let asked = card(hall.act("org", command).answer);
    let announce = button(&asked, "Knockout");
    let form = app::messages::form(announce).unwrap();
    assert_eq!(form.title.to_string(), "Knockout tournament");
    assert_eq!(form.fields[0].value, "Legan Chess Cup");
    assert!(form.fields[1].optional);
    let command = announce.command(Some("Friday cup\nin 2 hours")).unwrap();
    let handled = hall.act("org", command);
    let id = tournament_of(&handled.outgoing);
    let cup = Cup { hall, id };
    let plan = cup.record().plan;
    assert_eq!(
        (plan.name.as_str(), plan.variant),
        ("Friday cup", Variant::Legan)
    );
    assert_eq!(FormatKind::of(plan.format), FormatKind::Knockout);
    assert_eq!(plan.time, TournamentDraft::TIME);
    assert_eq!(
        plan.starts.unwrap().since(Timestamp(cup.hall.now)).0,
        7_200_000
    );
    let front = card(handled.answer);
    assert_eq!(
        buttons(&front),
        [
            "Start",
            "Invite",
            "Postpone",
            "Refresh",
            "Audit log",
            "Cancel tournament"
        ]
    );
    let text = cup.message();
    assert!(text.contains("Starts <8203> (<8203>)."), "{text}");
}

#[test]
fn what_was_given_with_the_command_is_not_asked_again() {
    let mut hall = managers();
    let asked = card(hall.act("org", draft(Some("in 1 hour"))).answer);
    let form = app::messages::form(button(&asked, "Arena")).unwrap();
    let start = (hall.now + 3_600_000) / 1000;
    assert_eq!(form.fields[1].value, format!("<t:{start}>"));
    let wanted = TournamentDraft {
        format: Some(FormatKind::DoubleElimination),
        ..TournamentDraft::new(Variant::Leto)
    };
    let wanted = TournamentCommand::Draft {
        draft: wanted,
        starts: None,
    };
    let asked = card(hall.act("org", Command::Tournament(None, wanted)).answer);
    assert_eq!(buttons(&asked).last().unwrap(), "Double elimination");
    let refused = hall.refused("org", draft(Some("soon")));
    let unreadable = TournamentRefusal::BadStart(StartTimeError::Unreadable);
    assert_eq!(refused, unreadable.into());
    hall.context.manages = false;
    let refused = hall.refused("ann", draft(None));
    assert_eq!(refused, TournamentRefusal::NotTheOrganizer.into());
}

#[test]
fn a_draft_without_a_time_control_has_the_one_that_is_described() {
    let draft = TournamentDraft::new(Variant::Leto);
    let TournamentCommand::Create { plan, .. } = draft.announced("Cup", None) else {
        panic!();
    };
    let ten_and_five = TimeControl::Live {
        minutes: 10,
        increment: 5,
    };
    assert_eq!(plan.time, ten_and_five);
    let described = text::Lang::ENGLISH.words(&text::msg!("command-tournament-create-time"));
    assert!(described.ends_with("(default: 10+5)"), "{described}");
}

#[test]
fn starts_are_read_in_the_time_zone_of_the_server() {
    let mut hall = managers();
    let zone = |value: &str| Command::Change(Setting::Zone, value.to_owned());
    let shown = card(hall.act("org", zone("europe/berlin")).answer);
    let text = shown.text.to_string();
    assert!(text.contains("Time zone: Europe/Berlin"), "{text}");
    assert_eq!(hall.refused("org", zone("Atlantis")), app::Refusal::BadZone);
    let asked = card(hall.act("org", draft(None)).answer);
    assert!(
        asked
            .text
            .to_string()
            .contains("Times are in Europe/Berlin.")
    );
    let command = button(&asked, "Swiss").command(Some("Cup\n1970-06-01 18:30"));
    let handled = hall.act("org", command.unwrap());
    let id = tournament_of(&handled.outgoing);
    let cup = Cup { hall, id };
    // Berlin had no summer time in 1970.
    let half_past_five = (151 * 24 * 60 + 17 * 60 + 30) * 60_000;
    assert_eq!(cup.record().plan.starts, Some(Timestamp(half_past_five)));
}

#[test]
fn every_common_time_zone_is_one() {
    let mut hall = managers();
    let open = card(
        hall.act(
            "org",
            Command::Settings(app::Scope::Server, Some(Setting::Zone)),
        )
        .answer,
    );
    let menu = open.menu.unwrap();
    for option in &menu.options {
        hall.act("org", menu.action.command(Some(&option.value)).unwrap());
    }
    assert!(menu.options.len() > 20);
}

#[test]
fn a_cancellation_says_what_it_ends_and_is_asked_about() {
    let mut cup = Cup::with(SWISS, 6);
    let front = manage(&mut cup, OrganizerPage::Front);
    let asked = press(&mut cup, &front, "Cancel tournament");
    let text = asked.text.to_string();
    assert_eq!(
        text,
        "Cancel Friday cup? 6 players have joined.\nThis can't be undone."
    );
    assert_eq!(cup.record().stage, Stage::Open);
    cup.act("org", cup.start());
    // It has started since: the question is another one.
    let again = press(&mut cup, &asked, "Cancel tournament");
    let text = again.text.to_string();
    assert!(text.starts_with("Things have changed"), "{text}");
    assert!(text.contains("6 players, 3 games in progress."), "{text}");
    assert_eq!(cup.record().stage, Stage::Playing);
    let done = press(&mut cup, &again, "Cancel tournament");
    assert!(matches!(cup.record().stage, Stage::Canceled(_)));
    assert!(done.text.to_string().contains("can't be undone"));
    assert_eq!(cup.refused("org", cup.undo()), TournamentRefusal::Canceled);
}

#[test]
fn a_start_with_few_players_is_asked_about() {
    let mut cup = Cup::with(Format::RoundRobin(app::Cycles::Single), 3);
    let start = || TournamentCommand::Ask(Risk::Start);
    let asked = card(cup.act("org", start()).answer);
    let text = asked.text.to_string();
    assert!(text.contains("with only 3 players?"), "{text}");
    assert_eq!(cup.record().stage, Stage::Open);
    // With enough it starts at once.
    cup.act("p4", TournamentCommand::Join);
    let again = press(&mut cup, &asked, "Start anyway");
    assert!(again.text.to_string().starts_with("Things have changed"));
    cup.act("org", start());
    assert_eq!(cup.record().stage, Stage::Playing);
    let mut cup = Cup::with(SWISS, 2);
    let asked = card(cup.act("org", start()).answer);
    press(&mut cup, &asked, "Start anyway");
    assert_eq!(cup.record().stage, Stage::Playing);
    let mut cup = Cup::with(SWISS, 1);
    assert_eq!(cup.refused("org", start()), TournamentRefusal::TooFew);
}

#[test]
fn a_removal_is_asked_about_and_concerns_who_was_named() {
    let mut cup = Cup::with(SWISS, 4);
    let remove = TournamentCommand::AskRemove(Seat::Person(person("p2")));
    let asked = card(cup.act("org", remove).answer);
    let text = asked.text.to_string();
    assert!(text.contains("Remove @t:p2 from Friday cup?"), "{text}");
    // The first entrant leaves, and another player has the place of the second.
    cup.act("p1", TournamentCommand::Leave);
    let again = press(&mut cup, &asked, "Remove");
    assert!(again.text.to_string().contains("Remove @t:p3"));
    assert_eq!(cup.record().entries.len(), 3);
    press(&mut cup, &again, "Remove");
    assert!(cup.record().seed_of(&person("p3").id).is_none());
    assert_eq!(cup.record().entries.len(), 2);
}

#[test]
fn a_running_tournament_is_managed_with_buttons() {
    let mut cup = Cup::with(SWISS, 6);
    cup.act("org", cup.start());
    let front = manage(&mut cup, OrganizerPage::Front);
    assert_eq!(
        buttons(&front),
        [
            "Pause",
            "Invite",
            "Remove",
            "Decide a game",
            "Refresh",
            "Audit log",
            "Cancel tournament"
        ]
    );
    let paused = press(&mut cup, &front, "Pause");
    assert_eq!(cup.record().stage, Stage::Paused);
    let undone = press(&mut cup, &paused, "Undo");
    assert!(
        undone.text.to_string().starts_with("Undone:"),
        "{}",
        undone.text
    );
    assert_eq!(cup.record().stage, Stage::Playing);
    let games = press(&mut cup, &undone, "Decide a game");
    let menu = games.menu.unwrap();
    assert_eq!(menu.options.len(), 3);
    let first = menu.options.first().unwrap();
    let page = menu.action.command(Some(&first.value)).unwrap();
    let page = card(cup.hall.act("org", page).answer);
    let asked = press(&mut cup, &page, "Annul and replay");
    assert!(
        asked.text.to_string().contains("after no moves"),
        "{}",
        asked.text
    );
    press(&mut cup, &asked, "Annul and replay");
    let games = cup.games();
    assert_ne!(games[0].to_string(), first.value);
    let decide = Action::Decide(cup.id, games[0], None)
        .command(None)
        .unwrap();
    cup.hall.act("org", decide);
    assert!(cup.game(games[0]).result.is_some());
}

#[test]
fn a_menu_of_many_players_has_pages() {
    let mut cup = Cup::with(SWISS, 30);
    let front = manage(&mut cup, OrganizerPage::Front);
    let first = press(&mut cup, &front, "Remove").menu.unwrap();
    assert_eq!(first.options.len(), 25);
    let more = &first.options.last().unwrap().value;
    let command = first.action.command(Some(more)).unwrap();
    let rest = card(cup.hall.act("org", command).answer).menu.unwrap();
    assert_eq!(rest.options.len(), 6);
    let last = &rest.options.last().unwrap();
    assert_eq!(last.label.to_string(), "p30");
    let command = rest.action.command(Some(&last.value)).unwrap();
    let asked = card(cup.hall.act("org", command).answer);
    assert!(asked.text.to_string().contains("@t:p30"), "{}", asked.text);
}

#[test]
fn an_unknown_code_names_what_is_open_here() {
    let mut cup = Cup::new(plan(SWISS));
    let wrong = Command::Tournament(None, TournamentCommand::Misnamed("friday".to_owned()));
    let refusal = cup.hall.refused("ann", wrong);
    let said = app::messages::refusal(&refusal).to_string();
    let expected = format!(
        "There's no tournament `friday` here. Current tournaments:\nFriday cup (`{}`)",
        cup.id
    );
    assert_eq!(said.replace('`', ""), expected.replace('`', ""));
    let other = app::TournamentId::draw(99, 0);
    let wrong = Command::Tournament(Some(other), TournamentCommand::Join);
    let refusal = cup.hall.refused("ann", wrong);
    assert!(
        matches!(
            &refusal,
            app::Refusal::Tournament(TournamentRefusal::NoSuchCode(_, open)) if open.len() == 1
        ),
        "{refusal:?}"
    );
}

#[test]
fn tournaments_and_their_games_are_suggested_by_name() {
    let mut cup = Cup::with(SWISS, 4);
    let suggested = |cup: &Cup, typed: &str| {
        let all = cup.hall.suggest("org", Completion::Tournament, typed);
        let all = all
            .into_iter()
            .map(|one| (one.label.to_string(), one.value));
        all.collect::<Vec<_>>()
    };
    let code = cup.id.to_string();
    let open = (format!("Friday cup (open) · {code}"), code.clone());
    assert_eq!(suggested(&cup, "FRI"), [open]);
    assert!(suggested(&cup, "monday").is_empty());
    cup.act("org", cup.start());
    let games = |typed: &str| cup.hall.suggest("org", Completion::Pairing(None), typed);
    assert_eq!(games("").len(), 2);
    let [one] = &games("p1")[..] else {
        panic!("{:?}", games("p1"));
    };
    assert!(one.label.to_string().contains("p1"), "{}", one.label);
    let mut elsewhere = request("org", Command::Games);
    elsewhere.venue.server = Some(app::ServerId::new("t:other"));
    let all = cup.hall.app.suggest(&elsewhere, Completion::Tournament, "");
    assert!(all.unwrap().is_empty());
}

#[test]
fn an_abort_is_asked_about_once_someone_has_moved() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    hall.act("bob", Command::AskAbort(game));
    assert!(hall.record(game).result.is_some());
    let game = hall.game(Variant::Toto40);
    hall.play("ann", "d5e5");
    let asked = card(hall.act("bob", Command::AskAbort(game)).answer);
    assert!(hall.record(game).result.is_none());
    let text = asked.text.to_string();
    assert!(text.contains("Abort your game of Toto40"), "{text}");
    let abort = button(&asked, "Abort").command(None).unwrap();
    // Both have moved since.
    hall.play("bob", "Kf6");
    assert_eq!(hall.refused("bob", abort), app::Refusal::TooLateToAbort);
}

fn says(card: &Card, words: &str) -> bool {
    card.text.to_string().contains(words)
}

/// What a button says that no longer fits.
const STALE: &str = "That's already been done, or something has changed since then.";

#[test]
fn postpone_pressed_twice_postpones_once() {
    let starts = Timestamp(10_000_000);
    for plan in [
        plan(SWISS),
        TournamentPlan {
            starts: Some(starts),
            ..plan(SWISS)
        },
    ] {
        let mut cup = Cup::new(plan);
        let before = cup.record().plan.starts;
        let page = OrganizerPage::Postpone;
        let offered = manage(&mut cup, page);
        press(&mut cup, &offered, "1 hour");
        let once = cup.record().plan.starts;
        assert!(once > before);
        let again = press(&mut cup, &offered, "1 hour");
        assert!(says(&again, STALE), "{again:?}");
        assert_eq!(cup.record().plan.starts, once);
        // From the present start on it can be postponed further.
        let offered = manage(&mut cup, page);
        press(&mut cup, &offered, "1 hour");
        assert_eq!(
            cup.record().plan.starts.unwrap(),
            once.unwrap().plus(Span::hours(1))
        );
    }
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    cup.play_round();
    let offered = manage(&mut cup, OrganizerPage::Postpone);
    press(&mut cup, &offered, "1 day");
    let once = cup.record().stage;
    let again = press(&mut cup, &offered, "15 minutes");
    assert!(says(&again, STALE), "{again:?}");
    assert_eq!(cup.record().stage, once);
}

#[test]
fn undo_undoes_the_action_for_which_it_was_offered_and_only_once() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    let front = manage(&mut cup, OrganizerPage::Front);
    let paused = press(&mut cup, &front, "Pause");
    let p1 = Seat::Person(person("p1"));
    let removed = card(cup.act("org", TournamentCommand::Remove(p1)).answer);
    // Another organizer still sees the card after the pause.
    let again = press(&mut cup, &paused, "Undo");
    assert!(says(&again, STALE), "{again:?}");
    let out = |cup: &Cup| cup.record().entries.iter().filter(|e| e.withdrawn).count();
    assert_eq!((out(&cup), cup.record().stage), (1, Stage::Paused));
    let undone = press(&mut cup, &removed, "Undo");
    assert!(says(&undone, "Undone"), "{undone:?}");
    let again = press(&mut cup, &removed, "Undo");
    assert!(says(&again, STALE), "{again:?}");
    assert_eq!((out(&cup), cup.record().stage), (0, Stage::Paused));
}

#[test]
fn each_of_a_large_rounds_games_can_be_chosen_for_a_decision() {
    let mut cup = Cup::with(SWISS, 128);
    cup.act("org", cup.start());
    let front = manage(&mut cup, OrganizerPage::Front);
    let mut shown = press(&mut cup, &front, "Decide a game");
    let mut offered = Vec::new();
    loop {
        let menu = shown.menu.unwrap();
        assert!(menu.options.len() <= SelectMenu::MOST);
        let more = menu
            .options
            .iter()
            .rfind(|o| o.label.to_string() == "More...");
        let games = menu.options.iter();
        let games = games.filter_map(|o| o.value.parse::<app::GameId>().ok());
        offered.extend(games);
        let Some(more) = more else { break };
        let next = menu.action.command(Some(&more.value)).unwrap();
        shown = card(cup.hall.act("org", next).answer);
    }
    assert_eq!(offered, cup.games());
    // The last one can be decided.
    let last = offered[63].to_string();
    let page = Action::ManageGame(cup.id).command(Some(&last)).unwrap();
    let page = card(cup.hall.act("org", page).answer);
    press(&mut cup, &page, "Draw");
    assert!(cup.game(offered[63]).result.is_some());
}

#[test]
fn the_organizers_card_says_nothing_that_others_change_and_is_refreshed_by_a_button() {
    let mut cup = Cup::new(plan(SWISS));
    let front = manage(&mut cup, OrganizerPage::Front);
    assert!(says(&front, "Players: up to 256"), "{}", front.text);
    for name in ["p1", "p2"] {
        cup.act(name, TournamentCommand::Join);
    }
    assert!(!buttons(&front).contains(&"Remove".to_owned()));
    let now = press(&mut cup, &front, "Refresh");
    assert_eq!(now.text.to_string(), front.text.to_string());
    assert!(buttons(&now).contains(&"Remove".to_owned()));
    cup.act("org", cup.start());
    let now = press(&mut cup, &now, "Refresh");
    assert!(says(&now, "round 1 is in progress"), "{}", now.text);
}
