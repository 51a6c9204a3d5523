//! Arenas: free players are paired again until time is up.

use std::collections::BTreeSet;

use app::attachment::Attachment;
use app::effect::Subject;
use app::{
    Command, Entry, Format, GameId, Level, Refusal, Span, Stage, TournamentBoard, TournamentView,
};
use pairing::Seed;
use rules_core::Color;

use crate::common::cup::{ARENA, Cup, Do, Why, columns_of, plan_with, remove};
use crate::common::{assert_says, assert_silent_about, block, come_back, files, reply, table};

/// The games in progress, with the round and the board of each.
fn playing(cup: &Cup) -> Vec<TournamentBoard> {
    let open = cup.record().arena.unwrap().open.into_iter();
    let mut boards: Vec<_> = open.flat_map(|round| cup.round(round).boards).collect();
    boards.retain(|board| board.pairing.result.is_none());
    boards
}

fn games(cup: &Cup) -> Vec<GameId> {
    let boards = playing(cup).into_iter();
    boards.map(|board| board.game.unwrap()).collect()
}

fn players(board: &TournamentBoard) -> BTreeSet<Seed> {
    BTreeSet::from([board.pairing.white, board.pairing.black])
}

fn is_playing(cup: &Cup, name: &str) -> bool {
    let seed = cup.seed(name);
    let mut boards = playing(cup).into_iter();
    boards.any(|board| board.pairing.color_of(seed).is_some())
}

/// Pairs the players who are free.
fn pair(cup: &mut Cup) {
    cup.pass(Span::seconds(15));
}

fn white_wins(cup: &mut Cup, game: GameId) {
    cup.lose(game, Color::Black);
}

/// An arena of three, in which the engine plays against the player without an opponent.
fn with_stand_in() -> Cup {
    let plan = plan_with(ARENA, |plan| plan.stand_in = Level::new(2));
    Cup::begun(plan, ["a", "b", "c"])
}

fn run_out(cup: &mut Cup) {
    cup.hall.now = cup.record().arena.unwrap().until.0;
    cup.pass(Span::default());
}

#[test]
fn a_free_player_is_paired_again_with_another_opponent_until_the_end() {
    let mut cup = Cup::started(ARENA, 6);
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
    let met = |boards: &[TournamentBoard]| -> BTreeSet<_> { boards.iter().map(players).collect() };
    let both = met(&first).intersection(&met(&now)).count();
    assert_eq!(both, 1, "the pair that still plays");
    cup.pass(Span::minutes(61));
    assert!(cup.is_finished());
}

#[test]
fn a_win_is_two_points_doubled_after_two_with_live_standings() {
    let mut cup = Cup::started(ARENA, 4);
    // P1 wins every game.
    for _ in 0..3 {
        for game in games(&cup) {
            let mut others = Color::ALL.into_iter();
            let loser = others.find(|&color| cup.name(game, color) != "p1");
            cup.lose(game, loser.unwrap());
        }
        pair(&mut cup);
    }
    let best = cup.entry("p1").arena;
    assert_eq!((best.points, best.streak, best.games), (8, 3, 3));
    let mine = cup.said("p1", Do::Mine);
    assert_eq!(mine.matches(": won").count(), 3, "{mine}");
    // Others were paired.
    assert_silent_about(&mine, "no game");
    let card = cup.shown().card;
    let table = table(&card).unwrap();
    assert_eq!(columns_of(table), ["Pts", "Games", "Streak"]);
    assert_eq!(table.rows[0].name.to_string(), "p1");
    assert_eq!(table.rows[0].cells, ["8", "3", "3"]);
    let spoken = table.rows[0].spoken.iter().map(ToString::to_string);
    let spoken: Vec<_> = spoken.collect();
    assert_eq!(spoken, ["8 points", "3 games", "streak of 3"]);
    assert_says(cup.message(), "2 games in progress. The arena ends <");
    // The pairings show the games in progress.
    let card = cup.see("p2", TournamentView::Pairings);
    let Attachment::Pairings(pairings) = &card.attachments[0] else {
        panic!("no pairings");
    };
    assert_eq!(pairings.lines.len(), 2);
}

#[test]
fn games_in_progress_at_the_end_do_not_count_and_can_be_aborted() {
    let mut cup = Cup::started(Format::Arena { minutes: 5 }, 6);
    let [over, resigned, aborted] = games(&cup).try_into().unwrap();
    let winner = cup.name(over, Color::White);
    white_wins(&mut cup, over);
    cup.both_move(resigned);
    // White's five minutes for the first move do not run out before the end.
    cup.white_moves(aborted);
    let white = cup.name(aborted, Color::White);
    let abort = || Command::Abort(aborted);
    cup.hall
        .assert_refused(&white, abort(), Refusal::NoAbort(aborted));
    run_out(&mut cup);
    assert!(cup.is_finished());
    assert!(cup.game(over).event.is_some(), "that one was counted");
    let before = cup.record().entries;
    let mut first = before.iter().filter(|entry| entry.place == Some(1));
    assert_eq!(first.next().unwrap().seat.name(), winner);
    let mut places: Vec<_> = before.iter().filter_map(|entry| entry.place).collect();
    places.sort_unstable();
    assert_eq!(places, [1, 2], "two have played");
    cup.lose(resigned, Color::White);
    assert!(cup.hall.has_button(Subject::Game(aborted), "Abort"));
    cup.hall.act(&white, abort());
    assert!(cup.game(aborted).result.is_some());
    assert_eq!(cup.record().entries, before);
}

