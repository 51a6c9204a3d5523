//! Commands as people type them, where there are no slash commands.

use std::collections::BTreeSet;

use app::commands::{
    ALL, Call, Choice, CommandSpec, Directory, Given, Kind, Mention, OptionSpec, Parsed, Value,
    parse,
};
use app::{Command, Occasion, RoleId, RoomId};
use proptest::prelude::*;
use rules_core::Variant;

use crate::common::directory::Everyone;

/// A directory of unknown people, with a function for similar names.
struct NoOne(fn(&str) -> Vec<String>);

const NO_ONE: NoOne = NoOne(|_| Vec::new());

impl Directory for NoOne {
    fn person(&self, _: &str) -> Option<Mention> {
        None
    }

    fn room(&self, _: &str) -> Option<RoomId> {
        None
    }

    fn role(&self, _: &str) -> Option<RoleId> {
        None
    }

    fn similar(&self, typed: &str) -> Vec<String> {
        (self.0)(typed)
    }
}

fn call(text: &str) -> Call {
    match parse(text) {
        Ok(Parsed::Call(call)) => call,
        Ok(Parsed::Help(help)) => panic!("{text}: {help}"),
        Err(answer) => panic!("{text}: {answer}"),
    }
}

fn answer(text: &str) -> String {
    match parse(text) {
        Ok(Parsed::Call(call)) => panic!("{text}: {call:?}"),
        Ok(Parsed::Help(answer)) | Err(answer) => answer.to_string(),
    }
}

/// Every command without subcommands, and every subcommand, with the command that it belongs to.
fn leaves() -> Vec<(&'static CommandSpec, Option<&'static CommandSpec>)> {
    let parts = |spec: &'static CommandSpec| {
        let parts = spec.subcommands.iter().map(move |part| (spec, Some(part)));
        let whole = spec.subcommands.is_empty().then_some((spec, None));
        parts.chain(whole)
    };
    ALL.iter().flat_map(parts).collect()
}

/// Typed words, and the command as written in full. A name is a word that means nothing else; a code may have six letters.
const WORDS: &str = r#"
challenge @bob leto rated time:5+3 => challenge game:leto opponent:@bob time:5+3 rated:yes
Challenge LETO Black => challenge game:leto color:black
/board words => board words:yes
board words=no k7f3q2 => board game:k7f3q2 words:no
play leto 3 => play game:leto level:3
play leto 3 days => play game:leto time:"3 days"
play leto 3 10 => play game:leto level:3 time:10
play leto 99 level:5 => play game:leto level:5 time:99
play 10+5 Leap Chess => play game:leap time:10+5
play chess latrunculi 14 days + 1 day => play game:latrunculi time:"14 days + 1 day"
analyze leto 4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1 => analyze position:"4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1" rules:leto
profile @alice:example.org => profile person:@alice:example.org
profile person: alice => profile person:alice
profile alice => profile person:alice
challenge bob leto => challenge game:leto opponent:bob
challenge leap chess bob 5+3 => challenge game:leap opponent:bob time:5+3
challenge leap chess => challenge game:leap
tournament substitute ann bob => tournament substitute out:ann in:bob
vacation 14 => vacation days:14
vacation end => vacation end:yes
settings theme dark => settings setting:theme value:dark
settings server-organizers 50 => settings setting:server-organizers role:50
settings 50 server-organizers => settings setting:server-organizers role:50
settings server-organizers default => settings setting:server-organizers value:default
settings server-daily-hour 9 => settings setting:server-daily-hour value:9
settings server-rooms #chess:example.org => settings setting:server-rooms room:#chess:example.org
settings !a:hs server-rooms #b:hs => settings setting:server-rooms room:"!a:hs #b:hs"
tournament create Friday cup swiss leto 10+5 7 => tournament create name:"Friday cup" format:swiss game:leto time:10+5 rounds:7
tournament create “Swiss cup” double round-robin starts:“Friday 8 pm” => tournament create name:"Swiss cup" format:double-round-robin starts:"Friday 8 pm"
tournament create swiss legan rounds:5 => tournament create format:swiss game:legan rounds:5
tournament change winners-role 50 => tournament change part:winners-role role:50
tournament change capacity 50 => tournament change part:capacity value:50
tournament change name spring t4b1e5 => tournament change part:name value:spring tournament:t4b1e5
hint khasps => hint game:khasps
hint a1c3e5 => hint game:a1c3e5
tournament adjudicate k7f3q2 white t4b1e5 => tournament adjudicate code:k7f3q2 result:white tournament:t4b1e5
tournament substitute @ann @bob => tournament substitute out:@ann in:@bob
"#;

