//! Moves typed as messages, and words that work like commands.

use app::card::Card;
use app::effect::Subject;
use app::{Audience, Command, Context, Failure, Request, Spent, Which, Word, messages};
use serenity::all::Message;

use super::perform::perform;
use crate::bot::Bot;
use crate::parse::typed::{Addressed, MAX_LENGTH, addressed, only_game_in};
use crate::render::markdown::shared_lang;
use crate::render::render;
use crate::{ids, respond};

/// Plays the move in a message that is addressed to Delos, or answers its words.
pub(crate) async fn message(bot: &Bot, message: &Message) -> anyhow::Result<()> {
    let Some(addressed) = bot.user.get().and_then(|me| addressed(message, *me)) else {
        return Ok(());
    };
    let card = match obey(bot, message, addressed).await {
        Ok(card) => card,
        Err(refusal) => Some(refusal),
    };
    if let Some(card) = card.and_then(|card| within_budget(bot, message, card)) {
        let reply = render(&bot.artist, card, shared_lang())
            .await
            .reply(message);
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
    let Addressed { text, replied } = addressed;
    let game = which(bot, replied)
        .await
        .map_err(|failure| respond::failed(&failure))?;
    let word = if text.is_empty() {
        Some(Word::Help)
    } else {
        Word::read(text)
    };
    let command = match (game, word) {
        (None, Some(Word::Rules)) => Command::Rules(None, 0),
        (game, Some(word)) if game.is_some() || !word.needs_a_game() => {
            let game = game.unwrap_or(Which::Mine);
            if let (Some(private), Some(_)) = (private_only(word, game), message.guild_id) {
                return Err(private);
            }
            word.command(game)
        }
        (_, None) if text.chars().count() > MAX_LENGTH => {
            return Err(Card::words(messages::too_long_to_read()));
        }
        (Some(game), None) => Command::Move {
            game,
            text: text.to_owned(),
            ply: None,
        },
        _ => return Err(Card::words(messages::no_board())),
    };
    perform(bot, shared_lang(), request(message, command)).await
}

/// Returns the answer to a word that is answered in private only: anyone could press the button of a public question, and the
/// board of someone's current game may be played elsewhere.
fn private_only(word: Word, game: Which) -> Option<Card> {
    Some(Card::words(match word {
        Word::Hint => messages::hint_privately(),
        Word::Resign => messages::resign_privately(),
        Word::Board if game == Which::Mine => messages::board_privately(),
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
        .run_blocking(move |service| Ok(service.store().subject_of(&message)?))
        .await?;
    Ok(match subject {
        Some(Subject::Game(id) | Subject::GameElsewhere(id)) => Some(Which::Id(id)),
        // A reminder, for instance, or a board that was posted just now.
        _ => only_game_in(&replied.content).map(Which::Id),
    })
}
