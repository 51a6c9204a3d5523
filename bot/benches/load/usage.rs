//! Resource usage of processes, from Linux's `/proc`.

use std::fs;
use std::path::Path;
use std::time::Duration;

/// Resource usage of one process, or of several together.
#[derive(Clone, Copy, Default)]
pub(crate) struct Usage {
    pub(crate) resident_bytes: u64,
    pub(crate) cpu_time: Duration,
}

/// Returns the usage of a process without its children.
pub(crate) fn of_process(process: u32) -> Usage {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mut lines = status.lines();
    let resident = lines.find_map(|line| line.strip_prefix("VmRSS:"));
    let resident = resident.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    let resident = resident.unwrap_or(0);
    Usage {
        resident_bytes: resident * 1024,
        cpu_time: Stat::read(Path::new(&format!("/proc/{process}"))).own,
    }
}

/// Returns the processor time of a process and its children, including those that have exited.
pub(crate) fn of_family(main: u32) -> Duration {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let children = entries
        .map(|entry| Stat::read(&entry.path()))
        .filter(|stat| stat.parent == main);
    let main = Stat::read(Path::new(&format!("/proc/{main}")));
    main.own + main.ended_children + children.map(|child| child.own).sum::<Duration>()
}

/// Returns the processor time of this process's running threads with a name.
pub(crate) fn of_threads(name: &str) -> Duration {
    let threads = fs::read_dir("/proc/self/task");
    let threads = threads.into_iter().flatten().flatten();
    let named = threads.map(|entry| entry.path()).filter(|thread| {
        fs::read_to_string(thread.join("comm")).is_ok_and(|found| found.trim() == name)
    });
    named.map(|thread| Stat::read(&thread).own).sum()
}

/// A parsed `stat` file, with zeros for a process that has just exited.
#[derive(Default)]
struct Stat {
    parent: u32,
    own: Duration,
    ended_children: Duration,
}

impl Stat {
    fn read(folder: &Path) -> Self {
        let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
        // The process name may contain anything. After it, field 3 is the first.
        let fields = stat.rsplit(')').next().unwrap_or_default();
        let fields = fields.split_whitespace();
        let fields: Vec<u64> = fields.map(|field| field.parse().unwrap_or(0)).collect();
        let field = |number: usize| fields.get(number - 3).copied().unwrap_or(0);
        // Unit: hundredths of a second.
        let time = |user: u64, system: u64| Duration::from_millis(10 * (user + system));
        Self {
            parent: u32::try_from(field(4)).unwrap_or(0),
            own: time(field(14), field(15)),
            ended_children: time(field(16), field(17)),
        }
    }
}

pub(crate) fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
