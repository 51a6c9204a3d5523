//! A tournament as it is kept: its plan and entrants in one record, each round in another, each line of the audit in a third.
//!
//! Divided so that no record outgrows a value of the store: 256 entrants fill a third of one, a round of theirs another.

mod audit;
mod entry;
mod limits;
mod part;
mod plan;
mod round;
mod state;

pub use audit::{Act, AuditRecord};
pub use entry::{Absence, Entry};
pub use limits::{BadLimits, RatingLimits};
pub use part::PlanPart;
pub use plan::{Format, TournamentPlan};
pub use round::{Event, RoundRecord, TournamentBoard};
pub use state::{ArenaState, Stage, TournamentRecord, Undo};
