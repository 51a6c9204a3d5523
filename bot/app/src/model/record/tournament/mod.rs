//! A tournament as stored: plan and entrants in one record, each round and each line of the audit in one of its own.
//!
//! Split so that no record outgrows a value of the store: 256 entrants fill a third of one, and so does one of their rounds.

mod audit;
mod called;
mod entry;
mod invitation;
mod limits;
mod part;
mod plan;
mod round;
mod state;

pub use audit::{Act, AuditRecord};
pub use entry::{Absence, Entry};
pub use invitation::Invitation;
pub use limits::{ParseRatingLimitsError, RatingLimits};
pub use part::PlanPart;
pub use plan::{Format, TournamentPlan};
pub use round::{Event, RoundRecord, TournamentBoard};
pub use state::{ArenaState, ServerEvent, Stage, TournamentRecord, Undo};
pub(crate) use state::{UNTIL_LOCKED, stamp};
