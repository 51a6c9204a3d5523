//! Commands, buttons and forms: acknowledged at once, then carried out, then answered.

use app::card::{Card, Modal};
use app::effect::Answer;
use app::{Action, Command, Context, Failure, InForce, Refusal, Request, Suggestion, Text, say};
use serenity::all::{
    ActionRowComponent, AuthorizingIntegrationOwners, ChannelId, CommandInteraction,
    ComponentInteraction, ComponentInteractionDataKind, CreateActionRow,
    CreateAutocompleteResponse, CreateInputText, CreateInteractionResponse, CreateModal, GuildId,
    InputTextStyle, Interaction, Member, MessageFlags, ModalInteraction, PartialChannel,
    Permissions, User,
};

use text::Lang;

use super::commands::{self, Typing};
use super::trying::{acknowledge, insist};
use super::{Front, markdown, messages, people};
use crate::thinking;

/// The name of a form's only field.
const FIELD: &str = "move";

/// Who did something, and where.
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
        people::context(self.member, channel, self.server, owners)
    }

    /// Gives a command to the application.
    async fn give(
        self,
        front: &Front,
        context: Context,
        command: Command,
    ) -> Result<Answer, Failure> {
        let request = Request {
            who: people::person(self.user, nick(self.member)),
            venue: people::venue(self.channel, self.server),
            context,
            command,
        };
        Ok(front.service.handle(request).await?.answer)
    }
}

/// Answers whatever somebody did.
pub(crate) async fn answer(front: &Front, interaction: Interaction) -> anyhow::Result<()> {
    match interaction {
        Interaction::Command(command) => slash(front, &command).await,
        Interaction::Autocomplete(typing) => complete(front, &typing).await,
        Interaction::Component(button) => press(front, &button).await,
        Interaction::Modal(form) => submit(front, &form).await,
        _ => Ok(()),
    }
}

async fn slash(front: &Front, command: &CommandInteraction) -> anyhow::Result<()> {
    acknowledge(|| command.defer_ephemeral(&front.http)).await?;
    let server = people::venue(command.channel_id, command.guild_id).server;
    let in_force = front
        .service
        .ask(move |service| service.app().in_force(None, server.as_ref()))
        .await
        .unwrap_or_default();
    let usual = in_force.variant().0;
    let card = match commands::read(&command.data.name, &command.data.options(), usual) {
        Err(wrong) => Some(Card::words(wrong)),
        Ok(wanted) => carry_out(front, command, wanted, &in_force).await,
    };
    match card {
        Some(card) => {
            let answer = messages::draw(&front.artist, card).await.answer();
            insist(|| command.edit_response(&front.http, answer.clone())).await?;
        }
        None => insist(|| command.delete_response(&front.http)).await?,
    }
    Ok(())
}

async fn carry_out(
    front: &Front,
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
    match by.give(front, context, wanted).await {
        Ok(Answer::Hint(game)) => {
            let asker = people::person(&command.user, None).id;
            let hint = thinking::hint(&front.pool, asker, *game).await;
            Some(Card::words(
                hint.map_or_else(say::no_hint, |hint| say::hint(&hint)),
            ))
        }
        Ok(Answer::Study(game)) => Some(study(front, command, *game).await),
        other => card(other),
    }
}

/// What the engine thinks of a position, for whoever asked.
async fn study(front: &Front, command: &CommandInteraction, game: rules_core::Game) -> Card {
    let asker = people::person(&command.user, None);
    let studied = thinking::study(&front.pool, asker.id.clone(), game.clone()).await;
    let Some((verdict, line)) = studied else {
        return Card::words(say::no_hint());
    };
    let told = front
        .service
        .ask(move |service| service.app().studied(&asker, game, &verdict, &line));
    told.await.unwrap_or_else(|failure| {
        tracing::error!(?failure, "a position was not shown");
        Card::words(say::store_failed())
    })
}

async fn complete(front: &Front, typing: &CommandInteraction) -> anyhow::Result<()> {
    let who = people::person(&typing.user, nick(typing.member.as_deref()));
    let venue = people::venue(typing.channel_id, typing.guild_id);
    let options = typing.data.options();
    let fitting = match commands::typing(&options) {
        Some(Typing::Move(which, typed)) => {
            let typed = typed.to_owned();
            front
                .service
                .ask(move |service| service.app().suggest_moves(&who, &venue, which, &typed))
                .await
        }
        Some(Typing::Line(which, typed)) => {
            let typed = typed.to_owned();
            front
                .service
                .ask(move |service| service.app().suggest_lines(&who, &venue, which, &typed))
                .await
        }
        Some(Typing::Game(typed)) => {
            let typed = typed.to_owned();
            front
                .service
                .ask(move |service| service.app().suggest_games(&who, &venue, &typed))
                .await
        }
        Some(Typing::Time(typed)) => Ok(app::suggest_times(typed)),
        None => Ok(Vec::new()),
    };
    let choices = match fitting {
        Ok(suggestions) => choices(suggestions),
        // There is no game to complete a move for: the command itself will say so.
        Err(Failure::Refused(_)) => CreateAutocompleteResponse::new(),
        Err(failure) => {
            tracing::error!(?failure, "no suggestions");
            CreateAutocompleteResponse::new()
        }
    };
    Ok(typing
        .create_response(
            &front.http,
            CreateInteractionResponse::Autocomplete(choices),
        )
        .await?)
}

