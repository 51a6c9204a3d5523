//! The plan of a tournament: its parts, and who may enter.

use app::attachment::Attachment;
use app::card::Card;
use app::{
    Action, Command, Format, FormatKind, Level, OrganizerPage, PlanPart, Pool, RoleId, Span, Stage,
    TieBreak, Timestamp, TournamentCommand, TournamentPlan, TournamentRefusal, TournamentView,
};
use rules_core::Variant;

use crate::common::cup::{Cup, SWISS, columns_of, edit, plan, see, with_check_in};
use crate::common::{Hall, assert_says, assert_silent_about, option_labels, person, reply};

/// The organizer's card.
fn front(cup: &mut Cup) -> Card {
    page(cup, OrganizerPage::Front)
}

fn page(cup: &mut Cup, page: OrganizerPage) -> Card {
    reply(cup.organize(TournamentCommand::Manage(page)))
}

#[test]
fn the_order_of_tie_breaks_is_chosen_shown_and_used() {
    let mut cup = Cup::new(plan(SWISS));
    assert_silent_about(cup.message(), "Buchholz");
    let order = cup.said("a", see(TournamentView::TieBreaks));
    assert_says(order, "BH-C1 Buchholz Cut 1: add up your opponents' points");
    cup.organize(edit(PlanPart::TieBreaks, "win, Sonneborn Berger,tpr"));
    let order = [
        TieBreak::NumberOfWins,
        TieBreak::SonnebornBerger,
        TieBreak::PerformanceRating,
    ];
    assert_eq!(cup.record().plan.ranking().tie_breaks, order);
    let words = "Tie-breaks: Number of Wins, Sonneborn-Berger, Tournament Performance Rating";
    assert_says(front(&mut cup).text, words);
    let unreadable = TournamentRefusal::BadPart(PlanPart::TieBreaks);
    for bad in ["BH, BH", "luck", "", "BH,,SB"] {
        let refused = cup.refused("org", edit(PlanPart::TieBreaks, bad));
        assert_eq!(refused, unreadable, "{bad}");
    }
    cup.enter(["a", "b", "c", "d"]);
    cup.start_now();
    cup.play_round();
    let card = reply(cup.act("a", see(TournamentView::Standings)));
    let Attachment::Table(table) = &card.attachments[0] else {
        panic!("{card:?}");
    };
    let columns = columns_of(table);
    assert_says(columns.join(" "), "WIN SB TPR");
}

#[test]
fn parts_written_with_the_announcement_are_read_like_later_edits() {
    let mut hall = Hall::new();
    hall.context.manages = true;
    let written = |part, text: &str| TournamentCommand::Create {
        plan: Box::new(plan(SWISS)),
        written: vec![(part, text.to_owned())],
    };
    let announce = |command| Command::Tournament(None, command);
    hall.act("org", announce(written(PlanPart::Ratings, "up to 1800")));
    let unreadable = announce(written(PlanPart::Ratings, "strong"));
    let why = TournamentRefusal::BadPart(PlanPart::Ratings);
    hall.assert_refused("org", unreadable, why);
}

#[test]
fn the_plan_is_changed_by_buttons_until_the_start_and_undone() {
    let mut cup = Cup::new(plan(SWISS));
    let menu = front(&mut cup).menu.unwrap();
    for option in &menu.options {
        // Each opens a modal, another page, or acts at once.
        let part = PlanPart::from_code(&option.value).unwrap();
        let action = menu.action.chosen(Some(&option.value));
        let form = app::messages::form(action);
        assert_eq!(form.is_some(), part.is_written(), "{part:?}");
        let command = action.command(Some(&option.value));
        assert!(form.is_some() || command.is_some(), "{part:?}");
    }
    let refused = cup.refused("ann", TournamentCommand::Manage(OrganizerPage::Front));
    assert_eq!(refused, TournamentRefusal::NotTheOrganizer);
    let refused = cup.refused("ann", edit(PlanPart::Name, "Mine"));
    assert_eq!(refused, TournamentRefusal::NotTheOrganizer);
    for (part, text) in [
        (PlanPart::Name, "Night cup"),
        (PlanPart::Games, "legan, toto40"),
        (PlanPart::Time, "5+3"),
        (PlanPart::Rounds, "7"),
        (PlanPart::Capacity, "12"),
        (PlanPart::Starts, "2 hours"),
        (PlanPart::StandIn, "4"),
        (PlanPart::Series, "Winter"),
    ] {
        cup.organize(edit(part, text));
    }
    let changed = cup.record().plan;
    assert_eq!(changed.name, "Night cup");
    let games = [1, 2, 3].map(|round| changed.variant_of(round));
    assert_eq!(games, [Variant::Legan, Variant::Toto40, Variant::Legan]);
    assert_eq!(changed.format, Format::Swiss { rounds: 7 });
    assert_eq!((changed.capacity, changed.stand_in), (12, Level::new(4)));
    assert_eq!(changed.series.as_deref(), Some("Winter"));
    assert!(changed.starts.unwrap() > Timestamp(cup.hall.now));
    cup.organize(TournamentCommand::Edit(PlanPart::CheckIn, None));
    assert!(cup.record().plan.check_in);
    cup.undo_now();
    assert_eq!(cup.record().plan, changed);
    cup.assert_audited(&[
        "plan changed (series), by org",
        "plan changed (check-in)",
        "last change undone",
    ]);
    for (part, text) in [
        (PlanPart::Name, "\n"),
        (PlanPart::Games, "chess"),
        (PlanPart::Time, "unlimited"),
        (PlanPart::Rounds, "99"),
        (PlanPart::Capacity, "many"),
        (PlanPart::Starts, "yesterday"),
        (PlanPart::StandIn, "11"),
        (PlanPart::Rated, "yes"),
    ] {
        let refusal = cup.refused("org", edit(part, text));
        let is_bad = matches!(
            refusal,
            TournamentRefusal::BadPart(_)
                | TournamentRefusal::BadPlan
                | TournamentRefusal::BadStart(_)
        );
        assert!(is_bad, "{refusal:?}");
    }
    assert_eq!(cup.record().plan, changed);
    cup.enter(["a", "b"]);
    cup.start_now();
    let refused = cup.refused("org", edit(PlanPart::Name, "Late"));
    assert_eq!(refused, TournamentRefusal::Begun);
}

