//! A disk that can lose power, fill up or fail: ext4 in a file, on a loop device. Needs root, `mkfs.ext4`, `mount` and `perl`.
//!
//! A power cut is `EXT4_IOC_SHUTDOWN` without flushing the log, as in the kernel's file system tests: unsynced writes are lost,
//! and the next mount replays the journal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A disk with a data folder.
#[derive(Debug)]
pub(crate) struct Disk {
    image: PathBuf,
    mount: PathBuf,
}

fn run(program: &str, arguments: &[&str]) {
    let done = Command::new(program)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{program} cannot be run: {error}"));
    assert!(done.status.success(), "{program} {arguments:?}: {done:?}");
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

impl Disk {
    /// Creates an empty disk, mounted in `folder`.
    pub(crate) fn new(folder: &Path, mebibytes: u64) -> Self {
        let disk = Self {
            image: folder.join("disk.img"),
            mount: folder.join("disk"),
        };
        fs::create_dir(&disk.mount).unwrap();
        let image = fs::File::create(&disk.image).unwrap();
        image.set_len(mebibytes << 20).unwrap();
        run("mkfs.ext4", &["-q", "-F", text(&disk.image)]);
        disk.mount("rw");
        disk
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.mount.join("data")
    }

    pub(crate) fn mount(&self, how: &str) {
        let (options, image) = (format!("loop,{how}"), text(&self.image));
        run("mount", &["-o", &options, image, text(&self.mount)]);
    }

    pub(crate) fn unmount(&self) {
        run("umount", &[text(&self.mount)]);
    }

    /// Cuts the power: later and unsynced writes are lost.
    pub(crate) fn cut(&self) {
        let ioctl = "open F, '<', $ARGV[0] or die $!; my $how = pack('I', 2); ioctl(F, 0x8004587d, $how) or die $!";
        run("perl", &["-e", ioctl, text(&self.mount)]);
    }

    pub(crate) fn fill(&self) {
        let mut size = 1 << 20;
        let mut filler = fs::File::create(self.mount.join("filler")).unwrap();
        let block = vec![1; size];
        while size >= 512 {
            if std::io::Write::write(&mut filler, &block[..size]).is_err() {
                size /= 2;
            }
        }
        drop(filler.sync_all());
    }

    pub(crate) fn free_space(&self) {
        fs::remove_file(self.mount.join("filler")).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // A mounted disk would keep its loop device after a failure.
        let _ = Command::new("umount").arg(&self.mount).output();
    }
}
