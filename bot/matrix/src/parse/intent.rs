//! Reads what a message or reaction asks for. Messages that aren't for the bot are dropped here, and never logged.

use app::commands::{self, Said, find, is_like_a_move, is_nearly_a_command, parse};
use app::{Action, GameId, Word};
use serde_json::{Map, Value};
use text::Platform;

use crate::account::Message;
use crate::choices::{self, Chosen, FOR, Form, PRESS, normalized};
use crate::ids;

/// Length of a move or choice, in characters; anything longer is conversation.
const MAX_LENGTH: usize = 200;
/// Length of a message that is read at all, in bytes.
const MAX_BYTES: usize = 8_000;
/// Words of a move in a thread, where people also chat.
const MOVE_WORDS: usize = 3;

/// A message's meaning for the bot.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Intent {
    /// The bot's name or prefix alone.
    Hello,
    /// An edit of a request.
    Edited,
    TooLong,
    /// A command without its prefix.
    Command(String),
    /// A word that means a command, for this game if known.
    Word(Word, Option<GameId>),
    MoveMenu(Option<GameId>),
    Move {
        game: Option<GameId>,
        text: String,
        /// Whether it was said to the bot: in a thread it may be a remark.
        is_addressed: bool,
    },
    /// A choice under one of our messages.
    Press(Chosen),
    /// The text for a form.
    Fill(Form, String),
    /// A reply to a message that shows no game.
    NoBoard,
    /// A reply that isn't among the message's choices.
    NoChoice,
    /// A choice that only this user may make.
    ForAnother(String),
    /// A number without a list.
    NoList,
}

/// The room, thread and messages around a message.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MessageContext<'a> {
    pub(crate) sender: &'a str,
    pub(crate) me: &'a str,
    /// The bot's name in the room, if known.
    pub(crate) name: Option<&'a str>,
    pub(crate) is_direct: bool,
    /// The content of the message replied to, if ours.
    pub(crate) replied: Option<&'a Map<String, Value>>,
    /// The content of the thread's root, if ours.
    pub(crate) root: Option<&'a Map<String, Value>>,
    /// The game shown in `replied`, or else in `root`.
    pub(crate) shown: Option<GameId>,
}

/// Reads a message; `None` if it isn't for the bot.
pub(crate) fn of_message(message: &Message, context: MessageContext<'_>) -> Option<Intent> {
    let mut mentioned = message.mentions.iter().flatten();
    let is_mentioned = mentioned.any(|user| user == context.me);
    let body = message.body.trim();
    let addressed = addressed(body, is_mentioned, context);
    let is_for_us = addressed.is_some() || context.is_direct || context.replied.is_some();
    if body.len() > MAX_BYTES {
        return is_for_us.then_some(Intent::TooLong);
    }
    let said = addressed.unwrap_or(body);
    if let Some(replied) = context.replied
        && !body.is_empty()
    {
        return Some(reply(said, addressed.is_some(), replied, context));
    }
    match addressed {
        Some("") => Some(Intent::Hello),
        None if body.is_empty() => None,
        Some(said) => Some(order(said)),
        None if context.is_direct => Some(order(said)),
        None => remark(said, context.shown.or_else(|| game_of(context.root?))?),
    }
}

/// Returns what a reaction or a word chooses under a message with this content.
pub(crate) fn choice(said: &str, sender: &str, content: &Map<String, Value>) -> Option<Chosen> {
    is_for(content, sender)
        .then(|| choices::chosen(content, said))
        .flatten()
}

/// Returns a move that is typed below a lesson.
pub(crate) fn lesson_move(said: &str, content: &Map<String, Value>) -> Option<Intent> {
    let form = choices::form(content)?;
    let is_move =
        matches!(form.action, Action::WriteLessonMove(_)) && is_like_a_move(said, MOVE_WORDS);
    is_move.then(|| Intent::Fill(form, said.to_owned()))
}

/// Reads a reply to one of our messages.
fn reply(
    said: &str,
    is_named: bool,
    replied: &Map<String, Value>,
    context: MessageContext<'_>,
) -> Intent {
    let game = context.shown.or_else(|| game_of(replied));
    let own = is_for(replied, context.sender);
    if own && let Some(chosen) = choices::chosen(replied, said) {
        return Intent::Press(chosen);
    }
    if is_named && is_command(said) {
        return Intent::Command(said.to_owned());
    }
    if own && let Some(form) = choices::form(replied) {
        return if is_long(said) {
            Intent::TooLong
        } else {
            Intent::Fill(form, said.to_owned())
        };
    }
    if let Some(user) = owner(replied).filter(|_| !own)
        && choices::chosen(replied, said).is_some()
    {
        return Intent::ForAnother(user.to_owned());
    }
    let has_choices = replied.contains_key(PRESS);
    if has_choices && is_number(said) {
        return Intent::NoChoice;
    }
    if is_long(said) {
        return Intent::TooLong;
    }
    let words = commands::said(said);
    if choices::is_question(replied) && words.as_ref().and_then(Said::answer).is_some() {
        return Intent::NoChoice;
    }
    match (game, words) {
        (None, Some(Said::Word(word))) if word.needs_a_game() && !context.is_direct => {
            Intent::NoBoard
        }
        (game, Some(Said::Word(word))) => Intent::Word(word, game),
        (_, Some(Said::Call(call))) => Intent::Command(call.written()),
        (Some(_), Some(Said::Move(text))) => a_move(text, game),
        (None, _) if context.is_direct || is_named => order(said),
        (None, None) if has_choices => Intent::NoChoice,
        (Some(_), None) => Intent::Hello,
        (None, _) => Intent::NoBoard,
    }
}

