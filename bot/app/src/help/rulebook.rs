//! `/rules`: a game's rules in pages.

use pictures::{BoardPicture, RuleDiagram};
use rules_core::{Game, Variant};
use text::{Text, msg};

use crate::context::failure::Failure;
use crate::context::{Change, Reader};
use crate::messages::{self, Page};
use crate::model::effective_settings::EffectiveSettings;
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
    let settings = effective::effective_settings(
        reader,
        Some(&request.who.id),
        request.venue.server.as_ref(),
    )?;
    let card = match variant {
        Some(variant) => {
            let card = rules_page(variant, page, &settings);
            if settings.words_only() {
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
    Button::new(
        msg!("button-rules"),
        ButtonStyle::Plain,
        Action::Rules(variant, 0),
    )
}

fn games() -> Card {
    let options = Variant::ALL.iter().map(|variant| MenuOption {
        label: variant.name().into(),
        detail: variant.family().name().into(),
        value: variant.id().to_owned(),
    });
    Card {
        menu: Some(SelectMenu {
            action: Action::RulesOf,
            prompt: msg!("menu-rules-games").into(),
            options: options.collect(),
        }),
        ..Card::words(msg!("rules-which"))
    }
}

/// A page of a game's rules; the last one for a number beyond it.
pub(crate) fn rules_page(variant: Variant, number: usize, settings: &EffectiveSettings) -> Card {
    let pages = messages::rules(variant);
    let count = pages.len();
    let number = number.min(count.saturating_sub(1));
    let Some(page) = pages.get(number) else {
        return games();
    };
    let diagrams = page.diagrams.iter().map(|&name| {
        Attachment::Diagram(RuleDiagram {
            variant,
            id: name,
            theme: settings.theme(),
        })
    });
    let heading = msg!(
        "rules-heading",
        game = variant.name(),
        title = page.title.clone(),
        page = number + 1,
        pages = count
    );
    Card {
        board: page.board.then(|| {
            let game = Game::new(variant);
            let look = settings.private_look(None, &game);
            look.of(BoardPicture::new(game))
        }),
        attachments: diagrams.collect(),
        menu: Some(page_menu(variant, &pages)),
        controls: vec![page_buttons(variant, number, count)],
        ..Card::words(Text::from(heading).line(page.text.clone()))
    }
}

fn page_menu(variant: Variant, pages: &[Page]) -> SelectMenu {
    let option = |(n, page): (usize, &Page)| MenuOption {
        label: msg!("option-rules-page", title = page.title.clone()).into(),
        detail: msg!(
            "option-rules-page.detail",
            page = n + 1,
            pages = pages.len()
        )
        .into(),
        value: n.to_string(),
    };
    SelectMenu {
        action: Action::RulesPage(variant),
        prompt: msg!("menu-rules-pages").into(),
        options: pages.iter().enumerate().map(option).collect(),
    }
}

fn page_buttons(variant: Variant, number: usize, count: usize) -> Vec<Button> {
    let turn = |label, style, to: Option<usize>| {
        let to = u32::try_from(to?).ok()?;
        Some(Button::new(label, style, Action::Rules(variant, to)))
    };
    let back = turn(
        msg!("button-rules-back"),
        ButtonStyle::Plain,
        number.checked_sub(1),
    );
    let next = turn(
        msg!("button-rules-next"),
        ButtonStyle::Primary,
        Some(number + 1).filter(|&next| next < count),
    );
    back.into_iter().chain(next).collect()
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
                let card = rules_page(variant, n, &EffectiveSettings::default());
                let words = card.text.to_string();
                // Marks of emphasis and escapes come on top.
                assert!(words.chars().count() <= 1800, "{variant} {n}: {words}");
                assert!(card.attachments.len() <= 4);
                let actions: Vec<_> = card.controls[0].iter().map(|c| c.action).collect();
                let turns = [
                    n.checked_sub(1),
                    Some(n + 1).filter(|&next| next < pages.len()),
                ];
                let expected: Vec<_> = turns
                    .into_iter()
                    .flatten()
                    .map(|to| Action::Rules(variant, u32::try_from(to).unwrap()))
                    .collect();
                assert_eq!(actions, expected);
            }
        }
    }

    #[test]
    fn inferred_rules_are_marked() {
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
