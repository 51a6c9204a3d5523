//! The Fluent resources, and how messages become words.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::message::{Arg, Message};
use crate::name::isolated;
use crate::parts::{Part, Text};
use crate::platform::Platform;

/// Language tag, folder of the platform or nothing, path and content of each resource, by language and path.
static RESOURCES: &[(&str, &str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/resources.rs"));

/// A language that has a folder in `lang`, with the words of the platform on which it is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lang {
    tag: &'static str,
    platform: Platform,
}

struct Catalog {
    bundle: FluentBundle<Arc<FluentResource>>,
}

fn catalogs() -> &'static HashMap<Lang, Catalog> {
    static CATALOGS: OnceLock<HashMap<Lang, Catalog>> = OnceLock::new();
    CATALOGS.get_or_init(|| {
        let mut catalogs = HashMap::new();
        for &(tag, folder, path, content) in RESOURCES {
            let resource = parsed(path, content);
            let read_there = |platform: &Platform| [platform.name(), ""].contains(&folder);
            for platform in Platform::ALL.into_iter().filter(read_there) {
                let catalog = catalogs
                    .entry(Lang { tag, platform })
                    .or_insert_with(|| Catalog::new(tag));
                catalog.add(path, Arc::clone(&resource));
            }
        }
        catalogs
    })
}

/// Parses a resource. A test loads them all, so an error in one is found before a release.
fn parsed(path: &str, content: &str) -> Arc<FluentResource> {
    let resource = FluentResource::try_new(content.to_owned());
    Arc::new(resource.unwrap_or_else(|(read, errors)| {
        debug_assert!(errors.is_empty(), "{path}: {errors:?}");
        read
    }))
}

impl Catalog {
    fn new(tag: &str) -> Self {
        let language: LanguageIdentifier = tag.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // Front ends isolate names themselves.
        bundle.set_use_isolating(false);
        Self { bundle }
    }

    fn add(&mut self, path: &str, resource: Arc<FluentResource>) {
        let added = self.bundle.add_resource(resource);
        debug_assert!(added.is_ok(), "{path}: {added:?}");
    }

    /// The message's words with markup, arguments of type [`Arg::Text`] as [`placeholder`]s; `None` if there is no such message.
    fn format(&self, message: &Message) -> Option<String> {
        let (id, attribute) = match message.id().split_once('.') {
            Some((id, attribute)) => (id, Some(attribute)),
            None => (message.id(), None),
        };
        let found = self.bundle.get_message(id)?;
        let pattern = match attribute {
            Some(name) => found.get_attribute(name)?.value(),
            None => found.value()?,
        };
        let mut args = FluentArgs::new();
        for (n, (name, arg)) in (0..).zip(message.args()) {
            if let Arg::Text(text) = arg
                && let [Part::Message(part)] = text.parts()
            {
                let id = part.id().split('.').next().unwrap_or_default();
                args.set(format!("{name}-id"), id);
            }
            let value = match arg {
                Arg::Text(_) => FluentValue::from(String::from(placeholder(n))),
                Arg::Number(number) => FluentValue::from(*number),
                Arg::Key(key) => FluentValue::from(*key),
            };
            args.set(*name, value);
        }
        let mut errors = Vec::new();
        let words = self
            .bundle
            .format_pattern(pattern, Some(&args), &mut errors);
        debug_assert!(errors.is_empty(), "{}: {errors:?}", message.id());
        Some(words.into_owned())
    }
}

/// First of the private-use characters that replace arguments while a message is formatted.
const FIRST_PLACEHOLDER: u32 = 0xF_0000;

/// Marks code in a message as a command.
const COMMAND_SIGN: char = '/';

