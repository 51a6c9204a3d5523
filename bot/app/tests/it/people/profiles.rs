//! Profiles, histories, leaderboards and statistics, and who may see them.

use app::attachment::Attachment;
use app::store::Index;
use app::{Command, PeopleCommand, Reach, Refusal, ServerId, Span};
use rules_core::{Family, Variant};

use super::ask;
use crate::common::{Hall, assert_says, assert_silent_about, labels, person, reply, table, venue};

#[test]
fn a_profile_shows_ratings_results_and_the_score_against_the_asker() {
    let mut hall = Hall::new();
    let nothing = ask(&mut hall, "ann", PeopleCommand::Profile(None));
    assert_eq!(nothing.text.to_string(), "ann hasn't finished a game yet.");
    let first = hall.won("ann", "bob", Variant::Leto);
    let second = hall.won("bob", "ann", Variant::Leto);
    let id = hall.rated_game("ann", "bob", Variant::Toto40);
    hall.pass(Span::days(4));
    let anns = PeopleCommand::Profile(Some(person("ann")));
    let seen = ask(&mut hall, "bob", anns);
    let text = seen.text.to_string();
    let heading = "ann\nLeto Chess: 1433? (give or take ";
    assert!(text.starts_with(heading), "{text}");
    assert_says(&text, "), rated games: 1 won, 0 drawn, 1 lost\n");
    assert_says(&text, "All games against people: 1 won, 0 drawn, 2 lost.");
    assert_says(&text, "Lost on time: 1. Aborted: 0.");
    assert_says(&text, "You against ann: 2 won, 0 drawn, 1 lost.");
    assert_says(&text, "provisional");
    for id in [first, second, id] {
        assert_says(&text, id.to_string());
    }
    let Some(Attachment::Curve(curve)) = seen.attachments.first() else {
        panic!("a curve of two games in one family");
    };
    assert_eq!(curve.series.len(), 1, "one game of Toto40 is no curve");
}

#[test]
fn the_pages_of_a_history_have_no_gaps() {
    let mut hall = Hall::new();
    let won = (0..23).map(|_| hall.won("ann", "bob", Variant::Toto40).to_string());
    let mut played: Vec<_> = won.collect();
    played.reverse();
    let mut found = Vec::new();
    let bobs = PeopleCommand::History(Some(person("bob")));
    let mut page = ask(&mut hall, "cat", bobs);
    loop {
        for line in page.text.to_string().lines().skip(1) {
            assert_says(line, "lost");
            found.push(line.split(' ').next().unwrap().to_owned());
        }
        let Some(older) = page.controls.first() else {
            break;
        };
        page = reply(hall.act("cat", older[0].action.command(None).unwrap()));
    }
    assert_eq!(found, played);
}

#[test]
fn skipped_games_do_not_end_a_history() {
    let mut hall = Hall::new();
    let rated = [(); 4].map(|()| hall.won("ann", "bob", Variant::Toto40));
    for _ in 0..15 {
        let id = hall.game(Variant::Leap);
        hall.act("ann", Command::Resign(id));
    }
    let elsewhere = venue("t:other", Some("t:other server"));
    let anns = Command::People(PeopleCommand::History(Some(person("ann"))));
    let page = reply(hall.handle(person("cat"), elsewhere, anns).unwrap());
    let text = page.text.to_string();
    assert_eq!(text.lines().count(), 1 + rated.len(), "{text}");
    for id in &rated {
        assert_says(&text, id.to_string());
    }
    assert!(page.controls.is_empty(), "there are no older ones");
}

#[test]
fn a_leaderboard_lists_established_ratings_best_first() {
    let mut hall = Hall::new();
    let board = |reach| PeopleCommand::Leaderboard(Family::Leto, reach, 0);
    let empty = ask(&mut hall, "ann", board(Reach::Here));
    assert!(empty.attachments.is_empty());
    assert_says(&empty.text, "No one is listed yet.");
    for round in 0..15 {
        // The better one wins two games of three.
        for (better, other) in [("ann", "bob"), ("bob", "cat"), ("ann", "cat")] {
            if round % 3 == 0 {
                hall.won(other, better, Variant::LetoKwagga);
            } else {
                hall.won(better, other, Variant::Leto);
            }
        }
    }
    hall.won("dan", "ann", Variant::Leto);
    for &reach in Reach::ALL {
        let seen = ask(&mut hall, "bob", board(reach));
        let rows = &table(&seen).unwrap().rows;
        let names: Vec<_> = rows.iter().map(|row| row.name.to_string()).collect();
        assert_eq!(names, ["ann", "bob", "cat"], "dan has played one game");
        let marked: Vec<_> = rows.iter().map(|row| row.marked).collect();
        assert_eq!(marked, [false, true, false]);
        assert_eq!(rows[1].cells[1..], ["30", "15", "0", "15"]);
    }
    let provisional = ask(&mut hall, "dan", board(Reach::Here)).text.to_string();
    assert_says(&provisional, "you aren't listed yet");
    let far = PeopleCommand::Leaderboard(Family::Leto, Reach::Here, u16::MAX);
    let last = ask(&mut hall, "ann", far);
    assert_eq!(table(&last).unwrap().rows.len(), 3, "the last page");
    assert_silent_about(labels(&last).join(", "), "Previous");
}

#[test]
fn only_managers_see_a_servers_statistics() {
    let mut hall = Hall::new();
    hall.won("ann", "bob", Variant::Leap64);
    let statistics = Command::People(PeopleCommand::Statistics);
    hall.assert_refused("ann", statistics.clone(), Refusal::NotAManager);
    let seen = reply(hall.manage("mod", statistics));
    assert_eq!(table(&seen).unwrap().rows[0].cells, ["1", "1", "0", "0"]);
    assert_says(&seen.text, "Most played: Leap Chess");
    let weeks = hall.list(&Index::WeeksOf(ServerId::new("t:server")));
    let stored: Vec<_> = weeks.iter().map(|key| hall.stored(key).unwrap()).collect();
    assert_silent_about(format!("{stored:?}"), "t:ann");
}
