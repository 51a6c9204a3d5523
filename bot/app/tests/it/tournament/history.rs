//! Finished tournaments: lists, the hall of fame and series; and games that take turns.

use app::{Command, Level, Seat, Span, TournamentPlan};
use pictures::Table;
use rules_core::{Color, Variant};

use crate::common::cup::{Cup, Do, ROUND_ROBIN, SWISS, columns_of, plan_with};
use crate::common::{Hall, assert_says, assert_silent_about, person, reply, table, venue};

/// Plays a tournament of these players, in which the one named earlier always wins.
fn played<const N: usize>(hall: Hall, plan: TournamentPlan, names: [&str; N]) -> Cup {
    let mut cup = Cup::create(hall, plan);
    cup.enter(names);
    finish(&mut cup, &names);
    cup
}

/// Plays all rounds of a tournament; a person loses against people named earlier and against the engine.
fn finish(cup: &mut Cup, names: &[&str]) {
    cup.start_now();
    let strength = |name: &str| names.iter().position(|other| *other == name);
    while !cup.record().is_over() {
        for game in cup.games() {
            let seats = cup.game(game).seats;
            let people = Color::ALL.into_iter();
            let people = people.filter(|&color| seats[color].person().is_some());
            let weaker = people.max_by_key(|&color| strength(&seats[color].name()));
            cup.lose(game, weaker.unwrap());
        }
        cup.pass(Span::minutes(2));
    }
}

fn look(hall: &mut Hall, who: &str, series: Option<&str>) -> (String, Option<Table>) {
    let past = Do::Past(series.map(str::to_owned));
    let card = reply(hall.act(who, Command::Tournament(None, past)));
    (card.text.to_string(), table(&card).cloned())
}

/// The lines of a table, each with its rank, its name and its figures.
fn rows(table: &Table) -> Vec<String> {
    let rows = table.rows.iter();
    rows.map(|row| format!("{} {}: {}", row.rank, row.name, row.cells.join(", ")))
        .collect()
}

fn of_series(series: Option<&str>) -> TournamentPlan {
    plan_with(ROUND_ROBIN, |plan| plan.series = series.map(str::to_owned))
}

#[test]
fn a_server_remembers_its_winners_and_the_points_of_a_series() {
    let mut hall = Hall::new();
    let (text, table) = look(&mut hall, "ann", None);
    assert_says(&text, "No tournament has finished here yet.");
    assert!(table.is_none());
    let hall = played(hall, of_series(Some("Winter")), ["ann", "bob", "cid"]).hall;
    let hall = played(hall, of_series(Some("winter")), ["bob", "ann", "cid"]).hall;
    let mut cup = Cup::create(hall, of_series(None));
    cup.enter(["ann", "bob"]);
    let engine = Seat::Engine(Level::new(1).unwrap());
    cup.organize(Do::Add(engine));
    finish(&mut cup, &["ann", "bob"]);
    let mut hall = cup.hall;
    let (text, table) = look(&mut hall, "ann", None);
    assert_eq!(text.matches("won by").count(), 3, "{text}");
    assert_says(&text, "won by ann (3 players)");
    assert_says(&text, "Series: winter.");
    let table = table.unwrap();
    assert_eq!(columns_of(&table), ["Won", "Top 3", "Played"]);
    let spoken = table.rows[0].spoken.iter().map(ToString::to_string);
    let expected = ["1 won", "3 in the top 3", "3 played"];
    assert_eq!(spoken.collect::<Vec<_>>(), expected);
    // The engine won no game of the last tournament, and has no line here.
    let all = rows(&table);
    assert!(all.iter().all(|line| !line.contains("Delos")));
    assert_eq!(all.len(), 3);
    let mut marked = table.rows.iter().filter(|row| row.marked);
    assert!(marked.any(|row| row.name == "ann".into()));
    let (text, table) = look(&mut hall, "cid", Some(" WINTER "));
    assert_says(&text, "Points by place: 10, 8, 6, 5, 4, 3, 2, 1.");
    let expected = ["1 ann: 18, 1, 2", "1 bob: 18, 1, 2", "3 cid: 12, 0, 2"];
    assert_eq!(rows(&table.unwrap()), expected);
    let (text, table) = look(&mut hall, "cid", Some("Summer"));
    assert_says(&text, "No tournament in the series \"Summer\"");
    assert!(table.is_none());
}

#[test]
fn with_two_players_one_is_at_the_top_and_another_server_sees_none_of_it() {
    let mut hall = played(Hall::new(), of_series(None), ["ann", "bob"]).hall;
    let (_, table) = look(&mut hall, "ann", None);
    assert_eq!(rows(&table.unwrap()), ["1 ann: 1, 1, 1"]);
    let elsewhere = venue("t:room", Some("t:another"));
    let past = Command::Tournament(None, Do::Past(None));
    let card = reply(hall.handle(person("ann"), elsewhere, past).unwrap());
    assert!(card.attachments.is_empty());
    assert_silent_about(&card.text, "won by");
}

#[test]
fn games_take_turns_round_by_round() {
    let mut cup = Cup::new(plan_with(SWISS, |plan| {
        plan.rotation = vec![Variant::Legan];
    }));
    cup.enter(["a", "b", "c", "d"]);
    assert_says(cup.message(), "Toto40 and Legan Chess in turn");
    cup.start_now();
    let mut games = Vec::new();
    while !cup.record().is_over() {
        let variant = cup.game(cup.games()[0]).variant;
        games.push(variant);
        assert_says(cup.message(), format!("({})", variant.name()));
        cup.next_round();
    }
    assert_eq!(games, [Variant::Toto40, Variant::Legan, Variant::Toto40]);
}
