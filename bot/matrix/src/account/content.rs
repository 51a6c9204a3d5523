//! Messages to send.

pub use runtime::drawing::Attachment;

/// Content field with a message's transaction id, which the homeserver tells only the sending device.
pub const TRANSACTION: &str = "org.delos.transaction";

/// A text, or a file with a caption.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Content {
    /// Plain text, for notifications, screen readers and old clients.
    pub body: String,
    /// HTML; `None` if the text needs no markup.
    pub html: Option<String>,
    /// User ids to notify.
    pub mentions: Vec<String>,
    /// Whether this is an `m.notice`; ignored with a file.
    pub is_notice: bool,
    /// A file, with the text as its caption.
    pub file: Option<Attachment>,
    /// `m.relates_to`.
    pub relation: Option<Relation>,
    /// Further content fields, such as `org.delos.press`. Encrypted like the text.
    pub fields: serde_json::Map<String, serde_json::Value>,
}

/// A relation to another event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relation {
    /// A reply to this event.
    Reply(String),
    /// A message in a thread.
    Thread {
        /// The thread's first event.
        root: String,
        /// The event replied to within the thread.
        reply_to: Option<String>,
    },
    /// An edit of this event, which the account sent.
    Replacement(String),
}

impl Relation {
    /// A reply to an event, within the thread of `root` if any.
    pub fn reply(event: &str, root: Option<&str>) -> Self {
        match root {
            Some(root) => Self::Thread {
                root: root.to_owned(),
                reply_to: Some(event.to_owned()),
            },
            None => Self::Reply(event.to_owned()),
        }
    }
}
