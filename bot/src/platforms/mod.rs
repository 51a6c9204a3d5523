//! The table of chat platforms, and how the configured ones are served side by side over one store. A new one begins in
//! `bot/text/src/platform.rs`; `CONTRIBUTING.md` has the rest.

#[cfg(feature = "matrix")]
mod account;

use std::sync::Arc;

use discord::Connection;
use text::{ByPlatform, Platform, Platforms};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::admin::broadcast;
use crate::config::Config;
use runtime::cluster::{self, ClusterChannels, DatabaseClock, Member, ShardCommand, Timing};
use runtime::engine_pool::EnginePool;
use runtime::process::{self, Process, Running};
use runtime::service::{EffectQueues, QueuedEffect, Roles, Service, ServiceConfig, SystemSource};
use store::Database;
use store::leases::Leases;

/// A platform as the program sees it.
pub(crate) struct PlatformEntry {
    /// The help's clause on when Delos connects to it.
    help: &'static str,
    /// The setting that makes Delos serve it.
    pub(crate) setting: &'static str,
    /// The absence of that setting.
    pub(crate) without: &'static str,
    /// The advice in the error when nothing is set up.
    remedy: &'static str,
    /// Returns the server to connect to.
    pub(crate) address: fn(&Config) -> String,
    /// The error of a build without it.
    missing: Option<&'static str>,
    /// Serves it until the process stops; calls [`Process::stopped_hearing`] once.
    serve: for<'a> fn(&'a Config, FrontEnd) -> Running<'a, String>,
}

/// The parts of a process that a front end gets.
struct FrontEnd {
    process: Process,
    messages: mpsc::UnboundedReceiver<QueuedEffect>,
    /// For the front end that connects this process with others.
    channels: Option<ClusterChannels>,
    /// For a front end that is served by one process at a time: when to start and stop.
    commands: Option<mpsc::UnboundedReceiver<ShardCommand>>,
}

/// Returns the entry of a platform.
fn entry(platform: Platform) -> &'static PlatformEntry {
    match platform {
        Platform::Discord => &DISCORD,
        Platform::Matrix => &MATRIX,
    }
}

const DISCORD: PlatformEntry = PlatformEntry {
    help: "to Discord if it has a token (DISCORD_TOKEN, or token_file in the configuration)",
    setting: "a token",
    without: "no token",
    remedy: "DISCORD_TOKEN, or token_file in [discord]",
    address: |config| {
        let api = config.discord.api.as_ref();
        api.map_or("Discord", |api| api.as_str()).to_owned()
    },
    missing: None,
    serve: serve_discord,
};

/// matrix-sdk is only in a build with the feature `matrix`.
const MATRIX: PlatformEntry = PlatformEntry {
    help: "to Matrix\nif it has an account there ([matrix] in the configuration)",
    setting: "an account in [matrix]",
    without: "no account in [matrix]",
    remedy: "an account in [matrix]",
    address: |config| {
        let homeserver = config.matrix.homeserver.as_ref();
        let address = homeserver.map_or("Matrix", |address| address.as_str());
        address.to_owned()
    },
    missing: if cfg!(feature = "matrix") {
        None
    } else {
        Some(NO_MATRIX)
    },
    serve: serve_matrix,
};

const NO_MATRIX: &str =
    "[matrix] needs a Delos that was built with Matrix: cargo run --release --features matrix";

fn serve_discord(config: &Config, front_end: FrontEnd) -> Running<'_, String> {
    Box::pin(async move {
        let Some(token) = config.discord.token.clone() else {
            front_end.process.stopped_hearing();
            return Err("there is no token for Discord".to_owned());
        };
        let api = config.discord.api.as_ref();
        let proxy = config.discord.proxy.as_ref();
        let connection = Connection::new(token, api.map(|api| api.as_str().to_owned()))
            .through(proxy.map(|proxy| proxy.as_str().to_owned()));
        let channels = front_end.channels.unwrap_or_default();
        discord::serve(&connection, front_end.process, front_end.messages, channels)
            .await
            .map_err(|error| error.to_string())
    })
}

#[cfg(feature = "matrix")]
fn serve_matrix(config: &Config, front_end: FrontEnd) -> Running<'_, String> {
    Box::pin(account::serve(config, front_end))
}

/// The command line has refused this already.
#[cfg(not(feature = "matrix"))]
fn serve_matrix(_: &Config, front_end: FrontEnd) -> Running<'_, String> {
    drop(front_end.commands);
    front_end.process.stopped_hearing();
    Box::pin(async { Err(NO_MATRIX.to_owned()) })
}

