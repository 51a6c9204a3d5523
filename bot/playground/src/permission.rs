//! Permission bits.

/// `1 << 6`
pub const ADD_REACTIONS: u64 = 1 << 6;
/// `1 << 3`: all permissions, regardless of overwrites.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// `1 << 5`: "Manage Server" in the settings.
pub const MANAGE_GUILD: u64 = 1 << 5;
/// `1 << 4`
pub const MANAGE_CHANNELS: u64 = 1 << 4;
/// `1 << 10`: without it, error 50001.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// `1 << 11`: threads need [`SEND_MESSAGES_IN_THREADS`] instead.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// `1 << 13`: pin messages, and delete those of others.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// `1 << 14`
pub const EMBED_LINKS: u64 = 1 << 14;
/// `1 << 15`
pub const ATTACH_FILES: u64 = 1 << 15;
/// `1 << 16`: replying and reacting need it too.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// `1 << 17`: `@everyone`, `@here` and all roles.
pub const MENTION_EVERYONE: u64 = 1 << 17;
/// `1 << 28`: gives and takes roles below one's own highest.
pub const MANAGE_ROLES: u64 = 1 << 28;
/// `1 << 31`
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// `1 << 33`: changes and deletes events of others.
pub const MANAGE_EVENTS: u64 = 1 << 33;
/// `1 << 34`
pub const MANAGE_THREADS: u64 = 1 << 34;
/// `1 << 35`
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// `1 << 36`
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
/// `1 << 38`
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// `1 << 44`: creates events, and changes and deletes one's own.
pub const CREATE_EVENTS: u64 = 1 << 44;

/// The permissions of `@everyone` in a new guild.
pub const EVERYONE: u64 = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS;
/// The default permissions of the bot.
pub const BOT: u64 = EVERYONE | MANAGE_MESSAGES | MANAGE_THREADS;
/// All bits.
pub const ALL: u64 = (1 << 53) - 1;
