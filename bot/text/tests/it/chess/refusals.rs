//! Why a text is not a legal move.

use rules_core::{Game, Variant};
use text::chess::{color_name, in_check, move_error, side_in_check};

use super::{at, check, game, random_walk, refusal};

#[test]
fn a_text_that_is_not_a_move_is_answered_with_moves_of_that_board() {
    check(
        &game(Variant::Latrunculi, ""),
        &[
            (
                "hello",
                "I can't read that as a move. Type two squares, like a2a3, or notation, like Na3.",
            ),
            (
                "e2e9",
                "There's no square e9 in Chess Latrunculi duo milia et septum.",
            ),
            (
                "Ld4",
                "There's no Leto in Chess Latrunculi duo milia et septum.",
            ),
        ],
    );
    check(
        &game(Variant::Toto40, ""),
        &[
            (
                "hello",
                "I can't read that as a move. Type two squares, like h1h2, or notation, like Kd6.",
            ),
            ("i3", "There's no square i3 in Toto40."),
            ("Qd5", "There's no queen in Toto40."),
            ("O-O", "There's no castling in Toto40."),
        ],
    );
}

#[test]
fn a_refusal_names_the_piece_that_was_meant() {
    check(
        &game(Variant::Toto40, ""),
        &[
            (
                "Hc6",
                "The hawk on f3 can't go to c6. The hawk leaps exactly two squares along a rank, file or diagonal, over anything in between.",
            ),
            (
                "Rd5-d8",
                "The rook on d5 can't go to d8: no piece may cross the fighting line.",
            ),
            (
                "e4",
                "None of your pawns can go to e4. Pawns move one square straight ahead and capture one square diagonally ahead.",
            ),
        ],
    );
    check(
        &game(Variant::Toto40, "a8a9"),
        &[(
            "Hc6",
            "The hawk on c10 can't go to c6: no piece may cross the fighting line.",
        )],
    );
    check(
        &game(Variant::Leto, ""),
        &[
            (
                "Bb5",
                "There are no bishops here. In Leto Chess you only get one by promoting a pawn.",
            ),
            (
                "bb5",
                "The pawn on b2 can't go to b5. Pawns move one square straight ahead and capture one square diagonally ahead.",
            ),
        ],
    );
    check(
        &game(Variant::Leap, "c3c4"),
        &[
            (
                "Nf6",
                "The knight on e8 can't go to f6: your own pawn is there.",
            ),
            ("c4c5", "The pawn on c4 is your opponent's."),
        ],
    );
    check(
        &game(Variant::Latrunculi, ""),
        &[
            ("e3e4", "There's no piece on e3."),
            ("e7e5", "The pawn on e7 is your opponent's."),
            (
                "Nb1-b3",
                "The knight on b1 can't go to b3. The knight leaps two squares along a rank or file and one square to the side, over anything in between.",
            ),
            (
                "Nd4",
                "Your knights on b1 and g1 can't go to d4. The knight leaps two squares along a rank or file and one square to the side, over anything in between.",
            ),
            (
                "Ra4",
                "The rook on a1 can't go to a4: the pawn on a2 is in the way.",
            ),
            (
                "a1a2",
                "The rook on a1 can't go to a2: your own pawn is there.",
            ),
            ("Qe2e4", "The piece on e2 is a pawn, not a queen."),
            ("Rdd4", "You don't have a rook on the d-file."),
            ("R8d4", "You don't have a rook on rank 8."),
            ("e4=Q", "That move doesn't promote a pawn."),
            (
                "e2e4e5",
                "That move can't continue from e4 to e5. You can play e4.",
            ),
            ("O-O", "You can't castle now: f1 isn't empty."),
        ],
    );
    let alfils = at(Variant::Leap, "*2kn*/6/3p1p/6/6/6/1PPPPA/*2KN* b - - 0 1");
    check(&alfils, &[("Ad6", "You don't have an alfil.")]);
}

