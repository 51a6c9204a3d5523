//! The driver: starts a playground, acts as its users, and inspects the bot's responses.

/// Declares a handle to an entry in one of the world's maps. It shows the current state.
macro_rules! handle {
    ($(#[$doc:meta])* $name:ident: $state:ident in $map:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub struct $name {
            pub(crate) shared: std::sync::Arc<crate::state::Shared>,
            pub(crate) id: u64,
        }

        impl $name {
            pub(crate) fn new(shared: &std::sync::Arc<crate::state::Shared>, id: u64) -> Self {
                let shared = std::sync::Arc::clone(shared);
                Self { shared, id }
            }

            /// Returns the default for something that is no longer kept.
            fn read<T: Default>(
                &self,
                f: impl FnOnce(&crate::state::World, &crate::state::$state) -> T,
            ) -> T {
                self.shared
                    .read(|w| w.$map.get(&self.id).map(|state| f(w, state)))
                    .unwrap_or_default()
            }

            /// The snowflake.
            pub fn id(&self) -> u64 {
                self.id
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.id == other.id
            }
        }
    };
}

mod action;
mod args;
mod channel;
mod components;
mod controls;
mod follower;
mod guild;
mod message;
mod reply;
mod user;
mod wait;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;

pub use action::Action;
pub use args::{Arg, Args};
pub use channel::Channel;
pub use controls::{Clock, Gateway, Hold};
pub use follower::{BotEvent, Follower};
pub use guild::Guild;
pub use message::{Button, Message};
pub use reply::Reply;
pub use user::{Target, User};

use crate::calls::{Call, Violation};
use crate::discord::{command_type, intent};
use crate::faults::{Fault, HoldState};
use crate::rate_limits::RateLimits;
use crate::rest::assert_route;
use crate::state::{CommandState, Shared, TOKEN, World};
use wait::expect;

/// A running playground.
///
/// When dropped, it stops, and panics if the bot broke a rule, unless the thread is panicking already.
#[derive(Debug)]
pub struct Playground {
    pub(crate) shared: Arc<Shared>,
    /// The first guild.
    pub(crate) guild: u64,
    pub(crate) api: String,
    pub(crate) checks_on_drop: bool,
    /// The folder with people, chats and files.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) _tasks: JoinSet<()>,
}

impl Playground {
    /// The base URL that replaces `https://discord.com`, for `DISCORD_API`. A browser finds the page there.
    pub fn api(&self) -> &str {
        &self.api
    }

