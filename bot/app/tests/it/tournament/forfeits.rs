//! Results without play: boards, standings, ratings and files agree about them.

use app::effect::{Manner, Outgoing, Subject};
use app::{
    Command, Elimination, End, Format, GameId, Level, MatchRules, Notice, Seat, Span, Tell,
    TournamentView,
};
use pairing::{Forfeit, PairingResult};
use rules_core::Color;

use crate::common::cup::{ARENA, Cup, Do, ROUND_ROBIN, SWISS, plan, plan_with, see};
use crate::common::{
    assert_says, assert_silent_about, files, labels, person, reply, shows, tells, venue,
};

const KNOCKOUT: Format = Format::Knockout {
    elimination: Elimination::Single,
    rules: MatchRules { games: 1, extra: 1 },
};

/// A started tournament of two, rated; returns the names of White and Black too.
fn pair(format: Format) -> (Cup, GameId, [String; 2]) {
    let rated = plan_with(format, |plan| plan.rated = true);
    let cup = Cup::begun(rated, ["dave", "erin"]);
    let game = cup.games()[0];
    let names = Color::ALL.map(|color| cup.name(game, color));
    (cup, game, names)
}

fn exported(cup: &mut Cup) -> Vec<String> {
    let card = reply(cup.act("dave", Do::Export));
    let files = files(&card).into_iter();
    files.map(|(_, content)| content).collect()
}

fn abandoned(cup: &Cup, name: &str) -> u32 {
    let career = cup.hall.career(&person(name).id);
    career.map_or(0, |career| career.abandoned)
}

#[test]
fn a_game_without_a_first_move_is_forfeited_in_every_format() {
    for format in [ARENA, Format::Swiss { rounds: 1 }, ROUND_ROBIN, KNOCKOUT] {
        let (mut cup, game, [white, black]) = pair(format);
        let is_arena = format == ARENA;
        let tells = tells(&cup.pass(Span::minutes(6)));
        let record = cup.game(game);
        let result = record.result.unwrap();
        let won = (Some(Color::Black), End::Forfeit);
        assert_eq!((result.winner, result.end), won, "{format:?}");
        let said =
            format!("@t:{black} won by forfeit: @t:{white} didn't make their first move in time.");
        assert_says(cup.board(game), said);
        assert_eq!(record.counted.unwrap().ratings, None, "it is not rated");
        assert_eq!((abandoned(&cup, &white), abandoned(&cup, &black)), (1, 0));
        let forfeit = PairingResult::Forfeit(Forfeit::By(Color::White));
        assert_eq!(cup.round(1).boards[0].pairing.result, Some(forfeit));
        assert_says(cup.said(&black, Do::Mine), ": won");
        assert_says(cup.said(&white, Do::Mine), ": lost");
        if is_arena {
            let [winner, loser] = [&black, &white].map(|name| cup.entry(name));
            assert_eq!((winner.arena.points, loser.arena.points), (2, 0));
            // They would be paired again at once.
            assert!(loser.withdrawn);
            let withdrawn = |tell: &&Tell| matches!(tell.notice, Notice::Withdrawn { .. });
            let tell = tells.iter().find(withdrawn).unwrap();
            assert_eq!(tell.to, person(&white).id);
            let told = cup.hall.told(tell).unwrap().card;
            assert_says(&told.text, "You missed a game of Friday cup in #t:room");
            assert_eq!(labels(&told), ["Join"]);
            let join = Command::Tournament(Some(cup.id), Do::Join);
            // The notice comes directly.
            let direct = venue("t:direct", None);
            cup.hall.handle(person(&white), direct, join).unwrap();
            assert!(!cup.entry(&white).withdrawn);
            cup.leave(&white);
            cup.pass(Span::minutes(60));
            assert!(cup.hall.told(tell).is_none(), "it is over");
        }
        assert!(cup.is_finished());
        assert_says(cup.message(), format!("{black} won"));
        let files = exported(&mut cup);
        let lines: Vec<&str> = files.last().unwrap().lines().skip(1).collect();
        assert_says(lines[0], &black);
        let marked = lines[0].ends_with('+') && lines[1].ends_with('-');
        assert!(is_arena || marked, "{lines:?}");
    }
}

