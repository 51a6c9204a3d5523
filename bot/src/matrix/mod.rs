//! The Matrix front end: what people write, and which reactions they choose, become commands; effects become messages.
//!
//! `hearing` reads syncs, and `answers` says what commands answer. `outbox` performs effects. Both speak through `words` and
//! `messages`; `ids` names people and rooms. The crate `matrix` is the account that they use.

pub mod ids;

mod choices;
