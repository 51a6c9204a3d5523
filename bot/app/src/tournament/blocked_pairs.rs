//! Entrants of whom one has blocked the other: kept apart where the format allows it.

use std::collections::{BTreeMap, BTreeSet};

use pairing::{Pairing, Seed};

use crate::context::{Reader, Result};
use crate::model::{PlayerId, RoundRecord, TournamentRecord};
use crate::protocol::{Effect, Notice};

/// Maximum number of entrants kept apart from one person by blocks: no one should be able to avoid every strong opponent.
const MOST: usize = 3;

/// Minimum number of games in a round before the organizer learns of such a pair. With fewer, it would be obvious who they are.
const FEWEST_GAMES: usize = 3;

/// The pairs of entrants of whom one has blocked the other.
pub(crate) fn blocked_pairs(
    reader: &Reader<'_>,
    tournament: &TournamentRecord,
) -> Result<Vec<(Seed, Seed)>> {
    let people = tournament.active();
    let people = people.filter_map(|(seed, entry)| Some((entry.player()?, seed)));
    let seeds: BTreeMap<&PlayerId, Seed> = people.collect();
    let mut pairs = BTreeSet::new();
    for (&player, &seed) in &seeds {
        let Some(record) = reader.known_person(player)? else {
            continue;
        };
        let named = record.blocked.iter().filter_map(|id| seeds.get(id));
        // Few block lists have hashes, and comparing those with everyone is slow.
        let returned = seeds
            .iter()
            .filter(|_| !record.blocked_digests.is_empty())
            .filter(|(other, _)| record.has_blocked([**other].into_iter()))
            .map(|(_, seed)| seed);
        for &other in named.chain(returned).take(MOST) {
            pairs.insert((seed.min(other), seed.max(other)));
        }
    }
    Ok(pairs.into_iter().collect())
}

/// The notice to the organizer if a new round brings such a pair together for the first time.
pub(crate) fn notice_of(
    tournament: &TournamentRecord,
    blocked: &[(Seed, Seed)],
    rounds: &[RoundRecord],
    new: &RoundRecord,
) -> Option<Effect> {
    let own = tournament.seed_of(&tournament.by.id);
    let pair = |game: &Pairing| (game.white.min(game.black), game.white.max(game.black));
    let met = |asked: (Seed, Seed)| {
        let mut earlier = rounds.iter().flat_map(RoundRecord::pairings);
        earlier.any(|game| pair(&game) == asked)
    };
    let games = || new.boards.iter().filter(|board| board.game.is_some());
    // Among fewer games the organizer would know or guess who it is.
    if games().count() < FEWEST_GAMES {
        return None;
    }
    let told = games().any(|board| {
        let pair = pair(&board.pairing);
        // An organizer who plays does not learn who blocked them.
        let concerns_them = own == Some(pair.0) || own == Some(pair.1);
        blocked.contains(&pair) && !concerns_them && !met(pair)
    });
    let notice = Notice::BlockedPairing {
        tournament: tournament.id,
        round: new.id.number,
    };
    told.then(|| Effect::tell(&tournament.by.id, notice))
}
