//! Names, moves, movements and endings in words.

use rules_core::{Claim, Color, FenError, Reason, Role, Variant};
use text::chess::{
    claim, color_name, fen_error, move_in_words, movement, movement_in_brief, reason, role_name,
    role_plural, variant_name,
};

use super::{at, game, random_walk};

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
    let start = game(Variant::Latrunculi, "");
    let open = game(Variant::Latrunculi, "e2e4 d7d5 g1f3 g8f6 f1e2 e7e6");
    let passing = game(Variant::Latrunculi, "e2e4 a7a6 e4e5 d7d5");
    let promotion = at(Variant::Latrunculi, "1r6/P6k/8/8/8/8/8/K7 w - - 0 1");
    let alfil = at(Variant::Leap, "*n3*/P5/6/5k/6/6/6/*3K* w - - 0 1");
    let chain = at(Variant::LeapMulti, "*3k*/6/2p3/6/2p3/6/2D3/*3K* w - - 0 1");
    let leto = |placement: &str| at(Variant::Leto, &format!("{placement} w - - 0 1"));
    let capture = leto("7k/6p1/5p2/4p3/8/2L5/1P6/R6K");
    let throw = leto("7k/8/3n4/3p4/8/3L4/8/K7");
    let crowned = leto("K6k/8/8/3L4/8/3p4/3n4/8");
    let both = leto("K6k/8/8/3L4/8/3p4/3n4/3r4");
    for (game, text, words) in [
        (&start, "Nf3", "knight g1 to f3"),
        (&open, "exd5", "pawn e4 takes the pawn on d5"),
        (&open, "O-O", "castles kingside"),
        (
            &passing,
            "exd6",
            "pawn e5 takes the pawn on d5 en passant, landing on d6",
        ),
        (&promotion, "a8=Q", "pawn a7 to a8, promotes to a queen"),
        (
            &promotion,
            "axb8=R",
            "pawn a7 takes the rook on b8, promotes to a rook",
        ),
        (
            &alfil,
            "axb8=A",
            "pawn a7 takes the knight on b8, promotes to an alfil",
        ),
        (
            &chain,
            "Dxc4xc6",
            "dabbabah c2 takes the pawn on c4 and the pawn on c6",
        ),
        (
            &capture,
            "Ld4",
            "Leto c3 to d4; throws the e5 pawn onto g7, capturing the pawn there; pulls the rook from a1 to c3",
        ),
        (&throw, "Ld4", "Leto d3 to d4; throws the d5 pawn to d7"),
        (
            &crowned,
            "Ld4",
            "Leto d5 to d4; throws the d3 pawn to d1, where it promotes to a queen",
        ),
        (
            &both,
            "Ld4",
            "Leto d5 to d4; throws the d3 pawn onto d1, capturing the rook there and promoting to a queen",
        ),
    ] {
        let told = move_in_words(game, game.read(text).unwrap());
        assert_eq!(told.to_string(), words);
    }
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
    for (variant, role, expected) in [
        (
            Variant::Leap,
            Role::Dabbabah,
            "The dabbabah leaps exactly two squares along a rank or file, over anything in between.",
        ),
        (
            Variant::Latrunculi,
            Role::Bishop,
            "The bishop moves any distance along diagonals, or one square along a rank or file.",
        ),
        (
            Variant::LetoKwagga,
            Role::Kwagga,
            "The Kwagga leaps three squares along a rank or file and one square to the side, over anything in between. If that square is empty, it may make the same leap again, to another empty square.",
        ),
        (
            Variant::Toto40,
            Role::Hawk,
            "The hawk leaps exactly two squares along a rank, file or diagonal, over anything in between. On the fighting line it may also move or capture one square diagonally along the line. It never crosses the line.",
        ),
        (
            Variant::Toto40,
            Role::Pawn,
            "Pawns move one square straight ahead and capture one square diagonally ahead. On the fighting line they only move and capture one square diagonally along the line.",
        ),
        (
            Variant::Leap,
            Role::Pawn,
            "Pawns move one square straight ahead and capture one square diagonally ahead. From their second rank they may move two squares. They capture en passant. On the last rank they promote to a sail, dabbabah, alfil or knight.",
        ),
        (
            Variant::Legan,
            Role::Pawn,
            "In Legan Chess pawns move one square diagonally, ahead and to the left, and capture one square straight ahead or to the left. They promote to a queen, rook, bishop or knight on squares where the opponent's king, bishops, knights or rooks began.",
        ),
    ] {
        let words = movement(variant, role).unwrap().to_string();
        assert_eq!(words, expected, "{role:?} of {variant:?}");
    }
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
    for (error, expected) in [
        (
            fields,
            "A FEN for this game has 8 fields, separated by spaces.",
        ),
        (ranks, "The board has 8 ranks, but the FEN has 7."),
        (
            FenError::Rank { rank: 3 },
            "Rank 3 has the wrong number of squares.",
        ),
        (FenError::Piece('L'), "There's no piece \"L\" in this game."),
        (
            FenError::Turn(text()),
            "The side to move must be w or b, not \"x\".",
        ),
        (FenError::Rights(text()), "The third field can't be \"x\"."),
        (
            FenError::EnPassant(text()),
            "\"x\" isn't an en passant square. Use - for none.",
        ),
        (FenError::Counter(text()), "\"x\" isn't a valid move count."),
        (
            FenError::RightWithoutPieces('K'),
            "The castling right K needs the king and its castling partner on their starting squares.",
        ),
        (
            FenError::EnPassantWithoutPawn(square),
            "No pawn has just passed b7, so it can't be the en passant square.",
        ),
        (
            FenError::Kings(Color::White),
            "Each side needs exactly one king.",
        ),
        (
            FenError::TooManyPieces(Color::Black),
            "One side has too many pieces.",
        ),
        (FenError::PawnPlace(square), "A pawn can't be on b7."),
        (
            FenError::WrongSection(square),
            "The piece on b7 is on the wrong side of the fighting line.",
        ),
        (
            FenError::OpponentInCheck(Color::White),
            "The side that just moved left its king in check.",
        ),
    ] {
        assert_eq!(fen_error(&error).to_string(), expected);
    }
}
