//! A Discord in a box: REST v10, gateway v10 and a chat page on loopback.
//!
//! A bot cannot tell it from Discord: it is reached over real sockets, by the code path that is used in production. It serves
//! three kinds of people: somebody who wants to try the bot without a token (the page), tests that want to speak as users (the
//! driver, below), and whoever breaks things on purpose (the [faults](#trouble)).
//!
//! # Driving it
//!
//! ```
//! use playground::{Playground, args};
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! let pg = Playground::start().await; // two free ports of 127.0.0.1; nothing is shared between two playgrounds
//! // Start the bot under test, in this process or another: `Command::new("delos").envs(pg.env())`, then `pg.ready().await`.
//! let (alice, bob) = (pg.user("alice"), pg.user("bob")); // members of the first server, standing in #general
//! # let _ = (&alice, &bob); if false {
//! let reply = alice.slash("challenge", args! { opponent: &bob, game: "toto40" }).await;
//! assert!(reply.content().contains("challenge"));
//! let reply = bob.click(&reply.message(), "Accept").await; // by label or custom id
//! let names = alice.autocomplete("move", args! { san: "N" }).await.choices(); // the last argument is being typed
//! let opened = alice.slash("say", ()).await; // `opened.modal()`
//! let reply = alice.submit(&opened, args! { text: "e2 e4" }).await;
//! let said = alice.say("@Delos e4"); // `@name` becomes a mention, as in the client
//! let answers = said.answers(1).await; // the bot's messages after it, in the same channel
//! let answer = bob.reply_to(&answers[0], "Kd7").answers(1).await;
//! let hello = alice.dm().say("hello"); // direct message to the bot
//! let board = reply.message().file("board.png");
//! let text = pg.channel("general").transcript(); // for snapshot tests
//! # }
//! pg.assert_clean(); // also done when `pg` is dropped: no limit broken, no unknown route
//! # }
//! ```
//!
//! | what | how |
//! | --- | --- |
//! | people, servers, channels | [`Playground::user`], [`Playground::guild`], [`Playground::channel`], [`Guild::channel`], [`User::at`], [`User::dm`]: made at the first mention of their name |
//! | commands | [`User::slash`] (`"group sub"` for sub-commands), [`User::autocomplete`], [`User::context`] |
//! | components | [`User::click`], [`User::select`], [`User::submit`] |
//! | messages | [`User::say`], [`User::say_with`], [`User::reply_to`], [`User::edit`], [`User::delete`], [`User::react`] |
//! | looking | [`Message`] and [`Reply`] are live: they show the present state. [`Channel::messages`], [`Channel::transcript`], [`Channel::screen`], [`Playground::calls`] |
//! | waiting | [`Playground::until`], [`Message::answers`], [`Message::until`], [`Reply::until`], [`Channel::next_message`]: conditions, checked whenever anything happens; after 15 real seconds they panic and say what they waited for |
//! | following | [`Playground::follow`]: told of each answer, post and edit once, for loads of thousands of conversations |
//! | time | [`Playground::clock`]: stands still unless moved, so that timestamps and ids repeat; deadlines (3 s, 15 min, 1 h) are judged by it |
//!
//! ## An action and its answer
//!
//! `slash`, `autocomplete`, `context`, `click`, `select` and `submit` return an [`Action`]. Nothing happens until it is used, in
//! one of four ways:
//!
//! * `action.await` sends it and waits for the whole answer: a deferral (type 5) until it has been filled or deleted, everything
//!   else until it has been acknowledged. After a deferred *update* (type 6) nothing more is waited for, since there may be nothing
//!   more; go on with [`Reply::until`] or [`Channel::next_message`]. Panics if the client would refuse or nobody answers.
//! * [`Action::ack`] waits for the first response only.
//! * [`Action::attempt`] is like `.await`, but returns [`Refused`] instead of panicking: what the client does not let this
//!   user do (no such command, missing option, disabled button, somebody else's private message), or "did not respond".
//! * [`Action::send`] sends and does not wait.
//!
//! # Trouble
//!
//! * [`Playground::inject`] with a [`Fault`]: a status, a 429 with its headers, a delay, an answer lost after the request was
//!   carried out, a cut connection; once, always, each n-th time, or by seeded chance. [`Playground::hold`] stops requests until
//!   released, which settles any question of order without sleeping. [`Playground::enforce_rate_limits`] turns real limits on.
//! * [`Playground::gateway`]: reconnect, close codes, cut sockets, invalid sessions, unacknowledged heartbeats, refused
//!   connections, duplicated and reordered events.
//! * [`Guild::set_bot_permissions`], [`Channel::deny_bot`], [`Guild::grant`], [`Channel::deny`], [`User::close_dms`], [`Guild::remove`],
//!   [`Guild::remove_bot`], [`Channel::delete`].
//!
//! # A bot for tests
//!
//! A bot in another process gets [`Playground::env`]. A bot in the test's own process is quickest in a runtime of its own:
//! `tokio::runtime::Builder::new_multi_thread().worker_threads(1)`, ended by `shutdown_background()`, which is like a killed
//! process. To abort the task of serenity's `client.start()` would leave its shards running, and `shutdown_all()` takes half a
//! second.
//!
//! Serenity drops events that it cannot parse and says so at DEBUG only, so that a field missing here would look like a bot that
//! ignores people. Register a `RawEventHandler` that notes every `Event::Unknown`, and fail the test when there is one; the tests
//! of this crate do (`tests/bot/mod.rs`), for every event that is ever sent.
//!
//! # Strictness
//!
//! Every limit in [`limits::LIMITS`] is enforced with Discord's status, error code and nested `errors`, and noted as a
//! [`Violation`] with route, JSON path and rule. A test that breaks a limit on purpose says so with [`Playground::expect`].
//!
//! # What is not modelled
//!
//! * Voice, polls, stickers, custom emoji, forums, stages, events, audit logs, webhooks other than those of interactions,
//!   Components V2, entitlements, user-installed commands, guild commands other than by bulk overwrite, application emoji.
//! * Role mentions, roles beyond one of one's own for each person with extra permissions, channel overwrites for roles, timeouts,
//!   slow mode. The permissions of an answer to an interaction are not checked, only those of ordinary requests.
//! * Compressed gateway frames: the server always chooses plain text. Threads do not archive themselves.
//! * `TYPING_START`, presence and voice events are not sent to the bot. Private messages cause no event.
//! * `mentions` leaves out whom `allowed_mentions` keeps quiet; a deferral's later edit notifies nobody.
//! * Limits that Discord does not publish are guesses: edits of messages older than an hour (30 in an hour and channel), rate
//!   limits for each route ([`RateLimits::discord`]). A length counts Unicode scalar values.
//! * An edit within a message that names a file by `attachment://` finds files that the message has already; whether Discord does
//!   is not documented.

#![recursion_limit = "256"]

mod acting;
mod calls;
mod driver;
mod faults;
mod gateway;
mod json;
pub mod limits;
mod mentions;
mod messages;
mod page;
pub mod permission;
mod places;
mod rest;
mod state;
mod time;
mod transcript;

pub use acting::Refused;
pub use calls::{Call, Violation};
pub use driver::{
    Action, Arg, Args, Builder, Button, Channel, Clock, Follower, Gateway, Guild, Happening, Hold,
    Message, Playground, Reply, Target, User,
};
pub use faults::{Fault, RateLimits};
pub use messages::Upload;
