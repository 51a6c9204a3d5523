//! Counter-offers: the challenged player proposes other terms from a menu, and the challenger agrees or keeps the first ones.
//!
//! A draft travels in the address of its menu, so nothing is stored before it is sent. One proposal is pending at a time.

use rules_core::Variant;
use text::chess::{color_name, variant_name};
use text::msg;

use crate::challenge::invitation::{checked, first_mover, still_open};
use crate::challenge::{invitation, rematch};
use crate::context::failure::{Failure, Result};
use crate::context::{Change, Ctx, Loaded};
use crate::game::thread;
use crate::messages;
use crate::messages::shorthand::{Labeled, option};
use crate::model::ids::{ChallengeId, Person, Venue};
use crate::model::key::Key;
use crate::model::record::{
    ChallengeRecord, ChallengeState, ColorWish, Elsewhere, Proposal, Seat, Thread,
};
use crate::people::blocking;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card, MenuOption, SelectMenu};
use crate::protocol::command::{Command, Request};
use crate::protocol::draft::{Draft, Part, code};
use crate::protocol::effect::Manner;
use crate::protocol::refusal::Refusal;
use crate::spec::command::{CommandSpec, named};
use crate::spec::options::{CHALLENGE, COLOR, GAME, RATED, TIME};

/// The terms of a challenge are not known where commands are read, so a counter-offer names them all.
pub(crate) const PROPOSE: CommandSpec = named("propose", || msg!("command-propose"))
    .command(|arguments| {
        let id = arguments.challenge()?;
        let variant = arguments.variant()?;
        let named = ["color", "time", "rated"].map(|name| arguments.given.get(name).is_some());
        match (variant, named) {
            (None, [false, false, false]) => Ok(Command::DraftProposal(id, None)),
            (Some(variant), [true, true, true]) => {
                let draft = Draft {
                    variant,
                    color: arguments.color(),
                    time: arguments.time()?,
                    rated: arguments.is_set("rated"),
                };
                Ok(Command::SendProposal(id, draft))
            }
            _ => Err(msg!("typed-command-whole-proposal").into()),
        }
    })
    .typed_only()
    .options(&[CHALLENGE, GAME, COLOR, TIME, RATED]);

/// Maximum number of counter-offers for one challenge.
const MOST: u8 = 3;

/// The menu for a counter-offer, with the draft so far.
pub(crate) fn draft_proposal(
    ctx: &Ctx<'_>,
    request: &Request,
    id: ChallengeId,
    draft: Option<Draft>,
) -> Result<Change> {
    let record = proposable(ctx, request, id)?.value;
    let draft = draft.unwrap_or_else(|| Draft::of(&record.terms));
    let options = draft.parts().into_iter();
    let options = options.map(|part| option(part, draft.variant)).collect();
    let mut controls = Vec::new();
    if draft.terms(&record.terms) != record.terms {
        controls.push(vec![Button::primary(
            msg!("button-challenge-send"),
            Action::SendProposal(id, draft),
        )]);
    }
    let card = Card {
        menu: Some(SelectMenu {
            action: Action::ChangeProposal(id, draft),
            prompt: msg!("menu-challenge-change").into(),
            options,
        }),
        controls,
        ..Card::words(messages::draft_proposal(
            &record,
            &draft.terms(&record.terms),
        ))
    };
    Ok(Change::aside(card))
}

/// The menu option that changes this part of a draft.
pub(crate) fn option(part: Part, variant: Variant) -> MenuOption {
    let labeled = match part {
        Part::Color(ColorWish::Random) => option!("option-challenge-random"),
        Part::Color(ColorWish::Only(challenger)) => Labeled {
            label: msg!(
                "option-challenge-side",
                mine = color_name(variant, !challenger)
            ),
            detail: msg!(
                "option-challenge-side.detail",
                theirs = color_name(variant, challenger)
            ),
        },
        Part::Rated(true) => option!("option-challenge-rated"),
        Part::Rated(false) => option!("option-challenge-casual"),
        Part::Time(time) => Labeled {
            label: msg!("option-challenge-time", time = messages::time_control(time)),
            detail: msg!("option-challenge-time.detail"),
        },
        Part::Variant(variant) => Labeled {
            label: msg!("option-challenge-game", variant = variant_name(variant)),
            detail: msg!("option-challenge-game.detail"),
        },
    };
    labeled.sending(code(part))
}

pub(crate) fn send_proposal(
    ctx: &Ctx<'_>,
    request: &Request,
    id: ChallengeId,
    draft: Draft,
) -> Result<Change> {
    let mut challenge = proposable(ctx, request, id)?;
    let record = &mut challenge.value;
    let terms = checked(&draft.terms(&record.terms))?;
    if terms == record.terms {
        return Err(Refusal::SameTerms.into());
    }
    record.proposals += 1;
    record.proposal = Some(Proposal { terms });
    let call = vec![record.by.id.clone()];
    Ok(invitation::write_and_show(
        challenge,
        Manner::Fresh { call },
    ))
}

pub(crate) fn agree_to_proposal(
    ctx: &Ctx<'_>,
    who: &Person,
    id: ChallengeId,
    number: u8,
) -> Result<Change> {
    let (mut challenge, proposal) = proposed(ctx, who, id, number)?;
    let Some(other) = challenge.value.to.clone() else {
        return Err(Refusal::NoProposal.into());
    };
    challenge.value.terms = proposal.terms;
    begin_challenged(ctx, challenge, &other, None)
}

