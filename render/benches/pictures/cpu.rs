//! What a process has used, as Linux tells it.

use std::fs;

/// User CPU time of a process so far in milliseconds, in steps of ten; none where the system does not tell.
pub(crate) fn user_ms(process: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name in parentheses and may hold anything; user time is the fourteenth.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: f64 = fields.split_whitespace().nth(11)?.parse().ok()?;
    // Linux shows every program a tick of ten milliseconds.
    Some(ticks * 10.0)
}

/// User CPU time of this process so far in milliseconds.
pub(crate) fn own_ms() -> Option<f64> {
    user_ms(std::process::id())
}

/// Memory of a process that is in use, in MB.
pub(crate) fn resident_mb(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// Milliseconds of user CPU time for one call, over enough calls that the steps of the clock do not show.
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

/// The middle one.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
