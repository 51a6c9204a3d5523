//! Toto40 (TOTO-1 to TOTO-13).

use super::{BLACK, WHITE, after, at, end, ends, from};
use crate::common::{legal, random_walk};
use rules_core::{Color, FenError, MoveList, Piece, Position, Reason, Role, Shape, Variant, perft};

/// The FEN of a board with these pieces: `"Kc6 kf7"`.
pub(super) fn board(pieces: &str, rest: &str) -> String {
    let shape = Shape::Staircase40;
    let piece = |file, rank| match shape.at(file, rank) {
        Some(square) => {
            let name = shape.name(square).to_string();
            let found = pieces
                .split_whitespace()
                .find(|piece| piece.ends_with(&name) && piece.len() == name.len() + 1);
            found.and_then(|piece| piece.chars().next()).unwrap_or('1')
        }
        None => '*',
    };
    let row = |rank| {
        (0..shape.files())
            .map(|file| piece(file, rank))
            .collect::<String>()
    };
    let rows: Vec<String> = (0..shape.ranks()).rev().map(row).collect();
    format!("{} {rest}", rows.join("/"))
}

#[test]
fn toto_1_the_start_position_fits_the_staircase() {
    let start = Variant::Toto40.start();
    let named = |name: &str| start.piece_at(Shape::Staircase40.parse(name).unwrap());
    assert_eq!(
        named("c6"),
        Some(Piece {
            color: Color::White,
            role: Role::King
        })
    );
    assert_eq!(
        named("c10"),
        Some(Piece {
            color: Color::Black,
            role: Role::Hawk
        })
    );
    assert_eq!(start.occupied().len(), 16);
}

#[test]
fn toto_2_the_start_has_fifteen_moves() {
    assert_eq!(perft(&Variant::Toto40.start(), 1), 15);
}

#[test]
fn toto_3_pieces_stay_in_their_section_or_on_the_line() {
    let wrong = Position::from_fen(Variant::Toto40, &board("Kc6 ke8 Rf7", "w L 1"));
    assert!(matches!(wrong, Err(FenError::WrongSection(_))));
    let rook = from(Variant::Toto40, &board("Kc6 kf7 Rd5", "w - 1"), "d5");
    assert_eq!(rook, ["d6", "d7", "e5", "f5"]);
}

#[test]
fn toto_4_the_hawk_leaps_two_squares() {
    let hawk = from(Variant::Toto40, &board("Kc6 kf7 He4 Pe5", "w - 1"), "e4");
    assert_eq!(hawk, ["e6", "g2", "g4"]);
}

#[test]
fn toto_5_a_pawn_off_the_line_moves_up_and_captures_diagonally_up() {
    assert_eq!(
        from(Variant::Toto40, &board("Kc6 kf7 Pd5", "w - 1"), "d5"),
        ["d6"]
    );
    assert_eq!(
        from(Variant::Toto40, &board("Kc6 kf7 Pd5 re6", "w L 1"), "d5"),
        ["d6", "e6"]
    );
}

#[test]
fn toto_6_captures_happen_on_the_line_only() {
    random_walk(Variant::Toto40, 5, 120, |game| {
        for mv in game.legal_moves() {
            for (square, _) in game.position().describe(mv).captures {
                assert!(Shape::Staircase40.line().contains(square));
            }
        }
    });
}

#[test]
fn toto_7_a_pawn_on_the_line_only_moves_along_it() {
    assert_eq!(
        from(Variant::Toto40, &board("Kc6 kf7 Pd7 re6", "w L 1"), "d7"),
        ["c8", "e6"]
    );
    let knight = from(Variant::Toto40, &board("Kb8 kf7 Nd7 re6", "w L 1"), "d7");
    assert!(knight.contains(&"e6".to_owned()) && knight.contains(&"c8".to_owned()));
}

#[test]
fn toto_8_other_pieces_may_return_from_the_line() {
    let rook = from(Variant::Toto40, &board("Kb8 kf7 Rd7 re6", "w L 1"), "d7");
    assert_eq!(rook, ["b7", "c7", "c8", "d5", "d6", "e6"]);
}

#[test]
fn toto_9_a_king_may_be_left_attacked_and_its_capture_wins() {
    let fen = board("Kd7 Rc8 ke8 nf5 re7", "w L 1");
    let game = at(Variant::Toto40, &fen);
    assert!(game.position().is_check());
    let ignored = after(Variant::Toto40, &fen, "c8b9");
    assert_eq!(ignored.outcome(), None);
    let taken = after(Variant::Toto40, &fen, "c8b9 e7d7");
    assert_eq!(end(&taken), Some((BLACK, Reason::KingCaptured)));
}

#[test]
fn toto_10_a_player_who_ends_a_turn_without_a_piece_on_the_line_loses() {
    let entered = after(Variant::Toto40, Variant::Toto40.start_fen(), "d5f5");
    assert!(entered.position().line_entered());
    let mut missed = entered.clone();
    let quiet = missed.read("d9e7").unwrap();
    assert_eq!(missed.san(quiet), "Ne7");
    missed.play(quiet).unwrap();
    assert_eq!(end(&missed), Some((WHITE, Reason::LeftLine)));
    // In a FEN, the flag and the side not to move decide; a piece on the line implies the flag.
    assert_eq!(
        ends(Variant::Toto40, &board("Kc6 kf7 Pd7", "w L 9")),
        Some((WHITE, Reason::LeftLine))
    );
    assert_eq!(
        ends(Variant::Toto40, &board("Kc6 kf7 Pd7", "w - 9")),
        Some((WHITE, Reason::LeftLine))
    );
    assert_eq!(ends(Variant::Toto40, &board("Kc6 kf7 Pd6", "w - 9")), None);
}

#[test]
fn toto_11_no_placement_recurs_with_either_side_to_move() {
    let game = after(
        Variant::Toto40,
        Variant::Toto40.start_fen(),
        "c6c7 f7f6 c7c6",
    );
    assert!(!legal(&game).contains(&"f6f7".to_owned()));
    let mut without_history = MoveList::new();
    game.position().legal_moves(&mut without_history);
    assert_eq!(legal(&game).len() + 1, without_history.len());
    // The start position would recur with the other side to move.
    let triangle = after(
        Variant::Toto40,
        &board("Kc6 kf7 Pa8 pa12", "w - 1"),
        "c6c7 f7f6 c7d6 f6f7",
    );
    assert!(!legal(&triangle).contains(&"d6c6".to_owned()));
    assert!(legal(&triangle).contains(&"d6e5".to_owned()));
}

#[test]
fn toto_12_a_player_without_a_move_loses() {
    let stuck = board("Kh1 Ph2 Ng2 Pf4 ph3 pf5 kf7", "w L 9");
    assert_eq!(
        ends(Variant::Toto40, &stuck),
        Some((BLACK, Reason::NoMoves))
    );
}

#[test]
fn toto_13_fen_has_four_fields() {
    assert_eq!(Variant::Toto40.start().fen(), Variant::Toto40.start_fen());
    assert_eq!(
        Position::from_fen(
            Variant::Toto40,
            &format!("{} 1", Variant::Toto40.start_fen())
        ),
        Err(FenError::Fields {
            expected: 4,
            found: 5
        })
    );
    assert!(matches!(
        Position::from_fen(Variant::Toto40, &board("Kc6 kf7", "w x 1")),
        Err(FenError::Rights(_))
    ));
}
