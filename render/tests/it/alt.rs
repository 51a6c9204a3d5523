//! Descriptions of boards are complete enough to play from.

use pictures::{RuleDiagram, Theme};
use render::{Picture, RenderError, Renderer, Scene};
use rules_core::{Color, Game, Piece, Position, Role, Square, Variant};
use text::Lang;

fn alt_text(scene: &Scene) -> String {
    scene.alt_text(Lang::ENGLISH)
}

/// Reads the pieces back from a description.
fn pieces(variant: Variant, text: &str) -> Vec<(Square, Piece)> {
    let mut found = Vec::new();
    for color in Color::ALL {
        let side = format!("{}: ", variant.color_name(color));
        let begin = text.find(&format!("{side}king"));
        let begin = begin.expect("a side begins with its king") + side.len();
        let list = text.split_at(begin).1.split('.').next().unwrap_or("");
        for kind in list.split(", ") {
            let mut words = kind.split(' ');
            let name = words.next().expect("a kind of piece").to_lowercase();
            let is = |role: &Role| name.strip_suffix('s').unwrap_or(&name) == role.name();
            let role = Role::ALL.into_iter().find(is);
            let role = role.unwrap_or_else(|| panic!("{name} is no piece"));
            for square in words {
                let found_at = variant.shape().parse(square);
                let square = found_at.unwrap_or_else(|| panic!("{square} in {text}"));
                found.push((square, Piece { color, role }));
            }
        }
    }
    found.sort_by_key(|(square, _)| *square);
    found
}

fn check(game: &Game) {
    let text = alt_text(&Scene::of(game));
    let variant = game.variant();
    assert!(text.chars().count() <= 1024, "{text}");
    let mut expected: Vec<(Square, Piece)> = game.position().pieces().collect();
    expected.sort_by_key(|(square, _)| *square);
    assert_eq!(pieces(variant, &text), expected, "{text}");
    if game.outcome().is_none() {
        let turn = format!("{} to move", variant.color_name(game.turn()));
        assert!(text.contains(&turn), "{text}");
        let check = match variant {
            Variant::Toto40 => "their king can be captured",
            _ => "in check",
        };
        let is_check = game.position().checked_king().is_some();
        assert_eq!(text.contains(check), is_check, "{text}");
    }
}

#[test]
fn a_position_can_be_set_up_from_its_description() {
    for variant in Variant::ALL {
        let mut game = Game::new(variant);
        let mut state = 5_usize;
        while game.ply() < 60 {
            if Color::ALL
                .iter()
                .all(|color| game.position().king(*color).is_some())
            {
                check(&game);
            }
            let moves = game.legal_moves();
            state = (state * 1_103_515_245 + 12_345) % (1 << 31);
            let Some(&mv) = moves.get((state >> 8) % moves.len().max(1)) else {
                break;
            };
            game.play(mv).unwrap();
        }
    }
}

#[test]
fn a_game_is_described_in_plain_words() {
    let game = Game::replay(Variant::Leap, None, ["b3b4", "c6c5"]).unwrap();
    let text = alt_text(&Scene::of(&game));
    assert_eq!(
        text,
        "Leap Chess. Red to move. Black's last move: pawn c6 to c5. Red: king d1, sail c1, dabbabahs a2 f2, alfils c2 \
         d2, knights b1 e1, pawns b2 e2 a3 c3 d3 e3 f3 b4. Black: king d8, sail c8, dabbabahs a7 f7, alfils c7 d7, \
         knights b8 e8, pawns c5 a6 b6 d6 e6 f6 b7 e7."
    );
}

#[test]
fn a_selected_piece_and_a_banner_are_described() {
    let game = Game::replay(Variant::Latrunculi, None, ["e2e4", "d7d5"]).unwrap();
    let square = Variant::Latrunculi.shape().parse("e4").unwrap();
    let scene = Scene::of(&game).select(square).banner("Ada offers a draw");
    let text = alt_text(&scene);
    assert!(text.contains("Ada offers a draw. White to move."), "{text}");
    assert!(
        text.ends_with("e4 is selected and can move to d5 (capture), e5.")
            || text.ends_with("e4 is selected and can move to e5, d5 (capture)."),
        "{text}"
    );
    let blocked = Variant::Latrunculi.shape().parse("a1").unwrap();
    let text = alt_text(&Scene::of(&game).select(blocked));
    assert!(text.ends_with("a1 is selected and can't move."), "{text}");
}

#[test]
fn a_huge_banner_does_not_make_the_description_too_long() {
    let position: Position = Variant::LetoKwagga.start();
    let scene = Scene::of_position(&position).banner("\u{202E}x".repeat(10_000));
    let text = alt_text(&scene);
    assert!(text.chars().count() <= 1024);
    assert!(!text.contains('\u{202E}'));
    assert!(text.contains("Black: king e8"), "{text}");
}

#[test]
fn no_player_is_to_move_after_a_resignation() {
    let game = Game::new(Variant::Legan);
    let scene = Scene::of(&game).banner("Black wins by resignation.");
    assert!(alt_text(&scene.clone()).contains("White to move"));
    let text = alt_text(&scene.over());
    let begin = "Black wins by resignation. White: king";
    assert!(text.contains(begin), "{text}");
}

#[test]
fn a_diagram_is_described_by_its_positions_and_marks() {
    let diagram = |id| RuleDiagram {
        variant: Variant::Leto,
        id,
        theme: Theme::Sea,
    };
    let text = diagram("pull").alt_text(Lang::ENGLISH);
    assert_eq!(text.matches("Leto Chess.").count(), 1, "{text}");
    assert!(text.contains("Arrows: c3 to e5, a1 to c3."), "{text}");
    let text = diagram("throw-promotion").alt_text(Lang::ENGLISH);
    assert_eq!(text.matches("Leto Chess.").count(), 2, "{text}");
    let text = diagram("check").alt_text(Lang::ENGLISH);
    let threat = "Black to move, in check: the Leto on a2 could throw the d5 rook";
    assert!(text.contains(threat), "{text}");
    assert!(text.contains("Arrows: a2 to c4, d5 to g8."), "{text}");
    let text = diagram("pawn").alt_text(Lang::ENGLISH);
    assert!(text.contains("b3 (capture)"), "{text}");
    assert!(text.contains("c4"), "{text}");
    let unknown = diagram("castling-long");
    assert_eq!(unknown.alt_text(Lang::ENGLISH), "");
    let error = unknown.draw(&Renderer::new(), Lang::ENGLISH).unwrap_err();
    assert!(matches!(error, RenderError::UnknownDiagram(..)), "{error}");
}
