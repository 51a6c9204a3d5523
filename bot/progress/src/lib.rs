//! Progress of long commands on standard error: a bar with the time left on a terminal, otherwise a line every ten seconds.

use std::io::{self, IsTerminal as _, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Time between two lines.
const LINE_INTERVAL: Duration = Duration::from_secs(10);
const BAR: &str = "{msg} [{wide_bar}] {percent} %, {eta} left";
const COUNT: &str = "{msg} {human_pos} in {elapsed}";

/// The progress of a command; the bar disappears when this is dropped.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// When the last line was written, or the command began; `None` on a terminal.
    last_line: Option<Mutex<Instant>>,
}

impl Progress {
    /// Begins a command of unknown length.
    pub fn new(what: &'static str) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let target = if is_terminal {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target).with_message(what);
        bar.set_style(style(COUNT));
        let last_line = (!is_terminal).then(|| Mutex::new(Instant::now()));
        Self { bar, last_line }
    }

    /// Begins a command with this many steps.
    pub fn of(what: &'static str, steps: u64) -> Self {
        let progress = Self::new(what);
        progress.set_length(steps);
        progress
    }

    /// Sets the number of steps, now that it is known.
    pub fn set_length(&self, steps: u64) {
        self.bar.set_style(style(BAR));
        self.bar.set_length(steps);
    }

    /// Notes further steps.
    pub fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        self.say();
    }

    /// Notes that this many steps are done.
    pub fn reach(&self, steps: u64) {
        self.bar.set_position(steps);
        self.say();
    }

    /// Writes a line if there is no terminal, and it is time for one.
    fn say(&self) {
        let Some(last) = &self.last_line else { return };
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= LINE_INTERVAL {
            *last = Instant::now();
            // The command goes on if no one reads its errors.
            let _ = writeln!(io::stderr(), "{}", self.line());
        }
    }

    /// The state in words.
    fn line(&self) -> String {
        let (what, done) = (self.bar.message(), self.bar.position());
        match self.bar.length() {
            Some(steps) => {
                // How long it takes isn't known yet.
                if done == 0 && steps > 0 {
                    return format!("{what}: 0 %");
                }
                let percent = (100 * done.min(steps)).checked_div(steps).unwrap_or(100);
                let left = HumanDuration(self.bar.eta());
                format!("{what}: {percent} %, {left} left")
            }
            None => format!("{what}: {} so far", HumanCount(done)),
        }
    }

    /// Wraps a file, and counts the bytes read from it, or the lines written to it, as progress.
    pub fn counted<T>(&self, file: T) -> Counted<'_, T> {
        Counted {
            file,
            progress: self,
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A file that counts bytes read, or lines written, as progress.
#[derive(Debug)]
pub struct Counted<'p, T> {
    file: T,
    progress: &'p Progress,
}

impl<T: Read> Read for Counted<'_, T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.progress.advance(count as u64);
        Ok(count)
    }
}

impl<T: Seek> Seek for Counted<'_, T> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl<T: Write> Write for Counted<'_, T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        let lines = bytes.iter().take(count).filter(|byte| **byte == b'\n');
        self.progress.advance(lines.count() as u64);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is_and_how_long_it_takes() {
        let progress = Progress::new("backup");
        assert_eq!(progress.line(), "backup: 0 so far");
        let lines = progress.counted(Vec::new()).write_all(b"one\ntwo\n");
        lines.expect("written");
        assert_eq!(progress.line(), "backup: 2 so far");
        progress.set_length(8);
        let line = progress.line();
        assert!(line.starts_with("backup: 25 %, "), "{line}");
        assert!(line.ends_with(" left"), "{line}");
        progress.reach(9);
        assert!(progress.line().starts_with("backup: 100 %, "));
        let mut read = Vec::new();
        let restore = Progress::of("restore", 4);
        let mut file = restore.counted(&b"abcd"[..]);
        file.read_to_end(&mut read).expect("read");
        assert!(restore.line().starts_with("restore: 100 %"));
        assert_eq!(Progress::of("check", 4).line(), "check: 0 %");
        assert!(
            Progress::of("nothing", 0)
                .line()
                .starts_with("nothing: 100 %")
        );
    }
}