fn placeholder(n: u32) -> char {
    char::from_u32(FIRST_PLACEHOLDER + n).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn placeholder_number(letter: char) -> Option<usize> {
    let n = u32::from(letter).checked_sub(FIRST_PLACEHOLDER)?;
    (n < 0x1000).then_some(n as usize)
}

impl Lang {
    /// The source of all translations, with the words of Discord.
    pub const ENGLISH: Self = Self {
        tag: "en",
        platform: Platform::Discord,
    };

    /// All languages that have a folder, on every platform.
    pub fn all() -> impl Iterator<Item = Self> {
        let tags: BTreeSet<_> = RESOURCES.iter().map(|(tag, ..)| *tag).collect();
        let on_all = |tag| Platform::ALL.map(|platform| Self { tag, platform });
        tags.into_iter().flat_map(on_all)
    }

    /// The best language for a platform's tag (`de`, `pt-BR`): the exact one, else its base language, else English.
    pub fn best(tag: &str, platform: Platform) -> Self {
        let base = tag.split('-').next().unwrap_or_default();
        let known = |wanted: &str| RESOURCES.iter().find(|(tag, ..)| *tag == wanted);
        let found = known(tag).or_else(|| known(base));
        let tag = found.map_or(Self::ENGLISH.tag, |&(tag, ..)| tag);
        Self { tag, platform }
    }

    /// This language with the words of a platform.
    #[must_use]
    pub const fn on(self, platform: Platform) -> Self {
        Self { platform, ..self }
    }

    /// The BCP 47 tag.
    pub fn tag(self) -> &'static str {
        self.tag
    }

    /// Replaces every message in `text` by its parts in this language, or in English where it is not translated.
    ///
    /// Words in a right-to-left script are isolated, so that they don't reorder the words around them.
    ///
    /// In a message, `**` begins and ends emphasis and a backtick begins and ends code. Code that begins with a slash is a
    /// command, and gets the platform's prefix instead. Arguments are never read as markup.
    pub fn resolve(self, text: &Text) -> Vec<Part> {
        let mut out = Vec::new();
        for part in text.parts() {
            match part {
                Part::Message(message) => self.resolve_message(message, &mut out),
                Part::Plain(words) => out.push(Part::Plain(isolated(words.clone()))),
                Part::Strong(words) => out.push(Part::Strong(isolated(words.clone()))),
                Part::Named { id, name } => out.push(Part::Named {
                    id: id.clone(),
                    name: isolated(name.clone()),
                }),
                other => out.push(other.clone()),
            }
        }
        out
    }

    /// The words without markup, people as `@id` and points in time as `<seconds>`.
    pub fn plain(self, text: &Text) -> String {
        let mut out = String::new();
        for part in self.resolve(text) {
            match part {
                Part::Plain(words) | Part::Strong(words) | Part::Code(words) => out += &words,
                Part::Person(id) | Part::Named { id, .. } => out.extend(["@", id.as_str()]),
                Part::Room(id) => out.extend(["#", id.as_str()]),
                Part::Role(id) => out.extend(["@", id.as_str()]),
                Part::Relative(time) | Part::Date(time) => {
                    out.extend(["<", &time.seconds().to_string(), ">"]);
                }
                Part::Break => out.push('\n'),
                Part::Message(_) => {}
            }
        }
        out
    }

    /// Returns whether this language has a message of its own.
    pub(crate) fn has(self, message: &Message) -> bool {
        let catalog = catalogs().get(&self);
        catalog.is_some_and(|catalog| catalog.format(message).is_some())
    }

    /// The words of one message, as [`Lang::plain`].
    pub fn words(self, message: &Message) -> String {
        self.plain(&Text::from(message.clone()))
    }

    fn resolve_message(self, message: &Message, out: &mut Vec<Part>) {
        let in_language = |lang: Self| catalogs().get(&lang)?.format(message);
        let english = Self::ENGLISH.on(self.platform);
        let Some(words) = in_language(self).or_else(|| in_language(english)) else {
            debug_assert!(false, "no message {}", message.id());
            out.push(Part::from(message.id()));
            return;
        };
        let arg = |n: usize| match message.args().get(n) {
            Some((_, Arg::Text(text))) => Some(self.resolve(text)),
            _ => None,
        };
        assemble(&words, self.platform, arg, out);
    }
}

/// Splits formatted words by their markup, and puts the parts of arguments in place of [`placeholder`]s.
fn assemble(
    words: &str,
    platform: Platform,
    arg: impl Fn(usize) -> Option<Vec<Part>>,
    out: &mut Vec<Part>,
) {
    let mut run = Run {
        out,
        style: Style::Plain,
        words: String::new(),
    };
    let mut letters = words.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '*' if letters.peek() == Some(&'*') => {
                letters.next();
                run.toggle(Style::Strong);
            }
            '`' => {
                run.toggle(Style::Code);
                if run.style == Style::Code && letters.next_if_eq(&COMMAND_SIGN).is_some() {
                    run.words.push_str(platform.command_prefix());
                }
            }
            '\n' => {
                run.flush();
                run.out.push(Part::Break);
            }
            _ => match placeholder_number(letter).and_then(&arg) {
                Some(parts) => run.splice(parts),
                None => run.words.push(letter),
            },
        }
    }
    run.flush();
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    Strong,
    Code,
}

