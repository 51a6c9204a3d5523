//! `/rules`: a game's rules in pages.

use pictures::{BoardPicture, RuleDiagram};
use rules_core::{Game, Variant};
use text::{Message, Text, msg};

use crate::context::{Change, Reader, Result};
use crate::messages::{self, Page, Rulebook, Shown};
use crate::model::EffectiveSettings;
use crate::protocol::{
    Action, Attachment, Button, ButtonStyle, Card, Command, MenuOption, Request, SelectMenu,
};
use crate::spec::{CommandSpec, Kind, PAGE, named, variants};

pub(crate) const RULES: CommandSpec = named("rules", || msg!("command-rules"))
    .command(|arguments| {
        let page = arguments.page().unwrap_or(0);
        Ok(Command::Rules(arguments.kind_of_game("game")?, page.into()))
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
    let settings = reader.own_settings(request)?;
    let card = match variant {
        Some(variant) => Card {
            pictures_in_words: settings.words_only(),
            ..rules_page(variant, page, &settings)
        },
        None => games(),
    };
    Ok(Change::aside(card))
}

pub(crate) fn rules_button(variant: Variant) -> Button {
    Button::plain(msg!("button-rules"), Action::Rules(variant, 0))
}

fn games() -> Card {
    let options = Variant::ALL
        .iter()
        .map(|variant| MenuOption::new(variant.name(), variant.family().name(), variant.id()));
    Card {
        menu: SelectMenu::of(Action::RulesOf, msg!("menu-rules-games"), options),
        ..Card::words(msg!("rules-which"))
    }
}

/// A page of a game's rules; the last one for a number beyond it.
pub(crate) fn rules_page(variant: Variant, number: usize, settings: &EffectiveSettings) -> Card {
    let book = messages::rules(variant);
    let number = number.min(book.pages.len().saturating_sub(1));
    let Some(page) = book.pages.get(number) else {
        return games();
    };
    let heading = msg!(
        "rules-heading",
        game = variant.title(),
        title = page.title.clone(),
        place = place(&book, number)
    );
    let caption = page.picture.iter();
    let caption = caption.map(|shown| msg!("rules-caption", caption = shown.caption.clone()));
    let text = caption.fold(Text::from(heading), Text::line);
    // A phone shows the picture and the words of a page without the menu.
    let has_menu = number == 0 || number >= book.needed;
    let mut card = Card {
        menu: page_menu(variant, &book).filter(|_| has_menu),
        controls: vec![page_buttons(variant, &book, number)],
        ..Card::words(text.line(page.text.clone()))
    };
    match page.picture.as_ref().map(|picture| &picture.shows) {
        Some(Shown::Start) => {
            let game = Game::new(variant);
            let look = settings.private_look(None, &game);
            card.board = Some(look.of(BoardPicture::new(game)));
        }
        Some(&Shown::Diagram(id)) => {
            let theme = settings.theme();
            let diagram = RuleDiagram { variant, id, theme };
            card.attachments = vec![Attachment::Diagram(diagram)];
        }
        None => {}
    }
    card
}

/// The place of a page within its part of the book.
fn place(book: &Rulebook, number: usize) -> Message {
    match number.checked_sub(book.needed) {
        None => msg!("rules-place", page = number + 1, pages = book.needed),
        Some(n) => {
            let details = book.pages.len() - book.needed;
            msg!("rules-place-details", page = n + 1, pages = details)
        }
    }
}

fn page_menu(variant: Variant, book: &Rulebook) -> Option<SelectMenu> {
    let option = |(n, page): (usize, &Page)| {
        MenuOption::new(page.title.clone(), place(book, n), n.to_string())
    };
    let options = book.pages.iter().enumerate().map(option);
    SelectMenu::of(
        Action::RulesPage(variant),
        msg!("menu-rules-pages"),
        options,
    )
}

fn page_buttons(variant: Variant, book: &Rulebook, number: usize) -> Vec<Button> {
    let turn = |label, style, to: Option<usize>| {
        let to = u32::try_from(to?).ok()?;
        Some(Button::new(label, style, Action::Rules(variant, to)))
    };
    let before = number.checked_sub(1);
    let back = turn(msg!("button-rules-back"), ButtonStyle::Plain, before);
    let is_read = number + 1 == book.needed;
    let next = Some(number + 1).filter(|&next| next < book.pages.len());
    let (next, style) = if is_read {
        let details = turn(msg!("button-rules-details"), ButtonStyle::Plain, next);
        (details, ButtonStyle::Primary)
    } else {
        let next = turn(msg!("button-rules-next"), ButtonStyle::Primary, next);
        (next, ButtonStyle::Plain)
    };
    let learn = Action::LearnGame(variant.family());
    let learn = Button::new(msg!("button-learn-try"), style, learn);
    back.into_iter().chain(next).chain([learn]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_fits_a_message_and_leads_to_the_next() {
        for &variant in &Variant::ALL {
            let Rulebook { pages, needed } = messages::rules(variant);
            assert!((4..=8).contains(&needed) && pages.len() <= 25, "{variant}");
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
                let labels = card.controls[0].iter().map(|c| c.label.to_string());
                assert_eq!(
                    labels.filter(|label| label == "Details").count(),
                    usize::from(n + 1 == needed)
                );
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

    #[test]
    fn a_page_has_at_most_three_short_sentences() {
        for variant in Variant::ALL {
            let Rulebook { pages, needed } = messages::rules(variant);
            for (n, page) in pages.into_iter().enumerate() {
                let text = page.text.to_string();
                assert!(
                    (1..=3).contains(&sentences(&page.text)),
                    "{variant}: {text}"
                );
                let most = if n < needed { 56 } else { 65 };
                assert!(words(&page.text) <= most, "{variant}: {text}");
                if let Some(picture) = page.picture {
                    let caption = Text::from(picture.caption);
                    assert_eq!(sentences(&caption), 1, "{variant}: {caption}");
                }
            }
        }
    }

    #[test]
    fn what_is_needed_to_play_is_read_in_two_minutes_and_has_pictures() {
        for variant in Variant::ALL {
            let Rulebook { pages, needed } = messages::rules(variant);
            let pages = &pages[..needed];
            let read = |page: &Page| {
                let caption = page.picture.iter().map(|shown| shown.caption.clone());
                words(&caption.fold(page.text.clone(), Text::line))
            };
            // 200 words a minute.
            let all: usize = pages[..needed - 1].iter().map(read).sum();
            assert!(all <= 400, "{variant}: {all} words before the values");
            assert_eq!(pages.last().unwrap().title, msg!("rules-title-values"));
            for page in pages.iter().filter(|page| page.picture.is_none()) {
                let title = Text::from(page.title.clone()).to_string();
                let in_words = ["Values and tips", "How it ends", "How you win"];
                assert!(in_words.contains(&title.as_str()), "{variant}: {title}");
            }
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
            let pages = messages::rules(variant).pages;
            let words: String = pages.iter().map(|page| page.text.to_string()).collect();
            assert_eq!(words.matches("Our reading").count(), marks, "{variant}");
        }
    }
}
