//! The log on standard error.

use std::fmt;
use std::panic::PanicHookInfo;

use tracing::field::Field;
use tracing::level_filters::LevelFilter;
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::filter::{FilterExt as _, Targets};
use tracing_subscriber::fmt::{MakeWriter, layer};
use tracing_subscriber::layer::{Context, Filter, SubscriberExt};
use tracing_subscriber::{Layer, Registry};

use crate::config::{LogConfig, LogFormat, LogLevel};
use text::Platform;

/// Target prefixes of Delos's own crates. [`filter`] adds the crates of the platforms.
const OWN_CRATES: [&str; 9] = [
    "app",
    "bot",
    "discord",
    "engine",
    "playground",
    "render",
    "rules_core",
    "runtime",
    "store",
];

/// Starts logging, panics included.
pub fn start(log: &LogConfig) {
    // A subscriber that a test has set stays.
    let _ = tracing::subscriber::set_global_default(subscriber(log, std::io::stderr));
    std::panic::set_hook(Box::new(on_panic));
}

fn on_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    let place = place.unwrap_or_default();
    let why = panic.payload_as_str().unwrap_or("no message");
    tracing::error!(place, why, "panic");
}

fn subscriber<W>(log: &LogConfig, writer: W) -> impl Subscriber + Send + Sync + use<W>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let lines = layer().with_writer(writer);
    let lines = match log.format {
        LogFormat::Text => lines
            .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
            .boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    Registry::default().with(lines.with_filter(filter(log.level).and(WithoutNoise)))
}

/// Drops matrix-sdk's error that it does not know power levels yet, which the next sync brings; Delos needs no push rules.
struct WithoutNoise;

const NOISE: (&str, &str) = ("matrix_sdk::room", "Could not compute power levels");

impl<S> Filter<S> for WithoutNoise {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let mut is_noise = false;
        if event.metadata().target() == NOISE.0 {
            event.record(&mut |field: &Field, value: &dyn fmt::Debug| {
                is_noise |= field.name() == "message" && format!("{value:?}").starts_with(NOISE.1);
            });
        }
        !is_noise
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::TRACE)
    }
}

/// Returns the filter: Delos's crates at the chosen level, libraries at warnings and above. Below that, libraries log their
/// requests, which contain the token.
fn filter(level: LogLevel) -> Targets {
    let level = match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        // It logs every missing resource as an error, even those that a first start creates.
        .with_target("matrix_sdk::http_client", LevelFilter::OFF)
        // They warn of requests for people's devices that are still under way.
        .with_targets(
            ["matrix_sdk_crypto::identities", "matrix_sdk_crypto::store"]
                .map(|name| (name, level.min(LevelFilter::ERROR))),
        )
        .with_targets(OWN_CRATES.map(|name| (name, level)))
        // The colons keep other crates out, such as matrix-sdk.
        .with_targets(Platform::ALL.map(|platform| (format!("{}::", platform.name()), level)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(level: LogLevel, format: LogFormat) -> String {
        let file = tempfile::NamedTempFile::new().expect("made");
        let writer = file.reopen().expect("opens");
        let subscriber = subscriber(&LogConfig { level, format }, writer);
        tracing::subscriber::with_default(subscriber, || {
            tracing::info!(target: "store::embedded", "ours");
            tracing::trace!(target: "discord::receive", "ours in detail");
            tracing::info!(target: "matrix::account::sdk", "our account");
            tracing::debug!(target: "serenity::http", "a library's request");
            tracing::info!(target: "matrix_sdk::client", "a library's request");
            tracing::error!(target: "matrix_sdk::http_client", "a failed request");
            tracing::error!(target: "matrix_sdk::room", "Could not compute power levels for requests");
            tracing::warn!(target: "matrix_sdk::room", "a library's failure");
            tracing::warn!(target: "matrix_sdk_crypto::identities::manager", "a first request");
            tracing::warn!(target: "matrix_sdk_crypto::store", "a pending request");
            tracing::warn!(target: "serenity::gateway", "a library's warning");
        });
        std::fs::read_to_string(file.path()).expect("text")
    }

    #[test]
    fn libraries_log_warnings_and_errors_at_every_level() {
        let all = written(LogLevel::Trace, LogFormat::Text);
        for ours in [
            "ours in detail",
            "our account",
            "a library's warning",
            "a library's failure",
        ] {
            assert!(all.contains(ours), "{all}");
        }
        assert!(!all.contains("request"), "{all}");
        assert_eq!(written(LogLevel::Info, LogFormat::Text).lines().count(), 4);
        assert_eq!(written(LogLevel::Error, LogFormat::Text), "");
    }

    #[test]
    fn a_line_of_json_is_an_object() {
        let text = written(LogLevel::Info, LogFormat::Json);
        let line: serde_json::Value =
            serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
        assert_eq!(line["fields"]["message"], "ours");
    }
}
