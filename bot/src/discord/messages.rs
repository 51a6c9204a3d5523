//! Cards as Discord's messages: content, a board as attachment, rows of buttons. Nobody is mentioned unless called.

use app::PlayerId;
use app::attachment::Attachment;
use app::card::{self, Button, Card, Entities, EntityMenu, MenuOption, SelectMenu};
use serenity::all::{
    ButtonStyle, ChannelType, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateButton, CreateInteractionResponseFollowup, CreateMessage, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditAttachments, EditInteractionResponse,
    EditMessage, Message, MessageId, MessageReference,
};

use render::Picture;
use text::Lang;

use super::{markdown, people};
use crate::drawing::Artist;

/// The longest label and description of a menu's entry, in characters.
const OPTION: usize = 100;

/// A card with its pictures drawn.
pub(crate) struct Drawn {
    content: String,
    attached: Vec<CreateAttachment>,
    rows: Vec<CreateActionRow>,
}

/// Draws a card's pictures. If that fails, which would be a fault of this program, the words go out without them.
pub(crate) async fn draw(artist: &Artist, card: Card) -> Drawn {
    let mut attached = Vec::new();
    if let Some(board) = card.board {
        attached.extend(picture(artist, Box::new(board)).await);
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
                let file = CreateAttachment::bytes(file.content, file.name).description(file.about);
                attached.push(file);
                continue;
            }
        };
        attached.extend(picture(artist, drawn).await);
    }
    // What is to be picked comes first: the menu beside it takes the choice back.
    let pickers = card.picker.iter().map(picker);
    let rows = pickers
        .chain(card.menu.iter().map(menu))
        .chain(card.controls.iter().map(|row| buttons(row)))
        .collect();
    Drawn {
        content: markdown::content(&card.text),
        attached,
        rows,
    }
}

/// A change of a message to words alone.
pub(crate) fn remains(content: &str) -> EditMessage {
    Drawn {
        content: content.to_owned(),
        attached: Vec::new(),
        rows: Vec::new(),
    }
    .change()
}

async fn picture(artist: &Artist, picture: Box<dyn Picture + Send>) -> Option<CreateAttachment> {
    let name = picture.file_name();
    let drawing = artist.draw(picture, Lang::ENGLISH).await;
    let drawing =
        drawing.inspect_err(|error| tracing::error!(%error, name, "a picture was not drawn"));
    drawing.ok().map(|drawing| {
        CreateAttachment::bytes(drawing.content, drawing.file_name).description(drawing.alt_text)
    })
}

fn buttons(row: &[Button]) -> CreateActionRow {
    let button = |control: &Button| {
        CreateButton::new(control.action.address())
            .label(Lang::ENGLISH.plain(&control.label))
            .style(match control.style {
                card::ButtonStyle::Primary => ButtonStyle::Primary,
                card::ButtonStyle::Success => ButtonStyle::Success,
                card::ButtonStyle::Danger => ButtonStyle::Danger,
                card::ButtonStyle::Plain => ButtonStyle::Secondary,
            })
    };
    CreateActionRow::Buttons(row.iter().map(button).collect())
}

fn menu(menu: &SelectMenu) -> CreateActionRow {
    let option = |choice: &MenuOption| {
        CreateSelectMenuOption::new(
            markdown::shortened(Lang::ENGLISH.plain(&choice.label), OPTION),
            choice.value.clone(),
        )
        .description(markdown::shortened(
            Lang::ENGLISH.plain(&choice.detail),
            OPTION,
        ))
    };
    let options = menu.options.iter().map(option).collect();
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(menu.action.address(), kind)
            .placeholder(Lang::ENGLISH.plain(&menu.prompt)),
    )
}

fn picker(picker: &EntityMenu) -> CreateActionRow {
    let (kind, most) = match &picker.kind {
        Entities::Rooms { most, chosen } => {
            let chosen = chosen.iter().filter_map(people::room).collect();
            let kind = CreateSelectMenuKind::Channel {
                channel_types: Some(vec![ChannelType::Text, ChannelType::News]),
                default_channels: Some(chosen),
            };
            (kind, *most)
        }
        Entities::Role { chosen } => {
            let chosen = chosen.iter().filter_map(people::role).collect();
            let default_roles = Some(chosen);
            (CreateSelectMenuKind::Role { default_roles }, 1)
        }
    };
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(picker.action.address(), kind)
            .placeholder(Lang::ENGLISH.plain(&picker.prompt))
            .max_values(most),
    )
}

fn nobody() -> CreateAllowedMentions {
    CreateAllowedMentions::new()
}

impl Drawn {
    /// A new message that notifies `call` and nobody else. Sending it twice with the same `nonce` within a few minutes posts it once.
    pub(crate) fn post(self, call: &[PlayerId], nonce: String) -> CreateMessage {
        let message = CreateMessage::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(nobody().users(call.iter().filter_map(people::user)))
            .nonce(serenity::all::Nonce::String(nonce))
            .enforce_nonce(true);
        self.attached
            .into_iter()
            .fold(message, CreateMessage::add_file)
    }

    /// A reply to somebody's message, without a ping.
    pub(crate) fn reply(self, to: &Message) -> CreateMessage {
        // Its author may have deleted it by now.
        let to = MessageReference::from(to).fail_if_not_exists(false);
        let message = CreateMessage::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(nobody())
            .reference_message(to);
        self.attached
            .into_iter()
            .fold(message, CreateMessage::add_file)
    }

    /// A change of a message to this, its former picture included.
    pub(crate) fn change(self) -> EditMessage {
        let pictures = self
            .attached
            .into_iter()
            .fold(EditAttachments::new(), EditAttachments::add);
        EditMessage::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(nobody())
            .attachments(pictures)
    }

    /// The answer to an interaction that was acknowledged as being thought about.
    pub(crate) fn answer(self) -> EditInteractionResponse {
        let pictures = self
            .attached
            .into_iter()
            .fold(EditAttachments::new(), EditAttachments::add);
        EditInteractionResponse::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(nobody())
            .attachments(pictures)
    }

    /// A further answer that only the person who pressed a button sees.
    pub(crate) fn whisper(self) -> CreateInteractionResponseFollowup {
        let message = CreateInteractionResponseFollowup::new()
            .content(self.content)
            .components(self.rows)
            .allowed_mentions(nobody())
            .ephemeral(true);
        self.attached
            .into_iter()
            .fold(message, CreateInteractionResponseFollowup::add_file)
    }
}

/// The nonce of a subject's message at a version: at most 25 characters.
pub(crate) fn nonce(subject: app::effect::Subject, version: u64) -> String {
    match subject {
        app::effect::Subject::Game(id) => format!("g{id}.{version}"),
        app::effect::Subject::Challenge(id) => format!("c{id}.{version}"),
        app::effect::Subject::Tournament(id) => format!("r{id}.{version}"),
    }
}

/// The nonce of the message beneath which a game's thread hangs.
pub(crate) fn thread_nonce(game: app::GameId) -> String {
    format!("h{game}")
}

/// The nonce of a notice's message: at most 25 characters, from the name of its effect.
pub(crate) fn notice_nonce(id: &app::effect::EffectId) -> String {
    // The name ends in what chance drew and a number within one command; the time before it adds little.
    let rest: String = id.0.chars().filter(char::is_ascii_alphanumeric).collect();
    let from = rest.chars().count().saturating_sub(24);
    std::iter::once('t')
        .chain(rest.chars().skip(from))
        .collect()
}

/// The id of a message as the store keeps it.
pub(crate) fn id(message: u64) -> Option<MessageId> {
    (message != 0).then(|| MessageId::new(message))
}
