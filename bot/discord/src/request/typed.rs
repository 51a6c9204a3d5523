//! Moves typed as messages, and words that work like commands.

use std::future::ready;

use app::card::Card;
use app::commands::{Call, Directory, Mention, Said, said};
use app::effect::{Answer, Subject};
use app::{Audience, Command, Context, Failure, Occasion, Request, Spent, Which, Word, messages};
use serenity::all::Message;
use text::msg;

use super::perform::perform;
use crate::bot::Bot;
use crate::parse::component;
use crate::parse::typed::{Addressed, MAX_LENGTH, addressed, only_game_in};
use crate::render::markdown::shared_lang;
use crate::{ids, permissions, respond};
use runtime::requests::precheck;
use runtime::service::Turn;

/// Plays the move in a message that is addressed to Delos, or answers its words.
pub(crate) async fn message(bot: &Bot, message: &Message) -> anyhow::Result<()> {
    let Some(addressed) = bot.user.get().and_then(|me| addressed(message, *me)) else {
        return Ok(());
    };
    let card = obey(bot, message, addressed).await.unwrap_or_else(Some);
    if let Some(card) = card.and_then(|card| within_budget(bot, message, card)) {
        let reply = bot.render(card, shared_lang()).await.reply(message);
        respond::reply(bot, message.channel_id, &reply).await?;
    }
    Ok(())
}

/// Carries out a message; returns the private answer, if there is one.
///
/// # Errors
/// The card that says why nothing was done.
async fn obey(
    bot: &Bot,
    message: &Message,
    addressed: Addressed<'_>,
) -> Result<Option<Card>, Card> {
    let (text, replied) = (addressed.text, addressed.replied);
    let game = which(bot, replied)
        .await
        .map_err(|failure| respond::failed(&failure))?;
    let said = if text.is_empty() { None } else { said(&text) };
    let answer = said.as_ref().and_then(Said::answer);
    let answered_by = replied.filter(|_| answer.is_some()).and_then(|replied| {
        let mut actions = component::buttons(replied);
        actions.find(|action| action.answer() == answer)
    });
    let may_be_chat = said.is_none() || answer.is_some();
    let is_asked = game.is_none() && answered_by.is_some();
    if may_be_chat && !addressed.is_named && !is_asked && !plays(bot, message, game).await {
        return Ok(None);
    }
    let command = match (game, said) {
        // To what was asked there, and to nothing else.
        _ if answer.is_some() => {
            let command = answered_by.and_then(|action| action.command(None));
            command.ok_or_else(|| Card::words(msg!("input-no-question")))?
        }
        (None, Some(Said::Word(Word::Rules))) => Command::Rules(None, 0),
        (game, Some(Said::Word(word))) if game.is_some() || !word.needs_a_game() => {
            let game = game.unwrap_or(Which::Mine);
            if let (Some(private), Some(_)) = (private_only(word, game), message.guild_id) {
                return Err(private);
            }
            word.command(game)
        }
        (_, Some(Said::Call(call))) => return give(bot, message, call).await,
        (_, Some(Said::Move(text))) if text.chars().count() > MAX_LENGTH => {
            return Err(Card::words(messages::too_long_to_read()));
        }
        (Some(game), Some(Said::Move(text))) => Command::Move {
            game,
            text,
            ply: None,
        },
        (_, None) => Command::Help(Occasion::Asked),
        _ => return Err(Card::words(messages::no_board())),
    };
    let request = request(message, command);
    let turn = bot.service.turn(&request.who.id).await;
    answered(bot, turn, request).await
}

/// Carries out a request. An answer that not everyone in the channel may read is replaced by a button for it, or for the author's
/// games.
async fn answered(bot: &Bot, turn: Turn, request: Request) -> Result<Option<Card>, Card> {
    let is_public = request.venue.server.is_some();
    let private = messages::privately(&request.command);
    let asked = request.clone();
    let answer = match perform(bot, shared_lang(), turn, request).await {
        Err(Failure::Refused(refusal)) if is_public && !refusal.is_secret() => {
            let refused = bot.service.ask(move |app| app.refused(&asked, &refusal));
            refused.await
        }
        other => other,
    };
    match answer {
        Ok(Answer::Secret(_)) if is_public => Ok(Some(private)),
        Ok(answer) => Ok(answer.into_card()),
        Err(failure) => Err(respond::failed(&failure)),
    }
}

