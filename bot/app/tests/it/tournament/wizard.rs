//! Announcing a tournament step by step, the organizer's card, and questions before what cannot be undone.

use app::card::{Card, SelectMenu};
use app::commands::Completion;
use app::{
    Action, Command, FormatKind, GameId, OrganizerPage, Refusal, Risk, Seat, Setting, Span, Stage,
    StartTimeError, Timestamp, TournamentDraft,
};
use rules_core::Variant;

use crate::common::cup::{Cup, Do, ROUND_ROBIN, SWISS, Why, plan, plan_with, remove};
use crate::common::{
    self, Hall, LIVE, assert_says, button, change, has_label, labels, option_values, person, reply,
    request, tournament_of,
};

fn press(cup: &mut Cup, shown: &Card, label: &str) -> Card {
    reply(cup.hall.act("org", common::press(shown, label)))
}

fn choose(cup: &mut Cup, menu: &SelectMenu, value: &str) -> Card {
    let command = menu.action.command(Some(value)).unwrap();
    reply(cup.hall.act("org", command))
}

fn front(cup: &mut Cup) -> Card {
    cup.manage(OrganizerPage::Front)
}

fn managers() -> Hall {
    let mut hall = Hall::new();
    hall.context.manages = true;
    hall
}

fn draft(format: Option<FormatKind>, starts: Option<&str>) -> Command {
    let draft = TournamentDraft {
        format,
        ..TournamentDraft::new(Variant::Leto)
    };
    let starts = starts.map(str::to_owned);
    Command::Tournament(None, Do::Draft { draft, starts })
}

/// Lets org announce a tournament.
fn announced(mut hall: Hall, command: Command) -> Cup {
    let id = tournament_of(&hall.act("org", command).outgoing);
    Cup { hall, id }
}

#[test]
fn a_tournament_is_announced_with_a_format_a_name_and_a_start() {
    let mut hall = managers();
    let asked = reply(hall.act("org", draft(None, None)));
    assert_says(&asked.text, "Times are in UTC.");
    // Another game is chosen from the menu.
    let command = asked.menu.unwrap().action.command(Some("legan"));
    let asked = reply(hall.act("org", command.unwrap()));
    let announce = button(&asked, "Knockout");
    let form = app::messages::form(announce).unwrap();
    assert_eq!(form.title.to_string(), "Knockout tournament");
    assert_eq!(form.fields[0].value, "Legan Chess Cup");
    assert!(form.fields[1].optional);
    let command = announce.command(Some("Friday cup\nin 2 hours")).unwrap();
    let cup = announced(hall, command);
    let plan = cup.record().plan;
    assert_eq!(plan.name, "Friday cup");
    assert_eq!(plan.variant, Variant::Legan);
    assert_eq!(FormatKind::of(plan.format), FormatKind::Knockout);
    assert_eq!(plan.time, LIVE);
    let described = text::Lang::ENGLISH.words(&text::msg!("command-tournament-create-time"));
    assert!(described.ends_with("(default: 10+5)"), "{described}");
    let until = plan.starts.unwrap().since(Timestamp(cup.hall.now));
    assert_eq!(until, Span::hours(2));
    assert_says(cup.message(), "Starts <8203> (<8203>).");
}

#[test]
fn options_given_with_the_command_are_not_asked_for_again() {
    let mut hall = managers();
    let asked = reply(hall.act("org", draft(None, Some("in 1 hour"))));
    let form = app::messages::form(button(&asked, "Arena")).unwrap();
    let start = (hall.now + 3_600_000) / 1000;
    assert_eq!(form.fields[1].value, format!("<t:{start}>"));
    let wanted = draft(Some(FormatKind::DoubleElimination), None);
    let asked = reply(hall.act("org", wanted));
    assert_eq!(labels(&asked).last().unwrap(), "Double elimination");
    let unreadable = Why::BadStart(StartTimeError::Unreadable);
    hall.assert_refused("org", draft(None, Some("soon")), unreadable);
    hall.context.manages = false;
    hall.assert_refused("ann", draft(None, None), Why::NotTheOrganizer);
}

