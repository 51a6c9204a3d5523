//! Metrics for Prometheus, and request ids for the log.
//!
//! A request's id is the random bits that its command was handled with. They are part of the ids of all effects that follow from
//! it, so the lines that log a stored command and its posted board have the same `request`, even across a restart.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use app::effect::EffectId;
use prometheus::core::Collector;
use prometheus::{
    Histogram, HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    TextEncoder,
};
use text::{ByPlatform, Platform};

/// Upper bounds of the buckets of [`Step`]'s durations, in seconds.
const BUCKETS: [f64; 13] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0,
];

/// A step of a move's way through the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// From the event's arrival to Discord's response to the acknowledgment.
    Acknowledged,
    /// A command executed and durable.
    Stored,
    /// A picture drawn.
    Drawn,
    /// A message sent or edited.
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

struct Metrics {
    registry: Registry,
    steps: HistogramVec,
    errors: IntCounterVec,
    events: IntCounterVec,
    pending: IntGauge,
    shards: IntGaugeVec,
    backups: IntCounterVec,
    leases: IntGauge,
    served: ByPlatform<Option<IntGauge>>,
    beat_age: Histogram,
    takeovers: Histogram,
    absences: Histogram,
    reachable: IntGaugeVec,
    restarts: IntGauge,
}

static METRICS: LazyLock<Metrics> =
    LazyLock::new(|| Metrics::new().expect("the names of metrics are valid and distinct"));

impl Metrics {
    fn new() -> prometheus::Result<Self> {
        let registry = Registry::new();
        let counters = |name: &str, help: &str, label: &str| {
            let counters = IntCounterVec::new(Opts::new(name, help), &[label])?;
            registered(counters, &registry)
        };
        let gauge = |name: &str, help: &str| registered(IntGauge::new(name, help)?, &registry);
        let gauges = |name: &str, help: &str, label: &str| {
            let gauges = IntGaugeVec::new(Opts::new(name, help), &[label])?;
            registered(gauges, &registry)
        };
        let histogram = |name: &str, help: &str, buckets: &[f64]| {
            let opts = HistogramOpts::new(name, help).buckets(buckets.to_vec());
            registered(Histogram::with_opts(opts)?, &registry)
        };
        let steps = HistogramOpts::new("delos_step_seconds", "Duration of each step");
        let steps = HistogramVec::new(steps.buckets(BUCKETS.to_vec()), &["step"])?;
        let mut served = ByPlatform::default();
        for platform in Platform::whole() {
            let title = platform.title();
            let help = format!("Whether this process is the one of several that serves {title}");
            served[platform] = Some(gauge(&served_name(platform), &help)?);
        }
        let metrics = Self {
            steps: registered(steps, &registry)?,
            errors: counters(
                "delos_request_errors_total",
                "Failed requests, by purpose",
                "of",
            )?,
            events: counters("delos_events_total", "Events received, by kind", "kind")?,
            pending: gauge("delos_messages_pending", "Messages to send or update")?,
            shards: gauges(
                "delos_shard_connected",
                "Whether a shard is connected to the gateway",
                "shard",
            )?,
            backups: counters(
                "delos_backups_total",
                "Automatic backups since the start, by outcome",
                "outcome",
            )?,
            leases: gauge("delos_leases_held", "Shards that this process holds")?,
            served,
            beat_age: histogram(
                "delos_beat_age_seconds",
                "Age of the last beat when the next one is due",
                &[0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0],
            )?,
            takeovers: histogram(
                "delos_takeover_seconds",
                "From taking a shard to its clocks running",
                &[0.1, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 300.0, 900.0],
            )?,
            absences: histogram(
                "delos_absence_seconds",
                "From the last beat that noted a shard as open, here or elsewhere, to its clocks running again",
                &[1.0, 2.5, 5.0, 7.5, 10.0, 15.0, 60.0, 300.0, 900.0],
            )?,
            reachable: gauges(
                "delos_platform_reachable",
                "Whether people can reach Delos on a platform",
                "platform",
            )?,
            restarts: gauge(
                "delos_matrix_restarts",
                "How often the account on Matrix panicked and was connected again",
            )?,
            registry,
        };
        // Known from the start, so that the first failure is an increase.
        for failure in [BackupOutcome::Failed, BackupOutcome::Unverified] {
            let label = failure.name();
            metrics.backups.with_label_values(&[label]).inc_by(0);
        }
        Ok(metrics)
    }
}

/// Adds a metric to those that are rendered.
fn registered<M: Collector + Clone + 'static>(
    metric: M,
    registry: &Registry,
) -> prometheus::Result<M> {
    registry.register(Box::new(metric.clone()))?;
    Ok(metric)
}

tokio::task_local! {
    /// When the event arrived that this task handles.
    static ARRIVED: Instant;
}

/// All metrics in Prometheus' text format.
pub fn render() -> String {
    let families = METRICS.registry.gather();
    // Encoding fails only for a family without metrics, and those are not gathered.
    TextEncoder::new()
        .encode_to_string(&families)
        .unwrap_or_default()
}

