//! The outlines in `assets/font` are those of Noto Sans. `BLESS_FONT=1` writes them.

use std::collections::HashMap;
use std::path::Path;
use std::{fs, iter};

use read_fonts::tables::glyf::{Anchor, Component, Glyf, Glyph, SimpleGlyph, Transform};
use read_fonts::tables::loca::Loca;
use read_fonts::types::{F2Dot14, GlyphId};
use read_fonts::{FontRef, TableProvider};

/// Every character of a TrueType font, in the form that `src/paint/font.rs` describes.
fn prepared(ttf: &[u8]) -> Vec<u8> {
    let font = FontRef::new(ttf).expect("a font");
    let hmtx = font.hmtx().expect("advances");
    let outlines = Outlines {
        glyf: font.glyf().expect("outlines"),
        loca: font.loca(None).expect("offsets of outlines"),
    };
    let cmap = font.cmap().expect("a character map");
    let (_, _, characters) = cmap.best_subtable().expect("a table for Unicode");
    let characters = characters
        .iter()
        .filter(|(character, glyph)| *character != 0 && *glyph != GlyphId::NOTDEF);
    let glyphs: Vec<_> = iter::once((0, GlyphId::NOTDEF)).chain(characters).collect();
    let (mut index, mut data, mut known) = (Vec::new(), Vec::new(), HashMap::new());
    for &(character, glyph) in &glyphs {
        let mut record = Vec::new();
        write(hmtx.advance(glyph).expect("an advance").into(), &mut record);
        let contours = outlines.contours(glyph);
        write(size(contours.len()), &mut record);
        for contour in contours {
            let shape = known.entry(contour.shape()).or_insert_with_key(|shape| {
                let at = size(data.len());
                data.extend(shape);
                at
            });
            write(*shape, &mut record);
            write(zigzag(contour.shift.0), &mut record);
            write(zigzag(contour.shift.1), &mut record);
        }
        index.extend(character.to_le_bytes());
        index.extend(size(data.len()).to_le_bytes());
        data.extend(record);
    }
    let count = u16::try_from(glyphs.len()).expect("a small font");
    [&count.to_le_bytes(), &index[..], &data].concat()
}

struct Outlines<'a> {
    glyf: Glyf<'a>,
    loca: Loca<'a>,
}

/// A closed curve, and where it is moved to as a part of a larger glyph.
struct Contour {
    points: Vec<Point>,
    shift: (i32, i32),
}

#[derive(Clone, Copy)]
struct Point {
    x: i32,
    y: i32,
    on_curve: bool,
}

impl Outlines<'_> {
    fn contours(&self, glyph: GlyphId) -> Vec<Contour> {
        let found = self.loca.get_glyf(glyph, &self.glyf);
        match found.expect("an outline") {
            None => Vec::new(),
            Some(Glyph::Simple(simple)) => simple_contours(&simple),
            Some(Glyph::Composite(composite)) => composite
                .components()
                .flat_map(|part| self.part(&part))
                .collect(),
        }
    }

    fn part(&self, part: &Component) -> Vec<Contour> {
        let Anchor::Offset { x, y } = part.anchor else {
            panic!("a part of a glyph is placed by its points");
        };
        let mut contours = self.contours(part.glyph);
        for contour in &mut contours {
            contour.transform(part.transform);
            contour.shift.0 += i32::from(x);
            contour.shift.1 += i32::from(y);
        }
        contours
    }
}

fn simple_contours(glyph: &SimpleGlyph<'_>) -> Vec<Contour> {
    let mut points = glyph.points().map(|point| Point {
        x: point.x.into(),
        y: point.y.into(),
        on_curve: point.on_curve,
    });
    let mut begin = 0;
    let contour = |end: usize| {
        let points = points.by_ref().take(end - begin).collect();
        begin = end;
        let shift = (0, 0);
        Contour { points, shift }
    };
    let ends = glyph.end_pts_of_contours().iter();
    ends.map(|end| usize::from(end.get()) + 1)
        .map(contour)
        .collect()
}

impl Contour {
    fn transform(&mut self, by: Transform) {
        if by == Transform::default() {
            return;
        }
        assert_eq!(self.shift, (0, 0), "only simple glyphs are transformed");
        let [xx, xy, yx, yy] = [by.xx, by.xy, by.yx, by.yy].map(F2Dot14::to_f32);
        for point in &mut self.points {
            let (x, y) = (coordinate(point.x), coordinate(point.y));
            point.x = rounded(x * xx + y * xy);
            point.y = rounded(x * yx + y * yy);
        }
    }

    /// The number of points, then for each the way from the one before.
    fn shape(&self) -> Vec<u8> {
        assert!(self.points[0].on_curve, "a contour begins on the curve");
        let mut shape = Vec::new();
        write(size(self.points.len()), &mut shape);
        let (mut x, mut y) = (0, 0);
        for point in &self.points {
            let step = zigzag(point.x - x) << 1 | u32::from(point.on_curve);
            write(step, &mut shape);
            write(zigzag(point.y - y), &mut shape);
            (x, y) = (point.x, point.y);
        }
        shape
    }
}

#[expect(clippy::cast_precision_loss, reason = "coordinates are below 2^16")]
fn coordinate(number: i32) -> f32 {
    number as f32
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "coordinates are below 2^16"
)]
fn rounded(number: f32) -> i32 {
    number.round() as i32
}

/// Seven bits a byte, lowest first; the highest bit says that more follow.
fn write(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(u8::try_from(number & 0x7F).expect("seven bits") | 0x80);
        number >>= 7;
    }
    out.push(u8::try_from(number).expect("seven bits"));
}

/// Folds the sign into the lowest bit: 0, -1, 1, -2 become 0, 1, 2, 3.
fn zigzag(number: i32) -> u32 {
    ((number << 1) ^ (number >> 31)).cast_unsigned()
}

fn size(size: usize) -> u32 {
    u32::try_from(size).expect("a small font")
}

#[test]
fn the_stored_outlines_are_those_of_noto_sans() {
    for (name, ttf) in [
        ("regular", notosans::REGULAR_TTF),
        ("bold", notosans::BOLD_TTF),
    ] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/font/{name}.bin"));
        let made = prepared(ttf);
        if std::env::var_os("BLESS_FONT").is_some() {
            fs::write(&file, &made).expect("the font can be written");
        }
        let stored = fs::read(&file).expect("the stored font");
        assert!(
            stored == made,
            "{} is out of date; write it with BLESS_FONT=1",
            file.display()
        );
    }
}