#[test]
fn starts_are_read_in_the_time_zone_of_the_server() {
    let mut hall = managers();
    let shown = reply(hall.act("org", change(Setting::Zone, "europe/berlin")));
    assert_says(&shown.text, "Time zone: Europe/Berlin");
    hall.assert_refused("org", change(Setting::Zone, "Atlantis"), Refusal::BadZone);
    let asked = reply(hall.act("org", draft(None, None)));
    assert_says(&asked.text, "Times are in Europe/Berlin.");
    let command = button(&asked, "Swiss").command(Some("Cup\n1970-06-01 18:30"));
    let cup = announced(hall, command.unwrap());
    // Berlin had no summer time in 1970.
    let half_past_five = (151 * 24 * 60 + 17 * 60 + 30) * 60_000;
    assert_eq!(cup.record().plan.starts, Some(Timestamp(half_past_five)));
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
    assert!(again.text.to_string().starts_with("Things have changed"));
    assert_says(&again.text, "6 players, 3 games in progress.");
    assert_eq!(cup.stage(), Stage::Playing);
    let done = press(&mut cup, &again, "Cancel tournament");
    assert!(matches!(cup.stage(), Stage::Canceled(_)));
    assert_says(&done.text, "Canceled. I'll let the players know");
    assert_says(&done.text, "can't be undone");
    cup.assert_refused("org", cup.undo(), Why::Canceled);
}

#[test]
fn a_start_with_few_players_is_asked_about() {
    let mut cup = Cup::with(ROUND_ROBIN, 3);
    let start = || Do::Ask(Risk::Start);
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
    cup.assert_refused("org", start(), Why::TooFew);
}

#[test]
fn a_removal_is_asked_about_and_concerns_who_was_named() {
    let mut cup = Cup::with(SWISS, 4);
    let remove = Do::AskRemove(Seat::Person(person("p2")));
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
    let menu = press(&mut cup, &undone, "Decide a game").menu.unwrap();
    assert_eq!(menu.options.len(), 3);
    let first = &menu.options[0];
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
    let misnamed = Command::Tournament(None, Do::Misnamed("friday".to_owned()));
    let said = app::messages::refusal(&cup.hall.refused("ann", misnamed)).to_string();
    let open = format!("Current tournaments:\nFriday cup ({})", cup.id);
    let expected = format!("There's no tournament friday here. {open}");
    assert_eq!(said.replace('`', ""), expected);
    let other = app::TournamentId::draw(99, 0);
    let wrong = Command::Tournament(Some(other), Do::Join);
    let refusal = cup.hall.refused("ann", wrong);
    let Refusal::Tournament(Why::NoSuchCode(_, open)) = refusal else {
        panic!("{refusal:?}");
    };
    assert_eq!(open.len(), 1);
}

#[test]
fn tournaments_and_their_games_are_suggested_by_name() {
    let mut cup = Cup::with(SWISS, 4);
    let suggested = |typed: &str| cup.hall.suggest("org", Completion::Tournament, typed);
    let [open] = suggested("FRI").try_into().unwrap();
    let code = cup.id.to_string();
    assert_eq!(
        open.label.to_string(),
        format!("Friday cup (open) · {code}")
    );
    assert_eq!(open.value, code);
    assert!(suggested("monday").is_empty());
    cup.start_now();
    let games = |typed: &str| cup.hall.suggest("org", Completion::Pairing(None), typed);
    assert_eq!(games("").len(), 2);
    let [one] = games("p1").try_into().unwrap();
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
    for starts in [None, Some(Timestamp(10_000_000))] {
        let mut cup = Cup::new(plan_with(SWISS, |plan| plan.starts = starts));
        let before = cup.record().plan.starts;
        let offered = cup.manage(OrganizerPage::Postpone);
        press(&mut cup, &offered, "1 hour");
        let once = cup.record().plan.starts;
        assert!(once > before);
        let again = press(&mut cup, &offered, "1 hour");
        assert_says(&again.text, STALE);
        assert_eq!(cup.record().plan.starts, once);
        // From the present start on it can be postponed further.
        let offered = cup.manage(OrganizerPage::Postpone);
        press(&mut cup, &offered, "1 hour");
        let later = once.unwrap().plus(Span::hours(1));
        assert_eq!(cup.record().plan.starts, Some(later));
    }
    let mut cup = Cup::started(SWISS, 4);
    cup.play_round();
    let offered = cup.manage(OrganizerPage::Postpone);
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
        let values = option_values(&menu);
        offered.extend(values.iter().filter_map(|id| id.parse::<GameId>().ok()));
        let mut options = menu.options.iter();
        let more = options.rfind(|one| one.label.to_string() == "More...");
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
    assert!(!has_label(&front, "Remove"));
    let now = press(&mut cup, &front, "Refresh");
    assert_eq!(now.text.to_string(), front.text.to_string());
    assert!(has_label(&now, "Remove"));
    cup.start_now();
    let now = press(&mut cup, &now, "Refresh");
    assert_says(&now.text, "round 1 is in progress");
}
