//! Slash commands, components and modals: acknowledged first, then executed, then answered.

pub(crate) mod typed;

use app::card::{Card, Modal};
use app::effect::Answer;
use app::store::StoreError;
use app::{
    Action, Command, Context, EffectiveSettings, Failure, Person, Refusal, Request, Suggestion,
    messages,
};
use serenity::all::{
    ActionRowComponent, ApplicationId, AuthorizingIntegrationOwners, ChannelId, CommandInteraction,
    ComponentInteraction, ComponentInteractionDataKind, CreateActionRow,
    CreateAutocompleteResponse, CreateInputText, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateModal, GuildId, InputTextStyle, Interaction,
    InteractionContext, InteractionId, Member, Message, MessageFlags, ModalInteraction,
    PartialChannel, Permissions, User,
};
use text::Lang;

use crate::commands;
use crate::permissions::{Place, has_unfit_role, may_post, missing_permissions};
use crate::refusals::Recipient;
use crate::render::{address, render};
use crate::respond::{Awaited, Reply};
use crate::rest::Token;
use crate::retry::{ErrorClass, acknowledge, classify_request};
use crate::{Bot, ids};
use runtime::requests;
use store::Secret;

/// The custom ids of a modal's fields.
const FIELDS: [&str; 2] = ["move", "starts"];

/// The user who did something, and where.
#[derive(Clone, Copy)]
struct Actor<'a> {
    user: &'a User,
    member: Option<&'a Member>,
    channel: ChannelId,
    server: Option<GuildId>,
    lang: Lang,
}

impl Actor<'_> {
    fn context(
        self,
        channel: Option<&PartialChannel>,
        owners: Option<&AuthorizingIntegrationOwners>,
        place: Option<InteractionContext>,
        granted: Option<Permissions>,
    ) -> Context {
        let threads = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
        Context {
            threadless: granted.is_some_and(|granted| !granted.contains(threads)),
            eventless: granted.is_some_and(|granted| !granted.contains(Permissions::CREATE_EVENTS)),
            guest: ids::is_guest(self.server, owners, place),
            ..ids::context(self.member, channel)
        }
    }

    async fn handle(
        self,
        bot: &Bot,
        context: Context,
        command: Command,
    ) -> Result<Answer, Failure> {
        if self.server.is_none() {
            // They may have let direct messages in again.
            bot.refusals.pauses.accepted(&Recipient::User(self.user.id));
        }
        let request = Request {
            who: ids::person(self.user, nick(self.member)),
            venue: ids::venue(self.channel, self.server),
            context,
            command,
        };
        perform(bot, self.lang, request).await
    }
}

/// Carries out a command, and returns what it is answered with.
pub(crate) async fn perform(bot: &Bot, lang: Lang, request: Request) -> Result<Answer, Failure> {
    requests::perform(&bot.service, &bot.admission, &bot.pool, lang, request).await
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
    let token = token(command.application_id, command.id, &command.token);
    let awaited = Awaited::new(
        bot,
        token,
        command.user.id,
        command.channel_id,
        &command.locale,
    );
    let thinking = CreateInteractionResponseMessage::new().ephemeral(true);
    let thinking = CreateInteractionResponse::Defer(thinking);
    if let Err(error) = acknowledge(|| bot.rest.respond(&awaited.token, &thinking)).await {
        // Without an answer to the acknowledgment, Discord may have received it and show "thinking ..." until this.
        if classify_request(&error) == ErrorClass::Transient {
            let card = Card::words(messages::too_late());
            let answer = render(&bot.artist, card, awaited.lang).await;
            awaited.answer(bot, Reply::Response(answer)).await?;
        }
        return Err(error.into());
    }
    let settings = settings_of(bot, command.channel_id, command.guild_id).await;
    let usual = settings.variant();
    let card = match commands::read(&command.data.name, &command.data.options(), usual) {
        Err(wrong) => Some(Card::words(wrong)),
        Ok(wanted) => execute(bot, command, wanted, &settings).await,
    };
    let reply = match card {
        Some(card) => Reply::Response(render(&bot.artist, card, awaited.lang).await),
        None => Reply::Nothing,
    };
    awaited.answer(bot, reply).await?;
    welcome(bot, command.guild_id, &awaited).await
}

