//! Bars above and below the board with the players, and the banner.

use pictures::PlayerBar;
use rules_core::{Color, Family, Piece, Role};
use text::chess::color_name;
use text::{Text, msg};

use super::layout::Layout;
use super::scene::Scene;
use crate::encode::png::BADGE_WIDTH;
use crate::paint::Context;
use crate::paint::canvas::Canvas;
use crate::paint::geometry::{Area, Point, round, signed_to_f32, to_f32, to_i32, to_u32};
use crate::paint::pieces::Sprite;
use crate::paint::shapes;
use crate::paint::text::{TextLine, Weight};
use crate::paint::theme_colors::{Coat, Ink};

/// Draws the bars and the banner of a scene, if it has any.
pub(super) fn draw(scene: &Scene, layout: &Layout, cx: Context<'_>, canvas: &mut Canvas) {
    if let Some(players) = &scene.players {
        for color in Color::ALL {
            let bar = Bar {
                scene,
                color,
                player: &players[color],
                area: layout.bar_area(color),
                cx,
            };
            let is_lower = color == scene.viewer;
            let badge = to_f32(layout.width.max(layout.height)) * BADGE_WIDTH;
            bar.draw(is_lower.then_some(badge), to_f32(layout.width), canvas);
        }
    }
    if let Some(banner) = &scene.banner {
        draw_banner(banner, layout.banner_area(), cx, canvas);
    }
}

/// Sizes as fractions of a bar's height. Text of the size `SMALL` is as large as the coordinates.
const MARGIN: f32 = 0.4;
const NAME: f32 = 0.69;
const CLOCK: f32 = 0.63;
const SMALL: f32 = 0.42;
const CAPTURED: f32 = 0.66;
/// Between parts.
const GAP: f32 = 0.25;

struct Bar<'a> {
    scene: &'a Scene,
    color: Color,
    player: &'a PlayerBar,
    area: Area,
    cx: Context<'a>,
}

