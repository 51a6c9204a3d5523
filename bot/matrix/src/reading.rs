//! What a message or a reaction asks for, as far as its content tells. Decides about each event whether it is for Delos; what is
//! not is neither looked at further nor logged.

use crate::account::Message;
use app::commands::find;
use app::{Action, GameId, Word};
use serde_json::{Map, Value};
use text::Platform;

use super::choices::{self, Chosen, Form, PRESS, said};
use super::ids;

/// The longest text that is read as a move or a choice, in characters; a longer one is conversation.
const MAX_LENGTH: usize = 200;
/// The longest message that is looked at, in bytes.
const MAX_BYTES: usize = 8_000;
/// The most words of a move in a thread, where people also chat.
const MOVE_WORDS: usize = 3;

/// The field of an answer's content with the user id of the only person whose choices count beneath it.
pub(crate) const FOR: &str = "org.delos.for";

/// The field of what is said directly with the id of the room in which it was asked for: its choices are made there.
pub(crate) const ASKED_IN: &str = "org.delos.asked_in";

/// What a message for Delos asks for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Meant {
    /// They named Delos, and said nothing more.
    Hello,
    /// More than is read.
    TooLong,
    /// A command without its prefix.
    Command(String),
    /// A word that stands for a command, about this game if one is known.
    Word(Word, Option<GameId>),
    /// The list of moves.
    MoveMenu(Option<GameId>),
    /// A move.
    Move {
        game: Option<GameId>,
        text: String,
        /// Whether it was said to Delos: in a thread it may be a remark.
        is_addressed: bool,
    },
    /// A choice beneath a message of Delos.
    Press(Chosen),
    /// The text that a message asked for.
    Fill(Form, String),
    /// A reply to a message of Delos that is about no game.
    NoBoard,
    /// A reply that is no choice beneath the message.
    NoChoice,
    /// A choice beneath a message whose choices are this user's.
    ForAnother(String),
    /// A number without a list.
    NoList,
}

/// Where a message was written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around<'a> {
    pub(super) sender: &'a str,
    /// The user id of Delos.
    pub(super) me: &'a str,
    /// The name of Delos in the room, if it is known.
    pub(super) name: Option<&'a str>,
    pub(super) is_direct: bool,
    /// The content of the message that it replies to, if Delos sent that.
    pub(super) replied: Option<&'a Map<String, Value>>,
    /// The content of its thread's first message, if Delos sent that.
    pub(super) root: Option<&'a Map<String, Value>>,
    /// The game that the former of these two shows, or the latter if there is none.
    pub(super) shown: Option<GameId>,
}

/// What a message asks for; none if it is not for Delos.
pub(super) fn message(message: &Message, around: Around<'_>) -> Option<Meant> {
    let is_mentioned = mentions(message, around.me);
    let body = message.body.trim();
    let addressed = addressed(body, is_mentioned, around);
    let is_for_us = addressed.is_some() || around.is_direct || around.replied.is_some();
    if body.len() > MAX_BYTES {
        return is_for_us.then_some(Meant::TooLong);
    }
    let said = addressed.unwrap_or(body);
    if let Some(replied) = around.replied
        && !body.is_empty()
    {
        return Some(reply(said, addressed.is_some(), replied, around));
    }
    match addressed {
        Some("") => Some(Meant::Hello),
        None if body.is_empty() => None,
        Some(said) => Some(order(said, None)),
        None if around.is_direct => Some(order(said, None)),
        None => remark(said, around.shown.or_else(|| game_of(around.root?))?),
    }
}

/// What a reaction chooses beneath a message with this content; or a word, where it can only be meant for the latest one.
pub(super) fn choice(said: &str, sender: &str, content: &Map<String, Value>) -> Option<Chosen> {
    is_for(content, sender)
        .then(|| choices::chosen(content, said))
        .flatten()
}

fn mentions(message: &Message, me: &str) -> bool {
    let mut called = message.mentions.iter().flatten();
    called.any(|user| user == me)
}

