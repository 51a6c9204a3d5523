//! What stands above and below the board: who plays, what they took, whose turn it is, how it ended.

use rules_core::{Color, Family, Piece, Role};

use crate::atlas::Ink;
use crate::board::{self, Tools};
use crate::canvas::{Area, Canvas};
use crate::layout::{Layout, Spot, round, to_f32, to_i32, to_u32};
use crate::marks;
use crate::pieces::Figure;
use crate::scene::{PlayerBar, Scene};
use crate::text::Weight;

/// Draws the bars and the banner, as far as the scene has any.
pub(crate) fn draw(scene: &Scene, layout: &Layout, tools: Tools<'_>, canvas: &mut Canvas) {
    if let Some(players) = &scene.players {
        for color in Color::ALL {
            player(scene, layout, color, &players[color], tools, canvas);
        }
    }
    if let Some(text) = &scene.banner {
        banner(text, layout.banner_area(), tools, canvas);
    }
}

fn player(
    scene: &Scene,
    layout: &Layout,
    color: Color,
    bar: &PlayerBar,
    tools: Tools<'_>,
    canvas: &mut Canvas,
) {
    let area = layout.bar_area(color);
    let height = to_f32(area.height);
    let (left, middle) = (to_f32(layout.margin), to_f32_signed(area.y) + height / 2.0);
    let atlas = tools.atlas;

    // The side's color as a disc.
    let radius = height * 0.22;
    let disc = Spot::new(left + radius, middle);
    canvas.stamp(
        0,
        0,
        &marks::disc(disc, radius + 1.5),
        atlas.tint(Ink::Label),
    );
    let fill = if color == Color::White {
        Ink::White
    } else {
        Ink::Black
    };
    canvas.stamp(0, 0, &marks::disc(disc, radius), atlas.tint(fill));

    let right = to_f32(layout.width) - left;
    let right = clock(scene, color, bar, right, area, tools, canvas);
    let name_left = left + 2.0 * radius + height * 0.25;
    let name_end = name(scene, color, bar, name_left, right, area, tools, canvas);
    captured(
        scene,
        color,
        name_end + height * 0.4,
        right - height * 0.3,
        area,
        tools,
        canvas,
    );
}

/// The clock, or a sign of whose turn it is where there is no clock. Answers where it begins.
fn clock(
    scene: &Scene,
    color: Color,
    bar: &PlayerBar,
    right: f32,
    area: Area,
    tools: Tools<'_>,
    canvas: &mut Canvas,
) -> f32 {
    let Tools { atlas, fonts } = tools;
    let to_move = scene.turn == color && scene.goes_on();
    let height = to_f32(area.height);
    let text = match &bar.clock {
        Some(clock) => clock.as_str(),
        None if to_move => "to move",
        None => return right,
    };
    let size = height * 0.5;
    let line = fonts.line(text, Weight::Bold, size, to_f32(area.width) * 0.3);
    let padding = height * 0.22;
    let width = line.width + 2.0 * padding;
    let (left, top) = (right - width, to_f32_signed(area.y) + height * 0.12);
    if to_move {
        let plate = Area {
            x: round(left),
            y: round(top),
            width: to_u32(width),
            height: to_u32(height * 0.76),
        };
        canvas.fill(plate, atlas.ground_index(atlas.theme.text));
    }
    let ink = if to_move { Ink::Black } else { Ink::Text };
    let base = to_f32_signed(area.y) + height / 2.0 + size * 0.36;
    canvas.stamp(
        round(left + padding),
        round(base),
        &line.stamp(),
        atlas.tint(ink),
    );
    left
}

/// Name and rating. Answers where they end.
#[expect(
    clippy::too_many_arguments,
    reason = "places in one bar; a struct for one call would only rename them"
)]
fn name(
    scene: &Scene,
    color: Color,
    bar: &PlayerBar,
    left: f32,
    right: f32,
    area: Area,
    tools: Tools<'_>,
    canvas: &mut Canvas,
) -> f32 {
    let Tools { atlas, fonts } = tools;
    let height = to_f32(area.height);
    let size = height * 0.55;
    let base = round(to_f32_signed(area.y) + height / 2.0 + size * 0.36);
    let shown = if fonts.can_show(&bar.name) {
        bar.name.as_str()
    } else {
        scene.variant.color_name(color)
    };
    let room = (right - left) * 0.55;
    let line = fonts.line(shown, Weight::Bold, size, room);
    canvas.stamp(round(left), base, &line.stamp(), atlas.tint(Ink::Text));
    let mut end = left + line.width;
    if let Some(rating) = &bar.rating {
        let line = fonts.line(rating, Weight::Regular, size, height * 3.0);
        end += height * 0.25;
        canvas.stamp(round(end), base, &line.stamp(), atlas.tint(Ink::Label));
        end += line.width;
    }
    end
}