impl Bar<'_> {
    fn height(&self) -> f32 {
        to_f32(self.area.height)
    }

    /// The base line of text of this size.
    fn base(&self, size: f32) -> f32 {
        signed_to_f32(self.area.y) + self.height() / 2.0 + size * 0.36
    }

    /// Draws from left to right: the side's color, name and rating, captured pieces, clock. The left end of the lower bar
    /// stays free, so that a chat can put its badge there.
    fn draw(&self, badge: Option<f32>, width: f32, canvas: &mut Canvas) {
        let height = self.height();
        let radius = height * 0.22;
        let middle = signed_to_f32(self.area.y) + height / 2.0;
        let margin = height * MARGIN;
        let left = badge.unwrap_or(margin);
        self.disc(Point::new(left + radius, middle), radius, canvas);
        let right = self.clock(width - margin, canvas);
        let name_left = left + 2.0 * radius + height * GAP;
        let end = self.name(name_left, right, canvas);
        let (lead, lead_width) = self.lead();
        let places = self.places();
        let needs = places
            .last()
            .map_or(0.0, |(x, _)| x + height * (CAPTURED + GAP))
            + lead_width;
        let room = right - end - height * 2.0 * GAP;
        let end = end + self.rating(end, room - needs, canvas);
        let (left, right) = (end + height * GAP, right - height * GAP);
        self.captured(places, (lead, lead_width), left, right, canvas);
    }

    fn disc(&self, center: Point, radius: f32, canvas: &mut Canvas) {
        let atlas = self.cx.atlas;
        let ink = Coat::of(self.color, self.scene.variant.family()).ink();
        let edge = shapes::disc(center, radius + 1.5);
        canvas.stamp(0, 0, &edge, atlas.tint(Ink::Label));
        canvas.stamp(0, 0, &shapes::disc(center, radius), atlas.tint(ink));
    }

    /// Draws the clock, or whose turn it is where there is no clock. Returns its left end.
    fn clock(&self, right: f32, canvas: &mut Canvas) -> f32 {
        let Context { atlas, fonts, lang } = self.cx;
        let to_move = self.scene.turn == self.color && self.scene.is_ongoing();
        let height = self.height();
        let (text, size) = match &self.player.clock {
            Some(clock) => (lang.plain(clock), height * CLOCK),
            None if to_move => (lang.words(&msg!("board-to-move")), height * SMALL),
            None => return right,
        };
        let room = to_f32(self.area.width) * 0.21;
        let line = fonts.fitting(&text, Weight::Bold, size, height * SMALL, room);
        let padding = height * 0.2;
        let width = line.width + 2.0 * padding;
        let (left, top) = (right - width, signed_to_f32(self.area.y) + height * 0.12);
        if to_move {
            let plate = Area {
                x: round(left),
                y: round(top),
                width: to_u32(width),
                height: to_u32(height * 0.76),
            };
            canvas.fill(plate, atlas.palette.nearest(atlas.colors.text));
        }
        let ink = if to_move { Ink::Black } else { Ink::Text };
        let (x, y) = (round(left + padding), round(self.base(size)));
        canvas.stamp(x, y, &line.stamp(), atlas.tint(ink));
        left
    }

    /// Draws the name. Returns its right end.
    fn name(&self, left: f32, right: f32, canvas: &mut Canvas) -> f32 {
        let Context { atlas, fonts, lang } = self.cx;
        let height = self.height();
        let name = if fonts.can_show(&self.player.name) {
            self.player.name.clone()
        } else {
            lang.words(&color_name(self.scene.variant, self.color))
        };
        // The same width at every move, so that the name keeps its size.
        let room = (to_f32(self.area.width) * 0.36).min(right - left);
        let (large, small) = (height * NAME, height * SMALL);
        let line = fonts.fitting(&name, Weight::Bold, large, small, room);
        let base = round(self.base(line.size));
        canvas.stamp(round(left), base, &line.stamp(), atlas.tint(Ink::Text));
        left + line.width
    }

    /// Draws the rating if there is room for it. Returns how far it reaches.
    fn rating(&self, left: f32, room: f32, canvas: &mut Canvas) -> f32 {
        let Context { atlas, fonts, .. } = self.cx;
        let size = self.height() * SMALL;
        let Some(rating) = &self.player.rating else {
            return 0.0;
        };
        let line = fonts.line(rating, Weight::Regular, size, f32::MAX);
        let gap = self.height() * GAP;
        if gap + line.width > room {
            return 0.0;
        }
        let (x, y) = (round(left + gap), round(self.base(size)));
        canvas.stamp(x, y, &line.stamp(), atlas.tint(Ink::Label));
        gap + line.width
    }

    /// The lead in points, if there is one, and its width with a gap.
    fn lead(&self) -> (Option<TextLine>, f32) {
        let size = self.height() * SMALL;
        let text = lead(self.scene, self.color).map(|points| format!("+{points}"));
        let line = text.map(|text| self.cx.fonts.line(&text, Weight::Bold, size, f32::MAX));
        let width = line
            .as_ref()
            .map_or(0.0, |line| line.width + self.height() * GAP);
        (line, width)
    }

    /// Draws the captured pieces, small and sorted, as many as fit, and the lead in points. The lead gets its room before
    /// the pieces: it says more than any of them.
    fn captured(
        &self,
        mut places: Vec<(f32, Role)>,
        (lead, lead_width): (Option<TextLine>, f32),
        left: f32,
        right: f32,
        canvas: &mut Canvas,
    ) {
        let atlas = self.cx.atlas;
        let height = self.height();
        let side = to_u32(height * CAPTURED);
        places.retain(|(x, _)| left + x + to_f32(side) < right - lead_width);
        let tray_end = |x: f32| left + x + to_f32(side) + height * 0.1;
        let end = places
            .last()
            .map_or(left - height * GAP, |(x, _)| tray_end(*x));
        if let Some(lead) = lead.filter(|_| end + lead_width <= right) {
            let (x, y) = (end + height * GAP, self.base(lead.size));
            canvas.stamp(round(x), round(y), &lead.stamp(), atlas.tint(Ink::Text));
        }
        if places.is_empty() {
            return;
        }
        let tray = Area {
            x: round(left - height * 0.1),
            y: self.area.y + round(height * 0.14),
            width: to_u32(end - left + height * 0.1),
            height: to_u32(height * 0.72),
        };
        canvas.fill(tray, atlas.palette.nearest(atlas.colors.tray));
        let y = self.area.y + (to_i32(self.area.height) - to_i32(side)) / 2;
        for (x, role) in places {
            let color = !self.color;
            let sprite = Sprite::of(Piece { color, role }, self.scene.variant.family());
            atlas.draw_sprite(sprite, side, (round(left + x), y), canvas);
        }
    }

    /// The captured pieces in order of value, and how far each is from the first: pieces of one role are close together.
    fn places(&self) -> Vec<(f32, Role)> {
        let (close, apart) = (self.height() * 0.26, self.height() * 0.48);
        let mut roles = self.scene.captured[self.color].clone();
        roles.sort_by_key(|&role| std::cmp::Reverse(role));
        let mut x = 0.0;
        let mut before = None;
        let place = |role| {
            x += match before.replace(role) {
                None => 0.0,
                Some(known) if known == role => close,
                Some(_) => apart,
            };
            (x, role)
        };
        roles.into_iter().map(place).collect()
    }
}