#[test]
fn no_one_is_put_out_when_the_organizer_lowers_the_capacity() {
    let mut cup = Cup::with(SWISS, 5);
    cup.organize(edit(PlanPart::Capacity, "2"));
    assert_eq!(cup.record().plan.capacity, 5);
    cup.assert_refused("late", TournamentCommand::Join, TournamentRefusal::Full(5));
}

#[test]
fn entry_is_limited_by_rating_and_role_but_not_for_the_organizer() {
    let mut cup = Cup::new(plan(SWISS));
    cup.hall.won("ann", "bob", Variant::Toto40);
    let rating_of = |name: &str| {
        let family = Variant::Toto40.family();
        let rating = cup.hall.rating(&person(name).id, family, Pool::Everywhere);
        rating.unwrap().rating.points()
    };
    let (ann, bob) = (rating_of("ann"), rating_of("bob"));
    assert!(ann > bob, "{ann} {bob}");
    cup.organize(edit(PlanPart::Ratings, &format!("from {ann}")));
    assert_says(cup.message(), format!("For ratings of {ann} or higher."));
    cup.join("ann");
    let limits = cup.record().plan.ratings;
    for name in ["bob", "stranger"] {
        let refused = cup.refused(name, TournamentCommand::Join);
        assert_eq!(refused, TournamentRefusal::NotAdmitted(limits), "{name}");
    }
    cup.admit("bob");
    cup.organize(edit(PlanPart::Ratings, "none"));
    cup.organize(edit(PlanPart::Role, "t:members"));
    let role = RoleId::new("t:members");
    let refused = cup.refused("stranger", TournamentCommand::Join);
    assert_eq!(refused, TournamentRefusal::NeedsRole(role.clone()));
    cup.hall.context.roles = vec![role];
    cup.join("member");
    cup.hall.context.roles.clear();
    cup.organize(TournamentCommand::Edit(PlanPart::Role, None));
    cup.join("stranger");
    assert_eq!(cup.record().entries.len(), 4);
}

#[test]
fn a_full_tournament_with_check_in_starts_when_all_have_checked_in() {
    let mut cup = Cup::new(TournamentPlan {
        when_full: true,
        capacity: 2,
        ..with_check_in()
    });
    cup.enter(["a", "b"]);
    cup.act("a", TournamentCommand::CheckIn);
    assert_eq!(cup.stage(), Stage::Open);
    cup.act("b", TournamentCommand::CheckIn);
    assert_eq!(cup.stage(), Stage::Playing);
}

#[test]
fn undo_of_a_late_entry_finds_the_right_player() {
    let mut cup = Cup::with(SWISS, 3);
    cup.admit("zoe");
    cup.undo_now();
    assert_eq!(cup.names(), ["p1", "p2", "p3"]);
    // A player who leaves in between shifts the seeds, so nothing can be undone.
    cup.substitute("p3", "max");
    cup.leave("p1");
    cup.assert_refused("org", cup.undo(), TournamentRefusal::NothingToUndo);
    assert_eq!(cup.names(), ["p2", "max"]);
}