#[test]
fn black_forfeits_after_whites_first_move_and_the_file_says_who_won() {
    let (mut cup, game, [white, black]) = pair(Format::Swiss { rounds: 1 });
    cup.white_moves(game);
    cup.pass(Span::minutes(6));
    let said = format!("@t:{white} won by forfeit: @t:{black}");
    assert_says(cup.board(game), said);
    let forfeit = PairingResult::Forfeit(Forfeit::By(Color::Black));
    assert_eq!(cup.round(1).boards[0].pairing.result, Some(forfeit));
    assert_eq!([white, black].map(|name| cup.entry(&name).no_shows), [0, 1]);
    let games = exported(&mut cup).remove(2);
    assert_says(&games, "[Result \"1-0\"]");
    assert_says(&games, "[Termination \"abandoned\"]");
    assert_silent_about(&games, "1/2");
}

#[test]
fn the_engine_as_a_stand_in_wins_by_forfeit() {
    let plan = plan_with(SWISS, |plan| plan.stand_in = Level::new(2));
    let mut cup = Cup::begun(plan, ["dave", "erin", "fred"]);
    let mut games = cup.games().into_iter();
    let alone = |id: &GameId| cup.game(*id).people().count() == 1;
    let game = games.find(alone).unwrap();
    assert!(matches!(cup.game(game).seats.black, Seat::Engine(_)));
    cup.pass(Span::minutes(6));
    assert_says(cup.board(game), "Delos at level 2 won by forfeit");
}

#[test]
fn players_who_both_left_forfeit_both_and_no_board_says_otherwise() {
    let mut cup = Cup::started(ROUND_ROBIN, 4);
    cup.play_round();
    for name in ["p1", "p2", "p3", "p4"] {
        cup.leave(name);
    }
    cup.pass(Span::minutes(2));
    for board in cup.round(2).boards {
        assert_eq!(board.game, None);
        let forfeit = PairingResult::Forfeit(Forfeit::Both);
        assert_eq!(board.pairing.result, Some(forfeit));
    }
}

#[test]
fn the_board_of_a_replayed_game_says_that_it_does_not_count() {
    let mut cup = Cup::started(SWISS, 4);
    let game = cup.games()[0];
    cup.lose(game, Color::White);
    assert_says(cup.board(game), "Friday cup, round 1, board 1");
    assert_silent_about(cup.board(game), "replayed");
    let outgoing = cup.organize(cup.replay(game)).outgoing;
    let board = cup.board(game);
    assert_says(&board, "Friday cup, round 1, board 1");
    assert_says(&board, "Its result doesn't count in the tournament.");
    let shown = shows(&outgoing).find(|show| show.subject == Subject::Game(game));
    assert_eq!(shown.unwrap().manner, Manner::InPlace);
    assert_silent_about(cup.board(cup.games()[0]), "replayed");
}

fn in_threads(format: Format, players: usize) -> Cup {
    let mut cup = Cup::in_threads(plan(format));
    cup.enter_numbered(players);
    cup.start_now();
    cup
}

fn open(cup: &mut Cup, game: GameId) -> Vec<Outgoing> {
    cup.hall.thread_opened(game, &format!("t:{game}"))
}

#[test]
fn the_first_move_is_due_only_once_the_thread_is_open() {
    let is_over = |cup: &Cup, game| cup.game(game).result.is_some();
    let mut cup = in_threads(SWISS, 4);
    let [late, open_now] = cup.games().try_into().unwrap();
    open(&mut cup, open_now);
    cup.pass(Span::minutes(6));
    assert!(is_over(&cup, open_now));
    assert!(!is_over(&cup, late), "no one could see the board");
    cup.pass(Span::hours(2));
    assert!(!is_over(&cup, late));
    open(&mut cup, late);
    cup.pass(Span::minutes(4));
    assert!(!is_over(&cup, late), "the five minutes begin now");
    cup.pass(Span::minutes(2));
    assert_eq!(cup.game(late).result.unwrap().end, End::Forfeit);
    // A thread that can't be opened: the game moves to the channel, where the time begins as well.
    let mut cup = in_threads(SWISS, 2);
    let game = cup.games()[0];
    cup.pass(Span::hours(1));
    let moment = cup.hall.moment();
    cup.hall.app.leave_thread(game, moment).unwrap();
    cup.pass(Span::minutes(4));
    assert!(!is_over(&cup, game));
    cup.pass(Span::minutes(2));
    assert_eq!(cup.game(game).result.unwrap().end, End::Forfeit);
}

