//! Slash commands, components and modals: acknowledged first, then executed, then answered.

use app::effect::{Answer, Card};
use app::{
    Command, Context, Failure, Form, InForce, Press, Refusal, Request, Suggestion, Text, say,
};
use serenity::all::{
    ActionRowComponent, AuthorizingIntegrationOwners, ChannelId, CommandInteraction,
    ComponentInteraction, ComponentInteractionDataKind, CreateActionRow,
    CreateAutocompleteResponse, CreateInputText, CreateInteractionResponse, CreateModal, GuildId,
    InputTextStyle, Interaction, Member, MessageFlags, ModalInteraction, PartialChannel,
    Permissions, User,
};

use super::commands::{self, Typing};
use super::retry::{self, acknowledge};
use super::{Bot, custom_id, ids, messages};
use crate::engine_pool;

/// The custom id of a modal's only field.
const FIELD: &str = "move";

/// The user who did something, and where.
#[derive(Clone, Copy)]
struct Actor<'a> {
    user: &'a User,
    member: Option<&'a Member>,
    channel: ChannelId,
    server: Option<GuildId>,
}

impl Actor<'_> {
    fn context(
        self,
        channel: Option<&PartialChannel>,
        owners: Option<&AuthorizingIntegrationOwners>,
    ) -> Context {
        ids::context(self.member, channel, self.server, owners)
    }

    /// Hands a command to the application.
    async fn handle(
        self,
        bot: &Bot,
        context: Context,
        command: Command,
    ) -> Result<Answer, Failure> {
        let request = Request {
            who: ids::person(self.user, nick(self.member)),
            venue: ids::venue(self.channel, self.server),
            context,
            command,
        };
        Ok(bot.service.handle(request).await?.answer)
    }
}

/// Answers an interaction.
pub(crate) async fn answer(bot: &Bot, interaction: Interaction) -> anyhow::Result<()> {
    match interaction {
        Interaction::Command(command) => slash(bot, &command).await,
        Interaction::Autocomplete(typing) => autocomplete(bot, &typing).await,
        Interaction::Component(button) => press(bot, &button).await,
        Interaction::Modal(modal) => submit(bot, &modal).await,
        _ => Ok(()),
    }
}

async fn slash(bot: &Bot, command: &CommandInteraction) -> anyhow::Result<()> {
    acknowledge(|| command.defer_ephemeral(&bot.http)).await?;
    let server = ids::venue(command.channel_id, command.guild_id).server;
    let in_force = bot
        .service
        .run_blocking(move |service| service.app().in_force(None, server.as_ref()))
        .await
        .unwrap_or_default();
    let usual = in_force.variant().0;
    let card = match commands::read(&command.data.name, &command.data.options(), usual) {
        Err(wrong) => Some(Card::words(wrong)),
        Ok(wanted) => execute(bot, command, wanted, &in_force).await,
    };
    match card {
        Some(card) => {
            let answer = messages::render(&bot.artist, card).await.response();
            retry::request(|| command.edit_response(&bot.http, answer.clone())).await?;
        }
        None => retry::request(|| command.delete_response(&bot.http)).await?,
    }
    Ok(())
}

async fn execute(
    bot: &Bot,
    command: &CommandInteraction,
    wanted: Command,
    in_force: &InForce,
) -> Option<Card> {
    if let Some(missing) = missing_permissions(&wanted, command, in_force) {
        return Some(Card::words(missing));
    }
    let by = Actor {
        user: &command.user,
        member: command.member.as_deref(),
        channel: command.channel_id,
        server: command.guild_id,
    };
    let owners = Some(&command.authorizing_integration_owners);
    let context = by.context(command.channel.as_ref(), owners);
    match by.handle(bot, context, wanted).await {
        Ok(Answer::Hint(game)) => {
            let asker = ids::person(&command.user, None).id;
            let hint = engine_pool::hint(&bot.pool, asker, *game).await;
            Some(Card::words(
                hint.map_or_else(say::no_hint, |hint| say::hint(&hint)),
            ))
        }
        Ok(Answer::Study(game)) => Some(study(bot, command, *game).await),
        other => card(other),
    }
}

