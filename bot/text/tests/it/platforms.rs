//! Every message in every form reads well on every platform: no word of another one, and nothing unresolved.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;
use text::{Arg, Lang, Message, Platform, key};

/// The keys by which selectors match an argument.
type Keys = BTreeSet<String>;

/// Each message or attribute, with its arguments and the keys by which it selects.
fn messages(folder: &Path) -> BTreeMap<String, BTreeMap<String, Keys>> {
    let mut all = BTreeMap::new();
    for area in fs::read_dir(folder).unwrap() {
        let path = area.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let parsed = parser::parse(source.as_str()).unwrap();
        for entry in &parsed.body {
            let Entry::Message(message) = entry else {
                continue;
            };
            let name = message.id.name;
            let value = message.value.iter().map(|value| (name.to_owned(), value));
            let attributes = message.attributes.iter();
            let attributes = attributes.map(|one| (format!("{name}.{}", one.id.name), &one.value));
            for (id, pattern) in value.chain(attributes) {
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
    let id = leaked(id);
    forms
        .into_iter()
        .map(|args| Message::new(id, args))
        .collect()
}

/// Every form of every message that a platform has.
fn all_forms(platform: &str) -> Vec<Message> {
    let common = Path::new(env!("CARGO_MANIFEST_DIR")).join("lang/en");
    let mut all = messages(&common);
    all.extend(messages(&common.join(platform)));
    let forms: Vec<_> = all
        .iter()
        .flat_map(|(id, arguments)| forms(id, arguments))
        .collect();
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

fn misplaced(lang: Lang, folder: &str, foreign: &[&str]) -> BTreeSet<String> {
    let wrong = |message: &Message| {
        let text = lang.words(message);
        let found = words(&text).find(|word| foreign.contains(&word.as_str()))?;
        Some(format!("{}: {found} in {text:?}", message.id()))
    };
    let forms = all_forms(folder).into_iter();
    let forms = forms.filter(|form| !EXCEPT.contains(&form.id()));
    forms.filter_map(|form| wrong(&form)).collect()
}

// Resolving a message asserts that its arguments and terms exist.
#[test]
fn no_message_on_matrix_has_a_word_of_discord() {
    let matrix = Lang::ENGLISH.on(Platform::Matrix);
    let wrong = misplaced(matrix, "matrix", OF_DISCORD);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_message_on_discord_has_a_word_of_matrix() {
    let discord = Lang::ENGLISH.on(Platform::Discord);
    let wrong = misplaced(discord, "discord", OF_MATRIX);
    assert!(wrong.is_empty(), "{wrong:#?}");
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
    let common = Path::new(env!("CARGO_MANIFEST_DIR")).join("lang/en");
    for area in fs::read_dir(common).unwrap() {
        let path = area.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let parsed = parser::parse(source.as_str()).unwrap();
        for entry in &parsed.body {
            let Entry::Message(message) = entry else {
                continue;
            };
            let own = message.value.iter();
            let patterns = own.chain(message.attributes.iter().map(|one| &one.value));
            let expected = EXCEPT
                .iter()
                .any(|id| id.split('.').next() == Some(message.id.name));
            if expected {
                continue;
            }
            for text in patterns.flat_map(literals) {
                let mut words = words(text);
                let found = words.find(|word| {
                    [OF_DISCORD, OF_MATRIX]
                        .iter()
                        .any(|foreign| foreign.contains(&word.as_str()))
                });
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
