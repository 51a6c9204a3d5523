//! Results without play: what a board says agrees with the standings, the crosstable, ratings and files.

use app::attachment::Attachment;
use app::effect::{Answer, Effect, Manner, Subject};
use app::store::Key;
use app::{
    Command, Cycles, Elimination, End, Format, GameId, Level, MatchRules, Record, RoomId, Seat,
    Span, Stage, TournamentCommand, TournamentPlan, TournamentView, Which,
};
use pairing::{Forfeit, PairingResult};
use rules_core::Color;

use crate::common::cup::{Cup, SWISS, plan};
use crate::common::{moving, person};

const KNOCKOUT: Format = Format::Knockout {
    elimination: Elimination::Single,
    rules: MatchRules { games: 1, extra: 1 },
};

/// A started tournament of two, rated; returns the names of White and Black too.
fn pair(format: Format) -> (Cup, GameId, [String; 2]) {
    let mut cup = Cup::new(TournamentPlan {
        rated: true,
        ..plan(format)
    });
    for name in ["dave", "erin"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.act("org", cup.start());
    let game = cup.games()[0];
    let names = Color::ALL.map(|color| cup.game(game).seats[color].name());
    (cup, game, names)
}

fn files(cup: &mut Cup) -> Vec<String> {
    let (Answer::Aside(card) | Answer::Secret(card)) =
        cup.act("dave", TournamentCommand::Export).answer
    else {
        panic!("no files");
    };
    let files = card.attachments.into_iter().map(|file| match file {
        Attachment::File(file) => String::from_utf8(file.content).unwrap(),
        other => panic!("{other:?}"),
    });
    files.collect()
}

fn abandoned(cup: &Cup, name: &str) -> u32 {
    let key = Key::Career(person(name).id);
    match cup.hall.app.store().get(&key).unwrap().map(|s| s.record) {
        Some(Record::Career(career)) => career.abandoned,
        _ => 0,
    }
}

#[test]
fn a_game_without_a_first_move_is_forfeited_in_every_format_and_everything_agrees() {
    for format in [
        Format::Arena { minutes: 60 },
        Format::Swiss { rounds: 1 },
        Format::RoundRobin(Cycles::Single),
        KNOCKOUT,
    ] {
        let (mut cup, game, [white, black]) = pair(format);
        cup.pass(Span::minutes(6));
        let record = cup.game(game);
        let result = record.result.unwrap();
        assert_eq!(
            (result.winner, result.end),
            (Some(Color::Black), End::Forfeit),
            "{format:?}"
        );
        let said = cup.hall.text(Subject::Game(game));
        let expected =
            format!("@t:{black} won by forfeit: @t:{white} didn't make their first move in time.");
        assert!(said.contains(&expected), "{format:?}: {said}");
        assert!(!said.contains("aborted"), "{said}");
        assert_eq!(record.counted.unwrap().ratings, None, "it is not rated");
        assert_eq!((abandoned(&cup, &white), abandoned(&cup, &black)), (1, 0));
        assert_eq!(
            cup.round(1).boards[0].pairing.result,
            Some(PairingResult::Forfeit(Forfeit::By(Color::White))),
        );
        let mine = cup.said(&black, TournamentCommand::Mine);
        assert!(mine.contains(": won"), "{mine}");
        let mine = cup.said(&white, TournamentCommand::Mine);
        assert!(mine.contains(": lost"), "{mine}");
        if let Format::Arena { .. } = format {
            let entry = |name: &str| {
                let record = cup.record();
                let seed = record.seed_of(&person(name).id).unwrap();
                record.entry(seed).unwrap().clone()
            };
            assert_eq!(entry(&black).arena.points.0, 2);
            assert_eq!(entry(&white).arena.points.0, 0);
            assert!(
                entry(&white).withdrawn,
                "they would be paired again at once"
            );
            cup.pass(Span::minutes(60));
        }
        assert!(matches!(cup.record().stage, Stage::Finished(_)));
        let message = cup.message();
        assert!(message.contains(&format!("{black} won")), "{message}");
        let files = files(&mut cup);
        let table = &files[files.len() - 1];
        let lines: Vec<&str> = table.lines().skip(1).collect();
        assert!(lines[0].contains(&black), "{table}");
        if !matches!(format, Format::Arena { .. }) {
            assert!(
                lines[0].ends_with('+') && lines[1].ends_with('-'),
                "{table}"
            );
        }
    }
}

#[test]
fn black_forfeits_after_whites_first_move_and_the_file_says_who_won() {
    let (mut cup, game, [white, black]) = pair(Format::Swiss { rounds: 1 });
    cup.hall.act(&white, moving(Which::Id(game), "d5d7"));
    cup.pass(Span::minutes(6));
    let said = cup.hall.text(Subject::Game(game));
    assert!(
        said.contains(&format!("@t:{white} won by forfeit: @t:{black}")),
        "{said}"
    );
    let files = files(&mut cup);
    let games = files
        .iter()
        .find(|file| file.starts_with("[Event"))
        .unwrap();
    assert!(games.contains("[Result \"1-0\"]"), "{games}");
    assert!(games.contains("[Termination \"abandoned\"]"), "{games}");
    assert!(!games.contains("1/2"), "{games}");
}

#[test]
fn the_engine_as_a_stand_in_wins_by_forfeit() {
    let mut cup = Cup::new(TournamentPlan {
        stand_in: Some(Level::new(2).unwrap()),
        ..plan(SWISS)
    });
    cup.act("dave", TournamentCommand::Join);
    cup.act("erin", TournamentCommand::Join);
    cup.act("fred", TournamentCommand::Join);
    cup.act("org", cup.start());
    let games = cup.games();
    let alone = games.iter().find(|&&id| cup.game(id).people().count() == 1);
    let game = *alone.unwrap();
    let seats = cup.game(game).seats;
    assert!(matches!(seats[Color::Black], Seat::Engine(_)));
    cup.pass(Span::minutes(6));
    let said = cup.hall.text(Subject::Game(game));
    assert!(said.contains("Delos (2 Novice) won by forfeit"), "{said}");
}

#[test]
fn players_who_both_left_forfeit_both_and_no_board_says_otherwise() {
    let mut cup = Cup::with(Format::RoundRobin(Cycles::Single), 4);
    cup.act("org", cup.start());
    cup.play_round();
    for name in ["p1", "p2", "p3", "p4"] {
        cup.act(name, TournamentCommand::Leave);
    }
    cup.pass(Span::minutes(2));
    for board in cup.round(2).boards {
        assert_eq!(board.game, None);
        assert_eq!(
            board.pairing.result,
            Some(PairingResult::Forfeit(Forfeit::Both))
        );
    }
}

#[test]
fn a_decision_of_the_organizer_is_the_result_on_board_and_in_the_round() {
    let (mut cup, game, [white, _]) = pair(Format::Swiss { rounds: 1 });
    let decision = TournamentCommand::Adjudicate(game, Some(Color::White));
    cup.act("org", decision);
    let said = cup.hall.text(Subject::Game(game));
    assert!(
        said.contains(&format!("@t:{white} won by the organizer's decision")),
        "{said}"
    );
    assert_eq!(
        cup.round(1).boards[0].pairing.result,
        Some(PairingResult::Win(Color::White))
    );
}

#[test]
fn the_board_of_a_game_that_was_replayed_says_that_it_does_not_count() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    let game = cup.games()[0];
    cup.lose(game, Color::White);
    let place = "Friday cup, round 1, board 1";
    let said = cup.hall.text(Subject::Game(game));
    assert!(said.contains(place) && !said.contains("replayed"), "{said}");
    let outgoing = cup.act("org", cup.replay(game)).outgoing;
    let said = cup.hall.text(Subject::Game(game));
    assert!(said.contains(place), "{said}");
    assert!(
        said.contains("Its result doesn't count in the tournament."),
        "{said}"
    );
    let shown = outgoing.iter().any(|o| match &o.effect {
        Effect::Show(show) => show.subject == Subject::Game(game) && show.manner == Manner::InPlace,
        _ => false,
    });
    assert!(shown, "its board is shown again");
    let again = cup.games()[0];
    assert!(!cup.hall.text(Subject::Game(again)).contains("replayed"));
}

