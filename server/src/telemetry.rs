//! The server's own log.

use std::env;
use std::io::{IsTerminal, stderr};

use tracing_subscriber::{EnvFilter, fmt};

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

/// Returns the filter of the log: the given directives, without libraries that would log the model's responses and
/// every message of a protocol.
fn directives(filter: &str) -> EnvFilter {
    EnvFilter::new(format!("async_openai=off,rmcp=off,{filter}"))
}

/// Returns true if the log goes to a terminal and `NO_COLOR` is not set.
fn is_coloured() -> bool {
    let no_colour = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stderr().is_terminal() && !no_colour
}
