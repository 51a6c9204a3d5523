//! Leap Chess's chains of captures.

use super::{At, Slow, Turn, name};

impl Slow {
    /// LEAP-9: all chains of captures, filtered to those that end legally, filtered to those that no other continues.
    pub(super) fn chains(&self) -> Vec<Turn> {
        let mut all = Vec::new();
        for (at, piece) in &self.pieces {
            if piece.0 == self.white {
                self.starting_move()
                    .extend_chain(*at, &name(*at), false, self.passed, &mut all);
            }
        }
        all.retain(|turn: &Turn| {
            turn.after.king(!self.white).is_none() || !turn.after.in_check(self.white)
        });
        // Sorted by UCI form, the continuations of a path come right after it.
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
}
