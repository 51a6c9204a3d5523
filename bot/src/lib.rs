//! The program `delos`: adapters between the application and the world, and their wiring.
//!
//! The only crate that knows a chat platform, a database, files, threads and the clock. [`cli`] reads the command line,
//! [`config`] the configuration. [`run`] opens the [`store`], puts the application on it as a [`service`], and serves
//! [`discord`] and [`matrix`], each a [`front`] end; [`engine_pool`] and [`drawing`] perform what takes long.

pub mod admin;
pub mod cli;
pub mod config;
pub mod run;

mod chats;
pub mod diagram;

pub mod health;
pub mod logging;
pub mod monitoring;
