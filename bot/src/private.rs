//! Files and folders that only their owner may use, whatever the process's umask.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::Path;

/// Creates or empties a file.
pub(crate) fn create(path: &Path) -> io::Result<File> {
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
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Takes a file or folder away from everyone but its owner.
#[cfg(unix)]
pub(crate) fn owner_only(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut permissions = fs::metadata(path)?.permissions();
    if permissions.mode() & 0o077 != 0 {
        permissions.set_mode(permissions.mode() & 0o700);
        fs::set_permissions(path, permissions)?;
    }
    Ok(())
}

/// Takes the files in a folder, and the folder, away from everyone but their owner.
pub(crate) fn owner_only_within(folder: &Path) -> io::Result<()> {
    owner_only(folder)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            owner_only_within(&entry.path())?;
        } else {
            owner_only(&entry.path())?;
        }
    }
    Ok(())
}

/// Whether others than the owner can list or enter a folder.
#[cfg(unix)]
pub(crate) fn is_open_to_others(folder: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::metadata(folder)?.permissions().mode() & 0o077 != 0)
}

/// Other systems have no such modes.
#[cfg(not(unix))]
pub(crate) fn owner_only(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Other systems have no such modes.
#[cfg(not(unix))]
pub(crate) fn is_open_to_others(_: &Path) -> io::Result<bool> {
    Ok(false)
}