/// Handles an event that arrives now.
pub async fn arrived<F: Future>(kind: &'static str, work: F) -> F::Output {
    METRICS.events.with_label_values(&[kind]).inc();
    ARRIVED.scope(Instant::now(), work).await
}

/// Time since the arrival of the event that this task handles; zero outside of one.
pub fn since_arrival() -> Duration {
    ARRIVED.try_with(Instant::elapsed).unwrap_or_default()
}

/// Records the duration of a step.
pub fn done(step: Step, took: Duration) {
    let steps = METRICS.steps.with_label_values(&[step.name()]);
    steps.observe(took.as_secs_f64());
    tracing::debug!(step = step.name(), ms = took.as_secs_f64() * 1000.0, "done");
}

/// Counts a failed request, which may be retried.
pub fn request_failed(of: &'static str) {
    METRICS.errors.with_label_values(&[of]).inc();
}

/// Changes the number of pending messages.
pub fn pending(change: i64) {
    METRICS.pending.add(change);
}

/// Records whether a shard is connected to the gateway.
pub fn shard(number: u32, is_connected: bool) {
    let shard = METRICS.shards.with_label_values(&[number.to_string()]);
    shard.set(i64::from(is_connected));
}

/// Records whether people can reach Delos on a platform.
pub fn reachable(platform: Platform, is_reachable: bool) {
    let reachable = METRICS.reachable.with_label_values(&[platform.name()]);
    reachable.set(i64::from(is_reachable));
}

/// Records how often the account on Matrix was connected again after a panic.
pub fn matrix_restarts(count: u64) {
    METRICS.restarts.set(count.try_into().unwrap_or(i64::MAX));
}

/// Records how many shards this process holds.
pub fn leases_held(count: usize) {
    METRICS.leases.set(count.try_into().unwrap_or(i64::MAX));
}

/// Records whether this process, of several, serves a platform as a whole.
pub fn served(platform: Platform, is_served: bool) {
    if let Some(gauge) = &METRICS.served[platform] {
        gauge.set(i64::from(is_served));
    }
}

fn served_name(platform: Platform) -> String {
    format!("delos_{}_served", platform.name())
}

/// Records the age of the last beat when the next one is due.
pub fn beat_age(age: Duration) {
    METRICS.beat_age.observe(age.as_secs_f64());
}

/// Records a take-over: how long it took, and how long people could not reach Delos on the shard, if they ever could.
pub fn taken_over(took: Duration, absence: Option<Duration>) {
    METRICS.takeovers.observe(took.as_secs_f64());
    if let Some(absence) = absence {
        METRICS.absences.observe(absence.as_secs_f64());
    }
}

/// How an automatic backup ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackupOutcome {
    /// The file was written.
    Made,
    /// It failed.
    Failed,
    /// The data was to be read without a backup, and could not be.
    Unverified,
}

impl BackupOutcome {
    /// The value of the label `outcome`.
    fn name(self) -> &'static str {
        match self {
            Self::Made => "made",
            Self::Failed => "failed",
            Self::Unverified => "unverified",
        }
    }
}

/// Counts an automatic backup.
pub fn backup(outcome: BackupOutcome) {
    METRICS.backups.with_label_values(&[outcome.name()]).inc();
}

/// The id of the request whose command was handled with these random bits.
pub fn request(seed: u64) -> String {
    format!("{seed:016x}")
}

/// The id of the request that an effect followed from.
pub fn request_of(effect: &EffectId) -> &str {
    effect.0.split('-').nth(1).unwrap_or(&effect.0)
}

/// Resident memory of this process in bytes, where the system tells.
pub fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_and_its_effects_have_the_same_request_id() {
        let id = EffectId("1767268800000-00000000000003e9-00".to_owned());
        assert_eq!(request_of(&id), request(1001));
    }

    #[tokio::test]
    async fn metrics_are_rendered_for_prometheus() {
        arrived("test", async { done(Step::Acknowledged, since_arrival()) }).await;
        request_failed("test");
        shard(3, true);
        backup(BackupOutcome::Failed);
        reachable(Platform::Matrix, true);
        matrix_restarts(2);
        beat_age(Duration::from_millis(1_200));
        taken_over(Duration::from_secs(2), Some(Duration::from_secs(7)));
        assert_eq!(served_name(Platform::Matrix), "delos_matrix_served");
        let text = render();
        for line in [
            "delos_leases_held 0",
            "delos_platform_reachable{platform=\"matrix\"} ",
            "delos_matrix_restarts 2",
            "delos_matrix_served 0",
            "delos_beat_age_seconds_bucket{le=\"1.5\"} ",
            "delos_takeover_seconds_count ",
            "delos_absence_seconds_bucket{le=\"7.5\"} ",
            "delos_events_total{kind=\"test\"} 1",
            "delos_step_seconds_bucket{step=\"acknowledged\",le=\"0.25\"}",
            "delos_request_errors_total{of=\"test\"} 1",
            "delos_shard_connected{shard=\"3\"} 1",
            // Other tests count, too.
            "delos_backups_total{outcome=\"failed\"} ",
            "delos_backups_total{outcome=\"unverified\"} ",
        ] {
            assert!(text.contains(line), "{line}:\n{text}");
        }
    }
}
