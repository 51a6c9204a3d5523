//! Runs the application between its store and its platforms.
//!
//! Modules are listed from the bottom up. This crate knows platforms by name only.

pub mod backoff;
pub mod locks;
pub mod recent;
pub mod telemetry;

pub mod service;

pub mod cluster;
pub mod concurrency;
pub mod drawing;
pub mod engine_pool;
pub mod outbox;

pub mod process;
pub mod requests;