/// The players in the only game keep meeting each other.
fn assert_meet_again(cup: &mut Cup) {
    let both = players(&playing(cup)[0]);
    for _ in 0..3 {
        let game = games(cup)[0];
        white_wins(cup, game);
        pair(cup);
        let [board] = playing(cup).try_into().unwrap();
        assert_eq!(players(&board), both);
    }
}

#[test]
fn the_last_two_meet_again_and_again() {
    let mut cup = Cup::started(ARENA, 3);
    let free = cup.names().into_iter().find(|who| !is_playing(&cup, who));
    cup.leave(&free.unwrap());
    assert_meet_again(&mut cup);
    // Beside the stand-in.
    let mut cup = with_stand_in();
    let mut with_engine = games(&cup).into_iter();
    let game = with_engine.find(|&id| cup.game(id).people().count() == 1);
    let game = game.unwrap();
    let third = cup.game(game).people().next().unwrap().name.to_string();
    cup.hall.act(&third, Command::Resign(game));
    cup.leave(&third);
    assert_meet_again(&mut cup);
    // Beside someone whom the blocks keep from both.
    let mut cup = Cup::with(ARENA, 3);
    for other in ["p1", "p2"] {
        cup.hall.act("p3", block(other));
    }
    cup.start_now();
    assert_meet_again(&mut cup);
}

#[test]
fn who_missed_a_game_or_was_removed_is_not_paired_until_someone_returns() {
    let rejoin: fn(&mut Cup, &str) = |cup, absent| drop(cup.join(absent));
    let substitute: fn(&mut Cup, &str) = |cup, absent| cup.substitute(absent, "zoe");
    for returns in [rejoin, substitute] {
        let mut cup = Cup::started(ARENA, 2);
        let absent = cup.name(games(&cup)[0], Color::White);
        cup.pass(Span::minutes(6));
        cup.assert_audited(&["missed a game and is no longer paired"]);
        pair(&mut cup);
        assert!(playing(&cup).is_empty());
        returns(&mut cup, &absent);
        pair(&mut cup);
        let [game] = games(&cup).try_into().unwrap();
        let winner = cup.name(game, Color::White);
        white_wins(&mut cup, game);
        cup.organize(remove(&winner));
        pair(&mut cup);
        assert!(playing(&cup).is_empty());
        cup.undo_now();
        pair(&mut cup);
        assert_eq!(playing(&cup).len(), 1);
    }
}

#[test]
fn the_organizer_pauses_and_decides_and_the_engine_takes_part() {
    let mut cup = with_stand_in();
    let of_people = |cup: &Cup, id: GameId| cup.game(id).people().count() == 2;
    let both = games(&cup);
    assert_eq!(both.len(), 2, "the third plays the engine");
    let game = both.into_iter().find(|&id| of_people(&cup, id)).unwrap();
    cup.organize(Do::Pause);
    cup.organize(cup.replay(game));
    let both = games(&cup);
    assert_eq!(both.len(), 2);
    let again = both.into_iter().find(|&id| of_people(&cup, id)).unwrap();
    assert_ne!(again, game);
    cup.organize(Do::Adjudicate(again, Some(Color::White)));
    cup.assert_refused("org", cup.replay(again), Why::NotOfThisRound(again));
    let paused = cup.pass(Span::minutes(1));
    assert!(paused.is_empty(), "no one is paired during a pause");
    cup.organize(Do::Resume);
    cup.join("late");
    pair(&mut cup);
    assert_eq!(cup.record().rounds, 2);
    cup.organize(Do::Pause);
    cup.undo_now();
    assert_eq!(cup.stage(), Stage::Playing);
}

#[test]
fn an_arena_is_exported() {
    let mut cup = Cup::started(ARENA, 2);
    let game = games(&cup)[0];
    white_wins(&mut cup, game);
    let files = files(&reply(cup.act("p1", Do::Export)));
    let (name, text) = &files[0];
    assert_eq!(*name, "tournament.csv");
    let rows: Vec<_> = text.lines().skip(1).collect();
    assert_eq!(rows.len(), 2);
    assert!(rows[0].ends_with(",2,1"), "{text}");
    assert!(rows[1].ends_with(",0,1"), "{text}");
}

/// An arena of 70 for an hour; every step may be followed by a restart.
fn hour(restarts: bool) -> (Vec<Entry>, u16) {
    let mut cup = Cup::started(ARENA, 70);
    let mut step = 0_u64;
    while cup.stage() == Stage::Playing {
        for board in playing(&cup) {
            let sum = board.pairing.white.number() * 7 + board.pairing.black.number() * 13;
            let loser = [Color::White, Color::Black][usize::from(sum % 3 == 0)];
            cup.lose(board.game.unwrap(), loser);
            step += 1;
            let moment = cup.hall.moment();
            let app = &cup.hall.app;
            if restarts && step % 5 == 2 {
                come_back(app, moment.now).unwrap();
            }
            app.advance_all(text::Platform::Discord, moment).unwrap();
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
