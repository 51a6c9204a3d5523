//! The traits over which scenes are written once and played through both front ends.
//!
//! A scene is a function over a [`Front`]; [`both`] makes a test of it for each. On Discord it acts on the playground, on Matrix on
//! a homeserver in memory, where
//! - a command is typed behind the prefix, and its answer is the message that Delos sends for it, wherever that is;
//! - a button is a reaction if the message names one and the message is everyone's, else the word as a reply;
//! - a choice in a menu is a reply with its number, a form a reply to the message that asks for it;
//! - an answer that would change a private message is a new message: the handle of the former shows the latest one.

mod discord;
mod matrix;

pub(crate) use matrix::Matrix;

use std::fmt::Debug;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use app::Limits;
use playground::{Arg, Args};
use runtime::service::Service;

/// A test of a scene on each platform: `both!(a_game_is_played, another_one)`.
macro_rules! both {
    ($($scene:ident),+ $(,)?) => {
        $(
            mod $scene {
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn on_discord() {
                    super::$scene::<crate::common::Stage>().await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn on_matrix() {
                    crate::conversations::front::on_matrix(super::$scene::<crate::conversations::front::Matrix>()).await;
                }
            }
        )+
    };
}
pub(crate) use both;

/// Plays a scene whose snapshots are those of Matrix.
pub(crate) async fn on_matrix(scene: impl Future<Output = ()>) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots_on_matrix");
    settings.set_snapshot_suffix("matrix");
    settings.bind_async(scene).await;
}

/// A chat platform with a bot on it.
pub(crate) trait Front: Sized {
    type User: Person<On = Self>;
    type Channel: Room<On = Self>;
    type Message: Post<On = Self>;
    type Reply: Answer<On = Self>;

    /// For the few differences that a scene has to know.
    const IS_MATRIX: bool;

    /// Translates Discord's terms to the platform's.
    fn words(discord: &str) -> String;

    /// The platform with a bot that is ready.
    async fn ready() -> Self {
        let mut stage = Self::empty().await;
        stage.start().await;
        stage
    }

    /// The platform without a bot.
    async fn empty() -> Self;
    async fn start(&mut self);
    async fn stop(&mut self);
    fn set_limits(&mut self, limits: Limits);
    fn set_privacy_page(&mut self, page: Option<String>);
    fn service(&self) -> &Arc<Service>;

    /// Gives the bot exactly the permissions that the README's invitation asks for.
    fn has_what_it_asks_for(&self);

    /// Makes the bot join the first room as if for the first time.
    async fn joins_anew(&self);

    /// Makes the bot leave the first room and join it again.
    async fn rejoins(&self);

    /// The bot's status line, where bots have one.
    fn status(&self) -> Option<String>;

    /// Someone in the first room.
    fn user(&self, name: &str) -> Self::User;

    fn people<const N: usize>(&self, names: [&str; N]) -> [Self::User; N] {
        names.map(|name| self.user(name))
    }

    /// Someone who manages the server.
    fn manager(&self, name: &str) -> Self::User;

    /// Waits until this many of the bot's posts were refused.
    async fn refused(&self, posts: usize);

    /// A moderator deletes a message.
    fn delete(&self, message: &Self::Message);

    /// Someone leaves the server.
    fn leaves(&self, who: &Self::User);

    /// A room of the server. The first one is "general".
    fn channel(&self, name: &str) -> Self::Channel;

    /// Lets time pass.
    fn advance(&self, by: Duration);

    /// Lets enough time pass to refill everyone's quota of public answers, where there is one.
    fn rest(&self);

    async fn until<T>(&self, what: &str, find: impl FnMut() -> Option<T>) -> T;

    /// Asserts that the bot made no request that shows a mistake.
    fn assert_clean(&self);
}

/// Someone in a room.
pub(crate) trait Person: Clone {
    type On: Front<User = Self>;

    fn name(&self) -> &str;

    /// As [`Post::content`] shows a mention of them.
    fn mention(&self) -> String {
        format!("@{}", self.name())
    }

    /// As [`Post::raw`] shows one.
    fn raw_mention(&self) -> String {
        self.mention()
    }

    /// As an option of a command.
    fn arg(&self) -> Arg;
    fn dm(&self) -> Self;
    fn at(&self, channel: &<Self::On as Front>::Channel) -> Self;
    fn channel(&self) -> <Self::On as Front>::Channel;
    fn close_dms(&self);
    fn open_dms(&self);

    /// Gives a command; returns once it is carried out.
    async fn slash(&self, command: &str, args: impl Into<Args>) -> <Self::On as Front>::Reply;

    /// Presses a button.
    async fn click(
        &self,
        message: &<Self::On as Front>::Message,
        button: &str,
    ) -> <Self::On as Front>::Reply;

    /// Chooses in a menu, by value or label; people, rooms and roles by name.
    async fn select(
        &self,
        message: &<Self::On as Front>::Message,
        menu: &str,
        values: &[&str],
    ) -> <Self::On as Front>::Reply;

    /// Fills in the form that a press opened.
    async fn submit(
        &self,
        form: &<Self::On as Front>::Reply,
        fields: impl Into<Args>,
    ) -> <Self::On as Front>::Reply;

    /// The choices offered while the last of these options is typed; `None` on a platform without autocomplete.
    async fn offered(&self, command: &str, args: Args) -> Option<Vec<(String, String)>>;

