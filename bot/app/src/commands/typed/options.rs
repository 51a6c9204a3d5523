//! Reads the words after a command's name as values of its options.

use text::{Text, msg};

use crate::commands::typed::usage::usage;
use crate::commands::typed::words::Word;
use crate::commands::typed::{Call, unnamed, value};
use crate::messages::{code, shortened};
use crate::spec::{CommandSpec, Given, Kind, OptionSpec, Value};

/// The command with the values of its options, which `words` name or fit.
pub(super) fn called(
    spec: &'static CommandSpec,
    subcommand: Option<&'static CommandSpec>,
    words: &[Word],
) -> Result<Call, Text> {
    let mut call = Call::new(spec, subcommand, Given::default());
    let (leaf, usage) = (call.leaf(), usage(spec, subcommand));
    let wrong = |word: &str| unplaced(&usage, word);
    let mut loose: Vec<&Word> = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        if let Some((name, mut value)) = word.named() {
            let option = leaf.option(name).ok_or_else(|| wrong(name))?;
            // A space behind the colon.
            if value.is_empty()
                && !word.quoted
                && let Some(next) = words.next_if(|next| next.named().is_none())
            {
                value = &next.value;
            }
            set(&mut call.given, option, value)?;
        } else if let Some(option) = flag(leaf, word) {
            set(&mut call.given, option, "yes")?;
        } else {
            loose.push(word);
        }
    }
    let mut options = leaf.options.iter();
    if let Some(option) = options.find(|option| matches!(option.kind, Kind::Room)) {
        // One value lists all rooms.
        let rooms = loose.extract_if(.., |word| value::is_room(&word.value));
        let rooms: Vec<_> = rooms.map(|word| &*word.value).collect();
        if !rooms.is_empty() {
            set(&mut call.given, option, &rooms.join(" "))?;
        }
    }
    let is_open = |option: &&OptionSpec| call.given.get(option.name).is_none();
    let open: Vec<&OptionSpec> = leaf.options.iter().filter(is_open).collect();
    let mut assigned = unnamed::assign(&loose, &open).map_err(|at| wrong(&loose[at].value))?;
    // The meaning of a text may depend on the other values.
    let is_text = |option: &OptionSpec| matches!(option.kind, Kind::Text { .. });
    assigned.sort_by_key(|(option, _)| is_text(option));
    for (option, value) in assigned {
        let role = leaf.numbered_role(&call.given, &value);
        let option = role.filter(|_| is_text(option)).unwrap_or(option);
        set(&mut call.given, option, &value)?;
    }
    let mut missing = leaf.options.iter();
    match missing.find(|option| option.required && call.given.get(option.name).is_none()) {
        Some(option) => Err(msg!(
            "typed-command-missing",
            option = code(option.name),
            about = (option.description)(),
            usage
        )
        .into()),
        None => Ok(call),
    }
}

/// The answer to a word that fits no option.
pub(super) fn unplaced(usage: &Text, word: &str) -> Text {
    let (typed, usage) = (shortened(word), usage.clone());
    msg!("typed-command-unplaced", typed, usage).into()
}

/// The option that a word turns on by its name.
fn flag(leaf: &CommandSpec, word: &Word) -> Option<&'static OptionSpec> {
    let option = leaf.option(&word.value)?;
    (matches!(option.kind, Kind::Boolean) && !word.quoted).then_some(option)
}

fn set(given: &mut Given, option: &OptionSpec, typed: &str) -> Result<(), Text> {
    if given.get(option.name).is_some() {
        return Err(msg!("typed-command-twice", option = code(option.name)).into());
    }
    let value: Value = value::read(option, typed)?;
    given.set(option, value);
    Ok(())
}
