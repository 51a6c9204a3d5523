//! Commands as Discord registers them.

use app::commands::{Choice, CommandSpec, Kind, OptionSpec};
use app::{Level, Part, Text};
use serenity::all::{
    CommandOptionType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
    Permissions,
};
use text::{Lang, Message};

/// Discord's locales (<https://discord.com/developers/docs/reference#locales>). It rejects commands with any other.
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

/// The words of a message by locale, where they are in another language than English.
fn translations(message: &Message) -> impl Iterator<Item = (&'static str, String)> {
    LOCALES.into_iter().filter_map(|locale| {
        let lang = crate::render::lang(locale);
        (lang != Lang::ENGLISH).then(|| (locale, lang.words(message)))
    })
}

pub(crate) fn command(spec: &CommandSpec) -> CreateCommand {
    let description = (spec.description)();
    let described = CreateCommand::new(spec.name).description(Lang::ENGLISH.words(&description));
    let command = translations(&description)
        .fold(described, |command, (locale, words)| {
            command.description_localized(locale, words)
        })
        .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
        .contexts(if spec.servers_only {
            vec![InteractionContext::Guild]
        } else {
            vec![
                InteractionContext::Guild,
                InteractionContext::BotDm,
                InteractionContext::PrivateChannel,
            ]
        });
    let command = if spec.for_managers {
        command.default_member_permissions(Permissions::MANAGE_GUILD)
    } else {
        command
    };
    let parts = spec.subcommands.iter().filter(|part| !part.typed_only);
    parts
        .map(subcommand)
        .chain(options(spec))
        .fold(command, CreateCommand::add_option)
}

fn subcommand(spec: &CommandSpec) -> CreateCommandOption {
    let part = described(
        CommandOptionType::SubCommand,
        spec.name,
        &(spec.description)(),
    );
    options(spec).fold(part, CreateCommandOption::add_sub_option)
}

fn options(spec: &CommandSpec) -> impl Iterator<Item = CreateCommandOption> {
    let shown = spec.options.iter().filter(|option| !option.typed_only);
    shown.map(option)
}

fn option(spec: &OptionSpec) -> CreateCommandOption {
    let kind = match spec.kind {
        Kind::Boolean => CommandOptionType::Boolean,
        Kind::Integer { .. } | Kind::Level | Kind::Ply => CommandOptionType::Integer,
        Kind::Person => CommandOptionType::User,
        Kind::Room => CommandOptionType::Channel,
        Kind::Role => CommandOptionType::Role,
        _ => CommandOptionType::String,
    };
    let mut option = described(kind, spec.name, &(spec.description)());
    if spec.required {
        option = option.required(true);
    }
    if let Some(longest) = spec.kind.longest() {
        option = option.max_length(longest);
    }
    if spec.kind.is_completed() {
        option = option.set_autocomplete(true);
    }
    match spec.kind {
        Kind::Integer { lowest, highest } => option
            .min_int_value(lowest.into())
            .max_int_value(highest.into()),
        Kind::Level => Level::all().fold(option, |option, level| {
            option.add_int_choice(level.to_string(), level.number().into())
        }),
        Kind::Choice(all) => all().into_iter().fold(option, choice),
        _ => option,
    }
}

fn described(kind: CommandOptionType, name: &str, description: &Message) -> CreateCommandOption {
    let described = CreateCommandOption::new(kind, name, Lang::ENGLISH.words(description));
    translations(description).fold(described, |option, (locale, words)| {
        option.description_localized(locale, words)
    })
}

fn choice(option: CreateCommandOption, choice: Choice) -> CreateCommandOption {
    match choice.label {
        Part::Message(label) => {
            let english = Lang::ENGLISH.words(&label);
            option.add_string_choice_localized(english, choice.code, translations(&label))
        }
        name => option.add_string_choice(Text::new([name]).to_string(), choice.code),
    }
}
