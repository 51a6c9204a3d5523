//! The messages that front ends have posted.

use std::sync::atomic::Ordering;

use app::Home;
use app::effect::{EffectId, Show, Subject};
use app::store::{Result, StoreError};
use text::Platform;
use tokio_postgres::Row;

use super::PostgresStore;
use super::batch::texts;
use super::client::{Inner, Param, Query as _, params};
use crate::database::Posts;
use crate::keys;
use crate::posts::{self, Post};
use crate::stored_id::MessageId;

/// Whether every effect of `$1` is pending and, unless it is the engine's, under a lease of the process `$2`; always true for 0, a
/// process alone on its database. `$3` lists the homes of whole platforms and `$4` their leases; every other home is a shard's.
macro_rules! ours {
    () => {
        "
WITH ours AS (
    SELECT $2::bigint = 0 OR NOT EXISTS (
        SELECT FROM unnest($1::text[]) AS wanted (id)
        LEFT JOIN effects ON effects.id = wanted.id
        LEFT JOIN unnest($3::bigint[], $4::text[]) AS whole (home, lease) ON whole.home = effects.home
        LEFT JOIN leases ON leases.lease = coalesce(
            whole.lease, 'shard ' || effects.home % nullif((SELECT count(shard) FROM leases), 0)
        )
        WHERE effects.id IS NULL OR effects.home NOT IN (-2, -3) AND leases.owner IS DISTINCT FROM $2
    ) AS yes
),
done AS (DELETE FROM effects WHERE id = ANY ($1) AND (SELECT yes FROM ours) RETURNING home)"
    };
}

const DONE: &str = concat!(ours!(), " SELECT yes FROM ours");
/// Completes effects and replaces a subject's message. A second insert of one subject fails, and finds the former when repeated.
const COMPLETE: &str = concat!(
    ours!(),
    ",
former AS (SELECT message, body FROM posts WHERE subject = $5 AND (SELECT yes FROM ours) FOR UPDATE),
retired AS (
    INSERT INTO retiring (message, home, body)
    SELECT message, coalesce((SELECT max(home) FROM done), $8::bigint), body FROM former WHERE message <> $6
    ON CONFLICT (message) DO UPDATE SET body = excluded.body
),
linked AS (
    INSERT INTO messages (message, subject) SELECT $6, $5 FROM ours WHERE yes
    ON CONFLICT (message) DO UPDATE SET subject = excluded.subject
),
changed AS (UPDATE posts SET message = $6, body = $7 FROM former WHERE subject = $5),
added AS (
    INSERT INTO posts (subject, message, body) SELECT $5, $6, $7 FROM ours
    WHERE yes AND NOT EXISTS (SELECT FROM former)
)
SELECT yes FROM ours"
);
const POST: &str = "SELECT body FROM posts WHERE subject = $1";
const EFFECTS_OF: &str = "SELECT body FROM effects WHERE subject = $1 ORDER BY id";
const SUBJECT_OF: &str = "SELECT subject FROM messages WHERE message = $1";
const RETIRING: &str = "SELECT body FROM retiring ORDER BY message";
const RETIRED: &str = "DELETE FROM retiring WHERE message = ANY ($1)";

/// The parameters of [`ours`].
fn whose(inner: &Inner, effects: &[EffectId]) -> Vec<Param> {
    let process = inner.process.load(Ordering::SeqCst);
    let whole = Platform::whole().map(|platform| (platform.home(), platform.name()));
    let (homes, leases): (Vec<_>, Vec<_>) = whole.unzip();
    params![texts(effects), process, homes, leases]
}

fn answered(row: Option<Row>) -> Result<()> {
    let is_done = row.is_some_and(|row| row.get(0));
    is_done.then_some(()).ok_or(StoreError::NotOurs)
}

impl Posts for PostgresStore {
    fn complete(&self, subject: Subject, post: Option<&Post>, effects: &[EffectId]) -> Result<()> {
        let Some(post) = post else {
            return self.settle(effects);
        };
        let body = posts::encode(subject, post)?;
        self.inner.admitted(|| {
            let mut parameters = whose(&self.inner, effects);
            let (key, message) = (keys::subject(subject), post.message.to_text());
            let home = Home::direct(post.room.platform()).number();
            parameters.extend(params![key, message, body, home]);
            match answered(self.inner.row(COMPLETE, parameters)?) {
                // The statement was sent again because its first answer was lost.
                Err(StoreError::NotOurs) if self.post(subject)?.as_ref() == Some(post) => Ok(()),
                answered => answered,
            }
        })
    }

    fn settle(&self, effects: &[EffectId]) -> Result<()> {
        let parameters = whose(&self.inner, effects);
        (self.inner).admitted(|| answered(self.inner.row(DONE, parameters)?))
    }

    fn post(&self, subject: Subject) -> Result<Option<Post>> {
        let row = self.inner.row(POST, params![keys::subject(subject)])?;
        row.map(|row| posts::decode(subject.key(), row.get(0)))
            .transpose()
    }

    fn shows_after(&self, subject: Subject, version: u64) -> Result<Vec<Show>> {
        // Effects are stored with the key of the record that they are about.
        let key = keys::key(&subject.key());
        let rows = self.inner.query(EFFECTS_OF, params![key])?;
        let later = |row: &Row| posts::later_show(row.get(0), subject, version);
        Ok(rows.iter().filter_map(later).collect())
    }

    fn subject_of(&self, message: &MessageId) -> Result<Option<Subject>> {
        let row = self.inner.row(SUBJECT_OF, params![message.to_text()])?;
        row.map(|row| posts::decode_subject(message, row.get(0)))
            .transpose()
    }

    fn unretired(&self) -> Result<Vec<Post>> {
        let rows = self.inner.query(RETIRING, Vec::new())?;
        let read = |row: &Row| posts::decode_retiring(row.get(0));
        Ok(rows.iter().filter_map(read).collect())
    }

    fn mark_retired(&self, messages: &[MessageId]) -> Result<()> {
        let messages: Vec<String> = messages.iter().map(MessageId::to_text).collect();
        let parameters = params![messages];
        (self.inner).admitted(|| self.inner.query(RETIRED, parameters).map(drop))
    }
}
