//! Permission bits.

#![allow(missing_docs, reason = "the names are Discord's")]

pub const ADD_REACTIONS: u64 = 1 << 6;
/// All permissions, regardless of overwrites.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// "Manage Server" in the settings.
pub const MANAGE_GUILD: u64 = 1 << 5;
pub const MANAGE_CHANNELS: u64 = 1 << 4;
/// Without it, error 50001.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Threads need [`SEND_MESSAGES_IN_THREADS`] instead.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// Pin messages, and delete those of others.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
pub const EMBED_LINKS: u64 = 1 << 14;
pub const ATTACH_FILES: u64 = 1 << 15;
/// Replying and reacting need it too.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// `@everyone`, `@here` and all roles.
pub const MENTION_EVERYONE: u64 = 1 << 17;
/// Gives and takes roles below one's own highest.
pub const MANAGE_ROLES: u64 = 1 << 28;
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// Changes and deletes events of others.
pub const MANAGE_EVENTS: u64 = 1 << 33;
pub const MANAGE_THREADS: u64 = 1 << 34;
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
/// Creates events, and changes and deletes one's own.
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
