//! Challenges, counter-offers and their outcome.

use rules_core::Family;
use text::chess::family_name;
use text::{Message, Part, Text, key, msg};

use crate::messages::{named, sentences, time_control};
use crate::model::glicko::{Rating, Score};
use crate::model::ids::Person;
use crate::model::record::{ChallengeRecord, ChallengeState, ColorWish, Terms, TimeControl};

/// A challenge's message.
pub fn challenge(record: &ChallengeRecord) -> Text {
    match &record.state {
        ChallengeState::Open => open(record),
        ChallengeState::Accepted { by, game } => accepted(record, by, game.to_string()).into(),
        ChallengeState::Declined => declined(record).into(),
        ChallengeState::Withdrawn => msg!(
            "challenge-withdrawn",
            by = named(&record.by),
            terms = challenge_terms(&record.terms),
        )
        .into(),
        ChallengeState::Expired => expired(record).into(),
    }
}

fn expired(record: &ChallengeRecord) -> Message {
    let by = named(&record.by);
    if let (Some(to), Some(proposal)) = (&record.to, &record.proposal) {
        return msg!(
            "challenge-proposal-expired",
            by,
            to = named(to),
            terms = challenge_terms(&proposal.terms)
        );
    }
    let terms = challenge_terms(&record.terms);
    msg!("challenge-expired", by, terms)
}

fn open(record: &ChallengeRecord) -> Text {
    let (by, terms) = (named(&record.by), challenge_terms(&record.terms));
    let (head, question) = match &record.to {
        Some(to) if let Some(proposal) = &record.proposal => {
            return proposed(record, to, &proposal.terms);
        }
        Some(to) if record.proposals > 0 => {
            let to = named(to);
            let kept = msg!("challenge-first-terms-kept", to, by, terms);
            (kept, None)
        }
        Some(to) => {
            let made = msg!("challenge-made", to = named(to), by, terms);
            (made, None)
        }
        None => (
            msg!("challenge-made-open", by, terms),
            Some(msg!("challenge-who-accepts")),
        ),
    };
    sentences([
        Some(head),
        Some(sides_for_opponent(record, &record.terms)),
        question,
        code_for_elsewhere(record),
        Some(expires(record)),
    ])
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
    sentences([
        Some(msg!("challenge-made-open", by, terms)),
        Some(sides_for_opponent(record, &record.terms)),
        Some(msg!("challenge-shown-here")),
        Some(expires(record)),
    ])
}

/// A counter-offer that waits for the challenger's answer.
fn proposed(record: &ChallengeRecord, to: &Person, terms: &Terms) -> Text {
    sentences([
        Some(msg!(
            "challenge-proposed",
            by = named(&record.by),
            to = named(to),
            terms = challenge_terms(terms),
        )),
        Some(sides_for_challenger(terms, to)),
        Some(msg!(
            "challenge-own-terms",
            terms = challenge_terms(&record.terms)
        )),
        Some(msg!("challenge-do-you-agree")),
        Some(expires(record)),
    ])
}

fn expires(record: &ChallengeRecord) -> Message {
    msg!("challenge-expires", when = Part::Relative(record.expires))
}

fn accepted(record: &ChallengeRecord, taker: &Person, game: String) -> Message {
    let (by, taker) = (named(&record.by), named(taker));
    let terms = challenge_terms(&record.terms);
    if record.proposal.is_some() {
        msg!("challenge-agreed", by, taker, terms, game)
    } else {
        msg!("challenge-accepted", taker, by, terms, game)
    }
}

fn declined(record: &ChallengeRecord) -> Message {
    let (by, terms) = (named(&record.by), challenge_terms(&record.terms));
    match &record.to {
        Some(to) => msg!("challenge-declined", to = named(to), by, terms),
        None => msg!("challenge-declined-open", by, terms),
    }
}

/// The terms that the challenged player is drafting.
pub fn draft_proposal(record: &ChallengeRecord, terms: &Terms) -> Text {
    let sides = sides_for_opponent(record, terms);
    let words = challenge_terms(terms);
    if *terms == record.terms {
        let first = msg!(
            "challenge-draft-first",
            by = named(&record.by),
            terms = words
        );
        let question = msg!("challenge-draft-question");
        return sentences([Some(first), Some(sides), Some(question)]);
    }
    sentences([Some(msg!("challenge-draft", terms = words)), Some(sides)])
}

/// States who plays which side, addressed to the challenged player.
fn sides_for_opponent(record: &ChallengeRecord, terms: &Terms) -> Message {
    let ColorWish::Only(color) = terms.color else {
        return msg!("challenge-sides-random");
    };
    msg!(
        "challenge-sides-opponent",
        challenger = record.by.name.as_str(),
        theirs = terms.variant.color_name(color),
        yours = terms.variant.color_name(!color),
    )
}

/// States who plays which side, addressed to the challenger.
fn sides_for_challenger(terms: &Terms, opponent: &Person) -> Message {
    let ColorWish::Only(color) = terms.color else {
        return msg!("challenge-sides-random");
    };
    msg!(
        "challenge-sides-challenger",
        yours = terms.variant.color_name(color),
        opponent = opponent.name.as_str(),
        theirs = terms.variant.color_name(!color),
    )
}

/// The game, the start and the time of a challenge: `Leto Chess, 10 minutes for the game, rated`.
pub(super) fn challenge_terms(terms: &Terms) -> Message {
    let start = if terms.start.is_some() {
        "set-up"
    } else {
        "own"
    };
    msg!(
        "challenge-terms",
        variant = terms.variant.name(),
        start = key(start),
        stakes = key(stakes(terms.time, terms.rated)),
        time = time_control(terms.time),
    )
}

/// The selector by which a message tells a time control and whether the game is rated.
pub(super) fn stakes(time: TimeControl, rated: bool) -> &'static str {
    match (time, rated) {
        (TimeControl::Unlimited, _) => "untimed",
        (_, false) => "casual",
        (_, true) => "rated",
    }
}

/// Says how far a first rated game moves a rating.
pub(crate) fn first_rated_game(family: Family) -> Message {
    let lost = Rating::NEW.after(&[(Rating::NEW, Score::Loss)]);
    let points = Rating::NEW.points().saturating_sub(lost.points());
    let (game, points) = (family_name(family), (points + 5) / 10 * 10);
    msg!("challenge-first-rated", game, points)
}

/// Confirms that a challenge was posted.
pub fn challenge_sent(record: &ChallengeRecord) -> Text {
    let posted = match &record.to {
        Some(person) => msg!("challenge-posted-to", to = named(person)),
        None => msg!("challenge-posted"),
    };
    sentences([Some(posted), code_for_elsewhere(record)])
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
