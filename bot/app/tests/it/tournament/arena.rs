//! Arenas: free players are paired again until time is up.

use std::collections::BTreeSet;

use app::attachment::Attachment;
use app::effect::{Answer, Subject};
use app::{
    Command, Format, GameId, Level, Seat, Span, Stage, TimeControl, TournamentBoard,
    TournamentCommand, TournamentPlan, TournamentRefusal, TournamentView, Which,
};
use pairing::PairingResult;
use rules_core::Color;

use crate::common::cup::{Cup, columns_of, plan};
use crate::common::{moving, person};

const ARENA: Format = Format::Arena { minutes: 60 };

/// The games in progress, with the round and the board of each.
fn playing(cup: &Cup) -> Vec<TournamentBoard> {
    let open = cup.record().arena.unwrap().open;
    let boards = open.into_iter().flat_map(|round| cup.round(round).boards);
    boards
        .filter(|board| board.pairing.result.is_none())
        .collect()
}

/// White wins after both have moved.
fn white_wins(cup: &mut Cup, game: GameId) {
    cup.lose(game, Color::Black);
}

fn card(cup: &Cup, name: &str) -> pairing::arena::ArenaCard {
    let record = cup.record();
    record
        .entry(record.seed_of(&person(name).id).unwrap())
        .unwrap()
        .arena
}

fn name_of(cup: &Cup, game: GameId, color: Color) -> String {
    cup.game(game).seats[color]
        .person()
        .unwrap()
        .name
        .to_string()
}

#[test]
fn a_free_player_is_paired_again_with_another_opponent_until_the_end() {
    let mut cup = Cup::with(ARENA, 6);
    cup.act("org", cup.start());
    let first = playing(&cup);
    assert_eq!(first.len(), 3);
    for board in &first[..2] {
        white_wins(&mut cup, board.game.unwrap());
    }
    assert_eq!(playing(&cup).len(), 1, "they wait for others a little");
    assert!(cup.pass(Span::seconds(5)).is_empty());
    let outgoing = cup.pass(Span::seconds(10));
    assert_eq!(outgoing.len(), 3, "two boards, and the message in place");
    let now = playing(&cup);
    assert_eq!(now.len(), 3);
    let met = |boards: &[TournamentBoard]| -> BTreeSet<_> {
        let pairs = boards.iter().map(|board| {
            let game = board.pairing;
            (game.white.min(game.black), game.white.max(game.black))
        });
        pairs.collect()
    };
    assert_eq!(
        met(&first).intersection(&met(&now)).count(),
        1,
        "only who still play"
    );
    cup.pass(Span::minutes(61));
    assert!(matches!(cup.record().stage, Stage::Finished(_)));
}

#[test]
fn two_points_for_a_win_doubled_after_two_and_live_standings() {
    let mut cup = Cup::with(ARENA, 4);
    cup.act("org", cup.start());
    // P1 wins every game.
    for _ in 0..3 {
        for board in playing(&cup) {
            let game = board.game.unwrap();
            let loser = if name_of(&cup, game, Color::White) == "p1" {
                Color::Black
            } else {
                Color::White
            };
            cup.lose(game, loser);
        }
        cup.pass(Span::seconds(15));
    }
    let best = card(&cup, "p1");
    assert_eq!((best.points.0, best.streak, best.games), (8, 3, 3));
    let mine = cup.said("p1", TournamentCommand::Mine);
    assert_eq!(mine.matches(": won").count(), 3, "{mine}");
    assert!(!mine.contains("no game"), "others were paired: {mine}");
    let shown = cup
        .hall
        .app
        .show(Subject::Tournament(cup.id))
        .unwrap()
        .unwrap();
    let Attachment::Table(table) = &shown.card.attachments[0] else {
        panic!("no table");
    };
    assert_eq!(columns_of(table), ["Pts", "Games", "Streak"]);
    assert_eq!(table.rows[0].name.to_string(), "p1");
    assert_eq!(table.rows[0].cells, ["8", "3", "3"]);
    assert!(
        cup.message()
            .contains("2 games in progress. The arena ends <"),
        "{}",
        cup.message()
    );
    // The pairings show the games in progress.
    let see = TournamentCommand::See(TournamentView::Pairings, None);
    let (Answer::Aside(card) | Answer::Secret(card)) = cup.act("p2", see).answer else {
        panic!("nothing was said");
    };
    let Attachment::Pairings(pairings) = &card.attachments[0] else {
        panic!("no pairings");
    };
    assert_eq!(pairings.lines.len(), 2);
}

