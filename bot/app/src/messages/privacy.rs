//! Stored data, its export and deletion, and the list of blocked people.

use text::{Text, msg};

use crate::messages::sentences;
use crate::model::record::PersonRecord;

/// A summary of what is kept about people; `page` is the address of the policy, which is attached otherwise.
pub fn privacy(page: Option<&str>) -> Text {
    Text::from(msg!("privacy-summary")).line(match page {
        Some(page) => msg!("privacy-page", page),
        None => msg!("privacy-file"),
    })
}

/// The text with an exported file; `left_out` games did not fit into it.
pub fn exported(records: usize, left_out: usize) -> Text {
    let text = Text::from(msg!("privacy-exported", records));
    if left_out == 0 {
        return text;
    }
    text.line(msg!("privacy-export-left-out", games = left_out))
}

/// The question before everything about a person with `running` games in progress is deleted.
pub fn ask_erase(running: usize) -> Text {
    sentences([
        Some(msg!("privacy-ask-delete")),
        (running > 0).then(|| msg!("privacy-ask-delete-games", games = running)),
        Some(msg!("privacy-ask-delete-details")),
    ])
}

/// The people whom someone has blocked, one on a line.
pub fn block_list(person: &PersonRecord) -> Text {
    let (named, deleted) = (&person.blocked, person.blocked_digests.len());
    if named.is_empty() && deleted == 0 {
        return msg!("block-list-empty").into();
    }
    let list = named
        .iter()
        .fold(msg!("block-list").into(), |list: Text, id| list.line(id));
    if deleted == 0 {
        list
    } else {
        list.line(msg!("block-list-deleted", count = deleted))
    }
}