fn choices(suggestions: Vec<Suggestion>) -> CreateAutocompleteResponse {
    suggestions
        .into_iter()
        .fold(CreateAutocompleteResponse::new(), |all, one| {
            all.add_string_choice(one.label, one.value)
        })
}

async fn press(front: &Front, button: &ComponentInteraction) -> anyhow::Result<()> {
    let action = Action::from_address(&button.data.custom_id);
    if let Some((action, form)) =
        action.and_then(|action| Some((action, app::messages::form(action)?)))
    {
        let modal = CreateInteractionResponse::Modal(modal(action, &form));
        return Ok(acknowledge(|| button.create_response(&front.http, modal.clone())).await?);
    }
    acknowledge(|| button.create_response(&front.http, CreateInteractionResponse::Acknowledge))
        .await?;
    let chosen = chosen(&button.data.kind);
    let card = match action.and_then(|action| action.command(chosen.as_deref())) {
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
            card(by.give(front, context, command).await)
        }
    };
    // A private message turns into the answer, or goes away; a public one stays, and the answer is private.
    let private = button
        .message
        .flags
        .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    match card {
        None if private => insist(|| button.delete_response(&front.http)).await?,
        None => {}
        Some(card) => {
            let drawn = messages::draw(&front.artist, card).await;
            if private {
                let answer = drawn.answer();
                insist(|| button.edit_response(&front.http, answer.clone())).await?;
            } else {
                let whisper = drawn.whisper();
                insist(|| button.create_followup(&front.http, whisper.clone())).await?;
            }
        }
    }
    Ok(())
}

/// What was chosen from a menu, several names divided by blanks.
fn chosen(kind: &ComponentInteractionDataKind) -> Option<String> {
    match kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
        ComponentInteractionDataKind::ChannelSelect { values } => {
            let names: Vec<_> = values.iter().map(|id| markdown::name(id.get())).collect();
            Some(names.join(" "))
        }
        ComponentInteractionDataKind::RoleSelect { values } => {
            values.first().map(|id| markdown::name(id.get()))
        }
        _ => None,
    }
}

fn modal(action: Action, form: &Modal) -> CreateModal {
    let plain = |text| Lang::ENGLISH.plain(text);
    let field = CreateInputText::new(InputTextStyle::Short, plain(&form.label), FIELD)
        .placeholder(plain(&form.example))
        .min_length(1)
        .max_length(form.max_length);
    CreateModal::new(action.address(), plain(&form.title))
        .components(vec![CreateActionRow::InputText(field)])
}

async fn submit(front: &Front, form: &ModalInteraction) -> anyhow::Result<()> {
    acknowledge(|| form.create_response(&front.http, CreateInteractionResponse::Acknowledge))
        .await?;
    let action = Action::from_address(&form.data.custom_id);
    let (card, done) = match action.and_then(|action| action.command(Some(&written(form)))) {
        None => (Some(Card::words(say::unknown_button())), false),
        Some(command) => {
            let by = Actor {
                user: &form.user,
                member: form.member.as_ref(),
                channel: form.channel_id,
                server: form.guild_id,
            };
            let context = by.context(form.channel.as_ref(), None);
            let answer = by.give(front, context, command).await;
            let done = answer.is_ok();
            (card(answer), done)
        }
    };
    let flags = form.message.as_ref().and_then(|message| message.flags);
    let private = flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    match card {
        // The private menus from which the form was opened turn into the answer; they stay where something else has to be
        // written.
        Some(card) if private && done => {
            let answer = messages::draw(&front.artist, card).await.answer();
            insist(|| form.edit_response(&front.http, answer.clone())).await?;
        }
        Some(card) => {
            let whisper = messages::draw(&front.artist, card).await.whisper();
            insist(|| form.create_followup(&front.http, whisper.clone())).await?;
        }
        None if private => {
            insist(|| form.delete_response(&front.http)).await?;
        }
        None => {}
    }
    Ok(())
}

fn written(form: &ModalInteraction) -> String {
    let fields = form.data.components.iter().flat_map(|row| &row.components);
    let mut values = fields.filter_map(|field| match field {
        ActionRowComponent::InputText(text) if text.custom_id == FIELD => text.value.clone(),
        _ => None,
    });
    values.next().unwrap_or_default()
}

/// What is to be told to whoever gave the command; nothing when everybody sees what happened.
pub(crate) fn card(result: Result<Answer, Failure>) -> Option<Card> {
    match result {
        Ok(Answer::Seen) => None,
        // These are asked for by a slash command alone.
        Ok(Answer::Hint(_) | Answer::Study(_)) => Some(Card::words(say::no_hint())),
        Ok(Answer::Private(card)) => Some(*card),
        Err(Failure::Refused(refusal)) => Some(refused(&refusal)),
        Err(Failure::Store(error)) => {
            tracing::error!(%error, "a command could not be stored");
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

/// What Delos may not do here, for a command that will post here.
fn missing_permissions(
    command: &Command,
    place: &CommandInteraction,
    in_force: &InForce,
) -> Option<Text> {
    if !command.begins_a_game() {
        return None;
    }
    // In direct messages Discord lists only what could be refused there.
    place.guild_id?;
    let granted = place.app_permissions?;
    let channel = place.channel.as_ref();
    let in_thread = channel.is_some_and(|channel| people::is_thread(channel.kind));
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
        // Without it Discord refuses to link a reply to the message that it answers.
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
