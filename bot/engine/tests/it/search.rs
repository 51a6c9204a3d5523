//! The search through its public interface: legal, deterministic, quick to stop.

use engine::arena::{MatchConfig, openings, play_match, player::Player};
use engine::{Level, SearchLimits, Searcher, Seeds, Stop, choose_move, search};
use rules_core::{Game, Move, Variant};
use std::time::{Duration, Instant};

/// The move of a level with fresh tables, of so few nodes that no level's time runs out on a busy machine.
fn choose(game: &Game, level: u8, seed: u64, stop: &Stop) -> Option<Move> {
    let level = Level::new(level).unwrap();
    let mut searcher = Searcher::new(level.tt_bytes());
    let seeds = Seeds {
        game: seed,
        turn: seed,
    };
    let limits = SearchLimits::nodes(3_000);
    choose_move(&mut searcher, game, level, &limits, stop, seeds).map(|(mv, _)| mv)
}

#[test]
fn the_same_position_limit_and_seed_give_the_same_answer() {
    for variant in Variant::ALL {
        let game = openings::balanced(variant, 6, 5);
        let limits = SearchLimits::nodes(6_000);
        let once = || search(&game, &limits, &Stop::new(), &mut |_| ());
        let (mut a, mut b) = (once(), once());
        (a.time, b.time) = (Duration::ZERO, Duration::ZERO);
        assert_eq!(a, b, "{}", variant.id());
        for level in [1, 4, 7] {
            let [first, again] = [(); 2].map(|()| choose(&game, level, 77, &Stop::new()));
            assert!(first.is_some());
            assert_eq!(first, again, "{}", variant.id());
        }
    }
}

#[test]
fn the_line_of_several_threads_is_legal() {
    for variant in Variant::ALL {
        let mut game = openings::balanced(variant, 6, 5);
        let mut searcher = Searcher::new(1 << 20);
        searcher.set_threads(3);
        let limits = SearchLimits::nodes(20_000);
        let report = searcher.search(&game, &limits, &Stop::new(), &mut |_| ());
        assert_eq!(report.best, report.pv.first().copied());
        assert!(report.best.is_some());
        for mv in &report.pv {
            game.play(*mv).unwrap();
        }
    }
}

#[test]
fn every_line_is_legal_and_starts_with_the_best_move() {
    for variant in Variant::ALL {
        for seed in 0..6 {
            let game = openings::balanced(variant, 4 + 4 * seed, u64::try_from(seed).unwrap());
            let mut searcher = Searcher::new(1 << 20);
            searcher.multi_pv = 3;
            let limits = SearchLimits::nodes(3_000);
            let report = searcher.search(&game, &limits, &Stop::new(), &mut |_| ());
            assert_eq!(report.best, report.pv.first().copied());
            let first = &report.lines[0];
            assert_eq!((first.score, &first.moves), (report.score, &report.pv));
            for line in &report.lines {
                let mut game = game.clone();
                for mv in &line.moves {
                    let text = mv.uci(game.position().shape()).to_string();
                    assert!(game.play(*mv).is_ok(), "{}: {text}", game.position());
                }
            }
        }
    }
}

#[test]
fn levels_play_whole_games_without_an_illegal_move() {
    for variant in Variant::ALL {
        let mut game = Game::new(variant);
        for ply in 0..120 {
            if game.outcome().is_some() {
                break;
            }
            let level = 1 + u8::try_from(ply % 6).unwrap();
            let mv = choose(&game, level, ply, &Stop::new()).unwrap();
            assert!(game.play(mv).is_ok(), "{}", game.position());
        }
    }
}

#[test]
fn a_stalemate_that_wins_goes_before_the_draw_by_fifty_moves() {
    let fen = "*1Dk1*/6/1N4/1pS1P1/1P4/6/1DD3/*3K* w - - 99 68";
    let game = Game::replay(Variant::LeapOptional, Some(fen), []).unwrap();
    let report = search(&game, &SearchLimits::depth(2), &Stop::new(), &mut |_| ());
    assert_eq!(report.score.mate_in(), Some(1));
}

#[test]
fn a_search_without_limits_can_be_stopped() {
    let game = Game::new(Variant::Leto);
    let stop = Stop::new();
    let other = stop.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        other.stop();
        Instant::now()
    });
    let report = search(&game, &SearchLimits::default(), &stop, &mut |_| ());
    let waited = thread.join().unwrap().elapsed();
    assert!(report.best.is_some());
    assert!(waited < Duration::from_secs(5), "{waited:?}");
}

#[test]
fn a_search_stopped_before_it_starts_still_has_a_move() {
    let game = Game::new(Variant::Toto40);
    let stop = Stop::new();
    stop.stop();
    assert!(choose(&game, 10, 1, &stop).is_some());
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let fen = "8/8/8/8/8/2k5/1q6/K7 w - - 0 1";
    let game = Game::replay(Variant::Legan, Some(fen), []).unwrap();
    assert_eq!(choose(&game, 10, 1, &Stop::new()), None);
}

/// The score of the first player, 0 to 1.
fn score(variant: Variant, players: [&str; 2], games: usize, nodes: u64) -> f64 {
    let config = MatchConfig {
        variant,
        games,
        opening_plies: 6,
        seed: 3,
        threads: 1,
        adjudication: None,
        sprt: None,
    };
    let limits = SearchLimits::nodes(nodes);
    let player = |name| Player::new(name, variant, &limits);
    let make_players = || Ok([player(players[0])?, player(players[1])?]);
    let summary = play_match(&config, &make_players, &|_| ()).unwrap();
    summary.tally.score()
}

#[test]
fn stronger_levels_beat_weaker_ones() {
    for (variant, stronger, weaker) in [
        (Variant::Toto40, "level:4", "level:1"),
        (Variant::Leap, "level:5", "level:3"),
        (Variant::Legan, "level:7/16", "level:4/16"),
    ] {
        let score = score(variant, [stronger, weaker], 10, 1_000);
        assert!(score > 0.6, "{}: {score}", variant.id());
    }
}

#[test]
fn a_short_search_beats_a_random_player_in_every_game() {
    for variant in Variant::ALL {
        let score = score(variant, ["own", "random"], 4, 600);
        assert!(score > 0.85, "{}: {score}", variant.id());
    }
}

#[test]
fn the_bench_checksum_is_the_one_in_the_readme() {
    let nodes = engine::bench::run(None).nodes;
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&format!("**{nodes}** nodes")), "{nodes}");
}

#[test]
fn the_best_move_does_not_lose_at_once_where_another_does_not() {
    let mut choices = 0;
    for variant in Variant::ALL {
        for seed in 0..16 {
            let plies = 6 + 3 * usize::try_from(seed).unwrap();
            let game = openings::balanced(variant, plies, seed);
            let moves = game.legal_moves();
            let blunders = game.blunders(&moves);
            if !blunders.contains(&None) || blunders.iter().all(Option::is_none) {
                continue;
            }
            choices += 1;
            let report = search(&game, &SearchLimits::depth(2), &Stop::new(), &mut |_| ());
            let best = report.lines[0].moves[0];
            assert_eq!(game.blunders(&[best]), [None], "{}", game.position());
        }
    }
    assert!(choices > 10, "{choices}");
}