/// What is said in a reply to a message of Delos.
fn reply(said: &str, is_named: bool, replied: &Map<String, Value>, around: Around<'_>) -> Meant {
    let game = around.shown.or_else(|| game_of(replied));
    let own = is_for(replied, around.sender);
    if own && let Some(chosen) = choices::chosen(replied, said) {
        return Meant::Press(chosen);
    }
    if is_named && is_command(said) {
        return Meant::Command(said.to_owned());
    }
    if own && let Some(form) = choices::form(replied) {
        return if is_long(said) {
            Meant::TooLong
        } else {
            Meant::Fill(form, said.to_owned())
        };
    }
    if let Some(user) = owner(replied).filter(|_| !own)
        && choices::chosen(replied, said).is_some()
    {
        return Meant::ForAnother(user.to_owned());
    }
    let has_choices = replied.contains_key(PRESS);
    if has_choices && is_number(said) {
        return Meant::NoChoice;
    }
    match (game, Word::read(said)) {
        (None, Some(word)) if word.needs_a_game() && !around.is_direct => Meant::NoBoard,
        (game, Some(word)) => Meant::Word(word, game),
        (Some(_), None) => a_move(said, game),
        (None, None) if around.is_direct || is_named => order(said, None),
        (None, None) if has_choices && !is_like_a_move(said) => Meant::NoChoice,
        (None, None) => Meant::NoBoard,
    }
}

/// What is said to Delos itself: a command, a word, or a move.
fn order(said: &str, game: Option<GameId>) -> Meant {
    if is_move_word(said) {
        return Meant::MoveMenu(game);
    }
    if is_command(said) {
        return Meant::Command(said.to_owned());
    }
    if let Some(word) = Word::read(said) {
        return Meant::Word(word, game);
    }
    if is_long(said) {
        return Meant::TooLong;
    }
    if is_like_a_move(said) {
        return a_move(said, game);
    }
    if is_number(said) {
        return Meant::NoList;
    }
    // Its answer names the commands.
    Meant::Command(said.to_owned())
}

/// What is said in a game's thread to no one in particular.
fn remark(said: &str, game: GameId) -> Option<Meant> {
    if let Some(word) = Word::read(said) {
        return word.needs_a_game().then_some(Meant::Word(word, Some(game)));
    }
    if is_move_word(said) {
        return Some(Meant::MoveMenu(Some(game)));
    }
    is_like_a_move(said).then(|| Meant::Move {
        game: Some(game),
        text: said.to_owned(),
        is_addressed: false,
    })
}

