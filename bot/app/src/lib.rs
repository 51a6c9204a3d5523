//! Delos without a chat platform: challenges, games, ratings, tournaments and settings.
//!
//! [`App::handle`] takes a command with its author, place and time, and returns an answer and stored effects. A change and
//! its effects are committed together before anyone learns of it, and performing an effect twice is harmless. Time and random
//! bits come in with the [`Moment`], so the same commands at the same moments give the same result. Nothing here knows a
//! platform, a database, a clock or a thread; pictures and engine moves are requested as data ([`effect`]).
//!
//! The modules below are layers, lowest first. `bot/tests/it/layers.rs` checks that none imports a higher one.

#![allow(
    clippy::missing_errors_doc,
    reason = "a `Failure` is a refusal or an error of the store; a function that fails otherwise says so"
)]

mod model;

mod protocol;

pub mod store;

pub mod messages;

mod spec;

mod context;

mod settings;

mod help;

mod rating;

mod people;

mod game;

mod lesson;

mod challenge;

mod tournament;

mod privacy;

mod notify;

pub mod commands;

mod app;

pub use app::App;
pub use context::failure::Failure;
pub use context::rate_limit::{Budget, Spent};
pub use game::autocomplete::suggest_times;
pub use lesson::figures::PuzzleFigures;
pub use messages::Profile;
pub use model::effective_settings::EffectiveSettings;
pub use model::facts::Facts;
pub use model::glicko;
pub use model::home::Home;
pub use model::ids::{
    ChallengeId, DailyId, GameId, HeardId, LinkCode, Name, ParseCodeError, Person, PlayerId,
    RoleId, RoomId, ServerEventId, ServerId, THREAD, TournamentId, Venue,
};
pub use model::key;
pub use model::limits::Limits;
pub use model::moment::{Moment, Span, Timestamp};
pub use model::record::*;
pub use pairing::TieBreak;
pub use pairing::knockout::{Elimination, MatchRules};
pub use pairing::round_robin::Cycles;
pub use protocol::action::{Action, ParseFieldError};
pub use protocol::attachment;
pub use protocol::card::{self, Suggestion};
pub use protocol::command::{Audience, Command, Context, Occasion, Request, SpaceCommand};
pub use protocol::draft::Draft;
pub use protocol::effect::{self, Announce, News};
pub use protocol::lesson::{LessonId, LessonPosition, PuzzleTheme};
pub use protocol::message::{Shown, ThreadToOpen};
pub use protocol::move_choice::{Chosen, MoveText};
pub use protocol::new_game::{NewGame, Opponent};
pub use protocol::notice::{Delivery, Notice, OfferStep, Tell, Told};
pub use protocol::people::{PeopleCommand, Reach};
pub use protocol::people_refusal::{LinkRefusal, PeopleRefusal};
pub use protocol::permission::{Discretion, Need};
pub use protocol::refusal::{Candidate, Refusal, StartTimeError, TournamentRefusal};
pub use protocol::replay::{Postable, Posted, Posting, Step, Viewed};
pub use protocol::report::{Found, Report};
pub use protocol::server_event;
pub use protocol::setting::{Scope, Setting};
pub use protocol::subject::Which;
pub use protocol::tournament::{OrganizerPage, Risk, TournamentCommand, TournamentView};
pub use protocol::tournament_draft::{FormatKind, TournamentDraft};
pub use protocol::word::Word;
pub use rating::rebuild::Rebuilt;
pub use settings::replaced_rooms::Place;
pub use text::{Part, Text};
