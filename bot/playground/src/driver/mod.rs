//! The driver: start a playground, speak as its people, look at what the bot did.

mod action;
mod args;
mod builder;
mod components;
mod follower;
mod message;
mod places;
mod reply;
mod trouble;
mod user;
mod wait;

use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

pub use action::Action;
pub use args::{Arg, Args};
pub use builder::Builder;
pub use follower::{Follower, Happening};
pub use message::{Button, Message};
pub(crate) use places::channel_handle;
pub use places::{Channel, Guild};
pub use reply::Reply;
pub use trouble::{Clock, Gateway, Hold};
pub(crate) use user::hand;
pub use user::{Target, User};

use crate::calls::{Call, Violation};
use crate::faults::{Fault, HoldState, RateLimits};
use crate::state::{Kind, Shared};
use wait::wait;

/// A running Discord. Dropped, it stops serving and panics if the bot has broken a rule (unless a panic is under way already).
#[derive(Debug)]
pub struct Playground {
    shared: Arc<Shared>,
    guild: u64,
    api: String,
    token: String,
    checked: bool,
    _tasks: JoinSet<()>,
}

impl Playground {
    /// A playground on two free ports, with a clock that stands still.
    ///
    /// # Panics
    /// If no port can be had.
    pub async fn start() -> Self {
        Self::builder()
            .start()
            .await
            .unwrap_or_else(|e| panic!("no free port on 127.0.0.1: {e}"))
    }

    /// Ports, names and clock to choose.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// What takes the place of `https://discord.com`: the value of `DISCORD_API`. A browser finds the page there.
    #[must_use]
    pub fn api(&self) -> &str {
        &self.api
    }

    /// The token that the bot must show.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The environment of a bot in another process: `DISCORD_API`, `DISCORD_TOKEN`, and `NO_PROXY`, because proxies in the
    /// environment would be asked for 127.0.0.1 too.
    #[must_use]
    pub fn env(&self) -> [(&'static str, String); 3] {
        [
            ("DISCORD_API", self.api.clone()),
            ("DISCORD_TOKEN", self.token.clone()),
            ("NO_PROXY", "127.0.0.1,localhost".to_owned()),
        ]
    }

    /// Waits until a bot has identified and registered commands. Panics after 15 real seconds.
    #[track_caller]
    pub fn ready(&self) -> impl Future<Output = ()> {
        let at = Location::caller();
        async move {
            wait(
                &self.shared,
                at,
                Some("a bot that is connected and has commands"),
                || {
                    self.shared.look(|w| {
                        (w.gateway.is_connected() && !w.commands.is_empty()).then_some(())
                    })
                },
            )
            .await;
        }
    }

    /// The person of this name, a member of the first server and standing in its `#general`; made at the first mention.
    #[must_use]
    pub fn user(&self, name: &str) -> User {
        let name = name.trim_start_matches('@');
        let (id, name, place) = self.shared.change(|w| {
            let id = w.person_named(name).map(|p| p.id);
            let id = id.unwrap_or_else(|| {
                let id = w.add_person(name, false);
                w.join(self.guild, id);
                id
            });
            (
                id,
                w.person_name(id),
                w.channel_named(self.guild, "general"),
            )
        });
        User {
            shared: Arc::clone(&self.shared),
            id,
            name,
            place,
        }
    }

    /// The server of this name, made with the bot in it at the first mention; an empty name is the first one.
    #[must_use]
    pub fn guild(&self, name: &str) -> Guild {
        let id = self.shared.change(|w| {
            let known = w.guilds.values().find(|g| g.name == name).map(|g| g.id);
            known
                .or(name.is_empty().then_some(self.guild))
                .unwrap_or_else(|| {
                    let owner = w.guilds.get(&self.guild).map_or(0, |g| g.owner);
                    let id = w.add_guild(name, owner);
                    w.dispatch(
                        "GUILD_CREATE",
                        crate::gateway::intent::GUILDS,
                        Some(id),
                        |w, _| w.guild_json(id),
                    );
                    id
                })
        });
        Guild {
            shared: Arc::clone(&self.shared),
            id,
        }
    }

    /// The channel of this name on the first server, made at the first mention.
    #[must_use]
    pub fn channel(&self, name: &str) -> Channel {
        self.guild("").channel(name)
    }

    /// The direct messages of somebody with the bot.
    #[must_use]
    pub fn dm(&self, user: &User) -> Channel {
        user.dm().place()
    }

    /// `<@id>` of the bot.
    #[must_use]
    pub fn bot_mention(&self) -> String {
        self.shared.look(|w| format!("<@{}>", w.bot))
    }

    /// Waits until `found` finds something.
    ///
    /// # Panics
    /// After 15 real seconds, and says what it waited for.
    #[track_caller]
    pub fn until<T>(
        &self,
        what: &str,
        found: impl FnMut() -> Option<T>,
    ) -> impl Future<Output = T> {
        let (at, what) = (Location::caller(), what.to_owned());
        async move {
            let out = wait(&self.shared, at, Some(&what), found).await;
            out.unwrap_or_else(|| panic!("the playground ended while waiting for {what}"))
        }
    }

    /// Hears of everything that the bot does from now on, in order. Waits look at their condition whenever anything happens, which
    /// is dear for thousands of conversations at once; a follower is told once of each thing.
    #[must_use]
    pub fn follow(&self) -> Follower {
        Follower::new(&self.shared)
    }

    /// Waits until the bot has asked nothing for this (real) time. For the end of a test that shows that nothing happens;
    /// anything else is better awaited by a condition.
    pub async fn idle(&self, quiet: Duration) {
        let mut ticks = self.shared.ticks();
        while tokio::time::timeout(quiet, ticks.changed())
            .await
            .is_ok_and(|r| r.is_ok())
        {}
    }

    /// The clock by which deadlines are judged.
    #[must_use]
    pub fn clock(&self) -> Clock {
        Clock {
            shared: Arc::clone(&self.shared),
        }
    }

    /// The gateway's controls.
    #[must_use]
    pub fn gateway(&self) -> Gateway {
        Gateway {
            shared: Arc::clone(&self.shared),
        }
    }

    /// Every request of the bot, oldest first (the last 20,000).
    #[must_use]
    pub fn calls(&self) -> Vec<Call> {
        self.shared.look(|w| w.calls.iter().cloned().collect())
    }

    /// How many threads and direct-message channels there are, and other sizes that a long test watches: (channels, messages,
    /// interactions, files).
    #[must_use]
    pub fn sizes(&self) -> (usize, usize, usize, usize) {
        self.shared.look(|w| {
            (
                w.channels.len(),
                w.messages.len(),
                w.interactions.len(),
                w.files.len(),
            )
        })
    }

    /// Names of the commands that the bot has registered, sorted.
    #[must_use]
    pub fn commands(&self) -> Vec<String> {
        let mut out: Vec<String> = self
            .shared
            .look(|w| w.commands.values().map(|c| c.name().to_owned()).collect());
        out.sort();
        out
    }

    /// Every channel that somebody's direct messages with the bot use.
    #[must_use]
    pub fn dm_channels(&self) -> Vec<Channel> {
        let ids: Vec<u64> = self.shared.look(|w| {
            w.channels
                .values()
                .filter(|c| c.kind == Kind::Dm)
                .map(|c| c.id)
                .collect()
        });
        ids.into_iter()
            .map(|id| channel_handle(&self.shared, id))
            .collect()
    }

    /// What the bot has done wrong, oldest first, expected or not.
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        self.shared.look(|w| w.violations.clone())
    }

