//! Opaque platform names of what a text can mention.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Declares ids that only the front end that made them can read; everything else compares and stores them.
#[macro_export]
macro_rules! opaque_id {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Wraps the platform's own id, which should begin with the platform's name (`discord:`).
            pub fn new(id: impl Into<String>) -> Self {
                Self(id.into())
            }

            /// The id as the front end gave it.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The platform that gave it.
            pub fn platform(&self) -> $crate::Platform {
                $crate::Platform::of_id(&self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

opaque_id! {
    /// A person on some platform, for instance `discord:81384788765712384`.
    PlayerId
    /// A place where messages are read together: a channel, a thread, or a direct conversation.
    RoomId
    /// A group of a server's members to which its moderators give rights.
    RoleId
}

impl PlayerId {
    /// Prefix of the ids that replace deleted people.
    const GHOST: &'static str = "ghost:";

    /// Id for a person whose data was deleted; `code` must not reveal who they were.
    pub fn ghost(code: impl fmt::Display) -> Self {
        Self(format!("{}{code}", Self::GHOST))
    }

    /// Whether this replaces a person whose data was deleted.
    pub fn is_ghost(&self) -> bool {
        self.0.starts_with(Self::GHOST)
    }
}
