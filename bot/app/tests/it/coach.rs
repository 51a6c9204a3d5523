//! The coach of a first game: which rules it tells, to whom, and how often.

use std::collections::BTreeSet;

use app::effect::{Outgoing, Subject};
use app::{Command, GameId, Level, Setting, Terms, Which};
use rules_core::{Game, Move, Variant};

use crate::common::{
    Hall, as_black, as_white, assert_says, assert_silent_about, change, game_of, moving, reply,
};

/// The tip on the board of a game, as everyone sees it: its rule and its move.
fn tip(hall: &Hall, game: GameId) -> Option<(String, Move)> {
    let text = hall.text(Subject::Game(game));
    let tip = text.lines().find_map(|line| line.strip_prefix("Tip: "))?;
    let (rule, example) = tip.split_once(" Try ").unwrap();
    let (played, _) = example.split_once(" (").unwrap();
    let mv = hall.record(game).replay().unwrap().read(played).unwrap();
    Some((rule.to_owned(), mv))
}

fn rule(hall: &Hall, game: GameId) -> Option<String> {
    tip(hall, game).map(|(rule, _)| rule)
}

fn begin(hall: &mut Hall, terms: Terms, level: u8) -> (GameId, Vec<Outgoing>) {
    let level = Level::new(level).unwrap();
    let begun = hall.act("ann", Command::Play { terms, level });
    (game_of(&begun.outgoing), begun.outgoing)
}

fn turn(hall: &mut Hall, game: GameId, own: &str, reply: &str) {
    let moved = hall.act("ann", moving(Which::Id(game), own));
    hall.engine_plays(&moved.outgoing, reply);
}

/// A game of Toto40 against this level in which no one has entered the fighting line.
fn off_the_line(hall: &mut Hall, level: u8) -> GameId {
    let (game, _) = begin(hall, as_white(Terms::of(Variant::Toto40)), level);
    turn(hall, game, "c6c7", "f7f6");
    game
}

const ENTER: &str = "Your pieces can go up to the fighting line, never across it. Once anyone has, end every turn with a piece there, or you lose.";

/// Plays random moves against the engine, and returns the rules that were told.
fn rules_told(variant: Variant, mut dice: usize) -> Vec<String> {
    let mut hall = Hall::new();
    let mut told = Vec::new();
    let terms = Terms::of(variant);
    let terms = if dice.is_multiple_of(2) {
        as_white(terms)
    } else {
        as_black(terms)
    };
    let (id, mut outgoing) = begin(&mut hall, terms, 1);
    let is_over = |hall: &Hall| hall.record(id).result.is_some();
    while !is_over(&hall) && hall.record(id).ply() < 30 {
        let game = hall.record(id).replay().unwrap();
        if let Some((rule, mv)) = tip(&hall, id) {
            assert_eq!(hall.to_move(id), "ann");
            assert!((2..24).contains(&game.ply()), "{variant}: {}", game.ply());
            assert_eq!(game.blunders(&[mv]), [None], "{variant}: {}", game.san(mv));
            assert!(game.legal_moves().len() > 1);
            told.push(rule);
        }
        let uci = random_move(&game, &mut dice);
        outgoing = if hall.to_move(id) == "ann" {
            let (game, ply) = (id, hall.record(id).ply());
            let text = uci.parse().unwrap();
            hall.act("ann", Command::SureMove { game, ply, text })
                .outgoing
        } else {
            hall.engine_plays(&outgoing, uci.as_str())
        };
    }
    told
}

fn random_move(game: &Game, dice: &mut usize) -> String {
    *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    let moves = game.legal_moves();
    let mv = moves[(*dice >> 33) % moves.len()];
    mv.uci(game.variant().shape()).to_string()
}

#[test]
fn every_rule_is_told_once_with_a_legal_move_that_does_not_lose_at_once() {
    let mut all = BTreeSet::new();
    for variant in Variant::ALL {
        for dice in 1..=11 {
            let told = rules_told(variant, dice);
            let once: BTreeSet<_> = told.iter().cloned().collect();
            assert_eq!(once.len(), told.len(), "{variant}: {told:?}");
            all.extend(once);
        }
    }
    assert_eq!(all.len(), 16, "{all:#?}");
}

#[test]
fn a_rule_is_told_on_one_board_unless_either_side_has_shown_it() {
    let mut hall = Hall::new();
    let game = off_the_line(&mut hall, 1);
    let (told, mv) = tip(&hall, game).unwrap();
    let example = mv.uci(Variant::Toto40.shape()).to_string();
    assert_eq!([told.as_str(), &example], [ENTER, "d5d7"]);
    turn(&mut hall, game, "c7c6", "g6g5");
    assert_ne!(rule(&hall, game).as_deref(), Some(ENTER));
    let mut hall = Hall::new();
    for [own, reply] in [["c6c7", "e8e6"], ["d5d7", "e8e6"]] {
        let (game, _) = begin(&mut hall, as_white(Terms::of(Variant::Toto40)), 1);
        turn(&mut hall, game, own, reply);
        assert_ne!(rule(&hall, game).as_deref(), Some(ENTER), "{own} {reply}");
    }
}

#[test]
fn a_tip_is_for_a_first_casual_game_against_a_low_level() {
    let mut hall = Hall::new();
    let game = off_the_line(&mut hall, 4);
    assert_eq!(rule(&hall, game), None);
    let game = off_the_line(&mut hall, 3);
    let is_told = |hall: &Hall| rule(hall, game).as_deref() == Some(ENTER);
    assert!(is_told(&hall));
    hall.act("ann", change(Setting::Warnings, "no"));
    assert!(!is_told(&hall), "they are turned off with warnings");
    hall.act("ann", change(Setting::Warnings, "yes"));
    assert!(is_told(&hall));
    hall.won("ann", "bob", Variant::Leto);
    assert!(is_told(&hall), "that was another game");
    hall.won("ann", "bob", Variant::Toto40);
    assert!(!is_told(&hall));
    let between_people = hall.game(Variant::Toto40);
    hall.play_on(between_people, &["c6c7", "f7f6"]);
    assert_eq!(rule(&hall, between_people), None);
}

#[test]
fn a_tip_is_told_in_words_too_but_only_to_the_player() {
    let mut hall = Hall::new();
    let game = off_the_line(&mut hall, 1);
    hall.act("ann", change(Setting::WordsOnly, "yes"));
    let seen_by =
        |hall: &mut Hall, who: &str| reply(hall.act(who, Command::Board(Which::Id(game))));
    let card = seen_by(&mut hall, "ann");
    assert!(card.board.is_none());
    assert_says(card.text, ENTER);
    assert_silent_about(seen_by(&mut hall, "bob").text, "Tip");
    assert_says(hall.text(Subject::Game(game)), ENTER);
}
