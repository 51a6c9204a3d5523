//! Moves typed as ordinary messages: by mentioning Delos, by replying to a board, or in direct messages.
//!
//! Without the privileged message content intent, Discord shows the text of just these messages.

use app::card::Card;
use app::effect::Subject;
use app::{Command, Context, Failure, GameId, Request, Which, say};
use serenity::all::{Message, UserId};

use super::interactions::card;
use super::trying::insist;
use super::{Front, messages, people};

/// The longest text that can be a move; a longer one is talk.
const LONGEST: usize = 200;

/// Plays the move that a message holds, if the message is meant for Delos.
pub(crate) async fn read(front: &Front, message: &Message) -> anyhow::Result<()> {
    let Some(me) = front.me() else { return Ok(()) };
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
        text.chars().count() <= LONGEST,
        which(front, replied.map(|m| &**m)).await,
    ) {
        (_, Err(failure)) => card(Err(failure)),
        (false, _) => Some(Card::words(say::too_long_to_read())),
        (true, Ok(None)) => Some(Card::words(say::no_board())),
        (true, Ok(Some(game))) => {
            let who = people::person(
                &message.author,
                message.member.as_ref().and_then(|m| m.nick.as_deref()),
            );
            let venue = people::venue(message.channel_id, message.guild_id);
            let command = Command::Move {
                game,
                text: text.to_owned(),
                ply: None,
            };
            card(
                front
                    .service
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
    if let Some(card) = card {
        let nonce = format!("r{}", message.id);
        let reply = messages::draw(&front.artist, card)
            .await
            .reply(message)
            .nonce(serenity::all::Nonce::String(nonce))
            .enforce_nonce(true);
        insist(|| message.channel_id.send_message(&front.http, reply.clone())).await?;
    }
    Ok(())
}

/// The text without the mention of Delos before or behind it.
fn without_mention(text: &str, me: UserId) -> &str {
    let mut text = text.trim();
    for mention in [format!("<@{me}>"), format!("<@!{me}>")] {
        text = text.strip_prefix(&mention).unwrap_or(text).trim();
        text = text.strip_suffix(&mention).unwrap_or(text).trim();
    }
    text
}

/// The game that is meant; nothing for a reply to a message about no game: then none is guessed.
async fn which(front: &Front, replied: Option<&Message>) -> Result<Option<Which>, Failure> {
    let Some(replied) = replied else {
        return Ok(Some(Which::Mine));
    };
    let message = replied.id.get();
    let subject = front
        .service
        .ask(move |service| Ok(service.store().subject_of(message)?))
        .await?;
    Ok(match subject {
        Some(Subject::Game(id)) => Some(Which::Id(id)),
        // A reminder, say, or a board that was posted this very moment.
        _ => named(&replied.content).map(Which::Id),
    })
}

/// The only game that a message of Delos' names.
fn named(content: &str) -> Option<GameId> {
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
    fn a_message_names_the_only_game_whose_code_it_holds() {
        let code = "k7f3q2".parse().ok();
        assert_eq!(named("Your move · game `k7f3q2`"), code);
        assert_eq!(named("`/board` shows game `k7f3q2`, as `k7f3q2`."), code);
        for none in ["", "k7f3q2", "`k7f3q2` `aaaaaa`", "`/move` `10+5`", "`"] {
            assert_eq!(named(none), None, "{none}");
        }
    }

    #[test]
    fn a_mention_is_taken_off_either_end() {
        let me = UserId::new(7);
        for text in ["<@7> e4", "<@!7>e4", " e4 <@7> ", "e4", "<@7> e4 <@7>"] {
            assert_eq!(without_mention(text, me), "e4", "{text}");
        }
        assert_eq!(without_mention("<@7>", me), "");
        assert_eq!(without_mention("<@77> e4", me), "<@77> e4");
    }
}
