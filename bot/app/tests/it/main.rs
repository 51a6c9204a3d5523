//! The application over stores in memory, from the front door: one program, so that it is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod across;
mod addresses;
mod announcements;
mod at_once;
mod boards;
mod clocks;
mod coach;
mod commands_in_messages;
mod common;
mod counter_offers;
mod daily;
mod discretion;
mod floods;
mod follow_ups;
mod games;
mod heard;
mod homes;
mod interrupted;
mod lessons;
mod linking;
mod longest_ids;
mod moving;
mod notices;
mod offers;
mod people;
mod permissions;
mod premoves;
mod puzzles;
mod ratings;
mod refusals;
mod replays;
mod settings;
mod studies;
mod tournament;
mod trips;
mod typed_actions;
mod typed_commands;
mod vacations;
mod visibility;
mod welcome;
