//! The table of chat platforms, and how the configured ones are served side by side over one store. A new one begins in
//! `bot/text/src/platform.rs`; the compiler lists the rest.

#[cfg(feature = "matrix")]
mod account;

use std::sync::Arc;

use discord::Connection;
use text::{Platform, Platforms};
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
    pub(crate) name: &'static str,
    /// The setting that makes Delos serve it.
    pub(crate) setting: &'static str,
    /// The absence of that setting.
    pub(crate) without: &'static str,
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
    name: "Discord",
    setting: "a token",
    without: "no token",
    address: |config| {
        let api = config.discord.api.as_ref();
        api.map_or("Discord", |api| api.as_str()).to_owned()
    },
    missing: None,
    serve: serve_discord,
};

/// matrix-sdk is only in a build with the feature `matrix`.
const MATRIX: PlatformEntry = PlatformEntry {
    name: "Matrix",
    setting: "an account in [matrix]",
    without: "no account in [matrix]",
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

fn served(platforms: Platforms) -> impl Iterator<Item = Platform> {
    let all = Platform::ALL.into_iter();
    all.filter(move |platform| platforms.contains(*platform))
}

/// Returns the entries of some platforms.
pub(crate) fn entries(platforms: Platforms) -> impl Iterator<Item = &'static PlatformEntry> {
    served(platforms).map(entry)
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
    let mut commands = (leases.is_some() && platforms.contains(Platform::Matrix))
        .then(|| channels.open(Platform::Matrix));
    service.report_to(channels.events.clone());
    let mut channels = Some(channels);
    let is_alone_on_matrix = commands.is_some() && !platforms.contains(Platform::Discord);
    let count = served(platforms).count() + usize::from(is_alone_on_matrix);
    let process = Process::new(service, Arc::new(pool), count, stop.clone());
    let mut front_ends: Vec<Running<'_, String>> = Vec::new();
    for platform in served(platforms) {
        let front_end = FrontEnd {
            process: process.clone(),
            messages: queues.take(platform),
            channels: channels.take_if(|_| platform == Platform::Discord),
            commands: commands.take_if(|_| platform == Platform::Matrix),
        };
        front_ends.push((entry(platform).serve)(config, front_end));
    }
    if let (Some(channels), Some(leases)) = (channels.filter(|_| is_alone_on_matrix), leases) {
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
