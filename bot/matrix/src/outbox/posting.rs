//! A subject's message on Matrix: edited, or posted anew.

use std::collections::HashMap;
use std::hash::Hasher as _;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::account::{Content, Error};
use app::card::Card;
use app::effect::Subject;
use app::{BoardId, PlayerId, RoomId, Shown, Span, ThreadToOpen, Timestamp};
use siphasher::sip::SipHasher13;

use crate::governor::Urgency;
use crate::{Bot, ids};
use runtime::outbox::pauses::insert;
use runtime::outbox::{ErrorClass, Job, OutboxError, Posted, challenge_post};
use store::{MessageId, Post};

/// A board older than this is posted again: few would look for it, and edits of pictures are not shown everywhere.
const MAX_EDITABLE_AGE: Span = Span::hours(1);
/// The most messages whose content is remembered.
const MOST_SHOWN: usize = 10_000;

/// What this run's messages of subjects show, by event, as hashes. An edit that changes nothing is not sent: clients that know no
/// edits show it as one more message.
#[derive(Debug, Default)]
pub(crate) struct Contents(Mutex<HashMap<String, u64>>);

impl Contents {
    fn note(&self, event: &str, hash: u64) {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        insert(&mut shown, event.to_owned(), hash, MOST_SHOWN);
    }

    fn forget(&self, event: &str) {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.remove(event);
    }

    fn is(&self, event: &str, hash: u64) -> bool {
        let shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.get(event) == Some(&hash)
    }
}

/// A hash of what people see of a message and can choose beneath it.
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

/// Whether a subject's message is edited where no new one is asked for. What a sole player waits for is a new message.
pub(super) fn is_editable(subject: Subject, post: &Post, shown: &Shown, now: Timestamp) -> bool {
    let posted_at = Timestamp(post.posted_at);
    // Few look into a room that is replaced.
    if ids::room(&post.room).map(|(room, _)| room)
        != ids::room(&shown.venue.room).map(|(room, _)| room)
    {
        return false;
    }
    match subject {
        Subject::Challenge(_) | Subject::Tournament(_) => true,
        Subject::Game(_) | Subject::GameElsewhere(_) => {
            let is_answered = shown.answered.is_some_and(|at| at >= posted_at);
            !is_answered && now.since(posted_at) < MAX_EDITABLE_AGE
        }
    }
}

/// The error of a card that renders to nothing.
fn no_message() -> OutboxError {
    OutboxError::failed(ErrorClass::Invalid, "no message to send")
}

/// A subject in a transaction id.
fn code(subject: Subject) -> String {
    match subject {
        Subject::Game(id) => format!("g{id}"),
        Subject::GameElsewhere(id) => format!("x{id}"),
        Subject::Challenge(id) => format!("c{id}"),
        Subject::Tournament(id) => format!("t{id}"),
    }
}

/// The transaction id of a file beside a subject's message: the same file is sent once, with whatever version it comes.
fn file_transaction(subject: Subject, content: &Content) -> String {
    let mut hasher = SipHasher13::new();
    if let Some(file) = &content.file {
        hasher.write(file.name.as_bytes());
        hasher.write(&file.content);
    }
    format!("f:{}:{:016x}", code(subject), hasher.finish())
}

impl Bot {
    /// Edits the existing message; returns false if it was deleted.
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
        // An edit of a deleted message would succeed, and no one would see it.
        match self.speaker.homeserver.own_content(room, event).await {
            Ok(Some(_)) => {}
            Ok(None) | Err(Error::NotFound(_) | Error::Forbidden(_)) => {
                tracing::info!(event, "message replaced: it cannot be edited");
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        }
        let now = self.service.now();
        let rendered = self.speaker.render(shown.card.clone(), room, now).await;
        let transaction = format!("e:{}:{}", code(job.subject), job.version);
        let begun = Instant::now();
        let contents = rendered.edit(event, thread);
        let hash = hash_of(&contents);
        if self.contents.is(event, hash) {
            return Ok(true);
        }
        // If the answer is lost, it may show either form.
        self.contents.forget(event);
        self.send_subject(Urgency::Edit, job.subject, room, &transaction, contents)
            .await?;
        self.contents.note(event, hash);
        job.record_posted(begun);
        tracing::debug!(event, version = job.version, "message edited");
        Ok(true)
    }