/// Games and moves in either order. A move can have six letters and digits, as a code has.
const MOVES: &str = r#"
move e2e4 => move move:e2e4
move k7f3q2 e2e4 => move move:e2e4 game:k7f3q2
move e2e4 k7f3q2 => move move:e2e4 game:k7f3q2
move e8=Q => move move:e8=Q
move king to e5 => move move:"king to e5"
move Rd1xd5 => move move:Rd1xd5
move a1c3e5 => move move:a1c3e5
move a1c3e5 k7f3q2 => move move:a1c3e5 game:k7f3q2
move knight to f3 => move move:"knight to f3"
move bishop c4 => move move:"bishop c4"
move kwagga d4 => move move:"kwagga d4"
premove e4 castle => premove moves:"e4 castle"
premove a1c3e5 b2b4 => premove moves:"a1c3e5 b2b4"
premove e7xf8q d8xf8 => premove moves:"e7xf8q d8xf8"
premove Kxe5 Rd1xd5 => premove moves:"Kxe5 Rd1xd5"
premove k7f3q2 Kxe5 Rd1 => premove moves:"Kxe5 Rd1" game:k7f3q2
premove => premove
premove clear k7f3q2 => premove game:k7f3q2 clear:yes
"#;

/// Unreadable words, and the beginning of the answer.
const UNREADABLE: &str = r#"
chalenge @bob => There's no command called "chalenge". Did you mean challenge? Use /help commands
castle => There's no command called "castle". The commands are: help, challenge, play, 
tournament => Which one? After tournament, type one of these: create, manage, join, 
tournament jion => There's no command called "jion". Did you mean tournament join? 
tournament party => tournament has no subcommand called "party". Choose one of these: create, 
move => Something's missing: move (A move like e4
play lto => I don't know what "lto" means here. The command is play [game] [level] 
play tme:5 => I don't know what "tme" means here.
play leto 99 => I don't know what "99" means here.
play leto 300 => I don't know what "300" means here.
hint please => I don't know what "please" means here.
hint thanks => I don't know what "thanks" means here.
hint k7f3q2 please => I don't know what "please" means here.
play level:11 => level must be a number from 1 to 10.
play level:high => level must be a number from 1 to 10.
vacation days:-1 => days must be a number from 1 to 365.
challenge rated:perhaps => rated must be yes or no.
play color:green => color must be white, black or random.
play level:1 level:2 => I can only use one level.
"#;

fn lines(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = table.lines().filter(|line| !line.is_empty());
    lines.map(|line| line.split_once(" => ").unwrap())
}

#[test]
fn each_word_is_the_value_of_the_first_option_that_can_mean_it() {
    for (typed, meant) in lines(WORDS).chain(lines(MOVES)) {
        assert_eq!(call(typed).written(), meant, "{typed}");
    }
}

#[test]
fn nothing_typed_asks_for_help() {
    for nothing in ["", "  \n", "help", "HELP"] {
        let help = call(nothing).read(Variant::Leto);
        assert_eq!(help, Ok(Command::Help(Occasion::Asked)));
    }
}

#[test]
fn unreadable_words_are_answered_with_the_valid_ones() {
    for (typed, words) in lines(UNREADABLE) {
        let answer = answer(typed);
        assert!(answer.starts_with(words), "{typed}: {answer}");
    }
    let long = format!("move {}", "e4 ".repeat(70));
    let too_long = "That's too long to be a command. Use /help to see what I can do.";
    assert_eq!(answer(&long), too_long);
    let long = format!("move {}", "e".repeat(101));
    assert_eq!(answer(&long), "move can have at most 100 characters.");
}

