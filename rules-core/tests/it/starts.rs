//! Boards, names and start positions.

use rules_core::{Color, Position, Shape, Square, Variant};

#[test]
fn every_start_position_reads_back_from_its_fen() {
    for variant in Variant::ALL {
        let start = variant.start();
        assert_eq!(start.fen(), variant.start_fen(), "{variant}");
        let read = Position::from_fen(variant, &start.fen());
        assert_eq!(read, Ok(start), "{variant}");
        for color in Color::ALL {
            assert!(start.king(color).is_some(), "{variant}");
        }
    }
}

#[test]
fn each_board_has_as_many_squares_as_it_says_with_unique_names() {
    for shape in Shape::ALL {
        let (name, squares) = (format!("{shape:?}"), shape.len().to_string());
        assert!(name.ends_with(&squares), "{name}: {squares}");
        for square in shape.squares() {
            assert_eq!(shape.parse(&shape.name(square).to_string()), Some(square));
            let (file, rank) = (shape.file(square), shape.rank(square));
            assert_eq!(shape.at(file, rank), Some(square));
        }
    }
    assert_eq!(Shape::Cornerless44.parse("a1"), None);
    assert_eq!(Shape::Square64.parse("i1"), None);
    assert_eq!(Shape::Staircase40.parse("a12").map(Square::index), Some(39));
}

#[test]
fn toto_1_the_fighting_line_runs_from_a10_to_h3() {
    let shape = Shape::Staircase40;
    let line = shape.line();
    let line: Vec<_> = line.iter().map(|at| shape.name(at).to_string()).collect();
    assert_eq!(line, ["h3", "g4", "f5", "e6", "d7", "c8", "b9", "a10"]);
    assert_eq!(Color::ALL.map(|color| shape.section(color).len()), [16, 16]);
}

#[test]
fn every_variant_is_found_by_its_id_and_its_name() {
    for variant in Variant::ALL {
        assert_eq!(variant.id().parse(), Ok(variant));
        let family = variant.family();
        assert_eq!(family.id(), family.variants()[0].id());
        assert_eq!(variant.name().to_uppercase().parse(), Ok(variant));
    }
    assert!("chess".parse::<Variant>().is_err());
}