    /// This rule of [`crate::limits::LIMITS`] will be broken on purpose.
    ///
    /// # Panics
    /// If there is no such rule.
    #[track_caller]
    pub fn expect(&self, rule: &str) {
        assert!(
            crate::limits::LIMITS.iter().any(|l| l.id == rule),
            "there is no rule {rule:?}"
        );
        self.shared.change(|w| w.expected.insert(rule.to_owned()));
    }

    /// Panics if the bot has broken a rule that was not expected, or asked for a route that does not exist.
    ///
    /// # Panics
    /// See above.
    #[track_caller]
    pub fn assert_clean(&self) {
        let bad = self.unexpected();
        assert!(
            bad.is_empty(),
            "the bot broke Discord's rules:\n{}",
            bad.join("\n")
        );
    }

    fn unexpected(&self) -> Vec<String> {
        self.shared.look(|w| {
            w.violations
                .iter()
                .filter(|v| !w.expected.contains(v.rule))
                .map(ToString::to_string)
                .collect()
        })
    }

    /// From now on requests fail like this. Several faults on one route strike in the order in which they were injected.
    ///
    /// # Panics
    /// If the fault's route does not exist.
    #[track_caller]
    pub fn inject(&self, fault: Fault) {
        assert!(
            crate::rest::exists(&fault.route),
            "no route is covered by {:?}",
            fault.route
        );
        self.shared.change(|w| w.trouble.faults.push(fault));
    }

    /// Nothing fails any more.
    pub fn clear_faults(&self) {
        self.shared.change(|w| w.trouble.faults.clear());
    }

    /// Requests of this route (as in [`Fault::on`]) wait until the hold is released.
    ///
    /// # Panics
    /// If the route does not exist.
    #[must_use]
    #[track_caller]
    pub fn hold(&self, route: &str) -> Hold {
        assert!(
            crate::rest::exists(route),
            "no route is covered by {route:?}"
        );
        let key = self.shared.change(|w| {
            w.trouble.next_hold += 1;
            let key = w.trouble.next_hold;
            w.trouble.holds.push(HoldState {
                key,
                route: route.to_owned(),
                arrived: 0,
            });
            key
        });
        Hold {
            shared: Arc::clone(&self.shared),
            key,
        }
    }

    /// Rate limits are enforced with Discord's headers, by a clock that always runs; also one IDENTIFY in five seconds.
    pub fn enforce_rate_limits(&self, limits: RateLimits) {
        self.shared.change(|w| {
            w.trouble.limits = Some(limits);
            w.gateway.pace_identify = true;
        });
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        if self.checked && !std::thread::panicking() {
            self.assert_clean();
        }
    }
}
