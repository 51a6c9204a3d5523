//! What Delos may do where it is used, as far as an interaction tells.

use std::time::Duration;

use app::{Text, messages};
use serenity::all::{
    ChannelId, ChannelType, CommandInteraction, ComponentInteraction, ComponentInteractionDataKind,
    GuildId, ModalInteraction, PartialChannel, Permissions,
};
use text::msg;

use crate::retry::{ErrorClass, classify_request};
use crate::{Bot, ids};

/// Time limit of asking whether a channel can be written in.
const TYPING_TIMEOUT: Duration = Duration::from_secs(2);

/// Whether Discord lets Delos post in a channel, as far as can be told: a permission may be there and not suffice, as in a
/// private thread that Delos is no member of, or while it is timed out.
pub(crate) async fn may_post(bot: &Bot, channel: ChannelId) -> bool {
    let typing = tokio::time::timeout(TYPING_TIMEOUT, bot.rest.show_typing(channel));
    match typing.await {
        Ok(Err(error)) => !matches!(
            classify_request(&error),
            ErrorClass::Forbidden | ErrorClass::Gone
        ),
        Ok(Ok(())) | Err(_) => true,
    }
}

/// Where an interaction took place, and what Delos may do there.
pub(crate) struct Place<'a> {
    server: Option<GuildId>,
    granted: Option<Permissions>,
    channel: Option<&'a PartialChannel>,
    locale: &'a str,
}

impl<'a> Place<'a> {
    pub(crate) fn of(command: &'a CommandInteraction) -> Self {
        Self {
            server: command.guild_id,
            granted: command.app_permissions,
            channel: command.channel.as_ref(),
            locale: &command.locale,
        }
    }

    pub(crate) fn of_modal(modal: &'a ModalInteraction) -> Self {
        Self {
            server: modal.guild_id,
            granted: modal.app_permissions,
            channel: modal.channel.as_ref(),
            locale: &modal.locale,
        }
    }

    pub(crate) fn of_button(button: &'a ComponentInteraction) -> Self {
        Self {
            server: button.guild_id,
            granted: button.app_permissions,
            channel: button.channel.as_ref(),
            locale: &button.locale,
        }
    }
}

/// The permissions that Delos lacks to post in the channel, and to open a thread there.
pub(crate) fn missing_permissions(place: &Place<'_>, opens_thread: bool) -> Option<Text> {
    // In direct messages Discord lists only permissions that could be denied there.
    place.server?;
    let granted = place.granted?;
    let channel = place.channel;
    let in_thread = channel.is_some_and(|channel| ids::is_thread(channel.kind));
    let mut needed = vec![
        Permissions::VIEW_CHANNEL,
        if in_thread {
            Permissions::SEND_MESSAGES_IN_THREADS
        } else {
            Permissions::SEND_MESSAGES
        },
        Permissions::ATTACH_FILES,
        // Without it Discord rejects replies.
        Permissions::READ_MESSAGE_HISTORY,
    ];
    if channel
        .is_some_and(|channel| matches!(channel.kind, ChannelType::Voice | ChannelType::Stage))
    {
        // Without it nothing else is permitted there.
        needed.push(Permissions::CONNECT);
    }
    let thread = channel.and_then(|channel| channel.thread_metadata);
    if thread.is_some_and(|thread| thread.locked) {
        needed.push(Permissions::MANAGE_THREADS);
    }
    if !in_thread && opens_thread {
        needed.extend([
            Permissions::CREATE_PUBLIC_THREADS,
            Permissions::SEND_MESSAGES_IN_THREADS,
        ]);
    }
    let lang = crate::lang(place.locale);
    let missing: Vec<_> = needed
        .into_iter()
        .filter(|&permission| !granted.contains(permission))
        .map(|permission| lang.words(&permission_name(permission)))
        .collect();
    let missing: Vec<_> = missing.iter().map(String::as_str).collect();
    (!missing.is_empty()).then(|| messages::may_not_post(&missing))
}

/// The name that Discord shows for one of the permissions that [`missing_permissions`] needs.
fn permission_name(permission: Permissions) -> text::Message {
    match permission {
        Permissions::VIEW_CHANNEL => msg!("permission-view-channel"),
        Permissions::SEND_MESSAGES => msg!("permission-send-messages"),
        Permissions::SEND_MESSAGES_IN_THREADS => msg!("permission-send-messages-in-threads"),
        Permissions::ATTACH_FILES => msg!("permission-attach-files"),
        Permissions::CONNECT => msg!("permission-connect"),
        Permissions::MANAGE_THREADS => msg!("permission-manage-threads"),
        Permissions::READ_MESSAGE_HISTORY => msg!("permission-read-message-history"),
        _ => msg!("permission-create-public-threads"),
    }
}

/// Whether the role that was chosen is not Delos's to give; see [`app::Context::unfit_role`].
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
