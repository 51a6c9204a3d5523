//! Sends messages, reactions and redactions.

use std::io::Cursor;

use matrix_sdk::config::RequestConfig;
use matrix_sdk::ruma::api::client::account::whoami;
use matrix_sdk::ruma::api::client::media::create_content;
use matrix_sdk::ruma::api::error::ErrorKind;
use matrix_sdk::ruma::events::StateEventType;
use matrix_sdk::ruma::events::room::encryption::RoomEncryptionEventContent;
use matrix_sdk::ruma::serde::Raw;
use matrix_sdk::ruma::{OwnedRoomId, OwnedTransactionId, RoomId};
use matrix_sdk::{Error as SdkError, Room as SdkRoom};
use runtime::locks::Locks;
use serde_json::{Map, Value};
use tokio::sync::OwnedMutexGuard;
use tokio::time::timeout;

use super::account::{Account, event_id};
use super::content::{Upload, message, reaction};
use super::events::is_redacted;
use super::session::TIMEOUT;
use crate::account::content::{Attachment, Content};
use crate::account::homeserver::{Error, Result};

/// Attempts at a file before it is given up, if only the media repository of a homeserver is away.
const UPLOAD_ATTEMPTS: u32 = 4;

impl Account {
    pub(super) async fn prepare(
        &self,
        room: &str,
        transaction: &str,
        content: &Content,
    ) -> Result<()> {
        if let Some(file) = &content.file {
            let room = self.joined(room)?;
            self.keep_from_speaking_in_clear(&room).await?;
            self.uploaded_if_possible(&room, transaction, file).await?;
        }
        Ok(())
    }

    pub(super) async fn send(
        &self,
        room: &str,
        transaction: &str,
        content: Content,
    ) -> Result<String> {
        let room = self.joined(room)?;
        self.keep_from_speaking_in_clear(&room).await?;
        let upload = match &content.file {
            Some(file) => self.uploaded_if_possible(&room, transaction, file).await?,
            None => None,
        };
        let content = match upload {
            Some(_) => content,
            None => in_words(content),
        };
        let content = message(&content, upload.as_ref());
        let is_encrypted = room.latest_encryption_state().await?.is_encrypted();
        let _turn = turn(&self.encrypting, room.room_id(), is_encrypted).await;
        if !self.may_send.now() {
            let why = "this process may not send now";
            return Err(Error::Unreachable(why.to_owned()));
        }
        let sent = post(&room, "m.room.message", transaction, content).await?;
        let key = upload_key(&room, transaction);
        self.uploads.remove(&key);
        self.failed_uploads.remove(&key);
        Ok(sent)
    }

