//! What people can do with Delos: challenge each other, play, look, resign; the same on every chat platform.
//!
//! One command in, with who gave it, where and when; an answer and stored effects out: [`App::handle`]. A change and its
//! effects are committed together before anybody is told, and performing an effect twice is harmless. Time and chance come
//! in with the [`Moment`], so the same commands at the same moments end the same. Nothing here knows a chat platform, a
//! database, a clock or a thread; pictures and thoughts are asked for by data ([`effect`]).

mod ids;
mod moment;

mod command;
pub mod effect;
pub mod enclosure;
mod record;
pub mod store;

mod refusal;
pub mod say;

mod again;
mod app;
mod broadcasting;
mod calling;
mod challenges;
mod choosing;
mod conditional;
mod confirming;
mod countering;
mod ending;
mod explaining;
mod facts;
mod finished;
mod games;
mod hinting;
mod in_force;
mod judgment;
mod needs;
mod notice;
mod offers;
mod panel;
pub mod people;
mod reviewing;
mod rulebook;
mod settings;
mod showing;
mod suggesting;
mod threads;
mod timing;
mod tournaments;
mod unseen;
mod vacation;
mod watching;

pub mod memory;
pub mod rating;
pub mod store_contract;

pub use app::{App, Limits};
pub use broadcasting::{Announce, News};
pub use command::{Command, Context, Form, MoveText, Press, Request, Which};
pub use countering::{BadDraft, Draft};
pub use facts::Facts;
pub use games::Found;
pub use ids::{
    BadCode, ChallengeId, GameId, Person, PlayerId, RoleId, RoomId, ServerId, TournamentId, Venue,
};
pub use in_force::{InForce, Why};
pub use moment::{Moment, Span, Timestamp};
pub use needs::Need;
pub use notice::{Notice, Tell, Told};
pub use pairing::TieBreak;
pub use pairing::knockout::{Elimination, MatchRules};
pub use pairing::round_robin::Cycles;
pub use panel::Chosen;
pub use people::{PeopleCommand, PeoplePress, PeopleRefusal, Reach};
pub use record::{
    Absence, Act, ArenaState, AuditId, AuditRecord, BadLimits, BadQuietHours, BadTime,
    CareerRecord, ChallengeRecord, ChallengeState, Clock, ColorWish, Counted, End, Entry, Event,
    FIRST_MOVE, Format, GameRecord, GameResult, Level, Offer, PairId, PairRecord, PersonRecord,
    Pings, PlanPart, Pool, Preferences, PresenceRecord, Proposal, QuietHours, RETURN, RatingChange,
    RatingId, RatingLimits, RatingRecord, Record, ReviewRecord, RoundId, RoundRecord, Seat,
    ServerRecord, Settings, Stage, Tally, Terms, Theme, Thread, TimeControl, TournamentBoard,
    TournamentPlan, TournamentRecord, TurningPoint, Undo, Vacation, View, WeekId, WeekRecord,
};
pub use refusal::{Candidate, Failure, Refusal, TournamentRefusal};
pub use settings::{Scope, Setting};
pub use showing::Shown;
pub use suggesting::{Suggestion, suggest_times};
pub use text::{Part, Text};
pub use threads::ThreadToOpen;
pub use tournaments::{TournamentCommand, TournamentView};