    /// Posts a new message.
    pub(super) async fn post_new(
        &self,
        job: &Job,
        shown: &Shown,
        call: &[PlayerId],
    ) -> Result<Posted, OutboxError> {
        let place = &shown.venue.room;
        let (room, thread) = ids::room(place).ok_or(OutboxError::OtherPlatform)?;
        let now = self.service.now();
        let rendered = self.speaker.render(shown.card.clone(), room, now).await;
        let transaction = format!("s:{}:{}", code(job.subject), job.asked_version());
        let urgency = match job.subject {
            _ if !call.is_empty() => Urgency::Call,
            Subject::Game(_) | Subject::GameElsewhere(_) => Urgency::Edit,
            Subject::Challenge(_) | Subject::Tournament(_) => Urgency::Notice,
        };
        let begun = Instant::now();
        let contents = rendered.post(call, thread);
        let hash = hash_of(&contents);
        let event = self
            .send_subject(urgency, job.subject, room, &transaction, contents)
            .await?;
        self.contents.note(&event, hash);
        job.record_posted(begun);
        Ok(Posted {
            message: ids::message_id(&event),
            room: place.clone(),
        })
    }

    /// Sends a subject's message and the files beside it; returns the message's event.
    async fn send_subject(
        &self,
        urgency: Urgency,
        subject: Subject,
        room: &str,
        transaction: &str,
        contents: Vec<Content>,
    ) -> Result<String, OutboxError> {
        let mut contents = contents.into_iter();
        let first = contents.next().ok_or_else(no_message)?;
        let event = self.speaker.send(urgency, room, transaction, first).await?;
        for file in contents {
            let transaction = file_transaction(subject, &file);
            self.speaker
                .send(Urgency::Notice, room, &transaction, file)
                .await?;
        }
        Ok(event)
    }

    /// Begins a game's thread: beneath its challenge if that is in the room, else beneath a message of its own.
    pub(super) async fn begin_thread(
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
        let rendered = self.speaker.render(card, room, self.service.now()).await;
        let transaction = format!("h:{}", code(board.into()));
        let contents = rendered.post(&[], None);
        let event = self
            .speaker
            .send_all(Urgency::Call, room, &transaction, contents)
            .await?;
        let event = event.ok_or_else(no_message)?;
        Ok(ids::room_id(room, Some(&event)))
    }

    /// Forgets that these messages are still to be cut down.
    pub(super) async fn note_retired(&self, messages: Vec<MessageId>) {
        let noted = self
            .service
            .run_blocking(move |service| Ok(service.store().mark_retired(&messages)?));
        if let Err(failure) = noted.await {
            tracing::error!(?failure, "replaced messages not recorded");
        }
    }

    /// Does for what an earlier run left what [`Self::note_retired`] does.
    pub(super) async fn forget_retired(&self) {
        let left = self
            .service
            .run_blocking(|service| Ok(service.store().unretired()?));
        let own = |post: Post| ids::event(&post.message).is_some().then_some(post.message);
        match left.await {
            Ok(left) => {
                let own: Vec<_> = left.into_iter().filter_map(own).collect();
                if !own.is_empty() {
                    self.note_retired(own).await;
                }
            }
            Err(failure) => tracing::error!(?failure, "replaced messages not read"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::account::File;
    use app::{ChallengeId, GameId, Venue};
    use bytes::Bytes;

    use super::*;

    fn shown(answered: Option<Timestamp>) -> Shown {
        Shown {
            version: 1,
            venue: Venue {
                room: ids::room_id("!room", None),
                server: None,
            },
            card: Card::words("card"),
            answered,
            unseen: false,
            thread: None,
            after: Vec::new(),
            retired: text::Text::default(),
            former: None,
        }
    }

    #[test]
    fn what_a_sole_player_waits_for_is_posted_anew() {
        let posted_at = Timestamp(1_000_000);
        let post = Post {
            message: ids::message_id("$board"),
            room: ids::room_id("!room", None),
            version: 1,
            first: Some(1),
            posted_at: posted_at.0,
            remains: String::new(),
        };
        let game = Subject::Game(GameId::draw(1, 0));
        let challenge = Subject::Challenge(ChallengeId::draw(1, 0));
        let soon = posted_at.plus(Span::minutes(1));
        let late = posted_at.plus(MAX_EDITABLE_AGE);
        let before = Timestamp(posted_at.0 - 1);
        for (subject, answered, now, edited) in [
            (game, None, soon, true),
            (game, Some(before), soon, true),
            (game, Some(posted_at), soon, false),
            (game, None, late, false),
            (challenge, None, late, true),
        ] {
            let is_editable = is_editable(subject, &post, &shown(answered), now);
            assert_eq!(is_editable, edited, "{subject:?} {answered:?} {now:?}");
        }
    }

    #[test]
    fn a_file_has_one_transaction_id_whatever_the_version() {
        let file = |name: &str, bytes: &'static [u8]| Content {
            file: Some(File {
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