    /// Refuses a room whose encryption event can't be read: matrix-sdk ignores it, and would write in clear.
    async fn keep_from_speaking_in_clear(&self, room: &SdkRoom) -> Result<()> {
        let id = room.room_id();
        if room.latest_encryption_state().await?.is_encrypted() || self.clear.contains(id) {
            return Ok(());
        }
        let content = self.state(id, StateEventType::RoomEncryption, "");
        let content: Raw<RoomEncryptionEventContent> = match content.await {
            Ok(content) => content,
            Err(Error::NotFound(_)) => {
                self.clear.insert(id.to_owned(), ());
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let is_readable = content.deserialize().is_ok();
        // The next sync brings one that can be read.
        Err(if is_readable {
            Error::Unreachable("the room has just been encrypted".to_owned())
        } else {
            Error::Invalid("the room's encryption event cannot be read".to_owned())
        })
    }

    pub(super) async fn react(
        &self,
        room: &str,
        transaction: &str,
        to: &str,
        key: &str,
    ) -> Result<()> {
        let room = self.joined(room)?;
        let is_double = |error: &SdkError| {
            error.client_api_error_kind() == Some(&ErrorKind::DuplicateAnnotation)
        };
        match post(&room, "m.reaction", transaction, reaction(to, key)).await {
            Err(error) if is_double(&error) => {}
            sent => drop(sent?),
        }
        Ok(())
    }

    pub(super) async fn redact(&self, room: &str, transaction: &str, event: &str) -> Result<()> {
        let (room, event) = (self.joined(room)?, event_id(event)?);
        room.redact(&event, None, Some(transaction.into())).await?;
        Ok(())
    }

    pub(super) async fn own_content(
        &self,
        room: &str,
        event: &str,
    ) -> Result<Option<Map<String, Value>>> {
        let room = self.joined(room)?;
        let event = room.event(&event_id(event)?, None).await?;
        let event: Value = event
            .raw()
            .deserialize_as_unchecked()
            .map_err(|error| Error::Invalid(error.to_string()))?;
        Ok(latest_content(self.me.as_str(), &event))
    }

    /// Uploads a message's file. Returns `None` if the homeserver takes no such file, or none for a while, as over a quota: the
    /// message then goes without it.
    async fn uploaded_if_possible(
        &self,
        room: &SdkRoom,
        transaction: &str,
        file: &Attachment,
    ) -> Result<Option<Upload>> {
        let key = upload_key(room, transaction);
        let mut failures = self.failed_uploads.get(&key).unwrap_or(0);
        if failures >= UPLOAD_ATTEMPTS {
            return Ok(None);
        }
        let error = match self.uploaded(room, transaction, file).await {
            Ok(upload) => return Ok(Some(upload)),
            Err(error) => error,
        };
        match error {
            Error::Unreachable(_) if self.ping().await.is_ok() => failures += 1,
            Error::Proxy(_) => failures = UPLOAD_ATTEMPTS,
            _ if error.is_refusal() => failures = UPLOAD_ATTEMPTS,
            _ => return Err(error),
        }
        self.failed_uploads.insert(key, failures);
        if failures < UPLOAD_ATTEMPTS {
            return Err(error);
        }
        tracing::warn!(%error, file = file.name, "file not uploaded: its message goes without it");
        Ok(None)
    }

    pub(super) async fn ping(&self) -> Result<()> {
        let asked = self.client.send(whoami::v3::Request::new());
        let config = RequestConfig::new().disable_retry();
        asked.with_request_config(config).await?;
        Ok(())
    }

    /// Uploads a message's file, unless an earlier attempt to send the message has.
    async fn uploaded(
        &self,
        room: &SdkRoom,
        transaction: &str,
        file: &Attachment,
    ) -> Result<Upload> {
        let key = upload_key(room, transaction);
        let is_encrypted = room.latest_encryption_state().await?.is_encrypted();
        if let Some((content, upload)) = self.uploads.get(&key)
            && content == file.content
            && matches!(upload, Upload::Encrypted(_)) == is_encrypted
        {
            return Ok(upload);
        }
        let upload = if is_encrypted {
            let mut bytes = Cursor::new(&file.content);
            // By itself, matrix-sdk waits for five minutes, three times.
            let sent = timeout(TIMEOUT, self.client.upload_encrypted_file(&mut bytes)).await;
            let late = |_| Error::Unreachable("the upload takes too long".to_owned());
            let keys = serde_json::to_value(sent.map_err(late)??);
            Upload::Encrypted(keys.map_err(|error| Error::Invalid(error.to_string()))?)
        } else {
            let mut request = create_content::v3::Request::new(file.content.to_vec());
            request.content_type = Some(file.media_type.clone());
            request.filename = Some(file.name.clone());
            // A homeserver that is too slow for the file is no faster the next time.
            let config = RequestConfig::new().disable_retry();
            let sent = self.client.send(request).with_request_config(config);
            Upload::Clear(sent.await?.content_uri.to_string())
        };
        self.uploads
            .insert(key, (file.content.clone(), upload.clone()));
        Ok(upload)
    }
}

/// Waits for the turn to send in an encrypted room: matrix-sdk panics if two messages share the last use of a key.
async fn turn(
    encrypting: &Locks<OwnedRoomId>,
    room: &RoomId,
    is_encrypted: bool,
) -> Option<OwnedMutexGuard<()>> {
    if is_encrypted {
        Some(encrypting.lock(room.to_owned()).await)
    } else {
        None
    }
}

/// Returns a message with its file's description or name in place of the file. The HTML has no description.
fn in_words(content: Content) -> Content {
    let Some(file) = content.file else {
        return content;
    };
    let body = Some(content.body).filter(|body| !body.is_empty());
    Content {
        body: body.unwrap_or(file.name),
        html: None,
        file: None,
        ..content
    }
}

fn upload_key(room: &SdkRoom, transaction: &str) -> (String, String) {
    (room.room_id().to_string(), transaction.to_owned())
}

/// Sends an event, without matrix-sdk's retries.
async fn post(
    room: &SdkRoom,
    kind: &str,
    transaction: &str,
    content: Value,
) -> Result<String, SdkError> {
    let transaction = OwnedTransactionId::from(transaction);
    let sent = room
        .send_raw(kind, content)
        .with_transaction_id(&transaction)
        .with_request_config(RequestConfig::new().disable_retry())
        .await?;
    Ok(sent.response.event_id.to_string())
}

/// Returns the content of `me`'s message after its last edit, which the homeserver bundles.
fn latest_content(me: &str, event: &Value) -> Option<Map<String, Value>> {
    if event["sender"] != me {
        return None;
    }
    match event["type"].as_str() {
        Some("m.room.message") if !is_redacted(event) => {}
        Some("m.room.message" | "m.room.encrypted") => return Some(Map::new()),
        _ => return None,
    }
    let original = event["content"].as_object()?;
    let edit = &event["unsigned"]["m.relations"]["m.replace"];
    // Missing without an edit, or if its keys are lost.
    let Some(mut latest) = edit["content"]["m.new_content"].as_object().cloned() else {
        return Some(original.clone());
    };
    // An edit can't change the relation.
    if let Some(relation) = original.get("m.relates_to") {
        latest.insert("m.relates_to".to_owned(), relation.clone());
    }
    Some(latest)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;

    const ME: &str = "@delos:example.org";

    fn sent() -> Value {
        json!({
            "type": "m.room.message", "sender": ME,
            "content": {"body": "old", "m.relates_to": {"rel_type": "m.thread"}},
        })
    }

    #[tokio::test]
    async fn messages_are_serialized_in_encrypted_rooms_only() {
        let encrypting = Locks::default();
        let [secret, other, clear] =
            ["!secret:hs", "!other:hs", "!clear:hs"].map(|id| RoomId::parse(id).unwrap());
        let _held = turn(&encrypting, &secret, true).await.unwrap();
        let again = timeout(Duration::ZERO, turn(&encrypting, &secret, true)).await;
        assert!(again.is_err());
        let elsewhere = timeout(Duration::ZERO, turn(&encrypting, &other, true)).await;
        assert!(elsewhere.unwrap().is_some());
        assert!(turn(&encrypting, &clear, false).await.is_none());
    }

    #[test]
    fn the_content_is_the_last_edits() {
        let mut event = sent();
        assert_eq!(latest_content(ME, &event).unwrap()["body"], "old");
        let mut edit = |content: Value| {
            event["unsigned"] = json!({"m.relations": {"m.replace": {"content": content}}});
            latest_content(ME, &event).unwrap()
        };
        let latest = edit(json!({"body": "* new", "m.new_content": {"body": "new"}}));
        assert_eq!(latest["body"], "new");
        assert_eq!(latest["m.relates_to"], json!({"rel_type": "m.thread"}));
        assert_eq!(
            edit(json!({"ciphertext": "x"}))["body"],
            "old",
            "unreadable"
        );
    }

    #[test]
    fn a_file_that_is_not_taken_is_described_or_named() {
        for (body, said) in [("e4", "e4"), ("", "game.pgn")] {
            let file = Attachment {
                name: "game.pgn".to_owned(),
                media_type: "text/plain".to_owned(),
                content: bytes::Bytes::new(),
                alt_text: String::new(),
                dimensions: None,
            };
            let sent = Content {
                body: body.to_owned(),
                html: Some("<b>e4</b>".to_owned()),
                file: Some(file),
                ..Content::default()
            };
            let words = Content {
                body: said.to_owned(),
                ..Content::default()
            };
            assert_eq!(in_words(sent), words);
        }
    }

    #[test]
    fn only_own_messages_have_a_content_even_if_it_is_redacted_or_unreadable() {
        let mut redacted = sent();
        redacted["content"] = json!({});
        redacted["unsigned"] = json!({"redacted_because": {}});
        assert_eq!(latest_content(ME, &redacted), Some(Map::new()));
        for (field, value, content) in [
            ("type", "m.room.encrypted", Some(Map::new())),
            ("type", "m.reaction", None),
            ("sender", "@a:example.org", None),
        ] {
            let mut other = sent();
            other[field] = value.into();
            assert_eq!(latest_content(ME, &other), content, "{value}");
        }
    }
}
