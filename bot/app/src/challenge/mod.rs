//! Challenges: made, answered, countered, repeated.

pub(crate) mod counter_offer;
pub(crate) mod invitation;
pub(crate) mod message;
pub(crate) mod new_game;
pub(crate) mod quota;
pub(crate) mod rematch;