/// The engine's evaluation of a position, with its board.
async fn study(bot: &Bot, command: &CommandInteraction, game: rules_core::Game) -> Card {
    let asker = ids::person(&command.user, None);
    let studied = engine_pool::study(&bot.pool, asker.id.clone(), game.clone()).await;
    let Some(study) = studied else {
        return Card::words(say::no_hint());
    };
    let told = bot.service.run_blocking(move |service| {
        service
            .app()
            .studied(&asker, game, &study.verdict, &study.line)
    });
    told.await.unwrap_or_else(|failure| {
        tracing::error!(?failure, "study not shown");
        Card::words(say::store_failed())
    })
}

async fn autocomplete(bot: &Bot, typing: &CommandInteraction) -> anyhow::Result<()> {
    let who = ids::person(&typing.user, nick(typing.member.as_deref()));
    let venue = ids::venue(typing.channel_id, typing.guild_id);
    let options = typing.data.options();
    let fitting = match commands::typing(&options) {
        Some(Typing::Move(which, typed)) => {
            let typed = typed.to_owned();
            bot.service
                .run_blocking(move |service| {
                    service.app().suggest_moves(&who, &venue, which, &typed)
                })
                .await
        }
        Some(Typing::Line(which, typed)) => {
            let typed = typed.to_owned();
            bot.service
                .run_blocking(move |service| {
                    service.app().suggest_lines(&who, &venue, which, &typed)
                })
                .await
        }
        Some(Typing::Game(typed)) => {
            let typed = typed.to_owned();
            bot.service
                .run_blocking(move |service| service.app().suggest_games(&who, &venue, &typed))
                .await
        }
        Some(Typing::Time(typed)) => Ok(app::suggest_times(typed)),
        None => Ok(Vec::new()),
    };
    let choices = match fitting {
        Ok(suggestions) => choices(suggestions),
        // There is no game to suggest moves for; the command itself will say so.
        Err(Failure::Refused(_)) => CreateAutocompleteResponse::new(),
        Err(failure) => {
            tracing::error!(?failure, "suggestions not loaded");
            CreateAutocompleteResponse::new()
        }
    };
    Ok(typing
        .create_response(&bot.http, CreateInteractionResponse::Autocomplete(choices))
        .await?)
}

fn choices(suggestions: Vec<Suggestion>) -> CreateAutocompleteResponse {
    suggestions
        .into_iter()
        .fold(CreateAutocompleteResponse::new(), |all, one| {
            all.add_string_choice(one.label, one.value)
        })
}

async fn press(bot: &Bot, button: &ComponentInteraction) -> anyhow::Result<()> {
    let press = custom_id::read(&button.data.custom_id);
    if let Some((press, form)) = press.and_then(|press| Some((press, press.form()?))) {
        let modal = CreateInteractionResponse::Modal(modal(press, form));
        return Ok(acknowledge(|| button.create_response(&bot.http, modal.clone())).await?);
    }
    acknowledge(|| button.create_response(&bot.http, CreateInteractionResponse::Acknowledge))
        .await?;
    let chosen = chosen(&button.data.kind);
    let card = match press.and_then(|press| press.command(chosen.as_deref())) {
        None => Some(Card::words(say::unknown_button())),
        Some(command) => {
            let by = Actor {
                user: &button.user,
                member: button.member.as_ref(),
                channel: button.channel_id,
                server: button.guild_id,
            };
            let owners = Some(&button.authorizing_integration_owners);
            let context = by.context(button.channel.as_ref(), owners);
            card(by.handle(bot, context, command).await)
        }
    };
    // A private message becomes the answer or is deleted; a public one stays, and the answer is ephemeral.
    let private = button
        .message
        .flags
        .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    match card {
        None if private => retry::request(|| button.delete_response(&bot.http)).await?,
        None => {}
        Some(card) => {
            let rendered = messages::render(&bot.artist, card).await;
            if private {
                let answer = rendered.response();
                retry::request(|| button.edit_response(&bot.http, answer.clone())).await?;
            } else {
                let followup = rendered.ephemeral_followup();
                retry::request(|| button.create_followup(&bot.http, followup.clone())).await?;
            }
        }
    }
    Ok(())
}

/// The chosen options of a select menu, separated by spaces.
fn chosen(kind: &ComponentInteractionDataKind) -> Option<String> {
    match kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
        ComponentInteractionDataKind::ChannelSelect { values } => {
            let names: Vec<_> = values.iter().map(|id| ids::name(id.get())).collect();
            Some(names.join(" "))
        }
        ComponentInteractionDataKind::RoleSelect { values } => {
            values.first().map(|id| ids::name(id.get()))
        }
        _ => None,
    }
}