#[test]
fn a_pawns_refusal_states_the_pawn_rule_of_its_game() {
    check(
        &at(Variant::Legan, "k7/8/8/3p4/4P3/8/8/7K w - - 0 1"),
        &[
            (
                "exd5",
                "The pawn on e4 can't go to d5: there's a pawn on that square. In Legan Chess your pawns move one square diagonally, toward a8, and capture one square straight, toward rank 8 or the a-file.",
            ),
            (
                "e5",
                "The pawn on e4 can't go to e5: there's nothing to capture. In Legan Chess your pawns move one square diagonally, toward a8, and capture one square straight, toward rank 8 or the a-file.",
            ),
        ],
    );
    check(
        &at(Variant::Legan, "k7/8/2p5/8/8/8/8/7K b - - 0 1"),
        &[(
            "c6c5",
            "The pawn on c6 can't go to c5: there's nothing to capture. In Legan Chess your pawns move one square diagonally, toward h1, and capture one square straight, toward rank 1 or the h-file.",
        )],
    );
    check(
        &game(Variant::Toto40, "a8a9 a12a11 a9a10 c10c8"),
        &[
            (
                "a10a11",
                "The pawn on a10 can't go to a11: no piece may cross the fighting line.",
            ),
            (
                "a10a9",
                "The pawn on a10 can't go to a9. On the fighting line, pawns only move and capture one square diagonally along the line.",
            ),
        ],
    );
    check(
        &game(Variant::Latrunculi, "e2e4 e7e5"),
        &[
            (
                "e4e5",
                "The pawn on e4 can't go to e5: there's a pawn on that square. Pawns move one square straight ahead and capture one square diagonally ahead.",
            ),
            (
                "d2e3",
                "The pawn on d2 can't go to e3: there's nothing to capture. Pawns move one square straight ahead and capture one square diagonally ahead.",
            ),
        ],
    );
}

