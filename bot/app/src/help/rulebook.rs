//! `/rules`: a game's rules in pages.

use pictures::{BoardPicture, RuleDiagram};
use rules_core::{Game, Variant};
use text::{Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Reader};
use crate::messages::{self, Illustration, Page, Shown};
use crate::model::effective_settings::EffectiveSettings;
use crate::protocol::action::Action;
use crate::protocol::attachment::Attachment;
use crate::protocol::card::{Button, ButtonStyle, Card, MenuOption, SelectMenu};
use crate::protocol::command::{Command, Request};
use crate::protocol::effect::Answer;
use crate::settings::effective;
use crate::spec::command::{CommandSpec, Kind, named};
use crate::spec::options::{PAGE, variants};

pub(crate) const RULES: CommandSpec = named("rules", || msg!("command-rules"))
    .command(|arguments| {
        let page = arguments.page().unwrap_or(0);
        Ok(Command::Rules(arguments.variant()?, page.into()))
    })
    .options(&[
        Kind::Choice(variants).option("game", || msg!("command-rules-game")),
        PAGE,
    ]);

pub(crate) fn rules(
    reader: &Reader<'_>,
    request: &Request,
    variant: Option<Variant>,
    page: usize,
) -> Result<Change> {
    let settings = effective::effective_settings(
        reader,
        Some(&request.who.id),
        request.venue.server.as_ref(),
    )?;
    let card = match variant {
        Some(variant) => Card {
            pictures_in_words: settings.words_only(),
            ..rules_page(variant, page, &settings)
        },
        None => games(),
    };
    Ok(Change::nothing(Answer::Aside(Box::new(card))))
}

/// The button that opens a game's rules.
pub(crate) fn rules_button(variant: Variant) -> Button {
    Button::plain(msg!("button-rules"), Action::Rules(variant, 0))
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
    let heading = msg!(
        "rules-heading",
        game = variant.title(),
        title = page.title.clone(),
        page = number + 1,
        pages = count
    );
    let mut card = Card {
        menu: Some(page_menu(variant, &pages)),
        controls: vec![page_buttons(variant, number, count)],
        ..Card::words(Text::from(heading).line(page.text.clone()))
    };
    let Some(Illustration { shows, caption }) = &page.picture else {
        return card;
    };
    card.text = card
        .text
        .line(msg!("rules-caption", caption = caption.clone()));
    match *shows {
        Shown::Start => {
            let game = Game::new(variant);
            let look = settings.private_look(None, &game);
            card.board = Some(look.of(BoardPicture::new(game)));
        }
        Shown::Diagram(id) => {
            let theme = settings.theme();
            card.attachments
                .push(Attachment::Diagram(RuleDiagram { variant, id, theme }));
        }
    }
    card
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
    let learn = Button::plain(
        msg!("button-learn-try"),
        Action::LearnGame(variant.family()),
    );
    back.into_iter().chain(next).chain([learn]).collect()
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
                // Marks of emphasis, escapes and the words of a picture come on top.
                assert!(words.chars().count() <= 800, "{variant} {n}: {words}");
                let actions: Vec<_> = card.controls[0].iter().map(|c| c.action).collect();
                let turns = [
                    n.checked_sub(1),
                    Some(n + 1).filter(|&next| next < pages.len()),
                ];
                let turns = turns.into_iter().flatten();
                let expected: Vec<_> = turns
                    .map(|to| Action::Rules(variant, u32::try_from(to).unwrap()))
                    .chain([Action::LearnGame(variant.family())])
                    .collect();
                assert_eq!(actions, expected);
            }
        }
    }

    /// How many sentences a text has.
    fn sentences(text: &Text) -> usize {
        let text = text.to_string();
        // The initial of a name has a period, too.
        let ends = |word: &&str| word.ends_with(['.', '!', '?']) && word.chars().count() > 2;
        let unmarked = text.replace(" (Inferred)", "");
        unmarked.split_whitespace().filter(ends).count()
    }

    fn words(text: &Text) -> usize {
        text.to_string().split_whitespace().count()
    }

    fn is_detail(page: &Page) -> bool {
        let id = page.title.id();
        id.contains("-details-") || id == "rules-title-origin"
    }

    #[test]
    fn a_page_has_at_most_three_short_sentences() {
        for variant in Variant::ALL {
            for page in messages::rules(variant) {
                let text = page.text.to_string();
                assert!(
                    (1..=3).contains(&sentences(&page.text)),
                    "{variant}: {text}"
                );
                assert!(words(&page.text) <= 65, "{variant}: {text}");
                if let Some(picture) = page.picture {
                    let caption = Text::from(picture.caption);
                    assert_eq!(sentences(&caption), 1, "{variant}: {caption}");
                }
            }
        }
    }

    #[test]
    fn pages_have_pictures_except_lists_and_details() {
        let in_words = [
            "Values and tips",
            "How it ends",
            "How you win",
            "Draws",
            "No repetition",
        ];
        for variant in Variant::ALL {
            for page in messages::rules(variant) {
                let title = Text::from(page.title.clone()).to_string();
                let needs_none = in_words.contains(&title.as_str()) || is_detail(&page);
                assert!(page.picture.is_some() || needs_none, "{variant}: {title}");
            }
        }
    }

    #[test]
    fn what_is_needed_to_play_comes_first_and_is_read_in_two_minutes() {
        for variant in Variant::ALL {
            let pages = messages::rules(variant);
            let details = pages.iter().position(is_detail).unwrap();
            assert!(pages[details..].iter().all(is_detail), "{variant}");
            let read = |page: &Page| {
                let caption = page.picture.iter().map(|shown| shown.caption.clone());
                words(&caption.fold(page.text.clone(), Text::line))
            };
            let values = msg!("rules-title-values");
            let needed = pages.iter().take_while(|page| page.title != values);
            let needed: usize = needed.map(read).sum();
            // 200 words a minute.
            assert!(needed <= 400, "{variant}: {needed} words");
        }
    }

    #[test]
    fn inferred_rules_are_marked() {
        // LETO-1 and LETO-7 in one sentence; eight sentences on LEAP-9 (a) to (f), and what the mark means.
        for (variant, marks) in [
            (Variant::Leto, 1),
            (Variant::LetoKwagga, 1),
            (Variant::LeapMulti, 9),
            (Variant::Leap64Multi, 9),
            (Variant::Leap, 0),
            (Variant::Legan, 0),
        ] {
            let pages = messages::rules(variant);
            let words: String = pages.iter().map(|page| page.text.to_string()).collect();
            assert_eq!(words.matches("Our reading").count(), marks, "{variant}");
        }
    }
}
