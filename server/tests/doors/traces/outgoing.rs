//! Outgoing requests continue the trace of what they are part of.

use std::time::Instant;

use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use serde_json::json;

use super::exported::{Exported, hex};
use super::{TRACE, assert_attributes, assert_child, exporting, outcome, traceparent};
use crate::harness::vectors::{Asked, Vectors};
use crate::harness::{Client, PATIENCE, Receiver, Server};
use crate::summaries::message;

/// Allows webhooks to reach this machine.
const ALLOWED: [&str; 2] = ["--webhook-allow", "127.0.0.0/8"];

/// Returns the exported span that a `traceparent` names.
#[track_caller]
fn span<'a>(exported: &'a Exported, traceparent: &str) -> &'a Span {
    let parts: Vec<&str> = traceparent.split('-').collect();
    let [version, trace, id, flags] = parts[..] else {
        panic!("not a traceparent: {traceparent}");
    };
    assert_eq!((version, flags), ("00", "01"));
    let mut spans = exported.trace(trace).into_iter();
    spans.find(|span| hex(&span.span_id) == id).unwrap()
}

/// Returns the port of an address.
fn port(url: &str) -> &str {
    url.rsplit_once(':').unwrap().1
}

/// Creates a webhook whose address has a secret, and a workflow with a task, of which it is notified.
fn notify(server: &Server, receiver: &Receiver) {
    let (mara, ada): (Client, Client) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let url = format!("{}/hook/secret-path?key=secret-key", receiver.url);
    mara.call(
        "webhook_create",
        &json!({ "url": url, "kinds": ["task_added"] }),
    )
    .ok();
    let create = json!({ "name": "Auth", "goal": "Tokens", "tasks": [{ "title": "Build it" }] });
    ada.call("workflow_create", &create).ok();
}

#[test]
fn a_delivery_of_a_webhook_names_its_span() {
    let (collector, receiver) = (Receiver::start(), Receiver::start());
    let server = exporting(&collector, &ALLOWED);
    notify(&server, &receiver);
    let delivered = receiver.next();
    server.stop();
    let exported = Exported::read(&collector);
    let call = span(&exported, delivered.header("traceparent"));
    assert_eq!(
        (call.name.as_str(), call.kind()),
        ("POST", SpanKind::Client)
    );
    assert_attributes(
        call,
        &[
            ("http.request.method", "POST"),
            ("http.response.status_code", "204"),
            ("server.address", "127.0.0.1"),
            ("server.port", port(&receiver.url)),
        ],
    );
    let mut spans = exported.spans.iter();
    let job = spans.find(|span| span.span_id == call.parent_span_id);
    let job = job.unwrap();
    assert_child(call, job);
    assert_eq!(job.name, "job webhook");
    assert!(!exported.contains("secret-path") && !exported.contains("secret-key"));
}

#[test]
fn a_delivery_that_is_refused_is_an_error() {
    let (collector, receiver) = (Receiver::start(), Receiver::start());
    receiver.answers(410);
    let server = exporting(&collector, &ALLOWED);
    notify(&server, &receiver);
    let refused = receiver.next();
    server.stop();
    let exported = Exported::read(&collector);
    let call = span(&exported, refused.header("traceparent"));
    assert_eq!(outcome(call), StatusCode::Error);
    assert_attributes(
        call,
        &[
            ("error.type", "410"),
            ("http.request.method", "POST"),
            ("http.response.status_code", "410"),
            ("server.address", "127.0.0.1"),
            ("server.port", port(&receiver.url)),
        ],
    );
}

#[test]
fn without_a_collector_a_delivery_names_no_span() {
    let receiver = Receiver::start();
    let server = Server::start_with(&ALLOWED);
    notify(&server, &receiver);
    assert_eq!(receiver.next().headers.get("traceparent"), None);
}

#[test]
fn a_search_passes_the_trace_of_its_caller_to_the_embedder() {
    let (collector, vectors) = (Receiver::start(), Vectors::start());
    let server = exporting(&collector, &["--embedder-url", &vectors.url]);
    let ada = server.agent("ada", "orchestrator");
    let memories = json!([{ "text": "Ada likes ships.", "namespace": "n" }]);
    ada.call("memory_create", &json!({ "memories": memories }))
        .ok();
    let ada = ada.header("traceparent", &traceparent("01"));
    let search = json!({ "query": "glad", "filters": { "namespace": "n" } });
    let is_traced = |asked: &Asked| asked.traceparent.contains(TRACE);
    // Until a memory has its vector, a search asks for none.
    let began = Instant::now();
    while !vectors.asked().iter().any(is_traced) {
        ada.call("memory_search", &search).ok();
        assert!(began.elapsed() < PATIENCE, "{:?}", vectors.asked());
    }
    server.stop();
    let exported = Exported::read(&collector);
    for asked in vectors.asked() {
        let call = span(&exported, &asked.traceparent);
        assert_eq!(call.kind(), SpanKind::Client);
        if is_traced(&asked) {
            let mut trace = exported.trace(TRACE).into_iter();
            let caller = trace.find(|span| span.span_id == call.parent_span_id);
            assert_eq!(caller.unwrap().name, "memory_search");
        }
    }
}

#[test]
fn a_request_to_the_language_model_names_its_span() {
    let (collector, model) = (Receiver::start(), Receiver::start());
    let url = format!("{}/v1", model.url);
    let server = exporting(&collector, &["--llm-url", &url, "--llm-model", "stub"]);
    let ada = server.agent("ada", "orchestrator");
    let messages: Vec<_> = (0..16).map(message).collect();
    let put = json!({ "session": "full", "messages": messages, "context_window": 300 });
    ada.call("session_put", &put).ok();
    let asked = model.next();
    assert_eq!(asked.path, "/v1/chat/completions");
    server.stop();
    let exported = Exported::read(&collector);
    let call = span(&exported, asked.header("traceparent"));
    let mut spans = exported.spans.iter();
    let job = spans.find(|span| span.span_id == call.parent_span_id);
    assert_eq!(job.unwrap().name, "job summary");
    assert!(!exported.contains("we decided"));
}
