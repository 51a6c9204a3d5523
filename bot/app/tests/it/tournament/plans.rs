//! The plan of a tournament: its parts, and who may enter.

use app::attachment::Attachment;
use app::card::Card;
use app::effect::Answer;
use app::{
    Command, Format, FormatKind, Level, OrganizerPage, PlanPart, RoleId, Span, Stage, TieBreak,
    Timestamp, TournamentCommand, TournamentPlan, TournamentRefusal, TournamentView, Which,
};
use rules_core::Variant;

use crate::common::cup::{Cup, SWISS, columns_of, plan};
use crate::common::{Hall, moving, person, rated};

fn edit(part: PlanPart, text: &str) -> TournamentCommand {
    TournamentCommand::Edit(part, Some(text.to_owned()))
}

/// The organizer's card.
fn front(cup: &mut Cup) -> Card {
    page(cup, OrganizerPage::Front)
}

fn page(cup: &mut Cup, page: OrganizerPage) -> Card {
    card(cup.act("org", TournamentCommand::Manage(page)).answer)
}

fn card(answer: Answer) -> Card {
    match answer {
        Answer::Aside(card) | Answer::Secret(card) => *card,
        Answer::Seen | Answer::Hint(_) | Answer::Study(_) => panic!("nothing was said"),
    }
}

fn rating_of(hall: &Hall, name: &str) -> u16 {
    use app::store::Key;
    let id = app::RatingId {
        family: Variant::Toto40.family(),
        pool: app::Pool::Everywhere,
        player: person(name).id,
    };
    match hall
        .app
        .store()
        .get(&Key::Rating(id))
        .unwrap()
        .unwrap()
        .record
    {
        app::Record::Rating(rating) => rating.rating.points(),
        other => panic!("{other:?}"),
    }
}

/// Ann beats bob in a rated game.
fn rated_game(hall: &mut Hall) {
    let game = hall.game_on(rated(Variant::Toto40));
    hall.act("ann", moving(Which::Id(game), "d5e5"));
    hall.act("bob", moving(Which::Id(game), "Kf6"));
    hall.act("bob", Command::Resign(game));
}

#[test]
fn the_order_of_tie_breaks_is_chosen_shown_and_used() {
    let mut cup = Cup::new(plan(SWISS));
    assert!(
        cup.message()
            .contains("Tie-breaks: Buchholz Cut 1, Buchholz, Sonneborn-Berger"),
        "{}",
        cup.message()
    );
    cup.act(
        "org",
        edit(PlanPart::TieBreaks, "win, Sonneborn Berger,tpr"),
    );
    let order = [
        TieBreak::NumberOfWins,
        TieBreak::SonnebornBerger,
        TieBreak::PerformanceRating,
    ];
    assert_eq!(cup.record().plan.ranking().tie_breaks, order);
    assert!(
        cup.message().contains(
            "Tie-breaks: Number of Wins, Sonneborn-Berger, Tournament Performance Rating."
        ),
        "{}",
        cup.message()
    );
    for bad in ["BH, BH", "luck", "", "BH,,SB"] {
        assert_eq!(
            cup.refused("org", edit(PlanPart::TieBreaks, bad)),
            TournamentRefusal::BadPart(PlanPart::TieBreaks),
            "{bad}"
        );
    }
    for name in ["a", "b", "c", "d"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.act("org", cup.start());
    cup.play_round();
    let (Answer::Aside(card) | Answer::Secret(card)) = cup
        .act("a", TournamentCommand::See(TournamentView::Standings, None))
        .answer
    else {
        panic!("nothing was said");
    };
    let tables = card
        .attachments
        .iter()
        .filter_map(|attachments| match attachments {
            Attachment::Table(table) => Some(columns_of(table)),
            _ => None,
        });
    let columns: Vec<_> = tables.flatten().collect();
    assert!(
        columns.ends_with(&["WIN", "SB", "TPR"].map(str::to_owned)),
        "{columns:?}"
    );
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
    let refusal = hall.refused("org", announce(written(PlanPart::Ratings, "strong")));
    assert_eq!(
        refusal,
        TournamentRefusal::BadPart(PlanPart::Ratings).into()
    );
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
    assert_eq!(
        cup.refused("ann", TournamentCommand::Manage(OrganizerPage::Front)),
        TournamentRefusal::NotTheOrganizer
    );
    assert_eq!(
        cup.refused("ann", edit(PlanPart::Name, "Mine")),
        TournamentRefusal::NotTheOrganizer
    );
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
        cup.act("org", edit(part, text));
    }
    let changed = cup.record().plan;
    assert_eq!(changed.name, "Night cup");
    assert_eq!(
        [1, 2, 3].map(|round| changed.variant_of(round)),
        [Variant::Legan, Variant::Toto40, Variant::Legan]
    );
    assert_eq!(changed.format, Format::Swiss { rounds: 7 });
    assert_eq!((changed.capacity, changed.stand_in), (12, Level::new(4)));
    assert_eq!(changed.series.as_deref(), Some("Winter"));
    assert!(changed.starts.unwrap() > Timestamp(cup.hall.now));
    cup.act("org", TournamentCommand::Edit(PlanPart::CheckIn, None));
    assert!(cup.record().plan.check_in);
    cup.act("org", cup.undo());
    assert_eq!(cup.record().plan, changed);
    let audit = cup.said("ann", TournamentCommand::Audit(0));
    for line in [
        "plan changed (series), by org",
        "plan changed (check-in)",
        "last change undone",
    ] {
        assert!(audit.contains(line), "{audit}");
    }
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
        assert!(
            matches!(
                refusal,
                TournamentRefusal::BadPart(_)
                    | TournamentRefusal::BadPlan
                    | TournamentRefusal::BadStart(_)
            ),
            "{refusal:?}"
        );
    }
    assert_eq!(cup.record().plan, changed);
    for name in ["a", "b"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.act("org", cup.start());
    assert_eq!(
        cup.refused("org", edit(PlanPart::Name, "Late")),
        TournamentRefusal::Begun
    );
}

