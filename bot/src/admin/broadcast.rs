//! `delos broadcast`: a message to every server, left in the data folder for the running program to send.
//!
//! A database has one process at a time, so messages go through a folder. A file in it is not sent yet. Its name determines
//! the effects' ids, so sending it again after a crash posts nothing twice. The running program claims a file by renaming it
//! before it sends anything: a file that it cannot remove would be sent forever.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use app::{Announce, Moment, Timestamp};
use tokio_util::sync::CancellationToken;

use runtime::service::{MomentSource as _, Service, SystemSource};
use store::file_modes;

/// Interval between checks of the folder.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// The extension of a pending message.
const PENDING: &str = "txt";
/// The extension of a message that is being sent.
const CLAIMED: &str = "saying";

fn folder(data: &Path) -> PathBuf {
    data.join("broadcasts")
}

/// Leaves a message for the program that runs on this data folder.
pub fn leave(data: &Path, message: &str, out: &mut dyn Write) -> io::Result<()> {
    let message = message.trim();
    let length = message.chars().count();
    if !(1..=Announce::MOST).contains(&length) {
        return Err(io::Error::other(format!(
            "a broadcast has 1 to {} characters, but this one has {length}",
            Announce::MOST
        )));
    }
    let folder = folder(data);
    file_modes::create_folder(&folder)?;
    let name = format!("{:013}-{}", SystemSource.now().0, std::process::id());
    let file = folder.join(&name).with_extension(PENDING);
    let partial = folder.join(name).with_extension("new");
    fs::write(&partial, message)?;
    // The program may run as another user. No one else can look into the folder.
    #[cfg(unix)]
    fs::set_permissions(
        &partial,
        std::os::unix::fs::PermissionsExt::from_mode(0o644),
    )?;
    fs::rename(partial, file)?;
    writeln!(
        out,
        "Queued: Delos sends it within seconds, or at its next start."
    )
}

/// Sends the messages left in the folder, until `stop`.
pub async fn run(service: Arc<Service>, data: PathBuf, stop: CancellationToken) {
    let folder = folder(&data);
    // Created by the running program, so that it may claim what another user leaves.
    if let Err(error) = file_modes::create_folder(&folder) {
        tracing::error!(%error, "broadcast folder not created");
    }
    loop {
        let here = folder.clone();
        let sent = service.run_blocking(move |service| Ok(send_all(service, &here)));
        match sent.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "broadcast not sent"),
            Err(failure) => tracing::error!(?failure, "broadcast not sent"),
        }
        let pause = tokio::time::sleep(CHECK_INTERVAL);
        if stop.run_until_cancelled(pause).await.is_none() {
            return;
        }
    }
}

fn send_all(service: &Service, folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let mut path = entry?.path();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some(PENDING) => {
                let claimed = path.with_extension(CLAIMED);
                fs::rename(&path, &claimed)?;
                path = claimed;
            }
            Some(CLAIMED) => {}
            _ => continue,
        }
        let message = fs::read_to_string(&path)?;
        let name = path.file_stem().and_then(|stem| stem.to_str());
        let Some(moment) = name.and_then(moment_of) else {
            tracing::warn!(file = %path.display(), "file ignored: not left by `delos broadcast`");
            fs::rename(&path, path.with_extension("unknown"))?;
            continue;
        };
        match service.app().broadcast(&message, moment) {
            Ok(outgoing) => {
                tracing::info!(channels = outgoing.len(), "broadcast sent");
                service.queue(outgoing);
                fs::remove_file(&path)?;
            }
            Err(failure) => return Err(io::Error::other(format!("{failure:?}"))),
        }
    }
    Ok(())
}

/// The moment in a file's name, which determines the ids of the effects.
fn moment_of(name: &str) -> Option<Moment> {
    let (now, seed) = name.split_once('-')?;
    Some(Moment {
        now: Timestamp(now.parse().ok()?),
        seed: seed.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use runtime::service::ServiceConfig;

    #[test]
    fn a_message_that_cannot_be_claimed_is_not_sent() {
        let data = tempfile::tempdir().expect("made");
        let store = Arc::new(store::SledStore::open(&data.path().join("db")).expect("opens"));
        let (service, _queues) = Service::new(store, ServiceConfig::default(), SystemSource);
        leave(data.path(), "Away from 9 to 10.", &mut Vec::new()).expect("left");
        let folder = folder(data.path());
        let left = fs::read_dir(&folder).expect("there").next();
        let left = left.expect("a file").expect("readable").path();
        // Its new name belongs to something that cannot be replaced.
        fs::create_dir_all(left.with_extension(CLAIMED).join("full")).expect("made");
        assert!(send_all(&service, &folder).is_err());
        fs::remove_dir_all(left.with_extension(CLAIMED)).expect("removed");
        send_all(&service, &folder).expect("sent");
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 0);
    }

    #[test]
    fn a_message_is_left_whole_or_not_at_all() {
        let data = tempfile::tempdir().expect("made");
        let mut out = Vec::new();
        leave(data.path(), " Away from 9 to 10. ", &mut out).expect("left");
        assert!(leave(data.path(), " \n", &mut out).is_err());
        assert!(leave(data.path(), &"x".repeat(1501), &mut out).is_err());
        let files: Vec<_> = fs::read_dir(folder(data.path()))
            .expect("there")
            .map(|entry| entry.expect("readable").path())
            .collect();
        assert_eq!(files.len(), 1);
        assert_eq!(
            fs::read_to_string(&files[0]).expect("text"),
            "Away from 9 to 10."
        );
        let name = files[0].file_stem().and_then(|stem| stem.to_str());
        assert!(name.and_then(moment_of).is_some(), "{files:?}");
    }
}
