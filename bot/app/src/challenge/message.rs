//! A challenge's message: terms, start position, buttons.

use pictures::BoardPicture;
use rules_core::Game;
use text::msg;

use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::record::{ChallengeRecord, ChallengeState, Proposal, Settings};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};

pub(crate) fn challenge_card(record: &ChallengeRecord, server: &Settings) -> Card {
    let text = messages::challenge(record);
    if record.state != ChallengeState::Open {
        return Card::words(text);
    }
    let (terms, row) = match &record.proposal {
        Some(proposal) => (&proposal.terms, proposal_controls(record, proposal)),
        None => (&record.terms, challenge_controls(record)),
    };
    let start = match &terms.start {
        None => Some(Game::new(terms.variant)),
        Some(fen) => rules_core::Position::from_fen(terms.variant, fen)
            .ok()
            .map(Game::from_position),
    };
    let board = start.map(|game| server.shared_look(&game).of(BoardPicture::new(game)));
    Card {
        board,
        controls: vec![row],
        ..Card::words(text)
    }
}

/// A challenge that was made elsewhere, for someone who has its code.
pub(crate) fn challenge_from_elsewhere(record: &ChallengeRecord) -> Card {
    let accept = Button::new(
        msg!("button-challenge-accept"),
        ButtonStyle::Success,
        Action::AcceptHere(record.id),
    );
    Card {
        controls: vec![vec![accept, rules_button(record.terms.variant)]],
        ..Card::words(messages::challenge_from_elsewhere(record))
    }
}

fn challenge_controls(record: &ChallengeRecord) -> Vec<Button> {
    let mut row = vec![Button::new(
        msg!("button-challenge-accept"),
        ButtonStyle::Success,
        Action::Accept(record.id),
    )];
    if record.takes_proposals() {
        row.push(Button::new(
            msg!("button-challenge-counter"),
            ButtonStyle::Plain,
            Action::Propose(record.id),
        ));
    }
    let decline = if record.to.is_some() {
        msg!("button-challenge-decline")
    } else {
        msg!("button-challenge-withdraw")
    };
    row.push(Button::new(
        decline,
        ButtonStyle::Plain,
        Action::Decline(record.id),
    ));
    row.push(rules_button(record.terms.variant));
    row
}

/// The buttons by which the challenger answers a counter-offer.
fn proposal_controls(record: &ChallengeRecord, proposal: &Proposal) -> Vec<Button> {
    let (id, number) = (record.id, record.proposals);
    vec![
        Button::new(
            msg!("button-challenge-agree"),
            ButtonStyle::Success,
            Action::AgreeToProposal(id, number),
        ),
        Button::new(
            msg!("button-challenge-keep"),
            ButtonStyle::Plain,
            Action::DeclineProposal(id, number),
        ),
        rules_button(proposal.terms.variant),
    ]
}