/// What is set on a server; the defaults where nothing is, or the store fails.
async fn settings_of(bot: &Bot, channel: ChannelId, guild: Option<GuildId>) -> EffectiveSettings {
    let server = ids::venue(channel, guild).server;
    bot.service
        .run_blocking(move |service| service.app().effective_settings(None, server.as_ref()))
        .await
        .unwrap_or_default()
}

/// Shows the welcome to the person who gives the first command on a server that could not be welcomed in a channel.
async fn welcome(bot: &Bot, server: Option<GuildId>, awaited: &Awaited) -> anyhow::Result<()> {
    let Some(server) = server.map(ids::server_id) else {
        return Ok(());
    };
    let due = bot.service.run_blocking(move |service| {
        if !service.app().owes_welcome(&server)? {
            return Ok(None);
        }
        let moment = service.moment();
        service.app().first_command(&server, moment)
    });
    match due.await {
        Ok(Some(card)) => {
            let card = render(&bot.artist, card, awaited.lang).await;
            awaited.answer(bot, Reply::FollowUp(card)).await
        }
        Ok(None) => Ok(()),
        Err(failure) => {
            tracing::error!(?failure, "welcome not shown");
            Ok(())
        }
    }
}

async fn execute(
    bot: &Bot,
    command: &CommandInteraction,
    wanted: Command,
    settings: &EffectiveSettings,
) -> Option<Card> {
    if wanted.begins_a_game() {
        let threads = wanted.wants_thread(settings);
        if let Some(missing) = missing_permissions(&Place::of(command), threads) {
            return Some(Card::words(missing));
        }
    }
    let by = Actor {
        user: &command.user,
        member: command.member.as_deref(),
        channel: command.channel_id,
        server: command.guild_id,
        lang: crate::lang(&command.locale),
    };
    let owners = Some(&command.authorizing_integration_owners);
    let context = by.context(
        command.channel.as_ref(),
        owners,
        command.context,
        command.app_permissions,
    );
    if wanted.begins_a_game() && !context.guest && !may_post(bot, command.channel_id).await {
        return Some(Card::words(messages::cannot_post()));
    }
    card(by.handle(bot, context, wanted).await)
}