fn entries(platforms: Platforms) -> impl Iterator<Item = &'static PlatformEntry> {
    platforms.each().map(entry)
}

/// Joins what the entries of some platforms say.
pub(crate) fn joined(
    platforms: Platforms,
    separator: &str,
    said: impl Fn(&PlatformEntry) -> String,
) -> String {
    let all: Vec<_> = entries(platforms).map(said).collect();
    all.join(separator)
}

/// When Delos connects to each platform, for the command line's help.
pub(crate) fn help() -> String {
    joined(Platforms::ALL, ", ", |entry| entry.help.to_owned())
}

/// The error of a program that is to serve, but not told where.
pub(crate) fn none() -> String {
    let settings = joined(Platforms::ALL, ", or ", |entry| entry.remedy.to_owned());
    format!("there is no platform to serve: set {settings}")
}

/// Why this build cannot serve these platforms, if it was made without one.
pub(crate) fn missing(platforms: Platforms) -> Option<&'static str> {
    entries(platforms).find_map(|entry| entry.missing)
}

/// Creates the application on a store; a database of several processes tells all of them the time.
pub(crate) fn service_over(
    store: Arc<dyn Database>,
    config: &Config,
    roles: Roles,
    platforms: Platforms,
) -> (Arc<Service>, EffectQueues) {
    let privacy = config.about.privacy.as_ref();
    let service_config = ServiceConfig {
        limits: (&config.limits).into(),
        privacy_url: privacy.map(|page| page.as_str().to_owned()),
        roles,
        platforms,
    };
    match store.leases() {
        Some(_) => Service::new(store, service_config, DatabaseClock::default()),
        None => Service::new(store, service_config, SystemSource),
    }
}

/// Serves platforms over a store until `stop`.
pub(crate) async fn serve(
    config: &Config,
    platforms: Platforms,
    roles: Roles,
    store: Arc<dyn Database>,
    stop: CancellationToken,
) -> Result<(), String> {
    let (service, mut queues) = service_over(store, config, roles, platforms);
    service
        .recover()
        .map_err(|failure| format!("cannot recover the state of the last run: {failure:?}"))?;
    let pool = EnginePool::start(config.engine.thread_count())
        .map_err(|error| format!("cannot start the engine's threads: {error}"))?;
    let broadcasts = broadcast::run(Arc::clone(&service), config.data.clone(), stop.clone());
    let broadcasts = tokio::spawn(broadcasts);
    let leases = service.leases().cloned();
    let mut channels = ClusterChannels::default();
    let is_shared = leases.is_some();
    let mut commands = ByPlatform::default();
    for platform in platforms.each().filter(|it| is_shared && it.is_whole()) {
        commands[platform] = Some(channels.open(platform));
    }
    service.report_to(channels.events.clone());
    let mut channels = Some(channels);
    // Discord's front end connects the process with others.
    let joins_itself = is_shared && !platforms.contains(Platform::Discord);
    let count = platforms.each().count() + usize::from(joins_itself);
    let process = Process::new(service, Arc::new(pool), count, stop.clone());
    let mut front_ends: Vec<Running<'_, String>> = Vec::new();
    for platform in platforms.each() {
        let front_end = FrontEnd {
            process: process.clone(),
            messages: queues.take(platform),
            channels: channels.take_if(|_| platform == Platform::Discord),
            commands: commands[platform].take(),
        };
        front_ends.push((entry(platform).serve)(config, front_end));
    }
    if let (Some(channels), Some(leases)) = (channels.filter(|_| joins_itself), leases) {
        front_ends.push(Box::pin(join_cluster(process.clone(), leases, channels)));
    }
    let outcome = process::run(process, queues.engine, front_ends).await;
    stop.cancel();
    // It only reads a folder: nothing is lost however it stops.
    drop(broadcasts.await);
    outcome
}

/// Connects a process that doesn't serve Discord with others.
async fn join_cluster(
    process: Process,
    leases: Arc<dyn Leases>,
    channels: ClusterChannels,
) -> Result<(), String> {
    let member = Member {
        service: Arc::clone(&process.service),
        leases,
        wanted: None,
        timing: Timing::default(),
    };
    cluster::run(member, channels, process.stop.clone()).await;
    process.stopped_hearing();
    Ok(())
}
