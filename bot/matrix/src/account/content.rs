//! What is sent.

use std::fmt;

use bytes::Bytes;

/// The field of a message that tells the account's other devices its transaction id, which the homeserver keeps from them.
pub const TRANSACTION: &str = "org.delos.transaction";

/// A message to send: words, or a file with a caption.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Content {
    /// The plain text: what notifications, screen readers and old clients show.
    pub body: String,
    /// The same as HTML; none if it needs no markup.
    pub html: Option<String>,
    /// Whom the message calls, by user id; no one else is notified.
    pub mentions: Vec<String>,
    /// Whether it asks for no attention (`m.notice`); a message with a file never does.
    pub is_notice: bool,
    /// A file, of which the text is the caption.
    pub file: Option<File>,
    /// How it relates to another message.
    pub relation: Option<Relation>,
    /// Further fields of the content, such as `org.delos.press`; readable in encrypted rooms only by their members.
    pub fields: serde_json::Map<String, serde_json::Value>,
}

/// How a message relates to another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relation {
    /// An answer to the event with this id.
    Reply(String),
    /// A part of a thread.
    Thread {
        /// The id of the thread's first event.
        root: String,
        /// The id of the event that it answers, if it answers one.
        reply_to: Option<String>,
    },
    /// The new form of the event with this id, which this account sent.
    Replacement(String),
}

/// A file of a message.
#[derive(Clone, PartialEq, Eq)]
pub struct File {
    /// The file's name with its extension.
    pub name: String,
    /// The media type, such as `image/png`.
    pub media_type: String,
    /// The bytes, which may be private.
    pub content: Bytes,
    /// The description for people who cannot see it.
    pub alt_text: String,
    /// The width and the height in pixels, of a picture.
    pub dimensions: Option<(u32, u32)>,
}

/// Leaves the content out.
impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File")
            .field("name", &self.name)
            .field("bytes", &self.content.len())
            .finish_non_exhaustive()
    }
}
