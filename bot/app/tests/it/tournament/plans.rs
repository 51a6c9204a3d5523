//! The plan of a tournament: its parts, and who may enter.

use app::{
    Action, Command, Format, FormatKind, Level, OrganizerPage, PlanPart, Pool, RoleId, Span, Stage,
    TieBreak, Timestamp, TournamentView,
};
use rules_core::Variant;

use crate::common::cup::{Cup, Do, SWISS, Why, add, columns_of, edit, plan, plan_with, see};
use crate::common::{Hall, assert_says, assert_silent_about, option_labels, person, table};

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
    assert_says(cup.manage(OrganizerPage::Front).text, words);
    let unreadable = || Why::BadPart(PlanPart::TieBreaks);
    for bad in ["BH, BH", "luck", "", "BH,,SB"] {
        cup.assert_refused("org", edit(PlanPart::TieBreaks, bad), unreadable());
    }
    cup.enter(["a", "b", "c", "d"]);
    cup.start_now();
    cup.play_round();
    let card = cup.see("a", TournamentView::Standings);
    assert_says(columns_of(table(&card).unwrap()).join(" "), "WIN SB TPR");
    // Players see their own figures.
    assert_says(cup.said("a", see(TournamentView::TieBreaks)), "(yours: ");
    assert_silent_about(cup.said("eve", see(TournamentView::TieBreaks)), "yours");
}

#[test]
fn parts_written_with_the_announcement_are_read_like_later_edits() {
    let mut hall = Hall::new();
    hall.context.manages = true;
    let written = |part, text: &str| Do::Create {
        plan: Box::new(plan(SWISS)),
        written: vec![(part, text.to_owned())],
    };
    let announce = |command| Command::Tournament(None, command);
    hall.act("org", announce(written(PlanPart::Ratings, "up to 1800")));
    let unreadable = announce(written(PlanPart::Ratings, "strong"));
    hall.assert_refused("org", unreadable, Why::BadPart(PlanPart::Ratings));
}

#[test]
fn the_plan_is_changed_by_buttons_until_the_start_and_undone() {
    let mut cup = Cup::new(plan(SWISS));
    let menu = cup.manage(OrganizerPage::Front).menu.unwrap();
    for option in &menu.options {
        // Each opens a modal, another page, or acts at once.
        let part = PlanPart::from_code(&option.value).unwrap();
        let action = menu.action.chosen(Some(&option.value));
        let form = app::messages::form(action);
        assert_eq!(form.is_some(), part.is_written(), "{part:?}");
        let command = action.command(Some(&option.value));
        assert!(form.is_some() || command.is_some(), "{part:?}");
    }
    let manage = Do::Manage(OrganizerPage::Front);
    for command in [manage, edit(PlanPart::Name, "Mine")] {
        cup.assert_refused("ann", command, Why::NotTheOrganizer);
    }
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
    cup.organize(Do::Edit(PlanPart::CheckIn, None));
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
        use Why::{BadPart, BadPlan, BadStart};
        let refusal = cup.refused("org", edit(part, text));
        let is_bad = matches!(refusal, BadPart(_) | BadPlan | BadStart(_));
        assert!(is_bad, "{refusal:?}");
    }
    assert_eq!(cup.record().plan, changed);
    cup.enter(["a", "b"]);
    cup.start_now();
    cup.assert_refused("org", edit(PlanPart::Name, "Late"), Why::Begun);
}

#[test]
fn a_stricter_plan_puts_no_one_out() {
    let mut cup = Cup::with(SWISS, 5);
    cup.organize(edit(PlanPart::Capacity, "2"));
    assert_eq!(cup.record().plan.capacity, 5);
    cup.assert_refused("late", Do::Join, Why::Full(5));
    cup.organize(edit(PlanPart::Role, "t:members"));
    cup.organize(edit(PlanPart::Ratings, "from 2000"));
    cup.start_now();
    cup.leave("p1");
    cup.join("p1");
    assert!(!cup.entry("p1").withdrawn);
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
        let why = Why::NotAdmitted(limits);
        cup.assert_refused(name, Do::Join, why);
    }
    cup.admit("bob");
    cup.organize(edit(PlanPart::Ratings, "none"));
    cup.organize(edit(PlanPart::Role, "t:members"));
    let role = RoleId::new("t:members");
    // Organizers enter by the same door themselves.
    for (who, command) in [("stranger", Do::Join), ("org", add("org"))] {
        cup.assert_refused(who, command, Why::NeedsRole(role.clone()));
    }
    cup.hall.context.roles = vec![role];
    cup.join("member");
    cup.hall.context.roles.clear();
    cup.organize(Do::Edit(PlanPart::Role, None));
    cup.join("stranger");
    assert_eq!(cup.record().entries.len(), 4);
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
    cup.assert_refused("org", cup.undo(), Why::NothingToUndo);
    assert_eq!(cup.names(), ["p2", "max"]);
}

