//! The program `delos`: wiring between the crates and the world.
//!
//! [`cli`] reads the command line, [`config`] the configuration. [`run`] opens the store and serves the configured `platforms` on it.
//! [`admin`] has the operator's commands; [`monitoring`], [`health`] and [`logging`] tell how a run is doing.

pub mod admin;
pub mod cli;
pub mod config;
pub mod error;
pub mod run;

pub mod diagram;
mod platforms;

pub mod health;
pub mod logging;
pub mod monitoring;
