//! Every message in every form reads well on every platform: no word of another one, and nothing unresolved.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;
use text::{Arg, Lang, Message, Platform, key};

use crate::resources::{areas, lang, patterns};

/// The keys by which selectors match an argument.
type Keys = BTreeSet<String>;

/// Each message or attribute, with its arguments and the keys by which it selects.
fn messages(folder: &Path) -> BTreeMap<String, BTreeMap<String, Keys>> {
    let mut all = BTreeMap::new();
    for (_, source) in areas(folder) {
        for entry in parser::parse(source.as_str()).unwrap().body {
            let Entry::Message(message) = entry else {
                continue;
            };
            for (id, pattern) in patterns(&message) {
                let mut arguments = BTreeMap::new();
                read(pattern, &mut arguments);
                all.insert(id, arguments);
            }
        }
    }
    all
}

fn read(pattern: &Pattern<&str>, arguments: &mut BTreeMap<String, Keys>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            read_expression(expression, arguments);
        }
    }
}

fn read_expression(expression: &Expression<&str>, arguments: &mut BTreeMap<String, Keys>) {
    match expression {
        Expression::Inline(InlineExpression::VariableReference { id }) => {
            arguments.entry(id.name.to_owned()).or_default();
        }
        Expression::Inline(InlineExpression::Placeable { expression }) => {
            read_expression(expression, arguments);
        }
        Expression::Inline(_) => {}
        Expression::Select { selector, variants } => {
            for variant in variants {
                if let InlineExpression::VariableReference { id } = selector {
                    let (VariantKey::Identifier { name }
                    | VariantKey::NumberLiteral { value: name }) = variant.key;
                    let keys = arguments.entry(id.name.to_owned()).or_default();
                    keys.insert(name.to_owned());
                }
                read(&variant.value, arguments);
            }
        }
    }
}

fn leaked(name: &str) -> &'static str {
    Box::leak(name.to_owned().into_boxed_str())
}

/// Returns values that make a selector match each of its keys.
fn values(keys: &Keys) -> Vec<Arg> {
    let number = |key: &String| {
        key.parse().ok().or(match key.as_str() {
            "one" => Some(1),
            "other" => Some(7),
            _ => None,
        })
    };
    let numbers: Option<Vec<i64>> = keys.iter().map(number).collect();
    match numbers {
        Some(numbers) if !numbers.is_empty() => numbers.into_iter().map(Arg::Number).collect(),
        _ if keys.is_empty() => vec![Arg::from("…")],
        _ => keys.iter().map(|name| key(leaked(name))).collect(),
    }
}

