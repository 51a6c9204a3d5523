//! Balances the number of shards between processes.

use store::leases::{Overview, ProcessId};

/// A process's next step towards its share of the shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Move {
    /// Claims this many free shards.
    Claim(usize),
    /// Releases one, since another process has at least two fewer.
    GiveUp,
    /// Keeps its number.
    Stay,
}

/// Returns the move of the process `me`. Each free shard goes to the process with the fewest, so processes with the same overview
/// claim different shards.
pub(super) fn next_move(me: ProcessId, overview: &Overview) -> Move {
    let mut counts: Vec<(usize, ProcessId)> = overview
        .servers
        .iter()
        .map(|&(id, count)| (count, id))
        .collect();
    let mut mine = 0;
    for _ in 0..overview.free {
        let Some(fewest) = counts.iter_mut().min() else {
            break;
        };
        fewest.0 += 1;
        if fewest.1 == me {
            mine += 1;
        }
    }
    if mine > 0 {
        return Move::Claim(mine);
    }
    let fewest = counts.iter().map(|&(count, _)| count).min().unwrap_or(0);
    // Of several with the most, the one with the lowest number moves first.
    let most = counts
        .iter()
        .max_by_key(|&&(count, id)| (count, std::cmp::Reverse(id)));
    match most {
        Some(&(count, id)) if id == me && count >= fewest + 2 => Move::GiveUp,
        _ => Move::Stay,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use app::Timestamp;
    use text::Platforms;

    use super::*;

    fn moves(counts: &[usize], free: usize) -> Vec<Move> {
        let overview = Overview {
            now: Timestamp(0),
            total: None,
            held: BTreeSet::new(),
            servers: (1..).map(ProcessId).zip(counts.iter().copied()).collect(),
            free,
            free_platforms: Platforms::matching(|_| false),
            others_reached: false,
            is_full: false,
        };
        let each = overview.servers.iter();
        each.map(|&(id, _)| next_move(id, &overview)).collect()
    }

    #[test]
    fn free_shards_go_to_whoever_has_fewest_and_a_difference_of_one_moves_nothing() {
        assert_eq!(moves(&[0], 5), [Move::Claim(5)]);
        assert_eq!(moves(&[0, 0], 5), [Move::Claim(3), Move::Claim(2)]);
        assert_eq!(moves(&[4, 1], 2), [Move::Stay, Move::Claim(2)]);
        assert_eq!(moves(&[2, 1, 1], 0), [Move::Stay; 3]);
        assert_eq!(moves(&[1, 0], 0), [Move::Stay; 2]);
    }

    #[test]
    fn a_process_that_comes_gets_its_share_one_by_one_and_then_nothing_moves() {
        let mut counts = [4, 3, 0];
        let mut moved = 0;
        loop {
            let next = moves(&counts, 0);
            let Some(giver) = next.iter().position(|next| *next == Move::GiveUp) else {
                break;
            };
            assert_eq!(next.iter().filter(|next| **next == Move::GiveUp).count(), 1);
            counts[giver] -= 1;
            let next = moves(&counts, 1);
            let taker = next.iter().position(|next| *next == Move::Claim(1));
            counts[taker.expect("one takes it")] += 1;
            moved += 1;
        }
        counts.sort_unstable();
        assert_eq!((counts, moved), ([2, 2, 3], 2));
    }
}
