//! How pieces move, in words, from the tables that the generator uses: for rules pages and for explaining a move that cannot be made.

use crate::role::LETO;
use crate::rules::{Pattern, PawnPattern, Rules, Step, dispatch};
use crate::{Color, Role, Variant};

impl Variant {
    /// The heart of [`Self::movement`], short enough for an answer to a wrong move. Empty for a role that the game does not have.
    #[must_use]
    pub fn brief_movement(self, role: Role) -> String {
        let whole = self.movement(role);
        let end = whole.find(['.', ';']).unwrap_or(whole.len());
        let (first, _) = whole.split_at(end);
        if role == Role::Pawn {
            format!("{}.", first.replace(" of White", "").replace(" of Red", ""))
        } else {
            format!("{first}.")
        }
    }

    /// How a piece of this game moves, in one or two sentences for a player. Empty for a role that the game does not have.
    #[must_use]
    pub fn movement(self, role: Role) -> String {
        if !self.roles().contains(&role) {
            return String::new();
        }
        let (pattern, pawn, letos) = dispatch!(self, R => (R::MEN[role.slot()], R::PAWN, R::LETOS));
        if role == Role::Pawn {
            return pawn_movement(self, &pawn);
        }
        let mut text = if letos && role.slot() == LETO {
            LETO_MOVEMENT.to_owned()
        } else {
            format!("The {role} {}.", pattern_words(&pattern))
        };
        if role == Role::Kwagga {
            text.push_str(" If that square is empty it may go on by one more identical leap to an empty square.");
        }
        if self == Self::Toto40 {
            text.push_str(" On the fighting line it may also go one square diagonally along it. It never crosses the line.");
        }
        text
    }
}

const LETO_MOVEMENT: &str = "The leto moves one or two squares in any direction over empty squares to an empty square and never \
    captures by landing. An enemy piece right ahead of where it stops is thrown on over the next piece behind it, to the square beyond, where \
    it captures a piece of its own side. If a piece stands right behind where it starts and one of its own beyond that, that one is drawn to its \
    starting square.";

fn pattern_words(pattern: &Pattern) -> String {
    let mut parts = Vec::new();
    match (pattern.orthogonal, pattern.diagonal) {
        (true, true) => {
            parts.push("moves any distance along ranks, files and diagonals".to_owned());
        }
        (true, false) => parts.push("moves any distance along ranks and files".to_owned()),
        (false, true) => parts.push("moves any distance along diagonals".to_owned()),
        (false, false) => {}
    }
    let steps = leap_words(pattern.leaps);
    if !steps.is_empty() {
        parts.push(steps);
    }
    parts.join(", or ")
}

/// The kinds of leaps in a table, each named once however many directions it has.
fn leap_words(leaps: &[Step]) -> String {
    let has = |long: i8, short: i8| {
        leaps
            .iter()
            .any(|&(df, dr)| df.abs().max(dr.abs()) == long && df.abs().min(dr.abs()) == short)
    };
    let straight_or_diagonal =
        |distance, one: &str| match (has(distance, 0), has(distance, distance)) {
            (true, true) if distance == 1 => Some("moves one square in any direction".to_owned()),
            (true, true) => Some(format!(
                "leaps exactly {one} orthogonally or diagonally, over anything"
            )),
            (true, false) if distance == 1 => Some("one square orthogonally".to_owned()),
            (true, false) => Some(format!("leaps exactly {one} orthogonally, over anything")),
            (false, true) if distance == 1 => Some("one square diagonally".to_owned()),
            (false, true) => Some(format!("leaps exactly {one} diagonally, over anything")),
            (false, false) => None,
        };
    let oblique = |long, words: &str| has(long, 1).then(|| words.to_owned());
    [
        straight_or_diagonal(1, "one square"),
        straight_or_diagonal(2, "two squares"),
        oblique(
            2,
            "leaps two squares along a rank or file and one across, over anything",
        ),
        oblique(
            3,
            "leaps three squares along a rank or file and one across, over anything",
        ),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>()
    .join(", or ")
}

fn step_words((df, dr): Step) -> &'static str {
    match (df, dr) {
        (0, 1) => "up",
        (-1, 0) => "left",
        (-1, 1) => "diagonally up-left",
        (1, 1) => "diagonally up-right",
        _ => "elsewhere",
    }
}

fn pawn_movement(variant: Variant, pawn: &PawnPattern) -> String {
    let orthodox = pawn.captures[0].0 == -pawn.captures[1].0;
    let captures = if orthodox {
        "diagonally up".to_owned()
    } else {
        format!(
            "{} or {}",
            step_words(pawn.captures[0]),
            step_words(pawn.captures[1])
        )
    };
    let [first, second] = Color::ALL.map(|color| variant.color_name(color));
    let mut text = format!(
        "A pawn of {first} moves one square {} and captures one square {captures}; a pawn of {second} does so turned by half a turn.",
        step_words(pawn.push)
    );
    if pawn.doubles_from[0] != 0 {
        text.push_str(" From its second rank it may move two squares. It captures en passant.");
    }
    if variant == Variant::Toto40 {
        text.push_str(" On the fighting line its only move, also to capture, is one square diagonally along it.");
    } else {
        let names: Vec<&str> = variant
            .promotions()
            .iter()
            .map(|role| role.name())
            .collect();
        let (last, others) = names
            .split_last()
            .map_or(("", &[][..]), |(last, others)| (*last, others));
        let choice = format!("{} or {last}", others.join(", "));
        let squares = if orthodox {
            "the last rank"
        } else {
            "a square where the opponent's king, bishops, knights or rooks began"
        };
        text += &[" On ", squares, " it becomes a ", &choice, "."].concat();
    }
    text
}
