//! Files and folders that only their owner may use, whatever the process's umask, and whose names survive a power cut.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::sync::Once;

/// Creates or empties a file.
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    // An existing file keeps its mode.
    owner_only(path)?;
    Ok(file)
}

/// Creates a folder and its parents; an existing one stays as it is.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Takes a file or folder away from everyone but its owner, if the file system has such modes.
#[cfg(unix)]
pub fn owner_only(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut permissions = fs::metadata(path)?.permissions();
    if permissions.mode() & 0o077 != 0 {
        permissions.set_mode(permissions.mode() & 0o700);
        match fs::set_permissions(path, permissions) {
            Err(error) if is_unsupported(&error) => warn_of(path, &error),
            changed => changed?,
        }
    }
    Ok(())
}

/// Whether a file system refuses to change modes: that of some drives and network mounts.
#[cfg(unix)]
fn is_unsupported(error: &io::Error) -> bool {
    let kinds = [io::ErrorKind::PermissionDenied, io::ErrorKind::Unsupported];
    kinds.contains(&error.kind())
}

#[cfg(unix)]
fn warn_of(path: &Path, error: &io::Error) {
    static ONCE: Once = Once::new();
    let path = path.display();
    ONCE.call_once(|| {
        tracing::warn!(%path, %error, "other users of this machine may be able to read the data");
    });
}

/// Takes the files in a folder, and the folder, away from everyone but their owner.
pub fn owner_only_within(folder: &Path) -> io::Result<()> {
    owner_only(folder)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let changed = entry.file_type().and_then(|kind| {
            if kind.is_dir() {
                owner_only_within(&entry.path())
            } else {
                owner_only(&entry.path())
            }
        });
        match changed {
            // An open database renames and removes its files.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            changed => changed?,
        }
    }
    Ok(())
}

/// Whether others than the owner can list or enter a folder.
#[cfg(unix)]
pub fn is_open_to_others(folder: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::metadata(folder)?.permissions().mode() & 0o077 != 0)
}

/// Other systems have no such modes.
#[cfg(not(unix))]
pub fn owner_only(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Other systems have no such modes.
#[cfg(not(unix))]
pub fn is_open_to_others(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Makes the name of a file, or its removal, survive a power cut.
pub fn sync_parent(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), sync_folder)
}

/// Makes renames and removals in a folder survive a power cut.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // The parent of a relative path with one component is the empty path.
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn a_file_system_that_refuses_modes_is_no_error() {
        let status = Path::new("/proc/self/status");
        let mut permissions = fs::metadata(status).expect("read").permissions();
        permissions.set_readonly(true);
        let refused = fs::set_permissions(status, permissions).expect_err("refused");
        assert!(is_unsupported(&refused), "{refused}");
        owner_only(status).expect("a warning");
        let missing = owner_only(Path::new("/proc/self/missing")).expect_err("missing");
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}