#[test]
fn games_in_progress_at_the_end_do_not_count_and_everyone_has_a_place() {
    let mut cup = Cup::with(Format::Arena { minutes: 5 }, 4);
    cup.act("org", cup.start());
    let games: Vec<_> = playing(&cup)
        .iter()
        .map(|board| board.game.unwrap())
        .collect();
    let winner = name_of(&cup, games[0], Color::White);
    white_wins(&mut cup, games[0]);
    for (color, text) in [(Color::White, "d5e5"), (Color::Black, "Kf6")] {
        let name = name_of(&cup, games[1], color);
        cup.hall.act(&name, moving(Which::Id(games[1]), text));
    }
    cup.hall.now = cup.record().arena.unwrap().until.0;
    cup.pass(Span::seconds(1));
    let before = cup.record();
    assert!(matches!(before.stage, Stage::Finished(_)));
    let first: Vec<_> = before
        .entries
        .iter()
        .filter(|entry| entry.place == Some(1))
        .map(|entry| entry.person().unwrap().name.clone())
        .collect();
    assert_eq!(first, [winner]);
    cup.lose(games[1], Color::White);
    assert_eq!(cup.record().entries, before.entries);
}

#[test]
fn games_in_progress_at_the_end_can_be_aborted() {
    let mut cup = Cup::with(Format::Arena { minutes: 5 }, 4);
    cup.act("org", cup.start());
    let games = playing(&cup);
    let (over, runs) = (games[0].game.unwrap(), games[1].game.unwrap());
    white_wins(&mut cup, over);
    // White's five minutes for the first move do not run out before the end.
    let white = name_of(&cup, runs, Color::White);
    cup.hall.act(&white, moving(Which::Id(runs), "d5e5"));
    assert_eq!(
        cup.hall.refused(&white, Command::Abort(runs)),
        app::Refusal::NoAbort(runs)
    );
    cup.hall.now = cup.record().arena.unwrap().until.0;
    cup.pass(Span::default());
    assert!(cup.record().is_over());
    assert!(cup.game(over).event.is_some(), "that one was counted");
    let buttons = cup.hall.buttons(Subject::Game(runs));
    assert!(buttons.iter().any(|label| label == "Abort"), "{buttons:?}");
    cup.hall.act(&white, Command::Abort(runs));
    assert!(cup.game(runs).result.is_some());
}

#[test]
fn players_can_enter_late_leave_and_rejoin() {
    let mut cup = Cup::with(ARENA, 2);
    cup.act("org", cup.start());
    cup.act("late", TournamentCommand::Join);
    cup.act("later", TournamentCommand::Join);
    cup.pass(Span::seconds(15));
    assert_eq!(playing(&cup).len(), 2);
    cup.act("late", TournamentCommand::Leave);
    for board in playing(&cup) {
        white_wins(&mut cup, board.game.unwrap());
    }
    cup.pass(Span::seconds(15));
    let late = cup.record().seed_of(&person("late").id).unwrap();
    assert!(
        playing(&cup)
            .iter()
            .all(|board| board.pairing.color_of(late).is_none())
    );
    cup.act("late", TournamentCommand::Join);
    cup.pass(Span::seconds(15));
    assert!(
        playing(&cup)
            .iter()
            .any(|board| board.pairing.color_of(late).is_some())
    );
}

#[test]
fn the_last_two_meet_again_and_again() {
    let mut cup = Cup::with(ARENA, 3);
    cup.act("org", cup.start());
    let alone = playing(&cup);
    assert_eq!(alone.len(), 1);
    let free: Vec<_> = (1..=3)
        .map(|number| format!("p{number}"))
        .filter(|name| {
            let seed = cup.record().seed_of(&person(name).id).unwrap();
            alone[0].pairing.color_of(seed).is_none()
        })
        .collect();
    cup.act(&free[0], TournamentCommand::Leave);
    for _ in 0..3 {
        let game = playing(&cup)[0].game.unwrap();
        white_wins(&mut cup, game);
        cup.pass(Span::seconds(15));
        assert_eq!(playing(&cup).len(), 1);
    }
}

#[test]
fn a_player_who_misses_a_game_is_not_paired_until_they_rejoin() {
    let mut cup = Cup::with(ARENA, 2);
    cup.act("org", cup.start());
    let board = playing(&cup)[0];
    let game = board.game.unwrap();
    let absent = name_of(&cup, game, Color::White);
    cup.pass(Span::minutes(6));
    let round = cup.round(1);
    assert_eq!(
        round.boards[0].pairing.result,
        Some(PairingResult::Forfeit(pairing::Forfeit::By(Color::White)))
    );
    assert!(cup.record().entry(board.pairing.white).unwrap().withdrawn);
    let audit = cup.said("p1", TournamentCommand::Audit(0));
    assert!(
        audit.contains("missed a game and is no longer paired"),
        "{audit}"
    );
    cup.pass(Span::seconds(15));
    assert!(playing(&cup).is_empty());
    cup.act(&absent, TournamentCommand::Join);
    cup.pass(Span::seconds(15));
    assert_eq!(playing(&cup).len(), 1);
}

