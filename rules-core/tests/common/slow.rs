//! A second set of rules, slow and obvious: a map of pieces by file and rank, every move tried on a copy, every attack found by trying
//! the attacker's moves. It shares nothing with the crate but the text forms.

use rules_core::Variant;
use std::collections::{BTreeMap, BTreeSet};

/// File and rank, counted from one.
type At = (i8, i8);

/// Whether it is White's, and its upper-case letter.
type Man = (bool, char);

#[derive(Debug, Clone)]
pub(crate) struct Slow {
    variant: Variant,
    men: BTreeMap<At, Man>,
    white: bool,
    /// Castling rights, or `L`.
    rights: BTreeSet<char>,
    passed: Option<At>,
    half: u32,
    full: u32,
}

/// Right; files of the king's origin and target, the partner's, and the target in the text form; files that must be empty; files passed.
type Way = (char, [i8; 5], &'static [i8], &'static [i8]);

/// A legal turn: its text form, what it leads to, whether it captures en passant.
pub(crate) struct Turn {
    pub(crate) uci: String,
    pub(crate) after: Slow,
    pub(crate) en_passant: bool,
}

const STRAIGHT: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [At; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn eight(a: i8, b: i8) -> Vec<At> {
    let mut all = BTreeSet::new();
    for (x, y) in [(a, b), (b, a)] {
        all.extend([(x, y), (x, -y), (-x, y), (-x, -y)]);
    }
    all.into_iter().collect()
}

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
        let mut men = BTreeMap::new();
        for (n, text) in ranks.iter().enumerate() {
            let rank = i8::try_from(ranks.len() - n).unwrap();
            let mut file = 1;
            for letter in text.chars() {
                if let Some(run) = letter.to_digit(10) {
                    file += i8::try_from(run).unwrap();
                    continue;
                }
                if letter != '*' {
                    men.insert(
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
            men,
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
                match self.men.get(&at) {
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
        self.men.get(&at).map(|man| man.0)
    }

    fn king(&self, white: bool) -> Option<At> {
        self.men
            .iter()
            .find(|(_, man)| **man == (white, 'K'))
            .map(|(at, _)| *at)
    }

    /// Where a piece other than a pawn or Leto may land, on empty squares and on enemies.
    fn landings(&self, at: At) -> Vec<At> {
        let (white, letter) = self.men[&at];
        let leaps = match letter {
            'N' => eight(1, 2),
            'K' => [STRAIGHT, SLANTED].concat(),
            'A' => SLANTED.map(|step| plus((0, 0), step, 2)).to_vec(),
            'D' => STRAIGHT.map(|step| plus((0, 0), step, 2)).to_vec(),
            'S' | 'H' => [STRAIGHT, SLANTED]
                .concat()
                .into_iter()
                .map(|step| plus((0, 0), step, 2))
                .collect(),
            'G' => eight(1, 3),
            'R' if self.variant == Variant::Latrunculi => SLANTED.to_vec(),
            'B' if self.variant == Variant::Latrunculi => STRAIGHT.to_vec(),
            _ => Vec::new(),
        };
        let slides = match letter {
            'R' => STRAIGHT.to_vec(),
            'B' => SLANTED.to_vec(),
            'Q' => [STRAIGHT, SLANTED].concat(),
            _ => Vec::new(),
        };
        let mut found: BTreeSet<At> = leaps.iter().map(|step| plus(at, *step, 1)).collect();
        for step in slides {
            for times in 1.. {
                let to = plus(at, step, times);
                if !self.may_stand(white, to) {
                    break;
                }
                found.insert(to);
                if self.men.contains_key(&to) {
                    break;
                }
            }
        }
        if self.variant == Variant::Toto40 && at.0 + at.1 == 11 {
            found.extend([plus(at, (1, -1), 1), plus(at, (-1, 1), 1)]);
        }
        if letter == 'G' {
            for step in leaps {
                let (first, second) = (plus(at, step, 1), plus(at, step, 2));
                if self.exists(first)
                    && !self.men.contains_key(&first)
                    && !self.men.contains_key(&second)
                {
                    found.insert(second);
                }
            }
        }
        found
            .into_iter()
            .filter(|to| self.may_stand(white, *to) && self.owner(*to) != Some(white))
            .collect()
    }

    fn pawn_forward(&self, white: bool) -> (At, [At; 2]) {
        let (push, hits) = if self.variant == Variant::Legan {
            ((-1, 1), [(-1, 0), (0, 1)])
        } else {
            ((0, 1), [(-1, 1), (1, 1)])
        };
        if white {
            (push, hits)
        } else {
            (
                plus((0, 0), push, -1),
                hits.map(|hit| plus((0, 0), hit, -1)),
            )
        }
    }

    /// The squares that a pawn captures on, if an enemy is there.
    fn pawn_hits(&self, at: At) -> Vec<At> {
        let white = self.men[&at].0;
        if self.variant == Variant::Toto40 && at.0 + at.1 == 11 {
            return vec![plus(at, (1, -1), 1), plus(at, (-1, 1), 1)];
        }
        self.pawn_forward(white)
            .1
            .map(|hit| plus(at, hit, 1))
            .to_vec()
    }

    fn pawn_pushes(&self, at: At) -> Vec<At> {
        let white = self.men[&at].0;
        let free = |to: At| self.may_stand(white, to) && !self.men.contains_key(&to);
        if self.variant == Variant::Toto40 && at.0 + at.1 == 11 {
            return self
                .pawn_hits(at)
                .into_iter()
                .filter(|to| free(*to))
                .collect();
        }
        let (push, _) = self.pawn_forward(white);
        let (once, twice) = (plus(at, push, 1), plus(at, push, 2));
        let home = at.1 == if white { 2 } else { 7 }
            && !matches!(self.variant, Variant::Legan | Variant::Toto40);
        let mut pushes: Vec<At> = [once].into_iter().filter(|to| free(*to)).collect();
        if home && free(once) && free(twice) {
            pushes.push(twice);
        }
        pushes
    }

    fn promotes(&self, white: bool, at: At) -> bool {
        match self.variant {
            Variant::Toto40 => false,
            Variant::Legan => {
                let squares = if white {
                    "a5 a6 a7 a8 b8 c8 d8"
                } else {
                    "e1 f1 g1 h1 h2 h3 h4"
                };
                squares.split(' ').any(|square| square == name(at))
            }
            _ => at.1 == if white { 8 } else { 1 },
        }
    }

    fn promotions(&self) -> &'static str {
        match self.variant {
            Variant::Leto => "QRBNL",
            Variant::LetoKwagga => "QRBGL",
            Variant::Legan | Variant::Latrunculi => "QRBN",
            Variant::Toto40 => "",
            _ => "SDAN",
        }
    }

    /// LETO-2: the moves of a Leto as direction and target.
    fn leto_moves(&self, at: At) -> Vec<(At, At)> {
        let mut moves = Vec::new();
        for step in [STRAIGHT, SLANTED].concat() {
            for times in 1..=2 {
                let to = plus(at, step, times);
                if !self.exists(to) || self.men.contains_key(&to) {
                    break;
                }
                moves.push((step, to));
            }
        }
        moves
    }

    /// LETO-3 to LETO-5: from where to where an enemy piece is thrown.
    fn thrown(&self, white: bool, step: At, to: At) -> Option<(At, At)> {
        let from = plus(to, step, 1);
        let (owner, letter) = *self.men.get(&from)?;
        if owner == white {
            return None;
        }
        let mut screen = plus(from, step, 1);
        while self.exists(screen) && !self.men.contains_key(&screen) {
            screen = plus(screen, step, 1);
        }
        let lands = plus(screen, step, 1);
        let first = if owner { 1 } else { 8 };
        let possible =
            self.exists(screen) && self.exists(lands) && self.owner(lands) != Some(white);
        (possible && !(letter == 'P' && lands.1 == first)).then_some((from, lands))
    }

    /// Whether a side could capture on this square, where an enemy of it stands.
    fn attacked(&self, target: At, by_white: bool) -> bool {
        self.men
            .iter()
            .filter(|(_, man)| man.0 == by_white)
            .any(|(at, man)| match man.1 {
                'P' => self.pawn_hits(*at).contains(&target) && self.may_stand(by_white, target),
                'L' => self.leto_moves(*at).into_iter().any(|(step, to)| {
                    self.thrown(by_white, step, to)
                        .is_some_and(|(_, lands)| lands == target)
                }),
                _ => self.landings(*at).contains(&target),
            })
    }

    pub(crate) fn in_check(&self, white: bool) -> bool {
        self.king(white)
            .is_some_and(|king| self.attacked(king, !white))
    }

    fn lose_rights_at(&mut self, at: At) {
        let homes: [(char, &str); 4] = match (self.narrow(), self.is_leap_chess()) {
            (true, _) => [
                ('K', "d1 e1"),
                ('Q', "d1 b1"),
                ('k', "d8 e8"),
                ('q', "d8 b8"),
            ],
            _ => [
                ('K', "e1 h1"),
                ('Q', "e1 a1"),
                ('k', "e8 h8"),
                ('q', "e8 a8"),
            ],
        };
        if self.variant != Variant::Toto40 {
            self.rights.retain(|right| {
                let (_, squares) = homes.iter().find(|(letter, _)| letter == right).unwrap();
                !squares.split(' ').any(|square| square == name(at))
            });
        }
    }

    /// Takes a piece from a square, with all that this ends.
    fn lift(&mut self, at: At) -> Option<Man> {
        self.lose_rights_at(at);
        self.men.remove(&at)
    }

    /// Puts a piece down; what stood there is captured.
    fn put(&mut self, at: At, man: Man) {
        if self.lift(at).is_some() || man.1 == 'P' {
            self.half = 0;
        }
        self.men.insert(at, man);
    }

    /// The turn goes to the opponent.
    fn pass(mut self) -> Self {
        self.full += u32::from(!self.white);
        self.white = !self.white;
        if self.variant == Variant::Toto40 && self.men.keys().any(|at| at.0 + at.1 == 11) {
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

    /// Why the game is won, and whether by White.
    pub(crate) fn won(&self) -> Option<(&'static str, bool)> {
        let count = |white| self.men.values().filter(|man| man.0 == white).count();
        let sides = [self.white, !self.white];
        if let Some(lost) = sides.into_iter().find(|side| self.king(*side).is_none()) {
            return Some(("king-captured", !lost));
        }
        let mover = !self.white;
        let on_line = self
            .men
            .iter()
            .any(|(at, man)| man.0 == mover && at.0 + at.1 == 11);
        if self.variant == Variant::Toto40 && self.rights.contains(&'L') && !on_line {
            return Some(("left-line", !mover));
        }
        let bare = sides
            .into_iter()
            .find(|side| self.is_leap_chess() && count(*side) == 1)?;
        Some(("bare-king", !bare))
    }

    /// All legal turns, superko apart.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        if self.won().is_some() {
            return Vec::new();
        }
        let (mut captures, mut quiets) = (Vec::new(), Vec::new());
        for (at, man) in &self.men {
            if man.0 == self.white {
                self.moves_of(*at, &mut captures, &mut quiets);
            }
        }
        if self.variant.chains_captures() {
            captures = self.chains();
        }
        let safe =
            |turn: &Turn| self.variant == Variant::Toto40 || !turn.after.in_check(self.white);
        if !self.variant.chains_captures() {
            captures.retain(safe);
        }
        quiets.extend(self.castlings());
        quiets.retain(safe);
        if self.variant.captures_are_mandatory() && !captures.is_empty() {
            quiets.clear();
        }
        captures.extend(quiets);
        captures
    }

    fn moves_of(&self, at: At, captures: &mut Vec<Turn>, quiets: &mut Vec<Turn>) {
        let man = self.men[&at];
        match man.1 {
            'L' => {
                for (step, to) in self.leto_moves(at) {
                    quiets.push(self.leto_turn(at, step, to));
                }
            }
            'P' => {
                for to in self.pawn_pushes(at) {
                    self.pawn_turns(at, to, quiets);
                }
                for to in self.pawn_hits(at) {
                    let enemy = self.owner(to) == Some(!self.white);
                    if enemy && self.may_stand(self.white, to) || self.passed == Some(to) {
                        self.pawn_turns(at, to, captures);
                    }
                }
            }
            _ => {
                for to in self.landings(at) {
                    let list = if self.men.contains_key(&to) {
                        &mut *captures
                    } else {
                        &mut *quiets
                    };
                    let mut after = self.starting_move();
                    after.lift(at);
                    after.put(to, man);
                    list.push(Turn {
                        uci: name(at) + &name(to),
                        after: after.pass(),
                        en_passant: false,
                    });
                }
            }
        }
    }

    fn pawn_turns(&self, at: At, to: At, list: &mut Vec<Turn>) {
        let mut after = self.starting_move();
        after.lift(at);
        let diagonal = at.0 != to.0;
        let en_passant = diagonal && self.passed == Some(to) && !self.men.contains_key(&to);
        if en_passant {
            after.lift((to.0, at.1));
        }
        let jump = (to.1 - at.1).abs() == 2;
        if jump {
            after.passed = Some((at.0, i8::midpoint(at.1, to.1)));
        }
        after.put(to, (self.white, 'P'));
        let uci = name(at) + &name(to);
        if self.promotes(self.white, to) {
            for letter in self.promotions().chars() {
                let mut promoted = after.clone();
                promoted.men.insert(to, (self.white, letter));
                let uci = format!("{uci}{}", letter.to_ascii_lowercase());
                list.push(Turn {
                    uci,
                    after: promoted.pass(),
                    en_passant,
                });
            }
        } else {
            list.push(Turn {
                uci,
                after: after.pass(),
                en_passant,
            });
        }
    }

    /// LETO-3 to LETO-7, LETO-10, LETO-11.
    fn leto_turn(&self, at: At, step: At, to: At) -> Turn {
        let mut after = self.starting_move();
        let screen = self.men.contains_key(&plus(at, step, -1));
        let drawn = plus(at, step, -2);
        after.lift(at);
        after.men.insert(to, (self.white, 'L'));
        if let Some((from, lands)) = self.thrown(self.white, step, to) {
            let (owner, mut letter) = after.lift(from).unwrap();
            if letter == 'P' {
                after.half = 0;
                if lands.1 == if owner { 8 } else { 1 } {
                    letter = 'Q';
                }
            }
            after.put(lands, (owner, letter));
        }
        if screen && self.owner(drawn) == Some(self.white) {
            let man = after.lift(drawn).unwrap();
            after.put(at, man);
        }
        Turn {
            uci: name(at) + &name(to),
            after: after.pass(),
            en_passant: false,
        }
    }

    fn castlings(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        if self.in_check(self.white) {
            return turns;
        }
        let rank = if self.white { 1 } else { 8 };
        let ways: [Way; 2] = if self.narrow() {
            [
                ('K', [4, 5, 5, 4, 5], &[], &[]),
                ('Q', [4, 3, 2, 4, 2], &[3], &[]),
            ]
        } else {
            [
                ('K', [5, 7, 8, 6, 7], &[6, 7], &[6]),
                ('Q', [5, 3, 1, 4, 3], &[2, 3, 4], &[4]),
            ]
        };
        for (right, [king, king_to, partner, partner_to, named], empty, passed) in ways {
            let right = if self.white {
                right
            } else {
                right.to_ascii_lowercase()
            };
            let free = empty
                .iter()
                .all(|file| !self.men.contains_key(&(*file, rank)));
            let through_check = passed.iter().any(|file| {
                let mut on_the_way = self.clone();
                on_the_way.men.remove(&(king, rank));
                on_the_way.men.insert((*file, rank), (self.white, 'K'));
                on_the_way.in_check(self.white)
            });
            if self.rights.contains(&right) && free && !through_check {
                let mut after = self.starting_move();
                let men = [
                    after.lift((king, rank)).unwrap(),
                    after.lift((partner, rank)).unwrap(),
                ];
                after.men.insert((king_to, rank), men[0]);
                after.men.insert((partner_to, rank), men[1]);
                turns.push(Turn {
                    uci: name((king, rank)) + &name((named, rank)),
                    after: after.pass(),
                    en_passant: false,
                });
            }
        }
        turns
    }

    /// LEAP-9. Every chain of captures, then those that end well, then those of them that no other one continues.
    fn chains(&self) -> Vec<Turn> {
        let mut all = Vec::new();
        for (at, man) in &self.men {
            if man.0 == self.white {
                self.starting_move()
                    .extend_chain(*at, &name(*at), false, self.passed, &mut all);
            }
        }
        all.retain(|turn: &Turn| {
            turn.after.king(!self.white).is_none() || !turn.after.in_check(self.white)
        });
        // In the order of the text forms the continuations of a path come right after it.
        all.sort_by(|a, b| a.uci.cmp(&b.uci));
        let continued: Vec<bool> = (1..=all.len())
            .map(|n| {
                all.get(n)
                    .is_some_and(|next| next.uci.starts_with(&all[n - 1].uci))
            })
            .collect();
        let mut continued = continued.into_iter();
        all.retain(|_| !continued.next().unwrap());
        all
    }

    fn extend_chain(
        &self,
        at: At,
        path: &str,
        en_passant: bool,
        passed: Option<At>,
        all: &mut Vec<Turn>,
    ) {
        let (mut captures, mut quiets) = (Vec::new(), Vec::new());
        let here = Self {
            passed,
            ..self.clone()
        };
        here.moves_of(at, &mut captures, &mut quiets);
        for step in captures {
            let mut letters = step.uci.chars();
            let promotes = letters.next_back().filter(char::is_ascii_alphabetic);
            let to_name: String = step.uci.chars().skip(2).take(2).collect();
            let longer = format!(
                "{path}{to_name}{}",
                promotes.map_or(String::new(), String::from)
            );
            let en_passant = en_passant || step.en_passant;
            let ends = promotes.is_some() || step.after.king(!self.white).is_none();
            if !ends {
                let to = (
                    i8::try_from(to_name.as_bytes()[0] - b'a' + 1).unwrap(),
                    i8::try_from(to_name.as_bytes()[1] - b'0').unwrap(),
                );
                let mut on = step.after.clone();
                on.white = self.white;
                on.full = self.full;
                on.extend_chain(to, &longer, en_passant, passed, all);
            }
            all.push(Turn {
                uci: longer,
                after: Self {
                    half: 0,
                    ..step.after
                },
                en_passant,
            });
        }
    }

    /// Everything that superko compares (TOTO-11).
    pub(crate) fn placement(&self) -> Vec<(At, Man)> {
        self.men.iter().map(|(at, man)| (*at, *man)).collect()
    }
}
