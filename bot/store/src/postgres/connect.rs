//! Connections: address, TLS, and the pool.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Pool, PoolConfig, RecyclingMethod, Runtime, Timeouts,
};
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use tokio_postgres::config::{SslMode, TargetSessionAttrs};
use tokio_postgres::{Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::url::DatabaseUrl;
use crate::Secret;
use crate::errors::ServerError;

/// How long a host may take to accept a connection, and a connection to become usable.
const CONNECT: Duration = Duration::from_secs(4);
/// How long a statement waits for one of this program's connections.
pub(super) const WAIT: Duration = Duration::from_secs(10);
/// How long the server may acknowledge nothing before its connection counts as dead.
const SILENCE: Duration = Duration::from_secs(15);

/// The most connections of one process, unless configured.
pub const CONNECTIONS: usize = 16;

/// How a connection begins. The server may have other defaults for other programs.
///
/// - Commits compare versions themselves, so the isolation is the lowest.
/// - One plan for all parameters saves a third of a commit.
/// - What is acknowledged must survive a power cut; a stricter setting, with standbys, stays.
/// - The server ends a statement before the program gives up on it, and a wait for a lock sooner: the lock's owner may be frozen.
const BEGIN: &str = "
SET default_transaction_isolation = 'read committed';
SET plan_cache_mode = force_generic_plan;
SET statement_timeout = '10s';
SET lock_timeout = '2s';
SET idle_in_transaction_session_timeout = '60s';
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/// The address of a database, with credentials and limits.
#[derive(Clone, Debug)]
pub struct PostgresSettings {
    /// Its address.
    pub url: DatabaseUrl,
    /// The password, unless it is in the address.
    pub password: Option<Secret>,
    /// Certificates of authorities, in place of the system's.
    pub ca_file: Option<std::path::PathBuf>,
    /// The most connections of this program.
    pub connections: usize,
}

impl PostgresSettings {
    /// An address, with working defaults.
    pub fn new(url: DatabaseUrl) -> Self {
        Self {
            url,
            password: None,
            ca_file: None,
            connections: CONNECTIONS,
        }
    }
}

/// A pool that connects when it is first used.
pub(super) fn pool(settings: &PostgresSettings) -> Result<Pool, ServerError> {
    let mut config = settings.url.config().clone();
    if let Some(password) = &settings.password {
        config.password(password.expose());
    }
    config
        .connect_timeout(CONNECT)
        .tcp_user_timeout(SILENCE)
        .keepalives_idle(SILENCE)
        // Of several hosts, the one that takes writes.
        .target_session_attrs(TargetSessionAttrs::ReadWrite);
    if config.get_application_name().is_none() {
        config.application_name("delos");
    }
    // A host that is gone costs its time before the next one is tried.
    let hosts = u32::try_from(config.get_hosts().len()).unwrap_or(u32::MAX);
    let create = CONNECT.saturating_mul(hosts.saturating_add(1));
    let manager = manager(config, settings)?;
    Pool::builder(manager)
        .runtime(Runtime::Tokio1)
        .config(PoolConfig {
            max_size: settings.connections,
            timeouts: Timeouts {
                wait: Some(WAIT),
                create: Some(create),
                recycle: Some(CONNECT),
            },
            ..PoolConfig::default()
        })
        .post_create(Hook::async_fn(|client, _| {
            Box::pin(async move {
                client
                    .batch_execute(BEGIN)
                    .await
                    .map_err(HookError::Backend)
            })
        }))
        .build()
        .map_err(|error| ServerError::Other(error.to_string()))
}

fn manager(mut config: Config, settings: &PostgresSettings) -> Result<Manager, ServerError> {
    let manager = ManagerConfig {
        recycling_method: RecyclingMethod::Fast,
    };
    if !settings.url.is_encrypted() {
        config.ssl_mode(SslMode::Disable);
        return Ok(Manager::from_config(config, NoTls, manager));
    }
    config.ssl_mode(SslMode::Require);
    let tls = MakeRustlsConnect::new(tls(settings.ca_file.as_deref())?);
    Ok(Manager::from_config(config, tls, manager))
}

/// TLS that believes the authorities in a file, otherwise the system's, and Mozilla's where the system has none.
fn tls(ca_file: Option<&Path>) -> Result<rustls::ClientConfig, ServerError> {
    let mut roots = RootCertStore::empty();
    if let Some(file) = ca_file {
        let wrong = |why: String| {
            ServerError::Tls(format!("the file in store.ca_file cannot be used: {why}"))
        };
        let all = CertificateDer::pem_file_iter(file).map_err(|error| wrong(error.to_string()))?;
        for certificate in all {
            let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
            roots
                .add(certificate)
                .map_err(|error| wrong(error.to_string()))?;
        }
        if roots.is_empty() {
            return Err(wrong("it has no certificate".to_owned()));
        }
    } else {
        // Single certificates that cannot be read are common, and do no harm.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| ServerError::Tls(error.to_string()))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}
