//! Logs in, or restores the device of an earlier run; verifies it with the recovery key.

use std::time::Duration;

use matrix_sdk::authentication::matrix::MatrixSession;
use matrix_sdk::config::RequestConfig;
use matrix_sdk::encryption::recovery::RecoveryState;
use matrix_sdk::encryption::{BackupDownloadStrategy, EncryptionSettings};
use matrix_sdk::ruma::api::client::keys::get_keys;
use matrix_sdk::ruma::api::client::uiaa;
use matrix_sdk::ruma::api::error::ErrorKind;
use matrix_sdk::ruma::{OwnedDeviceId, OwnedUserId, UserId};
use matrix_sdk::store::RoomLoadSettings;
use matrix_sdk::{Client, SessionMeta, SessionTokens};

use super::errors::invalid_id;
use super::folder::{Folder, Session};
use super::settings::{Login, Settings};
use crate::account::homeserver::{Error, Result};

const DEVICE_NAME: &str = "Delos";

/// The longest request.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);

/// Attempts at matrix-sdk's own requests, such as key sharing.
const TRIES: usize = 3;

/// Restores the device of an earlier run, or creates one. A device without its keys is useless: others know it by the keys that it
/// published first.
pub(super) async fn open(settings: &Settings, folder: &Folder) -> Result<Client> {
    let Some(earlier) = folder.session()? else {
        return begin(settings, folder, None).await;
    };
    if !is_same_user(&settings.user, &earlier.user) {
        return Err(Error::Store(format!(
            "{} belongs to {}: choose another folder for {}",
            settings.folder.display(),
            earlier.user,
            settings.user
        )));
    }
    if let Login::Token { device, .. } = &settings.login
        && *device != earlier.device
    {
        return begin(settings, folder, None).await;
    }
    if let Some(client) = resume(settings, folder, &earlier).await? {
        return Ok(client);
    }
    tracing::warn!("the keys of the Matrix device are lost: a new device takes its place");
    begin(settings, folder, Some(&earlier)).await
}

/// Whether a setting, perhaps a local part, names a user id.
fn is_same_user(setting: &str, user: &str) -> bool {
    let local = user
        .strip_prefix('@')
        .and_then(|user| user.split(':').next());
    setting == user || Some(setting.trim_start_matches('@')) == local
}

async fn build(settings: &Settings, folder: &Folder) -> Result<Client> {
    let builder = Client::builder();
    let builder = if settings.homeserver.contains("://") {
        builder.homeserver_url(&settings.homeserver)
    } else {
        builder.server_name_or_homeserver_url(&settings.homeserver)
    };
    let client = builder
        // A passphrase would have to be stored next to it; the folder is private.
        .sqlite_store(folder.store(), None)
        .with_encryption_settings(EncryptionSettings {
            auto_enable_cross_signing: true,
            auto_enable_backups: true,
            backup_download_strategy: BackupDownloadStrategy::AfterDecryptionFailure,
        })
        .request_config(RequestConfig::new().timeout(TIMEOUT).retry_limit(TRIES))
        .build()
        .await;
    client.map_err(|error| match error.into() {
        // Perhaps of a full disk or of another owner's files, so the keys may be intact.
        Error::Store(reason) => Error::Store(format!(
            "{reason}; if {} is damaged, remove it, and a new device takes its place",
            folder.store().display()
        )),
        error => error,
    })
}

/// Restores a device; `None` if its keys are lost. Logs it in again if the homeserver only wants the password again, as after a
/// session's lifetime.
async fn resume(settings: &Settings, folder: &Folder, earlier: &Session) -> Result<Option<Client>> {
    if !folder.has_keys() {
        return Ok(None);
    }
    let mut client = build(settings, folder).await?;
    let token = match &settings.login {
        Login::Token { token, .. } => token,
        Login::Password(_) => &earlier.token,
    };
    restore(&client, &earlier.user, &earlier.device, token).await?;
    if let Err(error) = client.whoami().await {
        let (Some(ErrorKind::UnknownToken(data)), Login::Password(password)) =
            (error.client_api_error_kind(), &settings.login)
        else {
            return Err(error.into());
        };
        let is_forgotten = !data.soft_logout;
        drop(client);
        if is_forgotten {
            tracing::warn!("the Matrix device was logged out: a new one takes its place");
            return Ok(Some(begin(settings, folder, None).await?));
        }
        client = build(settings, folder).await?;
        log_in(settings, &client, password, Some(&earlier.device)).await?;
        set_session(folder, &client).await?;
    }
    // An emptied store opens as a new device's.
    let is_same = fingerprint(&client).await.as_ref() == Some(&earlier.fingerprint);
    Ok(is_same.then_some(client))
}

