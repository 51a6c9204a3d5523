//! Stored records and their index rows.

mod career;
mod challenge;
mod clock;
mod daily;
mod defaults;
mod digest;
mod elsewhere;
mod game;
mod heard;
mod kinds;
mod pair;
mod person;
pub(crate) mod preferences;
mod presence;
mod quiet;
mod rating;
mod review;
mod server;
pub(crate) mod stored_size;
mod time_control;
pub(crate) mod tournament;
mod week;

pub use crate::model::level::Level;
pub use crate::model::record_ids::{AuditId, PairId, Pool, RatingId, RoundId, WeekId};
pub use career::{CareerRecord, Tally};
pub use challenge::{ChallengeRecord, ChallengeState, ColorWish, Proposal, Taken, Terms};
pub use clock::{Clock, FIRST_MOVE, RETURN};
pub use daily::{DailyRecord, Day, Streak, Tried};
pub use digest::PersonDigest;
pub use elsewhere::{BoardId, Elsewhere, Site};
pub use game::{
    Counted, End, GameRecord, GameResult, Offer, OpenOffer, RatingChange, Seat, Thread,
};
pub use heard::HeardRecord;
pub use kinds::Record;
pub(crate) use kinds::RecordType;
pub use pair::PairRecord;
pub use person::{Alias, Digest, Learned, OfferedCode, PersonRecord, Solver, Vacation, Vote};
pub use pictures::{Rotation, Theme};
pub use preferences::{Pings, Preferences, View};
pub use presence::PresenceRecord;
pub use quiet::{ParseQuietHoursError, QuietHours};
pub use rating::RatingRecord;
pub use review::{ReviewRecord, TurningPoint};
pub use server::{LatestDaily, ServerRecord, Settings, Ties, Welcome};
pub use time_control::{ParseTimeError, TimeControl};
pub use tournament::{
    Absence, Act, ArenaState, AuditRecord, Entry, Event, Format, Invitation,
    ParseRatingLimitsError, PlanPart, RatingLimits, RoundRecord, ServerEvent, Stage,
    TournamentBoard, TournamentPlan, TournamentRecord, Undo,
};
pub(crate) use tournament::{UNTIL_LOCKED, stamp};
pub use week::WeekRecord;
