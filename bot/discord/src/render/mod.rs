//! Cards as Discord messages: content, pictures as attachments, rows of components. Only the people to call are mentioned.

mod components;
pub(crate) mod dedup_key;
pub(crate) mod markdown;

use app::PlayerId;
use app::card::{Button, Card};
use serde_json::{Value, json};
use serenity::all::{ChannelId, Message, MessageFlags, MessageId};
use text::{Lang, Platform, Text};

use crate::ids;
use crate::rest::Payload;
use components::{buttons, entity_menu, select_menu};
use runtime::drawing::{Artist, Attachment};

pub(crate) use components::Emoji;

/// The longest alt text of an attachment, in characters.
const ALT_TEXT_LIMIT: usize = 1024;

/// Returns the language of a reader with this locale.
pub(crate) fn lang(locale: &str) -> Lang {
    Lang::best(locale, Platform::Discord)
}

/// A card with its pictures drawn.
#[derive(Clone)]
pub(crate) struct RenderedCard {
    content: String,
    files: Vec<Attachment>,
    rows: Vec<Value>,
}

/// Puts a card into words in `lang` and draws its pictures.
pub(crate) async fn render(
    artist: &Artist,
    emoji: &Emoji,
    mut card: Card,
    lang: Lang,
) -> RenderedCard {
    let mut files = artist.take_attachments(&mut card, lang).await;
    for file in &mut files {
        let alt_text = std::mem::take(&mut file.alt_text);
        file.alt_text = markdown::truncated(alt_text, ALT_TEXT_LIMIT);
    }
    let buttons = |row: &[Button]| buttons(row, lang, emoji);
    let menu = card.menu.filter(|_| card.menu_buttons.is_empty());
    // Pickers come first: the menu below them resets the choice.
    let pickers = card.picker.iter().map(|picker| entity_menu(picker, lang));
    let rows = pickers
        .chain(
            [menu, card.second_menu]
                .iter()
                .flatten()
                .map(|menu| select_menu(menu, lang)),
        )
        .chain(card.menu_buttons.chunks(Button::IN_ROW).map(buttons))
        .chain(card.controls.iter().map(|row| buttons(row)))
        .map(|row| json!(row))
        .collect();
    RenderedCard {
        content: markdown::content(&card.text, lang),
        files,
        rows,
    }
}

pub(crate) fn plain(content: &str) -> Payload {
    RenderedCard::from(content.to_owned()).quiet()
}

pub(crate) fn words(text: &Text, lang: Lang) -> RenderedCard {
    RenderedCard::from(markdown::content(text, lang))
}

impl From<String> for RenderedCard {
    fn from(content: String) -> Self {
        Self {
            content,
            files: Vec::new(),
            rows: Vec::new(),
        }
    }
}

impl RenderedCard {
    /// Returns the words and pictures below an introduction, without controls.
    pub(crate) fn late(self, intro: &Text, lang: Lang) -> Self {
        let content = format!("{}\n{}", markdown::content(intro, lang), self.content);
        Self {
            content: markdown::truncated(content, markdown::CONTENT_LIMIT),
            rows: Vec::new(),
            ..self
        }
    }

    /// Returns the card without emoji on its buttons; `None` if it has none.
    pub(crate) fn without_emoji(&self) -> Option<Self> {
        let mut card = self.clone();
        let rows = card.rows.iter_mut();
        let buttons = rows.filter_map(|row| row["components"].as_array_mut());
        let removed = buttons
            .flatten()
            .filter_map(|button| button.as_object_mut()?.remove("emoji"));
        (removed.count() > 0).then_some(card)
    }

    /// Returns a new message that mentions only `call`. Discord posts messages with the same key once within a few minutes; after
    /// that the outbox looks for the key.
    pub(crate) fn post(self, call: &[PlayerId], dedup_key: &str) -> Payload {
        dedup_key::mark(self.payload(call), dedup_key)
    }

    /// Returns a reply that does not mention the author.
    pub(crate) fn reply(self, to: &Message) -> Payload {
        let message = dedup_key::mark(self.quiet(), &format!("r{}", to.id));
        message.replying_to(to.channel_id, to.id)
    }

    /// Returns a message that mentions no one, or an edit that replaces everything, attachments included.
    pub(crate) fn quiet(self) -> Payload {
        self.payload(&[])
    }

    /// Returns a follow-up that only the person who pressed a button sees.
    pub(crate) fn ephemeral(self) -> Payload {
        let mut message = self.quiet();
        message.json["flags"] = json!(MessageFlags::EPHEMERAL);
        message
    }

    fn payload(self, call: &[PlayerId]) -> Payload {
        let called: Vec<_> = call.iter().filter_map(ids::user).collect();
        let described = |(n, file): (usize, &Attachment)| json!({ "id": n, "filename": file.name, "description": file.alt_text });
        let attachments: Vec<_> = self.files.iter().enumerate().map(described).collect();
        Payload {
            json: json!({
                "content": self.content,
                "components": self.rows,
                "allowed_mentions": { "parse": [], "users": called },
                "attachments": attachments,
            }),
            files: self.files,
        }
    }
}

impl Payload {
    /// Makes it a reply; an ordinary message if the other one was deleted.
    pub(crate) fn replying_to(mut self, channel: ChannelId, message: MessageId) -> Self {
        self.json["message_reference"] = json!({
            "message_id": message,
            "channel_id": channel,
            "fail_if_not_exists": false,
        });
        self
    }
}

/// Whether only the person who caused a message sees it.
pub(crate) fn is_ephemeral(message: &Message) -> bool {
    message
        .flags
        .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}