/// A tournament with this many players in threads, started.
fn in_threads(format: Format, players: usize) -> Cup {
    let mut cup = Cup::in_threads(plan(format));
    for number in 1..=players {
        cup.act(&format!("p{number}"), TournamentCommand::Join);
    }
    cup.act("org", cup.start());
    cup
}

fn open(cup: &mut Cup, game: GameId) -> Vec<app::effect::Outgoing> {
    let moment = cup.hall.moment();
    let room = RoomId::new(format!("t:{game}"));
    cup.hall.app.thread_opened(game, &room, moment).unwrap()
}

#[test]
fn the_first_move_is_due_only_once_the_thread_is_open() {
    let mut cup = in_threads(SWISS, 4);
    let [late, open_now] = [0, 1].map(|board: usize| cup.games()[board]);
    open(&mut cup, open_now);
    cup.pass(Span::minutes(6));
    assert!(cup.game(open_now).result.is_some());
    assert!(
        cup.game(late).result.is_none(),
        "no one could see the board"
    );
    cup.pass(Span::hours(2));
    assert!(cup.game(late).result.is_none());
    open(&mut cup, late);
    cup.pass(Span::minutes(4));
    assert!(
        cup.game(late).result.is_none(),
        "the five minutes begin now"
    );
    cup.pass(Span::minutes(2));
    assert_eq!(cup.game(late).result.unwrap().end, End::Forfeit);
    // A thread that can't be opened: the game moves to the channel, where the time begins as well.
    let mut cup = in_threads(SWISS, 2);
    let game = cup.games()[0];
    cup.pass(Span::hours(1));
    let moment = cup.hall.moment();
    cup.hall.app.leave_thread(game, moment).unwrap();
    cup.pass(Span::minutes(4));
    assert!(cup.game(game).result.is_none());
    cup.pass(Span::minutes(2));
    assert_eq!(cup.game(game).result.unwrap().end, End::Forfeit);
}

