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
//! # Strictness
//!
//! Every limit in [`limits::LIMITS`] is enforced with Discord's status, error code and nested `errors`, and noted as a
//! [`Violation`] with route, JSON path and rule. A test that breaks a limit on purpose says so with [`Playground::expect`].

#![recursion_limit = "256"]

mod acting;
mod calls;
mod driver;
mod faults;
mod gateway;
mod json;
pub mod limits;
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
    Action, Arg, Args, Builder, Button, Channel, Clock, Gateway, Guild, Hold, Message, Playground,
    Reply, Target, User,
};
pub use faults::{Fault, RateLimits};
pub use messages::Upload;
