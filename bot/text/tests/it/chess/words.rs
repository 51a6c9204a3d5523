//! Names, moves, movements and endings in words.

use rules_core::{Claim, Color, FenError, Reason, Role, Variant};
use text::chess::{
    claim, color_name, fen_error, move_in_words, movement, movement_in_brief, reason, role_name,
    role_plural, variant_name,
};

use super::{each_row, random_walk};

#[test]
fn names_are_those_of_the_rules() {
    for variant in Variant::ALL {
        assert_eq!(variant_name(variant).to_string(), variant.name());
        for color in Color::ALL {
            let name = color_name(variant, color).to_string();
            assert_eq!(name, variant.color_name(color));
        }
    }
    for role in Role::ALL {
        let (one, many) = (role_name(role).to_string(), role_plural(role).to_string());
        assert_eq!(one.to_lowercase(), role.name());
        assert_eq!(many, format!("{one}s"));
    }
    let red = color_name(Variant::Leap64, Color::White);
    assert_eq!(red.to_string(), "Red");
}

#[test]
fn every_legal_move_reads_back_from_its_words() {
    for variant in Variant::ALL {
        for seed in 0..3 {
            random_walk(variant, seed, 60, |game| {
                for mv in game.legal_moves() {
                    let words = move_in_words(game, mv).to_string();
                    assert_eq!(game.read(&words), Ok(mv), "{words} in {}", game.position());
                }
            });
        }
    }
}

#[test]
fn moves_are_told_in_words() {
    each_row(include_str!("moves.txt"), |game, text, words| {
        let told = move_in_words(game, game.read(text).unwrap());
        assert_eq!(told.to_string(), words);
    });
}

#[test]
fn every_piece_of_every_game_has_a_movement() {
    for variant in Variant::ALL {
        for role in Role::ALL {
            let whole = movement(variant, role).map(|text| text.to_string());
            let brief = movement_in_brief(variant, role).map(|text| text.to_string());
            assert_eq!(whole.is_some(), variant.roles().contains(&role));
            assert_eq!(whole.is_some(), brief.is_some());
            if let (Some(whole), Some(brief)) = (whole, brief) {
                assert!(whole.starts_with(&brief) && whole.ends_with('.'), "{whole}");
            }
        }
    }
}

#[test]
fn movement_is_told_in_sentences() {
    each_row(include_str!("movements.txt"), |game, name, sentences| {
        let variant = game.variant();
        let role = Role::ALL.into_iter().find(|role| role.name() == name);
        let words = movement(variant, role.unwrap()).unwrap().to_string();
        assert_eq!(words, sentences, "{name} of {variant:?}");
    });
}

#[test]
fn every_ending_claim_and_position_error_has_its_words() {
    for ending in Reason::ALL {
        assert!(!reason(ending).to_string().is_empty());
    }
    assert_eq!(
        reason(Reason::Dead).to_string(),
        "neither side can win with the pieces left"
    );
    for ground in [Claim::Threefold, Claim::FiftyMoves] {
        assert!(!claim(ground).to_string().is_empty());
    }
    let shape = Variant::Legan.shape();
    let square = shape.name(shape.parse("b7").unwrap());
    let text = || "x".to_owned();
    let (expected, found) = (8, 7);
    let fields = FenError::Fields { expected, found };
    let ranks = FenError::Ranks { expected, found };
    let errors = [
        fields,
        ranks,
        FenError::Rank { rank: 3 },
        FenError::Piece('L'),
        FenError::Turn(text()),
        FenError::Rights(text()),
        FenError::EnPassant(text()),
        FenError::Counter(text()),
        FenError::RightWithoutPieces('K'),
        FenError::EnPassantWithoutPawn(square),
        FenError::Kings(Color::White),
        FenError::TooManyPieces(Color::Black),
        FenError::PawnPlace(square),
        FenError::WrongSection(square),
        FenError::OpponentInCheck(Color::White),
    ];
    let told = errors.map(|error| fen_error(&error).to_string());
    let expected = [
        "A FEN for this game has 8 fields, separated by spaces.",
        "The board has 8 ranks, but the FEN has 7.",
        "Rank 3 has the wrong number of squares.",
        "There's no piece \"L\" in this game.",
        "The side to move must be w or b, not \"x\".",
        "The third field can't be \"x\".",
        "\"x\" isn't an en passant square. Use - for none.",
        "\"x\" isn't a valid move count.",
        "The castling right K needs the king and its castling partner on their starting squares.",
        "No pawn has just passed b7, so it can't be the en passant square.",
        "Each side needs exactly one king.",
        "One side has too many pieces.",
        "A pawn can't be on b7.",
        "The piece on b7 is on the wrong side of the fighting line.",
        "The side that just moved left its king in check.",
    ];
    assert_eq!(told, expected);
}
