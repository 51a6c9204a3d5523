//! Messages as Discord takes and returns them, with only the fields that Delos reads.

use reqwest::multipart::{Form, Part};
use serde::Deserialize;
use serde_json::Value;
use serenity::all::{ChannelId, MessageId, UserId};

use runtime::drawing::Attachment;

#[derive(Clone, Debug)]
pub(crate) struct Payload {
    pub(crate) json: Value,
    pub(crate) files: Vec<Attachment>,
}

impl From<Value> for Payload {
    fn from(json: Value) -> Self {
        Self {
            json,
            files: Vec::new(),
        }
    }
}

impl Payload {
    /// Returns the multipart form of a message with files: the files first, then the JSON.
    pub(super) fn form(&self) -> reqwest::Result<Form> {
        let mut form = Form::new();
        for (n, file) in self.files.iter().enumerate() {
            let part = Part::stream(file.content.clone())
                .file_name(file.name.clone())
                .mime_str(&file.media_type)?;
            form = form.part(format!("files[{n}]"), part);
        }
        Ok(form.text("payload_json", self.json.to_string()))
    }
}

/// A message that was just posted.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Sent {
    pub(crate) id: MessageId,
    pub(crate) channel_id: ChannelId,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct HistoryMessage {
    pub(crate) id: MessageId,
    pub(crate) author: WithId<UserId>,
    pub(crate) content: String,
    /// Present in replies.
    #[serde(default)]
    pub(crate) message_reference: Option<Value>,
    #[serde(default)]
    pub(crate) components: Value,
}

/// Anything of which only the id is read.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct WithId<I> {
    pub(crate) id: I,
}
