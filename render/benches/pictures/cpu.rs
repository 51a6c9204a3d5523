//! CPU time and memory of processes, from Linux.

use std::fs;

/// User CPU time of a process in milliseconds, to 10 ms; `None` where the system does not tell.
pub(crate) fn user_ms(process: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name in parentheses, which can contain anything; user time is the fourteenth.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: f64 = fields.split_whitespace().nth(11)?.parse().ok()?;
    // A tick is 10 ms for every program.
    Some(ticks * 10.0)
}

/// User CPU time of this process in milliseconds.
pub(crate) fn own_ms() -> Option<f64> {
    user_ms(std::process::id())
}

/// Resident memory of a process in MB.
pub(crate) fn resident_mb(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// Milliseconds of user CPU time per call, over enough calls to hide the 10 ms resolution.
pub(crate) fn per_call(mut call: impl FnMut()) -> Option<f64> {
    const ENOUGH_MS: f64 = 500.0;
    let begun = own_ms()?;
    let mut calls = 0.0;
    loop {
        for _ in 0..10 {
            call();
            calls += 1.0;
        }
        let used = own_ms()? - begun;
        if used >= ENOUGH_MS {
            return Some(used / calls);
        }
    }
}

/// The upper median.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
