//! Cards as Discord messages: content, pictures as attachments, rows of components. Only the people to call are mentioned.

pub(crate) mod markdown;

use app::card::{self, Button, Card, Entities, EntityMenu, MenuOption, SelectMenu};
use app::effect::{EffectId, Subject};
use app::{BoardId, PlayerId, Site};
use serde_json::{Value, json};
use serenity::all::{
    ButtonStyle, ChannelType, CreateActionRow, CreateButton, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, Message, MessageFlags,
};
use text::{Lang, Text};

use crate::ids;
use crate::rest::{File, Payload};
use runtime::drawing::{Artist, Attachment};

/// The longest alt text of an attachment, in characters.
const ALT_TEXT_LIMIT: usize = 1024;
/// The longest label or description of a select menu's option, in characters.
const OPTION_LIMIT: usize = 100;

/// The longest custom id, in bytes.
const CUSTOM_ID_LIMIT: usize = 100;
/// Divides a dedup key from a button's address.
const KEY_END: char = '|';

/// A card with its pictures drawn.
#[derive(Clone)]
pub(crate) struct RenderedCard {
    content: String,
    files: Vec<File>,
    rows: Vec<CreateActionRow>,
}

/// Puts a card into words in `lang` and draws its pictures.
pub(crate) async fn render(artist: &Artist, mut card: Card, lang: Lang) -> RenderedCard {
    let attachments = artist.take_attachments(&mut card, lang).await;
    // Pickers come first: the menu below them resets the choice.
    let pickers = card.picker.iter().map(|picker| entity_menu(picker, lang));
    let rows = pickers
        .chain(
            [card.menu, card.second_menu]
                .iter()
                .flatten()
                .map(|menu| select_menu(menu, lang)),
        )
        .chain(card.controls.iter().map(|row| buttons(row, lang)))
        .collect();
    RenderedCard {
        content: markdown::content(&card.text, lang),
        files: attachments.into_iter().map(file).collect(),
        rows,
    }
}

/// A message with this content and nothing else.
pub(crate) fn plain(content: &str) -> Payload {
    RenderedCard::from(content.to_owned()).quiet()
}

/// A card with these words and nothing else.
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

fn file(attachment: Attachment) -> File {
    File {
        name: attachment.name,
        media_type: attachment.media_type,
        description: markdown::truncated(attachment.alt_text, ALT_TEXT_LIMIT),
        content: attachment.content,
    }
}

fn buttons(row: &[Button], lang: Lang) -> CreateActionRow {
    let button = |control: &Button| {
        CreateButton::new(control.action.address())
            .label(lang.plain(&control.label))
            .disabled(control.disabled)
            .style(match control.style {
                card::ButtonStyle::Primary => ButtonStyle::Primary,
                card::ButtonStyle::Success => ButtonStyle::Success,
                card::ButtonStyle::Danger => ButtonStyle::Danger,
                card::ButtonStyle::Plain => ButtonStyle::Secondary,
            })
    };
    CreateActionRow::Buttons(row.iter().map(button).collect())
}

fn select_menu(menu: &SelectMenu, lang: Lang) -> CreateActionRow {
    let option = |choice: &MenuOption| {
        let option = CreateSelectMenuOption::new(
            markdown::truncated(lang.plain(&choice.label), OPTION_LIMIT),
            choice.value.clone(),
        );
        let detail = markdown::truncated(lang.plain(&choice.detail), OPTION_LIMIT);
        if detail.is_empty() {
            option
        } else {
            option.description(detail)
        }
    };
    let options = menu.options.iter().map(option).collect();
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(menu.action.address(), kind).placeholder(lang.plain(&menu.prompt)),
    )
}

fn entity_menu(picker: &EntityMenu, lang: Lang) -> CreateActionRow {
    let (kind, most) = match &picker.kind {
        Entities::Rooms { most, chosen } => {
            let chosen = chosen.iter().filter_map(ids::room).collect();
            let kind = CreateSelectMenuKind::Channel {
                channel_types: Some(vec![ChannelType::Text, ChannelType::News]),
                default_channels: Some(chosen),
            };
            (kind, *most)
        }
        Entities::Person => {
            let default_users = None;
            (CreateSelectMenuKind::User { default_users }, 1)
        }
        Entities::Role { chosen } => {
            let chosen = chosen.iter().filter_map(ids::role).collect();
            let default_roles = Some(chosen);
            (CreateSelectMenuKind::Role { default_roles }, 1)
        }
    };
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(picker.action.address(), kind)
            .placeholder(lang.plain(&picker.prompt))
            .max_values(most),
    )
}

