//! Input and output: commands, buttons, cards, effects, refusals. Data only.

#![allow(missing_docs, reason = "plain data whose names say it")]

pub(crate) mod action;
pub(crate) mod announcement;
pub mod attachment;
pub mod card;
pub(crate) mod command;
pub(crate) mod draft;
pub mod effect;
pub(crate) mod field;
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
pub(crate) mod suggestion;
pub(crate) mod table;
pub(crate) mod tournament;
pub(crate) mod tournament_draft;
pub(crate) mod word;