pub(crate) fn decline_proposal(
    ctx: &Ctx<'_>,
    who: &Person,
    id: ChallengeId,
    number: u8,
) -> Result<Change> {
    let (mut challenge, _) = proposed(ctx, who, id, number)?;
    let record = &mut challenge.value;
    record.proposal = None;
    let mut call = Vec::new();
    if let Some(to) = &record.to {
        // People blocked since then are not called.
        match blocking::not_blocked(ctx, who, to) {
            Ok(()) => call.push(to.id.clone()),
            Err(Failure::Refused(_)) => (),
            Err(failure) => return Err(failure),
        }
    }
    Ok(invitation::write_and_show(
        challenge,
        Manner::Fresh { call },
    ))
}

/// A challenge for which the person who asks can propose other terms.
fn proposable(
    ctx: &Ctx<'_>,
    request: &Request,
    id: ChallengeId,
) -> Result<Loaded<ChallengeRecord>> {
    let challenge = ctx.challenge(id)?;
    let record = &challenge.value;
    still_open(record, ctx.moment)?;
    let Some(to) = &record.to else {
        return Err(Refusal::OpenToAll.into());
    };
    if to.id != request.who.id {
        return Err(invitation::not_for_you(record).into());
    }
    if record.proposal.is_some() {
        return Err(Refusal::ProposalPending(record.by.clone()).into());
    }
    blocking::not_blocked(ctx, &request.who, &record.by)?;
    // A proposal doesn't note where the game has to be shown, too.
    if invitation::is_from_elsewhere(request, record) {
        return Err(Refusal::ProposalElsewhere(record.by.clone()).into());
    }
    if !record.takes_proposals() {
        return Err(Refusal::TooManyProposals(MOST).into());
    }
    Ok(challenge)
}

/// A challenge by `who`, with the proposal that is pending.
fn proposed(
    ctx: &Ctx<'_>,
    who: &Person,
    id: ChallengeId,
    number: u8,
) -> Result<(Loaded<ChallengeRecord>, Proposal)> {
    let challenge = ctx.challenge(id)?;
    let record = &challenge.value;
    still_open(record, ctx.moment)?;
    if record.by.id != who.id {
        return Err(Refusal::NotYourProposal(record.by.clone()).into());
    }
    match record.proposal.clone() {
        Some(proposal) if record.proposals == number => Ok((challenge, proposal)),
        _ => Err(Refusal::NoProposal.into()),
    }
}

/// Starts a challenge's game on its present terms against `other`, who may play from a second room, where it may get a thread.
pub(crate) fn begin_challenged(
    ctx: &Ctx<'_>,
    mut challenge: Loaded<ChallengeRecord>,
    other: &Person,
    second: Option<(Venue, Thread)>,
) -> Result<Change> {
    let record = &challenge.value;
    ctx.foresee([&record.by, other].map(|person| Key::Person(person.id.clone())));
    ctx.foresee(record.rematch_of.map(Key::Game));
    // Both players may have asked for a rematch at the same moment.
    let former = match record.rematch_of {
        Some(former) => Some(ctx.game(former)?.value),
        None => None,
    };
    if let Some(next) = former.as_ref().and_then(|former| former.rematch) {
        return Err(Refusal::RematchStarted(next).into());
    }
    invitation::room_for_a_game(ctx, other)?;
    invitation::room_for_a_game(ctx, &record.by)?;
    blocking::not_blocked(ctx, other, &record.by)?;
    let thread = thread::thread_for(ctx, &record.venue, record.terms.thread, Some(record.id))?;
    let mut game = invitation::begin(
        ctx,
        &record.terms,
        thread,
        Seat::Person(record.by.clone()),
        Seat::Person(other.clone()),
        record.venue.clone(),
    );
    game.elsewhere = second.and_then(|(venue, thread)| {
        Some(Elsewhere {
            venue,
            side: game.side_of(&other.id)?,
            thread,
            unseen: false,
        })
    });
    if let Some(former) = &former {
        rematch::keep_places(ctx, &mut game, former)?;
    }
    let rematch_of = record.rematch_of;
    challenge.value.state = ChallengeState::Accepted {
        by: other.clone(),
        game: game.id,
    };
    let mut change = invitation::write_and_show(challenge, Manner::InPlace);
    let to_move = first_mover(&game)
        .and_then(Seat::person)
        .map(|person| person.id.clone());
    change.add_new_game(game, to_move);
    if let Some(former) = rematch_of {
        rematch::follow(ctx, &mut change, former)?;
    }
    Ok(change)
}

impl ChallengeRecord {
    /// Whether another counter-offer is allowed.
    pub(crate) fn takes_proposals(&self) -> bool {
        self.to.is_some() && self.proposals < MOST
    }
}

#[cfg(test)]
mod tests {
    use rules_core::{Color, Variant};

    use crate::model::record::{ColorWish, TimeControl};
    use crate::protocol::card::SelectMenu;
    use crate::protocol::draft::{Draft, code};
    use crate::protocol::field::ParseFieldError;

    #[test]
    fn a_draft_reads_back_and_its_menu_has_room() {
        for variant in Variant::ALL {
            for time in TimeControl::USUAL {
                let draft = Draft {
                    variant,
                    color: ColorWish::Only(Color::Black),
                    time,
                    rated: time != TimeControl::Unlimited,
                };
                assert_eq!(draft.to_string().parse(), Ok(draft));
                let parts = draft.parts();
                assert!(parts.len() <= SelectMenu::MOST, "{}", parts.len());
                for part in parts {
                    let changed = draft.with(&code(part));
                    assert!(changed.is_some_and(|changed| changed != draft));
                }
            }
        }
        assert_eq!("leto,w,10+5".parse::<Draft>(), Err(ParseFieldError));
        assert_eq!("leto,w,10+5,r,r".parse::<Draft>(), Err(ParseFieldError));
    }
}
