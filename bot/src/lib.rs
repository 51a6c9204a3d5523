//! The program `delos`: everything around the application that touches the world.
//!
//! The only crate that knows a chat platform, a database, files, threads and the clock. [`cli`] reads what was asked,
//! [`config`] how it should be done, [`store`] keeps what happened; [`run`] puts them together and ends when it is told to.

pub mod admin;
pub mod cli;
pub mod config;
pub mod run;

pub mod diagram;
pub mod discord;
pub mod drawing;
pub mod engine_pool;
pub mod service;

pub mod health;
pub mod logging;
pub mod monitoring;
pub mod store;
pub mod telemetry;
