//! PGN.
//!
//! The `Variant` tag holds the variant's [id](crate::Variant::id), `SetUp` and `FEN` a start position other than the usual one. The pieces
//! that a Leto's move moves (LETO-15) are written as a comment, `Lc4 {d5-f7}`, because parentheses are variations in PGN.
//!
//! ```
//! use rules_core::{Game, Variant, pgn};
//!
//! let game = Game::replay(Variant::Leto, None, ["e2e4", "e7e5", "f1d3"])?;
//! let text = pgn::write(&game, &[("White", "Ada"), ("Black", "Bob")], None);
//! assert!(text.ends_with("1. e4 e5 2. Ld3 *\n"));
//!
//! let read = pgn::read(&text)?;
//! assert_eq!(read.game.moves(), game.moves());
//! assert_eq!(read.tag("White"), Some("Ada"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{Color, Game, Position, ReplayError, Variant};
use std::fmt::{self, Write};

/// A game read from PGN.
#[derive(Debug, Clone)]
pub struct Pgn {
    /// All tags in order, with unescaped values.
    pub tags: Vec<(String, String)>,
    /// The main line. Comments, variations and annotations are skipped.
    pub game: Game,
    /// The result in the text; `None` for an unfinished game (`*`).
    pub result: Option<PgnResult>,
}

impl Pgn {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find(&self.tags, name)
    }
}

/// The result of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PgnResult {
    /// `1-0` or `0-1`.
    Won(Color),
    /// `1/2-1/2`
    Drawn,
}

impl PgnResult {
    /// The token in the `Result` tag and after the moves.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Won(Color::White) => "1-0",
            Self::Won(Color::Black) => "0-1",
            Self::Drawn => "1/2-1/2",
        }
    }

    fn from_token(token: &str) -> Option<Self> {
        let [white, black] = Color::ALL.map(Self::Won);
        let mut results = [white, black, Self::Drawn].into_iter();
        results.find(|result| result.token() == token)
    }
}

/// Why a PGN can't be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PgnError {
    /// No game in the text.
    Empty,
    /// A malformed tag line, truncated to 60 characters.
    Tag(String),
    /// No `Variant` tag.
    NoVariant,
    /// An unknown `Variant` tag.
    Variant(crate::UnknownVariant),
    /// A comment or variation without end.
    Unclosed(char),
    /// An invalid start position or move.
    Replay(ReplayError),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no game"),
            Self::Tag(line) => write!(f, "malformed tag: {line}"),
            Self::NoVariant => f.write_str("no Variant tag"),
            Self::Variant(error) => error.fmt(f),
            Self::Unclosed(bracket) => write!(f, "unclosed {bracket}"),
            Self::Replay(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PgnError {}

/// The seven tag roster without `Result`, with the values for unknown.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// Tags derived from the game.
const DERIVED: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// Maximum length of a line of moves.
const WIDTH: usize = 80;

/// Writes a game with these tags. The result is the game's outcome, or else `agreed`, for instance after a resignation.
pub fn write(game: &Game, tags: &[(&str, &str)], agreed: Option<PgnResult>) -> String {
    let on_board = game
        .outcome()
        .map(|outcome| outcome.winner.map_or(PgnResult::Drawn, PgnResult::Won));
    let result = on_board.or(agreed).map_or("*", PgnResult::token);
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        write_tag(&mut text, name, find(tags, name).unwrap_or(unknown));
    }
    write_tag(&mut text, "Result", result);
    write_tag(&mut text, "Variant", game.variant().id());
    if *game.start() != game.variant().start() {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", &game.start().fen());
    }
    let roster =
        |name: &str| ROSTER.iter().any(|(known, _)| *known == name) || DERIVED.contains(&name);
    for (name, value) in tags.iter().filter(|(name, _)| !roster(name)) {
        let name: String = name
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        write_tag(&mut text, &name, value);
    }
    text.push('\n');
    write_moves(&mut text, game, result);
    text
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let value: String = value
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let _ = writeln!(
        text,
        "[{name} \"{}\"]",
        value.replace('\\', "\\\\").replace('"', "\\\"")
    );
}

fn write_moves(text: &mut String, game: &Game, result: &str) {
    let mut column = 0;
    let mut put = |token: &str| {
        let length = token.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(token);
        column += length;
    };
    let mut number_needed = true;
    for (san, before) in game.sans().iter().zip(game.positions()) {
        if before.turn() == Color::White {
            put(&format!("{}.", before.fullmove_number()));
        } else if number_needed {
            put(&format!("{}...", before.fullmove_number()));
        }
        let (mv, effects) = without_brackets(san);
        put(&mv);
        number_needed = effects.is_some();
        if let Some(effects) = effects {
            put(&format!("{{{effects}}}"));
        }
    }
    put(result);
    text.push('\n');
}

/// Splits SAN into the move and the contents of the brackets of LETO-15.
fn without_brackets(san: &str) -> (String, Option<&str>) {
    let parts = san.split_once('(');
    match parts.and_then(|(mv, rest)| Some((mv, rest.split_once(')')?))) {
        Some((mv, (effects, mark))) => (format!("{mv}{mark}"), Some(effects)),
        None => (san.to_owned(), None),
    }
}