/// Whether the author of a message plays the game that it is about.
async fn plays(bot: &Bot, message: &Message, game: Option<Which>) -> bool {
    let Some(Which::Id(id)) = game else {
        return false;
    };
    let player = ids::person(&message.author, None).id;
    let plays = bot.service.ask(move |app| app.plays(&player, id));
    plays.await.unwrap_or(false)
}

/// Carries out a command that was asked for in words.
async fn give(bot: &Bot, message: &Message, mut call: Call) -> Result<Option<Card>, Card> {
    call.resolve(&Mentioned(message)).map_err(Card::words)?;
    let server = ids::venue(message.channel_id, message.guild_id).server;
    let settings = permissions::settings(bot, server.clone()).await;
    let usual = settings.variant();
    let command = call.read(usual).map_err(Card::words)?;
    let mut request = request(message, command);
    let turn = bot.service.turn(&request.who.id).await;
    if server.is_some() && request.command.wants_thread(&settings) {
        // Unlike an interaction, a message doesn't tell what its channel is.
        let channel = bot.rest.channel(message.channel_id);
        let channel = tokio::time::timeout(permissions::CHANNEL_TIMEOUT, channel).await;
        let channel = channel.ok().and_then(Result::ok);
        let known = ids::context(None, channel.as_ref());
        request.context.parent = known.parent;
        request.context.threadless = known.threadless;
    }
    // For a message, Discord doesn't list the bot's permissions.
    let missing = ready(None);
    let accepts = Box::pin(permissions::accepts_messages(bot, message.channel_id));
    let refusal = precheck(&request.command, &request.context, missing, accepts);
    if let Some(refusal) = refusal.await {
        return Err(Card::words(refusal));
    }
    let is_challenge = matches!(request.command, Command::Challenge { .. });
    let answer = answered(bot, turn, request).await?;
    // Everyone sees the challenge itself.
    Ok(answer.filter(|_| !is_challenge))
}

struct Mentioned<'m>(&'m Message);

impl Directory for Mentioned<'_> {
    fn person(&self, typed: &str) -> Option<Mention> {
        let id = typed.trim_matches(['<', '@', '!', '>']).parse().ok();
        let mut mentions = self.0.mentions.iter();
        let user = mentions.find(|user| Some(user.id.get()) == id)?;
        let nick = user
            .member
            .as_ref()
            .and_then(|member| member.nick.as_deref());
        Some(Mention {
            person: ids::person(user, nick),
            is_bot: user.bot,
            is_member: user.member.is_some(),
        })
    }
}

/// Returns the answer to a word that is answered in private only: anyone could press the button of a public question, and the
/// board of someone's current game may be played elsewhere.
fn private_only(word: Word, game: Which) -> Option<Card> {
    Some(Card::words(match word {
        Word::Hint => msg!("input-hint-privately"),
        Word::Resign => msg!("input-resign-privately"),
        Word::Board | Word::Describe if game == Which::Mine => msg!("input-board-privately"),
        Word::Games => return Some(messages::games_privately()),
        _ => return None,
    }))
}

fn request(message: &Message, command: Command) -> Request {
    let nick = message.member.as_ref().and_then(|m| m.nick.as_deref());
    Request {
        who: ids::person(&message.author, nick),
        venue: ids::venue(message.channel_id, message.guild_id),
        context: Context {
            audience: if message.guild_id.is_some() {
                Audience::Room
            } else {
                Audience::Author
            },
            ..Context::default()
        },
        command,
    }
}

/// Returns the answer, if it is private or the author has not been given many in public.
fn within_budget(bot: &Bot, message: &Message, card: Card) -> Option<Card> {
    if message.guild_id.is_none() {
        return Some(card);
    }
    let now = bot.service.now();
    match bot.typed_answers.spend(message.author.id, now) {
        Spent::Some => Some(card),
        Spent::Last => Some(Card {
            text: card.text.clone().line(messages::quiet_for_now()),
            ..card
        }),
        Spent::Nothing(_) => None,
    }
}

/// Returns the game that a message is about. `None` is a reply to a message without a game, for which none is guessed.
async fn which(bot: &Bot, replied: Option<&Message>) -> Result<Option<Which>, Failure> {
    let Some(replied) = replied else {
        return Ok(Some(Which::Mine));
    };
    let message = ids::message_id(replied.id);
    let subject = bot
        .service
        .ask_store(move |store| store.subject_of(&message));
    Ok(match subject.await? {
        Some(Subject::Game(id) | Subject::GameElsewhere(id)) => Some(Which::Id(id)),
        Some(Subject::Challenge(_)) => None,
        // A reminder, for instance, or a board that was posted just now.
        _ => only_game_in(&replied.content).map(Which::Id),
    })
}
