//! Renders cards as messages: the first has the text, the choices and perhaps a picture; each further file is a message.
//!
//! Some clients show no captions, so only a self-explanatory picture shares a message with its text.

pub(crate) mod format;

use app::attachment::Attachment as Declared;
use app::card::Card;
use app::{Action, PlayerId, Timestamp};
use pictures::{Animation, Size};
use runtime::drawing::{Artist, Attachment};
use text::{Lang, Text};

use crate::account::{Content, Relation};
use crate::choices::{Choices, choices};
use crate::ids;
use format::{Formatted, Names, formatted, truncated};

/// Length of a picture's description, in bytes.
const ALT_TEXT_LIMIT: usize = 4_000;

/// A card with its pictures drawn.
#[derive(Clone, Debug)]
pub(crate) struct RenderedCard {
    first: Content,
    /// Messages with the other files.
    files: Vec<Content>,
}

/// Whether a card's picture is clear without its text. A game's board names the players and the turn; a challenge, a page of rules
/// and a numbered list need their text.
fn is_self_explanatory(card: &Card) -> bool {
    let has_list = card.menu.is_some() || card.second_menu.is_some() || card.picker.is_some();
    let needs_words = match (&card.board, card.attachments.first()) {
        (Some(board), _) => board.players.is_none(),
        (None, Some(Declared::Diagram(_) | Declared::Gallery(_))) => true,
        (None, _) => false,
    };
    !has_list && !needs_words
}

/// Half-moves and size of a replay: before accepting a file, homeservers make thumbnails of each frame in several sizes, and limit
/// the time for that. There is no way around thumbnails: clients show them in place of an animation, so a file type without any
/// isn't shown.
const REPLAY_PLIES: usize = 60;
const REPLAY_SIZE: Size = Size::PHONE;

/// Takes the replay of a finished game out of its card, which then shows the last position.
pub(crate) fn take_replay(card: &mut Card) -> Option<Box<Animation>> {
    let mut attachments = card.attachments.iter();
    let at = attachments.position(|one| matches!(one, Declared::Animation(_)))?;
    let Declared::Animation(mut replay) = card.attachments.remove(at) else {
        return None;
    };
    card.board = Some(replay.board.clone());
    replay.plies = REPLAY_PLIES;
    replay.board.size = replay.board.size.min(REPLAY_SIZE);
    Some(replay)
}

/// Whether a game ended without a move. Its board shows no result, and would seem to wait for a move.
fn ended_without_moves(card: &Card) -> bool {
    let mut buttons = card.controls.iter().flatten();
    card.board.is_some() && buttons.any(|button| matches!(button.action, Action::Rematch(_)))
}

/// Renders a card at `now`, and draws its pictures.
pub(crate) async fn render(
    artist: &Artist,
    mut card: Card,
    lang: Lang,
    now: Timestamp,
    names: &Names,
) -> RenderedCard {
    if ended_without_moves(&card) {
        card.board = None;
    }
    drop(take_replay(&mut card));
    let is_self_explanatory = is_self_explanatory(&card);
    let mut files = artist.take_attachments(&mut card, lang).await;
    let has_picture = files.first().is_some_and(|file| file.dimensions.is_some());
    let captioned_picture = (has_picture && is_self_explanatory).then(|| files.remove(0));
    let Choices { fields, lines } = choices(&card, lang);
    let lines = Text::lines(lines);
    let said = formatted(&card.text, lang, now, names);
    let lines = formatted(&lines, lang, now, names);
    let mut first = joined(said, captioned_picture, lines);
    let illustrated = |attachment: Attachment| {
        let is_picture = attachment.dimensions.is_some();
        let mut content = alone(attachment, None);
        // People also reply to the picture.
        if is_picture {
            content.fields.clone_from(&fields);
        }
        content
    };
    let files = files.into_iter().map(illustrated).collect();
    first.fields = fields;
    RenderedCard { first, files }
}

/// Joins a text, the picture with its description in the plain text only, and the choices; an empty line precedes a list.
fn joined(said: Formatted, picture: Option<Attachment>, lines: Formatted) -> Content {
    let file = picture.map(with_short_alt_text);
    let alt_text = file.as_ref().map_or("", |file| &file.alt_text);
    let has_list = file.is_none() && lines.body.contains('\n');
    let breaks = if has_list { 2 } else { 1 };
    let body = paragraphs(&[&said.body, alt_text, &lines.body], &"\n".repeat(breaks));
    let is_plain = file.is_none() && said.html.is_none() && lines.html.is_none();
    let (said, lines) = (said.into_html(), lines.into_html());
    let html = paragraphs(&[&said, &lines], &"<br>".repeat(breaks));
    Content {
        body,
        html: (!is_plain).then_some(html),
        file,
        ..Content::default()
    }
}

/// Returns a file without a caption, in the thread of `root` if any.
pub(crate) fn alone(attachment: Attachment, root: Option<&str>) -> Content {
    let file = with_short_alt_text(attachment);
    Content {
        body: file.alt_text.clone(),
        file: Some(file),
        relation: root.map(in_thread),
        ..Content::default()
    }
}

fn with_short_alt_text(file: Attachment) -> Attachment {
    Attachment {
        alt_text: truncated(file.alt_text, ALT_TEXT_LIMIT),
        ..file
    }
}

fn in_thread(root: &str) -> Relation {
    Relation::Thread {
        root: root.to_owned(),
        reply_to: None,
    }
}

/// Joins the parts that aren't empty.
fn paragraphs(parts: &[&str], separator: &str) -> String {
    let parts = parts.iter().copied().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(separator)
}

impl RenderedCard {
    /// Returns messages that mention these people, in the thread of `root` if any.
    pub(crate) fn post(self, call: &[PlayerId], root: Option<&str>) -> Vec<Content> {
        let called = call.iter().filter_map(ids::user);
        let mentions: Vec<_> = called.map(str::to_owned).collect();
        let first = Content {
            // Clients don't notify of notices, even with mentions.
            is_notice: mentions.is_empty() && self.first.file.is_none(),
            mentions,
            ..self.first
        };
        let all = std::iter::once(first).chain(self.files);
        let related = |content| Content {
            relation: root.map(in_thread),
            ..content
        };
        all.map(related).collect()
    }

    /// As [`RenderedCard::post`], for news to everyone: without mentions, but not a notice.
    pub(crate) fn announce(self, root: Option<&str>) -> Vec<Content> {
        let mut contents = self.post(&[], root);
        for content in &mut contents {
            content.is_notice = false;
        }
        contents
    }

    /// Returns an edit of a message, and messages with the other files.
    pub(crate) fn edit(self, event: &str, root: Option<&str>) -> Vec<Content> {
        let mut contents = self.post(&[], root);
        if let Some(first) = contents.first_mut() {
            first.relation = Some(Relation::Replacement(event.to_owned()));
        }
        contents
    }
}

#[cfg(test)]
mod tests;
