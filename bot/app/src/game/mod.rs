//! A game in progress or finished: moves, offers, clocks, its message.

pub(crate) mod active_game;
pub(crate) mod autocomplete;
pub(crate) mod coach;
pub(crate) mod confirmation;
pub(crate) mod display;
pub(crate) mod engine_judgment;
pub(crate) mod fair_play;
pub(crate) mod hint;
pub(crate) mod message;
pub(crate) mod missed;
pub(crate) mod move_filter;
pub(crate) mod move_picker;
pub(crate) mod moves;
pub(crate) mod offers;
pub(crate) mod placement;
pub(crate) mod premove;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod watch;
pub(crate) mod why_not;

pub(crate) use active_game::ActiveGame;
pub(crate) use fair_play::Viewer;
