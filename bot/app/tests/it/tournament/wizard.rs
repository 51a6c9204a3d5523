//! Announcing a tournament step by step, the organizer's card, and questions before what cannot be undone.

use app::card::{Card, SelectMenu};
use app::commands::Completion;
use app::{
    Action, Command, Format, FormatKind, OrganizerPage, Refusal, Risk, Seat, Setting, Span, Stage,
    StartTimeError, Timestamp, TournamentCommand, TournamentDraft, TournamentPlan,
    TournamentRefusal,
};
use rules_core::Variant;

use crate::common::cup::{Cup, SWISS, plan, remove};
use crate::common::{
    self, Hall, LIVE, assert_says, button, change, labels, person, reply, request, tournament_of,
};

/// Presses a button of the organizer's.
fn press(cup: &mut Cup, shown: &Card, label: &str) -> Card {
    reply(cup.hall.act("org", common::press(shown, label)))
}

/// Chooses from the organizer's menu.
fn choose(cup: &mut Cup, menu: &SelectMenu, value: &str) -> Card {
    let command = menu.action.command(Some(value)).unwrap();
    reply(cup.hall.act("org", command))
}

/// Opens a page of the organizer's card.
fn manage(cup: &mut Cup, page: OrganizerPage) -> Card {
    reply(cup.organize(TournamentCommand::Manage(page)))
}

/// Opens the organizer's card.
fn front(cup: &mut Cup) -> Card {
    manage(cup, OrganizerPage::Front)
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
    let asked = reply(hall.act("org", draft(None)));
    let text = asked.text.to_string();
    let words = "Leto Chess, 10 minutes + 5 seconds per move. Which format?";
    assert_says(&text, words);
    assert_says(&text, "Times are in UTC.");
    let expected = "Swiss, Knockout, Round robin, Arena";
    assert_eq!(labels(&asked).join(", "), expected);
    // Another game is chosen from the menu.
    let menu = asked.menu.clone().unwrap();
    let command = menu.action.command(Some("legan")).unwrap();
    let asked = reply(hall.act("org", command));
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
    assert_eq!(plan.name, "Friday cup");
    assert_eq!(plan.variant, Variant::Legan);
    assert_eq!(FormatKind::of(plan.format), FormatKind::Knockout);
    assert_eq!(plan.time, TournamentDraft::TIME);
    let until = plan.starts.unwrap().since(Timestamp(cup.hall.now));
    assert_eq!(until, Span::hours(2));
    let front = reply(handled);
    let expected = "Start, Invite, Postpone, Refresh, Audit log, Cancel tournament";
    assert_eq!(labels(&front).join(", "), expected);
    assert_says(cup.message(), "Starts <8203> (<8203>).");
}

#[test]
fn options_given_with_the_command_are_not_asked_for_again() {
    let mut hall = managers();
    let asked = reply(hall.act("org", draft(Some("in 1 hour"))));
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
    let asked = reply(hall.act("org", Command::Tournament(None, wanted)));
    assert_eq!(labels(&asked).last().unwrap(), "Double elimination");
    let refused = hall.refused("org", draft(Some("soon")));
    let unreadable = TournamentRefusal::BadStart(StartTimeError::Unreadable);
    assert_eq!(refused, unreadable.into());
    hall.context.manages = false;
    hall.assert_refused("ann", draft(None), TournamentRefusal::NotTheOrganizer);
}

#[test]
fn a_draft_without_a_time_control_has_the_one_that_is_described() {
    let draft = TournamentDraft::new(Variant::Leto);
    let TournamentCommand::Create { plan, .. } = draft.announced("Cup", None) else {
        panic!();
    };
    assert_eq!(plan.time, LIVE);
    let described = text::Lang::ENGLISH.words(&text::msg!("command-tournament-create-time"));
    assert!(described.ends_with("(default: 10+5)"), "{described}");
}

#[test]
fn starts_are_read_in_the_time_zone_of_the_server() {
    let mut hall = managers();
    let shown = reply(hall.act("org", change(Setting::Zone, "europe/berlin")));
    assert_says(&shown.text, "Time zone: Europe/Berlin");
    hall.assert_refused("org", change(Setting::Zone, "Atlantis"), Refusal::BadZone);
    let asked = reply(hall.act("org", draft(None)));
    assert_says(&asked.text, "Times are in Europe/Berlin.");
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
    let settings = Command::Settings(app::Scope::Server, Some(Setting::Zone));
    let open = reply(hall.act("org", settings));
    let menu = open.menu.unwrap();
    for option in &menu.options {
        hall.act("org", menu.action.command(Some(&option.value)).unwrap());
    }
    assert!(menu.options.len() > 20);
}

