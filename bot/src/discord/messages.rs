//! Cards as Discord messages: content, pictures as attachments, rows of components. Only the people to call are mentioned.

use app::attachment::Attachment;
use app::card::{self, Button, Card, Entities, EntityMenu, MenuOption, SelectMenu};
use app::effect::{EffectId, Subject};
use app::{GameId, PlayerId};
use render::Picture;
use serenity::all::{
    ButtonStyle, ChannelType, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateButton, CreateInteractionResponseFollowup, CreateMessage, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditAttachments, EditInteractionResponse,
    EditMessage, Message, MessageId, MessageReference,
};
use text::Lang;

use super::{ids, markdown};
use crate::drawing::Artist;

/// The longest alt text of an attachment, in characters.
const ALT_TEXT_LIMIT: usize = 1024;
/// The longest label or description of a select menu's option, in characters.
const OPTION_LIMIT: usize = 100;

/// A card with its pictures drawn.
pub(crate) struct RenderedCard {
    content: String,
    attachments: Vec<CreateAttachment>,
    rows: Vec<CreateActionRow>,
}

/// Puts a card into words in `lang` and draws its pictures. One that cannot be drawn, which would be a bug, is left out.
pub(crate) async fn render(artist: &Artist, card: Card, lang: Lang) -> RenderedCard {
    let mut attachments = Vec::new();
    if let Some(board) = card.board {
        attachments.extend(picture(artist, Box::new(board), lang).await);
    }
    for attachment in card.attachments {
        let drawn: Box<dyn Picture + Send> = match attachment {
            Attachment::Curve(curve) => Box::new(curve),
            Attachment::Table(table) => Box::new(table),
            Attachment::Pairings(pairings) => Box::new(pairings),
            Attachment::Crosstable(table) => Box::new(table),
            Attachment::Bracket(bracket) => Box::new(bracket),
            Attachment::Podium(podium) => Box::new(podium),
            Attachment::Diagram(diagram) => Box::new(diagram),
            Attachment::Animation(animation) => animation,
            Attachment::Graph(graph) => Box::new(graph),
            Attachment::File(file) => {
                let about = lang.plain(&file.about);
                let file = CreateAttachment::bytes(file.content, file.name).description(about);
                attachments.push(file);
                continue;
            }
        };
        attachments.extend(picture(artist, drawn, lang).await);
    }
    // Pickers come first: the menu below them resets the choice.
    let pickers = card.picker.iter().map(|picker| entity_menu(picker, lang));
    let rows = pickers
        .chain(card.menu.iter().map(|menu| select_menu(menu, lang)))
        .chain(card.controls.iter().map(|row| buttons(row, lang)))
        .collect();
    RenderedCard {
        content: markdown::content(&card.text, lang),
        attachments,
        rows,
    }
}

/// An edit that leaves this content and nothing else.
pub(crate) fn plain_edit(content: &str) -> EditMessage {
    RenderedCard {
        content: content.to_owned(),
        attachments: Vec::new(),
        rows: Vec::new(),
    }
    .edit()
}

async fn picture(
    artist: &Artist,
    picture: Box<dyn Picture + Send>,
    lang: Lang,
) -> Option<CreateAttachment> {
    let name = picture.file_name();
    let drawing = artist.draw(picture, lang).await;
    let drawing = drawing.inspect_err(|error| tracing::error!(%error, name, "picture not drawn"));
    drawing.ok().map(|drawing| {
        CreateAttachment::bytes(drawing.content, drawing.file_name)
            .description(markdown::truncated(drawing.alt_text, ALT_TEXT_LIMIT))
    })
}

fn buttons(row: &[Button], lang: Lang) -> CreateActionRow {
    let button = |control: &Button| {
        CreateButton::new(control.action.address())
            .label(lang.plain(&control.label))
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
        CreateSelectMenuOption::new(
            markdown::truncated(lang.plain(&choice.label), OPTION_LIMIT),
            choice.value.clone(),
        )
        .description(markdown::truncated(
            lang.plain(&choice.detail),
            OPTION_LIMIT,
        ))
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

/// These attachments in place of a message's former ones.
fn only(attachments: Vec<CreateAttachment>) -> EditAttachments {
    attachments
        .into_iter()
        .fold(EditAttachments::new(), EditAttachments::add)
}

fn no_mentions() -> CreateAllowedMentions {
    CreateAllowedMentions::new()
}

impl RenderedCard {
    /// A new message that mentions only `call`. Discord posts messages with the same key once within a few minutes.
    pub(crate) fn post(self, call: &[PlayerId], dedup_key: String) -> CreateMessage {
        let message = CreateMessage::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(no_mentions().users(call.iter().filter_map(ids::user)))
            .nonce(serenity::all::Nonce::String(dedup_key))
            .enforce_nonce(true);
        self.attachments
            .into_iter()
            .fold(message, CreateMessage::add_file)
    }

    /// A reply that does not mention the author.
    pub(crate) fn reply(self, to: &Message) -> CreateMessage {
        // The message may have been deleted.
        let to = MessageReference::from(to).fail_if_not_exists(false);
        let message = CreateMessage::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(no_mentions())
            .reference_message(to);
        self.attachments
            .into_iter()
            .fold(message, CreateMessage::add_file)
    }

    /// An edit that replaces everything, attachments included.
    pub(crate) fn edit(self) -> EditMessage {
        EditMessage::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(no_mentions())
            .attachments(only(self.attachments))
    }

    /// The response to a deferred interaction.
    pub(crate) fn response(self) -> EditInteractionResponse {
        EditInteractionResponse::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(no_mentions())
            .attachments(only(self.attachments))
    }

    /// A follow-up that only the person who pressed a button sees.
    pub(crate) fn ephemeral_followup(self) -> CreateInteractionResponseFollowup {
        let message = CreateInteractionResponseFollowup::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(no_mentions())
            .ephemeral(true);
        self.attachments
            .into_iter()
            .fold(message, CreateInteractionResponseFollowup::add_file)
    }
}

/// The dedup key of a subject's message at a version, at most 25 characters.
pub(crate) fn subject_key(subject: Subject, version: u64) -> String {
    match subject {
        Subject::Game(id) => format!("g{id}.{version}"),
        Subject::Challenge(id) => format!("c{id}.{version}"),
        Subject::Tournament(id) => format!("r{id}.{version}"),
    }
}

/// The dedup key of the message that a game's thread is attached to.
pub(crate) fn thread_key(game: GameId) -> String {
    format!("h{game}")
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

/// The id of a stored message; none for zero.
pub(crate) fn id(message: u64) -> Option<MessageId> {
    (message != 0).then(|| MessageId::new(message))
}
