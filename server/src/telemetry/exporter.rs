//! Export of spans: in batches, in the background, with the same HTTP client as other outgoing requests. A collector
//! that is slow or down never delays a call: spans that exceed the queue are dropped.

use std::env;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use axum::body::Bytes;
use axum::http::{Request, Response};
use opentelemetry::KeyValue;
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::resource::{EnvResourceDetector, TelemetryResourceDetector};
use opentelemetry_sdk::trace::SdkTracerProvider;
use reqwest::{Client, RequestBuilder, Url};
use tokio::runtime::Handle;

use crate::failure::Failure;
use crate::outward;

/// Name of the service, unless the environment has another.
const SERVICE: &str = "loci";
/// Timeout of the collector.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum size of a response, in bytes.
const BYTES: usize = 1024 * 1024;
/// Minimum time between two messages about failures in the log.
const QUIET: Duration = Duration::from_mins(1);

/// Creates the provider of spans, which exports them to `collector`.
///
/// # Errors
/// Returns an error if this machine's certificates cannot be read.
pub(super) fn provider(collector: &Url) -> Result<SdkTracerProvider, Failure> {
    let sender = Sender {
        http: outward::client(collector.as_str(), "the collector's")?,
        runtime: Handle::current(),
        logged: Mutex::default(),
    };
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(sender)
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(collector.as_str())
        .build()
        .map_err(|error| Failure::unavailable(format!("traces cannot be exported: {error}")))?;
    Ok(SdkTracerProvider::builder()
        .with_resource(resource())
        .with_batch_exporter(exporter)
        .build())
}

/// Returns the description of this server that all its spans share.
fn resource() -> Resource {
    let resource = Resource::builder_empty()
        .with_service_name(SERVICE)
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_detector(Box::new(TelemetryResourceDetector))
        .with_detector(Box::new(EnvResourceDetector::new()));
    match env::var("OTEL_SERVICE_NAME") {
        Ok(name) if !name.is_empty() => resource.with_service_name(name),
        _ => resource,
    }
    .build()
}

/// HTTP client of the exporter, whose thread is outside of the runtime.
#[derive(Debug)]
struct Sender {
    http: Client,
    runtime: Handle,
    /// Time of the last message in the log.
    logged: Mutex<Option<Instant>>,
}

#[async_trait]
impl HttpClient for Sender {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (parts, body) = request.into_parts();
        let request = self
            .http
            .request(parts.method, parts.uri.to_string())
            .headers(parts.headers)
            .timeout(TIMEOUT)
            .body(body);
        let sent = self.runtime.spawn(send(request)).await;
        let sent = sent.map_err(HttpError::from).and_then(|sent| sent);
        let failed = match &sent {
            Ok(response) if response.status().is_success() => None,
            Ok(response) => Some(format!("it answered {}", response.status())),
            Err(error) => Some(error.to_string()),
        };
        if let Some(reason) = failed
            && self.is_time_to_log()
        {
            tracing::warn!(
                reason,
                "the collector does not take traces; they are dropped"
            );
        }
        sent
    }
}

impl Sender {
    fn is_time_to_log(&self) -> bool {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        is_time(&mut logged, Instant::now())
    }
}

/// Returns true if the last message is at least [`QUIET`] old, and makes `now` the time of the last message.
fn is_time(last: &mut Option<Instant>, now: Instant) -> bool {
    let is_time = last.is_none_or(|last| now.duration_since(last) >= QUIET);
    if is_time {
        *last = Some(now);
    }
    is_time
}

async fn send(request: RequestBuilder) -> Result<Response<Bytes>, HttpError> {
    let response = request
        .send()
        .await
        .map_err(|error| outward::cause(&error))?;
    let response = outward::whole(response, BYTES).await;
    let response = response.ok_or("its answer is too long, or broke off")?;
    let (parts, body) = Response::from(response).into_parts();
    let body = http_body_util::BodyExt::collect(body).await?.to_bytes();
    Ok(Response::from_parts(parts, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_logged_once_a_minute() {
        let began = Instant::now();
        let mut last = None;
        for (millis, expected) in [
            (0, true),
            (1, false),
            (59_999, false),
            (60_000, true),
            (119_999, false),
            (120_000, true),
        ] {
            let now = began + Duration::from_millis(millis);
            assert_eq!(is_time(&mut last, now), expected, "{millis}");
        }
    }
}
