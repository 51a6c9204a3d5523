//! Input and output: commands, buttons, cards, effects, refusals. Data only.

#![allow(missing_docs, reason = "plain data whose names say it")]

pub(crate) mod action;
pub mod attachment;
pub mod card;
pub(crate) mod command;
pub(crate) mod draft;
pub mod effect;
pub(crate) mod lesson;
pub(crate) mod message;
pub(crate) mod move_choice;
pub(crate) mod new_game;
pub(crate) mod notice;
pub(crate) mod people;
pub(crate) mod people_refusal;
pub(crate) mod permission;
pub(crate) mod refusal;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod row;
pub mod server_event;
pub(crate) mod setting;
pub(crate) mod subject;
pub(crate) mod table;
pub(crate) mod tournament;
pub(crate) mod tournament_draft;
pub(crate) mod word;

pub(crate) use action::{Action, ParseFieldError};
pub(crate) use attachment::{Attachment, File};
pub(crate) use card::{
    Button, ButtonStyle, Card, Entities, EntityMenu, Field, MenuOption, Modal, SelectMenu,
    Suggestion, post_button,
};
pub(crate) use command::{Audience, Command, Context, Occasion, Request, SpaceCommand};
pub(crate) use draft::Draft;
pub(crate) use effect::{
    Analyze, Announce, Answer, Award, CloseThread, Effect, EffectId, Handled, LookFor, Manner,
    News, NotAwarded, Outgoing, Show, Subject, Think, WrongMove,
};
pub(crate) use lesson::{LessonId, LessonPosition, PuzzleTheme};
pub(crate) use message::{Shown, ThreadToOpen};
pub(crate) use move_choice::{Chosen, MoveText};
pub(crate) use new_game::{NewGame, Opponent};
pub(crate) use notice::{Delivery, Notice, OfferStep, Tell, Told};
pub(crate) use people::{PeopleCommand, Reach};
pub(crate) use people_refusal::{LinkRefusal, PeopleRefusal};
pub(crate) use permission::{Discretion, Need};
pub(crate) use refusal::{Candidate, Refusal, StartTimeError, TournamentRefusal};
pub(crate) use replay::{Postable, Posted, Posting, Step, Viewed};
pub(crate) use report::{Found, Report};
pub(crate) use server_event::{
    EventPhase, EventPlan, NotScheduled, Schedule, Scheduled, WantedEvent,
};
pub(crate) use setting::{Scope, Setting};
pub(crate) use subject::{Reads, Which};
pub(crate) use tournament::{OrganizerPage, Risk, TournamentCommand, TournamentView};
pub(crate) use tournament_draft::{FormatKind, TournamentDraft};
pub(crate) use word::Word;
