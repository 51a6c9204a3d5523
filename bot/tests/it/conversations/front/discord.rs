//! Scenes on Discord: implements the traits for the playground.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use app::Limits;
use playground::{Arg, Args, Channel, Message, Reply, User, permission};
use runtime::service::Service;

use super::{Answer, Front, Person, Post, Room};
use crate::common::{self, Stage};
use crate::conversations::POST;
use crate::conversations::threads::INVITED;

impl Front for Stage {
    type User = User;
    type Channel = Channel;
    type Message = Message;
    type Reply = Reply;

    const IS_MATRIX: bool = false;

    fn words(discord: &str) -> String {
        discord.to_owned()
    }

    async fn empty() -> Self {
        Stage::empty().await
    }

    async fn start(&mut self) {
        Stage::start(self).await;
    }

    async fn stop(&mut self) {
        Stage::stop(self).await;
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn set_privacy_page(&mut self, page: Option<String>) {
        self.privacy_url = page;
    }

    fn service(&self) -> &Arc<Service> {
        self.service.as_ref().unwrap()
    }

    fn has_what_it_asks_for(&self) {
        self.pg.guild("").set_bot_permissions(INVITED);
    }

    async fn joins_anew(&self) {
        self.rejoins().await;
    }

    async fn rejoins(&self) {
        let guild = self.pg.guild("");
        guild.remove_bot();
        guild.add_bot();
    }

    fn status(&self) -> Option<String> {
        Some(self.pg.gateway().status())
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
            let calls = self.pg.calls();
            let refused = calls
                .iter()
                .filter(|call| call.route == POST && call.status == 403);
            let nonces: BTreeSet<_> = refused.map(|call| call.body["nonce"].to_string()).collect();
            (nonces.len() >= posts).then_some(())
        };
        self.pg.until("posts to be refused", refused).await;
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

    fn rest(&self) {}

    async fn until<T>(&self, what: &str, find: impl FnMut() -> Option<T>) -> T {
        self.pg.until(what, find).await
    }

    fn assert_clean(&self) {
        self.pg.assert_clean();
    }
}

impl Person for User {
    type On = Stage;

    fn name(&self) -> &str {
        User::name(self)
    }

    fn raw_mention(&self) -> String {
        User::mention(self)
    }

    fn arg(&self) -> Arg {
        Arg::from(self)
    }

    fn dm(&self) -> Self {
        User::dm(self)
    }

    fn at(&self, channel: &Channel) -> Self {
        User::at(self, channel)
    }

    fn channel(&self) -> Channel {
        User::channel(self)
    }

    fn close_dms(&self) {
        User::close_dms(self);
    }

    fn open_dms(&self) {
        User::open_dms(self);
    }

    async fn slash(&self, command: &str, args: impl Into<Args>) -> Reply {
        User::slash(self, command, args).await
    }

    async fn click(&self, message: &Message, button: &str) -> Reply {
        User::click(self, message, button).await
    }

    async fn select(&self, message: &Message, menu: &str, values: &[&str]) -> Reply {
        match in_place_of(message, menu, values) {
            Some(button) => User::click(self, message, &button).await,
            None => User::select(self, message, menu, values).await,
        }
    }

    async fn submit(&self, form: &Reply, fields: impl Into<Args>) -> Reply {
        User::submit(self, form, fields).await
    }

    async fn offered(&self, command: &str, args: Args) -> Option<Vec<(String, String)>> {
        let typed = self.autocomplete(command, args).await;
        let choices = typed.choices().into_iter();
        let value = |value: serde_json::Value| match value {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        };
        Some(choices.map(|(name, v)| (name, value(v))).collect())
    }

    fn say(&self, text: &str) -> Message {
        User::say(self, text)
    }

    fn reply_to(&self, message: &Message, text: &str) -> Message {
        User::reply_to(self, message, text)
    }
}

/// The button that replaces the option of a menu.
fn in_place_of(message: &Message, menu: &str, values: &[&str]) -> Option<String> {
    let rows = message.components().into_iter();
    let mut controls =
        rows.flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    let [value] = values else {
        return None;
    };
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

    fn name(&self) -> String {
        Channel::name(self)
    }

    fn members(&self) -> Option<Vec<String>> {
        Some(self.thread_members())
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

    fn threads(&self) -> Vec<Self> {
        Channel::threads(self)
    }

    fn mute(&self, is_muted: bool) {
        if is_muted {
            self.deny_bot(permission::SEND_MESSAGES);
        } else {
            self.allow_bot(permission::SEND_MESSAGES);
        }
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

    fn delete(&self) {
        Channel::delete(self);
    }

    fn screen(&self, user: &User) -> String {
        Channel::screen(self, user)
    }
}

impl Post for Message {
    type On = Stage;

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

    fn shown(&self) -> String {
        Message::shown(self)
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
        let rows = self.components().into_iter();
        let menus = rows.flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
        let options =
            menus.flat_map(|menu| menu["options"].as_array().cloned().unwrap_or_default());
        let values = options.map(|option| option["value"].as_str().unwrap().to_owned());
        let buttons = self.buttons().into_iter();
        let picked = buttons.filter(|button| button.custom_id.contains(":pick-"));
        let picked =
            picked.filter_map(|button| Some(button.custom_id.rsplit_once(':')?.1.to_owned()));
        values.chain(picked).collect()
    }

    fn pings(&self) -> Vec<String> {
        Message::pings(self)
    }

    fn files(&self) -> Vec<(String, usize)> {
        Message::files(self)
    }

    async fn file(&self, name: &str) -> Vec<u8> {
        Message::file(self, name)
    }

    async fn alt_text(&self, name: &str) -> String {
        Message::alt_text(self, name)
    }

    fn is_ephemeral(&self) -> bool {
        Message::is_ephemeral(self)
    }

    fn is_secret(&self) -> bool {
        Message::is_ephemeral(self)
    }

    fn channel(&self) -> Channel {
        Message::channel(self)
    }

    async fn answers(&self, n: usize) -> Vec<Self> {
        Message::answers(self, n).await
    }

    async fn until(&self, what: &str, condition: impl FnMut(&Self) -> bool) -> Self {
        Message::until(self, what, condition).await
    }

    async fn retired(&self) {
        let is_retired = |old: &Self| old.buttons().is_empty() && old.files().is_empty();
        Message::until(self, "the former message to be retired", is_retired).await;
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

    async fn message(&self) -> Message {
        Reply::message(self)
    }

    async fn whisper(&self) -> Message {
        common::whisper(self).await
    }

    fn messages(&self) -> Vec<Message> {
        Reply::messages(self)
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