/// Logs in on a device, by default a new one.
async fn log_in(
    settings: &Settings,
    client: &Client,
    password: &str,
    device: Option<&str>,
) -> Result<()> {
    let matrix = client.matrix_auth();
    let mut login = matrix
        .login_username(&settings.user, password)
        .initial_device_display_name(DEVICE_NAME);
    if let Some(device) = device {
        login = login.device_id(device);
    }
    match login.send().await.map_err(Error::from) {
        Ok(_) => Ok(()),
        // Homeservers answer wrong credentials so.
        Err(Error::Forbidden(reason)) => Err(Error::Account(format!(
            "{reason}: check the user and the password"
        ))),
        Err(error) => Err(error),
    }
}

async fn set_session(folder: &Folder, client: &Client) -> Result<()> {
    let (Some(user), Some(device), Some(token), Some(fingerprint)) = (
        client.user_id(),
        client.device_id(),
        client.access_token(),
        fingerprint(client).await,
    ) else {
        return Err(Error::Store("the new device has no keys".to_owned()));
    };
    folder.set_session(&Session {
        user: user.to_string(),
        device: device.to_string(),
        token,
        fingerprint,
    })
}

async fn restore(client: &Client, user: &str, device: &str, token: &str) -> Result<()> {
    let session = MatrixSession {
        meta: SessionMeta {
            user_id: UserId::parse(user).map_err(|_| invalid_id(user))?,
            device_id: OwnedDeviceId::from(device),
        },
        tokens: SessionTokens {
            access_token: token.to_owned(),
            refresh_token: None,
        },
    };
    client
        .matrix_auth()
        .restore_session(session, RoomLoadSettings::default())
        .await?;
    Ok(())
}

/// Creates a device, and removes the one whose keys are lost, so that no one encrypts for it.
async fn begin(settings: &Settings, folder: &Folder, lost: Option<&Session>) -> Result<Client> {
    folder.forget_device()?;
    let client = build(settings, folder).await?;
    match &settings.login {
        Login::Password(password) => log_in(settings, &client, password, None).await?,
        Login::Token { token, device } => adopt(settings, &client, token, device).await?,
    }
    set_session(folder, &client).await?;
    if let (Some(lost), Some(user), Login::Password(password)) =
        (lost, client.user_id(), &settings.login)
        && let Err(error) = remove(&client, &lost.device, user.to_owned(), password).await
    {
        tracing::warn!(%error, device = lost.device, "could not remove the lost Matrix device");
    }
    Ok(client)
}

/// Uses a device that was created elsewhere, if it published no keys yet.
async fn adopt(settings: &Settings, client: &Client, token: &str, device: &str) -> Result<()> {
    // A separate client, since restoring one publishes its keys at once.
    let probe = Client::builder()
        .homeserver_url(client.homeserver())
        .request_config(RequestConfig::new().timeout(TIMEOUT).retry_limit(TRIES))
        .build()
        .await?;
    let user = UserId::parse(&settings.user).map_err(|_| {
        Error::Account(format!(
            "an access token needs the whole user id, such as @delos:example.org, not {}",
            settings.user
        ))
    })?;
    restore(&probe, user.as_str(), device, token).await?;
    let owner = probe.whoami().await?;
    if owner.user_id != user || owner.device_id.as_deref().is_none_or(|own| own != device) {
        return Err(Error::Account(format!(
            "the access token belongs to {} with the device {:?}",
            owner.user_id, owner.device_id
        )));
    }
    let mut request = get_keys::v3::Request::new();
    request.device_keys.insert(user.clone(), Vec::new());
    let published = probe.send(request).await?;
    let mut devices = published.device_keys.get(&user).into_iter().flatten();
    if devices.any(|(other, _)| other == device) {
        return Err(Error::Account(format!(
            "the device {device} was used before, with keys that are not here: log in again and configure the new access token and device"
        )));
    }
    restore(client, user.as_str(), device, token).await
}

async fn fingerprint(client: &Client) -> Option<String> {
    client.encryption().ed25519_key().await
}

async fn remove(client: &Client, device: &str, user: OwnedUserId, password: &str) -> Result<()> {
    let devices = [OwnedDeviceId::from(device)];
    let Err(error) = client.delete_devices(&devices, None).await else {
        return Ok(());
    };
    let Some(asked) = error.as_uiaa_response() else {
        return Err(error.into());
    };
    let mut proof = uiaa::Password::new(
        uiaa::UserIdentifier::Matrix(uiaa::MatrixUserIdentifier::new(user.to_string())),
        password.to_owned(),
    );
    proof.session.clone_from(&asked.session);
    client
        .delete_devices(&devices, Some(uiaa::AuthData::Password(proof)))
        .await?;
    Ok(())
}

/// Verifies the device if necessary, and creates a recovery key if there is none. Failures are logged: an unverified device still
/// works, but clients mark or hide its messages.
pub(super) async fn set_up_recovery(
    client: &Client,
    folder: &Folder,
    configured: Option<&str>,
) -> Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_can_be_named_without_the_server() {
        let user = "@delos:example.org";
        for setting in ["@delos:example.org", "delos", "@delos"] {
            assert!(is_same_user(setting, user), "{setting}");
        }
        for setting in ["@delos:example.com", "apollo", "delos:example.org", ""] {
            assert!(!is_same_user(setting, user), "{setting}");
        }
    }
}
