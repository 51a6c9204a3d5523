//! A second, slow and obvious implementation of the rules: a map of pieces by file and rank, every move tried on a copy, every
//! attack found by trying the attacker's moves. It shares only FEN and UCI with the crate.

mod chains;
mod leto;
mod pieces;
mod turns;

use rules_core::Variant;
use std::collections::{BTreeMap, BTreeSet};

/// File and rank, counted from one.
type At = (i8, i8);

/// Whether the piece is White's, and its upper-case letter.
type Occupant = (bool, char);

#[derive(Debug, Clone)]
pub(crate) struct Slow {
    variant: Variant,
    pieces: BTreeMap<At, Occupant>,
    white: bool,
    /// Castling rights, or `L`.
    rights: BTreeSet<char>,
    passed: Option<At>,
    half: u32,
    full: u32,
}

/// A legal turn: its UCI form, the position after it, whether it captures en passant.
pub(crate) struct Turn {
    pub(crate) uci: String,
    pub(crate) after: Slow,
    pub(crate) en_passant: bool,
}

impl Turn {
    /// A turn that leads from one square to another, and captures nothing en passant.
    fn new(from: At, to: At, after: Slow) -> Self {
        Self {
            uci: name(from) + &name(to),
            after: after.pass(),
            en_passant: false,
        }
    }
}

