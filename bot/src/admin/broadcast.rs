//! `delos broadcast`: words for everybody, left in the data folder for the running program to pick up.
//!
//! A database has one process at a time, so the words go through a folder. A file that is there was not yet said; its name
//! gives the stored effects their names, so that saying it again after a crash says nothing twice. The running program takes a file
//! for itself, by a new name, before it says anything: what it may not take it would say for ever.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use app::{Announce, Moment, Timestamp};
use tokio_util::sync::CancellationToken;

use crate::service::{Machine, Service, Source};

/// How often the folder is looked into.
const PAUSE: Duration = Duration::from_secs(2);
const ENDING: &str = "txt";
/// The ending of a file whose words are being said.
const TAKEN: &str = "saying";

fn folder(data: &Path) -> PathBuf {
    data.join("broadcasts")
}

/// Leaves the words for the program that runs on this data folder.
///
/// # Errors
/// When there are no words, too many, or the folder cannot be written.
pub fn leave(data: &Path, words: &str, out: &mut impl Write) -> io::Result<()> {
    let words = words.trim();
    let length = words.chars().count();
    if !(1..=Announce::MOST).contains(&length) {
        return Err(io::Error::other(format!(
            "a broadcast has 1 to {} characters, and this one has {length}",
            Announce::MOST
        )));
    }
    let folder = folder(data);
    fs::create_dir_all(&folder)?;
    let name = format!("{:013}-{}", Machine.now().0, std::process::id());
    let file = folder.join(&name).with_extension(ENDING);
    let half = folder.join(name).with_extension("new");
    fs::write(&half, words)?;
    fs::rename(half, file)?;
    writeln!(
        out,
        "Left for the running Delos; it says it within seconds, or when it is next started."
    )
}

/// Says what is left in the folder, until `stop`.
pub async fn watch(service: Arc<Service>, data: PathBuf, stop: CancellationToken) {
    let folder = folder(&data);
    // Made by the running program, it is one from which it may take what another user leaves.
    if let Err(error) = fs::create_dir_all(&folder) {
        tracing::error!(%error, "the folder of broadcasts cannot be made");
    }
    loop {
        let here = folder.clone();
        let said = service.ask(move |service| Ok(say_all(service, &here)));
        match said.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the folder of broadcasts cannot be used"),
            Err(failure) => tracing::error!(?failure, "a broadcast was not said"),
        }
        let slept = stop.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
        if slept.is_none() {
            return;
        }
    }
}

fn say_all(service: &Service, folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let mut path = entry?.path();
        match path.extension().and_then(|ending| ending.to_str()) {
            Some(ENDING) => {
                let taken = path.with_extension(TAKEN);
                fs::rename(&path, &taken)?;
                path = taken;
            }
            Some(TAKEN) => {}
            _ => continue,
        }
        let words = fs::read_to_string(&path)?;
        let name = path.file_stem().and_then(|stem| stem.to_str());
        let Some(moment) = name.and_then(moment_of) else {
            tracing::warn!(file = %path.display(), "not a broadcast of `delos broadcast`");
            fs::rename(&path, path.with_extension("unknown"))?;
            continue;
        };
        match service.app().broadcast(&words, moment) {
            Ok(outgoing) => {
                tracing::info!(rooms = outgoing.len(), "a broadcast is said");
                service.queue(outgoing);
                fs::remove_file(&path)?;
            }
            Err(failure) => return Err(io::Error::other(format!("{failure:?}"))),
        }
    }
    Ok(())
}

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

    #[test]
    fn what_cannot_be_taken_is_not_said() {
        let data = tempfile::tempdir().expect("made");
        let store =
            Arc::new(crate::store::SledStore::open(&data.path().join("db")).expect("opens"));
        let (service, _queues) =
            Service::new(Arc::clone(&store), app::Limits::default(), Machine).expect("starts");
        leave(data.path(), "Away from 9 to 10.", &mut Vec::new()).expect("left");
        let folder = folder(data.path());
        let left = fs::read_dir(&folder).expect("there").next();
        let left = left.expect("a file").expect("readable").path();
        // The name that it would get is taken by something that cannot be replaced.
        fs::create_dir_all(left.with_extension(TAKEN).join("full")).expect("made");
        assert!(say_all(&service, &folder).is_err());
        fs::remove_dir_all(left.with_extension(TAKEN)).expect("removed");
        say_all(&service, &folder).expect("said");
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 0);
    }

    #[test]
    fn words_are_left_whole_or_not_at_all() {
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
