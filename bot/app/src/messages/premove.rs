//! Premoves: answers to moves that the opponent may make.

use text::{Text, msg};

use crate::model::record::GameRecord;

/// Lists a player's premoves in a game; each line begins with the opponent's move.
pub fn premoves(record: &GameRecord, lines: &[Vec<String>]) -> Text {
    let id = record.id.to_string();
    if lines.is_empty() {
        return msg!("premove-none", id).into();
    }
    let head = msg!("premove-list", id).into();
    lines
        .iter()
        .fold(head, |list: Text, line| list.line(premove_line(line)))
}

/// A line of moves in notation, the opponent's first: `if e5 then d4, if exd4 then ...`.
pub fn premove_line(moves: &[String]) -> Text {
    let pairs = moves.chunks(2).filter_map(|pair| match pair {
        [theirs, yours] => Some(msg!(
            "premove-pair",
            theirs = theirs.as_str(),
            yours = yours.as_str()
        )),
        [theirs] => Some(msg!("premove-open", theirs = theirs.as_str())),
        _ => None,
    });
    Text::join(pairs.map(Text::from), ", ")
}
