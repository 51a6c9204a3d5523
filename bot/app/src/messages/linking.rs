//! Accounts of one person on several platforms.

use text::{Part, Platform, Text, msg};

use crate::messages::{code, shortened};
use crate::model::ids::{LinkCode, Person};
use crate::model::moment::Timestamp;
use crate::protocol::people_refusal::LinkRefusal;

/// The code with which a person links an account on another platform to this one.
pub fn link_code(code: LinkCode, expires: Timestamp) -> Text {
    msg!(
        "link-code",
        code = code.to_string(),
        expires = Part::Relative(expires)
    )
    .into()
}

/// The question before an account becomes a second name of another one.
pub fn ask_link(first: &Person, second: &Person) -> Text {
    Text::from(msg!(
        "link-ask",
        first = account(first),
        second = account(second)
    ))
    .line(msg!("link-ask-details"))
}

/// Confirms a link.
pub fn linked(first: &Person) -> Text {
    msg!("link-done", first = account(first)).into()
}

/// Which accounts of a person are linked, and whether their records are still being renamed.
pub fn links(first: &Person, others: &[Person], is_renaming: bool) -> Text {
    let others = Text::join(others.iter().map(account), ", ");
    let text = Text::from(msg!("link-state", first = account(first), others));
    text.line(if is_renaming {
        Text::from(msg!("link-renaming"))
    } else {
        Text::default()
    })
}

/// The question before accounts are separated.
pub fn ask_unlink(first: &Person) -> Text {
    msg!("unlink-ask", first = account(first)).into()
}

/// An account by its name, its platform, and on Matrix its id, since names are not unique there.
fn account(person: &Person) -> Text {
    let name = person.name.to_string();
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
        LinkRefusal::InTournament(name) => msg!("refusal-link-tournament", name = name.as_str()),
        LinkRefusal::TooMuchUnderWay => msg!("refusal-link-too-much"),
        LinkRefusal::NotLinked => msg!("refusal-not-linked"),
        LinkRefusal::StillLinking => msg!("refusal-still-linking"),
    };
    message.into()
}

/// The answer to a text that is no code.
pub fn no_link_code(typed: &str) -> Text {
    msg!("refusal-link-unreadable", typed = shortened(typed)).into()
}