/// How many points of material a side is ahead; none where it is not.
fn advantage(scene: &Scene, color: Color) -> Option<u32> {
    let points = |side: Color| -> u32 {
        let pieces = scene.pieces.iter().flatten();
        let own = pieces.filter(|piece| piece.color == side);
        own.map(|piece| points(piece.role, scene.variant.family()))
            .sum()
    };
    let ahead = points(color).checked_sub(points(!color))?;
    (ahead > 0).then_some(ahead)
}

/// What a piece counts for: the usual points of orthodox pieces, for leapers the share of a knight's squares that they
/// reach. A Leto is worth a knight by its game's own description.
const fn points(role: Role, family: Family) -> u32 {
    match role {
        Role::King => 0,
        // Crowned pieces move like kings as well.
        Role::Bishop if matches!(family, Family::Latrunculi) => 4,
        Role::Rook if matches!(family, Family::Latrunculi) => 6,
        Role::Pawn | Role::Alfil => 1,
        Role::Dabbabah => 2,
        Role::Knight | Role::Bishop | Role::Leto | Role::Kwagga | Role::Sail | Role::Hawk => 3,
        Role::Rook => 5,
        Role::Queen => 9,
    }
}

/// The pieces a side took, small, kinds together, as far as there is room, and how far it is ahead.
fn captured(
    scene: &Scene,
    color: Color,
    left: f32,
    right: f32,
    area: Area,
    tools: Tools<'_>,
    canvas: &mut Canvas,
) {
    let Tools { atlas, fonts } = tools;
    let height = to_f32(area.height);
    let ahead = advantage(scene, color).map(|points| {
        let size = height * 0.5;
        fonts.line(&format!("+{points}"), Weight::Bold, size, height * 3.0)
    });
    // The figure comes before the pieces: it says more than any of them.
    let ahead_width = ahead
        .as_ref()
        .map_or(0.0, |ahead| ahead.width + height * 0.3);
    let right = right - ahead_width;
    let mut roles = scene.captured[color].clone();
    roles.sort_by_key(|&role| std::cmp::Reverse(role));
    let side = to_u32(height * 0.8);
    let (close, apart) = (height * 0.34, height * 0.62);
    let mut places = Vec::new();
    let mut x = 0.0;
    for (place, &role) in roles.iter().enumerate() {
        if place > 0 {
            x += if roles[place - 1] == role {
                close
            } else {
                apart
            };
        }
        places.push((x, role));
    }
    let fits = |&&(x, _): &&(f32, _)| left + x + to_f32(side) < right;
    let shown: Vec<_> = places.iter().filter(fits).collect();
    let end = shown.last().map_or(left - height * 0.3, |(last, _)| {
        left + last + to_f32(side) + height * 0.1
    });
    if let Some(ahead) =
        ahead.filter(|ahead| end + height * 0.3 + ahead.width <= right + ahead_width)
    {
        let base = to_f32_signed(area.y) + height * 0.68;
        let at = round(end + height * 0.3);
        canvas.stamp(at, round(base), &ahead.stamp(), atlas.tint(Ink::Text));
    }
    let Some(&&(last, _)) = shown.last() else {
        return;
    };
    let tray = Area {
        x: round(left - height * 0.1),
        y: area.y + round(height * 0.08),
        width: to_u32(last + to_f32(side) + height * 0.2),
        height: to_u32(height * 0.84),
    };
    canvas.fill(tray, atlas.ground_index(atlas.theme.tray));
    for &&(x, role) in &shown {
        let piece = Piece {
            color: !color,
            role,
        };
        let figure = Figure::of(piece, scene.variant.family());
        let y = area.y + (to_i32(area.height) - to_i32(side)) / 2;
        board::figure(figure, side, (round(left + x), y), atlas, canvas);
    }
}

fn banner(text: &str, area: Area, tools: Tools<'_>, canvas: &mut Canvas) {
    if text.is_empty() {
        return;
    }
    let Tools { atlas, fonts } = tools;
    let height = to_f32(area.height);
    let size = height * 0.52;
    let line = fonts.line(text, Weight::Bold, size, to_f32(area.width) - height);
    canvas.fill(area, atlas.ground_index(atlas.theme.text));
    let x = (to_f32(area.width) - line.width) / 2.0;
    let y = to_f32_signed(area.y) + height / 2.0 + size * 0.36;
    canvas.stamp(round(x), round(y), &line.stamp(), atlas.tint(Ink::Black));
}

#[expect(
    clippy::cast_precision_loss,
    reason = "pixels of a picture are far below 2^24"
)]
fn to_f32_signed(pixels: i32) -> f32 {
    pixels as f32
}