fn modal(press: Press, form: Form) -> CreateModal {
    let field = CreateInputText::new(InputTextStyle::Short, form.label, FIELD)
        .placeholder(form.example)
        .min_length(1)
        .max_length(form.most);
    CreateModal::new(custom_id::write(press), form.title)
        .components(vec![CreateActionRow::InputText(field)])
}

async fn submit(bot: &Bot, modal: &ModalInteraction) -> anyhow::Result<()> {
    acknowledge(|| modal.create_response(&bot.http, CreateInteractionResponse::Acknowledge))
        .await?;
    let press = custom_id::read(&modal.data.custom_id);
    let (card, done) = match press.and_then(|press| press.written(written(modal))) {
        None => (Some(Card::words(say::unknown_button())), false),
        Some(command) => {
            let by = Actor {
                user: &modal.user,
                member: modal.member.as_ref(),
                channel: modal.channel_id,
                server: modal.guild_id,
            };
            let context = by.context(modal.channel.as_ref(), None);
            let answer = by.handle(bot, context, command).await;
            let done = answer.is_ok();
            (card(answer), done)
        }
    };
    let flags = modal.message.as_ref().and_then(|message| message.flags);
    let private = flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    match card {
        // The private menu that opened the modal becomes the answer; after a refusal it stays for another try.
        Some(card) if private && done => {
            let answer = messages::render(&bot.artist, card).await.response();
            retry::request(|| modal.edit_response(&bot.http, answer.clone())).await?;
        }
        Some(card) => {
            let followup = messages::render(&bot.artist, card)
                .await
                .ephemeral_followup();
            retry::request(|| modal.create_followup(&bot.http, followup.clone())).await?;
        }
        None if private => {
            retry::request(|| modal.delete_response(&bot.http)).await?;
        }
        None => {}
    }
    Ok(())
}

fn written(modal: &ModalInteraction) -> String {
    let fields = modal.data.components.iter().flat_map(|row| &row.components);
    let mut values = fields.filter_map(|field| match field {
        ActionRowComponent::InputText(text) if text.custom_id == FIELD => text.value.clone(),
        _ => None,
    });
    values.next().unwrap_or_default()
}

/// The private answer to a command; none when its outcome is public.
pub(crate) fn card(result: Result<Answer, Failure>) -> Option<Card> {
    match result {
        Ok(Answer::Seen) => None,
        // Only slash commands ask for these, and answer them themselves.
        Ok(Answer::Hint(_) | Answer::Study(_)) => Some(Card::words(say::no_hint())),
        Ok(Answer::Private(card)) => Some(*card),
        Err(Failure::Refused(refusal)) => Some(refused(&refusal)),
        Err(Failure::Store(error)) => {
            tracing::error!(%error, "command not stored");
            Some(Card::words(say::store_failed()))
        }
    }
}

fn refused(refusal: &Refusal) -> Card {
    Card {
        controls: say::refusal_controls(refusal),
        ..Card::words(say::refusal(refusal))
    }
}

/// The permissions that Delos lacks in the channel, if a command will post there.
fn missing_permissions(
    command: &Command,
    place: &CommandInteraction,
    in_force: &InForce,
) -> Option<Text> {
    if !command.begins_a_game() {
        return None;
    }
    // In direct messages Discord lists only permissions that could be denied there.
    place.guild_id?;
    let granted = place.app_permissions?;
    let channel = place.channel.as_ref();
    let in_thread = channel.is_some_and(|channel| ids::is_thread(channel.kind));
    let speak_in_threads = (
        Permissions::SEND_MESSAGES_IN_THREADS,
        "Send Messages in Threads",
    );
    let mut needed = vec![
        (Permissions::VIEW_CHANNEL, "View Channel"),
        if in_thread {
            speak_in_threads
        } else {
            (Permissions::SEND_MESSAGES, "Send Messages")
        },
        (Permissions::ATTACH_FILES, "Attach Files"),
        // Without it Discord rejects replies.
        (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    ];
    if !in_thread && command.wants_thread(in_force) {
        needed.extend([
            (Permissions::CREATE_PUBLIC_THREADS, "Create Public Threads"),
            speak_in_threads,
        ]);
    }
    let missing: Vec<_> = needed
        .iter()
        .filter(|(bit, _)| !granted.contains(*bit))
        .map(|&(_, name)| name)
        .collect();
    (!missing.is_empty()).then(|| say::may_not_post(&missing))
}

fn nick(member: Option<&Member>) -> Option<&str> {
    member.and_then(|member| member.nick.as_deref())
}