#[test]
fn the_rounds_message_links_to_its_threads_once_and_drops_finished_games() {
    let mut cup = in_threads(SWISS, 40);
    let games = cup.games();
    assert!(!cup.message().contains("#t:"));
    let mut edits = 0;
    for &game in &games {
        edits += open(&mut cup, game).len();
    }
    assert_eq!(edits, 1, "one edit when all named threads are open");
    let said = cup.message();
    assert_eq!(said.lines().count(), 19, "{said}");
    assert!(said.contains(&format!("1. #t:{}", games[0])), "{said}");
    assert!(said.contains("and 4 more games: see Pairings."), "{said}");
    assert!(said.len() < 2000);
    let pairings = TournamentCommand::See(TournamentView::Pairings, None);
    let said = cup.said("eve", pairings);
    assert_eq!(said.matches(". #t:").count(), 20, "{said}");
    let mine = cup.said("p1", TournamentCommand::Mine);
    assert!(mine.contains("in progress in #t:"), "{mine}");
    cup.lose(games[0], Color::White);
    let said = cup.message();
    assert!(!said.contains(&format!("#t:{}", games[0])), "{said}");
}

#[test]
fn a_finished_round_leaves_a_line_that_says_who_leads() {
    let retired = |cup: &Cup| {
        let shown = cup.hall.app.show(Subject::Tournament(cup.id)).unwrap();
        let shown = shown.unwrap();
        (
            shown.retired.to_string(),
            shown.former.map(|former| former.to_string()),
            shown.after,
        )
    };
    let mut cup = Cup::with(Format::Swiss { rounds: 2 }, 8);
    cup.act("org", cup.start());
    assert_eq!(retired(&cup).0, "Friday cup, round 1.");
    cup.play_round();
    assert_eq!(
        retired(&cup).0,
        "Friday cup, round 1: 4 games. p1, p2, p3 and 1 more lead with 1 point each. \
         See /tournament standings."
    );
    cup.pass(Span::minutes(2));
    assert_eq!(retired(&cup).1, None);
    cup.play_round();
    let (_, former, after) = retired(&cup);
    assert_eq!(
        former.unwrap(),
        "Friday cup, round 2: 4 games. The final result is below."
    );
    let last = cup.games().into_iter().map(Subject::Game);
    assert_eq!(
        after,
        last.collect::<Vec<_>>(),
        "the podium waits for the last results"
    );
    assert_eq!(
        cup.hall.buttons(Subject::Tournament(cup.id)),
        ["Standings", "Crosstable"]
    );
}