#[test]
fn a_cancellation_says_what_it_ends_and_is_asked_about() {
    let mut cup = Cup::with(SWISS, 6);
    let front = front(&mut cup);
    let asked = press(&mut cup, &front, "Cancel tournament");
    let question = "Cancel Friday cup? 6 players have joined.\nThis can't be undone.";
    assert_eq!(asked.text.to_string(), question);
    assert_eq!(cup.stage(), Stage::Open);
    cup.start_now();
    // It has started since: the question is another one.
    let again = press(&mut cup, &asked, "Cancel tournament");
    let text = again.text.to_string();
    assert!(text.starts_with("Things have changed"), "{text}");
    assert_says(&text, "6 players, 3 games in progress.");
    assert_eq!(cup.stage(), Stage::Playing);
    let done = press(&mut cup, &again, "Cancel tournament");
    assert!(matches!(cup.stage(), Stage::Canceled(_)));
    assert_says(&done.text, "Canceled. I'll let the players know");
    assert_says(&done.text, "can't be undone");
    cup.assert_refused("org", cup.undo(), TournamentRefusal::Canceled);
}

#[test]
fn a_start_with_few_players_is_asked_about() {
    let mut cup = Cup::with(Format::RoundRobin(app::Cycles::Single), 3);
    let start = || TournamentCommand::Ask(Risk::Start);
    let asked = reply(cup.organize(start()));
    assert_says(&asked.text, "with only 3 players?");
    assert_eq!(cup.stage(), Stage::Open);
    // With enough it starts at once.
    cup.join("p4");
    let again = press(&mut cup, &asked, "Start anyway");
    assert!(again.text.to_string().starts_with("Things have changed"));
    cup.organize(start());
    assert_eq!(cup.stage(), Stage::Playing);
    let mut cup = Cup::with(SWISS, 2);
    let asked = reply(cup.organize(start()));
    press(&mut cup, &asked, "Start anyway");
    assert_eq!(cup.stage(), Stage::Playing);
    let mut cup = Cup::with(SWISS, 1);
    cup.assert_refused("org", start(), TournamentRefusal::TooFew);
}

#[test]
fn a_removal_is_asked_about_and_concerns_who_was_named() {
    let mut cup = Cup::with(SWISS, 4);
    let remove = TournamentCommand::AskRemove(Seat::Person(person("p2")));
    let asked = reply(cup.organize(remove));
    assert_says(&asked.text, "Remove @t:p2 from Friday cup?");
    // The first entrant leaves, and another player has the place of the second.
    cup.leave("p1");
    let again = press(&mut cup, &asked, "Remove");
    assert_says(&again.text, "Remove @t:p3");
    assert_eq!(cup.record().entries.len(), 3);
    press(&mut cup, &again, "Remove");
    assert!(cup.record().seed_of(&person("p3").id).is_none());
    assert_eq!(cup.record().entries.len(), 2);
}

#[test]
fn a_running_tournament_is_managed_with_buttons() {
    let mut cup = Cup::started(SWISS, 6);
    let front = front(&mut cup);
    let expected = "Pause, Invite, Remove, Decide a game, Refresh, Audit log, Cancel tournament";
    assert_eq!(labels(&front).join(", "), expected);
    let paused = press(&mut cup, &front, "Pause");
    assert_eq!(cup.stage(), Stage::Paused);
    let undone = press(&mut cup, &paused, "Undo");
    assert_says(&undone.text, "Undone:");
    assert_eq!(cup.stage(), Stage::Playing);
    let games = press(&mut cup, &undone, "Decide a game");
    let menu = games.menu.unwrap();
    assert_eq!(menu.options.len(), 3);
    let first = menu.options.first().unwrap();
    let page = choose(&mut cup, &menu, &first.value);
    let asked = press(&mut cup, &page, "Annul and replay");
    assert_says(&asked.text, "after no moves");
    press(&mut cup, &asked, "Annul and replay");
    let games = cup.games();
    assert_ne!(games[0].to_string(), first.value);
    let decide = Action::Decide(cup.id, games[0], None).command(None);
    cup.hall.act("org", decide.unwrap());
    assert!(cup.game(games[0]).result.is_some());
}

#[test]
fn a_menu_of_many_players_has_pages() {
    let mut cup = Cup::with(SWISS, 30);
    let front = front(&mut cup);
    let first = press(&mut cup, &front, "Remove").menu.unwrap();
    assert_eq!(first.options.len(), 25);
    let more = &first.options.last().unwrap().value;
    let rest = choose(&mut cup, &first, more).menu.unwrap();
    assert_eq!(rest.options.len(), 6);
    let last = &rest.options.last().unwrap();
    assert_eq!(last.label.to_string(), "p30");
    let asked = choose(&mut cup, &rest, &last.value);
    assert_says(&asked.text, "@t:p30");
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
    let Refusal::Tournament(TournamentRefusal::NoSuchCode(_, open)) = refusal else {
        panic!("{refusal:?}");
    };
    assert_eq!(open.len(), 1);
}

