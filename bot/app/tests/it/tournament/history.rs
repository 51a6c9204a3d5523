//! Finished tournaments: lists, the hall of fame and series; and games that take turns.

use app::attachment::Attachment;
use app::effect::{Answer, Effect, Subject};
use app::{
    Command, Format, Level, Request, RoomId, Seat, ServerId, TournamentCommand, TournamentPlan,
    Venue,
};
use pairing::round_robin::Cycles;
use pictures::Table;
use rules_core::Variant;

use crate::common::cup::{Cup, columns_of, plan};
use crate::common::{Hall, person};

const ALL: Format = Format::RoundRobin(Cycles::Single);

/// Plays a tournament of these players, in which the one named earlier always wins.
fn played(hall: Hall, plan: TournamentPlan, names: &[&str], engine: bool) -> Hall {
    let mut hall = hall;
    hall.context.manages = true;
    let create = Command::Tournament(None, TournamentCommand::create(plan));
    let handled = hall.act("org", create);
    hall.context.manages = false;
    let id = handled.outgoing.iter().find_map(|o| match &o.effect {
        Effect::Show(show) => match show.subject {
            Subject::Tournament(id) => Some(id),
            _ => None,
        },
        _ => None,
    });
    let id = id.unwrap();
    let mut cup = Cup { hall, id };
    for name in names {
        cup.act(name, TournamentCommand::Join);
    }
    if engine {
        let level = Level::new(1).unwrap();
        cup.act("org", TournamentCommand::Add(Seat::Engine(level)));
    }
    cup.act("org", cup.start());
    let strength = |name: &str| names.iter().position(|other| *other == name);
    while !cup.record().is_over() {
        for board in cup.last_round().boards {
            let game = board.game.unwrap();
            let seats = cup.game(game).seats;
            let weaker = rules_core::Color::ALL
                .into_iter()
                .filter(|&color| seats[color].person().is_some())
                .max_by_key(|&color| strength(&seats[color].person().unwrap().name));
            cup.lose(game, weaker.unwrap());
        }
        cup.pass(app::Span::minutes(2));
    }
    cup.hall
}

fn look(hall: &mut Hall, who: &str, series: Option<&str>) -> (String, Option<Table>) {
    let past = TournamentCommand::Past(series.map(str::to_owned));
    let (Answer::Aside(card) | Answer::Secret(card)) =
        hall.act(who, Command::Tournament(None, past)).answer
    else {
        panic!("nothing was said");
    };
    let table = card.attachments.iter().find_map(|attached| match attached {
        Attachment::Table(table) => Some(table.clone()),
        _ => None,
    });
    (card.text.to_string(), table)
}

fn rows(table: &Table) -> Vec<(String, String, Vec<String>)> {
    let rows = table.rows.iter();
    rows.map(|row| (row.rank.clone(), row.name.to_string(), row.cells.clone()))
        .collect()
}

fn row(rank: &str, name: &str, cells: [&str; 3]) -> (String, String, Vec<String>) {
    let cells = cells.map(str::to_owned).to_vec();
    (rank.to_owned(), name.to_owned(), cells)
}

fn of_series(series: Option<&str>) -> TournamentPlan {
    TournamentPlan {
        series: series.map(str::to_owned),
        ..plan(ALL)
    }
}

#[test]
fn a_server_remembers_its_winners_and_the_points_of_a_series() {
    let mut hall = Hall::new();
    let (text, table) = look(&mut hall, "ann", None);
    assert!(
        text.contains("No tournament has finished here yet."),
        "{text}"
    );
    assert!(table.is_none());
    let hall = played(
        hall,
        of_series(Some("Winter")),
        &["ann", "bob", "cid"],
        false,
    );
    let hall = played(
        hall,
        of_series(Some("winter")),
        &["bob", "ann", "cid"],
        false,
    );
    let mut hall = played(hall, of_series(None), &["ann", "bob"], true);
    let (text, table) = look(&mut hall, "ann", None);
    assert_eq!(text.matches("won by").count(), 3, "{text}");
    assert!(text.contains("won by ann (3 players)"), "{text}");
    assert!(text.contains("Series: winter."), "{text}");
    let table = table.unwrap();
    assert_eq!(columns_of(&table), ["Won", "Top 3", "Played"]);
    // The engine won no game of the last tournament, and has no line here.
    let all = rows(&table);
    assert!(
        all.iter().all(|(_, name, _)| !name.contains("Delos")),
        "{all:?}"
    );
    assert_eq!(all.len(), 3);
    assert!(
        table
            .rows
            .iter()
            .any(|row| row.name == "ann".into() && row.marked)
    );
    let (text, table) = look(&mut hall, "cid", Some(" WINTER "));
    assert!(
        text.contains("Points by place: 10, 8, 6, 5, 4, 3, 2, 1."),
        "{text}"
    );
    assert_eq!(
        rows(&table.unwrap()),
        [
            row("1", "ann", ["18", "1", "2"]),
            row("1", "bob", ["18", "1", "2"]),
            row("3", "cid", ["12", "0", "2"]),
        ]
    );
    let (text, table) = look(&mut hall, "cid", Some("Summer"));
    assert!(
        text.contains("No tournament in the series \"Summer\""),
        "{text}"
    );
    assert!(table.is_none());
}

#[test]
fn another_server_sees_none_of_it() {
    let mut hall = played(Hall::new(), of_series(None), &["ann", "bob"], false);
    let request = Request {
        who: person("ann"),
        venue: Venue {
            room: RoomId::new("t:room"),
            server: Some(ServerId::new("t:another")),
        },
        context: app::Context::default(),
        command: Command::Tournament(None, TournamentCommand::Past(None)),
    };
    let moment = hall.moment();
    let (Answer::Aside(card) | Answer::Secret(card)) =
        hall.app.handle(&request, moment).unwrap().answer
    else {
        panic!("nothing was said");
    };
    assert!(card.attachments.is_empty());
    assert!(!card.text.to_string().contains("won by"));
}

#[test]
fn games_take_turns_round_by_round() {
    let turns = TournamentPlan {
        rotation: vec![Variant::Legan],
        ..plan(Format::Swiss { rounds: 3 })
    };
    let mut cup = Cup::new(turns);
    for name in ["a", "b", "c", "d"] {
        cup.act(name, TournamentCommand::Join);
    }
    assert!(
        cup.message().contains("Toto40 and Legan Chess in turn"),
        "{}",
        cup.message()
    );
    cup.act("org", cup.start());
    let mut games = Vec::new();
    while !cup.record().is_over() {
        let board = cup.last_round().boards[0];
        games.push(cup.game(board.game.unwrap()).variant);
        let name = games[games.len() - 1].name();
        assert!(
            cup.message().contains(&format!("({name})")),
            "{}",
            cup.message()
        );
        cup.play_round();
        cup.pass(app::Span::minutes(2));
    }
    assert_eq!(games, [Variant::Toto40, Variant::Legan, Variant::Toto40]);
}
