//! Between the application and its platforms: what runs, and what comes to pass.
//!
//! [`service`] runs the application on a store and queues its effects, [`outbox`] performs them, [`engine_pool`] thinks and
//! [`drawing`] draws. [`front`] runs front ends side by side; [`cluster`] shares the work among several processes. No platform is
//! known here by more than its name.

pub mod admission;
pub mod cluster;
pub mod drawing;
pub mod engine_pool;
pub mod outbox;
pub mod process;
pub mod recent;
pub mod requests;
pub mod retry;
pub mod service;
pub mod telemetry;
