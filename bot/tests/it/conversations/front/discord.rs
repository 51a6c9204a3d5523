//! Scenes on Discord: implements the traits for the playground.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use app::Limits;
use playground::{Arg, Args, Channel, Message, Reply, User, permission};
use runtime::service::Service;
use serde_json::Value;

use super::{Answer, Front, Person, Post, Room};
use crate::common::{self, Stage};
use crate::conversations::POST;
use crate::conversations::threads::INVITED;

/// Implements trait methods by calling the inherent methods of the same name.
macro_rules! same_as {
    ($type:ident: $(fn $name:ident($($arg:ident: $arg_type:ty),*) $(-> $result:ty)?;)+
        $(async fn $async_name:ident($($async_arg:ident: $async_arg_type:ty),*) -> $async_result:ty;)*) => {
        $(
            fn $name(&self, $($arg: $arg_type),*) $(-> $result)? {
                $type::$name(self, $($arg),*)
            }
        )+
        $(
            async fn $async_name(&self, $($async_arg: $async_arg_type),*) -> $async_result {
                $type::$async_name(self, $($async_arg),*).await
            }
        )*
    };
}

impl Front for Stage {
    type User = User;
    type Channel = Channel;
    type Message = Message;
    type Reply = Reply;

    const IS_MATRIX: bool = false;

    async fn start(&mut self) {
        Stage::start(self).await;
    }

    async fn stop(&mut self) {
        Stage::stop(self).await;
    }

    async fn restarts_with(&mut self, limits: Limits, privacy_page: Option<String>) {
        (self.limits, self.privacy_url) = (limits, privacy_page);
        self.restarts().await;
    }

    fn service(&self) -> &Arc<Service> {
        self.service.as_ref().unwrap()
    }

    fn has_what_it_asks_for(&self) {
        self.pg.guild("").set_bot_permissions(INVITED);
    }

    async fn rejoins(&self) {
        let guild = self.pg.guild("");
        guild.remove_bot();
        guild.add_bot();
    }

    fn user(&self, name: &str) -> User {
        self.pg.user(name)
    }

    fn manager(&self, name: &str) -> User {
        let user = self.pg.user(name);
        self.pg.guild("").grant(&user, permission::MANAGE_GUILD);
        user
    }

    async fn refused(&self, posts: usize) {
        let refused = || {
            let mut calls = self.pg.calls();
            calls.retain(|call| call.route == POST && call.status == 403);
            let nonces = calls.iter().map(|call| call.body["nonce"].to_string());
            nonces.collect::<BTreeSet<_>>().len() >= posts
        };
        self.happens("posts to be refused", refused).await;
    }

    fn delete(&self, message: &Message) {
        let moderator = self.pg.user("mod");
        let server = self.pg.guild("");
        server.grant(&moderator, permission::MANAGE_MESSAGES);
        moderator.delete(message);
    }

    fn leaves(&self, who: &User) {
        self.pg.guild("").remove(who);
    }

    fn channel(&self, name: &str) -> Channel {
        self.pg.channel(name)
    }

    fn advance(&self, by: Duration) {
        self.pg.clock().advance(by);
    }

    async fn until<T>(&self, what: &str, find: impl FnMut() -> Option<T>) -> T {
        self.pg.until(what, find).await
    }
}

impl Person for User {
    type On = Stage;

    same_as! { User:
        fn name() -> &str;
        fn dm() -> Self;
        fn at(channel: &Channel) -> Self;
        fn channel() -> Channel;
        fn say(text: &str) -> Message;
        fn reply_to(message: &Message, text: &str) -> Message;
        fn close_dms();
        fn open_dms();
        async fn slash(command: &str, args: impl Into<Args>) -> Reply;
        async fn click(message: &Message, button: &str) -> Reply;
        async fn submit(form: &Reply, fields: impl Into<Args>) -> Reply;
    }

    fn arg(&self) -> Arg {
        Arg::from(self)
    }

    async fn select(&self, message: &Message, menu: &str, values: &[&str]) -> Reply {
        match in_place_of(message, menu, values) {
            Some(button) => User::click(self, message, &button).await,
            None => User::select(self, message, menu, values).await,
        }
    }

    async fn offered(&self, command: &str, args: Args) -> Option<Vec<(String, String)>> {
        let typed = self.autocomplete(command, args).await;
        let choices = typed.choices().into_iter();
        let value = |value: Value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        Some(choices.map(|(name, v)| (name, value(v))).collect())
    }
}

fn all(list: &Value) -> Vec<Value> {
    list.as_array().cloned().unwrap_or_default()
}

