//! Cards as Matrix messages: the first has the words, perhaps a picture, and the choices; each other file is a message of its own.
//!
//! Some clients show no captions, so only a picture that speaks for itself is in the message of its words.

use crate::account::{Content, File, Relation};
use app::attachment::Attachment as Declared;
use app::card::Card;
use app::{Action, PlayerId, Timestamp};
use text::{Lang, Text};

use super::choices::{Choices, choices};
use super::ids;
use super::words::{Names, Words, truncated, words};
use runtime::drawing::{Artist, Attachment};

/// The longest description of a picture, in bytes.
const ALT_TEXT_LIMIT: usize = 4_000;

/// A card with its pictures drawn.
#[derive(Clone, Debug)]
pub(crate) struct RenderedCard {
    first: Content,
    /// The files that the first message has no room for.
    files: Vec<Content>,
}

/// Whether people who see a card's picture without its words still know what it is about and what to do: the board of a game names
/// the players and tells whose turn it is, but a challenge, a page of rules and a numbered list need their words.
fn speaks_for_itself(card: &Card) -> bool {
    let has_list = card.menu.is_some() || card.second_menu.is_some() || card.picker.is_some();
    let needs_words = match (&card.board, card.attachments.first()) {
        (Some(board), _) => board.players.is_none(),
        (None, Some(Declared::Diagram(_) | Declared::Gallery(_))) => true,
        (None, _) => false,
    };
    !has_list && !needs_words
}

/// Whether a game ended before a move. With moves, an animation ends with the result; a still board would seem to wait for one.
fn has_nothing_to_show(card: &Card) -> bool {
    let mut buttons = card.controls.iter().flatten();
    card.board.is_some() && buttons.any(|button| matches!(button.action, Action::Rematch(_)))
}

/// Puts a card into words at `now`, and draws its pictures.
pub(crate) async fn render(
    artist: &Artist,
    mut card: Card,
    lang: Lang,
    now: Timestamp,
    names: &Names,
) -> RenderedCard {
    if has_nothing_to_show(&card) {
        card.board = None;
    }
    let speaks_for_itself = speaks_for_itself(&card);
    let mut files = artist.take_attachments(&mut card, lang).await;
    let has_picture = files.first().is_some_and(|file| file.dimensions.is_some());
    let captioned_picture = (has_picture && speaks_for_itself).then(|| files.remove(0));
    let Choices { fields, lines } = choices(&card, lang);
    let lines = lines.into_iter().fold(Text::default(), Text::line);
    let said = words(&card.text, lang, now, names);
    let lines = words(&lines, lang, now, names);
    let mut first = match captioned_picture {
        Some(picture) => captioned(said, picture, lines),
        None => joined(said, lines),
    };
    // People reply to the picture, too.
    let illustrated = |attachment: Attachment| match attachment.dimensions {
        Some(_) => Content {
            fields: fields.clone(),
            ..alone(attachment)
        },
        None => alone(attachment),
    };
    let files = files.into_iter().map(illustrated).collect();
    first.fields = fields;
    RenderedCard { first, files }
}

/// A picture with its caption. Only those who cannot see it read what it shows.
fn captioned(said: Words, picture: Attachment, lines: Words) -> Content {
    let file = file(picture);
    let body = [&said.body, &file.alt_text, &lines.body];
    let body = paragraphs(body.map(String::as_str), "\n");
    let html = [said.into_html(), lines.into_html()];
    let html = paragraphs(html.each_ref().map(String::as_str), "<br>");
    Content {
        body,
        html: Some(html),
        file: Some(file),
        ..Content::default()
    }
}

/// A list stands apart from the words before it.
fn joined(said: Words, lines: Words) -> Content {
    let breaks = if lines.body.contains('\n') { 2 } else { 1 };
    let body = paragraphs([said.body.as_str(), &lines.body], &"\n".repeat(breaks));
    let is_plain = said.html.is_none() && lines.html.is_none();
    let html = [said.into_html(), lines.into_html()];
    let html = paragraphs(html.each_ref().map(String::as_str), &"<br>".repeat(breaks));
    Content {
        body,
        html: (!is_plain).then_some(html),
        ..Content::default()
    }
}

/// A file without words of its own.
fn alone(attachment: Attachment) -> Content {
    let file = file(attachment);
    Content {
        body: file.alt_text.clone(),
        file: Some(file),
        ..Content::default()
    }
}

fn file(attachment: Attachment) -> File {
    File {
        name: attachment.name,
        media_type: attachment.media_type,
        content: attachment.content,
        alt_text: truncated(attachment.alt_text, ALT_TEXT_LIMIT),
        dimensions: attachment.dimensions,
    }
}

/// Joins what is not empty.
fn paragraphs<const N: usize>(parts: [&str; N], separator: &str) -> String {
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(separator)
}

impl RenderedCard {
    /// Messages that call these people, in a room or in the thread that begins with `root`.
    pub(crate) fn post(self, call: &[PlayerId], root: Option<&str>) -> Vec<Content> {
        let called = call.iter().filter_map(ids::user);
        let mentions: Vec<_> = called.map(str::to_owned).collect();
        self.sent(mentions, root)
    }

    fn sent(self, mentions: Vec<String>, root: Option<&str>) -> Vec<Content> {
        let relation = root.map(|root| Relation::Thread {
            root: root.to_owned(),
            reply_to: None,
        });
        let first = Content {
            // A notice calls no one, even if it mentions them.
            is_notice: mentions.is_empty() && self.first.file.is_none(),
            mentions,
            ..self.first
        };
        let all = std::iter::once(first).chain(self.files);
        let related = |content| Content {
            relation: relation.clone(),
            ..content
        };
        all.map(related).collect()
    }

    /// As [`RenderedCard::post`], for news that call no one in particular but should be noticed.
    pub(crate) fn announce(self, root: Option<&str>) -> Vec<Content> {
        let mut contents = self.sent(Vec::new(), root);
        for content in &mut contents {
            content.is_notice = false;
        }
        contents
    }

    /// The new form of a message, and the files that it has no room for.
    pub(crate) fn edit(self, event: &str, root: Option<&str>) -> Vec<Content> {
        let mut contents = self.sent(Vec::new(), root);
        if let Some(first) = contents.first_mut() {
            first.relation = Some(Relation::Replacement(event.to_owned()));
        }
        contents
    }
}

#[cfg(test)]
mod tests;