#[test]
fn promotions_checks_and_castling_are_explained() {
    check(
        &at(Variant::Latrunculi, "4k3/P7/8/8/8/8/4q3/K7 w - - 0 1"),
        &[
            (
                "a8",
                "Choose what the pawn promotes to: a8=Q+, a8=R+, a8=B, a8=N.",
            ),
            (
                "a8=K",
                "A pawn can't promote to a king there. Choose: queen (Q), rook (R), bishop (B), knight (N).",
            ),
            (
                "Kb2",
                "Your king on b2 would be attacked by the queen on e2.",
            ),
            (
                "Rb2",
                "There are no rooks here. In Chess Latrunculi duo milia et septum you only get one by promoting a pawn.",
            ),
            ("Qb2", "You don't have a queen."),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k3r2/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        &[
            (
                "O-O",
                "You can't castle now: f1 is attacked by the rook on f8.",
            ),
            (
                "Re4",
                "Your rooks on a1 and h1 can't go to e4. The rook moves any distance along ranks and files, or one square diagonally.",
            ),
            (
                "e1e8",
                "The king on e1 can't go to e8. The king moves one square in any direction.",
            ),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        &[
            ("O-O", "You can't castle now: your king is in check."),
            (
                "Ra2",
                "Your king on e1 would still be attacked by the rook on e8.",
            ),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k2r3/8/8/8/1b6/8/3N4/R3K2R w - - 0 1"),
        &[(
            "Nf3",
            "Your king on e1 would still be attacked by the bishop on b4 and the rook on e8.",
        )],
    );
    check(
        &at(Variant::Latrunculi, "1k6/8/8/8/8/8/8/R3K2R w - - 0 1"),
        &[(
            "O-O",
            "You can't castle that way: the king or that rook has moved or isn't on its starting square.",
        )],
    );
    check(
        &at(Variant::Latrunculi, "1k6/8/8/8/R6R/8/8/K7 w - - 0 1"),
        &[("Re4", "That could be several moves: Rae4, Rhe4.")],
    );
}

#[test]
fn the_rules_of_leap_leto_and_toto40_are_explained() {
    let castling = at(Variant::Leap, "*3k*/6/6/6/2p3/1P4/6/*N1KN* w KQ - 0 1");
    check(&castling, &[("O-O", "You must capture: bxc4.")]);
    let chain = at(Variant::LeapMulti, "*3k*/6/2p3/6/2p3/6/2D3/*3K* w - - 0 1");
    check(
        &chain,
        &[
            (
                "Dxc4",
                "The piece must keep capturing while it can: Dxc4xc6.",
            ),
            (
                "Dxc4xe4",
                "That move can't continue from c4 to e4. You can play Dxc4xc6.",
            ),
        ],
    );
    check(
        &at(Variant::Leto, "4k3/8/8/8/2Lp4/8/8/4K3 w - - 0 1"),
        &[
            (
                "Lxd4",
                "The Leto on c4 can't capture the pawn on d4: a Leto only lands on empty squares.",
            ),
            (
                "Lc7",
                "The Leto on c4 can't go to c7. The Leto moves one or two squares in any direction, over empty squares to an empty square, and never captures by landing.",
            ),
        ],
    );
    check(
        &game(Variant::Toto40, "c6c7 f7f6 c7c6"),
        &[(
            "f6f7",
            "That repeats the position at the start of the game, which isn't allowed.",
        )],
    );
    check(
        &game(Variant::Toto40, "a8a9 a12a11 c6c7 f7f6 c7c6"),
        &[(
            "Kf7",
            "That repeats the position after 1...a11, which isn't allowed.",
        )],
    );
    check(
        &game(Variant::Toto40, "d5f5 d9e7"),
        &[("Rf4", "The game is over: no piece on the fighting line.")],
    );
}

#[test]
fn a_piece_that_was_lost_is_told_from_one_that_never_was() {
    let lost = game(Variant::Latrunculi, "e2e4 d7d5 e4d5 d8d5 b1c3 e7e6 c3d5");
    check(&lost, &[("Qd7", "You don't have any queens left.")]);
    let custom = at(Variant::Latrunculi, "1k6/8/8/8/8/8/8/K2q4 w - - 0 1");
    check(&custom, &[("Qd7", "You don't have a queen.")]);
}

#[test]
fn a_check_names_what_gives_it_and_what_a_leto_could_throw() {
    let in_check = |game: &Game| {
        let attackers = game.position().attackers();
        let side = side_in_check(
            game.variant(),
            color_name(game.variant(), game.turn()),
            &attackers,
        );
        (
            in_check(game.variant(), &attackers).to_string(),
            side.to_string(),
        )
    };
    let rook = at(Variant::Latrunculi, "1k2r3/8/8/8/1b6/8/8/4K3 w - - 0 1");
    let by = "in check from the bishop on b4 and the rook on e8.";
    assert_eq!(
        in_check(&rook),
        (format!("You're {by}"), format!("White to move, {by}"))
    );
    let leto = at(Variant::Leto, "4k3/p3p3/8/4n3/8/8/4L3/K7 b - - 0 1");
    assert_eq!(
        in_check(&leto),
        (
            "You're in check: the Leto on e2 could throw your e5 knight over the e7 pawn onto your king on e8.".to_owned(),
            "Black to move, in check: the Leto on e2 could throw the e5 knight over the e7 pawn onto the king on e8.".to_owned(),
        )
    );
    let both = at(Variant::Leto, "4k3/p3p3/8/4n3/Q7/8/4L3/K7 b - - 0 1");
    assert_eq!(
        in_check(&both).0,
        "You're in check: the Leto on e2 could throw your e5 knight over the e7 pawn onto your king on e8 and the queen on a4 attacks your king on e8."
    );
    check(
        &leto,
        &[(
            "a6",
            "You'd still be in check: the Leto on e2 could throw your e5 knight over the e7 pawn onto your king on e8.",
        )],
    );
    check(
        &at(Variant::Leto, "5k2/p3p3/8/4n3/8/8/4L3/K7 b - - 0 1"),
        &[(
            "Ke8",
            "You'd put yourself in check: the Leto on e2 could throw your e5 knight over the e7 pawn onto your king on e8.",
        )],
    );
    check(
        &at(Variant::Leto, "r3k3/p2p4/8/3n4/8/8/3L4/K7 b q - 0 1"),
        &[(
            "O-O-O",
            "You can't castle now: the Leto on d2 could throw your d5 knight over the d7 pawn onto your king on d8.",
        )],
    );
}

#[test]
fn long_lists_of_moves_are_cut() {
    let game = at(
        Variant::Leap,
        "*3k*/6/1ppppp/PPPPPP/1ppppp/PPPPPP/6/*2K1* w - - 0 1",
    );
    let listed = refusal(&game, "Kd2");
    assert_eq!(
        listed,
        "You must capture: cxb4, dxc4, exd4, fxe4, cxb6, dxc6, exd6, fxe6, axb4, bxc4, cxd4, dxe4 and 6 more."
    );
}

#[test]
fn every_refusal_is_a_sentence() {
    for variant in Variant::ALL {
        let shape = variant.shape();
        let squares: Vec<String> = shape
            .squares()
            .iter()
            .map(|square| shape.name(square).to_string())
            .collect();
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