#[test]
fn the_rounds_message_links_to_its_threads_once_and_drops_finished_games() {
    let mut cup = in_threads(SWISS, 40);
    let games = cup.games();
    assert_silent_about(cup.message(), "#t:");
    let edits = games.iter().flat_map(|&game| open(&mut cup, game));
    assert_eq!(edits.count(), 1, "one edit when all named threads are open");
    let said = cup.message();
    assert_eq!(said.lines().count(), 19, "{said}");
    assert_says(&said, format!("1. #t:{}", games[0]));
    assert_says(&said, "and 4 more games: see Pairings.");
    assert!(said.len() < 2000);
    let said = cup.said("eve", see(TournamentView::Pairings));
    assert_eq!(said.matches(". #t:").count(), 20, "{said}");
    assert_says(cup.said("p1", Do::Mine), "in progress in #t:");
    cup.lose(games[0], Color::White);
    assert_silent_about(cup.message(), format!("#t:{}", games[0]));
}

#[test]
fn a_finished_round_leaves_a_line_that_says_who_leads() {
    let mut cup = Cup::started(Format::Swiss { rounds: 2 }, 8);
    let retired = |cup: &Cup| cup.shown().retired.to_string();
    assert_eq!(retired(&cup), "Friday cup, round 1.");
    cup.play_round();
    let leaders = "p1, p2, p3 and 1 more lead with 1 point each.";
    let line = format!("Friday cup, round 1: 4 games. {leaders} See /tournament standings.");
    assert_eq!(retired(&cup), line);
    cup.pass(Span::minutes(2));
    assert_eq!(cup.shown().former, None);
    cup.play_round();
    let shown = cup.shown();
    let line = "Friday cup, round 2: 4 games. The final result is below.";
    assert_eq!(shown.former.unwrap().to_string(), line);
    // The podium waits for the last results.
    let last: Vec<_> = cup.games().into_iter().map(Subject::Game).collect();
    assert_eq!(shown.after, last);
    assert_eq!(cup.buttons(), ["Standings", "Crosstable"]);
}

#[test]
fn an_arena_ends_after_its_deciding_board_with_a_winner_or_none() {
    let (mut cup, game, _) = pair(Format::Arena { minutes: 5 });
    // The arena is due earlier than the game, to pair someone who has come.
    cup.join("fred");
    cup.pass(Span::minutes(5));
    assert!(cup.is_finished());
    assert_eq!(cup.shown().after, [Subject::Game(game)]);
    assert_says(cup.board(game), "by forfeit");
    assert_says(cup.message(), "won with 2 points");
    // Without a point no one has won.
    let (mut cup, game, _) = pair(Format::Arena { minutes: 5 });
    cup.white_moves(game);
    cup.pass(Span::minutes(5));
    assert!(cup.is_finished());
    assert_says(cup.message(), "The tournament is over.");
    assert_silent_about(cup.message(), "Congratulations");
}

#[test]
fn a_running_arena_or_swiss_can_be_joined_by_button() {
    let can_join = |cup: &Cup| cup.buttons().contains(&"Join".to_owned());
    let cup = Cup::started(ARENA, 4);
    assert!(can_join(&cup));
    assert_says(cup.message(), "Join or leave anytime before that.");
    let mut cup = Cup::started(Format::Swiss { rounds: 2 }, 4);
    assert!(can_join(&cup));
    cup.join("late");
    cup.next_round();
    assert!(!can_join(&cup), "it is the last round");
    assert!(!can_join(&Cup::started(KNOCKOUT, 4)));
}
