//! What is measured while it runs: how long each step takes, what waits, what goes wrong; for Prometheus and for the log.
//!
//! A request is followed through the log by its name: the random bits that its command was handled with, which are a part of
//! the names of all effects that follow from it. So the line that tells of a command stored and the line that tells of its board
//! posted carry the same `request`, even when a restart lies between them.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use app::effect::EffectId;
use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

const STEP: &str = "delos_step_seconds";
const TROUBLE: &str = "delos_trouble_total";
const EVENTS: &str = "delos_events_total";
const WAITING: &str = "delos_waiting";
const SHARD: &str = "delos_shard_connected";

/// The upper edges of what a step may take, in seconds.
const EDGES: [f64; 13] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0,
];

/// A step of a move's way through the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// From the event's arrival to the acknowledgement that Discord took.
    Acknowledged,
    /// A command carried out and durable.
    Stored,
    /// A picture made.
    Drawn,
    /// A message sent or changed.
    Posted,
    /// From the commit of an effect to the message that shows it.
    Shown,
}

impl Step {
    /// The value of the label `step`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Acknowledged => "acknowledged",
            Self::Stored => "stored",
            Self::Drawn => "drawn",
            Self::Posted => "posted",
            Self::Shown => "shown",
        }
    }
}

tokio::task_local! {
    /// When the event arrived that is being handled.
    static ARRIVED: Instant;
}

/// Begins to measure, for the whole process. Before that, everything measured is dropped.
pub fn start() -> PrometheusHandle {
    static STARTED: OnceLock<PrometheusHandle> = OnceLock::new();
    let begin = || {
        let builder = PrometheusBuilder::new();
        // It refuses only an empty list.
        let builder = builder
            .set_buckets_for_metric(Matcher::Full(STEP.to_owned()), &EDGES)
            .unwrap_or_default();
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        // One that a test has set before stays.
        drop(metrics::set_global_recorder(recorder));
        describe_histogram!(STEP, Unit::Seconds, "How long a step took");
        describe_counter!(TROUBLE, "Requests that failed, by what they were for");
        describe_counter!(EVENTS, "Events received, by kind");
        describe_gauge!(WAITING, "Messages that wait to be brought up to date");
        describe_gauge!(SHARD, "Whether a shard is connected to the gateway");
        handle
    };
    STARTED.get_or_init(begin).clone()
}

/// Handles an event, whose arrival is now.
pub(crate) async fn arrived<F: Future>(kind: &'static str, work: F) -> F::Output {
    counter!(EVENTS, "kind" => kind).increment(1);
    ARRIVED.scope(Instant::now(), work).await
}

/// How long ago the event arrived that is being handled; no time at all outside of one.
pub(crate) fn since_arrival() -> Duration {
    ARRIVED.try_with(Instant::elapsed).unwrap_or_default()
}

/// A step was done.
pub(crate) fn done(step: Step, took: Duration) {
    histogram!(STEP, "step" => step.name()).record(took);
    tracing::debug!(step = step.name(), ms = took.as_secs_f64() * 1000.0, "done");
}

/// Something failed and may be tried again.
pub(crate) fn trouble(of: &'static str) {
    counter!(TROUBLE, "of" => of).increment(1);
}

/// So many messages more, or fewer, wait to be brought up to date.
pub(crate) fn waiting(change: i32) {
    gauge!(WAITING).increment(f64::from(change));
}

/// Whether a shard is connected.
pub(crate) fn shard(number: u32, connected: bool) {
    gauge!(SHARD, "shard" => number.to_string()).set(f64::from(u8::from(connected)));
}

/// The name of the request that a command was handled with these random bits for.
pub(crate) fn request(seed: u64) -> String {
    format!("{seed:016x}")
}

/// The name of the request that an effect followed from; the whole name of an effect that is not built that way.
pub(crate) fn request_of(effect: &EffectId) -> &str {
    effect.0.split('-').nth(1).unwrap_or(&effect.0)
}

/// Bytes of memory that the process holds; nothing where the system does not tell.
pub(crate) fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_the_same_name_in_its_command_and_in_its_effects() {
        let id = EffectId("1767268800000-00000000000003e9-00".to_owned());
        assert_eq!(request_of(&id), request(1001));
    }

    #[tokio::test]
    async fn what_is_measured_is_told_in_the_form_of_prometheus() {
        let handle = start();
        arrived("test", async { done(Step::Acknowledged, since_arrival()) }).await;
        trouble("test");
        shard(3, true);
        let text = handle.render();
        for line in [
            "delos_events_total{kind=\"test\"} 1",
            "delos_step_seconds_bucket{step=\"acknowledged\",le=\"0.25\"}",
            "delos_trouble_total{of=\"test\"} 1",
            "delos_shard_connected{shard=\"3\"} 1",
        ] {
            assert!(text.contains(line), "{line}:\n{text}");
        }
    }
}
