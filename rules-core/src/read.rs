//! Reading a move as people type it.

use crate::explain::{explain, named, rank};
use crate::moves::Kind;
use crate::rules::{Rules, dispatch};
use crate::{Game, Move, Role, Shape, Square, Variant, WhyNot, san};

/// No move in plain words is longer; what is longer is not looked at.
const LONGEST_WORDS: usize = 500;

/// No move in any other form is longer.
const LONGEST: usize = 120;

/// One way of understanding a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Reading {
    /// Castling to the king side or not.
    pub(crate) castle: Option<bool>,
    /// None: whatever stands on the origin.
    pub(crate) role: Option<Role>,
    pub(crate) file: Option<u8>,
    pub(crate) rank: Option<u8>,
    /// Where it goes, in order.
    pub(crate) path: Vec<Square>,
    pub(crate) promotion: Option<Role>,
    /// What is wrong with the text if this reading is no legal move: a piece that the game does not have.
    pub(crate) unless: Option<(Role, &'static str)>,
}

impl Reading {
    /// Whether the piece may stand on `square` for all that the text says.
    pub(crate) fn starts_on(&self, shape: Shape, square: Square) -> bool {
        self.file.is_none_or(|file| file == shape.file(square))
            && self.rank.is_none_or(|rank| rank == shape.rank(square))
    }

    /// The origin, where the text names it in full.
    pub(crate) fn origin(&self, shape: Shape) -> Option<Square> {
        shape.at(self.file?, self.rank?)
    }

    /// Whether a legal move is what the text says, as far as it says it.
    fn fits(&self, game: &Game, mv: &Move) -> bool {
        let position = game.position();
        if let Some(king_side) = self.castle {
            return mv.kind
                == if king_side {
                    Kind::CastleKingSide
                } else {
                    Kind::CastleQueenSide
                };
        }
        let shape = position.shape();
        let role = position.piece_at(mv.from()).map(|piece| piece.role);
        let partner = || {
            position
                .describe(*mv)
                .shifts
                .iter()
                .any(|shift| self.path == [shift.from])
        };
        self.starts_on(shape, mv.from())
            && (self.role.is_none() || self.role == role)
            && (self.promotion.is_none() || self.promotion == mv.promotion())
            && (mv.path().skip(1).eq(self.path.iter().copied())
                || mv.is_castle() && self.rank.is_some() && partner())
    }
}

pub(crate) fn read(game: &Game, text: &str) -> Result<Move, WhyNot> {
    let text = text.trim();
    if text.len() > LONGEST_WORDS {
        return Err(WhyNot::Unreadable);
    }
    let legal = game.legal_moves();
    let position = game.position();
    if text.contains(' ')
        && let Some(mv) = legal
            .iter()
            .find(|mv| san::words(position, **mv).eq_ignore_ascii_case(text))
    {
        return Ok(*mv);
    }
    if text.len() > LONGEST {
        return Err(WhyNot::Unreadable);
    }
    let readings = parse(game.variant(), text)?;
    if legal.is_empty()
        && let Some(outcome) = game.outcome()
    {
        return Err(WhyNot::GameOver(outcome));
    }
    for reading in &readings {
        let fitting: Vec<Move> = legal
            .iter()
            .filter(|mv| reading.fits(game, mv))
            .copied()
            .collect();
        match *fitting {
            [] => {}
            [mv] => return Ok(mv),
            [first, ..] => {
                let moves = named(position, &legal, fitting.iter());
                let same = fitting.iter().all(|mv| mv.path().eq(first.path()));
                return Err(if same {
                    WhyNot::PromotionMissing { moves }
                } else {
                    WhyNot::Ambiguous(moves)
                });
            }
        }
    }
    let reasons = readings
        .iter()
        .map(|reading| explain(game, &legal, reading));
    Err(reasons.max_by_key(rank).unwrap_or(WhyNot::Unreadable))
}

