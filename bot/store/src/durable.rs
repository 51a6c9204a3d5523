//! Makes renames and removals of files survive a power cut.

use std::fs::File;
use std::io;
use std::path::Path;

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
