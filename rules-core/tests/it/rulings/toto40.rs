//! Toto40 (TOTO-1 to TOTO-13).

use super::{BLACK, WHITE, after, at, end, ends, from};
use crate::common::{legal, random_walk};
use rules_core::Variant::Toto40;
use rules_core::{Color, FenError, MoveList, Piece, Position, Reason, Role, Shape, perft};

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
    let row = |rank| -> String { (0..shape.files()).map(|file| piece(file, rank)).collect() };
    let rows: Vec<String> = (0..shape.ranks()).rev().map(row).collect();
    format!("{} {rest}", rows.join("/"))
}

#[test]
fn toto_1_the_start_position_fits_the_staircase() {
    let start = Toto40.start();
    for (name, color, role) in [
        ("c6", Color::White, Role::King),
        ("c10", Color::Black, Role::Hawk),
    ] {
        let square = Shape::Staircase40.parse(name).unwrap();
        assert_eq!(start.piece_at(square), Some(Piece { color, role }));
    }
    assert_eq!(start.occupied().len(), 16);
}

#[test]
fn toto_2_the_start_has_fifteen_moves() {
    assert_eq!(perft(&Toto40.start(), 1), 15);
}

#[test]
fn toto_3_pieces_stay_in_their_section_or_on_the_line() {
    let wrong = Position::from_fen(Toto40, &board("Kc6 ke8 Rf7", "w L 1"));
    assert!(matches!(wrong, Err(FenError::WrongSection(_))));
    let rook = from(Toto40, &board("Kc6 kf7 Rd5", "w - 1"), "d5");
    assert_eq!(rook, ["d6", "d7", "e5", "f5"]);
}

#[test]
fn toto_4_the_hawk_leaps_two_squares() {
    let hawk = from(Toto40, &board("Kc6 kf7 He4 Pe5", "w - 1"), "e4");
    assert_eq!(hawk, ["e6", "g2", "g4"]);
}

#[test]
fn toto_5_a_pawn_off_the_line_moves_up_and_captures_diagonally_up() {
    let alone = board("Kc6 kf7 Pd5", "w - 1");
    assert_eq!(from(Toto40, &alone, "d5"), ["d6"]);
    let beside = board("Kc6 kf7 Pd5 re6", "w L 1");
    assert_eq!(from(Toto40, &beside, "d5"), ["d6", "e6"]);
}

#[test]
fn toto_6_captures_happen_on_the_line_only() {
    random_walk(Toto40, 5, 120, |game| {
        for mv in game.legal_moves() {
            for (square, _) in game.position().describe(mv).captures {
                assert!(Shape::Staircase40.line().contains(square));
            }
        }
    });
}

#[test]
fn toto_7_a_pawn_on_the_line_only_moves_along_it() {
    let pawn = from(Toto40, &board("Kc6 kf7 Pd7 re6", "w L 1"), "d7");
    assert_eq!(pawn, ["c8", "e6"]);
    let knight = from(Toto40, &board("Kb8 kf7 Nd7 re6", "w L 1"), "d7");
    assert!(knight.contains(&"e6".to_owned()) && knight.contains(&"c8".to_owned()));
}

#[test]
fn toto_8_other_pieces_may_return_from_the_line() {
    let rook = from(Toto40, &board("Kb8 kf7 Rd7 re6", "w L 1"), "d7");
    assert_eq!(rook, ["b7", "c7", "c8", "d5", "d6", "e6"]);
}

#[test]
fn toto_9_a_king_may_be_left_attacked_and_its_capture_wins() {
    let fen = board("Kd7 Rc8 ke8 nf5 re7", "w L 1");
    let game = at(Toto40, &fen);
    assert!(game.position().is_check());
    let ignored = after(Toto40, &fen, "c8b9");
    assert_eq!(ignored.outcome(), None);
    let taken = after(Toto40, &fen, "c8b9 e7d7");
    assert_eq!(end(&taken), Some((BLACK, Reason::KingCaptured)));
}

#[test]
fn toto_10_a_player_who_ends_a_turn_without_a_piece_on_the_line_loses() {
    let left_line = Some((WHITE, Reason::LeftLine));
    let mut game = after(Toto40, Toto40.start_fen(), "d5f5");
    assert!(game.position().line_entered());
    let quiet = game.read("d9e7").unwrap();
    assert_eq!(game.san(quiet), "Ne7");
    game.play(quiet).unwrap();
    assert_eq!(end(&game), left_line);
    // In a FEN, the flag and the side not to move decide; a piece on the line implies the flag.
    let ended = |pieces, rest| ends(Toto40, &board(pieces, rest));
    assert_eq!(ended("Kc6 kf7 Pd7", "w L 9"), left_line);
    assert_eq!(ended("Kc6 kf7 Pd7", "w - 9"), left_line);
    assert_eq!(ended("Kc6 kf7 Pd6", "w - 9"), None);
}

#[test]
fn toto_11_no_placement_recurs_with_either_side_to_move() {
    let game = after(Toto40, Toto40.start_fen(), "c6c7 f7f6 c7c6");
    assert!(!legal(&game).contains(&"f6f7".to_owned()));
    let mut without_history = MoveList::new();
    game.position().legal_moves(&mut without_history);
    assert_eq!(legal(&game).len() + 1, without_history.len());
    // The start position would recur with the other side to move.
    let start = board("Kc6 kf7 Pa8 pa12", "w - 1");
    let triangle = legal(&after(Toto40, &start, "c6c7 f7f6 c7d6 f6f7"));
    assert!(!triangle.contains(&"d6c6".to_owned()));
    assert!(triangle.contains(&"d6e5".to_owned()));
}

#[test]
fn toto_12_a_player_without_a_move_loses() {
    let stuck = board("Kh1 Ph2 Ng2 Pf4 ph3 pf5 kf7", "w L 9");
    let lost = Some((BLACK, Reason::NoMoves));
    assert_eq!(ends(Toto40, &stuck), lost);
}

#[test]
fn toto_13_fen_has_four_fields() {
    let start = Toto40.start_fen();
    assert_eq!(Toto40.start().fen(), start);
    let refused = |fen: &str| Position::from_fen(Toto40, fen).unwrap_err();
    let (expected, found) = (4, 5);
    let fields = FenError::Fields { expected, found };
    assert_eq!(refused(&format!("{start} 1")), fields);
    let rights = refused(&board("Kc6 kf7", "w x 1"));
    assert!(matches!(rights, FenError::Rights(_)));
}