/// Words of one style that are being put together.
struct Run<'a> {
    out: &'a mut Vec<Part>,
    style: Style,
    words: String,
}

impl Run<'_> {
    fn flush(&mut self) {
        if !self.words.is_empty() {
            let words = std::mem::take(&mut self.words);
            self.out.push(match self.style {
                Style::Plain => Part::Plain(words),
                Style::Strong => Part::Strong(words),
                Style::Code => Part::Code(words),
            });
        }
    }

    fn toggle(&mut self, style: Style) {
        self.flush();
        self.style = if self.style == style {
            Style::Plain
        } else {
            style
        };
    }

    /// Inserts resolved parts; plain words take on the style around them.
    fn splice(&mut self, parts: Vec<Part>) {
        for part in parts {
            match part {
                Part::Plain(words) => self.words += &words,
                other => {
                    self.flush();
                    self.out.push(other);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PlayerId, msg, text};

    #[test]
    fn every_resource_of_every_language_loads() {
        for lang in Lang::all() {
            assert!(catalogs().contains_key(&lang), "{lang:?}");
        }
        assert!(Lang::all().any(|lang| lang == Lang::ENGLISH));
    }

    #[test]
    fn a_language_is_found_by_its_tag_or_its_base_and_is_english_otherwise() {
        assert_eq!(Lang::best("en", Platform::Discord), Lang::ENGLISH);
        assert_eq!(Lang::best("en-GB", Platform::Discord), Lang::ENGLISH);
        assert_eq!(Lang::best("tlh", Platform::Discord), Lang::ENGLISH);
    }

    #[test]
    fn an_id_from_data_is_a_message_only_if_english_has_it() {
        let known = Message::known("lesson-leto-throw-1.done");
        assert_eq!(known, Some(msg!("lesson-leto-throw-1.done")));
        assert_eq!(Message::known("lesson-leto-throw-1.nothing"), None);
        assert_eq!(Message::known("lesson-of-nothing"), None);
    }

    #[test]
    fn arguments_keep_their_type_and_are_never_markup() {
        let bob = PlayerId::new("t:bob");
        let list = text!["**a**", &bob];
        let parts = Lang::ENGLISH.resolve(&msg!("list-and-more", list, more = 2).into());
        let expected = [Part::from("**a**"), Part::from(&bob), " and 2 more".into()];
        assert_eq!(parts, expected);
    }

    #[test]
    fn a_message_selects_by_the_id_of_a_message_in_it() {
        let mut catalog = Catalog::new("en");
        let article = "{ $what-id ->\n        [yes] an\n       *[other] a\n    } { $what }";
        catalog.add("test", parsed("test", &format!("note = {article}")));
        let note = |part: Message| catalog.format(&msg!("note", what = part));
        let expected = |article: &str| Some(format!("{article} {}", placeholder(0)));
        assert_eq!(note(msg!("yes")), expected("an"));
        assert_eq!(note(msg!("yes.plural")), expected("an"));
        assert_eq!(note(msg!("no")), expected("a"));
    }

    #[test]
    fn a_command_gets_the_prefix_of_its_platform_but_an_argument_never() {
        let parts = |platform| {
            let mut out = Vec::new();
            let typed = |_| Some(vec![Part::from("/play")]);
            let words = format!("`/vacation days:3` and `{}`", placeholder(0));
            assemble(&words, platform, typed, &mut out);
            out
        };
        let expected = |command: &str| {
            let code = |words: &str| Part::Code(words.to_owned());
            vec![code(command), Part::from(" and "), code("/play")]
        };
        assert_eq!(parts(Platform::Discord), expected("/vacation days:3"));
        assert_eq!(parts(Platform::Matrix), expected("!delos vacation days:3"));
    }

    #[test]
    fn stars_and_backticks_of_a_message_are_markup() {
        let mut out = Vec::new();
        let mut catalog = Catalog::new("en");
        let note = "note = **{ $what }!** Type `/play`\n    now.";
        catalog.add("test", parsed("test", note));
        let message = Message::new("note", vec![("what", Arg::from("Hi"))]);
        let words = catalog.format(&message).unwrap();
        let arg = |_| Some(vec![Part::from("Hi")]);
        assemble(&words, Platform::Discord, arg, &mut out);
        assert_eq!(
            out,
            [
                Part::Strong("Hi!".into()),
                Part::from(" Type "),
                Part::Code("/play".into()),
                Part::Break,
                Part::from("now.")
            ]
        );
    }
}
