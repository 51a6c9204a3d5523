//! The Fluent resources fit the code: every message is used, every use exists, arguments match, and labels are short enough.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{self, Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use lessons::course;
use proc_macro2::{TokenStream, TokenTree};
use rules_core::{Family, Role, Variant};
use text::chess::{in_one_line, role_name, role_plural, variant_name};
use text::{Message, Platform};

type Limit = (&'static str, Option<&'static str>, usize);

/// Longest texts, in characters, by prefix of the id or by attribute: Discord's limits for what is shown there.
const LIMITS: &[Limit] = &[
    ("button-", None, 80),
    ("menu-", None, 150),
    ("option-", None, 100),
    ("option-", Some("detail"), 100),
    ("modal-", Some("title"), 45),
    ("modal-", Some("label"), 45),
    ("modal-", Some("example"), 100),
    ("command-", None, 100),
    ("choice-", None, 100),
    ("variant-", Some("line"), 100),
];

/// Macros that take ids beside `msg!`, with what they append to each.
const SHORTHANDS: &[(&str, &[&str])] = &[
    ("page", &[""]),
    ("option", &["", ".detail"]),
    ("field", &[".label", ".example"]),
];

/// Room that an argument may take in a text that has a limit; names of people have at most 32 characters.
const LONGEST_ARGUMENT: usize = 32;

/// Arguments that are small numbers, and the characters that they may take.
const NUMBERS: &[&str] = &[
    "count", "highest", "lowest", "more", "page", "pages", "squares", "year",
];
const LONGEST_NUMBER: usize = 4;

/// Id or `id.attribute`, with the names of its arguments.
type Messages = BTreeMap<String, BTreeSet<String>>;

/// One language's messages: what the code must pass, and each text with its greatest length.
struct Resources {
    arguments: Messages,
    lengths: BTreeMap<String, usize>,
}

/// Folders of a language that hold a platform's words.
fn platforms() -> [&'static str; Platform::ALL.len()] {
    Platform::ALL.map(Platform::name)
}

/// The greatest length of each term, by name.
type Terms = BTreeMap<String, usize>;

/// The folder of a language, or of all.
pub(crate) fn lang(language: &str) -> PathBuf {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("lang");
    all.join(language)
}

/// A language's resources as its readers on a platform have them.
fn resources(language: &str, platform: &str) -> Resources {
    let mut found = Resources {
        arguments: Messages::new(),
        lengths: BTreeMap::new(),
    };
    let common = lang(language);
    let own = common.join(platform);
    let texts: Vec<_> = areas(&common).chain(areas(&own)).collect();
    let parsed = texts.iter().map(|(path, text)| {
        let parsed = parser::parse(text.as_str());
        let parsed = parsed.unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
        (path, parsed)
    });
    let parsed: Vec<_> = parsed.collect();
    let mut terms = Terms::new();
    for entry in parsed.iter().flat_map(|(_, parsed)| &parsed.body) {
        if let Entry::Term(term) = entry {
            let mut parameters = BTreeSet::new();
            let length = measure(&term.value, &Terms::new(), &mut parameters);
            terms.insert(term.id.name.to_owned(), length);
        }
    }
    for (path, parsed) in &parsed {
        for entry in &parsed.body {
            let Entry::Message(message) = entry else {
                let is_junk = matches!(entry, Entry::Junk { .. });
                assert!(!is_junk, "{}: {entry:?}", path.display());
                continue;
            };
            for (id, pattern) in patterns(message) {
                let mut variables = BTreeSet::new();
                let length = measure(pattern, &terms, &mut variables);
                found.lengths.insert(id.clone(), length);
                let former = found.arguments.insert(id.clone(), variables);
                assert!(former.is_none(), "{id} appears twice in {language}");
            }
        }
    }
    found
}

/// The value and the attributes of a message, by their ids.
pub(crate) fn patterns<'a>(
    message: &'a ast::Message<&'a str>,
) -> impl Iterator<Item = (String, &'a Pattern<&'a str>)> {
    let name = message.id.name;
    let value = message.value.iter();
    let value = value.map(move |value| (name.to_owned(), value));
    let attributes = message.attributes.iter();
    value.chain(attributes.map(move |one| (format!("{name}.{}", one.id.name), &one.value)))
}

/// The files of a folder with their content.
pub(crate) fn areas(folder: &Path) -> impl Iterator<Item = (PathBuf, String)> {
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.is_file());
    files.map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    })
}

/// The greatest length of a pattern's text; collects the variables in it.
fn measure(pattern: &Pattern<&str>, terms: &Terms, variables: &mut BTreeSet<String>) -> usize {
    use PatternElement::{Placeable, TextElement};
    let elements = pattern.elements.iter().map(|element| match element {
        TextElement { value } => value.chars().filter(|&c| !"*`".contains(c)).count(),
        Placeable { expression } => measure_expression(expression, terms, variables),
    });
    elements.sum()
}