async fn autocomplete(bot: &Bot, typing: &CommandInteraction) -> anyhow::Result<()> {
    let options = typing.data.options();
    let asker = Request {
        who: ids::person(&typing.user, nick(typing.member.as_deref())),
        venue: ids::venue(typing.channel_id, typing.guild_id),
        context: ids::context(typing.member.as_deref(), typing.channel.as_ref()),
        command: Command::Games,
    };
    let fitting = match commands::completion(&typing.data.name, &options) {
        Some((completion, typed)) => {
            let typed = typed.to_owned();
            bot.service
                .run_blocking(move |service| service.app().suggest(&asker, completion, &typed))
                .await
        }
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
    let token = token(typing.application_id, typing.id, &typing.token);
    let response = CreateInteractionResponse::Autocomplete(choices);
    Ok(bot.rest.respond(&token, &response).await?)
}

fn choices(suggestions: Vec<Suggestion>) -> CreateAutocompleteResponse {
    suggestions
        .into_iter()
        .fold(CreateAutocompleteResponse::new(), |all, one| {
            let label = one.label.to_string();
            let label: String = label.chars().take(Suggestion::LABEL_LENGTH).collect();
            all.add_string_choice(label, one.value)
        })
}

async fn press(bot: &Bot, button: &ComponentInteraction) -> anyhow::Result<()> {
    let token = token(button.application_id, button.id, &button.token);
    let awaited = Awaited::new(
        bot,
        token,
        button.user.id,
        button.channel_id,
        &button.locale,
    );
    let chosen = chosen(button);
    let action = Action::from_address(address(&button.data.custom_id));
    let action = action.map(|action| action.chosen(chosen.as_deref()));
    let who = ids::person(&button.user, nick(button.member.as_ref()));
    let form = match action {
        Some(action) => form(bot, who, action).await,
        None => Ok(None),
    };
    if let (Some(action), Ok(Some(form))) = (action, &form) {
        let modal = CreateInteractionResponse::Modal(modal(action, form, awaited.lang));
        return Ok(acknowledge(|| bot.rest.respond(&awaited.token, &modal)).await?);
    }
    let seen = CreateInteractionResponse::Acknowledge;
    acknowledge(|| bot.rest.respond(&awaited.token, &seen)).await?;
    bot.presses.record(&button.message, &awaited);
    let mut stays = !is_ephemeral(&button.message);
    let command = action.and_then(|action| action.command(chosen.as_deref()));
    let card = match (form, command) {
        (Err(failure), _) => card(Err(failure)),
        (Ok(_), None) if chose_bot(button) => {
            // The menu is still there for another choice.
            stays = true;
            Some(Card::words(messages::bots_are_not_invited()))
        }
        (Ok(_), None) => Some(Card::words(messages::unknown_button())),
        (Ok(_), Some(command)) => {
            let by = Actor {
                user: &button.user,
                member: button.member.as_ref(),
                channel: button.channel_id,
                server: button.guild_id,
                lang: awaited.lang,
            };
            let owners = Some(&button.authorizing_integration_owners);
            let context = Context {
                unfit_role: has_unfit_role(button),
                ..by.context(
                    button.channel.as_ref(),
                    owners,
                    button.context,
                    button.app_permissions,
                )
            };
            let begins = command.begins_a_game() && !context.guest;
            let posts = command.shows_a_board() || begins;
            let missing = if begins {
                let settings = settings_of(bot, button.channel_id, button.guild_id).await;
                let threads = command.wants_thread(&settings);
                missing_permissions(&Place::of_button(button), threads)
            } else {
                None
            };
            if let Some(missing) = missing {
                Some(Card::words(missing))
            } else if posts && !may_post(bot, button.channel_id).await {
                Some(Card::words(messages::cannot_post()))
            } else if command.posts() {
                let refused = match missing_permissions(&Place::of_button(button), false) {
                    _ if context.guest => None,
                    None if !may_post(bot, button.channel_id).await => {
                        Some(messages::cannot_post_here())
                    }
                    missing => missing,
                };
                let answer = match refused {
                    Some(refused) => Err(Card::words(refused)),
                    None => Ok(by.handle(bot, context, command).await),
                };
                // What could not be posted is still there.
                stays |= !matches!(answer, Ok(Ok(_)));
                answer.map_or_else(Some, card)
            } else {
                card(by.handle(bot, context, command).await)
            }
        }
    };
    // A private message becomes the answer or is deleted; a public one stays, and the answer is ephemeral. Only the question
    // before a move goes with its answer, where it was a public reply to a typed move.
    let is_question = matches!(action, Some(Action::SureMove(..)));
    let reply = match card {
        None if stays && !is_question => return Ok(()),
        None => Reply::Nothing,
        Some(card) => {
            let rendered = render(&bot.artist, card, awaited.lang).await;
            if stays {
                Reply::FollowUp(rendered)
            } else {
                Reply::Response(rendered)
            }
        }
    };
    awaited.answer(bot, reply).await
}

/// The form that an action opens, if it opens one and the person may fill it in. Discord cannot wait for it, so that for a move
/// takes no more than a look into the store, and others none.
async fn form(bot: &Bot, who: Person, action: Action) -> Result<Option<Modal>, Failure> {
    if !matches!(action, Action::WriteMove(..)) {
        return Ok(messages::form(action));
    }
    bot.service
        .run_blocking(move |service| service.app().form(&who, action))
        .await
}

/// The chosen options of a select menu, separated by spaces; of a person, their id and name.
fn chosen(button: &ComponentInteraction) -> Option<String> {
    match &button.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
        ComponentInteractionDataKind::ChannelSelect { values } => {
            let names: Vec<_> = values.iter().map(|id| ids::name(id.get())).collect();
            Some(names.join(" "))
        }
        ComponentInteractionDataKind::UserSelect { values } => {
            let resolved = &button.data.resolved;
            let id = values.first()?;
            let user = resolved.users.get(id).filter(|user| !user.bot)?;
            let nick = resolved.members.get(id)?.nick.as_deref();
            let person = ids::person(user, nick);
            Some(format!("{} {}", person.id.as_str(), person.name))
        }
        ComponentInteractionDataKind::RoleSelect { values } => {
            values.first().map(|id| ids::name(id.get()))
        }
        _ => None,
    }
}

/// Whether a bot was chosen from a menu of members.
fn chose_bot(button: &ComponentInteraction) -> bool {
    match &button.data.kind {
        ComponentInteractionDataKind::UserSelect { values } => {
            let users = &button.data.resolved.users;
            values.iter().any(|id| users.get(id).is_some_and(|u| u.bot))
        }
        _ => false,
    }
}