#[test]
fn no_one_is_put_out_when_the_organizer_lowers_the_capacity() {
    let mut cup = Cup::with(SWISS, 5);
    cup.act("org", edit(PlanPart::Capacity, "2"));
    assert_eq!(cup.record().plan.capacity, 5);
    assert_eq!(
        cup.refused("late", TournamentCommand::Join),
        TournamentRefusal::Full(5)
    );
}

#[test]
fn entry_is_limited_by_rating_and_role_but_not_for_the_organizer() {
    let mut cup = Cup::new(plan(SWISS));
    rated_game(&mut cup.hall);
    let (ann, bob) = (rating_of(&cup.hall, "ann"), rating_of(&cup.hall, "bob"));
    assert!(ann > bob, "{ann} {bob}");
    cup.act("org", edit(PlanPart::Ratings, &format!("from {ann}")));
    assert!(
        cup.message()
            .contains(&format!("For ratings of {ann} or higher."))
    );
    cup.act("ann", TournamentCommand::Join);
    let limits = cup.record().plan.ratings;
    for name in ["bob", "stranger"] {
        assert_eq!(
            cup.refused(name, TournamentCommand::Join),
            TournamentRefusal::NotAdmitted(limits),
            "{name}"
        );
    }
    cup.admit("bob");
    cup.act("org", edit(PlanPart::Ratings, "none"));
    cup.act("org", edit(PlanPart::Role, "t:members"));
    let role = RoleId::new("t:members");
    assert_eq!(
        cup.refused("stranger", TournamentCommand::Join),
        TournamentRefusal::NeedsRole(role.clone())
    );
    cup.hall.context.roles = vec![role];
    cup.act("member", TournamentCommand::Join);
    cup.hall.context.roles.clear();
    cup.act("org", TournamentCommand::Edit(PlanPart::Role, None));
    cup.act("stranger", TournamentCommand::Join);
    assert_eq!(cup.record().entries.len(), 4);
}

