//! Comparison with stored pictures.

use std::fs;
use std::path::{Path, PathBuf};

use image::{Rgb, RgbImage};
use imageproc::map::map_pixels2;
use render::{Picture, Renderer};
use text::Lang;

use crate::common::decode;

/// A channel may differ this much before a pixel counts, since rasterizing differs between kinds of machines.
const CHANNEL: u8 = 24;
/// How many pixels of a million may count.
const PIXELS: usize = 200;

/// Compares a picture with the stored one of that name. `BLESS_PICTURES=1` stores it instead. On failure the picture and a
/// difference image, bright where the two differ, are left in the folder that the message names.
pub(crate) fn assert_golden(name: &str, picture: &impl Picture) {
    let png = picture.draw(&Renderer::new(), Lang::ENGLISH);
    let png = &png.expect("a picture");
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.png"));
    if std::env::var_os("BLESS_PICTURES").is_some() {
        fs::write(&stored, png).expect("the folder of stored pictures can be written");
        return;
    }
    let now = decode(png);
    let dimensions = render::dimensions(png);
    assert_eq!(dimensions, Some(now.dimensions()), "{name}");
    let Ok(file) = fs::read(&stored) else {
        panic!("there is no stored picture {name}; look at it and store it with BLESS_PICTURES=1");
    };
    let before = decode(&file);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    let keep = |what: &str, picture: &RgbImage| {
        fs::create_dir_all(&folder).expect("the folder for differences can be made");
        picture
            .save(folder.join(format!("{name}-{what}.png")))
            .expect("a picture can be saved");
    };
    if before.dimensions() != now.dimensions() {
        keep("now", &now);
        panic!(
            "{name} is {:?} and was {:?}; see {}",
            now.dimensions(),
            before.dimensions(),
            folder.display()
        );
    }
    let difference = map_pixels2(&before, &now, |a: Rgb<u8>, b: Rgb<u8>| {
        let channel = |i: usize| a.0[i].abs_diff(b.0[i]).saturating_mul(4);
        Rgb([channel(0), channel(1), channel(2)])
    });
    let counted = before.pixels().zip(now.pixels());
    let counted = counted
        .filter(|(a, b)| a.0.iter().zip(&b.0).any(|(a, b)| a.abs_diff(*b) > CHANNEL))
        .count();
    let all = before.pixels().len();
    if counted * 1_000_000 > all * PIXELS {
        keep("now", &now);
        keep("difference", &difference);
        panic!(
            "{name} differs from the stored picture in {counted} of {all} pixels; see {}",
            folder.display()
        );
    }
}