#[test]
fn an_action_from_before_an_arena_started_cannot_be_undone_in_it() {
    let mut cup = Cup::with(Format::Arena { minutes: 60 }, 3);
    let form = Action::EditPlan(cup.id, PlanPart::Rounds);
    let form = cup.hall.app.form(&person("org"), form).unwrap().unwrap();
    assert_eq!(form.title.to_string(), "Arena length");
    assert_eq!(form.fields[0].label.to_string(), "Minutes");
    assert_eq!(form.fields[0].example.to_string(), "60");
    cup.admit("zoe");
    cup.start_now();
    cup.assert_refused("org", cup.undo(), TournamentRefusal::NothingToUndo);
}

#[test]
fn an_entrant_rejoins_even_if_no_longer_admitted() {
    let mut cup = Cup::with(SWISS, 4);
    cup.organize(edit(PlanPart::Role, "t:members"));
    cup.organize(edit(PlanPart::Ratings, "from 2000"));
    cup.start_now();
    cup.leave("p1");
    cup.join("p1");
    assert!(!cup.entry("p1").withdrawn);
}

#[test]
fn a_postponed_start_is_restored_unless_it_has_passed() {
    let mut cup = Cup::new(plan(SWISS));
    cup.organize(edit(PlanPart::Starts, "60"));
    let first = cup.record().plan;
    cup.organize(cup.postpone(Span::hours(1)));
    cup.undo_now();
    assert_eq!(cup.record().plan, first);
    cup.organize(cup.postpone(Span::hours(1)));
    let second = cup.record().plan;
    cup.pass(Span::minutes(61));
    cup.assert_refused("org", cup.undo(), TournamentRefusal::WouldHaveBegun);
    assert_eq!(cup.record().plan, second);
}

#[test]
fn a_full_tournament_starts_as_soon_as_the_plan_says_so() {
    let mut cup = Cup::with(SWISS, 3);
    cup.organize(edit(PlanPart::Capacity, "3"));
    assert_eq!(cup.stage(), Stage::Open);
    cup.organize(TournamentCommand::Edit(PlanPart::WhenFull, None));
    assert_eq!(cup.stage(), Stage::Playing);
    // A restored plan says so again.
    let mut cup = Cup::new(TournamentPlan {
        when_full: true,
        capacity: 2,
        ..plan(SWISS)
    });
    cup.join("a");
    cup.organize(edit(PlanPart::Capacity, "5"));
    cup.join("b");
    assert_eq!(cup.stage(), Stage::Open);
    cup.undo_now();
    assert_eq!(cup.stage(), Stage::Playing);
}

#[test]
fn the_format_is_chosen_from_a_menu() {
    let mut cup = Cup::new(plan(SWISS));
    let menu = page(&mut cup, OrganizerPage::Format).menu.unwrap();
    assert_eq!(menu.options.len(), FormatKind::ALL.len());
    for option in menu.options {
        let command = menu.action.command(Some(&option.value)).unwrap();
        cup.hall.act("org", command);
        let kind = FormatKind::of(cup.record().plan.format);
        assert_eq!(kind.code(), option.value);
    }
    cup.organize(edit(PlanPart::Format, "knockout"));
    cup.organize(edit(PlanPart::MatchGames, "2"));
    cup.organize(edit(PlanPart::Format, "double-elimination"));
    let Format::Knockout { rules, .. } = cup.record().plan.format else {
        panic!("{:?}", cup.record().plan.format);
    };
    assert_eq!(rules.games, 2);
    let refused = cup.refused("org", edit(PlanPart::Rounds, "5"));
    assert_eq!(refused, TournamentRefusal::BadPart(PlanPart::Rounds));
}

#[test]
fn an_unchanged_plan_says_what_its_defaults_are() {
    let mut cup = Cup::new(plan(SWISS));
    let menu = front(&mut cup).menu.unwrap();
    let options = menu.options.iter();
    let lines = options.map(|option| format!("{}: {}", option.label, option.detail));
    let expected = [
        "Name: Friday cup",
        "Games: Toto40",
        "Format: Swiss",
        "Time control: 10 minutes + 5 seconds per move",
        "Rounds: 3",
        "Maximum number of players: 256",
        "Start: When you press Start",
        "Tie-breaks: Buchholz Cut 1, Buchholz, Sonneborn-Berger, Direct Encounter, Number of Wins",
        "Rating limits: None",
        "Stand-in: None",
        "Series: None",
        "Role needed to join: No",
        "Winner's role: No",
        "Server event: No",
        "Rated games: No",
        "Start as soon as it's full: No",
        "Check-in: No",
    ];
    assert_eq!(lines.collect::<Vec<_>>(), expected);
}

#[test]
fn a_start_time_can_be_changed_from_the_menu_too() {
    let mut cup = Cup::new(plan(SWISS));
    cup.organize(edit(PlanPart::Starts, "in 2 hours"));
    let menu = front(&mut cup).menu.unwrap();
    assert!(option_labels(&menu).contains(&"Start".to_owned()));
}