#[test]
fn a_full_tournament_with_check_in_starts_when_all_have_checked_in() {
    let mut cup = Cup::new(TournamentPlan {
        when_full: true,
        check_in: true,
        capacity: 2,
        ..plan(SWISS)
    });
    for name in ["a", "b"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.act("a", TournamentCommand::CheckIn);
    assert_eq!(cup.record().stage, Stage::Open);
    cup.act("b", TournamentCommand::CheckIn);
    assert_eq!(cup.record().stage, Stage::Playing);
}

#[test]
fn at_its_time_a_tournament_starts_with_the_checked_in_players_or_is_canceled() {
    let mut cup = Cup::new(TournamentPlan {
        check_in: true,
        ..plan(SWISS)
    });
    cup.act("org", edit(PlanPart::Starts, "30"));
    for name in ["a", "b", "c"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.act("a", TournamentCommand::CheckIn);
    cup.pass(Span::minutes(29));
    assert_eq!(cup.record().stage, Stage::Open);
    cup.pass(Span::minutes(2));
    assert!(matches!(cup.record().stage, Stage::Canceled(_)));
}

#[test]
fn undo_of_a_late_entry_finds_the_right_player() {
    let mut cup = Cup::with(SWISS, 3);
    cup.admit("zoe");
    cup.act("org", cup.undo());
    let names = |cup: &Cup| -> Vec<String> {
        let entries = cup.record().entries;
        let names = entries.iter().map(|e| e.person().unwrap().name.to_string());
        names.collect()
    };
    assert_eq!(names(&cup), ["p1", "p2", "p3"]);
    // A player who leaves meanwhile shifts the seeds, so nothing can be undone.
    cup.substitute("p3", "max");
    cup.act("p1", TournamentCommand::Leave);
    assert_eq!(
        cup.refused("org", cup.undo()),
        TournamentRefusal::NothingToUndo
    );
    assert_eq!(names(&cup), ["p2", "max"]);
}

#[test]
fn an_action_from_before_an_arena_started_cannot_be_undone_in_it() {
    let mut cup = Cup::with(Format::Arena { minutes: 60 }, 3);
    cup.admit("zoe");
    cup.act("org", cup.start());
    assert_eq!(
        cup.refused("org", cup.undo()),
        TournamentRefusal::NothingToUndo
    );
}

#[test]
fn an_entrant_rejoins_even_if_no_longer_admitted() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", edit(PlanPart::Role, "t:members"));
    cup.act("org", edit(PlanPart::Ratings, "from 2000"));
    cup.act("org", cup.start());
    cup.act("p1", TournamentCommand::Leave);
    cup.act("p1", TournamentCommand::Join);
    let record = cup.record();
    let seed = record.seed_of(&person("p1").id).unwrap();
    assert!(!record.entry(seed).unwrap().withdrawn);
}

#[test]
fn a_postponed_start_is_restored_unless_it_has_passed() {
    let mut cup = Cup::new(plan(SWISS));
    cup.act("org", edit(PlanPart::Starts, "60"));
    let first = cup.record().plan;
    cup.act("org", cup.postpone(Span::hours(1)));
    cup.act("org", cup.undo());
    assert_eq!(cup.record().plan, first);
    cup.act("org", cup.postpone(Span::hours(1)));
    let second = cup.record().plan;
    cup.pass(Span::minutes(61));
    assert_eq!(
        cup.refused("org", cup.undo()),
        TournamentRefusal::WouldHaveBegun
    );
    assert_eq!(cup.record().plan, second);
}

#[test]
fn a_full_tournament_starts_as_soon_as_the_plan_says_so() {
    let mut cup = Cup::with(SWISS, 3);
    cup.act("org", edit(PlanPart::Capacity, "3"));
    assert_eq!(cup.record().stage, Stage::Open);
    cup.act("org", TournamentCommand::Edit(PlanPart::WhenFull, None));
    assert_eq!(cup.record().stage, Stage::Playing);
    // A restored plan says so again.
    let mut cup = Cup::new(TournamentPlan {
        when_full: true,
        capacity: 2,
        ..plan(SWISS)
    });
    cup.act("a", TournamentCommand::Join);
    cup.act("org", edit(PlanPart::Capacity, "5"));
    cup.act("b", TournamentCommand::Join);
    assert_eq!(cup.record().stage, Stage::Open);
    cup.act("org", cup.undo());
    assert_eq!(cup.record().stage, Stage::Playing);
}

#[test]
fn the_format_is_chosen_from_a_menu_and_keeps_the_length_of_its_variation() {
    let mut cup = Cup::new(plan(SWISS));
    let menu = page(&mut cup, OrganizerPage::Format).menu.unwrap();
    assert_eq!(menu.options.len(), FormatKind::ALL.len());
    for option in menu.options {
        let command = menu.action.command(Some(&option.value)).unwrap();
        cup.hall.act("org", command);
        let kind = FormatKind::of(cup.record().plan.format);
        assert_eq!(kind.code(), option.value);
    }
    cup.act("org", edit(PlanPart::Format, "knockout"));
    cup.act("org", edit(PlanPart::MatchGames, "2"));
    cup.act("org", edit(PlanPart::Format, "double-elimination"));
    let Format::Knockout { rules, .. } = cup.record().plan.format else {
        panic!("{:?}", cup.record().plan.format);
    };
    assert_eq!(rules.games, 2);
    assert_eq!(
        cup.refused("org", edit(PlanPart::Rounds, "5")),
        TournamentRefusal::BadPart(PlanPart::Rounds)
    );
}

#[test]
fn an_unchanged_plan_says_what_its_defaults_are() {
    let mut cup = Cup::new(plan(SWISS));
    let shown = front(&mut cup);
    let menu = shown.menu.unwrap();
    let lines = menu.options.iter();
    let lines: Vec<_> = lines
        .map(|option| format!("{}: {}", option.label, option.detail))
        .collect();
    assert_eq!(
        lines,
        [
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
        ]
    );
}

#[test]
fn a_start_time_can_be_changed_from_the_menu_too() {
    let mut cup = Cup::new(plan(SWISS));
    cup.act("org", edit(PlanPart::Starts, "in 2 hours"));
    let menu = front(&mut cup).menu.unwrap();
    let labels = menu.options.iter().map(|option| option.label.to_string());
    assert!(labels.into_iter().any(|label| label == "Start"));
}
