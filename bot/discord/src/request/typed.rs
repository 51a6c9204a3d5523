//! Moves typed as messages, and words that stand for commands: a mention of Delos, a reply to a board, or a direct message.
//!
//! Discord reveals the text of exactly these messages without the privileged message content intent.

use app::card::Card;
use app::effect::Subject;
use app::{
    Audience, Command, Context, Failure, GameId, Request, Span, Spent, Which, Word, messages,
};
use serenity::all::{Message, UserId};

use super::{card, perform};
use crate::refusals::Recipient;
use crate::render::markdown::shared_lang;
use crate::render::render;
use crate::respond;
use crate::{Bot, ids};

/// The longest text that is read as a move, in characters; a longer one is conversation.
const MAX_LENGTH: usize = 200;

/// Public answers to one person in a row: moves are read beyond them, but refusals stay unsaid.
pub(crate) const ANSWERS: u16 = 8;
/// The time after which one more answer is given.
pub(crate) const ANSWER_REFILL: Span = Span::minutes(1);

/// Plays the move in a message that is addressed to Delos, or answers its words.
pub(crate) async fn read(bot: &Bot, message: &Message) -> anyhow::Result<()> {
    let Some(me) = bot.user() else { return Ok(()) };
    if message.author.bot || message.webhook_id.is_some() {
        return Ok(());
    }
    let replied = message
        .referenced_message
        .as_ref()
        .filter(|replied| replied.author.id == me);
    let called = message.mentions.iter().any(|user| user.id == me);
    let text = without_mention(&message.content, me);
    // A reply with a sticker, for instance, says nothing.
    let says_nothing = message.content.trim().is_empty();
    if says_nothing || !(called || replied.is_some() || message.guild_id.is_none()) {
        return Ok(());
    }
    let word = if text.is_empty() {
        Some(Word::Help)
    } else {
        Word::read(text)
    };
    let card = match (which(bot, replied.map(|m| &**m)).await, word) {
        (Err(failure), _) => card(Err(failure)),
        (Ok(None), Some(Word::Rules)) => give(bot, message, Command::Rules(None, 0)).await,
        (Ok(game), Some(word)) if game.is_some() || !word.needs_a_game() => {
            let game = game.unwrap_or(Which::Mine);
            match (word, message.guild_id) {
                (Word::Hint, Some(_)) => Some(Card::words(messages::hint_privately())),
                // Anyone could press the button of a public question.
                (Word::Resign, Some(_)) => Some(Card::words(messages::resign_privately())),
                // It may be played elsewhere.
                (Word::Board, Some(_)) if game == Which::Mine => {
                    Some(Card::words(messages::board_privately()))
                }
                _ => give(bot, message, word.command(game)).await,
            }
        }
        (Ok(_), None) if text.chars().count() > MAX_LENGTH => {
            Some(Card::words(messages::too_long_to_read()))
        }
        (Ok(Some(game)), None) => {
            let text = text.to_owned();
            let ply = None;
            give(bot, message, Command::Move { game, text, ply }).await
        }
        (Ok(_), _) => Some(Card::words(messages::no_board())),
    };
    if let Some(card) = card.and_then(|card| within_budget(bot, message, card)) {
        let reply = render(&bot.artist, card, shared_lang())
            .await
            .reply(message);
        respond::reply(bot, message.channel_id, &reply).await?;
    }
    Ok(())
}

/// The answer to a command in a message.
async fn give(bot: &Bot, message: &Message, command: Command) -> Option<Card> {
    if message.guild_id.is_none() {
        bot.refusals
            .pauses
            .accepted(&Recipient::User(message.author.id));
    }
    let nick = message.member.as_ref().and_then(|m| m.nick.as_deref());
    let request = Request {
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
    };
    card(perform(bot, shared_lang(), request).await)
}

/// The answer, if it is private or the author has not been given many in public.
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

/// The text without a mention of Delos at either end.
fn without_mention(text: &str, me: UserId) -> &str {
    let mut text = text.trim();
    for mention in [format!("<@{me}>"), format!("<@!{me}>")] {
        text = text.strip_prefix(&mention).unwrap_or(text).trim();
        text = text.strip_suffix(&mention).unwrap_or(text).trim();
    }
    text
}

/// The game that a message is about; none for a reply to a message without a game: then none is guessed.
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

/// The game whose code a message contains, if it contains only one.
fn only_game_in(content: &str) -> Option<GameId> {
    let mut codes = content
        .split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|code| code.parse().ok());
    let first = codes.next()?;
    codes.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_about_the_only_game_whose_code_it_contains() {
        let code = "k7f3q2".parse().ok();
        assert_eq!(only_game_in("Your move · game `k7f3q2`"), code);
        assert_eq!(
            only_game_in("`/board` shows game `k7f3q2`, as `k7f3q2`."),
            code
        );
        for none in ["", "k7f3q2", "`k7f3q2` `aaaaaa`", "`/move` `10+5`", "`"] {
            assert_eq!(only_game_in(none), None, "{none}");
        }
    }

    #[test]
    fn a_mention_at_either_end_is_removed() {
        let me = UserId::new(7);
        for text in ["<@7> e4", "<@!7>e4", " e4 <@7> ", "e4", "<@7> e4 <@7>"] {
            assert_eq!(without_mention(text, me), "e4", "{text}");
        }
        assert_eq!(without_mention("<@7>", me), "");
        assert_eq!(without_mention("<@77> e4", me), "<@77> e4");
    }
}
