//! Posts each message once. Discord recognizes a repeated nonce for minutes only; after that the channel is searched.
//! `bot/runtime/src/outbox/showing.rs` logs when a message was found or posted again after an unknown outcome.

use app::{Span, Timestamp};
use serde_json::Value;
use serenity::all::{ChannelId, MessageId};

use crate::bot::Bot;
use crate::ids;
use crate::render::dedup_key;
use crate::rest::error::OutboxError;
use crate::rest::{HistoryMessage, PAGE, Payload, Sent};
use runtime::recent::Recent;

/// Discord certainly knows a nonce for this long.
const NONCE_LIFE: Span = Span::minutes(2);
/// How far Discord's clock may be behind.
const CLOCK_SLACK: Span = Span::minutes(1);
/// Maximum number of pages searched in a channel.
const MAX_PAGES: usize = 5;

/// Posts a message, or finds it if an earlier attempt, since `attempted`, may have posted it.
pub(crate) async fn post(
    bot: &Bot,
    channel: ChannelId,
    message: &Payload,
    attempted: Option<Timestamp>,
) -> Result<Sent, OutboxError> {
    let outlived = |since: &Timestamp| bot.service.now().since(*since) >= NONCE_LIFE;
    let to_find = attempted.filter(outlived);
    if let Some(since) = to_find
        && let Some(found) = find(bot, channel, message, since).await?
    {
        tracing::info!(message = %found.id, "message found: an earlier attempt posted it");
        return Ok(found);
    }
    // The nonce may be forgotten before the request's turn comes: the next attempt searches.
    let is_late = || to_find.is_none() && attempted.as_ref().is_some_and(outlived);
    let sent = bot.rest.post(channel, message, is_late).await?;
    claim(bot, message, sent.id);
    Ok(sent)
}

/// Finds the bot's message in a channel; `None` if the bot may not read it.
async fn find(
    bot: &Bot,
    channel: ChannelId,
    message: &Payload,
    since: Timestamp,
) -> Result<Option<Sent>, OutboxError> {
    let mut before = None;
    let from = Timestamp(since.0 - CLOCK_SLACK.0);
    for _ in 0..MAX_PAGES {
        let page = match bot.rest.history(channel, before).await {
            Ok(page) => page,
            Err(error) if error.is_transient() => return Err(error.into()),
            Err(error) => {
                tracing::debug!(%channel, %error, "channel not searched");
                return Ok(None);
            }
        };
        for candidate in &page {
            let is_recent = ids::posted_at(candidate.id) >= from;
            if is_recent
                && is_same(message, candidate)
                && candidate.author.id == bot.own_user().await?
                && claim(bot, message, candidate.id)
            {
                return Ok(Some(Sent {
                    id: candidate.id,
                    channel_id: channel,
                }));
            }
        }
        let Some(oldest) = page.last().filter(|_| page.len() == PAGE) else {
            break;
        };
        if ids::posted_at(oldest.id) < from {
            break;
        }
        before = Some(oldest.id);
    }
    Ok(None)
}

/// Claims a posted message for a message to post; returns false if it is another one's.
fn claim(bot: &Bot, message: &Payload, posted: MessageId) -> bool {
    // Buttons show the key, and their message may show a later version.
    if dedup_key::of_components(&message.json["components"]).is_some() {
        return true;
    }
    let key = message.json["nonce"].as_str().unwrap_or_default();
    claim_for(&bot.dedup_keys, posted, key)
}

fn claim_for(keys: &Recent<MessageId, String>, message: MessageId, key: &str) -> bool {
    keys.update(message, || key.to_owned(), |claimed| claimed == key)
}

/// Whether a posted message is this one, or a later version of it.
fn is_same(message: &Payload, posted: &HistoryMessage) -> bool {
    let Some(other) = dedup_key::of_components(&posted.components) else {
        let content = message.json["content"].as_str().unwrap_or_default();
        let has_controls = posted
            .components
            .as_array()
            .is_some_and(|rows| !rows.is_empty());
        return dedup_key::of_components(&message.json["components"]).is_none()
            && is_same_reference(message, posted)
            && !has_controls
            && posted.content.trim() == content.trim();
    };
    // The message may have lost its buttons since an earlier attempt.
    let key = message.json["nonce"].as_str().unwrap_or_default();
    let is_later = key
        .rsplit_once('.')
        .zip(other.rsplit_once('.'))
        .is_some_and(|((subject, version), (other, later))| {
            subject == other && later.parse::<u64>().ok() > version.parse::<u64>().ok()
        });
    other == key || is_later
}

/// Whether both reply to the same message or to none.
fn is_same_reference(message: &Payload, posted: &HistoryMessage) -> bool {
    let target = |reference: &Value| reference["message_id"].as_str().map(str::to_owned);
    let posted = posted.message_reference.as_ref().and_then(target);
    target(&message.json["message_reference"]) == posted
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rows(custom_id: &str) -> Value {
        json!([{ "type": 1, "components": [{ "type": 2, "custom_id": custom_id }] }])
    }

    fn message(content: &str, rows: &Value) -> Payload {
        Payload {
            json: json!({ "content": content, "components": rows, "nonce": "gk7f3q2.12" }),
            files: Vec::new(),
        }
    }

    fn posted(content: &str, rows: &Value) -> HistoryMessage {
        let json =
            json!({ "id": "5", "author": { "id": "7" }, "content": content, "components": rows });
        serde_json::from_value(json).expect("a message")
    }

    #[test]
    fn a_board_is_recognized_by_its_key_at_this_version_or_later() {
        for present in [rows("gk7f3q2.12|1:resign:k7f3q2"), json!([])] {
            let board = message("words", &present);
            let is_found = |id| is_same(&board, &posted("other words", &rows(id)));
            assert!(is_found("gk7f3q2.12|1:resign:k7f3q2"));
            assert!(is_found("gk7f3q2.13|1:rematch:k7f3q2"));
            for other in [
                "gk7f3q2.11|1:resign:k7f3q2",
                "gaaaaaa.12|1:resign:aaaaaa",
                "1:resign:k7f3q2",
                "1:why-not:k7f3q2:3:a|b",
            ] {
                assert!(!is_found(other), "{other}");
            }
        }
    }

    #[test]
    fn a_message_is_claimed_once() {
        let keys = Recent::new(10);
        let (first, second) = (MessageId::new(5), MessageId::new(6));
        assert!(claim_for(&keys, first, "ta"));
        assert!(claim_for(&keys, first, "ta"), "a repeated search");
        assert!(!claim_for(&keys, first, "tb"), "equal words");
        assert!(claim_for(&keys, second, "tb"));
    }

    #[test]
    fn words_alone_are_recognized_unless_they_are_a_reply() {
        let words = message("Round 2 begins.", &json!([]));
        assert!(is_same(&words, &posted("Round 2 begins.", &json!([]))));
        assert!(!is_same(&words, &posted("Round 3 begins.", &json!([]))));
        let mut reply = posted("Round 2 begins.", &json!([]));
        reply.message_reference = Some(json!({ "message_id": "3" }));
        assert!(!is_same(&words, &reply));
        let mut same = words.clone();
        same.json["message_reference"] = json!({ "message_id": "3" });
        assert!(is_same(&same, &reply));
    }
}
