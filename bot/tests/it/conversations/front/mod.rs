//! Traits that let a scene be written once and played through both front ends.
//!
//! A scene is a function over a [`Front`]; [`both`] makes a test of it per platform. On Discord it runs on the playground, on
//! Matrix on an in-memory homeserver, where
//! - a command is typed after the prefix, and its answer is the message that Delos sends for it, in any room;
//! - a button is a reaction if a public message names one, and otherwise the button's word as a reply;
//! - a menu choice is a reply with its number, and a form a reply to the message that asks for it;
//! - an answer that would edit a private message is a new message: the old handle shows the latest one.

mod discord;
mod matrix;

pub(crate) use discord::controls;
pub(crate) use matrix::Matrix;

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use app::Limits;
use playground::{Arg, Args};
use runtime::service::Service;

use crate::common::assert_says;

/// Makes a test of a scene on each platform: `both!(a_game_is_played)`.
macro_rules! both {
    ($scene:ident) => {
        mod $scene {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_discord() {
                super::$scene(crate::common::Stage::ready().await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_matrix() {
                let scene = super::$scene::<crate::conversations::front::Matrix>;
                crate::conversations::front::on_matrix(scene).await;
            }
        }
    };
}
pub(crate) use both;

/// Makes a test of a scene on Discord.
macro_rules! on_discord {
    ($scene:ident) => {
        mod $scene {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_discord() {
                super::$scene(crate::common::Stage::ready().await).await;
            }
        }
    };
}
pub(crate) use on_discord;

/// Plays a scene with Matrix's snapshots.
pub(crate) async fn on_matrix(scene: impl AsyncFnOnce(Matrix)) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots_on_matrix");
    settings.set_snapshot_suffix("matrix");
    let scene = async { scene(Matrix::ready().await).await };
    settings.bind_async(scene).await;
}

/// A chat platform with a bot.
pub(crate) trait Front: Sized {
    type User: Person<On = Self>;
    type Channel: Room<On = Self>;
    type Message: Post<On = Self>;
    type Reply: Answer<On = Self>;

    /// For the few differences that matter to a scene.
    const IS_MATRIX: bool;

    fn either<T>(discord: T, matrix: T) -> T {
        if Self::IS_MATRIX { matrix } else { discord }
    }

    /// Translates Discord's terms to the platform's.
    fn words(discord: &str) -> String {
        discord.to_owned()
    }

    async fn start(&mut self);
    async fn stop(&mut self);

    async fn restarts(&mut self) {
        self.stop().await;
        self.start().await;
    }

    async fn restarts_with(&mut self, limits: Limits, privacy_page: Option<String>);
    fn service(&self) -> &Arc<Service>;

    /// Gives the bot exactly the permissions in the README's invitation link, if it asks for any.
    fn has_what_it_asks_for(&self) {}

    /// Makes the bot leave the first room and join it again.
    async fn rejoins(&self);

    /// Returns a person in the first room.
    fn user(&self, name: &str) -> Self::User;

    fn people<const N: usize>(&self, names: [&str; N]) -> [Self::User; N] {
        names.map(|name| self.user(name))
    }

    /// Returns the first room, and people in it.
    fn general_with<const N: usize>(&self, names: [&str; N]) -> (Self::Channel, [Self::User; N]) {
        (self.channel("general"), self.people(names))
    }

    /// Returns a person who manages the server.
    fn manager(&self, name: &str) -> Self::User;

    /// Waits until the platform has refused this many of the bot's posts.
    async fn refused(&self, posts: usize);

    /// Deletes a message, as a moderator.
    fn delete(&self, message: &Self::Message);

    fn leaves(&self, who: &Self::User);

    /// Returns a room of the server. The first one is "general".
    fn channel(&self, name: &str) -> Self::Channel;

    fn advance(&self, by: Duration);

    /// Advances the clock until everyone's quota of public answers is full, if there is one.
    fn rest(&self) {}

    async fn until<T>(&self, what: &str, find: impl FnMut() -> Option<T>) -> T;

    async fn happens(&self, what: &str, mut has_happened: impl FnMut() -> bool) {
        self.until(what, || has_happened().then_some(())).await;
    }
}

pub(crate) type MessageOf<U> = <<U as Person>::On as Front>::Message;
type ReplyOf<U> = <<U as Person>::On as Front>::Reply;

pub(crate) trait Person: Clone {
    type On: Front<User = Self>;

    fn name(&self) -> &str;

    /// Returns a mention of them as [`Post::content`] shows it.
    fn mention(&self) -> String {
        format!("@{}", self.name())
    }

    fn arg(&self) -> Arg;
    fn dm(&self) -> Self;
    fn at(&self, channel: &<Self::On as Front>::Channel) -> Self;
    fn channel(&self) -> <Self::On as Front>::Channel;
    fn close_dms(&self);
    fn open_dms(&self);

    /// Gives a command; returns once it is handled.
    async fn slash(&self, command: &str, args: impl Into<Args>) -> ReplyOf<Self>;

    /// Gives a command; returns the private answer.
    async fn asks(&self, command: &str, args: impl Into<Args>) -> MessageOf<Self> {
        self.slash(command, args).await.whisper().await
    }

    async fn click(&self, message: &MessageOf<Self>, button: &str) -> ReplyOf<Self>;

    /// Presses a button; returns the private answer.
    async fn presses(&self, message: &MessageOf<Self>, button: &str) -> MessageOf<Self> {
        self.click(message, button).await.whisper().await
    }

    /// Chooses from a menu, by value or label. People, rooms and roles are chosen by name.
    async fn select(&self, message: &MessageOf<Self>, menu: &str, values: &[&str])
    -> ReplyOf<Self>;

    /// Submits the form that a press opened.
    async fn submit(&self, form: &ReplyOf<Self>, fields: impl Into<Args>) -> ReplyOf<Self>;

    /// Returns the choices offered while the last of these options is typed; `None` on a platform without autocomplete.
    async fn offered(&self, _command: &str, _args: Args) -> Option<Vec<(String, String)>> {
        None
    }

    /// Sends a message; `@Delos` is a mention.
    fn say(&self, text: &str) -> MessageOf<Self>;
    fn reply_to(&self, message: &MessageOf<Self>, text: &str) -> MessageOf<Self>;
}

/// A room, a thread, or a direct conversation with the bot.
pub(crate) trait Room: Clone + PartialEq + Debug {
    type On: Front<Channel = Self>;

    /// Returns the name of a room, or of a thread if threads have names.
    fn name(&self) -> String;

    /// Returns the bot's next public message.
    async fn next(&self) -> <Self::On as Front>::Message;

    /// Returns the messages, without private answers and commands.
    fn public(&self) -> Vec<<Self::On as Front>::Message>;

    /// Returns the latest private answer that contains these words.
    fn private(&self, words: &str) -> Option<<Self::On as Front>::Message>;

    fn threads(&self) -> Vec<Self>;

    /// Revokes or grants the bot's permission to post here.
    fn mute(&self, is_muted: bool);

    /// Returns a link to it as [`Post::content`] shows it.
    fn link(&self) -> String;

    /// Revokes the permission to post pictures here; on a platform without it, the one to post at all.
    fn forbid_pictures(&self) {
        self.mute(true);
    }

    /// Revokes the permission to start threads here; on a platform without it, reads threads as part of the room.
    fn forbid_threads(&self);

    fn delete(&self);

    /// Returns the room as a person sees it.
    fn screen(&self, user: &<Self::On as Front>::User) -> String;
}

/// A message. The handle is live: it shows the current form.
pub(crate) trait Post: Clone + PartialEq + Debug {
    type On: Front<Message = Self>;

    /// Returns its position in the order of all messages.
    fn place(&self) -> u64;

    fn changes(&self) -> usize;

    /// Returns the text, with `@name` for a mention and `**strong**`, without files and choices.
    fn content(&self) -> String;

    /// Asserts that the text contains these words.
    #[track_caller]
    fn tells(&self, words: impl AsRef<str>) {
        assert_says(self.content(), words);
    }

    /// Returns the platform's own text, with times.
    fn raw(&self) -> String {
        self.content()
    }

    /// Returns everything a reader sees of it.
    fn shown(&self) -> String;

    /// Returns the labels of its buttons.
    fn labels(&self) -> Vec<String>;

    fn has(&self, label: &str) -> bool {
        self.labels().iter().any(|own| own == label)
    }

    /// Returns the labels of the buttons that can be pressed; Matrix shows no others.
    fn pressable(&self) -> Vec<String> {
        self.labels()
    }

    /// Returns the values of its menus' options.
    fn options(&self) -> Vec<String>;

    /// Returns the people it mentions.
    fn pings(&self) -> Vec<String>;

    /// Returns names and sizes. On Matrix, files that don't fit into the message follow, each as its own message.
    fn files(&self) -> Vec<(String, usize)>;

    /// Waits for a file; returns its content.
    async fn file(&self, name: &str) -> Vec<u8>;
    async fn alt_text(&self, name: &str) -> String;

    /// Whether it answers one person and mentions no one. On Discord only that person sees it.
    fn is_ephemeral(&self) -> bool;

    /// Whether no one else can read it.
    fn is_secret(&self) -> bool {
        self.is_ephemeral()
    }
    fn channel(&self) -> <Self::On as Front>::Channel;

    /// Waits for this many later messages of the bot in the same place.
    async fn answers(&self, n: usize) -> Vec<Self>;
    async fn until(&self, what: &str, condition: impl FnMut(&Self) -> bool) -> Self;

    /// Waits until its buttons are disabled, or its picture is gone. Old messages on Matrix stay as they are.
    async fn retired(&self) {}

    /// Waits until it is deleted, on a platform that deletes private messages.
    async fn gone(&self) {}

    /// Returns the board of a person's game after an action, once it contains these words: this message or a new one.
    async fn moved_on(&self, words: &str) -> Self;
}

/// The answer to an action.
pub(crate) trait Answer: Clone {
    type On: Front<Reply = Self>;

    /// Returns the first message. If a button edited its own message, returns that one.
    async fn message(&self) -> <Self::On as Front>::Message;

    /// Returns the latest private message.
    async fn whisper(&self) -> <Self::On as Front>::Message {
        self.message().await
    }

    fn messages(&self) -> Vec<<Self::On as Front>::Message>;

    /// Returns a message that contains these words.
    async fn saying(&self, words: &str) -> <Self::On as Front>::Message {
        let message = self.message().await;
        says(&message, words).await;
        message
    }
}

pub(crate) async fn says<M: Post>(message: &M, words: &str) {
    let says = |message: &M| message.content().contains(words);
    message.until(words, says).await;
}

/// Returns the next public message with these words; skips those before it.
pub(crate) async fn next_saying<C: Room>(channel: &C, words: &str) -> <C::On as Front>::Message {
    loop {
        let message = channel.next().await;
        if message.content().contains(words) {
            return message;
        }
    }
}

/// Returns the first public message with these words, which may have been returned before.
pub(crate) async fn posted<F: Front>(stage: &F, channel: &F::Channel, words: &str) -> F::Message {
    let found = || {
        let mut all = channel.public().into_iter();
        all.find(|message| message.content().contains(words))
    };
    stage.until(words, found).await
}

/// Returns the only answer to something that was said.
pub(crate) async fn answer<M: Post>(said: &M) -> M {
    let mut answers = said.answers(1).await;
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.remove(0)
}

/// Returns the next board of a game between two people, once the previous one is retired.
pub(crate) async fn next_board<C: Room>(
    channel: &C,
    former: &<C::On as Front>::Message,
) -> <C::On as Front>::Message {
    let board = channel.next().await;
    former.retired().await;
    board
}

/// Returns the next message, which calls this person alone.
pub(crate) async fn called<C: Room>(
    channel: &C,
    who: &<C::On as Front>::User,
) -> <C::On as Front>::Message {
    let message = channel.next().await;
    assert_eq!(message.pings(), [who.name()], "{}", message.content());
    message
}
