//! Reads of effects.

use app::effect::{Effect, EffectId, Handled, LookFor, Manner, Outgoing, Show, Subject, Think};
use app::{Announce, ChallengeId, GameId, Tell, TournamentId};

/// Picks values out of the effects, in order.
fn picked<'o, T: 'o>(
    outgoing: &'o [Outgoing],
    pick: impl Fn(&'o Effect) -> Option<T> + 'o,
) -> impl Iterator<Item = T> + 'o {
    outgoing.iter().filter_map(move |one| pick(&one.effect))
}

pub(crate) fn shows(outgoing: &[Outgoing]) -> impl Iterator<Item = &Show> {
    picked(outgoing, |effect| match effect {
        Effect::Show(show) => Some(show),
        _ => None,
    })
}

#[track_caller]
pub(crate) fn challenge_of(outgoing: &[Outgoing]) -> ChallengeId {
    let mut shown = shows(outgoing).filter_map(|show| show.subject.challenge());
    shown.next().expect("a challenge is shown")
}

#[track_caller]
pub(crate) fn game_of(outgoing: &[Outgoing]) -> GameId {
    let mut shown = shows(outgoing).filter_map(|show| show.subject.game());
    shown.next().expect("a game is shown")
}

#[track_caller]
pub(crate) fn tournament_of(outgoing: &[Outgoing]) -> TournamentId {
    let mut shown = shows(outgoing).filter_map(|show| show.subject.tournament());
    shown.next().expect("a tournament is shown")
}

/// The people mentioned by a message; `None` if no new message is posted.
pub(crate) fn mentions(show: &Show) -> Option<Vec<String>> {
    match &show.manner {
        Manner::Fresh { call } => Some(call.iter().map(ToString::to_string).collect()),
        Manner::InPlace => None,
    }
}

/// The players mentioned by a new message about the game; `None` if no new message is posted.
pub(crate) fn called(handled: &Handled) -> Option<Vec<String>> {
    let mut games =
        shows(&handled.outgoing).filter(|show| matches!(show.subject, Subject::Game(_)));
    games.find_map(mentions)
}

/// Everyone mentioned by new messages, sorted.
pub(crate) fn all_called(outgoing: &[Outgoing]) -> Vec<String> {
    let mut names: Vec<_> = shows(outgoing).filter_map(mentions).flatten().collect();
    names.sort();
    names
}

pub(crate) fn tells(outgoing: &[Outgoing]) -> Vec<Tell> {
    let tells = picked(outgoing, |effect| match effect {
        Effect::Tell(tell) => Some(tell.clone()),
        _ => None,
    });
    tells.collect()
}

pub(crate) fn announcements(outgoing: &[Outgoing]) -> Vec<Announce> {
    let announced = picked(outgoing, |effect| match effect {
        Effect::Announce(announce) => Some(announce.clone()),
        _ => None,
    });
    announced.collect()
}

/// Picks requests out of the effects, in order, with the ids under which they are answered.
pub(crate) fn requests<T>(
    outgoing: &[Outgoing],
    pick: impl Fn(&Effect) -> Option<T>,
) -> Vec<(EffectId, T)> {
    let picked = outgoing.iter();
    let picked = picked.filter_map(|one| Some((one.id.clone(), pick(&one.effect)?)));
    picked.collect()
}

pub(crate) fn looks(outgoing: &[Outgoing]) -> Vec<(EffectId, LookFor)> {
    requests(outgoing, |effect| match effect {
        Effect::LookFor(look) => Some(look.clone()),
        _ => None,
    })
}

/// The moves asked of the engine.
pub(crate) fn thoughts(outgoing: &[Outgoing]) -> Vec<(EffectId, Think)> {
    requests(outgoing, |effect| match effect {
        Effect::Think(think) => Some(think.clone()),
        _ => None,
    })
}

#[track_caller]
pub(crate) fn thought_of(outgoing: &[Outgoing]) -> (EffectId, Think) {
    let mut asked = thoughts(outgoing).into_iter();
    asked.next().expect("the engine is asked")
}

pub(crate) fn wants_review(handled: &Handled) -> bool {
    let mut effects = handled.outgoing.iter().map(|one| &one.effect);
    effects.any(|effect| matches!(effect, Effect::Analyze(_)))
}