/// Every way of understanding a text, the most literal first.
fn parse(variant: Variant, text: &str) -> Result<Vec<Reading>, WhyNot> {
    let plain = plain(text);
    if let Some(king_side) = castling(&plain) {
        return Ok(vec![Reading {
            castle: Some(king_side),
            ..Reading::default()
        }]);
    }
    let mut letters = plain.chars();
    let Some(first) = letters.next() else {
        return Err(WhyNot::Unreadable);
    };
    let rest = letters.as_str();
    let is_file = matches!(first.to_ascii_lowercase(), 'a'..='h');
    let role = Role::from_letter(first).filter(|_| first.is_ascii_alphabetic());
    let as_piece = role.map(|role| {
        let readings = moves(variant, Some(role), rest)?;
        if variant.roles().contains(&role) {
            Ok(readings)
        } else {
            Err(WhyNot::NoSuchRole {
                role,
                game: variant.name(),
            })
        }
    });
    let as_squares = || {
        if is_file || role.is_none() {
            moves(variant, None, &plain)
        } else {
            Err(WhyNot::Unreadable)
        }
    };
    let literal_piece = first.is_ascii_uppercase() || !is_file;
    let (literal, other) = match as_piece {
        Some(piece) if literal_piece => (piece, as_squares()),
        Some(piece) => (as_squares(), piece),
        None => (as_squares(), Err(WhyNot::Unreadable)),
    };
    match (literal, other) {
        (Ok(mut first), other) => {
            first.extend(other.unwrap_or_default());
            Ok(first)
        }
        // `BXC4` may be a pawn's move where there are no bishops, but only if it is a legal one.
        (Err(WhyNot::NoSuchRole { role, game }), Ok(others)) => Ok(others
            .into_iter()
            .map(|reading| Reading {
                unless: Some((role, game)),
                ..reading
            })
            .collect()),
        (Err(_), Ok(others)) => Ok(others),
        (Err(WhyNot::Unreadable), Err(other)) => Err(other),
        (Err(error), Err(_)) => Err(error),
    }
}

/// The text without what says nothing: move numbers, marks, brackets, spaces; words and figurines as letters.
fn plain(text: &str) -> String {
    let mut unmarked = String::new();
    let mut depth = 0_u32;
    let text = text.trim();
    let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = if numbered.len() < text.len() && numbered.starts_with('.') {
        numbered.trim_start_matches('.')
    } else {
        text
    };
    for letter in promotion_in_brackets(text).chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '+' | '#' | '!' | '?' | '†' | '‡' | '\u{fe0e}' | '\u{fe0f}' | '*' | '`' | '_' | '"'
            | '.' => {}
            '♔' | '♚' => unmarked.push('K'),
            '♕' | '♛' => unmarked.push('Q'),
            '♖' | '♜' => unmarked.push('R'),
            '♗' | '♝' => unmarked.push('B'),
            '♘' | '♞' => unmarked.push('N'),
            '♙' | '♟' => unmarked.push('P'),
            '‐' | '‑' | '‒' | '–' | '—' | '−' | '~' | '>' | '→' => unmarked.push('-'),
            '×' | ':' => unmarked.push('x'),
            ',' => unmarked.push(' '),
            other => unmarked.push(other),
        }
    }
    unmarked.split_whitespace().map(word).collect()
}

/// `e8(Q)` means `e8=Q`; other brackets repeat what a Leto does.
fn promotion_in_brackets(text: &str) -> String {
    let mut text = text.to_owned();
    for role in Role::ALL {
        for letter in [role.letter(), role.letter().to_ascii_lowercase()] {
            text = text.replace(&format!("({letter})"), &format!("={letter}"));
        }
    }
    text
}

/// A word of a move told in words, as the letters of notation.
fn word(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    if let Some(role) = Role::ALL.into_iter().find(|role| role.name() == lower) {
        return role.letter().to_string();
    }
    match lower.as_str() {
        "to" => "-".to_owned(),
        "takes" | "take" | "captures" | "capture" => "x".to_owned(),
        "becomes" | "promotes" | "promote" => "=".to_owned(),
        "e.p" | "ep" | "on" | "from" | "at" | "the" | "a" | "and" | "check" | "checkmate"
        | "mate" => String::new(),
        _ => text.to_owned(),
    }
}

fn castling(plain: &str) -> Option<bool> {
    let letters: String = plain
        .chars()
        .filter(|c| *c != '-')
        .map(|c| {
            if c == '0' {
                'o'
            } else {
                c.to_ascii_lowercase()
            }
        })
        .collect();
    match letters.as_str() {
        "oo" | "castleskingside" | "castlekingside" | "castlesshort" | "castleshort"
        // "castles king side": the pieces' names have become letters.
        | "castleskside" | "castlekside" => Some(true),
        "ooo" | "castlesqueenside" | "castlequeenside" | "castleslong" | "castlelong"
        | "castlesqside" | "castleqside" => Some(false),
        _ => None,
    }
}

/// What a text after its piece letter is made of.
enum Item {
    File(u8),
    Rank(u8),
    Square(Square),
    Takes,
    Dash,
}

