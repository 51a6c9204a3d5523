//! Tests of the whole program and its front ends. They form one program, because linking each takes longer than running it.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;
mod headless;
mod homeserver;

mod backup;
mod browser;
mod bursts;
mod cluster;
mod conversations;
mod documents;
mod engine_pool;
mod kill_and_restart;
mod layers;
mod matrix;
mod network;
mod outages;
mod people;
mod platforms;
mod postgres;
mod program;
mod rate_limit_proxy;
mod requests;
mod shards;
mod suspended;
mod untrusted_input;
