//! The effects that show a game's board, in each place where the game is shown.

use crate::context::Loaded;
use crate::model::record::{BoardId, GameRecord, Seat, Site};
use crate::protocol::effect::{Effect, Manner, Show, Think};

/// The effects that show a game at this version wherever it is shown. Each place calls those who play from there, and gets its
/// new message even if it calls no one.
pub(crate) fn show_effects(record: &GameRecord, version: u64, manner: &Manner) -> Vec<Effect> {
    let show = |site| {
        let manner = match manner {
            Manner::InPlace => Manner::InPlace,
            Manner::Fresh { call } => {
                let call = call.iter().cloned();
                let call = call.filter(|id| record.site_of_person(id) == site);
                Manner::Fresh {
                    call: call.collect(),
                }
            }
        };
        show_effect(record, site, version, manner)
    };
    record.sites().map(show).collect()
}

/// The effect that shows a game at this version in one place.
pub(crate) fn show_effect(record: &GameRecord, site: Site, version: u64, manner: Manner) -> Effect {
    let board = BoardId {
        game: record.id,
        site,
    };
    Effect::Show(Show {
        subject: board.into(),
        version,
        manner,
        ply: Some(record.ply()),
    })
}

/// The effect that asks the engine for a move, if it is its turn; `is_fresh` as in [`Think`].
pub(crate) fn think_effect(record: &GameRecord, is_fresh: bool) -> Option<Effect> {
    match record.seats[record.turn()] {
        Seat::Engine(level) if record.result.is_none() => Some(Effect::Think(Think {
            game: record.id,
            ply: record.ply(),
            take_backs: record.take_backs,
            level,
            is_fresh,
        })),
        _ => None,
    }
}

impl Loaded<GameRecord> {
    /// The effects that update the game's messages in place once this is written.
    pub(crate) fn edit_effects(&self) -> Vec<Effect> {
        show_effects(&self.value, self.version + 1, &Manner::InPlace)
    }
}
