//! Pairings of a round.

use pictures::{PairedPlayer, PairingLine, Pairings};
use rules_core::{ByColor, Color};
use text::{Lang, msg};

use super::sheet::{Anchor, EDGE, Rows, SMALL, Sheet, TextStyle};
use crate::alt::{Description, short, short_text};
use crate::paint::Context;
use crate::paint::canvas::Canvas;
use crate::paint::theme_colors::{Coat, Ink};
use crate::{Picture, RenderError, Renderer};

const MAX_LINES: usize = 32;
const ROW: f32 = 36.0;
const BOARD: f32 = 40.0;
const NAME: f32 = 184.0;
const POINTS: f32 = 44.0;
const RESULT: f32 = 72.0;
const CODE: f32 = 92.0;
const WIDTH: f32 = EDGE + BOARD + 2.0 * (NAME + POINTS) + RESULT + CODE + EDGE;
/// Left edges of the players' names.
const LEFT: ByColor<f32> = ByColor {
    white: EDGE + BOARD,
    black: EDGE + BOARD + NAME + POINTS + RESULT,
};
const MIDDLE: f32 = LEFT.black - RESULT / 2.0;

impl Picture for Pairings {
    fn file_name(&self) -> String {
        "pairings.png".to_owned()
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        renderer.sheet(Coat::White, self.theme, lang, |cx| draw(self, cx))
    }

    fn alt_text(&self, lang: Lang) -> String {
        let mut description = Description::new(lang);
        let title = short_text(&self.title, lang, 160);
        description.sentence(&msg!("pairings-alt", title));
        description.list(self.lines.iter().map(|line| describe(line, lang)));
        description.finish()
    }
}

fn describe(line: &PairingLine, lang: Lang) -> String {
    match line {
        PairingLine::Game {
            board,
            players,
            result,
            code,
        } => {
            let [board, result, code] = [board, result, code].map(|text| short(text, 24));
            let result = match result.as_str() {
                "–" => lang.words(&msg!("pairings-alt-playing")),
                _ => result,
            };
            let (white, black) = (&players.white.name, &players.black.name);
            let [white, black] = [white, black].map(|name| short(name, 24));
            lang.words(&if code.is_empty() {
                msg!("pairings-alt-game", board, white, black, result)
            } else {
                msg!("pairings-alt-game-code", board, white, black, result, code)
            })
        }
        PairingLine::Bye { player, note } => {
            let (player, note) = (short(&player.name, 24), short_text(note, lang, 24));
            format!("{player}: {note}")
        }
    }
}

fn draw(pairings: &Pairings, cx: Context<'_>) -> Canvas {
    let rows = Rows::new(ROW, pairings.lines.len(), MAX_LINES);
    let mut sheet = Sheet::new(WIDTH, rows.sheet_height(), &pairings.title, cx);
    let head = TextStyle::head(NAME);
    for color in Color::ALL {
        let side = cx.lang.plain(&pairings.sides[color]);
        sheet.text(&side, head, Anchor::Left(LEFT[color], rows.base(0)));
    }
    rows.stripes(&mut sheet, WIDTH);
    for (number, line) in rows.lines().zip(&pairings.lines) {
        let y = rows.base(number);
        let marked = match line {
            PairingLine::Game { players, .. } => players.white.marked || players.black.marked,
            PairingLine::Bye { player, .. } => player.marked,
        };
        if marked {
            rows.mark(&mut sheet, number);
        }
        draw_line(&mut sheet, line, y);
    }
    rows.note(&mut sheet, LEFT.white, NAME);
    sheet.canvas
}

fn draw_line(sheet: &mut Sheet<'_>, line: &PairingLine, y: f32) {
    match line {
        PairingLine::Game {
            board,
            players,
            result,
            code,
        } => {
            let label = TextStyle::body(BOARD - 12.0).ink(Ink::Label);
            sheet.text(board, label, Anchor::Right(LEFT.white - 12.0, y));
            for color in Color::ALL {
                draw_player(sheet, &players[color], LEFT[color], y);
            }
            let style = TextStyle::body(RESULT - 4.0).bold();
            sheet.text(result, style, Anchor::Middle(MIDDLE, y));
            let style = label.size(SMALL).room(CODE - 12.0);
            sheet.text(code, style, Anchor::Right(WIDTH - EDGE, y));
        }
        PairingLine::Bye { player, note } => {
            draw_player(sheet, player, LEFT.white, y);
            let left = MIDDLE - RESULT / 2.0 + 12.0;
            let style = TextStyle::body(WIDTH - EDGE - left).ink(Ink::Label);
            let note = sheet.cx.lang.plain(note);
            sheet.text(&note, style, Anchor::Left(left, y));
        }
    }
}

fn draw_player(sheet: &mut Sheet<'_>, player: &PairedPlayer, left: f32, y: f32) {
    let style = TextStyle::body(NAME - 8.0);
    let style = if player.won { style.bold() } else { style };
    sheet.text(&player.name, style, Anchor::Left(left, y));
    let points = TextStyle::body(POINTS - 4.0).size(SMALL).ink(Ink::Label);
    let at = Anchor::Right(left + NAME + POINTS - 8.0, y);
    sheet.text(&player.points, points, at);
}
