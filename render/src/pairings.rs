//! Who plays whom in a round of a tournament.

use std::fmt::Write as _;

use crate::atlas::Ink;
use crate::board::Tools;
use crate::canvas::Canvas;
use crate::layout::Spot;
use crate::sheet::{BODY, EDGE, Place, Sheet, TITLE, Type};
use crate::text::harmless;
use crate::theme::{ThemeId, mix};

/// The games of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairings {
    /// A heading, such as the tournament's name and round.
    pub title: String,
    /// What the sides are called, White's first.
    pub sides: [String; 2],
    /// The first board first. At most 32 are shown, and then how many more there are.
    pub lines: Vec<PairingLine>,
    /// The colors.
    pub theme: ThemeId,
}

/// A line of [`Pairings`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairingLine {
    /// Two who meet.
    Game {
        /// The number of the board.
        board: String,
        /// White and Black.
        players: [PairingPlayer; 2],
        /// Such as `1:0`, or a dash while they play.
        result: String,
        /// What the game is called; a few letters.
        code: String,
    },
    /// Somebody without an opponent.
    Free {
        /// Who.
        player: PairingPlayer,
        /// What that brings, such as `free, 1 point`.
        note: String,
    },
}

/// Somebody in a line of [`Pairings`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairingPlayer {
    /// Any text; it is cut to fit.
    pub name: String,
    /// What they had before the round, such as `3½`; may be empty.
    pub points: String,
    /// Whether they have won this game.
    pub won: bool,
    /// Whether it is who asked: a bar at the left edge points the line out.
    pub marked: bool,
}

const MOST: usize = 32;
const ROW: f32 = 36.0;
const RANK: f32 = 40.0;
const NAME: f32 = 184.0;
const POINTS: f32 = 44.0;
const RESULT: f32 = 72.0;
const CODE: f32 = 92.0;
const SMALL: f32 = 16.0;
const WIDTH: f32 = EDGE + RANK + 2.0 * (NAME + POINTS) + RESULT + CODE + EDGE;
/// The left edges of White's name and of Black's.
const LEFT: [f32; 2] = [EDGE + RANK, EDGE + RANK + NAME + POINTS + RESULT];
const MIDDLE: f32 = LEFT[1] - RESULT / 2.0;

impl Pairings {
    /// The round in words, as far as 1024 characters allow.
    #[must_use]
    pub fn alt_text(&self) -> String {
        let title: String = harmless(&self.title).take(160).collect();
        let mut text = format!("Pairings. {title}.");
        for (place, line) in self.lines.iter().enumerate() {
            let words = line.words();
            let rest = format!(" and {} more.", self.lines.len() - place);
            if text.chars().count() + words.chars().count() + rest.len() > 1024 {
                return text + &rest;
            }
            text += &words;
        }
        text
    }

    pub(crate) fn draw(&self, tools: Tools<'_>) -> Canvas {
        let lines = &self.lines[..self.lines.len().min(MOST)];
        let more = self.lines.len() - lines.len();
        let top = EDGE + TITLE + 20.0;
        let rows = lines.iter().fold(1.0, |rows, _| rows + 1.0) + f32::from(u8::from(more > 0));
        let mut sheet = Sheet::new(WIDTH, top + rows * ROW + EDGE, &self.title, tools);
        let base = |row: f32| top + row * ROW + ROW / 2.0 + BODY * 0.36;
        let head = Type::body(NAME).bold().size(SMALL).ink(Ink::Label);
        for (side, left) in self.sides.iter().zip(LEFT) {
            sheet.text(side, head, Place::Left(Spot::new(left, base(0.0))));
        }
        let theme = tools.atlas.theme;
        let stripe = mix(theme.frame, theme.label, 28);
        let mut row = 1.0;
        for (place, line) in lines.iter().enumerate() {
            let (y, bottom) = (top + row * ROW, top + (row + 1.0) * ROW);
            if place % 2 == 0 {
                let corner = Spot::new(WIDTH - EDGE / 2.0, bottom);
                sheet.fill(Spot::new(EDGE / 2.0, y), corner, stripe);
            }
            if line.is_marked() {
                let corner = Spot::new(EDGE / 2.0 + 6.0, bottom);
                sheet.fill(Spot::new(EDGE / 2.0, y), corner, theme.text);
            }
            line.draw(&mut sheet, base(row));
            row += 1.0;
        }
        if more > 0 {
            let note = Type::body(NAME).ink(Ink::Label);
            let at = Spot::new(LEFT[0], base(row));
            sheet.text(&format!("and {more} more"), note, Place::Left(at));
        }
        sheet.canvas
    }
}

impl PairingLine {
    fn is_marked(&self) -> bool {
        match self {
            Self::Game { players, .. } => players.iter().any(|player| player.marked),
            Self::Free { player, .. } => player.marked,
        }
    }

    fn words(&self) -> String {
        let short = |text: &str| harmless(text).take(24).collect::<String>();
        let mut words = String::new();
        // Writing to a string cannot fail.
        let _ = match self {
            Self::Game {
                board,
                players: [white, black],
                result,
                code,
            } => write!(
                words,
                " {} {} {} {} {};",
                short(board),
                short(&white.name),
                short(result),
                short(&black.name),
                short(code)
            ),
            Self::Free { player, note } => {
                write!(words, " {}: {};", short(&player.name), short(note))
            }
        };
        words
    }

    fn draw(&self, sheet: &mut Sheet<'_>, y: f32) {
        let label = Type::body(CODE).ink(Ink::Label);
        match self {
            Self::Game {
                board,
                players,
                result,
                code,
            } => {
                let at = Spot::new(LEFT[0] - 12.0, y);
                sheet.text(board, label.room(RANK - 12.0), Place::Right(at));
                for (player, left) in players.iter().zip(LEFT) {
                    player.draw(sheet, left, y);
                }
                let look = Type::body(RESULT - 4.0).bold();
                sheet.text(result, look, Place::Middle(Spot::new(MIDDLE, y)));
                let at = Spot::new(WIDTH - EDGE, y);
                let look = label.size(SMALL).room(CODE - 12.0);
                sheet.text(code, look, Place::Right(at));
            }
            Self::Free { player, note } => {
                player.draw(sheet, LEFT[0], y);
                let at = Spot::new(MIDDLE - RESULT / 2.0 + 12.0, y);
                let room = WIDTH - EDGE - at.x;
                sheet.text(note, label.room(room), Place::Left(at));
            }
        }
    }
}

impl PairingPlayer {
    fn draw(&self, sheet: &mut Sheet<'_>, left: f32, y: f32) {
        let look = Type::body(NAME - 8.0);
        let look = if self.won { look.bold() } else { look };
        sheet.text(&self.name, look, Place::Left(Spot::new(left, y)));
        let points = Type::body(POINTS - 4.0).size(SMALL).ink(Ink::Label);
        let at = Spot::new(left + NAME + POINTS - 8.0, y);
        sheet.text(&self.points, points, Place::Right(at));
    }
}
