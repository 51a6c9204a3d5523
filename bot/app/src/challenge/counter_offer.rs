//! Counter-offers: the challenged player proposes other terms from a menu, and the challenger agrees or keeps the first ones.
//!
//! A draft travels in the address of its menu, so nothing is stored before it is sent. One proposal is pending at a time.

use rules_core::Variant;
use text::chess::{color_name, variant_name};
use text::msg;

use crate::challenge::invitation::{checked, not_for_you, still_open, write_and_show};
use crate::challenge::{invitation, rematch};
use crate::context::{Change, Ctx, Loaded, Result, allowed, refuse_if};
use crate::game::placement;
use crate::messages;
use crate::messages::shorthand::{Labeled, option};
use crate::model::{
    ChallengeId, ChallengeRecord, ChallengeState, ColorWish, Elsewhere, Key, Person, Proposal,
    Seat, Thread, Venue,
};
use crate::people::blocking;
use crate::protocol::draft::{Part, code};
use crate::protocol::{
    Action, Button, Card, Command, Draft, Manner, MenuOption, Refusal, Request, SelectMenu,
};
use crate::spec::{CHALLENGE, COLOR, CommandSpec, GAME, RATED, TIME, named};

/// The terms of a challenge are not known where commands are read, so a counter-offer names them all.
pub(crate) const PROPOSE: CommandSpec = named("propose", || msg!("command-propose"))
    .command(|arguments| {
        let id = arguments.challenge()?;
        let variant = arguments.kind_of_game("game")?;
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
    let terms = draft.terms(&record.terms);
    let options = draft.parts().into_iter();
    let send = Action::SendProposal(id, draft);
    let send = Button::primary(msg!("button-challenge-send"), send);
    let send = (terms != record.terms).then_some(send);
    let card = Card {
        menu: SelectMenu::of(
            Action::ChangeProposal(id, draft),
            msg!("menu-challenge-change"),
            options.map(|part| option(part, draft.variant)),
        ),
        ..Card::with_buttons(messages::draft_proposal(&record, &terms), send)
    };
    Ok(Change::aside(card))
}

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
            label: msg!("option-challenge-time", time = time.words()),
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
    let terms = checked(draft.terms(&record.terms))?;
    refuse_if(terms == record.terms, Refusal::SameTerms)?;
    record.proposals += 1;
    record.proposal = Some(Proposal { terms });
    let call = vec![record.by.id.clone()];
    Ok(write_and_show(challenge, Manner::Fresh { call }))
}

pub(crate) fn agree_to_proposal(
    ctx: &Ctx<'_>,
    who: &Person,
    id: ChallengeId,
    number: u8,
) -> Result<Change> {
    let (mut challenge, proposal) = proposed(ctx, who, id, number)?;
    let other = challenge.value.to.clone().ok_or(Refusal::NoProposal)?;
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
    // People blocked since then are not called.
    if let Some(to) = &record.to
        && allowed(blocking::not_blocked(ctx, who, to))?.is_ok()
    {
        call.push(to.id.clone());
    }
    Ok(write_and_show(challenge, Manner::Fresh { call }))
}

/// A challenge for which the person who asks can propose other terms.
fn proposable(
    ctx: &Ctx<'_>,
    request: &Request,
    id: ChallengeId,
) -> Result<Loaded<ChallengeRecord>> {
    let challenge = still_open(ctx, id)?;
    let record = &challenge.value;
    let to = record.to.as_ref().ok_or(Refusal::OpenToAll)?;
    let by = &record.by;
    refuse_if(to.id != request.who.id, not_for_you(record))?;
    let pending = Refusal::ProposalPending(by.clone());
    refuse_if(record.proposal.is_some(), pending)?;
    blocking::not_blocked(ctx, &request.who, by)?;
    // A proposal doesn't note where the game has to be shown, too.
    let is_elsewhere = invitation::is_from_elsewhere(request, record);
    refuse_if(is_elsewhere, Refusal::ProposalElsewhere(by.clone()))?;
    refuse_if(!record.takes_proposals(), Refusal::TooManyProposals(MOST))?;
    Ok(challenge)
}

/// A challenge by `who`, with the proposal that is pending.
fn proposed(
    ctx: &Ctx<'_>,
    who: &Person,
    id: ChallengeId,
    number: u8,
) -> Result<(Loaded<ChallengeRecord>, Proposal)> {
    let challenge = still_open(ctx, id)?;
    let record = &challenge.value;
    let not_yours = Refusal::NotYourProposal(record.by.clone());
    refuse_if(record.by.id != who.id, not_yours)?;
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
    let former = record.rematch_of.map(|id| ctx.game(id)).transpose()?;
    if let Some(next) = former.as_ref().and_then(|former| former.value.rematch) {
        return Err(Refusal::RematchStarted(next).into());
    }
    invitation::room_for_a_game(ctx, other)?;
    invitation::room_for_a_game(ctx, &record.by)?;
    blocking::not_blocked(ctx, other, &record.by)?;
    let thread = placement::thread_for(ctx, &record.venue, record.terms.thread, Some(record.id))?;
    let seats = [&record.by, other].map(|person| Seat::Person(person.clone()));
    let mut game = invitation::begin(ctx, &record.terms, seats, thread, &record.venue);
    game.elsewhere = second.and_then(|(venue, thread)| {
        Some(Elsewhere {
            venue,
            side: game.side_of(&other.id)?,
            thread,
            unseen: false,
        })
    });
    if let Some(former) = &former {
        rematch::keep_places(ctx, &mut game, &former.value)?;
    }
    challenge.value.state = ChallengeState::Accepted {
        by: other.clone(),
        game: game.id,
    };
    let mut change = write_and_show(challenge, Manner::InPlace);
    let call = game.called(game.turn());
    change.add_new_game(game, call);
    if let Some(former) = former {
        rematch::follow(&mut change, former);
    }
    Ok(change)
}

impl ChallengeRecord {
    pub(crate) fn takes_proposals(&self) -> bool {
        self.to.is_some() && self.proposals < MOST
    }
}

#[cfg(test)]
mod tests {
    use rules_core::{Color, Variant};

    use crate::model::record::{ColorWish, TimeControl};
    use crate::protocol::action::ParseFieldError;
    use crate::protocol::card::SelectMenu;
    use crate::protocol::draft::{Draft, code};

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