#[test]
fn tournaments_and_their_games_are_suggested_by_name() {
    let mut cup = Cup::with(SWISS, 4);
    let suggested = |cup: &Cup, typed: &str| {
        let all = cup.hall.suggest("org", Completion::Tournament, typed);
        let all = all.into_iter();
        let all = all.map(|one| (one.label.to_string(), one.value));
        all.collect::<Vec<_>>()
    };
    let code = cup.id.to_string();
    let open = (format!("Friday cup (open) · {code}"), code.clone());
    assert_eq!(suggested(&cup, "FRI"), [open]);
    assert!(suggested(&cup, "monday").is_empty());
    cup.start_now();
    let games = |typed: &str| cup.hall.suggest("org", Completion::Pairing(None), typed);
    assert_eq!(games("").len(), 2);
    let [one] = &games("p1")[..] else {
        panic!("{:?}", games("p1"));
    };
    assert_says(&one.label, "p1");
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
    let asked = reply(hall.act("bob", Command::AskAbort(game)));
    assert!(hall.record(game).result.is_none());
    assert_says(&asked.text, "Abort your game of Toto40");
    let abort = common::press(&asked, "Abort");
    // Both have moved since.
    hall.play("bob", "Kf6");
    hall.assert_refused("bob", abort, Refusal::TooLateToAbort);
}

/// The answer to an outdated button.
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
        let offered = manage(&mut cup, OrganizerPage::Postpone);
        press(&mut cup, &offered, "1 hour");
        let once = cup.record().plan.starts;
        assert!(once > before);
        let again = press(&mut cup, &offered, "1 hour");
        assert_says(&again.text, STALE);
        assert_eq!(cup.record().plan.starts, once);
        // From the present start on it can be postponed further.
        let offered = manage(&mut cup, OrganizerPage::Postpone);
        press(&mut cup, &offered, "1 hour");
        let later = once.unwrap().plus(Span::hours(1));
        assert_eq!(cup.record().plan.starts, Some(later));
    }
    let mut cup = Cup::started(SWISS, 4);
    cup.play_round();
    let offered = manage(&mut cup, OrganizerPage::Postpone);
    press(&mut cup, &offered, "1 day");
    let once = cup.stage();
    let again = press(&mut cup, &offered, "15 minutes");
    assert_says(&again.text, STALE);
    assert_eq!(cup.stage(), once);
}

#[test]
fn undo_undoes_the_action_for_which_it_was_offered_and_only_once() {
    let mut cup = Cup::started(SWISS, 4);
    let front = front(&mut cup);
    let paused = press(&mut cup, &front, "Pause");
    let removed = reply(cup.organize(remove("p1")));
    // Another organizer still sees the card after the pause.
    let again = press(&mut cup, &paused, "Undo");
    assert_says(&again.text, STALE);
    let out = |cup: &Cup| cup.record().entries.iter().filter(|e| e.withdrawn).count();
    assert_eq!((out(&cup), cup.stage()), (1, Stage::Paused));
    let undone = press(&mut cup, &removed, "Undo");
    assert_says(&undone.text, "Undone");
    let again = press(&mut cup, &removed, "Undo");
    assert_says(&again.text, STALE);
    assert_eq!((out(&cup), cup.stage()), (0, Stage::Paused));
}

#[test]
fn each_of_a_large_rounds_games_can_be_chosen_for_a_decision() {
    let mut cup = Cup::started(SWISS, 128);
    let front = front(&mut cup);
    let mut shown = press(&mut cup, &front, "Decide a game");
    let mut offered = Vec::new();
    loop {
        let menu = shown.menu.unwrap();
        assert!(menu.options.len() <= SelectMenu::MOST);
        let mut options = menu.options.iter();
        let more = options.rfind(|o| o.label.to_string() == "More...");
        let games = menu.options.iter();
        let games = games.filter_map(|o| o.value.parse::<app::GameId>().ok());
        offered.extend(games);
        let Some(more) = more else { break };
        shown = choose(&mut cup, &menu, &more.value);
    }
    assert_eq!(offered, cup.games());
    // The last one can be decided.
    let last = offered[63].to_string();
    let page = Action::ManageGame(cup.id).command(Some(&last)).unwrap();
    let page = reply(cup.hall.act("org", page));
    press(&mut cup, &page, "Draw");
    assert!(cup.game(offered[63]).result.is_some());
}

#[test]
fn the_organizers_card_is_refreshed_by_a_button() {
    let mut cup = Cup::new(plan(SWISS));
    let front = front(&mut cup);
    assert_says(&front.text, "Players: up to 256");
    cup.enter(["p1", "p2"]);
    assert!(!labels(&front).contains(&"Remove".to_owned()));
    let now = press(&mut cup, &front, "Refresh");
    assert_eq!(now.text.to_string(), front.text.to_string());
    assert!(labels(&now).contains(&"Remove".to_owned()));
    cup.start_now();
    let now = press(&mut cup, &now, "Refresh");
    assert_says(&now.text, "round 1 is in progress");
}
