//! Why a text is not a legal move.

use rules_core::{Game, Variant};
use text::chess::{color_name, in_check, move_error, side_in_check};

use super::{at, each_row, random_walk};

#[test]
fn each_text_that_is_not_a_legal_move_is_answered() {
    each_row(include_str!("refusals.txt"), |game, text, answer| {
        let position = game.position();
        assert_eq!(refusal(game, text), answer, "{text:?} in {position}");
    });
}

fn refusal(game: &Game, text: &str) -> String {
    match game.read(text) {
        Ok(mv) => panic!("{text} is {} in {}", game.san(mv), game.position()),
        Err(error) => move_error(&error).to_string(),
    }
}

#[test]
fn a_check_names_what_gives_it_and_what_a_leto_could_throw() {
    let in_check = |variant, placement: &str| {
        let game = at(variant, placement);
        let attackers = game.position().attackers();
        let side = side_in_check(variant, color_name(variant, game.turn()), &attackers);
        let you = in_check(variant, &attackers);
        (you.to_string(), side.to_string())
    };
    let rook = in_check(Variant::Latrunculi, "1k2r3/8/8/8/1b6/8/8/4K3 w - - 0 1");
    let by = "in check from the bishop on b4 and the rook on e8.";
    assert_eq!(rook.0, format!("You're {by}"));
    assert_eq!(rook.1, format!("White to move, {by}"));
    let leto = in_check(Variant::Leto, "4k3/p3p3/8/4n3/8/8/4L3/K7 b - - 0 1");
    let throw = "the Leto on e2 could throw your e5 knight over the e7 pawn onto your king on e8";
    assert_eq!(leto.0, format!("You're in check: {throw}."));
    let throw_of_all = throw.replace("your", "the");
    assert_eq!(leto.1, format!("Black to move, in check: {throw_of_all}."));
    let both = in_check(Variant::Leto, "4k3/p3p3/8/4n3/Q7/8/4L3/K7 b - - 0 1");
    let and = "and the queen on a4 attacks your king on e8.";
    assert_eq!(both.0, format!("You're in check: {throw} {and}"));
}

#[test]
fn long_lists_of_moves_are_cut() {
    let game = at(
        Variant::Leap,
        "*3k*/6/1ppppp/PPPPPP/1ppppp/PPPPPP/6/*2K1* w - - 0 1",
    );
    assert_eq!(
        refusal(&game, "Kd2"),
        "You must capture: cxb4, dxc4, exd4, fxe4, cxb6, dxc6, exd6, fxe6, axb4, bxc4, cxd4, dxe4 and 6 more."
    );
}

#[test]
fn every_refusal_is_a_sentence() {
    for variant in Variant::ALL {
        let shape = variant.shape();
        let squares = shape.squares();
        let names = squares.iter().map(|square| shape.name(square).to_string());
        let squares: Vec<String> = names.collect();
        random_walk(variant, 7, 12, |game| {
            let texts = squares.iter().flat_map(|to| {
                let pieces =
                    ["K", "Q", "N", "B", "H", "", "b", "e"].map(|piece| format!("{piece}{to}"));
                pieces.into_iter().chain([format!("{}{to}", squares[9])])
            });
            for text in texts {
                if let Err(error) = game.read(&text) {
                    let refusal = move_error(&error).to_string();
                    assert!(refusal.ends_with('.') && refusal.len() > 10, "{refusal}");
                    assert!(!refusal.contains(['{', '}']), "{refusal}");
                }
            }
        });
    }
}
