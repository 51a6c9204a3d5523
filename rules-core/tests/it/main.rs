//! Tests of the rules through the public interface.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod blunders;
mod common;
mod many_chains;
mod properties;
mod reading;
mod rulings;
mod slow;
mod slow_generator;
mod starts;
mod variant_rules;
mod vectors;
