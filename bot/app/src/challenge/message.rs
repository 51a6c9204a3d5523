//! A challenge's message: terms, start position, buttons.

use pictures::BoardPicture;
use rules_core::{Color, Game};

use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::record::{ChallengeRecord, ChallengeState, ColorWish, Theme};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};

pub(crate) fn challenge_card(record: &ChallengeRecord, theme: Theme) -> Card {
    let text = messages::challenge(record);
    if record.state != ChallengeState::Open {
        return Card::words(text);
    }
    let waiting = record.proposal.as_ref();
    let terms = waiting.map_or(&record.terms, |proposal| &proposal.terms);
    let start = match &terms.start {
        None => Some(Game::new(terms.variant)),
        Some(fen) => rules_core::Position::from_fen(terms.variant, fen)
            .ok()
            .map(Game::from_position),
    };
    let challenger = match terms.color {
        ColorWish::Only(color) => color,
        ColorWish::Random => Color::Black,
    };
    let board = start.map(|game| BoardPicture {
        viewer: !challenger,
        theme,
        ..BoardPicture::new(game)
    });
    let row = if waiting.is_some() {
        proposal_controls(record)
    } else {
        challenge_controls(record)
    };
    Card {
        board,
        controls: vec![row],
        ..Card::words(text)
    }
}

fn challenge_controls(record: &ChallengeRecord) -> Vec<Button> {
    let button = |label, style, action| Button::new(label, style, action);
    let mut row = vec![button(
        "Accept",
        ButtonStyle::Success,
        Action::Accept(record.id),
    )];
    if record.takes_proposals() {
        row.push(button(
            "Other terms",
            ButtonStyle::Plain,
            Action::Propose(record.id),
        ));
    }
    let decline = if record.to.is_some() {
        "Decline"
    } else {
        "Take back"
    };
    row.push(button(
        decline,
        ButtonStyle::Plain,
        Action::Decline(record.id),
    ));
    row.push(rules_button(record.terms.variant));
    row
}

/// The buttons for the challenger, to whom other terms were proposed.
fn proposal_controls(record: &ChallengeRecord) -> Vec<Button> {
    let button = |label, style, action| Button::new(label, style, action);
    let (id, number) = (record.id, record.proposals);
    let mut row = vec![
        button(
            "Agree",
            ButtonStyle::Success,
            Action::AgreeToProposal(id, number),
        ),
        button(
            "Keep mine",
            ButtonStyle::Plain,
            Action::DeclineProposal(id, number),
        ),
    ];
    if let Some(proposal) = &record.proposal {
        row.push(rules_button(proposal.terms.variant));
    }
    row
}
