//! The server's own log, and the export of its traces to a collector of OpenTelemetry.

mod collector;
mod exporter;

use std::env;
use std::io::{IsTerminal, stderr};
use std::sync::OnceLock;
use std::time::Duration;

use kernel::span::TARGET;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::task::spawn_blocking;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, fmt, registry};

use crate::failure::Failure;

/// Time limit for the export of the last spans when the server stops.
const FLUSH: Duration = Duration::from_secs(1);

/// Provider of the exported spans. Not set if no traces are exported.
static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// Writes the server's own log to standard error; standard output is for results.
pub fn log(filter: &str) {
    // An error means that a log is already installed, as in a test.
    drop(
        fmt()
            .with_env_filter(directives(filter))
            .with_writer(stderr)
            .with_ansi(is_coloured())
            // Otherwise it would report on standard error that standard error is closed, and panic.
            .log_internal_errors(false)
            .try_init(),
    );
}

/// Writes the log like [`log`], and exports traces if the environment names a collector.
///
/// # Errors
/// Returns an error if a variable is invalid, or this machine's certificates cannot be read.
pub fn start(filter: &str) -> Result<(), Failure> {
    let variable = |name: &str| env::var(name).ok();
    let Some(collector) = collector::find(variable)? else {
        log(filter);
        return Ok(());
    };
    let provider = exporter::provider(&collector)?;
    let traces = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("loci"))
        .with_context_activation(false)
        .with_location(false)
        .with_target(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_filter(Targets::new().with_target(TARGET, LevelFilter::INFO));
    let log = fmt::layer()
        .with_writer(stderr)
        .with_ansi(is_coloured())
        .log_internal_errors(false)
        .with_filter(directives(filter));
    if registry().with(traces).with(log).try_init().is_ok() {
        // Only the first subscriber of a process is installed, and this was it.
        drop(PROVIDER.set(provider));
    }
    Ok(())
}

/// Exports the spans that are left, within one second. Later spans are dropped.
pub async fn stop() {
    if let Some(provider) = PROVIDER.get() {
        let flush = || provider.shutdown_with_timeout(FLUSH);
        // The exporter logs its failures.
        drop(tokio::time::timeout(FLUSH, spawn_blocking(flush)).await);
    }
}

/// Returns the filter of the log: the given directives, without libraries that would log the model's responses and
/// every message of a protocol, and without the spans of traces.
fn directives(filter: &str) -> EnvFilter {
    EnvFilter::new(format!("async_openai=off,rmcp=off,{TARGET}=off,{filter}"))
}

/// Returns true if the log goes to a terminal and `NO_COLOR` is not set.
fn is_coloured() -> bool {
    let no_colour = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stderr().is_terminal() && !no_colour
}