fn measure_expression(
    expression: &Expression<&str>,
    terms: &Terms,
    variables: &mut BTreeSet<String>,
) -> usize {
    match expression {
        Expression::Inline(inline) => measure_inline(inline, terms, variables),
        Expression::Select { selector, variants } => {
            measure_inline(selector, terms, variables);
            let lengths = variants
                .iter()
                .map(|variant| measure(&variant.value, terms, variables));
            lengths.max().unwrap_or(0)
        }
    }
}

fn measure_inline(
    inline: &InlineExpression<&str>,
    terms: &Terms,
    variables: &mut BTreeSet<String>,
) -> usize {
    match inline {
        InlineExpression::StringLiteral { value } | InlineExpression::NumberLiteral { value } => {
            value.chars().count()
        }
        InlineExpression::VariableReference { id } => {
            // `$piece-id` selects by the id of the message that is the argument `piece`.
            let name = id.name.strip_suffix("-id").unwrap_or(id.name);
            variables.insert(name.to_owned());
            if NUMBERS.contains(&name) {
                LONGEST_NUMBER
            } else {
                LONGEST_ARGUMENT
            }
        }
        InlineExpression::Placeable { expression } => {
            measure_expression(expression, terms, variables)
        }
        InlineExpression::TermReference { id, .. } => *terms
            .get(id.name)
            .unwrap_or_else(|| panic!("there is no term {}", id.name)),
        other => panic!("the resources use no functions and no other messages: {other:?}"),
    }
}

/// Every message that the workspace uses, by `msg!`, for a lesson or as a name: its file, id and arguments.
fn uses() -> Vec<(PathBuf, String, BTreeSet<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut uses = Vec::new();
    let front_ends = platforms().map(|platform| format!("bot/{platform}/src"));
    let others = [
        "render/src",
        "bot/src",
        "bot/app/src",
        "bot/runtime/src",
        "bot/text/src",
        "bot/pictures/src",
    ];
    for folder in front_ends.into_iter().chain(others.map(str::to_owned)) {
        collect(&root.join(folder), &mut uses);
    }
    let file = root.join("bot/lessons/src/lib.rs");
    uses.extend(lesson_ids().map(|id| (file.clone(), id.to_owned(), BTreeSet::new())));
    let file = root.join("bot/text/src/chess/names.rs");
    uses.extend(names().map(|name| (file.clone(), name.id().to_owned(), BTreeSet::new())));
    uses
}

/// The names of pieces and of games, whose ids follow from theirs.
fn names() -> impl Iterator<Item = Message> {
    let roles = Role::ALL.into_iter();
    let variants = Variant::ALL.into_iter();
    (roles.flat_map(|role| [role_name(role), role_plural(role)]))
        .chain(variants.flat_map(|variant| [variant_name(variant), in_one_line(variant)]))
}

/// The titles and texts of the lessons, and the hints and last words that there are.
fn lesson_ids() -> impl Iterator<Item = &'static str> {
    let lessons = Family::ALL.into_iter().flat_map(course);
    let ids = lessons.flat_map(|lesson| {
        let steps = lesson.steps.iter();
        let ids = steps.flat_map(|step| [step.text(), step.hint(), step.done()]);
        ids.chain([lesson.title()])
    });
    ids.filter(|id| !id.contains('.') || Message::known(id).is_some())
}

fn collect(folder: &Path, uses: &mut Vec<(PathBuf, String, BTreeSet<String>)>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, uses);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let tokens: TokenStream = fs::read_to_string(&path).unwrap().parse().unwrap();
            let mut found = Vec::new();
            calls(tokens, &mut found);
            uses.extend(found.into_iter().map(|(id, args)| (path.clone(), id, args)));
        }
    }
}

/// Finds `msg!("id", name = ..., name)` in the tokens, macros in macros included, but not in `mod tests`.
fn calls(tokens: TokenStream, found: &mut Vec<(String, BTreeSet<String>)>) {
    let trees: Vec<_> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        let TokenTree::Group(group) = tree else {
            continue;
        };
        if at >= 1 && matches!(&trees[at - 1], TokenTree::Ident(name) if name == "tests") {
            continue;
        }
        let of_macro = |name: &str| {
            at >= 2
                && matches!(&trees[at - 2], TokenTree::Ident(called) if called == name)
                && matches!(&trees[at - 1], TokenTree::Punct(mark) if mark.as_char() == '!')
        };
        for (_, attributes) in SHORTHANDS.iter().filter(|(name, _)| of_macro(name)) {
            for id in literals(group.stream()) {
                let id = |attribute| (format!("{id}{attribute}"), BTreeSet::new());
                found.extend(attributes.iter().map(id));
            }
        }
        if of_macro("msg") {
            let inside: Vec<_> = group.stream().into_iter().collect();
            // The macro's own definition names no id.
            if let Some(id) = inside.first().and_then(literal) {
                let is = |at: usize, mark: char| match inside.get(at) {
                    Some(TokenTree::Punct(found)) => found.as_char() == mark,
                    _ => false,
                };
                let ends = |at: usize| at == inside.len() || is(at, ',') || is(at, '=');
                let names = (2..inside.len()).filter_map(|at| match &inside[at] {
                    TokenTree::Ident(name) if is(at - 1, ',') && ends(at + 1) => {
                        Some(name.to_string())
                    }
                    _ => None,
                });
                found.push((id, names.collect()));
            }
        }
        calls(group.stream(), found);
    }
}

