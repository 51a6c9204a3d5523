//! A challenge's message: terms, start position, buttons.

use pictures::BoardPicture;
use rules_core::Game;
use text::{Message, msg};

use crate::context::{Reader, Result};
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::{ChallengeRecord, ChallengeState, Person, Pool, Proposal, Terms};
use crate::people::profile;
use crate::protocol::{Action, Button, Card};

pub(crate) fn challenge_card(reader: &Reader<'_>, record: &ChallengeRecord) -> Result<Card> {
    let text = messages::challenge(record);
    if record.state != ChallengeState::Open {
        return Ok(Card::words(text));
    }
    let server = reader.server_settings(record.venue.server.as_ref())?;
    let (terms, row) = match &record.proposal {
        Some(proposal) => (&proposal.terms, proposal_controls(record, proposal)),
        None => (&record.terms, challenge_controls(record)),
    };
    let start = Game::replay(terms.variant, terms.start.as_deref(), []).ok();
    Ok(Card {
        board: start.map(|game| server.shared_look(&game).of(BoardPicture::new(game))),
        ..Card::with_buttons(text.line(first_rated_game(reader, record, terms)?), row)
    })
}

/// Says how far a first rated game moves a rating, if a player has none in this game yet, or anyone could accept.
fn first_rated_game(
    reader: &Reader<'_>,
    record: &ChallengeRecord,
    terms: &Terms,
) -> Result<Option<Message>> {
    if !terms.rated {
        return Ok(None);
    }
    let family = terms.variant.family();
    let is_unrated = |person: &Person| -> Result<bool> {
        Ok(profile::rating(reader, family, Pool::Everywhere, &person.id)?.is_none())
    };
    let can_be_first = match &record.to {
        None => true,
        Some(to) => is_unrated(&record.by)? || is_unrated(to)?,
    };
    Ok(can_be_first.then(|| messages::first_rated_game(family)))
}

/// A challenge that was made elsewhere, for someone who has its code.
pub(crate) fn challenge_from_elsewhere(
    reader: &Reader<'_>,
    record: &ChallengeRecord,
) -> Result<Card> {
    let accept = Action::AcceptHere(record.id);
    let accept = Button::success(msg!("button-challenge-accept"), accept);
    let risk = first_rated_game(reader, record, &record.terms)?;
    Ok(Card::with_buttons(
        messages::challenge_from_elsewhere(record).line(risk),
        [accept, rules_button(record.terms.variant)],
    ))
}

fn challenge_controls(record: &ChallengeRecord) -> Vec<Button> {
    let id = record.id;
    let accept = Button::success(msg!("button-challenge-accept"), Action::Accept(id));
    let counter = Button::plain(msg!("button-challenge-counter"), Action::Propose(id));
    let mut row = vec![accept];
    row.extend(record.takes_proposals().then_some(counter));
    let withdraw = |action| Button::plain(msg!("button-challenge-withdraw"), action);
    match record.to {
        Some(_) => row.extend([
            Button::plain(msg!("button-challenge-decline"), Action::Decline(id)),
            withdraw(Action::WithdrawChallenge(id)),
        ]),
        None => row.push(withdraw(Action::Decline(id))),
    }
    row.push(rules_button(record.terms.variant));
    row
}

/// The buttons by which the challenger answers a counter-offer.
fn proposal_controls(record: &ChallengeRecord, proposal: &Proposal) -> Vec<Button> {
    let (id, number) = (record.id, record.proposals);
    let agree = Action::AgreeToProposal(id, number);
    let keep = Action::DeclineProposal(id, number);
    vec![
        Button::success(msg!("button-challenge-agree"), agree),
        Button::plain(msg!("button-challenge-keep"), keep),
        rules_button(proposal.terms.variant),
    ]
}
