//! Conditional moves.

use text::{Text, text};

use crate::messages::{code, strong};
use crate::model::record::GameRecord;

/// What somebody has prepared in a game.
pub fn prepared(record: &GameRecord, lines: &[Vec<String>]) -> Text {
    if lines.is_empty() {
        return text![
            "You have prepared nothing in game ",
            code(record.id),
            ". While the other side thinks, ",
            code("/premove Kxe5 Rd1"),
            " means: if they play Kxe5, you play Rd1 at once."
        ];
    }
    let all = text!["Prepared in game ", code(record.id), "; only you see this:"];
    lines.iter().fold(all, |all, line| all.line(one(line)))
}

fn one(line: &[String]) -> Text {
    line.chunks(2).fold(Text::default(), |so_far, pair| {
        let gap = if so_far.is_empty() { "if " } else { ", if " };
        let answer = pair.get(1).cloned().unwrap_or_default();
        so_far.then(text![
            gap,
            strong(pair.first().cloned().unwrap_or_default()),
            " then ",
            strong(answer)
        ])
    })
}

/// An entry of the list of lines that somebody may be about to prepare.
pub fn line_label(moves: &[String]) -> String {
    let pairs = moves.chunks(2).map(|pair| match pair {
        [theirs, mine] => format!("if {theirs} then {mine}"),
        [theirs] => format!("if {theirs} then ..."),
        _ => String::new(),
    });
    pairs.collect::<Vec<_>>().join(", ")
}
