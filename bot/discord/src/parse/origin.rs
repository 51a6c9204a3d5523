//! The sender of an interaction and the place it comes from.

use app::{Command, Context, Person, Request, Venue};
use serenity::all::{
    ApplicationId, AuthorizingIntegrationOwners, ChannelId, CommandInteraction,
    ComponentInteraction, GuildId, Interaction, InteractionContext, InteractionId, Member,
    ModalInteraction, PartialChannel, Permissions, User,
};
use text::Lang;

use crate::token::Token;
use crate::{ids, render};
use store::Secret;

/// The fields that slash commands, components and modals have in common.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'a> {
    id: InteractionId,
    application: ApplicationId,
    token: &'a str,
    locale: &'a str,
    pub(crate) user: &'a User,
    member: Option<&'a Member>,
    pub(crate) channel_id: ChannelId,
    pub(crate) channel: Option<&'a PartialChannel>,
    pub(crate) guild: Option<GuildId>,
    /// Permissions of the bot there.
    pub(crate) granted: Option<Permissions>,
    /// Installers of the bot. Modals don't tell; the button that opened one did.
    owners: Option<&'a AuthorizingIntegrationOwners>,
    context: Option<InteractionContext>,
}

/// Copies the fields that all interactions have, and lets each kind tell its member and installation.
macro_rules! origin {
    ($kind:ty, $from:ident, $member:expr, $owners:expr, $context:expr) => {
        impl<'a> From<&'a $kind> for Origin<'a> {
            fn from($from: &'a $kind) -> Self {
                Self {
                    id: $from.id,
                    application: $from.application_id,
                    token: &$from.token,
                    locale: &$from.locale,
                    user: &$from.user,
                    member: $member,
                    channel_id: $from.channel_id,
                    channel: $from.channel.as_ref(),
                    guild: $from.guild_id,
                    granted: $from.app_permissions,
                    owners: $owners,
                    context: $context,
                }
            }
        }
    };
}

origin!(
    CommandInteraction,
    command,
    command.member.as_deref(),
    Some(&command.authorizing_integration_owners),
    command.context
);
origin!(
    ComponentInteraction,
    press,
    press.member.as_ref(),
    Some(&press.authorizing_integration_owners),
    press.context
);
origin!(ModalInteraction, modal, modal.member.as_ref(), None, None);

impl<'a> Origin<'a> {
    /// Returns the origin of an interaction that people cause.
    pub(crate) fn of(interaction: &'a Interaction) -> Option<Self> {
        match interaction {
            Interaction::Command(command) | Interaction::Autocomplete(command) => {
                Some(command.into())
            }
            Interaction::Component(component) => Some(component.into()),
            Interaction::Modal(modal) => Some(modal.into()),
            _ => None,
        }
    }

    pub(crate) fn token(&self) -> Token {
        Token {
            application: self.application,
            interaction: self.id,
            secret: Secret::from(self.token.to_owned()),
        }
    }

    pub(crate) fn lang(&self) -> Lang {
        render::lang(self.locale)
    }

    pub(crate) fn person(&self) -> Person {
        let nick = self.member.and_then(|member| member.nick.as_deref());
        ids::person(self.user, nick)
    }

    pub(crate) fn venue(&self) -> Venue {
        ids::venue(self.channel_id, self.guild)
    }

    pub(crate) fn context(&self) -> Context {
        let threads = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
        let lacks = |permissions| {
            self.granted
                .is_some_and(|granted| !granted.contains(permissions))
        };
        let context = self.suggestion_context();
        Context {
            threadless: context.threadless || lacks(threads),
            eventless: lacks(Permissions::CREATE_EVENTS),
            guest: ids::is_guest(self.guild, self.owners, self.context),
            ..context
        }
    }

    /// Returns the part of the context that suggestions depend on.
    pub(crate) fn suggestion_context(&self) -> Context {
        ids::context(self.member, self.channel)
    }

    pub(crate) fn request(&self, context: Context, command: Command) -> Request {
        Request {
            who: self.person(),
            venue: self.venue(),
            context,
            command,
        }
    }
}
