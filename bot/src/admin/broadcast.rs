//! `delos broadcast`: a message to every server, left in the data folder for the running program to send.
//!
//! A database has one process at a time, so messages go through a folder. A file in it is not sent yet. Its name identifies the
//! broadcast, so sending it again after a crash or an error posts nothing twice. The running program claims a file by renaming it
//! before it sends anything: a file that it cannot remove would be sent forever.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use app::{Announce, Moment, Timestamp};
use tokio_util::sync::CancellationToken;

use runtime::service::{MomentSource as _, Service, SystemSource};
use store::{file_modes, sync_parent};

/// Interval between checks of the folder.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// The extension of a pending message.
const PENDING: &str = "txt";
/// The extension of a message that is being sent.
const CLAIMED: &str = "saying";
/// The extension of a file that was set aside because it cannot be read.
const UNREADABLE: &str = "unreadable";

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
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let left = entry?.path();
        // The others need not wait until this one can be sent.
        if let Err(error) = send(service, &left) {
            tracing::error!(%error, file = %left.display(), "broadcast not sent");
        }
    }
    Ok(())
}

/// Sends a file if it is a message.
fn send(service: &Service, left: &Path) -> io::Result<()> {
    let path = match left.extension().and_then(|extension| extension.to_str()) {
        Some(PENDING) => {
            let claimed = left.with_extension(CLAIMED);
            fs::rename(left, &claimed)?;
            claimed
        }
        Some(CLAIMED) => left.to_owned(),
        _ => return Ok(()),
    };
    let name = path.file_stem().and_then(|stem| stem.to_str());
    let Some(moment) = name.and_then(moment_of) else {
        tracing::warn!(file = %path.display(), "file ignored: not left by `delos broadcast`");
        return fs::rename(&path, path.with_extension("unknown"));
    };
    let message = match fs::read_to_string(&path) {
        Ok(message) => message,
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            tracing::error!(%error, file = %path.display(), "broadcast set aside: not a text");
            return fs::rename(&path, path.with_extension(UNREADABLE));
        }
        Err(error) => return Err(error),
    };
    let sent = service.app().broadcast(&message, moment);
    let outgoing = sent.map_err(|failure| io::Error::other(format!("{failure:?}")))?;
    tracing::info!(channels = outgoing.len(), "broadcast sent");
    service.queue(outgoing);
    fs::remove_file(&path)?;
    // Before the mark goes: a file that a power cut brings back would be sent again.
    let synced = sync_parent(&path).map_err(|error| error.to_string());
    let forgotten = synced.and_then(|()| {
        let forgotten = service.app().forget_broadcast(moment);
        forgotten.map_err(|failure| format!("{failure:?}"))
    });
    if let Err(why) = forgotten {
        tracing::warn!(why, "broadcast sent, but its mark stays");
    }
    Ok(())
}

/// The moment in a file's name, which identifies the broadcast.
fn moment_of(name: &str) -> Option<Moment> {
    let (now, seed) = name.split_once('-')?;
    Some(Moment {
        now: Timestamp(now.parse().ok()?),
        seed: seed.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use app::store::{Batch, Index, Page};
    use app::{GameId, GameRecord, Level, Person, PlayerId, Seat, Venue};
    use rules_core::{ByColor, Variant};

    use super::*;
    use runtime::service::ServiceConfig;
    use store::{Database, SledStore};

    fn opened(data: &Path) -> Arc<dyn Database> {
        Arc::new(SledStore::open(&data.join("db")).expect("opens"))
    }

    #[test]
    fn a_message_that_cannot_be_sent_holds_up_no_other() {
        let data = tempfile::tempdir().expect("made");
        let config = ServiceConfig::default();
        let (service, _queues) = Service::new(opened(data.path()), config, SystemSource);
        let folder = folder(data.path());
        let [blocked, unreadable, good] =
            [1, 2, 3].map(|n| folder.join(format!("{n:013}-1.{PENDING}")));
        // Its new names belong to something that cannot be replaced.
        for extension in [CLAIMED, UNREADABLE] {
            fs::create_dir_all(blocked.with_extension(extension).join("full")).expect("made");
        }
        fs::write(&blocked, "Away from 9 to 10.").expect("written");
        fs::write(&unreadable, b"\xFF").expect("written");
        fs::write(&good, "Back.").expect("written");
        send_all(&service, &folder).expect("listed");
        assert!(blocked.exists(), "it is not claimed, and so not sent");
        assert!(unreadable.with_extension(UNREADABLE).exists());
        assert!(!good.exists() && !good.with_extension(CLAIMED).exists());
        for extension in [CLAIMED, UNREADABLE] {
            fs::remove_dir_all(blocked.with_extension(extension)).expect("removed");
        }
        send_all(&service, &folder).expect("listed");
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 1);
    }

    #[test]
    fn a_message_is_announced_once_even_if_it_is_found_again() {
        let data = tempfile::tempdir().expect("made");
        let store = opened(data.path());
        let seats = ByColor {
            white: Seat::Person(Person::new(PlayerId::new("test:ann"), "Ann")),
            black: Seat::Engine(Level::LOWEST),
        };
        let id = GameId::draw(1, 0);
        let venue = Venue::on_server("test:room", "test:server");
        let game = GameRecord::new(id, Variant::Toto40, seats, venue, Timestamp(1_000));
        store.commit(Batch::write(0, game)).expect("written");
        let config = ServiceConfig::default();
        let (service, _queues) = Service::new(Arc::clone(&store), config, SystemSource);
        let folder = folder(data.path());
        fs::create_dir(&folder).expect("made");
        let left = folder.join(format!("0000000000001-1.{CLAIMED}"));
        fs::write(&left, "Back.").expect("written");
        // The state before a crash that left the file behind.
        let moment = moment_of("0000000000001-1").expect("its name");
        let announced = service.app().broadcast("Back.", moment).expect("stored");
        let effects: Vec<_> = announced.into_iter().map(|effect| effect.id).collect();
        assert_eq!(effects.len(), 1);
        store.settle(&effects).expect("written");
        let marks = || {
            let rows = store.list(&Index::Heard, Page::first(9));
            rows.map(|rows| rows.len())
        };
        assert_eq!(marks(), Ok(1));
        send_all(&service, &folder).expect("listed");
        assert_eq!(store.outgoing(9), Ok(Vec::new()));
        assert!(!left.exists());
        assert_eq!(marks(), Ok(0), "nothing can repeat it");
    }

    #[test]
    fn a_message_is_left_whole_or_not_at_all() {
        let data = tempfile::tempdir().expect("made");
        let mut out = Vec::new();
        leave(data.path(), " Away from 9 to 10. ", &mut out).expect("left");
        assert!(leave(data.path(), " \n", &mut out).is_err());
        assert!(leave(data.path(), &"x".repeat(1501), &mut out).is_err());
        let files = fs::read_dir(folder(data.path())).expect("there");
        let files: Vec<_> = files.map(|entry| entry.expect("readable").path()).collect();
        assert_eq!(files.len(), 1);
        let text = fs::read_to_string(&files[0]).expect("text");
        assert_eq!(text, "Away from 9 to 10.");
        let name = files[0].file_stem().and_then(|stem| stem.to_str());
        assert!(name.and_then(moment_of).is_some(), "{files:?}");
    }
}