fn modal(action: Action, form: &Modal, lang: Lang) -> CreateModal {
    let plain = |text| lang.plain(text);
    let rows = FIELDS.iter().zip(&form.fields).map(|(name, field)| {
        let input = CreateInputText::new(InputTextStyle::Short, plain(&field.label), *name)
            .placeholder(plain(&field.example))
            .required(!field.optional)
            .min_length((!field.optional).into())
            .max_length(field.max_length);
        CreateActionRow::InputText(if field.value.is_empty() {
            input
        } else {
            input.value(field.value.clone())
        })
    });
    CreateModal::new(action.address(), plain(&form.title)).components(rows.collect())
}

async fn submit(bot: &Bot, modal: &ModalInteraction) -> anyhow::Result<()> {
    let token = token(modal.application_id, modal.id, &modal.token);
    let awaited = Awaited::new(bot, token, modal.user.id, modal.channel_id, &modal.locale);
    let seen = CreateInteractionResponse::Acknowledge;
    acknowledge(|| bot.rest.respond(&awaited.token, &seen)).await?;
    if let Some(message) = &modal.message {
        bot.presses.record(message, &awaited);
    }
    let action = Action::from_address(&modal.data.custom_id);
    let (card, done) = match action.and_then(|action| action.command(Some(&written(modal)))) {
        None => (Some(Card::words(messages::unknown_button())), false),
        Some(command) => {
            let by = Actor {
                user: &modal.user,
                member: modal.member.as_ref(),
                channel: modal.channel_id,
                server: modal.guild_id,
                lang: awaited.lang,
            };
            let context = by.context(modal.channel.as_ref(), None, None, modal.app_permissions);
            let begins = command.begins_a_game();
            let missing = begins.then(|| missing_permissions(&Place::of_modal(modal), false));
            if let Some(missing) = missing.flatten() {
                (Some(Card::words(missing)), false)
            } else {
                let answer = by.handle(bot, context, command).await;
                let done = answer.is_ok();
                (card(answer), done)
            }
        }
    };
    let private = modal.message.as_deref().is_some_and(is_ephemeral);
    let reply = match card {
        // The private menu that opened the modal becomes the answer; after a refusal it stays for another try.
        Some(card) if private && done => {
            Reply::Response(render(&bot.artist, card, awaited.lang).await)
        }
        Some(card) => Reply::FollowUp(render(&bot.artist, card, awaited.lang).await),
        None if private => Reply::Nothing,
        None => return Ok(()),
    };
    awaited.answer(bot, reply).await
}

pub(crate) fn token(application: ApplicationId, interaction: InteractionId, secret: &str) -> Token {
    Token {
        application,
        interaction,
        secret: Secret::from(secret.to_owned()),
    }
}

fn written(modal: &ModalInteraction) -> String {
    let fields = modal.data.components.iter().flat_map(|row| &row.components);
    let values = fields.filter_map(|field| match field {
        ActionRowComponent::InputText(text) if FIELDS.contains(&text.custom_id.as_str()) => {
            text.value.clone()
        }
        _ => None,
    });
    values.collect::<Vec<_>>().join("\n")
}

/// The private answer to a command; none when its outcome is public.
pub(crate) fn card(result: Result<Answer, Failure>) -> Option<Card> {
    match result {
        Ok(Answer::Seen) => None,
        // The engine has answered these.
        Ok(Answer::Hint(_) | Answer::Study(_)) => Some(Card::words(messages::no_hint())),
        // Discord shows both to the person alone.
        Ok(Answer::Aside(card) | Answer::Secret(card)) => Some(*card),
        Err(Failure::Refused(refusal)) => Some(refused(&refusal)),
        Err(Failure::Store(error)) => {
            tracing::error!(%error, "command not stored");
            Some(Card::words(match error {
                StoreError::Unknown(_) => messages::store_unknown(),
                _ => messages::store_failed(),
            }))
        }
    }
}

fn refused(refusal: &Refusal) -> Card {
    Card {
        controls: messages::refusal_controls(refusal),
        ..Card::words(messages::refusal(refusal))
    }
}

pub(crate) fn is_ephemeral(message: &Message) -> bool {
    message
        .flags
        .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

fn nick(member: Option<&Member>) -> Option<&str> {
    member.and_then(|member| member.nick.as_deref())
}
