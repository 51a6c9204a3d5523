//! The messages that front ends have posted.

use app::effect::{Effect, EffectId, Show, Subject};
use app::store::StoreError;

use super::super::database::Posts;
use super::super::envelope::{self, Envelope, ValueKind};
use super::super::keys;
use super::super::posts::{Post, decode};
use super::batch::texts;
use super::{PostgresStore, Query as _};

const DONE: &str = "DELETE FROM effects WHERE id = ANY ($1)";
/// Completes effects and replaces a subject's message. A second insert of one subject fails, and finds the former when repeated.
const COMPLETE: &str = "
WITH done AS (DELETE FROM effects WHERE id = ANY ($1) RETURNING home),
former AS (SELECT message, body FROM posts WHERE subject = $2 FOR UPDATE),
retired AS (
    INSERT INTO retiring (message, home, body)
    SELECT message, coalesce((SELECT max(home) FROM done), 0), body FROM former WHERE message <> $3
    ON CONFLICT (message) DO UPDATE SET body = excluded.body
),
linked AS (
    INSERT INTO messages (message, subject) VALUES ($3, $2)
    ON CONFLICT (message) DO UPDATE SET subject = excluded.subject
),
changed AS (UPDATE posts SET message = $3, body = $4 FROM former WHERE subject = $2)
INSERT INTO posts (subject, message, body) SELECT $2, $3, $4 WHERE NOT EXISTS (SELECT FROM former)";
const POST: &str = "SELECT body FROM posts WHERE subject = $1";
const EFFECTS_OF: &str = "SELECT body FROM effects WHERE subject = $1 ORDER BY id";
const SUBJECT_OF: &str = "SELECT subject FROM messages WHERE message = $1";
const RETIRING: &str = "SELECT body FROM retiring ORDER BY message";
const RETIRED: &str = "DELETE FROM retiring WHERE message = ANY ($1)";

impl Posts for PostgresStore {
    fn complete(
        &self,
        subject: Subject,
        post: Option<&Post>,
        effects: &[EffectId],
    ) -> Result<(), StoreError> {
        let Some(post) = post else {
            let ids = texts(effects);
            return self.admitted(|inner| inner.query(DONE, vec![Box::new(ids)]).map(drop));
        };
        let body = Envelope::new(1, Vec::new(), post)
            .bytes()
            .ok_or_else(|| StoreError::TooLarge(subject.key()))?;
        let (ids, name, message) = (
            texts(effects),
            keys::subject(subject),
            post.message.to_string(),
        );
        self.admitted(|inner| {
            inner
                .query(
                    COMPLETE,
                    vec![
                        Box::new(ids),
                        Box::new(name),
                        Box::new(message),
                        Box::new(body),
                    ],
                )
                .map(drop)
        })
    }

    fn post(&self, subject: Subject) -> Result<Option<Post>, StoreError> {
        let rows = self
            .inner
            .query(POST, vec![Box::new(keys::subject(subject))])?;
        rows.first()
            .map(|row| decode(subject.key(), row.get(0)))
            .transpose()
    }

    fn shows_after(&self, subject: Subject, version: u64) -> Result<Vec<Show>, StoreError> {
        let rows = self
            .inner
            .query(EFFECTS_OF, vec![Box::new(keys::subject(subject))])?;
        let later = |row: &tokio_postgres::Row| {
            let envelope = envelope::read::<Effect>(ValueKind::Effect, row.get(0)).ok()?;
            match envelope.r {
                Effect::Show(show) if show.subject == subject && show.version > version => {
                    Some(show)
                }
                _ => None,
            }
        };
        Ok(rows.iter().filter_map(later).collect())
    }

    fn subject_of(&self, message: u64) -> Result<Option<Subject>, StoreError> {
        let rows = self
            .inner
            .query(SUBJECT_OF, vec![Box::new(message.to_string())])?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        match keys::read_subject(row.get(0)) {
            Some(subject) => Ok(Some(subject)),
            None => Err(StoreError::Unavailable(format!(
                "the entry of message {message} is damaged"
            ))),
        }
    }

    fn unretired(&self) -> Result<Vec<Post>, StoreError> {
        let rows = self.inner.query(RETIRING, Vec::new())?;
        // One that cannot be read was written by a later version, which will retire it.
        let read = |row: &tokio_postgres::Row| {
            let envelope = envelope::read(ValueKind::Post, row.get(0)).ok()?;
            Some(envelope.r)
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    fn mark_retired(&self, messages: &[u64]) -> Result<(), StoreError> {
        let messages: Vec<String> = messages.iter().map(u64::to_string).collect();
        self.admitted(|inner| inner.query(RETIRED, vec![Box::new(messages)]).map(drop))
    }
}