#[test]
fn a_person_who_is_not_there_is_named_in_the_answer() {
    let mut block = call("block @bob:example.org");
    let answer = block.resolve(&NO_ONE).unwrap_err().to_string();
    assert_eq!(answer, "I can't find \"@bob:example.org\" here.");
    // Nor does the application ever see a name that was not looked up.
    assert!(block.read(Variant::Leto).is_err());
    assert_eq!(block.resolve(&Everyone), Ok(()));
    assert!(block.read(Variant::Leto).is_ok());
    let mut share = call("profile @bob:example.org share");
    assert_eq!(share.resolve(&Everyone), Ok(()));
    let answer = share.read(Variant::Leto).unwrap_err().to_string();
    assert!(answer.starts_with("You can post only your own profile"));
    let role = call("tournament change role mods").read(Variant::Leto);
    assert_eq!(role.unwrap_err().to_string(), "I can't find \"mods\" here.");
}

#[test]
fn a_room_or_a_role_that_is_not_understood_is_named_in_the_answer() {
    let no_channel = "This setting takes a channel, not a role.";
    let no_role = "This setting takes a role, not a channel.";
    for (typed, words) in [
        ("server-rooms general", "I can't find \"general\" here."),
        ("server-rooms #a general", "I can't find \"general\" here."),
        ("server-organizers mods", "I can't find \"mods\" here."),
        ("server-organizers #a", no_role),
        ("server-rooms role:50", no_channel),
        ("server-announcements role:50", no_channel),
        ("server-daily role:50", no_channel),
        ("server-rooms #a here", "I can only use one value."),
        ("server-daily #a, #b", "I can only use one room."),
    ] {
        let mut settings = call(&format!("settings {typed}"));
        assert_eq!(settings.resolve(&Everyone), Ok(()));
        let answer = settings.read(Variant::Leto).unwrap_err();
        assert_eq!(answer.to_string(), words, "{typed}");
    }
    let rooms = call("settings server-rooms #a #b").resolve(&NO_ONE);
    let words = "I can't find \"#a\" here.";
    assert_eq!(rooms.unwrap_err().to_string(), words);
    let two = answer("settings server-rooms room:#a #b");
    assert_eq!(two, "I can only use one room.");
}

const NEARLY_SO: NoOne =
    NoOne(|typed| vec![format!("@{typed}:hs"), format!("@{typed}:example.org")]);

#[test]
fn a_name_that_could_be_several_peoples_is_answered_with_their_ids() {
    let answer = call("challenge bob leto").resolve(&NEARLY_SO).unwrap_err();
    let ids = "I don't know who \"bob\" is. Did you mean @bob:hs or @bob:example.org?";
    assert_eq!(answer.to_string(), ids);
    let answer = call("challenge lto").resolve(&NO_ONE).unwrap_err();
    let unknown = "I don't know what \"lto\" means here. The command is challenge ";
    assert!(answer.to_string().starts_with(unknown), "{answer}");
}

#[test]
fn help_names_what_a_command_takes() {
    assert_eq!(
        answer("help board"),
        "board [game] [words]: Show the board (only you can see it).\n\
         game: Which of your games, if you're playing several\n\
         words: Describe the position in words, without a picture · yes or no"
    );
    assert!(answer("help tournament").contains("\njoin: Join the tournament\n"));
    assert!(
        answer("help tournament create")
            .contains("\nrounds: Number of rounds in a Swiss (default: 5) · 1 to 15")
    );
    assert!(answer("help move").starts_with("move <move> [game] [at]: Make a move."));
    assert!(answer("help commands").contains("\nrules: Learn how to play a game"));
    assert!(answer("help nothing").starts_with("There's no command called \"nothing\"."));
    assert!(answer("help move twice").starts_with("I don't know what \"twice\" means here."));
}

#[test]
fn every_command_has_an_explanation_and_names_that_can_be_typed() {
    let mut names = BTreeSet::new();
    for (spec, part) in leaves() {
        let name = Call::new(spec, part, Given::default()).name();
        assert!(!answer(&format!("help {name}")).contains('{'), "{name}");
        let leaf = part.unwrap_or(spec);
        let options: BTreeSet<_> = leaf.options.iter().map(|option| option.name).collect();
        assert_eq!(options.len(), leaf.options.len(), "{name}: {options:?}");
        for word in [spec.name, leaf.name].iter().chain(&options) {
            let mut letters = word.chars();
            assert!(letters.all(|letter| letter.is_ascii_lowercase()), "{word}");
        }
        assert!(names.insert(name.clone()), "there are two commands {name}");
    }
}

