//! Bars above and below the board with the players, and the banner.

use pictures::PlayerBar;
use rules_core::{Color, Family, Piece, Role};
use text::chess::color_name;
use text::{Text, msg};

use super::layout::Layout;
use super::scene::Scene;
use crate::paint::Context;
use crate::paint::canvas::Canvas;
use crate::paint::geometry::{Area, Point, round, signed_to_f32, to_f32, to_i32, to_u32};
use crate::paint::pieces::Sprite;
use crate::paint::shapes;
use crate::paint::text::Weight;
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
            bar.draw(to_f32(layout.margin), to_f32(layout.width), canvas);
        }
    }
    if let Some(banner) = &scene.banner {
        draw_banner(banner, layout.banner_area(), cx, canvas);
    }
}

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

    /// Draws from left to right: the side's color, name and rating, captured pieces, clock.
    fn draw(&self, margin: f32, width: f32, canvas: &mut Canvas) {
        let height = self.height();
        let radius = height * 0.22;
        let middle = signed_to_f32(self.area.y) + height / 2.0;
        self.disc(Point::new(margin + radius, middle), radius, canvas);
        let right = self.clock(width - margin, canvas);
        let name_left = margin + 2.0 * radius + height * 0.25;
        let name_end = self.name(name_left, right, canvas);
        self.captured(name_end + height * 0.4, right - height * 0.3, canvas);
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
        let text = match &self.player.clock {
            Some(clock) => lang.plain(clock),
            None if to_move => lang.words(&msg!("board-to-move")),
            None => return right,
        };
        let size = height * 0.5;
        let room = to_f32(self.area.width) * 0.3;
        let line = fonts.line(&text, Weight::Bold, size, room);
        let padding = height * 0.22;
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

    /// Draws name and rating. Returns their right end.
    fn name(&self, left: f32, right: f32, canvas: &mut Canvas) -> f32 {
        let Context { atlas, fonts, lang } = self.cx;
        let height = self.height();
        let size = height * 0.55;
        let base = round(self.base(size));
        let name = if fonts.can_show(&self.player.name) {
            self.player.name.clone()
        } else {
            lang.words(&color_name(self.scene.variant, self.color))
        };
        let line = fonts.line(&name, Weight::Bold, size, (right - left) * 0.55);
        canvas.stamp(round(left), base, &line.stamp(), atlas.tint(Ink::Text));
        let mut end = left + line.width;
        if let Some(rating) = &self.player.rating {
            let line = fonts.line(rating, Weight::Regular, size, height * 3.0);
            end += height * 0.25;
            canvas.stamp(round(end), base, &line.stamp(), atlas.tint(Ink::Label));
            end += line.width;
        }
        end
    }

    /// Draws the captured pieces, small and sorted, as many as fit, and the lead in points.
    fn captured(&self, left: f32, right: f32, canvas: &mut Canvas) {
        let Context { atlas, fonts, .. } = self.cx;
        let height = self.height();
        let lead = lead(self.scene, self.color).map(|points| {
            let size = height * 0.5;
            fonts.line(&format!("+{points}"), Weight::Bold, size, height * 3.0)
        });
        // The lead gets its room before the pieces: it says more than any of them.
        let lead_width = lead.as_ref().map_or(0.0, |lead| lead.width + height * 0.3);
        let side = to_u32(height * 0.8);
        let mut shown = self.places();
        shown.retain(|(x, _)| left + x + to_f32(side) < right - lead_width);
        let end = shown.last().map_or(left - height * 0.3, |(x, _)| {
            left + x + to_f32(side) + height * 0.1
        });
        if let Some(lead) = lead.filter(|lead| end + height * 0.3 + lead.width <= right) {
            let base = signed_to_f32(self.area.y) + height * 0.68;
            let x = round(end + height * 0.3);
            canvas.stamp(x, round(base), &lead.stamp(), atlas.tint(Ink::Text));
        }
        let Some(&(last, _)) = shown.last() else {
            return;
        };
        let tray = Area {
            x: round(left - height * 0.1),
            y: self.area.y + round(height * 0.08),
            width: to_u32(last + to_f32(side) + height * 0.2),
            height: to_u32(height * 0.84),
        };
        canvas.fill(tray, atlas.palette.nearest(atlas.colors.tray));
        let y = self.area.y + (to_i32(self.area.height) - to_i32(side)) / 2;
        for (x, role) in shown {
            let color = !self.color;
            let sprite = Sprite::of(Piece { color, role }, self.scene.variant.family());
            atlas.draw_sprite(sprite, side, (round(left + x), y), canvas);
        }
    }

    /// The captured pieces in order of value, and how far each is from the first: pieces of one role are close together.
    fn places(&self) -> Vec<(f32, Role)> {
        let (close, apart) = (self.height() * 0.34, self.height() * 0.62);
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

/// The value of a piece: the usual points of orthodox pieces, for leapers in proportion to a knight's squares. A Leto is
/// worth a knight by its game's own description.
const fn points(role: Role, family: Family) -> u32 {
    match role {
        Role::King => 0,
        // Crowned pieces also move like kings.
        Role::Bishop if matches!(family, Family::Latrunculi) => 4,
        Role::Rook if matches!(family, Family::Latrunculi) => 6,
        Role::Pawn | Role::Alfil => 1,
        Role::Dabbabah => 2,
        Role::Knight | Role::Bishop | Role::Leto | Role::Kwagga | Role::Sail | Role::Hawk => 3,
        Role::Rook => 5,
        Role::Queen => 9,
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