/// The message in all its forms.
fn forms(id: &str, arguments: &BTreeMap<String, Keys>) -> Vec<Message> {
    let mut forms: Vec<Vec<(&'static str, Arg)>> = vec![Vec::new()];
    let names: BTreeSet<_> = arguments
        .keys()
        .map(|name| name.strip_suffix("-id").unwrap_or(name))
        .collect();
    for name in names {
        let passed = match arguments.get(&format!("{name}-id")) {
            Some(ids) => {
                let ids = ids.iter().filter(|id| *id != "other");
                let ids = ids.map(String::as_str).chain(["variant-leto"]);
                ids.map(|id| Arg::from(Message::new(leaked(id), Vec::new())))
                    .collect()
            }
            None => values(&arguments[name]),
        };
        let name = leaked(name);
        forms = forms
            .iter()
            .flat_map(|form| {
                passed.iter().map(|arg| {
                    let mut form = form.clone();
                    form.push((name, arg.clone()));
                    form
                })
            })
            .collect();
    }
    let (id, forms) = (leaked(id), forms.into_iter());
    forms.map(|args| Message::new(id, args)).collect()
}

/// Every form of every message that a platform has.
fn all_forms(platform: &str) -> Vec<Message> {
    let mut all = messages(&lang("en"));
    all.extend(messages(&lang("en").join(platform)));
    let forms = all.iter().flat_map(|(id, arguments)| forms(id, arguments));
    let forms: Vec<_> = forms.collect();
    assert!(forms.len() > 1500, "{}", forms.len());
    forms
}

/// Words that only Discord uses.
const OF_DISCORD: &[&str] = &[
    "server", "servers", "server's", "servers'", "channel", "channels", "discord", "role", "roles",
    "button", "buttons", "press", "pressed", "click", "menu", "menus", "slash", "app",
];

/// Words that only Matrix uses.
const OF_MATRIX: &[&str] = &["space", "spaces", "room", "rooms", "matrix", "homeserver"];

/// Discord's message that says what to write on Matrix.
const CODE_FOR_MATRIX: &str = "link-code";

/// Messages in which a word has a different or a shared meaning, and messages about linked accounts or about spaces, which only
/// Matrix has.
const EXCEPT: &[&str] = &[
    "command-link",
    "help-link",
    "command-unlink",
    "link-account-matrix",
    CODE_FOR_MATRIX,
    "option-theme-night.detail",
    "position-fields",
    "settings-of-space",
    "space-bound",
    "space-is",
    "space-left",
    "space-none",
];

fn words(text: &str) -> impl Iterator<Item = String> {
    let ends = |letter: char| !letter.is_alphanumeric() && !"/!'".contains(letter);
    text.split(ends)
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

fn misplaced(platform: Platform, foreign: &[&str]) -> BTreeSet<String> {
    let lang = Lang::ENGLISH.on(platform);
    let wrong = |message: &Message| {
        let text = lang.words(message);
        let found = words(&text).find(|word| foreign.contains(&word.as_str()))?;
        Some(format!("{}: {found} in {text:?}", message.id()))
    };
    let forms = all_forms(platform.name()).into_iter();
    let forms = forms.filter(|form| !EXCEPT.contains(&form.id()));
    forms.filter_map(|form| wrong(&form)).collect()
}

// Resolving a message asserts that its arguments and terms exist.
#[test]
fn no_message_on_a_platform_has_a_word_of_the_other() {
    for (platform, foreign) in [
        (Platform::Matrix, OF_DISCORD),
        (Platform::Discord, OF_MATRIX),
    ] {
        let wrong = misplaced(platform, foreign);
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

#[test]
fn commands_begin_with_a_slash_on_discord_and_with_the_prefix_on_matrix() {
    let mut commands = 0;
    let is_slash_command = |word: &String| {
        let name = word.strip_prefix('/');
        name.is_some_and(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase()))
    };
    for form in all_forms("matrix") {
        let there = Lang::ENGLISH.on(Platform::Matrix).words(&form);
        assert_eq!(words(&there).find(is_slash_command), None, "{there}");
        commands += words(&there).filter(|word| word == "!delos").count();
    }
    assert!(commands > 60, "{commands}");
    for form in all_forms("discord") {
        let there = Lang::ENGLISH.on(Platform::Discord).words(&form);
        let is_meant = form.id() == CODE_FOR_MATRIX;
        assert_eq!(there.contains("!delos"), is_meant, "{there}");
    }
}

/// Shared messages must read well on a platform that is added later.
#[test]
fn the_messages_of_all_platforms_leave_the_words_of_one_to_its_terms() {
    let foreign = [OF_DISCORD, OF_MATRIX].concat();
    let expected: BTreeSet<_> = EXCEPT
        .iter()
        .filter_map(|id| id.split('.').next())
        .collect();
    for (_, source) in areas(&lang("en")) {
        for entry in parser::parse(source.as_str()).unwrap().body {
            let Entry::Message(message) = entry else {
                continue;
            };
            if expected.contains(message.id.name) {
                continue;
            }
            for text in patterns(&message).flat_map(|(_, pattern)| literals(pattern)) {
                let found = words(text).find(|word| foreign.contains(&word.as_str()));
                assert_eq!(found, None, "{}: {text}", message.id.name);
            }
        }
    }
}

/// The texts of a pattern, those of its variants included.
fn literals<'a>(pattern: &Pattern<&'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => found.push(*value),
            PatternElement::Placeable {
                expression: Expression::Select { variants, .. },
            } => found.extend(variants.iter().flat_map(|variant| literals(&variant.value))),
            PatternElement::Placeable { .. } => {}
        }
    }
    found
}

#[test]
fn an_article_fits_the_word_behind_it_on_every_platform() {
    let mut articles = 0;
    for platform in Platform::ALL {
        for form in all_forms(platform.name()) {
            let text = Lang::ENGLISH.on(platform).words(&form);
            let words: Vec<_> = text.split_whitespace().collect();
            for pair in words.windows(2) {
                let Some(first) = pair[1].chars().next().filter(char::is_ascii_lowercase) else {
                    continue;
                };
                let is_vowel = "aeio".contains(first);
                if pair[1].starts_with('u') || pair[1].starts_with("hour") {
                    continue;
                }
                match pair[0] {
                    "a" | "A" => assert!(!is_vowel, "{text}"),
                    "an" | "An" => assert!(is_vowel, "{text}"),
                    _ => continue,
                }
                articles += 1;
            }
        }
    }
    assert!(articles > 200, "{articles}");
}
