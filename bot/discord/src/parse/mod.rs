//! Events as requests: who asks, where, and for what.

pub(crate) mod component;
pub(crate) mod origin;
pub(crate) mod slash;
pub(crate) mod typed;