#[test]
fn an_arena_ends_after_the_board_that_decided_it() {
    let (mut cup, game, _) = pair(Format::Arena { minutes: 5 });
    // The arena is due earlier than the game, to pair someone who has come.
    cup.act("fred", TournamentCommand::Join);
    cup.pass(Span::minutes(5));
    assert!(matches!(cup.record().stage, Stage::Finished(_)));
    let shown = cup.hall.app.show(Subject::Tournament(cup.id)).unwrap();
    let shown = shown.unwrap();
    let said = cup.hall.text(Subject::Game(game));
    assert_eq!(shown.after, [Subject::Game(game)]);
    assert!(said.contains("by forfeit"), "{said}");
    assert!(shown.card.text.to_string().contains("won with 2 points"));
}

#[test]
fn without_a_point_no_one_has_won() {
    let (mut cup, game, _) = pair(Format::Arena { minutes: 5 });
    let white = cup.game(game).seats[Color::White].name();
    cup.hall.act(&white, moving(Which::Id(game), "d5d7"));
    cup.pass(Span::minutes(5));
    assert!(matches!(cup.record().stage, Stage::Finished(_)));
    let said = cup.message();
    assert!(said.contains("The tournament is over."), "{said}");
    assert!(!said.contains("Congratulations"), "{said}");
}

#[test]
fn people_join_and_leave_a_running_arena_by_button_and_a_swiss_until_its_last_round() {
    let mut cup = Cup::with(Format::Arena { minutes: 60 }, 4);
    cup.act("org", cup.start());
    let buttons = |cup: &Cup| cup.hall.buttons(Subject::Tournament(cup.id));
    assert_eq!(
        buttons(&cup),
        ["My games", "Standings", "Pairings", "Join", "Leave"]
    );
    let said = cup.message();
    assert!(
        said.contains("Join or leave anytime before that."),
        "{said}"
    );
    let mut cup = Cup::with(Format::Swiss { rounds: 2 }, 4);
    cup.act("org", cup.start());
    assert!(buttons(&cup).ends_with(&["Join".to_owned(), "Leave".to_owned()]));
    cup.act("late", TournamentCommand::Join);
    cup.play_round();
    cup.pass(Span::minutes(2));
    assert!(
        !buttons(&cup).contains(&"Join".to_owned()),
        "it is the last round"
    );
    let mut cup = Cup::with(KNOCKOUT, 4);
    cup.act("org", cup.start());
    assert!(!buttons(&cup).contains(&"Join".to_owned()));
}

#[test]
fn tie_breaks_are_explained_on_demand_with_the_readers_own() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    cup.play_round();
    let standings = TournamentCommand::See(TournamentView::Standings, None);
    let said = cup.said("p1", standings.clone());
    assert_eq!(said, "Friday cup: standings in round 1");
    let (Answer::Aside(card) | Answer::Secret(card)) = cup.act("p1", standings).answer else {
        panic!("nothing was said");
    };
    let labels: Vec<_> = card
        .controls
        .iter()
        .flatten()
        .map(|b| b.label.to_string())
        .collect();
    assert_eq!(labels, ["Pairings", "Crosstable", "Tie-breaks"]);
    let explain = TournamentCommand::See(TournamentView::TieBreaks, None);
    let said = cup.said("p1", explain.clone());
    assert!(
        said.contains("BH Buchholz: add up your opponents' points. (yours: 0)"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 6, "{said}");
    let stranger = cup.said("eve", explain);
    assert!(!stranger.contains("yours"), "{stranger}");
    cup.hall
        .act("p1", Command::Tournament(None, TournamentCommand::Leave));
}