#[test]
fn the_organizer_pauses_adjudicates_and_replays_and_the_engine_takes_part() {
    let mut cup = Cup::new(TournamentPlan {
        stand_in: Level::new(2),
        ..plan(ARENA)
    });
    for name in ["a", "b", "c"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.act("org", cup.start());
    let games = playing(&cup);
    assert_eq!(games.len(), 2, "the third plays the engine");
    let people = games.iter().find(|board| {
        let record = cup.record();
        [board.pairing.white, board.pairing.black]
            .iter()
            .all(|&seed| matches!(record.entry(seed).unwrap().seat, Seat::Person(_)))
    });
    let game = people.unwrap().game.unwrap();
    cup.act("org", TournamentCommand::Pause);
    cup.act("org", cup.replay(game));
    assert_eq!(playing(&cup).len(), 2);
    let again = playing(&cup)
        .iter()
        .filter_map(|board| board.game)
        .find(|&id| id != game && cup.game(id).people().count() == 2)
        .unwrap();
    cup.act(
        "org",
        TournamentCommand::Adjudicate(again, Some(Color::White)),
    );
    assert_eq!(
        cup.refused("org", cup.replay(again)),
        TournamentRefusal::NotOfThisRound(again)
    );
    assert!(
        cup.pass(Span::minutes(1)).is_empty(),
        "no one is paired during a pause"
    );
    cup.act("org", TournamentCommand::Resume);
    cup.act("late", TournamentCommand::Join);
    cup.pass(Span::seconds(15));
    assert_eq!(cup.record().rounds, 2);
    cup.act("org", TournamentCommand::Pause);
    cup.act("org", cup.undo());
    assert_eq!(cup.record().stage, Stage::Playing);
}

#[test]
fn an_arena_has_a_live_clock_and_is_exported() {
    let mut hall = crate::common::Hall::new();
    hall.context.manages = true;
    let slow = TournamentPlan {
        time: TimeControl::PerMove { days: 1 },
        ..plan(ARENA)
    };
    let create = Command::Tournament(None, TournamentCommand::create(slow));
    assert_eq!(
        hall.refused("org", create),
        TournamentRefusal::BadPlan.into()
    );
    let mut cup = Cup::with(ARENA, 2);
    cup.act("org", cup.start());
    let game = playing(&cup)[0].game.unwrap();
    white_wins(&mut cup, game);
    let (Answer::Aside(card) | Answer::Secret(card)) =
        cup.act("p1", TournamentCommand::Export).answer
    else {
        panic!("nothing was said");
    };
    let Attachment::File(table) = &card.attachments[0] else {
        panic!("no table");
    };
    assert_eq!(table.name, "tournament.csv");
    let text = String::from_utf8(table.content.clone()).unwrap();
    let rows: Vec<_> = text.lines().skip(1).collect();
    assert_eq!(rows.len(), 2);
    assert!(
        rows[0].ends_with(",2,1") && rows[1].ends_with(",0,1"),
        "{text}"
    );
    let mine = ["p1", "p2"].map(|name| cup.said(name, TournamentCommand::Mine));
    assert!(mine.iter().any(|mine| mine.contains("won")), "{mine:?}");
    assert!(mine.iter().any(|mine| mine.contains("lost")), "{mine:?}");
}

/// An arena of 70 for an hour; every step may be followed by a restart.
fn hour(restarts: bool) -> (Vec<app::Entry>, u16) {
    let mut cup = Cup::with(ARENA, 70);
    cup.act("org", cup.start());
    let mut step = 0_u64;
    while matches!(cup.record().stage, Stage::Playing) {
        for board in playing(&cup) {
            let sum = board.pairing.white.number() * 7 + board.pairing.black.number() * 13;
            let loser = [Color::White, Color::Black][usize::from(sum % 3 == 0)];
            cup.lose(board.game.unwrap(), loser);
            step += 1;
            let moment = cup.hall.moment();
            if restarts && step % 5 == 2 {
                cup.hall.app.come_back(moment.now).unwrap();
            }
            cup.hall.app.advance(cup.id, moment).unwrap();
        }
        cup.pass(Span::minutes(3));
    }
    (cup.record().entries, cup.record().rounds)
}

#[test]
fn a_long_arena_ends_the_same_however_often_it_is_interrupted() {
    let (calm, rounds) = hour(false);
    let (broken, again) = hour(true);
    assert!(calm == broken, "the entries differ");
    assert_eq!(rounds, again);
    assert!(calm.iter().all(|entry| entry.place.is_some()));
}
