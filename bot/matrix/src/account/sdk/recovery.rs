//! Verifies the device with the recovery key.

use matrix_sdk::Client;
use matrix_sdk::encryption::recovery::RecoveryState;

use super::folder::Folder;
use crate::account::homeserver::Error;

/// Verifies the device if necessary, and creates a recovery key if there is none. Failures are logged: an unverified device still
/// works, but clients mark or hide its messages.
pub(super) async fn set_up(
    client: &Client,
    folder: &Folder,
    configured: Option<&str>,
) -> Result<(), Error> {
    let recovery = client.encryption().recovery();
    let key = configured
        .map(str::to_owned)
        .or_else(|| folder.recovery_key());
    match (recovery.state(), key) {
        (RecoveryState::Disabled, None) => {
            // A second one would make the first useless, so only here.
            match recovery.enable().await {
                Ok(key) => {
                    folder.set_recovery_key(&key)?;
                    tracing::warn!(
                        file = %folder.recovery_key_path().display(),
                        "made a recovery key for the Matrix account: keep a copy of the file elsewhere"
                    );
                }
                Err(error) => tracing::warn!(%error, "could not make a recovery key"),
            }
        }
        (RecoveryState::Disabled, Some(_)) => tracing::warn!(
            "a recovery key is configured, but the Matrix account has no recovery: remove the key, and Delos makes one"
        ),
        (RecoveryState::Incomplete | RecoveryState::Unknown, Some(key)) => {
            match recovery.recover(&key).await {
                Ok(()) => tracing::info!("the Matrix device is trusted by the recovery key"),
                Err(error) => {
                    tracing::error!(%error, "the recovery key of the Matrix account is refused");
                }
            }
        }
        (RecoveryState::Incomplete | RecoveryState::Unknown, None) => tracing::warn!(
            "the Matrix device is not trusted: configure the account's recovery key, which the client that set it up shows"
        ),
        (RecoveryState::Enabled, _) => {}
    }
    Ok(())
}