/// Reads what follows the piece letter: part of the origin or all of it, and the squares it goes to.
fn moves(variant: Variant, role: Option<Role>, text: &str) -> Result<Vec<Reading>, WhyNot> {
    let (text, promotion) = split_promotion(variant, text)?;
    let items = items(variant, text)?;
    let takes_first = matches!(items.first(), Some(Item::Takes));
    let (mut file, mut rank, mut path) = (None, None, Vec::new());
    for item in items {
        match item {
            Item::File(found) if path.is_empty() && file.is_none() && rank.is_none() => {
                file = Some(found);
            }
            Item::Rank(found) if path.is_empty() && rank.is_none() => rank = Some(found),
            Item::Square(square) => path.push(square),
            Item::Takes | Item::Dash => {}
            _ => return Err(WhyNot::Unreadable),
        }
    }
    let shape = variant.shape();
    if path.is_empty() || path.len() > 1 + crate::moves::MAX_CHAIN {
        return Err(WhyNot::Unreadable);
    }
    let partial = file.is_some() || rank.is_some();
    let whole = |role| Reading {
        role,
        file,
        rank,
        path: path.clone(),
        promotion,
        ..Reading::default()
    };
    if path.len() == 1 || partial || takes_first {
        return Ok(vec![whole(role.or(Some(Role::Pawn)))]);
    }
    let from_first = Reading {
        file: Some(shape.file(path[0])),
        rank: Some(shape.rank(path[0])),
        path: path[1..].to_vec(),
        ..whole(role)
    };
    match role {
        Some(_) if variant.chains_captures() => Ok(vec![from_first, whole(role)]),
        _ => Ok(vec![from_first]),
    }
}

/// A promotion is `=` with a letter, or a letter after the last square.
fn split_promotion(variant: Variant, text: &str) -> Result<(&str, Option<Role>), WhyNot> {
    let mut letters = text.chars();
    let Some(last) = letters.next_back() else {
        return Err(WhyNot::Unreadable);
    };
    if last.is_ascii_digit() {
        return Ok((text, None));
    }
    let before = letters.as_str().trim_end_matches(['=', '/', '-']);
    let role = Role::from_letter(last).ok_or(WhyNot::Unreadable)?;
    if !before.ends_with(|c: char| c.is_ascii_digit()) {
        return Err(WhyNot::Unreadable);
    }
    if !variant.roles().contains(&role) {
        return Err(WhyNot::NoSuchRole {
            role,
            game: variant.name(),
        });
    }
    Ok((before, Some(role)))
}

fn items(variant: Variant, text: &str) -> Result<Vec<Item>, WhyNot> {
    let shape = variant.shape();
    let lower = text.to_ascii_lowercase();
    let mut rest = lower.as_str();
    let mut items = Vec::new();
    while let Some(letter) = rest.chars().next() {
        let (_, after) = rest.split_at(letter.len_utf8());
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match letter {
            'x' if digits == 0 => items.push(Item::Takes),
            '-' => items.push(Item::Dash),
            'a'..='z' if digits > 0 => {
                let (name, left) = square_name(shape, rest, digits);
                let square = shape.parse(name);
                let unknown = || WhyNot::NoSuchSquare {
                    text: name.to_owned(),
                    game: variant.name(),
                };
                items.push(Item::Square(square.ok_or_else(unknown)?));
                rest = left;
                continue;
            }
            'a'..='h' => items.push(Item::File(letter as u8 - b'a')),
            '1'..='9' => {
                let length =
                    rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let (number, left) = rest.split_at(length);
                let rank = number.parse::<u8>().map_err(|_| WhyNot::Unreadable)?;
                items.push(Item::Rank(rank.wrapping_sub(1)));
                rest = left;
                continue;
            }
            _ => return Err(WhyNot::Unreadable),
        }
        rest = after;
    }
    Ok(items)
}

/// The square's name at the beginning of a text with so many digits after its letter, and what follows. On boards of fewer than ten
/// ranks a second digit belongs to no name, but `e44` is still one wrong square rather than two.
fn square_name(shape: Shape, text: &str, digits: usize) -> (&str, &str) {
    let longest = if shape.ranks() >= 10 { 2 } else { digits };
    text.split_at(1 + digits.min(longest))
}

/// The partner's role, where the game has castling.
pub(crate) fn castle_partner(variant: Variant) -> Option<Role> {
    dispatch!(variant, R => R::CASTLES[0].map(|_| R::CASTLE_PARTNER))
}
