//! Constants of Discord's API, by the names of its documentation.

/// Gateway opcodes.
pub(crate) mod opcode {
    pub(crate) const DISPATCH: u64 = 0;
    pub(crate) const HEARTBEAT: u64 = 1;
    pub(crate) const IDENTIFY: u64 = 2;
    pub(crate) const PRESENCE_UPDATE: u64 = 3;
    pub(crate) const VOICE_STATE_UPDATE: u64 = 4;
    pub(crate) const RESUME: u64 = 6;
    pub(crate) const RECONNECT: u64 = 7;
    pub(crate) const REQUEST_GUILD_MEMBERS: u64 = 8;
    pub(crate) const INVALID_SESSION: u64 = 9;
    pub(crate) const HELLO: u64 = 10;
    pub(crate) const HEARTBEAT_ACK: u64 = 11;
    pub(crate) const REQUEST_SOUNDBOARD_SOUNDS: u64 = 31;
}

pub(crate) mod intent {
    pub(crate) const GUILDS: u64 = 1;
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    pub(crate) const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    pub(crate) const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
    pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
    pub(crate) const GUILD_SCHEDULED_EVENTS: u64 = 1 << 16;
    /// Every documented intent.
    pub(crate) const ALL: u64 = (1 << 17) - 1 + (0b11 << 20) + (0b11 << 24);
}

/// Component types.
pub(crate) mod component {
    pub(crate) const ACTION_ROW: u64 = 1;
    pub(crate) const BUTTON: u64 = 2;
    pub(crate) const STRING_SELECT: u64 = 3;
    pub(crate) const TEXT_INPUT: u64 = 4;
    pub(crate) const ROLE_SELECT: u64 = 6;
    pub(crate) const CHANNEL_SELECT: u64 = 8;
    /// String, user, role, mentionable and channel selects.
    pub(crate) const SELECTS: [u64; 5] = [STRING_SELECT, 5, ROLE_SELECT, 7, CHANNEL_SELECT];
    /// The button style of a link.
    pub(crate) const LINK_STYLE: u64 = 5;
}

/// Interaction callback types.
pub(crate) mod callback {
    pub(crate) const MESSAGE: u64 = 4;
    pub(crate) const DEFERRED_MESSAGE: u64 = 5;
    pub(crate) const DEFERRED_UPDATE: u64 = 6;
    pub(crate) const UPDATE_MESSAGE: u64 = 7;
    pub(crate) const AUTOCOMPLETE_RESULT: u64 = 8;
    pub(crate) const MODAL: u64 = 9;
}

pub(crate) mod command_type {
    pub(crate) const CHAT_INPUT: u64 = 1;
    pub(crate) const USER: u64 = 2;
    pub(crate) const MESSAGE: u64 = 3;
    /// Launches the application's Activity.
    pub(crate) const PRIMARY_ENTRY_POINT: u64 = 4;

    pub(crate) fn of(command: &serde_json::Value) -> u64 {
        command["type"].as_u64().unwrap_or(CHAT_INPUT)
    }
}

pub(crate) mod option_type {
    pub(crate) const SUB_COMMAND: u64 = 1;
    pub(crate) const SUB_COMMAND_GROUP: u64 = 2;
    pub(crate) const STRING: u64 = 3;
    pub(crate) const INTEGER: u64 = 4;
    pub(crate) const BOOLEAN: u64 = 5;
    pub(crate) const USER: u64 = 6;
    pub(crate) const CHANNEL: u64 = 7;
    pub(crate) const MENTIONABLE: u64 = 9;
    pub(crate) const NUMBER: u64 = 10;
    pub(crate) const ATTACHMENT: u64 = 11;
}

pub(crate) mod message_type {
    pub(crate) const DEFAULT: u64 = 0;
    pub(crate) const REPLY: u64 = 19;
    pub(crate) const CHAT_INPUT_COMMAND: u64 = 20;
    pub(crate) const CONTEXT_MENU_COMMAND: u64 = 23;

    /// The type of a message that is no response to an interaction.
    pub(crate) fn of_message(reply_to: Option<u64>) -> u64 {
        reply_to.map_or(DEFAULT, |_| REPLY)
    }
}

pub(crate) mod message_flag {
    pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
    pub(crate) const HAS_THREAD: u64 = 1 << 5;
    /// Only the user of the interaction sees the message.
    pub(crate) const EPHEMERAL: u64 = 1 << 6;
    /// A deferred response: "is thinking".
    pub(crate) const LOADING: u64 = 1 << 7;
}
