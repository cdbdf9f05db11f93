//! Spans of requests, of jobs and of outgoing requests, with the attributes of OpenTelemetry's conventions for HTTP, and
//! the headers by which a trace continues in another program (W3C Trace Context).

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use engine::jobs::JobKind;
use kernel::span::TARGET;
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry_http::{HeaderExtractor, HeaderInjector};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use reqwest::Response;
use tracing::field::Empty;
use tracing::{Span, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// Header that names the trace and the span of the caller.
const TRACEPARENT: &str = "traceparent";
/// Header with what other systems add to a trace.
const TRACESTATE: &str = "tracestate";
/// Length of a `traceparent` of the first version: `00-`, the ids of a trace and of a span, and flags.
const PARENT_BYTES: usize = 55;
/// Parts of routes whose requests may have a secret, or any text, in the path.
const PRIVATE: [&str; 2] = ["{secret}", "{*"];

/// Begins the span of a request with the given id, in the trace of the caller if the request names one.
pub fn serve(request: &Request, id: &str) -> Span {
    let method = name(request.method());
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map(MatchedPath::as_str);
    let path = route.filter(|route| !PRIVATE.iter().any(|part| route.contains(part)));
    let space = if route.is_some() { " " } else { "" };
    let span = info_span!(
        target: TARGET,
        "request",
        otel.name = format_args!("{method}{space}{}", route.unwrap_or_default()),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
        url.path = path.map(|_| request.uri().path()),
        error.type = Empty,
        loci.request = id,
    );
    if !span.is_disabled() && has_parent(request.headers()) {
        let headers = HeaderExtractor(request.headers());
        // An error means that the span has begun already, which it has not.
        drop(span.set_parent(TraceContextPropagator::new().extract(&headers)));
    }
    span
}

/// Returns true if the headers have one well-formed parent. The library's parser also accepts some others.
fn has_parent(headers: &HeaderMap) -> bool {
    let mut parents = headers.get_all(TRACEPARENT).iter();
    let (Some(parent), None) = (parents.next(), parents.next()) else {
        return false;
    };
    let Some((parent, rest)) = parent.as_bytes().split_at_checked(PARENT_BYTES) else {
        return false;
    };
    let is_well_formed = parent.iter().enumerate().all(|(at, byte)| match at {
        2 | 35 | 52 => *byte == b'-',
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    });
    // Later versions may have more parts.
    is_well_formed && (rest.is_empty() || rest.starts_with(b"-") && !parent.starts_with(b"00"))
}

/// Begins the span of a job.
pub fn job(kind: JobKind) -> Span {
    let kind = kind.name();
    info_span!(target: TARGET, "job", otel.name = format_args!("job {kind}"), loci.job = kind)
}

/// Begins the span of an outgoing request, and adds it to the headers.
pub fn call(request: &mut reqwest::Request) -> Span {
    let method = name(request.method());
    let url = request.url();
    let span = info_span!(
        target: TARGET,
        "call",
        otel.name = method,
        otel.kind = "client",
        otel.status_code = Empty,
        http.request.method = method,
        http.response.status_code = Empty,
        // Without the rest of the address, which may be a secret.
        server.address = url.host_str(),
        server.port = url.port_or_known_default(),
        error.type = Empty,
    );
    if !span.is_disabled() {
        let headers = request.headers_mut();
        TraceContextPropagator::new().inject_context(&span.context(), &mut HeaderInjector(headers));
        if headers.get(TRACESTATE).is_some_and(HeaderValue::is_empty) {
            headers.remove(TRACESTATE);
        }
    }
    span
}

/// Records the status of the response to a request; from 500 on, it is a failure of this server.
pub fn record_served(span: &Span, status: StatusCode) {
    record(span, status, 500);
}

/// Records the result of an outgoing request; from 400 on, the request failed.
pub fn record_called(span: &Span, result: &reqwest::Result<Response>) {
    match result {
        Ok(response) => record(span, response.status(), 400),
        Err(error) => {
            let kind = if error.is_timeout() {
                "timeout"
            } else {
                "connection"
            };
            span.record("error.type", kind);
            span.record("otel.status_code", "ERROR");
        }
    }
}

fn record(span: &Span, status: StatusCode, first_error: u16) {
    let code = status.as_u16();
    span.record("http.response.status_code", code);
    if code >= first_error {
        span.record("error.type", status.as_str());
        span.record("otel.status_code", "ERROR");
    }
}

/// Returns the name of a method. Any text can be a method, and only known ones are exported.
fn name(method: &Method) -> &str {
    match method.as_str() {
        known @ ("CONNECT" | "DELETE" | "GET" | "HEAD" | "OPTIONS" | "PATCH" | "POST" | "PUT"
        | "TRACE") => known,
        _ => "_OTHER",
    }
}
