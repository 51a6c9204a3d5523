//! The configured account on Matrix, in a build with it.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use app::Home;
use matrix::Homeserver;
use matrix::account::sdk::{self, Login, MaySend, Receives, Settings};

use crate::config::{Config, MatrixAccount, MatrixLogin};
use crate::platforms::FrontEnd;
use runtime::backoff::Backoff;
use runtime::service::Service;
use store::file_modes;

/// Delays between attempts to connect.
const BACKOFF: Backoff = Backoff::doubling(Duration::from_secs(1), Duration::from_secs(30));

/// Serves the account until the process stops; of several processes, while the cluster assigns Matrix to this one.
pub(super) async fn serve(config: &Config, front_end: FrontEnd) -> Result<(), String> {
    let FrontEnd {
        process,
        messages,
        commands,
        ..
    } = front_end;
    let connecting = connect(config, &process.service);
    let connected = process.stop.run_until_cancelled(connecting).await;
    let outcome = match connected {
        Some(Ok((homeserver, _lock))) => {
            let (service, pool) = (Arc::clone(&process.service), Arc::clone(&process.pool));
            let leases = service.leases().cloned();
            let served = if let (Some(leases), Some(commands)) = (leases, commands) {
                matrix::run_among_others(homeserver, service, leases, messages, pool, commands)
                    .await
            } else {
                let stop = process.stop.clone();
                matrix::run(homeserver, service, messages, pool, stop).await
            };
            served.map_err(|error| error.to_string())
        }
        Some(Err(error)) => Err(error),
        None => Ok(()),
    };
    process.stopped_hearing();
    outcome
}

/// Logs the account in, with retries. Its keys are in a folder that only the program's user may read, and that only one process
/// uses while the returned file is open.
async fn connect(
    config: &Config,
    service: &Arc<Service>,
) -> Result<(Arc<dyn Homeserver>, File), String> {
    let account = config.matrix.account()?;
    let account = account.ok_or("no account on Matrix is configured")?;
    let folder = config.data.join("matrix");
    file_modes::create_folder(&folder)
        .map_err(|error| format!("cannot create the folder {}: {error}", folder.display()))?;
    let lock = lock(&folder)?;
    let settings = settings(&account, &folder, service);
    let mut delays = BACKOFF.delays();
    loop {
        match sdk::connect(settings.clone()).await {
            // The other platforms are served all the same.
            Err(error) if error.is_transient() => {
                tracing::warn!(%error, "not connected to Matrix: trying again");
                tokio::time::sleep(delays.next().unwrap_or_default()).await;
            }
            Err(error) => return Err(format!("cannot connect to Matrix: {error}")),
            Ok(homeserver) => return Ok((homeserver, lock)),
        }
    }
}

fn settings(account: &MatrixAccount<'_>, folder: &Path, service: &Arc<Service>) -> Settings {
    let served = Arc::clone(service.ownership());
    Settings {
        homeserver: account.homeserver.to_owned(),
        user: account.user.to_owned(),
        login: match &account.login {
            MatrixLogin::Password(password) => Login::Password(password.expose().to_owned()),
            MatrixLogin::Token { token, device } => Login::Token {
                token: token.expose().to_owned(),
                device: (*device).to_owned(),
            },
        },
        recovery_key: account.recovery_key.map(|key| key.expose().to_owned()),
        folder: folder.to_owned(),
        allow_servers: account.allow_servers.to_vec(),
        most_rooms: usize::try_from(account.most_rooms).unwrap_or(usize::MAX),
        receives: Receives::default(),
        may_send: MaySend::when(move || served.performs(Home::MATRIX)),
    }
}

/// Locks the account's folder: two processes would corrupt its database of keys.
fn lock(folder: &Path) -> Result<File, String> {
    let path = folder.join("lock");
    let file = file_modes::create(&path)
        .map_err(|error| format!("cannot create {}: {error}", path.display()))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(format!(
            "another Delos uses {}: give each process a data folder of its own",
            folder.display()
        )),
        Err(TryLockError::Error(error)) => Err(format!("cannot lock {}: {error}", path.display())),
        Ok(()) => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accounts_folder_is_used_by_one_process() {
        let folder = tempfile::tempdir().expect("made");
        let first = lock(folder.path()).expect("free");
        let second = lock(folder.path()).expect_err("in use");
        assert!(second.contains("a data folder of its own"), "{second}");
        drop(first);
        lock(folder.path()).expect("free again");
    }
}
