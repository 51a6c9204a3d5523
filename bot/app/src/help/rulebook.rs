//! The rules to read: pages with buttons, which work for ever since their address is all they need.

use pictures::{BoardPicture, RuleDiagram};
use rules_core::{Game, Variant};

use crate::context::failure::Failure;
use crate::context::{Change, Reader};
use crate::messages;
use crate::model::record::Theme;
use crate::protocol::action::Action;
use crate::protocol::attachment::Attachment;
use crate::protocol::card::{Button, ButtonStyle, Card, MenuOption, SelectMenu};
use crate::protocol::command::Request;
use crate::protocol::effect::Answer;
use crate::settings::effective;

pub(crate) fn rules(
    reader: &Reader<'_>,
    request: &Request,
    variant: Option<Variant>,
    page: usize,
) -> Result<Change, Failure> {
    let in_force =
        effective::in_force(reader, Some(&request.who.id), request.venue.server.as_ref())?;
    let card = match variant {
        Some(variant) => {
            let card = rules_page(variant, page, in_force.theme().0);
            if in_force.words_only().0 {
                Card {
                    board: None,
                    attachments: Vec::new(),
                    ..card
                }
            } else {
                card
            }
        }
        None => games(),
    };
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

/// The button that opens a game's rules.
pub(crate) fn rules_button(variant: Variant) -> Button {
    Button {
        label: "Rules".into(),
        style: ButtonStyle::Plain,
        action: Action::Rules(variant, 0),
    }
}

fn games() -> Card {
    let choices = Variant::ALL.iter().map(|variant| MenuOption {
        label: variant.name().into(),
        detail: variant.family().name().into(),
        value: variant.id().to_owned(),
    });
    Card {
        menu: Some(SelectMenu {
            action: Action::RulesOf,
            prompt: "Choose a game".into(),
            options: choices.collect(),
        }),
        ..Card::words(messages::which_rules())
    }
}

/// A page of a game's rules; the last one for a number beyond it.
pub(crate) fn rules_page(variant: Variant, number: usize, theme: Theme) -> Card {
    let pages = messages::rules(variant);
    let number = number.min(pages.len().saturating_sub(1));
    let choices = pages.iter().enumerate().map(|(n, page)| MenuOption {
        label: page.title.into(),
        detail: messages::page_of(n + 1, pages.len()).into(),
        value: n.to_string(),
    });
    let menu = SelectMenu {
        action: Action::RulesPage(variant),
        prompt: "Go to a page".into(),
        options: choices.collect(),
    };
    let turn = |label: &str, style, to: Option<usize>| {
        let to = u32::try_from(to?).ok()?;
        Some(Button::new(label, style, Action::Rules(variant, to)))
    };
    let next = Some(number + 1).filter(|&next| next < pages.len());
    let row = [
        turn("Back", ButtonStyle::Plain, number.checked_sub(1)),
        turn("Next", ButtonStyle::Primary, next),
    ];
    let Some(page) = pages.get(number) else {
        return games();
    };
    let diagrams = page
        .diagrams
        .iter()
        .map(|&id| Attachment::Diagram(RuleDiagram { variant, id, theme }));
    let head = messages::rules_head(variant, page.title, number + 1, pages.len());
    Card {
        board: page.board.then(|| BoardPicture {
            theme,
            ..BoardPicture::new(Game::new(variant))
        }),
        attachments: diagrams.collect(),
        menu: Some(menu),
        controls: vec![row.into_iter().flatten().collect()],
        ..Card::words(head.line(page.text.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_fits_a_message_and_leads_to_the_next() {
        for &variant in &Variant::ALL {
            let pages = messages::rules(variant);
            assert!((4..=25).contains(&pages.len()));
            for n in 0..pages.len() {
                let card = rules_page(variant, n, Theme::Wood);
                let words = card.text.to_string();
                // Marks of emphasis and escapes come on top.
                assert!(words.chars().count() <= 1800, "{variant} {n}: {words}");
                assert!(card.attachments.len() <= 4);
                let presses: Vec<_> = card.controls[0].iter().map(|c| c.action).collect();
                let turns = [
                    n.checked_sub(1),
                    Some(n + 1).filter(|&next| next < pages.len()),
                ];
                let expected: Vec<_> = turns
                    .into_iter()
                    .flatten()
                    .map(|to| Action::Rules(variant, u32::try_from(to).unwrap()))
                    .collect();
                assert_eq!(presses, expected);
            }
        }
    }

    #[test]
    fn what_the_inventors_left_open_is_marked() {
        // LETO-1 and LETO-7; LEAP-9 (a) to (f).
        for (variant, marks) in [
            (Variant::Leto, 2),
            (Variant::LetoKwagga, 2),
            (Variant::LeapMulti, 5),
            (Variant::Leap64Multi, 5),
            (Variant::Leap, 0),
            (Variant::Legan, 0),
        ] {
            let pages = messages::rules(variant);
            let words: String = pages.iter().map(|page| page.text.to_string()).collect();
            assert_eq!(words.matches("Inferred").count(), marks, "{variant}");
        }
    }
}
