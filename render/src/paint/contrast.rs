//! Tests of the themes' contrast: WCAG ratios, and color distances also for each kind of color blindness.

use pictures::{Rotation, Theme};
use rules_core::{Color, Piece, Role, Variant};

use super::atlas::{Atlas, AtlasKey, Ground, Highlight};
use super::canvas::Canvas;
use super::palette::{ARROW, CASING, Palette, dot_color};
use super::pieces::{Art, Sprite};
use super::theme_colors::{Coat, Colors, Rgb, SquareColor, mix};

/// Linear light, for WCAG 2 and the color-blindness model.
fn linear(color: Rgb) -> [f64; 3] {
    color.map(|channel| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    })
}

fn times(matrix: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

/// The ratio of WCAG 2, 1 to 21.
fn ratio(a: Rgb, b: Rgb) -> f64 {
    let luminance = |color| {
        let [r, g, b] = linear(color);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Full sight, and the three full color blindnesses after Machado, Oliveira and Fernandes (2009).
const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    (
        "full sight",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// CIE L*a*b* of a color as an eye sees it.
fn lab(color: Rgb, eye: [[f64; 3]; 3]) -> [f64; 3] {
    let seen = times(eye, linear(color)).map(|channel| channel.clamp(0.0, 1.0));
    let xyz = times(
        [
            [0.412_456_4, 0.357_576_1, 0.180_437_5],
            [0.212_672_9, 0.715_152_2, 0.072_175_0],
            [0.019_333_9, 0.119_192_0, 0.950_304_1],
        ],
        seen,
    );
    let f = |t: f64| {
        if t > 0.008_856 {
            t.cbrt()
        } else {
            7.787 * t + 16.0 / 116.0
        }
    };
    let (x, y, z) = (f(xyz[0] / 0.950_47), f(xyz[1]), f(xyz[2] / 1.088_83));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The CIE 1976 distance: about 2 is just visible, 20 is obvious.
fn distance(a: Rgb, b: Rgb, eye: [[f64; 3]; 3]) -> f64 {
    let (a, b) = (lab(a, eye), lab(b, eye));
    let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

/// Asserts that every eye sees two colors of a theme at least this far apart.
fn assert_apart(theme: Theme, what: &str, [a, b]: [Rgb; 2], least: f64) {
    for (eye, matrix) in EYES {
        let found = distance(a, b, matrix);
        assert!(
            found >= least,
            "{theme}, {what}: {a:?} and {b:?} are {found:.1} apart with {eye}"
        );
    }
}

/// Asserts that two colors of a theme have at least this ratio.
fn assert_ratio(theme: Theme, what: &str, [a, b]: [Rgb; 2], least: f64) {
    let found = ratio(a, b);
    assert!(
        found >= least,
        "{theme}, {what}: {a:?} and {b:?} have a ratio of {found:.2}"
    );
}

fn themes() -> impl Iterator<Item = (Theme, &'static Colors)> {
    Theme::ALL.iter().map(|&theme| (theme, Colors::of(theme)))
}

fn grounds(theme: &Colors) -> impl Iterator<Item = Rgb> {
    theme.plain.into_iter().chain(theme.last)
}

#[test]
fn light_and_dark_squares_are_plainly_apart() {
    for (id, theme) in themes() {
        for (light, dark) in [
            (SquareColor::Light, SquareColor::Dark),
            (SquareColor::FarLight, SquareColor::FarDark),
        ] {
            let found = ratio(theme.plain[light as usize], theme.plain[dark as usize]);
            assert!(
                (1.9..4.0).contains(&found),
                "{id}: {light:?} and {dark:?} have a ratio of {found:.2}"
            );
        }
    }
}

#[test]
fn every_piece_stands_out_on_every_square() {
    for (id, theme) in themes() {
        // White is as bright as light squares, and red as squares of medium brightness: their outlines tell them apart.
        let mut fills = vec![theme.black.fill];
        if theme.has_light_marks() {
            fills.push(theme.white.fill);
        }
        for ground in grounds(theme) {
            let outlines = Coat::ALL.map(|coat| coat.colors(theme).outline);
            for color in outlines.iter().chain(&fills) {
                assert_ratio(id, "piece and square", [*color, ground], 3.0);
            }
        }
        let (white, black) = (theme.white, theme.black);
        assert_ratio(id, "white's lines", [white.fill, white.outline], 7.0);
        assert_ratio(id, "black's lines", [black.fill, black.detail], 7.0);
        assert_ratio(id, "the two sides", [white.fill, black.fill], 7.0);
    }
}

#[test]
fn red_pieces_stand_out_on_every_square_and_from_black_ones_for_every_eye() {
    for (id, theme) in themes() {
        for ground in &theme.plain[..2] {
            assert_apart(id, "red and square", [theme.red.fill, *ground], 10.0);
        }
        let red = theme.red;
        assert_ratio(id, "red's lines", [red.fill, red.detail], 4.0);
        assert_apart(id, "the two sides", [red.fill, theme.black.fill], 25.0);
    }
}

/// The color that most of a drawn piece is of.
fn body(sprite: Sprite, theme: &Colors) -> Rgb {
    let drawn = sprite.raster(theme, 60).unwrap();
    let opaque = drawn.pixels().iter().filter(|pixel| pixel.alpha() == 255);
    let mut counts = std::collections::HashMap::<Rgb, u32>::new();
    for pixel in opaque {
        let color = [pixel.red(), pixel.green(), pixel.blue()];
        *counts.entry(color).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.unwrap().0
}

#[test]
fn every_piece_has_the_color_that_its_side_is_named_after() {
    for (id, theme) in themes() {
        for variant in Variant::ALL {
            for color in Color::ALL {
                for &role in variant.roles() {
                    let sprite = Sprite::of(Piece { color, role }, variant.family());
                    let [lightness, a, b] = lab(body(sprite, theme), EYES[0].1);
                    let (chroma, hue) = (a.hypot(b), b.atan2(a).to_degrees());
                    let looks = match () {
                        () if chroma < 12.0 && lightness > 85.0 => "White",
                        () if chroma < 12.0 && lightness < 25.0 => "Black",
                        () if chroma > 50.0 && (15.0..50.0).contains(&hue) => "Red",
                        () => "of no side",
                    };
                    let name = variant.color_name(color);
                    assert_eq!(looks, name, "{id}: {role:?} of {variant}");
                }
            }
        }
    }
}

#[test]
fn text_is_easy_to_read() {
    for (id, theme) in themes() {
        assert_ratio(id, "coordinates", [theme.label, theme.frame], 7.0);
        assert_ratio(id, "names", [theme.text, theme.frame], 7.0);
        assert_ratio(id, "the banner", [theme.text, theme.black.outline], 7.0);
    }
}

#[test]
fn the_last_move_is_seen_by_every_eye() {
    for (id, theme) in themes() {
        for (plain, last) in theme.plain.into_iter().zip(theme.last) {
            assert_apart(id, "the last move", [plain, last], 18.0);
        }
    }
}

#[test]
fn sections_and_line_are_told_apart_by_every_eye() {
    for (id, theme) in themes() {
        let [light, dark, far_light, far_dark, line] = theme.plain;
        for squares in [
            [dark, far_dark],
            [dark, line],
            [far_dark, line],
            [light, line],
            [far_light, line],
        ] {
            assert_apart(id, "sections", squares, 6.0);
        }
        for edge in [dark, far_dark, line] {
            assert_ratio(id, "the line's border", [theme.border, edge], 2.0);
        }
    }
}

#[test]
fn dots_and_arrows_are_seen_by_every_eye() {
    for (id, theme) in themes() {
        for ground in theme.plain {
            assert_apart(id, "a dot", [ground, dot_color(theme, ground)], 18.0);
            for ink in [theme.accent, theme.effect, theme.danger] {
                assert_apart(id, "an arrow", [ground, mix(ground, ink, ARROW)], 18.0);
            }
        }
    }
}

#[test]
fn arrows_stand_out_from_their_casing_on_squares_and_pieces() {
    for (id, theme) in themes() {
        let pieces = [theme.white.fill, theme.black.fill];
        for ground in grounds(theme).chain(pieces) {
            let casing = mix(ground, theme.casing(), CASING);
            for ink in [theme.accent, theme.effect, theme.danger] {
                assert_ratio(id, "casing", [mix(ground, ink, ARROW), casing], 2.5);
            }
        }
    }
}

#[test]
fn the_theme_of_high_contrast_has_high_contrast() {
    let (id, theme) = (Theme::Contrast, Colors::of(Theme::Contrast));
    let fills = [theme.white.fill, theme.black.fill];
    for ground in grounds(theme) {
        for fill in fills {
            assert_ratio(id, "piece and square", [fill, ground], 3.0);
        }
    }
    assert_ratio(id, "the two sides", fills, 20.0);
    for (plain, last) in theme.plain.into_iter().zip(theme.last) {
        assert_apart(id, "the last move", [plain, last], 24.0);
    }
}

#[test]
fn every_palette_leaves_room_for_transparency() {
    for (id, theme) in themes() {
        for squares in [SquareColor::PLAIN, &SquareColor::ALL] {
            for first in [Coat::White, Coat::Red] {
                let colors = Palette::of(theme, squares, first).colors().len();
                assert!((128..=255).contains(&colors), "{id} {first:?}: {colors}");
            }
        }
    }
}

#[test]
fn the_palette_cannot_be_told_from_exact_colors() {
    for &theme in Theme::ALL {
        for (sections, squares, first) in [
            (false, SquareColor::PLAIN, Coat::White),
            (false, SquareColor::PLAIN, Coat::Red),
            (true, &SquareColor::ALL, Coat::White),
        ] {
            let atlas = Atlas::new(AtlasKey {
                rotation: Rotation::Upright,
                theme,
                sections,
                first,
                side: 60,
            });
            for &square in squares {
                for (highlight, least) in [
                    (Highlight::None, 40.0),
                    (Highlight::LastMove, 40.0),
                    (Highlight::Check, 36.0),
                ] {
                    let ground = Ground { square, highlight };
                    let found = signal_to_noise(&atlas, ground, first);
                    let place = format!("{theme} {first:?} {ground:?}");
                    assert!(found >= least, "{place}: {found:.1} dB");
                }
            }
        }
    }
}

#[test]
fn pieces_laid_over_a_rotated_square_look_as_on_an_upright_one() {
    for (theme, _) in themes() {
        for first in [Coat::White, Coat::Red] {
            let side = 60;
            let key = AtlasKey {
                rotation: Rotation::Upright,
                theme,
                sections: false,
                first,
                side,
            };
            let atlas = Atlas::new(key);
            for (coat, art) in [first, Coat::Black]
                .into_iter()
                .flat_map(|coat| Art::all().map(move |art| (coat, art)))
            {
                let (square, highlight) = (SquareColor::Light, Highlight::None);
                let ground = Ground { square, highlight };
                let mut canvas = Canvas::new(side, side, atlas.tile(ground, None)[0]);
                let sprite = Sprite { art, coat };
                atlas.draw_sprite(sprite, side, (0, 0), &mut canvas);
                let exact = atlas.exact(ground, Some(sprite));
                let found = decibels(&atlas, &[(exact, canvas.pixels.as_raw())]);
                assert!(found >= 34.0, "{theme} {sprite:?}: {found:.1} dB");
            }
        }
    }
}

/// Signal to noise of the palette against exact blending, in decibels.
fn signal_to_noise(atlas: &Atlas, ground: Ground, first: Coat) -> f64 {
    let arts = [Role::King, Role::Pawn, Role::Kwagga, Role::Alfil].map(Art::Plain);
    let coats = [first, Coat::Black].into_iter();
    let sprites = coats.flat_map(|coat| arts.map(|art| Some(Sprite { art, coat })));
    let pictures: Vec<_> = sprites
        .map(|sprite| (atlas.exact(ground, sprite), atlas.tile(ground, sprite)))
        .collect();
    decibels(atlas, &pictures)
}

/// Signal-to-noise ratio of pictures in the palette, compared with their exact colors, in decibels.
fn decibels(atlas: &Atlas, pictures: &[(Vec<Rgb>, &[u8])]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (exact, indices) in pictures {
        for (exact, &index) in exact.iter().zip(*indices) {
            for (a, b) in exact.iter().zip(atlas.palette.color(index)) {
                sum += f64::from(a.abs_diff(b)).powi(2);
                count += 1.0;
            }
        }
    }
    10.0 * (255.0 * 255.0 * count / f64::max(sum, 1.0)).log10()
}
