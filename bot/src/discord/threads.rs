//! Threads of games: each hangs beneath a message, and takes that message's number.
//!
//! A message can carry one thread only. So if the program ends after the thread was made and before that was stored, the next
//! run is told by Discord that the thread is there, and knows its number.

use std::time::Duration;

use app::card::Card;
use app::effect::Subject;
use app::{GameId, RoomId, ThreadToOpen, Venue};
use serenity::all::{AutoArchiveDuration, ChannelId, CreateThread, MessageId};
use serenity::http::HttpError;

use super::trouble::{Trouble, of_discord, of_store};
use super::{Front, markdown, messages};

/// "A thread has already been created for this message."
const ALREADY_THERE: isize = 160_004;
/// How long to wait for a challenge's message that is still to be posted, and how often to look for it: whoever is quick accepts it
/// before the store knows where it stands.
const COMING: (Duration, Duration) = (Duration::from_secs(2), Duration::from_millis(5));

impl Front {
    /// Opens a game's thread in its room, or finds it again, and lets the application know; returns the thread.
    pub(super) async fn open_thread(
        &self,
        game: GameId,
        room: ChannelId,
        thread: &ThreadToOpen,
    ) -> anyhow::Result<ChannelId> {
        let opened = match self.challenge_message(room, thread).await? {
            Some(message) => match self.hang(room, message, thread).await {
                // Somebody deleted the challenge.
                Err(error) if of_discord(&error) == Trouble::Gone => None,
                other => Some(other?),
            },
            None => None,
        };
        let opened = if let Some(opened) = opened {
            opened
        } else {
            let message = self.opening_message(game, room, thread).await?;
            self.hang(room, message, thread).await?
        };
        let name = RoomId::new(markdown::name(opened.get()));
        let noted = self
            .service
            .ask(move |service| service.app().thread_opened(game, &name, service.moment()));
        self.service.queue(noted.await.map_err(of_store)?);
        Ok(opened)
    }

    /// The message of the challenge that led to the game, if it stands in that room.
    async fn challenge_message(
        &self,
        room: ChannelId,
        thread: &ThreadToOpen,
    ) -> anyhow::Result<Option<MessageId>> {
        let Some(challenge) = thread.beneath else {
            return Ok(None);
        };
        let subject = Subject::Challenge(challenge);
        let known = async {
            let mut look = tokio::time::interval(COMING.1);
            loop {
                look.tick().await;
                let post = self.service.ask(move |service| {
                    let store = service.store();
                    let post = store.post(subject)?;
                    let is_coming = post.is_none() && !store.shows_after(subject, 0)?.is_empty();
                    Ok((!is_coming).then_some(post))
                });
                if let Some(post) = post.await.map_err(of_store)? {
                    return anyhow::Ok(post);
                }
            }
        };
        let known = tokio::time::timeout(COMING.0, known).await;
        let post = known.unwrap_or(Ok(None))?;
        Ok(post
            .filter(|post| post.channel == room.get())
            .and_then(|post| messages::id(post.message)))
    }

    async fn opening_message(
        &self,
        game: GameId,
        room: ChannelId,
        thread: &ThreadToOpen,
    ) -> anyhow::Result<MessageId> {
        let card = Card::words(thread.opening.clone());
        let drawn = messages::draw(&self.artist, card).await;
        let message = drawn.post(&[], messages::thread_nonce(game));
        Ok(room.send_message(&self.http, message).await?.id)
    }

    async fn hang(
        &self,
        room: ChannelId,
        message: MessageId,
        thread: &ThreadToOpen,
    ) -> serenity::Result<ChannelId> {
        let wanted = CreateThread::new(thread.name.clone())
            .auto_archive_duration(AutoArchiveDuration::OneWeek);
        match room
            .create_thread_from_message(&self.http, message, wanted)
            .await
        {
            Ok(opened) => Ok(opened.id),
            Err(error) if is_already_there(&error) => Ok(ChannelId::new(message.get())),
            Err(error) => Err(error),
        }
    }

    /// Lets a game go on in the room that holds its thread, if it has or wants one; returns whether it had.
    pub(super) async fn leave_thread(&self, subject: Subject) -> bool {
        let Subject::Game(game) = subject else {
            return false;
        };
        let left = self
            .service
            .ask(move |service| service.app().leave_thread(game, service.moment()));
        match left.await {
            Ok(Some(outgoing)) => {
                self.service.queue(outgoing);
                true
            }
            Ok(None) => false,
            Err(failure) => {
                tracing::error!(?failure, "a game stays in a thread that cannot be used");
                false
            }
        }
    }

    /// The room of a game's board: a thread is opened first if the game is to have one.
    pub(super) async fn home(
        &self,
        subject: Subject,
        venue: &Venue,
        thread: Option<&ThreadToOpen>,
    ) -> anyhow::Result<Option<ChannelId>> {
        let Some(room) = super::people::channel(venue) else {
            return Ok(None);
        };
        match (subject, thread) {
            (Subject::Game(game), Some(thread)) => {
                Ok(Some(self.open_thread(game, room, thread).await?))
            }
            _ => Ok(Some(room)),
        }
    }
}

fn is_already_there(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) if answer.error.code == ALREADY_THERE)
}
