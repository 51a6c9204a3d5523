//! The table of chat platforms, and how the configured ones are served side by side over one store. A new one begins in
//! `bot/text/src/platform.rs`; the compiler lists the rest.

mod discord;
mod entry;
mod matrix;

use std::sync::Arc;

use text::{Platform, Platforms};
use tokio_util::sync::CancellationToken;

use crate::admin::broadcast;
use crate::config::{Config, ConfigError};
use runtime::cluster::{self, ClusterChannels, DatabaseClock, Member, Timing};
use runtime::engine_pool::EnginePool;
use runtime::process::{self, Process, Running};
use runtime::service::{EffectQueues, Roles, Service, ServiceConfig, SystemSource};
use store::Database;
use store::leases::Leases;

use entry::FrontEnd;
pub(crate) use entry::PlatformEntry;

/// Returns the entry of a platform.
fn entry(platform: Platform) -> &'static PlatformEntry {
    match platform {
        Platform::Discord => &discord::DISCORD,
        Platform::Matrix => &matrix::MATRIX,
    }
}

/// Returns the entries of some platforms.
pub(crate) fn entries(platforms: Platforms) -> impl Iterator<Item = &'static PlatformEntry> {
    let all = Platform::ALL.into_iter();
    all.filter(move |platform| platforms.contains(*platform))
        .map(entry)
}

/// Refuses platforms that this build was made without.
pub(crate) fn check_build(platforms: Platforms) -> Result<(), ConfigError> {
    entries(platforms).try_for_each(|entry| (entry.check_build)())
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
    let broadcasts = tokio::spawn(broadcast::run(
        Arc::clone(&service),
        config.data.clone(),
        stop.clone(),
    ));
    let leases = service.leases().cloned();
    let mut channels = ClusterChannels::default();
    let mut commands = (leases.is_some() && platforms.contains(Platform::Matrix))
        .then(|| channels.open(Platform::Matrix));
    service.report_to(channels.events.clone());
    let mut channels = Some(channels);
    let is_alone_on_matrix = commands.is_some() && !platforms.contains(Platform::Discord);
    let count = entries(platforms).count() + usize::from(is_alone_on_matrix);
    let process = Process::new(service, Arc::new(pool), count, stop.clone());
    let mut front_ends: Vec<Running<'_, String>> = Vec::new();
    for platform in Platform::ALL {
        if platforms.contains(platform) {
            let front_end = FrontEnd {
                process: process.clone(),
                messages: queues.take(platform),
                channels: channels.take_if(|_| platform == Platform::Discord),
                commands: commands.take_if(|_| platform == Platform::Matrix),
            };
            front_ends.push((entry(platform).serve)(config, front_end));
        }
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
