//! A challenge's message: terms, start position, buttons.

use pictures::BoardPicture;
use rules_core::{Family, Game};
use text::{Text, msg};

use crate::context::Reader;
use crate::context::failure::Result;
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::record::{ChallengeRecord, ChallengeState, Pool, Proposal, Terms};
use crate::people::profile;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::settings::effective;

pub(crate) fn challenge_card(reader: &Reader<'_>, record: &ChallengeRecord) -> Result<Card> {
    let text = messages::challenge(record);
    if record.state != ChallengeState::Open {
        return Ok(Card::words(text));
    }
    let server = record.venue.server.as_ref();
    let server = effective::effective_settings(reader, None, server)?.server;
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
    Ok(Card {
        board,
        controls: vec![row],
        ..Card::words(text.line(first_rated_game(reader, record, terms)?))
    })
}

/// Says how far a first rated game moves a rating, if this could be a player's first.
fn first_rated_game(reader: &Reader<'_>, record: &ChallengeRecord, terms: &Terms) -> Result<Text> {
    let family = terms.variant.family();
    Ok(
        if terms.rated && can_be_the_first(reader, record, family)? {
            messages::first_rated_game(family).into()
        } else {
            Text::default()
        },
    )
}

/// Whether a player has no rating in this game yet, or anyone could accept.
fn can_be_the_first(reader: &Reader<'_>, record: &ChallengeRecord, family: Family) -> Result<bool> {
    let Some(to) = &record.to else {
        return Ok(true);
    };
    for person in [&record.by, to] {
        if profile::rating(reader, family, Pool::Everywhere, &person.id)?.is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A challenge that was made elsewhere, for someone who has its code.
pub(crate) fn challenge_from_elsewhere(
    reader: &Reader<'_>,
    record: &ChallengeRecord,
) -> Result<Card> {
    let accept = Button::success(
        msg!("button-challenge-accept"),
        Action::AcceptHere(record.id),
    );
    let risk = first_rated_game(reader, record, &record.terms)?;
    Ok(Card::with_buttons(
        messages::challenge_from_elsewhere(record).line(risk),
        [accept, rules_button(record.terms.variant)],
    ))
}

fn challenge_controls(record: &ChallengeRecord) -> Vec<Button> {
    let mut row = vec![Button::success(
        msg!("button-challenge-accept"),
        Action::Accept(record.id),
    )];
    if record.takes_proposals() {
        row.push(Button::plain(
            msg!("button-challenge-counter"),
            Action::Propose(record.id),
        ));
    }
    let withdraw = msg!("button-challenge-withdraw");
    let answers = match record.to {
        Some(_) => vec![
            (msg!("button-challenge-decline"), Action::Decline(record.id)),
            (withdraw, Action::WithdrawChallenge(record.id)),
        ],
        None => vec![(withdraw, Action::Decline(record.id))],
    };
    let answers = answers.into_iter();
    row.extend(answers.map(|(label, action)| Button::plain(label, action)));
    row.push(rules_button(record.terms.variant));
    row
}

/// The buttons by which the challenger answers a counter-offer.
fn proposal_controls(record: &ChallengeRecord, proposal: &Proposal) -> Vec<Button> {
    let (id, number) = (record.id, record.proposals);
    vec![
        Button::success(
            msg!("button-challenge-agree"),
            Action::AgreeToProposal(id, number),
        ),
        Button::plain(
            msg!("button-challenge-keep"),
            Action::DeclineProposal(id, number),
        ),
        rules_button(proposal.terms.variant),
    ]
}
