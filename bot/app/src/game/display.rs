//! The effects that show a game's board, in each place where the game is shown.

use crate::context::{Change, Loaded};
use crate::model::{BoardId, GameRecord, PlayerId, Seat, Site};
use crate::protocol::{Effect, Manner, Show, Think};

/// The effects that show a game at this version wherever it is shown. Each place calls those who play from there, and gets its
/// new message even if it calls no one.
pub(crate) fn show_effects(record: &GameRecord, version: u64, manner: &Manner) -> Vec<Effect> {
    let show = |site| {
        let manner = match manner {
            Manner::InPlace => Manner::InPlace,
            Manner::Fresh { call } => {
                let mut call = call.clone();
                call.retain(|id| record.site_of_person(id) == site);
                Manner::Fresh { call }
            }
        };
        show_effect(record, site, version, manner)
    };
    record.sites().map(show).collect()
}

/// The effect that shows a game at this version in one place.
pub(crate) fn show_effect(record: &GameRecord, site: Site, version: u64, manner: Manner) -> Effect {
    let game = record.id;
    Effect::Show(Show {
        subject: BoardId { game, site }.into(),
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

impl Change {
    /// Starts the game: posts its board, and asks the engine if it moves first.
    pub(crate) fn add_new_game(&mut self, game: GameRecord, call: Vec<PlayerId>) {
        let thinks = think_effect(&game, false);
        self.show_anew(Loaded::new(game), call);
        self.effects.extend(thinks);
    }

    /// Writes a game and posts new messages of it, which mention these people.
    pub(crate) fn show_anew(&mut self, game: Loaded<GameRecord>, call: Vec<PlayerId>) {
        let manner = Manner::Fresh { call };
        let shows = show_effects(&game.value, game.version + 1, &manner);
        self.effects.extend(shows);
        self.writes.push(game.write());
    }

    /// Writes a game and updates its messages in place.
    pub(crate) fn edit(&mut self, game: Loaded<GameRecord>) {
        self.effects.extend(game.edit_effects());
        self.writes.push(game.write());
    }
}

impl Loaded<GameRecord> {
    /// The effects that update the game's messages in place once this is written.
    pub(crate) fn edit_effects(&self) -> Vec<Effect> {
        show_effects(&self.value, self.version + 1, &Manner::InPlace)
    }
}
