//! Challenges, counter-offers and their outcome.

use rules_core::Family;
use text::{Arg, Message, Part, Text, key, msg};

use crate::messages::named;
use crate::model::{
    ChallengeRecord, ChallengeState, ColorWish, Person, Rating, Score, Terms, TimeControl,
};

/// A challenge's message.
pub fn challenge(record: &ChallengeRecord) -> Text {
    let by = named(&record.by);
    let terms = || challenge_terms(&record.terms);
    match &record.state {
        ChallengeState::Open => return open(record),
        ChallengeState::Accepted { by: taker, game } => {
            let (taker, terms, game) = (named(taker), terms(), game.to_string());
            if record.proposal.is_some() {
                msg!("challenge-agreed", by, taker, terms, game)
            } else {
                msg!("challenge-accepted", taker, by, terms, game)
            }
        }
        ChallengeState::Declined => match &record.to {
            Some(to) => msg!("challenge-declined", to = named(to), by, terms = terms()),
            None => msg!("challenge-declined-open", by, terms = terms()),
        },
        ChallengeState::Withdrawn => msg!("challenge-withdrawn", by, terms = terms()),
        ChallengeState::Expired => match (&record.to, &record.proposal) {
            (Some(to), Some(proposal)) => {
                let (to, terms) = (named(to), challenge_terms(&proposal.terms));
                msg!("challenge-proposal-expired", by, to, terms)
            }
            _ => msg!("challenge-expired", by, terms = terms()),
        },
    }
    .into()
}

fn open(record: &ChallengeRecord) -> Text {
    let (by, terms) = (named(&record.by), challenge_terms(&record.terms));
    let head = match &record.to {
        Some(to) if let Some(proposal) = &record.proposal => {
            return proposed(record, to, &proposal.terms);
        }
        Some(to) if record.proposals > 0 => {
            msg!("challenge-first-terms-kept", to = named(to), by, terms)
        }
        Some(to) => msg!("challenge-made", to = named(to), by, terms),
        None => msg!("challenge-made-open", by, terms),
    };
    let to_everyone = record.to.is_none();
    Text::sentences([head, sides_for_opponent(record, &record.terms)])
        .sentence(to_everyone.then(|| msg!("challenge-who-accepts")))
        .sentence(code_for_elsewhere(record))
        .sentence(expires(record))
}

/// How someone elsewhere accepts a challenge, if they may.
fn code_for_elsewhere(record: &ChallengeRecord) -> Option<Message> {
    if !record.terms.elsewhere || record.rematch_of.is_some() {
        return None;
    }
    let code = record.id.to_string();
    Some(match &record.to {
        Some(to) => msg!("challenge-code-to", to = named(to), code),
        None => msg!("challenge-code", code),
    })
}

/// A challenge that was made elsewhere: its terms, and where its game will be shown.
pub(crate) fn challenge_from_elsewhere(record: &ChallengeRecord) -> Text {
    let (by, terms) = (named(&record.by), challenge_terms(&record.terms));
    Text::sentences([
        msg!("challenge-made-open", by, terms),
        sides_for_opponent(record, &record.terms),
        msg!("challenge-shown-here"),
        expires(record),
    ])
}

/// A counter-offer that waits for the challenger's answer.
fn proposed(record: &ChallengeRecord, opponent: &Person, proposal: &Terms) -> Text {
    let (by, to) = (named(&record.by), named(opponent));
    let (first, terms) = (challenge_terms(&record.terms), challenge_terms(proposal));
    Text::sentences([
        msg!("challenge-proposed", by, to, terms),
        sides_for_challenger(proposal, opponent),
        msg!("challenge-own-terms", terms = first),
        msg!("challenge-do-you-agree"),
        expires(record),
    ])
}

fn expires(record: &ChallengeRecord) -> Message {
    msg!("challenge-expires", when = Part::Relative(record.expires))
}

/// The terms that the challenged player is drafting.
pub fn draft_proposal(record: &ChallengeRecord, draft: &Terms) -> Text {
    let sides = sides_for_opponent(record, draft);
    let terms = challenge_terms(draft);
    if *draft == record.terms {
        let first = msg!("challenge-draft-first", by = named(&record.by), terms);
        return Text::sentences([first, sides, msg!("challenge-draft-question")]);
    }
    Text::sentences([msg!("challenge-draft", terms), sides])
}

/// States who plays which side, addressed to the challenged player.
fn sides_for_opponent(record: &ChallengeRecord, terms: &Terms) -> Message {
    let Some((theirs, yours)) = sides(terms) else {
        return msg!("challenge-sides-random");
    };
    let challenger = &record.by.name;
    msg!("challenge-sides-opponent", challenger, theirs, yours)
}

/// States who plays which side, addressed to the challenger.
fn sides_for_challenger(terms: &Terms, opponent: &Person) -> Message {
    let Some((yours, theirs)) = sides(terms) else {
        return msg!("challenge-sides-random");
    };
    let opponent = &opponent.name;
    msg!("challenge-sides-challenger", yours, opponent, theirs)
}

/// The challenger's side and the other one; `None` if chance decides.
fn sides(terms: &Terms) -> Option<(&'static str, &'static str)> {
    let name = |color| terms.variant.color_name(color);
    match terms.color {
        ColorWish::Only(color) => Some((name(color), name(!color))),
        ColorWish::Random => None,
    }
}

/// The game, the start and the time of a challenge: `Leto Chess, 10 minutes for the game, rated`.
pub(super) fn challenge_terms(terms: &Terms) -> Message {
    let variant = terms.variant.name();
    let start = key(if terms.start.is_some() {
        "set-up"
    } else {
        "own"
    });
    let (stakes, time) = (stakes(terms.time, terms.rated), terms.time.words());
    msg!("challenge-terms", variant, start, stakes, time)
}

/// The selector by which a message tells a time control and whether the game is rated.
pub(super) fn stakes(time: TimeControl, rated: bool) -> Arg {
    key(match (time, rated) {
        (TimeControl::Unlimited, _) => "untimed",
        (_, false) => "casual",
        (_, true) => "rated",
    })
}

/// Says how far a first rated game moves a rating.
pub(crate) fn first_rated_game(game: Family) -> Message {
    let lost = Rating::NEW.after(&[(Rating::NEW, Score::Loss)]);
    let points = Rating::NEW.points().saturating_sub(lost.points());
    let points = (points + 5) / 10 * 10;
    msg!("challenge-first-rated", game, points)
}

/// Confirms that a challenge was posted.
pub fn challenge_sent(record: &ChallengeRecord) -> Text {
    let posted = match &record.to {
        Some(person) => msg!("challenge-posted-to", to = named(person)),
        None => msg!("challenge-posted"),
    };
    Text::from(posted).sentence(code_for_elsewhere(record))
}

/// Why a challenge can no longer be answered.
pub(crate) fn closed(state: &ChallengeState) -> Text {
    match state {
        ChallengeState::Accepted { by, game } => {
            let game = game.to_string();
            msg!("challenge-was-accepted", by = named(by), game)
        }
        ChallengeState::Declined => msg!("challenge-was-declined"),
        ChallengeState::Withdrawn => msg!("challenge-was-withdrawn"),
        ChallengeState::Expired | ChallengeState::Open => msg!("challenge-has-expired"),
    }
    .into()
}
