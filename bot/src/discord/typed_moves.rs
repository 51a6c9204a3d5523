//! Moves typed as messages: a mention of Delos, a reply to a board, or a direct message.
//!
//! Discord reveals the text of exactly these messages without the privileged message content intent.

use app::card::Card;
use app::effect::Subject;
use app::{Command, Context, Failure, GameId, Request, Span, Spent, Which, messages};
use serenity::all::{Message, UserId};

use super::interactions::card;
use super::markdown::shared_lang;
use super::messages::render;
use super::refusals::Recipient;
use super::{Bot, answers, ids};

/// The longest text that is read as a move, in characters; a longer one is conversation.
const MAX_LENGTH: usize = 200;

/// Public answers to one person in a row: moves are read beyond them, but refusals stay unsaid.
pub(super) const ANSWERS: u16 = 8;
/// The time after which one more answer is given.
pub(super) const ANSWER_REFILL: Span = Span::minutes(1);

/// Plays the move in a message that is addressed to Delos.
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
    if text.is_empty() || !(called || replied.is_some() || message.guild_id.is_none()) {
        return Ok(());
    }
    let card = match (
        text.chars().count() <= MAX_LENGTH,
        which(bot, replied.map(|m| &**m)).await,
    ) {
        (_, Err(failure)) => card(Err(failure)),
        (false, _) => Some(Card::words(messages::too_long_to_read())),
        (true, Ok(None)) => Some(Card::words(messages::no_board())),
        (true, Ok(Some(game))) => {
            let who = ids::person(
                &message.author,
                message.member.as_ref().and_then(|m| m.nick.as_deref()),
            );
            let venue = ids::venue(message.channel_id, message.guild_id);
            if message.guild_id.is_none() {
                bot.refusals.accepted(Recipient::User(message.author.id));
            }
            let command = Command::Move {
                game,
                text: text.to_owned(),
                ply: None,
            };
            card(
                bot.service
                    .handle(Request {
                        who,
                        venue,
                        context: Context::default(),
                        command,
                    })
                    .await
                    .map(|handled| handled.answer),
            )
        }
    };
    if let Some(card) = card.and_then(|card| within_budget(bot, message, card)) {
        let reply = render(&bot.artist, card, shared_lang())
            .await
            .reply(message);
        answers::reply(bot, message.channel_id, &reply).await?;
    }
    Ok(())
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
    let message = replied.id.get();
    let subject = bot
        .service
        .run_blocking(move |service| Ok(service.store().subject_of(message)?))
        .await?;
    Ok(match subject {
        Some(Subject::Game(id)) => Some(Which::Id(id)),
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
