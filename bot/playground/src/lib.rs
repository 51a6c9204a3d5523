//! A local Discord: REST v10, gateway v10 and a chat page on loopback.
//!
//! A bot connects to it over real sockets, with the code that it uses in production. It serves those who try the bot
//! without a token (the page), tests that act as users (the driver below), and [fault injection](#fault-injection).
//!
//! # The driver
//!
//! ```
//! use playground::{Playground, args};
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! let pg = Playground::start().await; // on free ports; playgrounds share nothing
//! // Start the bot under test, in this process or another: `Command::new("delos").envs(pg.env())`, then `pg.ready().await`.
//! let (alice, bob) = (pg.user("alice"), pg.user("bob")); // members of the first guild, in #general
//! # let _ = (&alice, &bob); if false {
//! let reply = alice.slash("challenge", args! { opponent: &bob, game: "toto40" }).await;
//! assert!(reply.content().contains("challenge"));
//! let reply = bob.click(&reply.message(), "Accept").await; // by label or custom id
//! let names = alice.autocomplete("move", args! { san: "N" }).await.choices(); // the last argument has the focus
//! let opened = alice.slash("say", ()).await; // `opened.modal()`
//! let reply = alice.submit(&opened, args! { text: "e2 e4" }).await;
//! let said = alice.say("@Delos e4"); // `@name` becomes a mention, as in the client
//! let answers = said.answers(1).await; // later messages of the bot in the same channel
//! let answer = bob.reply_to(&answers[0], "Kd7").answers(1).await;
//! let hello = alice.dm().say("hello"); // a DM to the bot
//! let board = reply.message().file("board.png");
//! let text = pg.channel("general").transcript(); // for snapshot tests
//! # }
//! pg.assert_clean(); // also when `pg` is dropped: no limit exceeded, no unknown route
//! # }
//! ```
//!
//! | | |
//! | --- | --- |
//! | users, guilds, channels | [`Playground::user`], [`Playground::guild`], [`Playground::channel`], [`Guild::channel`], [`User::at`], [`User::dm`]; created on first use |
//! | commands | [`User::slash`] (`"group sub"` for subcommands), [`User::autocomplete`], [`User::context`] |
//! | components | [`User::click`], [`User::select`], [`User::submit`] |
//! | messages | [`User::say`], [`User::reply_to`], [`User::edit`], [`User::delete`], [`User::react`] |
//! | inspection | [`Message`] and [`Reply`], which show the current state, [`Channel::messages`], [`Channel::transcript`], [`Channel::screen`], [`Playground::calls`] |
//! | waiting | [`Playground::until`], [`Message::answers`], [`Message::until`], [`Reply::until`], [`Channel::next_message`]: they check a condition after each update, and panic with an explanation after two real minutes |
//! | load tests | [`Playground::follow`]: a stream of responses, posts and edits |
//! | time | [`Playground::clock`]: frozen unless advanced, so that timestamps and ids repeat; deadlines (3 s, 15 min, 1 h) follow it |
//!
//! ## An action and its response
//!
//! `slash`, `autocomplete`, `context`, `click`, `select` and `submit` return an [`Action`], which does nothing until used:
//!
//! * `action.await` sends it and waits for the complete response: for a deferral (type 5) until it is filled or deleted,
//!   otherwise for the initial response. A deferred *update* (type 6) may have no consequence, so nothing more is awaited; use
//!   [`Reply::until`] or [`Channel::next_message`]. Panics if the client refuses or the bot does not respond.
//! * [`Action::attempt`] returns [`Refused`] instead of panicking: something that the client does not let the user do
//!   (unknown command, missing option, disabled button, another user's ephemeral message), or "did not respond".
//! * [`Action::ack`] waits for the initial response only, and [`Action::send`] for nothing.
//!
//! # Fault injection
//!
//! * [`Playground::inject`] takes a [`Fault`]. [`Playground::hold`] holds requests until released, to test any order of events
//!   without sleeping. [`Playground::enforce_rate_limits`] enforces rate limits.
//! * [`Playground::gateway`] injects gateway faults; see [`Gateway`].
//! * [`Guild::set_bot_permissions`], [`Channel::deny_bot`], [`Guild::grant`], [`Channel::deny`], [`User::close_dms`],
//!   [`Guild::remove`], [`Guild::remove_bot`], [`Channel::delete`], [`Guild::delete_event`].
//!
//! # A bot for tests
//!
//! A bot in another process gets [`Playground::env`]. A bot in the test's process is best run in a runtime of its own,
//! `tokio::runtime::Builder::new_multi_thread().worker_threads(1)`, that ends with `shutdown_background()`, like a killed
//! process. Aborting the task of serenity's `client.start()` would leave its shards running, and `shutdown_all()` takes half a
//! second.
//!
//! Serenity drops events that it cannot parse and only logs them at DEBUG, so a missing field would look like a bot that ignores
//! its users. Register a `RawEventHandler` that fails the test on `Event::Unknown`. The tests of this crate do so for every event
//! (`tests/it/bot/mod.rs`).
//!
//! # Strictness
//!
//! Every limit in [`limits::LIMITS`] is enforced with Discord's status, error code and nested `errors`, and recorded as a
//! [`Violation`] with route, JSON path and rule. A test that breaks a limit on purpose declares it with [`Playground::expect`].
//!
//! # Limitations
//!
//! * Voice, polls, stickers, custom emoji of servers, forums, stages, scheduled events in voice channels or with recurrence, audit logs, webhooks other than those of
//!   interactions, Components V2, entitlements, user-installed commands, guild commands other than by bulk overwrite, attachment
//!   options and changes of application emoji do not exist.
//! * Neither do role mentions, roles other than one per user for extra permissions, overwrites for roles, timeouts and slow mode.
//!   The permissions of responses to interactions are not checked, only those of other requests.
//! * Gateway compression is never used. Threads do not archive themselves.
//! * `TYPING_START`, presence and voice events are not dispatched, nor are events of ephemeral messages.
//! * `mentions` omits users whom `allowed_mentions` excludes, and filling a deferral notifies no one.
//! * Limits that Discord does not publish are guesses: 30 edits of messages older than an hour per hour and channel, and the rate
//!   limits per route ([`RateLimits::discord`]). Lengths count Unicode scalar values.
//! * An edit may refer by `attachment://` to files that the message already has; Discord does not document whether it may.

#![recursion_limit = "256"]

mod api_error;
mod builder;
mod calls;
mod client;
mod discord;
mod driver;
mod faults;
mod gateway;
mod guilds;
mod interaction;
mod json;
pub mod limits;
mod mentions;
mod messages;
mod page;
pub mod permission;
mod rate_limits;
mod rest;
mod state;
mod time;
mod transcript;

pub use builder::Builder;
pub use calls::{Call, Violation};
pub use client::Refused;
pub use driver::{
    Action, Arg, Args, BotEvent, Button, Channel, Clock, Follower, Gateway, Guild, Hold, Message,
    Playground, Reply, Target, User,
};
pub use faults::Fault;
pub use rate_limits::{RateLimits, RouteLimit};
pub use state::scheduled_events::{ScheduledEvent, event_status};
