//! Stored data, its export and deletion, the list of blocked people, and linked accounts.

use text::{Part, Platform, Text, msg};

use crate::messages::code;
use crate::model::{LinkCode, Person, PersonRecord, Timestamp};
use crate::protocol::LinkRefusal;

/// A summary of what is kept about people; `page` is the address of the policy, which is attached otherwise.
pub fn privacy(page: Option<&str>) -> Text {
    Text::from(msg!("privacy-summary")).line(match page {
        Some(page) => msg!("privacy-page", page),
        None => msg!("privacy-file"),
    })
}

/// The text with an exported file; `left_out` games did not fit into it.
pub fn exported(records: usize, left_out: usize) -> Text {
    Text::from(msg!("privacy-exported", records))
        .line((left_out > 0).then(|| msg!("privacy-export-left-out", games = left_out)))
}

/// The question before everything about a person with `running` games in progress is deleted.
pub fn ask_erase(running: usize) -> Text {
    Text::from(msg!("privacy-ask-delete"))
        .sentence((running > 0).then(|| msg!("privacy-ask-delete-games", games = running)))
        .sentence(msg!("privacy-ask-delete-details"))
}

/// The people whom someone has blocked, one on a line.
pub fn block_list(person: &PersonRecord) -> Text {
    let (named, deleted) = (&person.blocked, person.blocked_digests.len());
    if named.is_empty() && deleted == 0 {
        return msg!("block-list-empty").into();
    }
    Text::from(msg!("block-list"))
        .line(Text::lines(named))
        .line((deleted > 0).then(|| msg!("block-list-deleted", count = deleted)))
}

/// The code with which a person links an account on another platform to this one.
pub fn link_code(code: LinkCode, expires: Timestamp) -> Text {
    let (code, expires) = (code.to_string(), Part::Relative(expires));
    msg!("link-code", code, expires).into()
}

/// The question before an account becomes a second name of another one.
pub fn ask_link(first: &Person, second: &Person) -> Text {
    let (first, second) = (account(first), account(second));
    Text::from(msg!("link-ask", first, second)).line(msg!("link-ask-details"))
}

/// Confirms a link.
pub fn linked(first: &Person) -> Text {
    msg!("link-done", first = account(first)).into()
}

/// Which accounts of a person are linked, and whether their records are still being renamed.
pub fn links(first: &Person, others: &[Person], is_renaming: bool) -> Text {
    let others = Text::join(others.iter().map(account), ", ");
    Text::from(msg!("link-state", first = account(first), others))
        .line(is_renaming.then(|| msg!("link-renaming")))
}

/// The question before accounts are separated.
pub fn ask_unlink(first: &Person) -> Text {
    msg!("unlink-ask", first = account(first)).into()
}

/// An account by its name, its platform, and on Matrix its id, since names are not unique there.
fn account(person: &Person) -> Text {
    let name = &person.name;
    let platform = person.id.platform();
    if platform == Platform::Matrix {
        let id = person.id.as_str();
        let id = id.strip_prefix("matrix:").unwrap_or(id);
        return msg!("link-account-matrix", name, id = code(id)).into();
    }
    msg!("link-account", name, platform = platform.title()).into()
}

/// Why accounts were not linked, or not separated.
pub(crate) fn link_refusal(refusal: &LinkRefusal) -> Text {
    let message = match refusal {
        LinkRefusal::Alone => msg!("refusal-link-alone"),
        LinkRefusal::NoSuchCode => msg!("refusal-link-no-such-code"),
        LinkRefusal::TooManyCodes(until) => {
            msg!("refusal-link-too-many-codes", when = Part::Relative(*until))
        }
        LinkRefusal::OwnCode => msg!("refusal-link-own-code"),
        LinkRefusal::SamePlatform => msg!("refusal-link-same-platform"),
        LinkRefusal::AlreadyLinked => msg!("refusal-link-already"),
        LinkRefusal::OnVacation => msg!("refusal-link-vacation"),
        LinkRefusal::Meet(game) => msg!("refusal-link-game", game = code(game)),
        LinkRefusal::Challenged => msg!("refusal-link-challenge"),
        LinkRefusal::InTournament(name) => msg!("refusal-link-tournament", name),
        LinkRefusal::TooMuchUnderWay => msg!("refusal-link-too-much"),
        LinkRefusal::NotLinked => msg!("refusal-not-linked"),
        LinkRefusal::StillLinking => msg!("refusal-still-linking"),
    };
    message.into()
}