const STRAIGHT: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [At; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn plus(at: At, step: At, times: i8) -> At {
    (at.0 + step.0 * times, at.1 + step.1 * times)
}

fn name(at: At) -> String {
    format!(
        "{}{}",
        char::from(b'a' + u8::try_from(at.0 - 1).unwrap()),
        at.1
    )
}

impl Slow {
    pub(crate) fn from_fen(variant: Variant, fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let ranks: Vec<&str> = fields[0].split('/').collect();
        let mut pieces = BTreeMap::new();
        for (n, text) in ranks.iter().enumerate() {
            let rank = i8::try_from(ranks.len() - n).unwrap();
            let mut file = 1;
            for letter in text.chars() {
                if let Some(run) = letter.to_digit(10) {
                    file += i8::try_from(run).unwrap();
                    continue;
                }
                if letter != '*' {
                    pieces.insert(
                        (file, rank),
                        (letter.is_uppercase(), letter.to_ascii_uppercase()),
                    );
                }
                file += 1;
            }
        }
        let number = |n: usize| fields[n].parse().unwrap();
        let toto = variant == Variant::Toto40;
        let square = |text: &str| {
            let file = i8::try_from(text.as_bytes()[0] - b'a' + 1).unwrap();
            (
                file,
                text.trim_start_matches(char::is_alphabetic)
                    .parse()
                    .unwrap(),
            )
        };
        Self {
            variant,
            pieces,
            white: fields[1] == "w",
            rights: fields[2].chars().filter(|c| *c != '-').collect(),
            passed: if toto || fields[3] == "-" {
                None
            } else {
                Some(square(fields[3]))
            },
            half: if toto { 0 } else { number(4) },
            full: number(if toto { 3 } else { 5 }),
        }
    }

    pub(crate) fn fen(&self) -> String {
        let (files, ranks) = match self.variant {
            Variant::Toto40 => (8, 12),
            _ if self.narrow() => (6, 8),
            _ => (8, 8),
        };
        let mut rows = Vec::new();
        for rank in (1..=ranks).rev() {
            let mut row = String::new();
            for file in 1..=files {
                let at = (file, rank);
                match self.pieces.get(&at) {
                    Some((true, letter)) => row.push(*letter),
                    Some((false, letter)) => row.push(letter.to_ascii_lowercase()),
                    None if self.exists(at) => row.push('.'),
                    None => row.push('*'),
                }
            }
            for run in (1..=8).rev() {
                row = row.replace(&".".repeat(run), &run.to_string());
            }
            rows.push(row);
        }
        let mut rights: String = ['K', 'Q', 'k', 'q', 'L']
            .into_iter()
            .filter(|c| self.rights.contains(c))
            .collect();
        if rights.is_empty() {
            rights.push('-');
        }
        let turn = if self.white { 'w' } else { 'b' };
        if self.variant == Variant::Toto40 {
            return format!("{} {turn} {rights} {}", rows.join("/"), self.full);
        }
        let useful = self.turns().iter().any(|turn| turn.en_passant);
        let passed = self.passed.filter(|_| useful).map_or("-".to_owned(), name);
        format!(
            "{} {turn} {rights} {passed} {} {}",
            rows.join("/"),
            self.half,
            self.full
        )
    }

    fn narrow(&self) -> bool {
        matches!(
            self.variant,
            Variant::Leap | Variant::LeapMulti | Variant::LeapOptional
        )
    }

    fn exists(&self, (file, rank): At) -> bool {
        match self.variant {
            Variant::Toto40 => {
                (1..=8).contains(&file)
                    && (1..=12).contains(&rank)
                    && (9..=13).contains(&(file + rank))
            }
            _ if self.narrow() => {
                let corner = (file == 1 || file == 6) && (rank == 1 || rank == 8);
                (1..=6).contains(&file) && (1..=8).contains(&rank) && !corner
            }
            _ => (1..=8).contains(&file) && (1..=8).contains(&rank),
        }
    }

    /// TOTO-3, for a piece of either side.
    fn may_stand(&self, white: bool, at: At) -> bool {
        let sum = at.0 + at.1;
        self.exists(at)
            && (self.variant != Variant::Toto40 || if white { sum <= 11 } else { sum >= 11 })
    }

    fn is_leap_chess(&self) -> bool {
        self.variant.id().starts_with("leap")
    }

    fn owner(&self, at: At) -> Option<bool> {
        self.pieces.get(&at).map(|piece| piece.0)
    }

    fn king(&self, white: bool) -> Option<At> {
        self.pieces
            .iter()
            .find(|(_, piece)| **piece == (white, 'K'))
            .map(|(at, _)| *at)
    }

    pub(crate) fn in_check(&self, white: bool) -> bool {
        self.king(white)
            .is_some_and(|king| self.attacked(king, !white))
    }

    fn lose_rights_at(&mut self, at: At) {
        // Each right with the squares of its king and partner.
        let homes = if self.narrow() {
            "Kd1 Ke1 Qd1 Qb1 kd8 ke8 qd8 qb8"
        } else {
            "Ke1 Kh1 Qe1 Qa1 ke8 kh8 qe8 qa8"
        };
        let at = name(at);
        self.rights.retain(|right| {
            let mut homes = homes.split(' ');
            !homes.any(|home| home.strip_prefix(*right) == Some(at.as_str()))
        });
    }

    /// Removes a piece from a square, with the castling rights that this ends.
    fn lift(&mut self, at: At) -> Option<Occupant> {
        self.lose_rights_at(at);
        self.pieces.remove(&at)
    }

    /// Puts a piece on a square and captures the piece there.
    fn put(&mut self, at: At, piece: Occupant) {
        if self.lift(at).is_some() || piece.1 == 'P' {
            self.half = 0;
        }
        self.pieces.insert(at, piece);
    }

    /// Passes the turn to the opponent.
    fn pass(mut self) -> Self {
        self.full += u32::from(!self.white);
        self.white = !self.white;
        if self.variant == Variant::Toto40 && self.pieces.keys().any(|at| at.0 + at.1 == 11) {
            self.rights.insert('L');
        }
        self
    }

    fn starting_move(&self) -> Self {
        Self {
            passed: None,
            half: self.half + 1,
            ..self.clone()
        }
    }

    /// The code of the reason why the game is won, and whether White won.
    pub(crate) fn won(&self) -> Option<(&'static str, bool)> {
        let count = |white| {
            self.pieces
                .values()
                .filter(|piece| piece.0 == white)
                .count()
        };
        let sides = [self.white, !self.white];
        if let Some(lost) = sides.into_iter().find(|side| self.king(*side).is_none()) {
            return Some(("king-captured", !lost));
        }
        let mover = !self.white;
        let on_line = self
            .pieces
            .iter()
            .any(|(at, piece)| piece.0 == mover && at.0 + at.1 == 11);
        if self.variant == Variant::Toto40 && self.rights.contains(&'L') && !on_line {
            return Some(("left-line", !mover));
        }
        let bare = sides
            .into_iter()
            .find(|side| self.is_leap_chess() && count(*side) == 1)?;
        Some(("bare-king", !bare))
    }

    /// Everything that superko compares (TOTO-11).
    pub(crate) fn placement(&self) -> Vec<(At, Occupant)> {
        self.pieces
            .iter()
            .map(|(at, piece)| (*at, *piece))
            .collect()
    }
}
