//! Chat platforms.

/// A chat platform, whose words for things and commands differ from others'.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Platform {
    /// Servers, channels, roles, buttons, slash commands.
    Discord,
    /// Spaces, rooms, power levels, replies, commands behind a prefix.
    Matrix,
}

impl Platform {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Discord, Self::Matrix];

    /// The platform that gave an id: Discord unless the id says otherwise.
    pub fn of_id(id: &str) -> Self {
        if id.starts_with("matrix:") {
            Self::Matrix
        } else {
            Self::Discord
        }
    }

    /// The folder of its resources in each language.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Self::Discord => "discord",
            Self::Matrix => "matrix",
        }
    }

    /// Returns the prefix typed before a command's name.
    pub fn command_prefix(self) -> &'static str {
        match self {
            Self::Discord => "/",
            Self::Matrix => "!delos ",
        }
    }
}