impl RenderedCard {
    /// The words and pictures beneath an introduction, without controls.
    pub(crate) fn late(self, intro: &Text, lang: Lang) -> Self {
        let content = format!("{}\n{}", markdown::content(intro, lang), self.content);
        Self {
            content: markdown::truncated(content, markdown::CONTENT_LIMIT),
            rows: Vec::new(),
            ..self
        }
    }

    /// A new message that mentions only `call`. Discord posts messages with the same key once within a few minutes; after that
    /// [`posted_key`] recognizes them.
    pub(crate) fn post(self, call: &[PlayerId], dedup_key: &str) -> Payload {
        once(self.payload(call), dedup_key)
    }

    /// A reply that does not mention the author.
    pub(crate) fn reply(self, to: &Message) -> Payload {
        let mut message = once(self.quiet(), &format!("r{}", to.id));
        // The message may have been deleted.
        message.json["message_reference"] = json!({
            "message_id": to.id,
            "channel_id": to.channel_id,
            "fail_if_not_exists": false,
        });
        message
    }

    /// A message that mentions no one, or an edit that replaces everything, attachments included.
    pub(crate) fn quiet(self) -> Payload {
        self.payload(&[])
    }

    /// A follow-up that only the person who pressed a button sees.
    pub(crate) fn ephemeral(self) -> Payload {
        let mut message = self.quiet();
        message.json["flags"] = json!(MessageFlags::EPHEMERAL);
        message
    }

    fn payload(self, call: &[PlayerId]) -> Payload {
        let called: Vec<_> = call.iter().filter_map(ids::user).collect();
        let described = |(n, file): (usize, &File)| json!({ "id": n, "filename": file.name, "description": file.description });
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

/// Marks a message with its dedup key: as the nonce, and in the custom id of its last button.
fn once(mut message: Payload, dedup_key: &str) -> Payload {
    message.json["nonce"] = json!(dedup_key);
    message.json["enforce_nonce"] = json!(true);
    if let Some(id) = last_address(&mut message.json["components"])
        && let Some(address) = id.as_str()
        && dedup_key.len() + KEY_END.len_utf8() + address.len() <= CUSTOM_ID_LIMIT
    {
        *id = json!(format!("{dedup_key}{KEY_END}{address}"));
    }
    message
}

/// The custom id of the last button of some rows.
fn last_address(rows: &mut Value) -> Option<&mut Value> {
    let row = rows.as_array_mut()?.last_mut()?;
    let control = row.get_mut("components")?.as_array_mut()?.last_mut()?;
    control.get_mut("custom_id")
}

/// The address in a control's custom id.
pub(crate) fn address(custom_id: &str) -> &str {
    custom_id
        .split_once(KEY_END)
        .filter(|(key, _)| !key.contains(':'))
        .map_or(custom_id, |(_, address)| address)
}

/// The dedup key in the custom ids of a message's controls.
pub(crate) fn posted_key(components: &Value) -> Option<&str> {
    let row = components.as_array()?.last()?;
    let control = row["components"].as_array()?.last()?;
    let (key, _) = control["custom_id"].as_str()?.split_once(KEY_END)?;
    Some(key).filter(|key| !key.contains(':'))
}

/// The dedup key of a subject's message at a version, at most 25 characters.
pub(crate) fn subject_key(subject: Subject, version: u64) -> String {
    match subject {
        Subject::Game(id) => format!("g{id}.{version}"),
        Subject::GameElsewhere(id) => format!("x{id}.{version}"),
        Subject::Challenge(id) => format!("c{id}.{version}"),
        Subject::Tournament(id) => format!("r{id}.{version}"),
    }
}

/// The dedup key of the message that a game's thread is attached to.
pub(crate) fn thread_key(board: BoardId) -> String {
    let game = board.game;
    match board.site {
        Site::First => format!("h{game}"),
        Site::Second => format!("i{game}"),
    }
}

/// The dedup key of an effect's only message, at most 25 characters.
pub(crate) fn effect_key(id: &EffectId) -> String {
    // The id ends in random bits and a number within one command; the time before them adds little.
    let rest: String = id.0.chars().filter(char::is_ascii_alphanumeric).collect();
    let from = rest.chars().count().saturating_sub(24);
    std::iter::once('t')
        .chain(rest.chars().skip(from))
        .collect()
}