/// The buttons and menus of a message.
pub(crate) fn controls(message: &Message) -> Vec<Value> {
    let rows = message.components().into_iter();
    rows.flat_map(|row| all(&row["components"])).collect()
}

/// The button that replaces the option of a menu.
fn in_place_of(message: &Message, menu: &str, values: &[&str]) -> Option<String> {
    let [value] = values else {
        return None;
    };
    let mut controls = controls(message).into_iter();
    if controls.any(|control| control["placeholder"] == menu) {
        return None;
    }
    // A move in a lesson follows those before it.
    let picks = |id: &str| {
        let rest = id.strip_suffix(value);
        id.contains(":pick-") && rest.is_some_and(|rest| rest.ends_with([':', '.', ',']))
    };
    let mut buttons = message.buttons().into_iter();
    let button = buttons.find(|button| picks(&button.custom_id));
    button.map(|button| button.custom_id)
}

impl Room for Channel {
    type On = Stage;

    same_as! { Channel:
        fn name() -> String;
        fn threads() -> Vec<Self>;
        fn screen(user: &User) -> String;
        fn delete();
    }

    async fn next(&self) -> Message {
        common::next(self).await
    }

    fn public(&self) -> Vec<Message> {
        common::public(self)
    }

    fn private(&self, words: &str) -> Option<Message> {
        let mut all = self.messages().into_iter();
        all.rfind(|message| message.is_ephemeral() && message.content().contains(words))
    }

    fn mute(&self, is_muted: bool) {
        let change = if is_muted {
            Self::deny_bot
        } else {
            Self::allow_bot
        };
        change(self, permission::SEND_MESSAGES);
    }

    fn link(&self) -> String {
        format!("#{}", self.name())
    }

    fn forbid_pictures(&self) {
        self.deny_bot(permission::ATTACH_FILES);
    }

    fn forbid_threads(&self) {
        self.deny_bot(permission::CREATE_PUBLIC_THREADS);
    }
}

impl Post for Message {
    type On = Stage;

    same_as! { Message:
        fn shown() -> String;
        fn pings() -> Vec<String>;
        fn files() -> Vec<(String, usize)>;
        fn is_ephemeral() -> bool;
        fn channel() -> Channel;
        async fn answers(n: usize) -> Vec<Self>;
        async fn until(what: &str, condition: impl FnMut(&Self) -> bool) -> Self;
    }

    fn place(&self) -> u64 {
        self.id()
    }

    fn changes(&self) -> usize {
        self.edits()
    }

    fn content(&self) -> String {
        self.text()
    }

    fn raw(&self) -> String {
        Message::content(self)
    }

    fn labels(&self) -> Vec<String> {
        let buttons = self.buttons().into_iter();
        buttons.map(|button| button.label).collect()
    }

    fn pressable(&self) -> Vec<String> {
        let buttons = self.buttons().into_iter().filter(|button| !button.disabled);
        buttons.map(|button| button.label).collect()
    }

    fn options(&self) -> Vec<String> {
        let menus = controls(self).into_iter();
        let options = menus.flat_map(|menu| all(&menu["options"]));
        let values = options.map(|option| option["value"].as_str().unwrap().to_owned());
        let buttons = self.buttons().into_iter().map(|button| button.custom_id);
        let picks = buttons.filter(|id| id.contains(":pick-"));
        let picked = picks.filter_map(|id| Some(id.rsplit_once(':')?.1.to_owned()));
        values.chain(picked).collect()
    }

    async fn file(&self, name: &str) -> Vec<u8> {
        Message::file(self, name)
    }

    async fn alt_text(&self, name: &str) -> String {
        Message::alt_text(self, name)
    }

    async fn retired(&self) {
        common::retired(self).await;
    }

    async fn gone(&self) {
        Message::until(self, "the message to go away", Self::is_deleted).await;
    }

    async fn moved_on(&self, words: &str) -> Self {
        let fits = |one: &Self| !one.is_ephemeral() && one.content().contains(words);
        self.until(words, |board| fits(board) || board.later().iter().any(fits))
            .await;
        let mut board = self.clone();
        while !fits(&board) {
            board = common::next(&self.channel()).await;
        }
        board
    }
}

impl Answer for Reply {
    type On = Stage;

    same_as! { Reply: fn messages() -> Vec<Message>; }

    async fn message(&self) -> Message {
        Reply::message(self)
    }

    async fn whisper(&self) -> Message {
        common::whisper(self).await
    }

    async fn saying(&self, words: &str) -> Message {
        let find = |reply: &Self| {
            let mut all = reply.messages().into_iter();
            all.find(|message| Post::content(message).contains(words))
        };
        Reply::until(self, words, |reply| find(reply).is_some()).await;
        find(self).unwrap()
    }
}