/// How many points of material a side is ahead, if it is.
fn lead(scene: &Scene, color: Color) -> Option<u32> {
    let points = |side: Color| -> u32 {
        let pieces = scene.pieces.iter().flatten();
        let own = pieces.filter(|piece| piece.color == side);
        own.map(|piece| points(piece.role, scene.variant.family()))
            .sum()
    };
    let lead = points(color).checked_sub(points(!color))?;
    (lead > 0).then_some(lead)
}

/// The value of a piece. Crowned pieces also move like kings.
const fn points(role: Role, family: Family) -> u32 {
    match (role, family) {
        (Role::Bishop, Family::Latrunculi) => 4,
        (Role::Rook, Family::Latrunculi) => 6,
        _ => role.points(),
    }
}

fn draw_banner(text: &Text, area: Area, cx: Context<'_>, canvas: &mut Canvas) {
    let Context { atlas, fonts, lang } = cx;
    let text = lang.plain(text);
    if text.is_empty() {
        return;
    }
    let height = to_f32(area.height);
    let size = height * 0.52;
    let line = fonts.line(&text, Weight::Bold, size, to_f32(area.width) - height);
    canvas.fill(area, atlas.palette.nearest(atlas.colors.text));
    let x = (to_f32(area.width) - line.width) / 2.0;
    let y = signed_to_f32(area.y) + height / 2.0 + size * 0.36;
    canvas.stamp(round(x), round(y), &line.stamp(), atlas.tint(Ink::Black));
}

#[cfg(test)]
mod tests {
    use pictures::{Rotation, Theme};
    use rules_core::{ByColor, Variant};
    use text::Lang;

    use super::*;
    use crate::Renderer;
    use crate::board::scene::Scene;

    /// Boards of all shapes between players, each with its layout.
    fn boards() -> impl Iterator<Item = (Scene, Layout)> {
        let turned = |variant: Variant| Rotation::ALL.iter().map(move |turn| (variant, turn));
        let boards = Variant::ALL.into_iter().flat_map(turned);
        boards.flat_map(|(variant, &rotation)| {
            Color::ALL.map(|viewer| {
                let bar = PlayerBar::new("Wolfgang Amadeus").rating("1500?");
                let bar = bar.clock("10:00");
                let scene = Scene::of_position(&variant.start())
                    .rotation(rotation)
                    .viewer(viewer)
                    .players(ByColor::new_with(|_| bar.clone()));
                let layout = scene.layout();
                (scene, layout)
            })
        })
    }

    #[test]
    fn names_and_clocks_are_at_least_as_large_as_coordinates() {
        for (scene, layout) in boards() {
            let smallest = to_f32(layout.bar) * SMALL;
            let coordinates = layout.label_size();
            assert!(smallest >= coordinates, "{:?}", scene.variant);
        }
    }

    #[test]
    fn the_lower_left_corner_is_free_for_a_badge() {
        let renderer = Renderer::new();
        for (scene, _) in boards() {
            let (variant, rotation) = (scene.variant, scene.rotation);
            let still = renderer.still(&scene.clone().theme(Theme::Wood), Lang::ENGLISH);
            assert!(still.has_a_free_corner(), "{variant:?} {rotation:?}");
            let scene = Scene {
                players: None,
                ..scene
            };
            let still = renderer.still(&scene, Lang::ENGLISH).with_room_for_badge();
            assert!(still.has_a_free_corner(), "{variant:?} {rotation:?} alone");
        }
    }
}
