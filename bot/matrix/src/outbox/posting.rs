//! Posts and edits the messages of subjects.

use std::hash::Hasher as _;
use std::sync::Arc;
use std::time::Instant;

use app::card::Card;
use app::effect::Subject;
use app::{BoardId, PlayerId, RoomId, Shown, Span, ThreadToOpen, Timestamp};
use siphasher::sip::SipHasher13;

use crate::account::{Content, Error};
use crate::bot::Bot;
use crate::ids;
use crate::pacer::Priority;
use crate::render::take_replay;
use runtime::outbox::{ErrorClass, Job, OutboxError, Posted, challenge_post};
use store::{MessageId, Post};

/// An older board is posted again: few would look for it, and some clients don't show edited pictures.
const MAX_EDITABLE_AGE: Span = Span::hours(1);

/// Hashes what people see of a message, with its choices.
fn hash_of(contents: &[Content]) -> u64 {
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

/// Returns the error for a card that renders to nothing.
fn no_message() -> OutboxError {
    OutboxError::failed(ErrorClass::Invalid, "no message to send")
}

/// Returns the card to post. A challenge has no picture: people would take it for the game's first board, and reply to it.
fn card(subject: Subject, shown: &Shown) -> Card {
    let board = match subject {
        Subject::Challenge(_) => None,
        _ => shown.card.board.clone(),
    };
    Card {
        board,
        ..shown.card.clone()
    }
}

/// Returns a subject's part of a transaction id.
fn code(subject: Subject) -> String {
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
fn transaction(kind: &str, subject: Subject, version: u64, stored_at: Option<Timestamp>) -> String {
    let time = stored_at.unwrap_or_default();
    format!("{kind}:{}:{version}:{}", code(subject), time.0)
}

/// Returns the transaction id of a file next to a subject's message. It has no version, so an unchanged file is sent once.
fn file_transaction(subject: Subject, content: &Content) -> String {
    let mut hasher = SipHasher13::new();
    if let Some(file) = &content.file {
        hasher.write(file.name.as_bytes());
        hasher.write(&file.content);
    }
    format!("f:{}:{:016x}", code(subject), hasher.finish())
}

impl Bot {
    /// Edits a message. Returns false if it was deleted.
    pub(super) async fn edit_post(
        &self,
        post: &Post,
        job: &Job,
        shown: &Shown,
    ) -> Result<bool, OutboxError> {
        let Some(((room, thread), event)) = ids::room(&post.room).zip(ids::event(&post.message))
        else {
            return Ok(false);
        };
        // An edit of a deleted message succeeds invisibly.
        match self.messenger.homeserver.own_content(room, event).await {
            Ok(Some(content)) if !content.is_empty() => {}
            Ok(_) | Err(Error::NotFound(_) | Error::Forbidden(_)) => {
                tracing::info!(event, "message replaced: it cannot be edited");
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        }
        let now = self.service.now();
        let rendered = self.messenger.render(card(job.subject, shown), room, now);
        let rendered = rendered.await;
        let transaction = transaction("e", job.subject, job.version, job.stored_at);
        let begun = Instant::now();
        let contents = rendered.edit(event, thread);
        let hash = hash_of(&contents);
        // Clients without edits would show it as another message.
        if self.content_hashes.get(event) == Some(hash) {
            return Ok(true);
        }
        // If the answer is lost, the message may show either form.
        self.content_hashes.remove(event);
        self.send_subject(Priority::Edit, job.subject, room, &transaction, contents)
            .await?;
        self.note_content(job, event, hash);
        job.record_posted(begun);
        tracing::debug!(event, version = job.version, "message edited");
        Ok(true)
    }

    /// Posts a message.
    pub(super) async fn post_new(
        &self,
        job: &Job,
        shown: &Shown,
        call: &[PlayerId],
    ) -> Result<Posted, OutboxError> {
        let place = &shown.venue.room;
        let (room, thread) = ids::room(place).ok_or(OutboxError::OtherPlatform)?;
        let now = self.service.now();
        let rendered = self.messenger.render(card(job.subject, shown), room, now);
        let rendered = rendered.await;
        let transaction = transaction("s", job.subject, job.asked_version(), job.asked_at());
        let priority = match job.subject {
            _ if !call.is_empty() => Priority::Call,
            Subject::Game(_) | Subject::GameElsewhere(_) => Priority::Edit,
            Subject::Challenge(_) | Subject::Tournament(_) | Subject::Daily(_) => Priority::Notice,
        };
        let begun = Instant::now();
        let contents = rendered.post(call, thread);
        let hash = hash_of(&contents);
        let event = self
            .send_subject(priority, job.subject, room, &transaction, contents)
            .await?;
        self.note_content(job, &event, hash);
        job.record_posted(begun);
        Ok(Posted {
            message: ids::message_id(&event),
            room: place.clone(),
        })
    }

    /// Notes what a message shows. After an earlier attempt it may be that one's content, from before a later change.
    fn note_content(&self, job: &Job, event: &str, hash: u64) {
        if !job.recovered {
            self.content_hashes.insert(event.to_owned(), hash);
        }
    }

    /// Sends a subject's message and the files next to it. Returns the message's event.
    async fn send_subject(
        &self,
        priority: Priority,
        subject: Subject,
        room: &str,
        transaction: &str,
        contents: Vec<Content>,
    ) -> Result<String, OutboxError> {
        let mut contents = contents.into_iter();
        let first = contents.next().ok_or_else(no_message)?;
        let event = self
            .messenger
            .send(priority, room, transaction, first)
            .await?;
        for file in contents {
            let transaction = file_transaction(subject, &file);
            self.messenger
                .send(Priority::Notice, room, &transaction, file)
                .await?;
        }
        Ok(event)
    }

    /// Sends a finished game's replay after its result, in a task.
    pub(super) fn send_replay_soon(&self, subject: Subject, shown: &Shown) {
        let replay = take_replay(&mut shown.card.clone());
        let (Some(replay), place) = (replay, shown.venue.room.clone()) else {
            return;
        };
        let messenger = Arc::clone(&self.messenger);
        self.tasks.spawn(async move {
            if let Some((room, thread)) = ids::room(&place) {
                let name = |content: &Content| file_transaction(subject, content);
                messenger.send_replay(room, thread, name, replay).await;
            }
        });
    }

    /// Starts a game's thread under its challenge, or under a new message in another room.
    pub(super) async fn start_thread(
        &self,
        board: BoardId,
        place: &RoomId,
        thread: &ThreadToOpen,
    ) -> Result<RoomId, OutboxError> {
        let (room, _) = ids::room(place).ok_or(OutboxError::OtherPlatform)?;
        let challenge = challenge_post(&self.service, thread.beneath).await?;
        let beneath = challenge.filter(|post| post.room == *place);
        if let Some(event) = beneath.as_ref().and_then(|post| ids::event(&post.message)) {
            return Ok(ids::room_id(room, Some(event)));
        }
        let card = Card::words(thread.opening.clone());
        let rendered = self.messenger.render(card, room, self.service.now()).await;
        let transaction = format!("h:{}", code(board.into()));
        let contents = rendered.post(&[], None);
        let event = self
            .messenger
            .send_all(Priority::Call, room, &transaction, contents)
            .await?;
        let event = event.ok_or_else(no_message)?;
        Ok(ids::room_id(room, Some(&event)))
    }

    /// Marks replaced messages as done.
    pub(super) async fn mark_retired(&self, messages: Vec<MessageId>) {
        let noted = self
            .service
            .run_blocking(move |service| Ok(service.store().mark_retired(&messages)?));
        if let Err(failure) = noted.await {
            tracing::error!(?failure, "replaced messages not recorded");
        }
    }

    /// Marks the replaced messages that an earlier run left.
    pub(super) async fn mark_all_retired(&self) {
        let left = self
            .service
            .run_blocking(|service| Ok(service.store().unretired()?));
        let own = |post: Post| ids::event(&post.message).is_some().then_some(post.message);
        match left.await {
            Ok(left) => {
                let own: Vec<_> = left.into_iter().filter_map(own).collect();
                if !own.is_empty() {
                    self.mark_retired(own).await;
                }
            }
            Err(failure) => tracing::error!(?failure, "replaced messages not read"),
        }
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