#[test]
fn an_action_from_before_an_arena_started_cannot_be_undone_in_it() {
    let mut cup = Cup::with(Format::Arena { minutes: 60 }, 3);
    let form = Action::EditPlan(cup.id, PlanPart::Rounds);
    let form = cup.hall.app.form(&person("org"), form).unwrap().unwrap();
    let field = &form.fields[0];
    let words = format!("{}: {}, {}", form.title, field.label, field.example);
    assert_eq!(words, "Arena length: Minutes, 60");
    cup.admit("zoe");
    cup.start_now();
    cup.assert_refused("org", cup.undo(), Why::NothingToUndo);
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
    cup.assert_refused("org", cup.undo(), Why::WouldHaveBegun);
    assert_eq!(cup.record().plan, second);
}

#[test]
fn a_full_tournament_starts_as_soon_as_the_plan_says_so() {
    let mut cup = Cup::with(SWISS, 3);
    cup.organize(edit(PlanPart::Capacity, "3"));
    assert_eq!(cup.stage(), Stage::Open);
    cup.organize(Do::Edit(PlanPart::WhenFull, None));
    assert_eq!(cup.stage(), Stage::Playing);
    // A restored plan says so again.
    let of_two = || plan_with(SWISS, |plan| (plan.when_full, plan.capacity) = (true, 2));
    let mut cup = Cup::new(of_two());
    cup.join("a");
    cup.organize(edit(PlanPart::Capacity, "5"));
    cup.join("b");
    assert_eq!(cup.stage(), Stage::Open);
    cup.undo_now();
    assert_eq!(cup.stage(), Stage::Playing);
    // With check-in it waits for all.
    let mut with_check_in = of_two();
    with_check_in.check_in = true;
    let mut cup = Cup::new(with_check_in);
    cup.enter(["a", "b"]);
    cup.act("a", Do::CheckIn);
    assert_eq!(cup.stage(), Stage::Open);
    cup.act("b", Do::CheckIn);
    assert_eq!(cup.stage(), Stage::Playing);
}

#[test]
fn the_format_is_chosen_from_a_menu() {
    let mut cup = Cup::new(plan(SWISS));
    let menu = cup.manage(OrganizerPage::Format).menu.unwrap();
    assert_eq!(menu.options.len(), FormatKind::ALL.len());
    for option in menu.options {
        cup.hall
            .act("org", menu.action.command(Some(&option.value)).unwrap());
        let kind = FormatKind::of(cup.record().plan.format);
        assert_eq!(kind.code(), option.value);
    }
    cup.organize(edit(PlanPart::Format, "knockout"));
    cup.organize(edit(PlanPart::MatchGames, "2"));
    cup.organize(edit(PlanPart::Format, "double-elimination"));
    let format = cup.record().plan.format;
    assert!(
        matches!(format, Format::Knockout { rules, .. } if rules.games == 2),
        "{format:?}"
    );
    let rounds = edit(PlanPart::Rounds, "5");
    cup.assert_refused("org", rounds, Why::BadPart(PlanPart::Rounds));
}

#[test]
fn the_menu_of_a_plan_says_what_its_defaults_are() {
    let mut cup = Cup::new(plan(SWISS));
    let menu = cup.manage(OrganizerPage::Front).menu.unwrap();
    let details = menu.options.iter().map(|option| option.detail.to_string());
    let details: Vec<_> = details.collect();
    let expected = [
        "Friday cup; Toto40; Swiss; 10 minutes + 5 seconds per move; 3; 256; When you press Start",
        "Buchholz Cut 1, Buchholz, Sonneborn-Berger, Direct Encounter, Number of Wins",
        "None; None; None; No; No; No; No; No; No",
    ];
    assert_eq!(details.join("; "), expected.join("; "));
    cup.organize(edit(PlanPart::Starts, "in 2 hours"));
    let menu = cup.manage(OrganizerPage::Front).menu.unwrap();
    assert!(option_labels(&menu).contains(&"Start".to_owned()));
}
