//! The program `delos`: command line, configuration and wiring.
//!
//! [`cli`] reads the command line and [`config`] the configuration. [`run`] opens the store, puts the application on it, and serves
//! the configured front ends. [`admin`] has the operator's commands, [`monitoring`] the metrics and probes.

pub mod admin;
pub mod cli;
pub mod config;
pub mod run;

mod chats;
pub mod diagram;

pub mod health;
pub mod logging;
pub mod monitoring;
