//! Messages that are addressed to Delos: a mention of it, a reply to it, or a direct message.
//!
//! Discord reveals the text of exactly these messages without the privileged message content intent.

use app::GameId;
use serenity::all::{Message, UserId};

/// The longest text that is read as a move, in characters; a longer one is conversation.
pub(crate) const MAX_LENGTH: usize = 200;

/// A message addressed to Delos.
#[derive(Clone)]
pub(crate) struct Addressed<'a> {
    /// The words without mentions of Delos.
    pub(crate) text: String,
    /// Whether it names Delos or is a direct message; otherwise, it's just a reply.
    pub(crate) is_named: bool,
    /// The message of Delos that it replies to.
    pub(crate) replied: Option<&'a Message>,
}

/// Reads a message; `None` if it isn't addressed to the bot, whose user is `me`, or says nothing, as a reply with a sticker.
pub(crate) fn addressed(message: &Message, me: UserId) -> Option<Addressed<'_>> {
    if message.author.bot || message.webhook_id.is_some() || message.content.trim().is_empty() {
        return None;
    }
    let replied = message
        .referenced_message
        .as_deref()
        .filter(|replied| replied.author.id == me);
    let is_mentioned = message.mentions.iter().any(|user| user.id == me);
    let is_addressed = is_mentioned || replied.is_some() || message.guild_id.is_none();
    let text = without_mentions(&message.content, me);
    // Discord counts the author of the message replied to as mentioned.
    let is_named = message.guild_id.is_none() || text != message.content.trim();
    is_addressed.then_some(Addressed {
        text,
        is_named,
        replied,
    })
}

fn without_mentions(text: &str, me: UserId) -> String {
    let text = text.replace(&format!("<@{me}>"), " ");
    text.replace(&format!("<@!{me}>"), " ").trim().to_owned()
}

/// Returns the game whose code a message contains, if it contains only one.
pub(crate) fn only_game_in(content: &str) -> Option<GameId> {
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
        for one in [
            "Your move · game `k7f3q2`",
            "`/board` shows `k7f3q2`, as `k7f3q2`.",
        ] {
            assert_eq!(only_game_in(one), code, "{one}");
        }
        for none in ["", "k7f3q2", "`k7f3q2` `aaaaaa`", "`/move` `10+5`", "`"] {
            assert_eq!(only_game_in(none), None, "{none}");
        }
    }

    #[test]
    fn mentions_are_removed() {
        let me = UserId::new(7);
        for text in ["<@7> e4", "<@!7>e4", " e4 <@7> ", "e4", "<@7> e4 <@7>"] {
            assert_eq!(without_mentions(text, me), "e4", "{text}");
        }
        assert_eq!(without_mentions("<@7>", me), "");
        assert_eq!(without_mentions("<@77> e4", me), "<@77> e4");
        let within = without_mentions("hey <@7> play leto", me);
        assert_eq!(within, "hey   play leto");
    }
}
