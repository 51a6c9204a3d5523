//! Tests of the stores from outside, as one program.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod proxy;
mod samples;
mod server;

mod both;
mod damage;
mod postgres;
mod stored_schema;
