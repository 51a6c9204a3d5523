//! Permissions of the bot where it is used, and of roles that it may give.

use std::time::Duration;

use app::{Command, EffectiveSettings, ServerId, Text, messages};
use serenity::all::{ChannelId, ComponentInteraction, ComponentInteractionDataKind, Permissions};
use text::{Message, msg};

use crate::bot::Bot;
use crate::ids;
use crate::parse::origin::Origin;
use crate::rest::error::{ErrorClass, code};

/// Time limit of asking about a channel. The person's next command waits as long.
pub(crate) const CHANNEL_TIMEOUT: Duration = Duration::from_secs(2);

/// Returns the settings of a server; the defaults where nothing is set, or the store fails.
pub(crate) async fn settings(bot: &Bot, server: Option<ServerId>) -> EffectiveSettings {
    bot.service
        .ask(move |app| app.effective_settings(server.as_ref()))
        .await
        .unwrap_or_default()
}

/// Whether the bot may post there. Discord rejects even a typing indicator where permissions don't suffice: in a private thread
/// that the bot hasn't joined, or while the bot is timed out.
pub(crate) async fn accepts_messages(bot: &Bot, channel: ChannelId) -> bool {
    let typing = bot.rest.show_typing(channel);
    match tokio::time::timeout(CHANNEL_TIMEOUT, typing).await {
        // A message unarchives a thread.
        Ok(Err(error)) if error.has_code(code::THREAD_ARCHIVED) => true,
        Ok(Err(error)) => !matches!(error.class(), ErrorClass::Forbidden | ErrorClass::Gone),
        Ok(Ok(())) | Err(_) => true,
    }
}

/// Returns the permissions that the bot lacks in the channel to post what a command leads to, and to open a thread if it takes
/// one. The server's settings are read unless they are `known`.
pub(crate) async fn missing(
    bot: &Bot,
    origin: &Origin<'_>,
    command: &Command,
    known: Option<EffectiveSettings>,
) -> Option<Text> {
    // In direct messages Discord lists only permissions that could be denied there.
    origin.guild?;
    let granted = origin.granted?;
    let opens_thread = command.begins_a_game()
        && command.wants_thread(&match known {
            Some(known) => known,
            None => settings(bot, origin.venue().server).await,
        });
    let mut missing = needed(origin, opens_thread);
    missing.retain(|(permission, _)| !granted.contains(*permission));
    let names = missing.iter().map(|(_, name)| origin.lang().words(name));
    let names: Vec<_> = names.collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    (!names.is_empty()).then(|| messages::may_not_post(&names))
}

/// Returns the permissions that are needed there, and the names that Discord shows for them.
fn needed(origin: &Origin<'_>, opens_thread: bool) -> Vec<(Permissions, Message)> {
    let channel = origin.channel;
    let in_thread = channel.is_some_and(|channel| ids::is_thread(channel.kind));
    let in_voice = channel.is_some_and(|channel| ids::is_voice(channel.kind));
    let send_in_threads = || {
        let name = msg!("permission-send-messages-in-threads");
        (Permissions::SEND_MESSAGES_IN_THREADS, name)
    };
    let send = (Permissions::SEND_MESSAGES, msg!("permission-send-messages"));
    let read = msg!("permission-read-message-history");
    let mut needed = vec![
        (Permissions::VIEW_CHANNEL, msg!("permission-view-channel")),
        if in_thread { send_in_threads() } else { send },
        (Permissions::ATTACH_FILES, msg!("permission-attach-files")),
        // Without it Discord rejects replies.
        (Permissions::READ_MESSAGE_HISTORY, read),
    ];
    if in_voice {
        // Without it nothing else is permitted there.
        needed.push((Permissions::CONNECT, msg!("permission-connect")));
    }
    let thread = channel.and_then(|channel| channel.thread_metadata);
    if thread.is_some_and(|thread| thread.locked) {
        let name = msg!("permission-manage-threads");
        needed.push((Permissions::MANAGE_THREADS, name));
    }
    if !in_thread && !in_voice && opens_thread {
        let name = msg!("permission-create-public-threads");
        needed.push((Permissions::CREATE_PUBLIC_THREADS, name));
        needed.push(send_in_threads());
    }
    needed
}

/// Whether Delos must not give the chosen role; see [`app::Context::unfit_role`].
pub(crate) fn has_unfit_role(button: &ComponentInteraction) -> bool {
    const POWERS: Permissions = Permissions::ADMINISTRATOR
        .union(Permissions::MANAGE_GUILD)
        .union(Permissions::MANAGE_ROLES)
        .union(Permissions::MANAGE_CHANNELS)
        .union(Permissions::MANAGE_MESSAGES)
        .union(Permissions::MANAGE_THREADS)
        .union(Permissions::MANAGE_WEBHOOKS)
        .union(Permissions::MANAGE_NICKNAMES)
        .union(Permissions::KICK_MEMBERS)
        .union(Permissions::BAN_MEMBERS)
        .union(Permissions::MODERATE_MEMBERS)
        .union(Permissions::MUTE_MEMBERS)
        .union(Permissions::DEAFEN_MEMBERS)
        .union(Permissions::MOVE_MEMBERS)
        .union(Permissions::VIEW_AUDIT_LOG)
        .union(Permissions::MENTION_EVERYONE);
    let ComponentInteractionDataKind::RoleSelect { values } = &button.data.kind else {
        return false;
    };
    values.iter().any(|id| {
        let is_everyone = button.guild_id.is_some_and(|guild| guild.get() == id.get());
        let role = button.data.resolved.roles.get(id);
        is_everyone || role.is_none_or(|role| role.managed || role.permissions.intersects(POWERS))
    })
}