    /// The bot's token.
    pub fn token(&self) -> &'static str {
        TOKEN
    }

    /// The environment for a bot in another process: `DISCORD_API`, `DISCORD_TOKEN`, and `NO_PROXY`, without which a
    /// configured proxy would receive the requests.
    pub fn env(&self) -> [(&'static str, String); 3] {
        [
            ("DISCORD_API", self.api.clone()),
            ("DISCORD_TOKEN", TOKEN.to_owned()),
            ("NO_PROXY", "127.0.0.1,localhost".to_owned()),
        ]
    }

    /// Waits until a bot is connected and has registered commands. Panics after two real minutes.
    #[track_caller]
    pub fn ready(&self) -> impl Future<Output = ()> {
        let is_ready = |w: &World| w.gateway.is_connected() && !w.commands.is_empty();
        let ready = move || self.shared.read(is_ready).then_some(());
        let what = "a connected bot with commands".to_owned();
        expect(&self.shared, what, ready)
    }

    /// The user of this name, created on first use: a member of the first guild, in `#general`.
    pub fn user(&self, name: &str) -> User {
        let name = name.trim_start_matches('@');
        let (id, channel) = self.shared.update(|w| {
            let id = w.user_or_member(self.guild, name);
            (id, w.channel_named(self.guild, "general"))
        });
        User::new(&self.shared, id, channel)
    }

    /// The guild of this name, created on first use with the bot in it. An empty name is the first guild.
    pub fn guild(&self, name: &str) -> Guild {
        let id = self.shared.update(|w| {
            let known = w.guilds.values().find(|g| g.name == name).map(|g| g.id);
            let known = known.or(name.is_empty().then_some(self.guild));
            known.unwrap_or_else(|| {
                let owner = w.guilds[&self.guild].owner;
                let id = w.add_guild(name, owner);
                let guild = w.guild_json(id);
                w.dispatch("GUILD_CREATE", intent::GUILDS, Some(id), &guild);
                id
            })
        });
        Guild::new(&self.shared, id)
    }

    /// The channel of this name in the first guild, created on first use.
    pub fn channel(&self, name: &str) -> Channel {
        self.guild("").channel(name)
    }

    /// `<@id>` of the bot.
    pub fn bot_mention(&self) -> String {
        self.shared.read(|w| format!("<@{}>", w.bot))
    }

    /// Waits until `condition` returns something. Panics after two real minutes, with `what` was expected.
    #[track_caller]
    pub fn until<T>(
        &self,
        what: &str,
        condition: impl FnMut() -> Option<T>,
    ) -> impl Future<Output = T> {
        expect(&self.shared, what.to_owned(), condition)
    }

    /// Receives all events of the bot from now on, in order.
    ///
    /// Waits check their condition after each update, which does not scale to thousands of conversations. A follower
    /// receives each event once.
    pub fn follow(&self) -> Follower {
        Follower::new(&self.shared)
    }

    /// Waits until nothing has happened for `quiet` in real time. For tests that nothing happens; prefer a condition for
    /// everything else.
    pub async fn idle(&self, quiet: Duration) {
        let mut ticks = self.shared.ticks();
        while tokio::time::timeout(quiet, ticks.changed())
            .await
            .is_ok_and(|changed| changed.is_ok())
        {}
    }

    /// The clock that deadlines follow.
    pub fn clock(&self) -> Clock {
        Clock(Arc::clone(&self.shared))
    }

    /// Controls of the gateway.
    pub fn gateway(&self) -> Gateway {
        Gateway(Arc::clone(&self.shared))
    }

    /// The last 20,000 requests of the bot, oldest first.
    pub fn calls(&self) -> Vec<Call> {
        self.shared.read(|w| w.calls.iter().cloned().collect())
    }

    /// All DM channels with the bot.
    pub fn dm_channels(&self) -> Vec<Channel> {
        self.shared.read(|w| {
            let dms = w.channels.keys().filter(|id| w.is_dm(**id));
            dms.map(|id| Channel::new(&self.shared, *id)).collect()
        })
    }

    /// All violations of the bot, oldest first, including expected ones.
    pub fn violations(&self) -> Vec<Violation> {
        self.shared.read(|w| w.violations.clone())
    }

    /// Declares that a rule of [`crate::limits::LIMITS`] will be broken on purpose.
    ///
    /// # Panics
    /// If there is no such rule.
    #[track_caller]
    pub fn expect(&self, rule: &str) {
        assert!(
            crate::limits::LIMITS.iter().any(|limit| limit.id == rule),
            "there is no rule {rule:?}"
        );
        self.shared.update(|w| w.expected.insert(rule.to_owned()));
    }

    /// Checks that the bot broke no rule, except expected ones.
    ///
    /// # Panics
    /// If it did, with all violations.
    #[track_caller]
    pub fn assert_clean(&self) {
        let unexpected: Vec<String> = self.shared.read(|w| {
            let violations = w.violations.iter();
            let unexpected = violations.filter(|v| !w.expected.contains(v.rule));
            unexpected.map(ToString::to_string).collect()
        });
        assert!(
            unexpected.is_empty(),
            "the bot broke Discord's rules:\n{}",
            unexpected.join("\n")
        );
    }

    /// Injects a fault. Several faults on a route apply in the order of their injection. Panics if no route matches.
    #[track_caller]
    pub fn inject(&self, fault: Fault) {
        assert_route(&fault.route);
        self.shared.update(|w| w.faults.faults.push(fault));
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.shared.update(|w| w.faults.faults.clear());
    }

    /// Holds the requests to a route, given as in [`Fault::on`], until the hold is released. Panics if no route matches.
    #[track_caller]
    pub fn hold(&self, route: &str) -> Hold {
        assert_route(route);
        let key = self.shared.update(|w| {
            w.faults.last_hold += 1;
            let key = w.faults.last_hold;
            let (route, arrived) = (route.to_owned(), 0);
            w.faults.holds.insert(key, HoldState { route, arrived });
            key
        });
        Hold {
            shared: Arc::clone(&self.shared),
            key,
        }
    }

    /// Switches Activities on in the developer portal, which adds an Entry Point command.
    pub fn enable_activities(&self) {
        self.shared.update(|w| {
            let command = CommandState {
                id: w.id(),
                version: w.id(),
                guild: None,
                body: json!({"name": "launch", "description": "Launch an activity", "type": command_type::PRIMARY_ENTRY_POINT,
                    "handler": 2, "integration_types": [0, 1], "contexts": [0, 1, 2]}),
            };
            w.commands.insert(command.id, command);
        });
    }

    /// Deletes the application's emoji in the developer portal.
    pub fn delete_emoji(&self) {
        self.shared.update(|w| w.emoji.clear());
    }

    /// The names of the bot's global commands, sorted.
    pub fn commands(&self) -> Vec<String> {
        let mut names: Vec<String> = self.shared.read(|w| {
            let global = w.commands.values().filter(|c| c.guild.is_none());
            global.map(|c| c.name().to_owned()).collect()
        });
        names.sort();
        names
    }

    /// Enforces rate limits with Discord's headers, in real time; also one IDENTIFY in five seconds.
    pub fn enforce_rate_limits(&self, limits: RateLimits) {
        self.shared.update(|w| {
            w.rate_limits.limits = Some(limits);
            w.gateway.limits_identify = true;
        });
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            // On failure, the last save stays, which is at most a second old.
            drop(self.shared.read(World::snapshot).write(folder));
        }
        if self.checks_on_drop && !std::thread::panicking() {
            self.assert_clean();
        }
    }
}
