//! The messages of subjects: their ids, their files and their replays. How each is sent once: `messenger/send_once.rs`.

use std::hash::Hasher as _;
use std::time::Duration;

use app::card::Card;
use app::effect::Subject;
use app::{RoomId, Shown, Span, Timestamp};
use pictures::Animation;
use siphasher::sip::SipHasher13;

use crate::account::Content;
use crate::ids;
use crate::messenger::Messenger;
use crate::rate_limits::Priority;
use crate::render::alone;
use crate::render::format::lang;
use runtime::backoff::{Backoff, Retry};
use runtime::outbox::{ErrorClass, OutboxError};
use store::Post;

/// An older board is posted again: few would look for it, and some clients don't show edited pictures.
const MAX_EDITABLE_AGE: Span = Span::hours(1);

/// Attempts at a replay while the homeserver answers: if its thumbnails take longer than a request may last, every attempt fails.
const REPLAY_ATTEMPTS: u32 = 3;
const REPLAY_BACKOFF: Backoff =
    Backoff::doubling(Duration::from_millis(500), Duration::from_mins(1));

/// Hashes what people see of a message, with its choices.
pub(super) fn hash_of(contents: &[Content]) -> u64 {
    let mut hasher = SipHasher13::new();
    let mut part = |bytes: &[u8]| {
        hasher.write_usize(bytes.len());
        hasher.write(bytes);
    };
    for content in contents {
        part(content.body.as_bytes());
        part(content.html.as_deref().unwrap_or_default().as_bytes());
        if let Some(file) = &content.file {
            part(file.name.as_bytes());
            part(&file.content);
        }
        part(&serde_json::to_vec(&content.fields).unwrap_or_default());
    }
    hasher.finish()
}

/// Whether to edit a subject's message. The engine's move gets a new message, since a person waits for it.
pub(super) fn is_editable(subject: Subject, post: &Post, room: &RoomId, now: Timestamp) -> bool {
    let posted_at = Timestamp(post.posted_at);
    // Few look into a replaced room.
    if ids::room(&post.room).map(|(room, _)| room) != ids::room(room).map(|(room, _)| room) {
        return false;
    }
    match subject {
        Subject::Challenge(_) | Subject::Tournament(_) | Subject::Daily(_) => true,
        Subject::Game(_) | Subject::GameElsewhere(_) => now.since(posted_at) < MAX_EDITABLE_AGE,
    }
}

pub(super) fn no_message() -> OutboxError {
    OutboxError::failed(ErrorClass::Invalid, "no message to send")
}

/// Returns the card to post. A challenge has no picture: people would take it for the game's first board, and reply to it.
pub(super) fn card(subject: Subject, shown: &Shown) -> Card {
    let mut card = shown.card.clone();
    if matches!(subject, Subject::Challenge(_)) {
        card.board = None;
    }
    card
}

/// Returns a subject's part of a transaction id.
pub(super) fn code(subject: Subject) -> String {
    match subject {
        Subject::Game(id) => format!("g{id}"),
        Subject::GameElsewhere(id) => format!("x{id}"),
        Subject::Challenge(id) => format!("c{id}"),
        Subject::Tournament(id) => format!("t{id}"),
        Subject::Daily(id) => format!("d{id}"),
    }
}

/// Returns the transaction id of a subject's message. Versions alone would repeat after a restored backup, and the homeserver would
/// return the messages from before.
pub(super) fn transaction(
    kind: &str,
    subject: Subject,
    version: u64,
    stored_at: Option<Timestamp>,
) -> String {
    let time = stored_at.unwrap_or_default();
    format!("{kind}:{}:{version}:{}", code(subject), time.0)
}

/// Returns the transaction id of a file next to a subject's message. It has no version, so an unchanged file is sent once.
pub(super) fn file_transaction(subject: Subject, content: &Content) -> String {
    let mut hasher = SipHasher13::new();
    if let Some(file) = &content.file {
        hasher.write(file.name.as_bytes());
        hasher.write(&file.content);
    }
    format!("f:{}:{:016x}", code(subject), hasher.finish())
}

/// Draws and sends a finished game's replay. Gives up after a few attempts, not counting those while the homeserver is away.
pub(super) async fn send_replay(
    messenger: &Messenger,
    subject: Subject,
    place: &RoomId,
    replay: Box<Animation>,
) {
    let Some((room, thread)) = ids::room(place) else {
        return;
    };
    let content = match messenger.artist.draw(replay, lang()).await {
        Ok(drawn) => alone(drawn, thread),
        Err(error) => return tracing::error!(%error, room, "replay not drawn"),
    };
    let transaction = &*file_transaction(subject, &content);
    let mut retry = Retry::new(REPLAY_BACKOFF, &messenger.stop);
    let mut attempts = 0;
    loop {
        let send = messenger.send(Priority::Notice, room, transaction, content.clone());
        let Err(error) = send.await else { return };
        tracing::warn!(%error, transaction, attempts, "replay not sent");
        if !error.is_transient() || messenger.homeserver.ping().await.is_ok() {
            attempts += 1;
        }
        if attempts == REPLAY_ATTEMPTS {
            return tracing::error!(transaction, "replay given up");
        }
        retry.wait().await;
    }
}

#[cfg(test)]
mod tests {
    use crate::account::Attachment;
    use app::{ChallengeId, GameId};
    use bytes::Bytes;

    use super::*;

    #[test]
    fn an_old_board_is_posted_anew() {
        let posted_at = Timestamp(1_000_000);
        let room = ids::room_id("!room", None);
        let post = Post {
            message: ids::message_id("$board"),
            room: room.clone(),
            version: 1,
            first: Some(1),
            posted_at: posted_at.0,
            remains: String::new(),
        };
        let game = Subject::Game(GameId::draw(1, 0));
        let challenge = Subject::Challenge(ChallengeId::draw(1, 0));
        let soon = posted_at.plus(Span::minutes(1));
        let late = posted_at.plus(MAX_EDITABLE_AGE);
        for (subject, now, edited) in [
            (game, soon, true),
            (game, late, false),
            (challenge, late, true),
        ] {
            let is_editable = is_editable(subject, &post, &room, now);
            assert_eq!(is_editable, edited, "{subject:?} {now:?}");
        }
    }

    #[test]
    fn a_file_has_one_transaction_id_whatever_the_version() {
        let file = |name: &str, bytes: &'static [u8]| Content {
            file: Some(Attachment {
                name: name.to_owned(),
                media_type: "text/plain".to_owned(),
                content: Bytes::from_static(bytes),
                alt_text: String::new(),
                dimensions: None,
            }),
            ..Content::default()
        };
        let game = Subject::Game(GameId::draw(1, 0));
        let id = |content| file_transaction(game, &content);
        assert_eq!(id(file("a.pgn", b"1. e4")), id(file("a.pgn", b"1. e4")));
        assert_ne!(id(file("a.pgn", b"1. e4")), id(file("a.pgn", b"1. d4")));
        assert_ne!(id(file("a.pgn", b"1. e4")), id(file("b.pgn", b"1. e4")));
    }
}