fn value(option: &'static OptionSpec) -> BoxedStrategy<Value> {
    let text = |longest: usize| {
        let letter = prop_oneof![
            any::<char>(),
            prop::sample::select("\"\\ :=“”«\na/".chars().collect::<Vec<_>>()),
        ];
        let letters = prop::collection::vec(letter, 0..=longest);
        letters.prop_map(|letters| letters.into_iter().collect::<String>())
    };
    if let Some((lowest, highest)) = option.kind.bounds() {
        let number = i64::from(lowest)..=i64::from(highest);
        return number.prop_map(Value::Integer).boxed();
    }
    match option.kind {
        Kind::Boolean => any::<bool>().prop_map(Value::Boolean).boxed(),
        Kind::Choice(all) => prop::sample::select(all())
            .prop_map(|choice: Choice| Value::Text(choice.code.to_owned()))
            .boxed(),
        Kind::Person => text(60)
            .prop_map(|id| Value::Person(Everyone.person(&id).unwrap()))
            .boxed(),
        Kind::Room => r#"[!#][a-z:."\\]{1,20}( [!#][a-z:."\\]{1,20}){0,3}"#
            .prop_map(Value::Text)
            .boxed(),
        Kind::Role => text(60).prop_map(|id| Value::Role(RoleId::new(id))).boxed(),
        other => text(other.longest().unwrap().into())
            .prop_map(Value::Text)
            .boxed(),
    }
}

/// A command with any values that it can have.
fn any_call() -> impl Strategy<Value = Call> {
    prop::sample::select(leaves()).prop_flat_map(|(spec, part)| {
        let options = part.unwrap_or(spec).options.iter();
        let values: Vec<_> = options
            .map(|option| {
                let value = value(option);
                let value = if option.required {
                    value.prop_map(Some).boxed()
                } else {
                    prop::option::of(value).boxed()
                };
                value.prop_map(move |value| (option, value))
            })
            .collect();
        values.prop_map(move |values| {
            let mut given = Given::default();
            for (option, value) in values {
                if let Some(value) = value {
                    given.set(option, value);
                }
            }
            Call::new(spec, part, given)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_written_command_reads_back(wanted in any_call()) {
        let written = wanted.written();
        let mut read = match parse(&written) {
            Ok(Parsed::Call(read)) => read,
            // The values of all options can be longer together than a message that is read.
            Err(answer) if written.chars().count() > 1000 => {
                prop_assert!(answer.to_string().contains("too long"));
                return Ok(());
            }
            other => return Err(TestCaseError::fail(format!("{written}: {other:?}"))),
        };
        prop_assert_eq!(read.resolve(&Everyone), Ok(()));
        prop_assert_eq!(&read, &wanted);
        let _ = read.read(Variant::Leto);
    }

    #[test]
    fn any_text_is_a_command_or_is_answered(
        text in prop_oneof![
            any::<String>(),
            "[a-z]{3,9}( ([a-z]{2,9}[:=])?[\"“]?[a-z0-9@#+/ ]{0,9}[\"”]?){0,12}",
            "(move|play|challenge|settings|tournament (create|change|add)|help)( (@|#|time:|yes|leto|white|10\\+5|3|days|k7f3q2|/|a)){0,70}",
        ]
    ) {
        match parse(&text) {
            Ok(Parsed::Call(mut call)) => {
                let written = call.written();
                if written.chars().count() <= 1000 {
                    prop_assert_eq!(parse(&written), Ok(Parsed::Call(call.clone())));
                }
                let _ = call.read(Variant::Leto);
                prop_assert_eq!(call.resolve(&Everyone), Ok(()));
                let _ = call.read(Variant::Toto40);
            }
            Ok(Parsed::Help(words)) | Err(words) => prop_assert!(!words.to_string().is_empty()),
        }
    }
}
