//! Spans of calls, which the server exports as traces. Without a collector they are disabled and cost nothing.

use tracing::field::Empty;
use tracing::{Span, info_span};

use crate::actor::Caller;
use crate::error::Code;

/// Target of all exported spans. Their fields have names and codes: neither texts of callers nor secrets.
pub const TARGET: &str = "otlp";

/// Begins the span of an operation, within the span of the caller's request if there is one.
pub(crate) fn operation(name: &'static str, caller: &Caller) -> Span {
    caller.span.in_scope(|| {
        info_span!(
            target: TARGET,
            "operation",
            otel.name = name,
            otel.status_code = Empty,
            loci.operation = name,
            error.type = Empty,
        )
    })
}

/// Begins the span of a write: from the writer's queue until the facts are durable and in the index.
pub(crate) fn write() -> Span {
    info_span!(target: TARGET, "write")
}

/// Records the error with which the current operation ends.
pub(crate) fn record_error(code: Code) {
    let span = Span::current();
    span.record("error.type", code.name());
    if code.status() >= 500 {
        span.record("otel.status_code", "ERROR");
    }
}