fn literal(tree: &TokenTree) -> Option<String> {
    let token = tree.to_string();
    let text = token.strip_prefix('"')?.strip_suffix('"')?;
    Some(text.to_owned())
}

/// The strings, but for the name of a diagram in a page of rules, which is before `=>`.
fn literals(tokens: TokenStream) -> Vec<String> {
    let trees: Vec<_> = tokens.into_iter().collect();
    let next = |at: usize| trees.get(at + 1).map(ToString::to_string);
    let ids = (0..trees.len()).filter(|&at| next(at).as_deref() != Some("="));
    ids.filter_map(|at| literal(&trees[at])).collect()
}

#[test]
fn every_use_names_a_message_and_passes_its_arguments() {
    let english = english();
    let mut wrong = Vec::new();
    for (path, id, passed) in uses() {
        match english.get(&id) {
            None => wrong.push(format!("{}: there is no message {id}", path.display())),
            Some(wanted) if *wanted != passed => wrong.push(format!(
                "{}: {id} takes {wanted:?}, but is given {passed:?}",
                path.display()
            )),
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_message_is_used() {
    let used: BTreeSet<_> = uses().into_iter().map(|(_, id, _)| id).collect();
    let ids = english().into_keys();
    let unused: Vec<_> = ids.filter(|id| !used.contains(id)).collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

#[test]
fn labels_fit_where_discord_shows_them() {
    let mut checked = 0;
    let mut long = Vec::new();
    for language in languages() {
        for (id, length) in resources(&language, "discord").lengths {
            let parts = id.split_once('.');
            let (name, attribute) = parts.map_or((id.as_str(), None), |(a, b)| (a, Some(b)));
            let applies = |limit: &&Limit| name.starts_with(limit.0) && attribute == limit.1;
            if let Some((_, _, characters)) = LIMITS.iter().find(applies) {
                checked += 1;
                if length > *characters {
                    long.push(format!("{language} {id}: {length} > {characters}"));
                }
            }
        }
    }
    assert!(long.is_empty(), "{long:#?}");
    assert!(checked > 100, "only {checked} labels were found");
}

/// A translation may leave messages out, which are then shown in English, but has no others and takes no other arguments.
#[test]
fn translations_have_the_messages_of_the_english_source() {
    for platform in platforms() {
        let english = resources("en", platform).arguments;
        for language in languages() {
            for (id, taken) in resources(&language, platform).arguments {
                let given = english.get(&id);
                let is_known = given.is_some_and(|given| taken.is_subset(given));
                assert!(is_known, "{language} {id}: {taken:?} of {given:?}");
            }
        }
    }
}

/// A platform has what the application says, and what its own front end says.
#[test]
fn every_platform_has_what_the_application_and_its_own_front_end_say() {
    let all = platforms().map(|platform| resources("en", platform).arguments);
    for (platform, messages) in platforms().into_iter().zip(&all) {
        let mut own = BTreeSet::new();
        for (path, id, passed) in uses() {
            let of_another = platforms()
                .iter()
                .any(|&other| other != platform && is_of(&path, other));
            if of_another {
                continue;
            }
            assert_eq!(messages.get(&id), Some(&passed), "{platform}: {id}");
            own.insert(id);
        }
        let of_all = |id: &String| all.iter().all(|of_one| of_one.contains_key(id));
        for id in messages.keys().filter(|id| !of_all(id)) {
            assert!(own.contains(id), "{platform} never says {id}");
        }
    }
}

/// Whether a file belongs to a platform's front end.
fn is_of(path: &Path, platform: &str) -> bool {
    path.components().any(|part| part.as_os_str() == platform)
}

/// Messages of all platforms.
fn english() -> Messages {
    let all = platforms().map(|platform| resources("en", platform).arguments);
    all.into_iter().flatten().collect()
}

fn languages() -> Vec<String> {
    let folders = fs::read_dir(lang("")).unwrap();
    let names = folders.map(|entry| entry.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).collect()
}