    /// Says something; `@Delos` is a mention.
    fn say(&self, text: &str) -> <Self::On as Front>::Message;
    fn reply_to(
        &self,
        message: &<Self::On as Front>::Message,
        text: &str,
    ) -> <Self::On as Front>::Message;
}

/// A room, a thread, or a conversation with the bot.
pub(crate) trait Room: Clone + PartialEq + Debug {
    type On: Front<Channel = Self>;

    /// The name of a room; of a thread where threads have names.
    fn name(&self) -> String;

    /// The members of a thread, on a platform that has them.
    fn members(&self) -> Option<Vec<String>>;

    /// The next message of the bot that is no private answer.
    async fn next(&self) -> <Self::On as Front>::Message;

    /// The messages that are no private answers and no commands.
    fn public(&self) -> Vec<<Self::On as Front>::Message>;

    /// The latest private answer with these words.
    fn private(&self, words: &str) -> Option<<Self::On as Front>::Message>;

    fn threads(&self) -> Vec<Self>;

    /// Forbids the bot to post here, or allows it.
    fn mute(&self, is_muted: bool);

    /// As [`Post::content`] shows a link to it.
    fn link(&self) -> String;

    /// Forbids the bot to post pictures here; on a platform without such a permission, to post at all.
    fn forbid_pictures(&self);

    /// Forbids the bot to start threads here; on a platform without such a permission, reads threads as part of the room.
    fn forbid_threads(&self);

    /// Deletes the room, as far as the bot can tell.
    fn delete(&self);

    /// What someone sees.
    fn screen(&self, user: &<Self::On as Front>::User) -> String;
}

/// A message. Live: it shows the present form.
pub(crate) trait Post: Clone + PartialEq + Debug {
    type On: Front<Message = Self>;

    /// Where it is in the order of all messages.
    fn place(&self) -> u64;

    /// How often it has changed.
    fn changes(&self) -> usize;

    /// The words, with `@name` for a mention and `**strong**`, without files and choices.
    fn content(&self) -> String;

    /// The words as the platform has them, with times.
    fn raw(&self) -> String;

    /// All that is seen of it.
    fn shown(&self) -> String;

    /// Its buttons.
    fn labels(&self) -> Vec<String>;

    /// The buttons that can be pressed; on Matrix no others are shown.
    fn pressable(&self) -> Vec<String>;

    /// The values of the options of its menus.
    fn options(&self) -> Vec<String>;

    /// Whom it called.
    fn pings(&self) -> Vec<String>;

    /// Names and sizes. On Matrix those that its message has no room for come later, each as a message of its own.
    fn files(&self) -> Vec<(String, usize)>;

    /// The content of a file, once it is there.
    async fn file(&self, name: &str) -> Vec<u8>;
    async fn alt_text(&self, name: &str) -> String;

    /// Whether it is an answer to one person that calls no one: on Discord only they see it.
    fn is_ephemeral(&self) -> bool;

    /// Whether no one else can read it, on any platform.
    fn is_secret(&self) -> bool;
    fn channel(&self) -> <Self::On as Front>::Channel;

    /// Later messages of the bot in the same place, once there are so many.
    async fn answers(&self, n: usize) -> Vec<Self>;
    async fn until(&self, what: &str, condition: impl FnMut(&Self) -> bool) -> Self;

    /// Waits until it can no longer be pressed, or shows no picture; old messages on Matrix stay as they are.
    async fn retired(&self);

    /// Waits until it is deleted, where private messages are.
    async fn gone(&self);

    /// The board of a game of one person after what was done, once it has these words: this message, or on Matrix a new one.
    async fn moved_on(&self, words: &str) -> Self;
}

/// What an action is answered with.
pub(crate) trait Answer: Clone {
    type On: Front<Reply = Self>;

    /// The first message. If a button changed its message, that message.
    async fn message(&self) -> <Self::On as Front>::Message;

    /// The latest private message.
    async fn whisper(&self) -> <Self::On as Front>::Message;

    /// The messages so far.
    fn messages(&self) -> Vec<<Self::On as Front>::Message>;

    /// A message with these words.
    async fn saying(&self, words: &str) -> <Self::On as Front>::Message;
}

/// Waits until a message contains `words`.
pub(crate) async fn says<M: Post>(message: &M, words: &str) {
    message
        .until(words, |message| message.content().contains(words))
        .await;
}

/// The next public message in a room.
pub(crate) async fn next<C: Room>(channel: &C) -> <C::On as Front>::Message {
    channel.next().await
}

/// The public messages of a room.
pub(crate) fn public<C: Room>(channel: &C) -> Vec<<C::On as Front>::Message> {
    channel.public()
}

/// The words of the private answer to an action.
pub(crate) async fn whispered<R: Answer>(reply: &R) -> String {
    reply.whisper().await.content()
}

/// The private answer to an action.
pub(crate) async fn whisper<R: Answer>(reply: &R) -> <R::On as Front>::Message {
    reply.whisper().await
}

/// The next board of a game between two people, once the former one is retired.
pub(crate) async fn next_board<C: Room>(
    channel: &C,
    former: &<C::On as Front>::Message,
) -> <C::On as Front>::Message {
    let board = channel.next().await;
    former.retired().await;
    board
}

pub(crate) fn labels<M: Post>(message: &M) -> Vec<String> {
    message.labels()
}