fn a_move(said: &str, game: Option<GameId>) -> Meant {
    if is_long(said) {
        return Meant::TooLong;
    }
    Meant::Move {
        game,
        text: said.to_owned(),
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

/// The button beneath a board that lists the moves; as a command the word would take a move.
fn is_move_word(text: &str) -> bool {
    said(text) == "move"
}

/// Whether a text names a square or castles, and is not much longer than that.
fn is_like_a_move(said: &str) -> bool {
    let is_square = |pair: &[char]| matches!(pair, [file, rank] if matches!(file, 'a'..='l' | 'A'..='L') && rank.is_ascii_digit());
    let letters: Vec<char> = said.chars().collect();
    let plain = said.to_ascii_lowercase().replace('0', "o");
    said.split_whitespace().count() <= MOVE_WORDS
        && (letters.windows(2).any(is_square) || plain.starts_with("o-o"))
}

/// The text behind what calls Delos: the prefix of commands, or its name.
fn addressed<'t>(body: &'t str, is_mentioned: bool, around: Around<'_>) -> Option<&'t str> {
    let prefix = Platform::Matrix.command_prefix().trim_end();
    if let Some(rest) = without(body, prefix)
        && (rest.is_empty() || rest.starts_with(char::is_whitespace))
    {
        return Some(rest.trim());
    }
    let local = ids::local_part(around.me);
    let with_sign = format!("@{local}");
    let names = [Some(around.me), around.name, Some(&with_sign), Some(local)];
    for name in names.into_iter().flatten().filter(|name| !name.is_empty()) {
        let Some(rest) = without(body, name) else {
            continue;
        };
        let after = rest.trim_start_matches([':', ',']);
        let is_divided = after.len() < rest.len();
        let is_whole = is_divided || rest.is_empty() || rest.starts_with(char::is_whitespace);
        // Without a mention the name may be a part of a sentence.
        let is_sure = is_mentioned || name == around.me || rest.starts_with(':');
        // The id of someone else, who is called the same elsewhere.
        let is_another =
            name == with_sign && is_divided && after.starts_with(|c: char| !c.is_whitespace());
        if is_whole && is_sure && !is_another {
            return Some(after.trim());
        }
    }
    None
}

/// The rest of a text behind its beginning, in any case.
fn without<'t>(text: &'t str, beginning: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    let mut same = beginning.chars();
    loop {
        let Some(wanted) = same.next() else {
            return Some(rest.as_str());
        };
        if !rest.next()?.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
}

/// Whether a person's choices beneath a message count.
fn is_for(content: &Map<String, Value>, sender: &str) -> bool {
    !content.contains_key(FOR) || owner(content) == Some(sender)
}

/// The only user whose choices beneath a message count; none if everyone's do.
fn owner(content: &Map<String, Value>) -> Option<&str> {
    content.get(FOR)?.as_str()
}

/// The only game that a message of Delos is about: by its choices, else by the codes in its text.
fn game_of(content: &Map<String, Value>) -> Option<GameId> {
    let press = content.get(PRESS).and_then(Value::as_object);
    let addresses = press.into_iter().flat_map(Map::values);
    let games = addresses.filter_map(|does| {
        let address = does.as_str().or_else(|| does.get(0)?.as_str())?;
        let value = does.get(1).and_then(Value::as_str).unwrap_or_default();
        Action::from_address(address)?.command(Some(value))?.game()
    });
    only(games).or_else(|| {
        let html = content.get("formatted_body").and_then(Value::as_str);
        only(codes(html?))
    })
}

/// The codes of games in a message's HTML.
fn codes(html: &str) -> impl Iterator<Item = GameId> {
    let pieces = html.split("<code>").skip(1);
    pieces.filter_map(|piece| piece.split_once("</code>")?.0.parse().ok())
}

/// The game, if all are the same one.
fn only(mut games: impl Iterator<Item = GameId>) -> Option<GameId> {
    let first = games.next()?;
    games.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use app::{ChallengeId, Setting};
    use serde_json::json;

    use super::*;
    use crate::choices::Input;

    const ME: &str = "@delos:hs";

    fn game() -> GameId {
        "k7f3q2".parse().unwrap()
    }

    fn content(content: &Value) -> Map<String, Value> {
        content.as_object().unwrap().clone()
    }

    /// A board of the game.
    fn board() -> Map<String, Value> {
        content(&json!({ PRESS: {
            "move": "1:panel:k7f3q2:12", "♟": "1:panel:k7f3q2:12", "offer draw": "1:draw:k7f3q2",
        }}))
    }

    fn said(text: &str) -> Message {
        Message {
            body: text.to_owned(),
            ..Message::default()
        }
    }

    #[test]
    fn a_number_that_is_no_choice_is_neither_a_move_nor_a_command() {
        let list = content(&json!({ PRESS: { "1": ["1:set:theme", "dark"] } }));
        let others = content(&json!({
            PRESS: { "1": ["1:set:theme", "dark"] },
            FOR: "@bob:hs",
        }));
        let meant = |text: &str, replied, is_direct| {
            let around = Around {
                sender: "@ann:hs",
                me: ME,
                replied,
                is_direct,
                ..Around::default()
            };
            message(&said(text), around)
        };
        let bobs = Meant::ForAnother("@bob:hs".to_owned());
        assert!(matches!(
            meant("1", Some(&list), false),
            Some(Meant::Press(_))
        ));
        assert_eq!(meant("1", Some(&others), false), Some(bobs));
        for replied in [&list, &others] {
            assert_eq!(meant("99", Some(replied), false), Some(Meant::NoChoice));
            assert_eq!(meant("99", Some(replied), true), Some(Meant::NoChoice));
            assert_eq!(meant("sure", Some(replied), false), Some(Meant::NoChoice));
            assert_eq!(meant("e4", Some(replied), false), Some(Meant::NoBoard));
        }
        let over = board();
        assert_eq!(meant("99", Some(&over), false), Some(Meant::NoChoice));
        assert_eq!(meant("99", None, true), Some(Meant::NoList));
        assert_eq!(meant("99", None, false), None);
    }

    fn in_room(text: &str) -> Option<Meant> {
        let around = Around {
            sender: "@ann:hs",
            me: ME,
            ..Around::default()
        };
        message(&said(text), around)
    }

    fn mentioned(text: &str) -> Option<Meant> {
        let around = Around {
            sender: "@ann:hs",
            me: ME,
            name: Some("The Élan"),
            ..Around::default()
        };
        let mentions = Some(vec![ME.to_owned()]);
        message(
            &Message {
                mentions,
                ..said(text)
            },
            around,
        )
    }

    fn directly(text: &str) -> Option<Meant> {
        let around = Around {
            sender: "@ann:hs",
            me: ME,
            is_direct: true,
            ..Around::default()
        };
        message(&said(text), around)
    }

    fn replied(text: &str, to: &Map<String, Value>) -> Option<Meant> {
        let around = Around {
            sender: "@ann:hs",
            me: ME,
            replied: Some(to),
            ..Around::default()
        };
        message(&said(text), around)
    }

    fn in_thread(text: &str) -> Option<Meant> {
        let root = content(&json!({ "formatted_body": "Game <code>k7f3q2</code>" }));
        let around = Around {
            sender: "@ann:hs",
            me: ME,
            root: Some(&root),
            ..Around::default()
        };
        message(&said(text), around)
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "the tables below expect an option"
    )]
    fn command(text: &str) -> Option<Meant> {
        Some(Meant::Command(text.to_owned()))
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "the tables below expect an option"
    )]
    fn moved(text: &str, game: Option<GameId>, is_addressed: bool) -> Option<Meant> {
        let text = text.to_owned();
        Some(Meant::Move {
            game,
            text,
            is_addressed,
        })
    }

    #[test]
    fn in_a_room_delos_hears_its_prefix_and_its_name() {
        for (text, meant) in [
            ("!delos", Some(Meant::Hello)),
            ("!Delos  help", command("help")),
            ("!delos /challenge @bob", command("/challenge @bob")),
            ("!delos chalenge", command("chalenge")),
            ("!delos e4", moved("e4", None, true)),
            ("!delos O-O", moved("O-O", None, true)),
            ("!delos thanks", Some(Meant::Word(Word::Thanks, None))),
            ("!delos move", Some(Meant::MoveMenu(None))),
            ("!delos move e4", command("move e4")),
            ("delos: e4", moved("e4", None, true)),
            ("@delos:hs e4", moved("e4", None, true)),
            ("@delos:hs: e4", moved("e4", None, true)),
            // A name in a sentence.
            ("delos e4", None),
            ("delos, e4", None),
            ("!delosian e4", None),
            ("@delos:hsx e4", None),
            ("I said !delos e4", None),
            ("e4", None),
            ("resign", None),
            ("", None),
        ] {
            assert_eq!(in_room(text), meant, "{text}");
        }
        assert_eq!(mentioned("The élan: e4"), moved("e4", None, true));
        assert_eq!(mentioned("delos e4"), moved("e4", None, true));
        assert_eq!(mentioned("The Élan"), Some(Meant::Hello));
        assert_eq!(mentioned("ask The Élan"), None);
        assert_eq!(in_room(&"!delos e4 ".repeat(2_000)), Some(Meant::TooLong));
        assert_eq!(in_room(&"e4 ".repeat(20_000)), None);
    }

    #[test]
    fn a_direct_conversation_needs_no_name() {
        for (text, meant) in [
            ("e4", moved("e4", None, true)),
            ("king to e5", moved("king to e5", None, true)),
            ("resign", command("resign")),
            ("gg!", Some(Meant::Word(Word::Thanks, None))),
            ("play leto 3", command("play leto 3")),
            ("!delos play leto", command("play leto")),
            ("Move", Some(Meant::MoveMenu(None))),
            ("what is this", command("what is this")),
            ("", None),
        ] {
            assert_eq!(directly(text), meant, "{text}");
        }
        assert_eq!(directly(&"a b ".repeat(100)), Some(Meant::TooLong));
    }

    #[test]
    fn a_reply_to_a_board_is_a_choice_a_word_or_a_move() {
        let board = board();
        let draw = Meant::Press(Chosen {
            action: Action::Draw(game()),
            value: None,
        });
        for (text, meant) in [
            ("Offer draw", Some(draw)),
            ("draw", Some(Meant::Word(Word::Draw, Some(game())))),
            ("e4", moved("e4", Some(game()), true)),
            ("any nonsense", moved("any nonsense", Some(game()), true)),
            ("thanks", Some(Meant::Word(Word::Thanks, Some(game())))),
            ("!delos games", command("games")),
            ("", None),
        ] {
            assert_eq!(replied(text, &board), meant, "{text}");
        }
        assert_eq!(replied(&"e4 ".repeat(100), &board), Some(Meant::TooLong));
        // Two games, or none.
        let list = content(&json!({ PRESS: { "a": "1:board:k7f3q2", "b": "1:board:k7f3q3" } }));
        assert_eq!(replied("e4", &list), Some(Meant::NoBoard));
        assert_eq!(replied("resign", &list), Some(Meant::NoBoard));
        assert_eq!(replied("e4", &Map::new()), Some(Meant::NoBoard));
    }

    #[test]
    fn a_reply_fills_in_what_a_message_asks_for() {
        let form = Form {
            action: Action::WriteSetting(Setting::Zone),
            of: Input::Text,
        };
        let asking = choices::asking(form);
        let filled = Some(Meant::Fill(form, "Europe/Rome".to_owned()));
        assert_eq!(replied("Europe/Rome", &asking), filled);
        assert_eq!(replied("!delos help", &asking), command("help"));
        assert_eq!(replied(&"a".repeat(300), &asking), Some(Meant::TooLong));
    }

    #[test]
    fn choices_for_one_person_are_nobody_elses() {
        let id = ChallengeId::draw(1, 0);
        let address = Action::Accept(id).address();
        let own = |user: &str| content(&json!({ PRESS: { "✅": address }, FOR: user }));
        let press = |to: &Map<String, Value>| choice("✅\u{FE0F}", "@ann:hs", to).is_some();
        assert!(press(&own("@ann:hs")));
        assert!(!press(&own("@bob:hs")));
        let bobs = Meant::ForAnother("@bob:hs".to_owned());
        assert_eq!(replied("✅", &own("@bob:hs")), Some(bobs));
    }

    #[test]
    fn a_games_thread_takes_moves_and_words_about_the_game() {
        for (text, meant) in [
            ("e4", moved("e4", Some(game()), false)),
            ("Nf3!", moved("Nf3!", Some(game()), false)),
            ("0-0", moved("0-0", Some(game()), false)),
            ("draw?", Some(Meant::Word(Word::Draw, Some(game())))),
            ("Move", Some(Meant::MoveMenu(Some(game())))),
            ("!delos games", command("games")),
            ("gg", None),
            ("hello", None),
            ("nice", None),
            ("I like e4 here a lot", None),
        ] {
            assert_eq!(in_thread(text), meant, "{text}");
        }
    }
}