/// Reads what is said to the bot: a command, a word or a move.
fn order(said: &str) -> Intent {
    if is_move_word(said) {
        return Intent::MoveMenu(None);
    }
    if is_command(said) && parse(said).is_ok() {
        return Intent::Command(said.to_owned());
    }
    match commands::said(said) {
        _ if is_long(said) => Intent::TooLong,
        Some(Said::Word(word)) => Intent::Word(word, None),
        Some(Said::Call(call)) => Intent::Command(call.written()),
        Some(Said::Move(text)) => a_move(text, None),
        // The answer says what is wrong.
        None if is_command(said) || is_nearly_a_command(said) => Intent::Command(said.to_owned()),
        None if is_number(said) => Intent::NoList,
        None => Intent::Hello,
    }
}

/// Reads a message in a game's thread that doesn't address the bot.
fn remark(said: &str, game: GameId) -> Option<Intent> {
    let game = Some(game);
    if let Some(word) = Word::read(said) {
        return word.needs_a_game().then_some(Intent::Word(word, game));
    }
    if is_move_word(said) {
        return Some(Intent::MoveMenu(game));
    }
    is_like_a_move(said, MOVE_WORDS).then(|| Intent::Move {
        game,
        text: said.to_owned(),
        is_addressed: false,
    })
}

fn a_move(text: String, game: Option<GameId>) -> Intent {
    Intent::Move {
        game,
        text,
        is_addressed: true,
    }
}

fn is_long(said: &str) -> bool {
    said.chars().count() > MAX_LENGTH
}

fn is_number(said: &str) -> bool {
    !said.is_empty() && said.chars().all(|c| c.is_ascii_digit())
}

fn is_command(said: &str) -> bool {
    let name = said.split_whitespace().next().unwrap_or_default();
    find(name.strip_prefix('/').unwrap_or(name)).is_some()
}

/// Whether a text is the button that lists the moves; as a command, the word needs a move.
fn is_move_word(text: &str) -> bool {
    normalized(text) == "move"
}

/// Returns the text after the command prefix or the bot's name.
fn addressed<'t>(
    body: &'t str,
    is_mentioned: bool,
    context: MessageContext<'_>,
) -> Option<&'t str> {
    let prefix = Platform::Matrix.command_prefix().trim_end();
    if let Some(rest) = strip_prefix(body, prefix)
        && (rest.is_empty() || rest.starts_with(char::is_whitespace))
    {
        return Some(rest.trim());
    }
    let local = ids::local_part(context.me);
    let with_sign = format!("@{local}");
    let names = [
        Some(context.me),
        context.name,
        Some(&with_sign),
        Some(local),
    ];
    for name in names.into_iter().flatten().filter(|name| !name.is_empty()) {
        let Some(rest) = strip_prefix(body, name) else {
            continue;
        };
        let after = rest.trim_start_matches([':', ',']);
        let is_divided = after.len() < rest.len();
        let is_whole = is_divided || rest.is_empty() || rest.starts_with(char::is_whitespace);
        // Without a mention, the name may be part of a sentence.
        let is_sure = is_mentioned || name == context.me || rest.starts_with(':');
        // A namesake on another homeserver.
        let is_another =
            name == with_sign && is_divided && after.starts_with(|c: char| !c.is_whitespace());
        if is_whole && is_sure && !is_another {
            return Some(after.trim());
        }
    }
    None
}

/// Strips a prefix, ignoring case.
fn strip_prefix<'t>(text: &'t str, beginning: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for wanted in beginning.chars() {
        if !rest.next()?.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    Some(rest.as_str())
}

/// Whether a person may choose under a message.
fn is_for(content: &Map<String, Value>, sender: &str) -> bool {
    !content.contains_key(FOR) || owner(content) == Some(sender)
}

/// Returns the only user who may choose under a message; `None` if everyone may.
fn owner(content: &Map<String, Value>) -> Option<&str> {
    content.get(FOR)?.as_str()
}

/// Returns the only game that one of our messages is about, by its choices or else the codes in its text.
fn game_of(content: &Map<String, Value>) -> Option<GameId> {
    let press = content.get(PRESS).and_then(Value::as_object);
    let addresses = press.into_iter().flat_map(Map::values);
    let games = addresses.filter_map(|does| {
        let address = does.as_str().or_else(|| does.get(0)?.as_str())?;
        let value = does.get(1).and_then(Value::as_str).unwrap_or_default();
        Action::from_address(address)?.command(Some(value))?.game()
    });
    only(games).or_else(|| {
        let pieces = content.get("formatted_body")?.as_str()?.split("<code>");
        let codes = pieces
            .skip(1)
            .filter_map(|piece| piece.split_once("</code>"));
        only(codes.filter_map(|(code, _)| code.parse().ok()))
    })
}

/// Returns the game if all are the same.
fn only(mut games: impl Iterator<Item = GameId>) -> Option<GameId> {
    let first = games.next()?;
    games.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests;
