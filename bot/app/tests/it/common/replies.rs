//! Reads of answers and cards.

#![expect(
    clippy::needless_pass_by_value,
    reason = "a text or a reference to one"
)]

use app::attachment::Attachment;
use app::card::{Card, SelectMenu};
use app::effect::{Answer, Handled};
use app::{Action, Command};
use pictures::Table;

/// The card that was answered.
#[track_caller]
pub(crate) fn reply(handled: Handled) -> Card {
    let kind = format!("{:?}", handled.answer);
    let card = handled.answer.into_card();
    card.unwrap_or_else(|| panic!("no card: {kind}"))
}

/// The words of the card that was answered; empty without one.
pub(crate) fn text_of(handled: &Handled) -> String {
    let card = handled.answer.clone().into_card();
    card.map_or_else(String::new, |card| card.text.to_string())
}

pub(crate) fn is_silent(handled: &Handled) -> bool {
    matches!(handled.answer, Answer::Seen)
}

#[track_caller]
pub(crate) fn assert_says(text: impl ToString, words: impl AsRef<str>) {
    let (text, words) = (text.to_string(), words.as_ref());
    assert!(text.contains(words), "{words:?} is not in {text:?}");
}

#[track_caller]
pub(crate) fn assert_silent_about(text: impl ToString, words: impl AsRef<str>) {
    let (text, words) = (text.to_string(), words.as_ref());
    assert!(!text.contains(words), "{words:?} is in {text:?}");
}

pub(crate) fn labels(card: &Card) -> Vec<String> {
    let buttons = card.controls.iter().flatten();
    buttons.map(|button| button.label.to_string()).collect()
}

pub(crate) fn has_label(card: &Card, label: &str) -> bool {
    labels(card).iter().any(|one| one == label)
}

/// The action of the button with this label.
#[track_caller]
pub(crate) fn button(card: &Card, label: &str) -> Action {
    let mut buttons = card.controls.iter().flatten();
    let found = buttons.find(|button| button.label.to_string() == label);
    found.unwrap_or_else(|| panic!("{label}: {card:?}")).action
}

/// The command of the button with this label.
#[track_caller]
pub(crate) fn press(card: &Card, label: &str) -> Command {
    button(card, label).command(None).unwrap()
}

pub(crate) fn press_first(card: &Card) -> Command {
    card.controls[0][0].action.command(None).unwrap()
}

pub(crate) fn option_labels(menu: &SelectMenu) -> Vec<String> {
    let options = menu.options.iter();
    options.map(|option| option.label.to_string()).collect()
}

pub(crate) fn option_values(menu: &SelectMenu) -> Vec<String> {
    let options = menu.options.iter();
    options.map(|option| option.value.clone()).collect()
}

/// The table that a card shows first.
pub(crate) fn table(card: &Card) -> Option<&Table> {
    match card.attachments.first()? {
        Attachment::Table(table) => Some(table),
        _ => None,
    }
}

pub(crate) fn files(card: &Card) -> Vec<(&'static str, String)> {
    let files = card.attachments.iter().filter_map(|one| match one {
        Attachment::File(file) => {
            let content = String::from_utf8(file.content.clone()).unwrap();
            Some((file.name, content))
        }
        _ => None,
    });
    files.collect()
}