/// Reads the first game of a text.
pub fn read(text: &str) -> Result<Pgn, PgnError> {
    let (tags, mut rest) = read_tags(text.trim_start_matches('\u{feff}'))?;
    if tags.is_empty() && rest.trim().is_empty() {
        return Err(PgnError::Empty);
    }
    let variant: Variant = find(&tags, "Variant")
        .ok_or(PgnError::NoVariant)?
        .parse()
        .map_err(PgnError::Variant)?;
    let start = match find(&tags, "FEN") {
        Some(fen) => Position::from_fen_lenient(variant, fen)
            .map_err(|error| PgnError::Replay(ReplayError::Start(error)))?,
        None => variant.start(),
    };
    let mut game = Game::from_position(start);
    let mut result = None;
    loop {
        let (token, after) = next_token(rest)?;
        rest = after;
        match token {
            Token::End => break,
            Token::Result(found) => {
                result = found;
                break;
            }
            Token::Move(text) => {
                let wrong = |error| ReplayError::of_move(game.ply(), text, error);
                let mv = game.read(text).map_err(wrong).map_err(PgnError::Replay)?;
                game.push(mv);
            }
        }
    }
    if result.is_none() {
        result = find(&tags, "Result").and_then(PgnResult::from_token);
    }
    Ok(Pgn { tags, game, result })
}

fn find<'a, S: AsRef<str>>(tags: &'a [(S, S)], name: &str) -> Option<&'a str> {
    let found = tags.iter().find(|(tag, _)| tag.as_ref() == name);
    found.map(|(_, value)| value.as_ref())
}

/// Reads the tag lines and returns the text after them.
#[expect(clippy::type_complexity, reason = "tags and rest, used once")]
fn read_tags(text: &str) -> Result<(Vec<(String, String)>, &str), PgnError> {
    let mut tags = Vec::new();
    let mut rest = text.trim_start();
    while let Some(tag) = rest.strip_prefix('[') {
        let line = rest.lines().next().unwrap_or_default();
        let unreadable = || PgnError::Tag(line.chars().take(60).collect());
        let (name, quoted) = tag.split_once('"').ok_or_else(unreadable)?;
        let (value, after) = read_string(quoted).ok_or_else(unreadable)?;
        let name = name.trim();
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(unreadable());
        }
        rest = after
            .trim_start()
            .strip_prefix(']')
            .ok_or_else(unreadable)?
            .trim_start();
        tags.push((name.to_owned(), value));
    }
    Ok((tags, rest))
}

/// Reads a string up to its closing quote and returns the text after it.
fn read_string(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.chars();
    loop {
        match letters.next()? {
            '"' => return Some((value, letters.as_str())),
            '\\' => value.push(letters.next()?),
            '\n' => return None,
            letter => value.push(letter),
        }
    }
}

enum Token<'a> {
    Move(&'a str),
    Result(Option<PgnResult>),
    /// End of the text, or the tags of the next game.
    End,
}

/// Reads the next move or result, skipping everything else.
fn next_token(text: &str) -> Result<(Token<'_>, &str), PgnError> {
    let mut rest = text;
    loop {
        let line_begins = rest.len() == text.len() || rest.starts_with('\n');
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return Ok((Token::End, rest));
        };
        rest = match first {
            '[' => return Ok((Token::End, rest)),
            '{' => after_comment(rest)?,
            ';' => rest.split_once('\n').map_or("", |(_, after)| after),
            '%' if line_begins => rest.split_once('\n').map_or("", |(_, after)| after),
            '(' => after_variation(rest)?,
            ')' | ']' | '}' => rest.split_at(1).1,
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || "{}();[]".contains(c))
                    .unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                match token(word) {
                    Some(token) => return Ok((token, after)),
                    None => after,
                }
            }
        };
    }
}

fn after_comment(text: &str) -> Result<&str, PgnError> {
    let (_, after) = text.split_once('}').ok_or(PgnError::Unclosed('{'))?;
    Ok(after)
}

/// Returns the text after a variation, which may contain others and comments.
fn after_variation(text: &str) -> Result<&str, PgnError> {
    let mut depth = 0_usize;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            '{' => letters = after_comment(letters.as_str())?.chars(),
            _ => {}
        }
        if depth == 0 {
            return Ok(letters.as_str());
        }
    }
    Err(PgnError::Unclosed('('))
}

/// Classifies a word; `None` for move numbers and annotations.
fn token(word: &str) -> Option<Token<'_>> {
    if word == "*" {
        return Some(Token::Result(None));
    }
    if let Some(result) = PgnResult::from_token(word) {
        return Some(Token::Result(Some(result)));
    }
    let numberless = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if numberless.is_empty() || numberless.starts_with('.') {
        numberless.trim_start_matches('.')
    } else {
        word
    };
    let annotation = word.starts_with('$') || word.chars().all(|c| "+#!?=".contains(c));
    (!annotation).then_some(Token::Move(word))
}
