//! Export of traces to a collector, and the traces that other programs begin or continue.

mod collectors;
mod exported;
mod outgoing;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use serde_json::json;

use crate::harness::{PASSWORD, Receiver, Server, loci};
use crate::mcp::{NEW, Speaker};
use exported::{Exported, attributes, hex};

/// Trace of a caller.
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
/// Span of a caller.
const PARENT: &str = "b7ad6b7169203331";

/// Returns a `traceparent` with those flags.
fn traceparent(flags: &str) -> String {
    format!("00-{TRACE}-{PARENT}-{flags}")
}

/// Starts a server with variables.
fn start(variables: &[(&str, &str)], flags: &[&str]) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let mut command = loci();
    command
        .args(["serve", "--addr", "127.0.0.1:0", "--data"])
        .arg(folder.path().join("data"))
        .args(flags)
        .envs(variables.iter().copied());
    Server::start_by(command, folder)
}

/// Starts a server that exports its traces when it stops.
fn exporting(collector: &Receiver, flags: &[&str]) -> Server {
    let variables = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url.as_str()),
        ("OTEL_BSP_SCHEDULE_DELAY", "3600000"),
    ];
    start(&variables, flags)
}

/// Returns the answer to a request that the usual client does not send.
fn answer_to(server: &Server, method: &str, headers: &str) -> String {
    let address = server.base.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let host = "host: localhost\r\nconnection: close";
    write!(
        stream,
        "{method} /healthz HTTP/1.1\r\n{host}\r\n{headers}\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Asserts that a span is a child of another.
#[track_caller]
fn assert_child(child: &Span, parent: &Span) {
    assert_eq!(hex(&child.trace_id), hex(&parent.trace_id));
    assert_eq!(hex(&child.parent_span_id), hex(&parent.span_id));
}

/// Returns the status of a span.
fn outcome(span: &Span) -> StatusCode {
    span.status.clone().unwrap_or_default().code()
}

#[track_caller]
fn assert_attributes(span: &Span, expected: &[(&str, &str)]) {
    let found = attributes(&span.attributes);
    let found: Vec<_> = found
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_request_continues_the_trace_of_its_caller() {
    let collector = Receiver::start();
    let server = exporting(&collector, &[]);
    let ada = server.agent("ada", "orchestrator");
    // The first use of a token is recorded, which is an operation of its own.
    ada.call("agent_list", &json!({})).ok();
    let ada = ada
        .header("traceparent", &traceparent("01"))
        .header("tracestate", "vendor=1")
        .header("x-request-id", "mine-1");
    let create = json!({ "name": "Auth", "goal": "Tokens" });
    ada.call("workflow_create", &create).ok();
    server.stop();

    let exported = Exported::read(&collector);
    let request = exported.named("POST /api/workflow_create");
    assert_eq!(hex(&request.trace_id), TRACE);
    assert_eq!(hex(&request.parent_span_id), PARENT);
    assert_eq!(request.trace_state, "vendor=1");
    assert_eq!(request.kind(), SpanKind::Server);
    assert_attributes(
        request,
        &[
            ("http.request.method", "POST"),
            ("http.response.status_code", "200"),
            ("http.route", "/api/workflow_create"),
            ("loci.request", "mine-1"),
            ("url.path", "/api/workflow_create"),
        ],
    );
    let operation = exported.named("workflow_create");
    assert_child(operation, request);
    assert_attributes(operation, &[("loci.operation", "workflow_create")]);
    let trace = exported.trace(TRACE);
    let write = trace.iter().find(|span| span.name == "write").unwrap();
    assert_child(write, operation);
    assert_eq!(trace.len(), 3);
    let resource: Vec<&str> = exported
        .resource
        .iter()
        .filter(|(name, _)| name == "service.name")
        .map(|(_, value)| value.as_str())
        .collect();
    assert_eq!(resource, ["loci"]);
}

#[test]
fn calls_of_tools_and_of_pages_are_part_of_their_request() {
    let collector = Receiver::start();
    let server = exporting(&collector, &[]);
    let mara = server
        .person("mara", "owner")
        .header("traceparent", &traceparent("01"))
        .header("accept", "text/html");
    assert_eq!(mara.get("/workflows").status, 200);
    let ada = server
        .agent("ada", "orchestrator")
        .header("traceparent", &traceparent("01"));
    Speaker::new(ada.clone(), NEW).call("agent_list", &json!({}));
    Speaker::session(ada, &json!({})).call("workflow_list", &json!({}));
    server.stop();

    let exported = Exported::read(&collector);
    let trace = exported.trace(TRACE);
    let parent = |child: &Span| {
        let mut spans = trace.iter();
        let found = spans.find(|span| span.span_id == child.parent_span_id);
        found.map(|span| span.name.as_str())
    };
    assert_eq!(parent(exported.named("agent_list")), Some("POST /mcp"));
    for (name, of) in [
        ("workflow_list", "POST /mcp"),
        ("workflow_list", "GET /workflows"),
    ] {
        let mut named = trace.iter().filter(|span| span.name == name);
        assert!(named.any(|span| parent(span) == Some(of)), "{name} of {of}");
    }
}

#[test]
fn a_malformed_parent_is_ignored() {
    let collector = Receiver::start();
    let server = exporting(&collector, &[]);
    let ada = server.agent("ada", "orchestrator");
    let malformed = [
        String::new(),
        "00".into(),
        format!("ff-{TRACE}-{PARENT}-01"),
        format!("00-{TRACE}-{PARENT}"),
        format!("00-{TRACE}-{PARENT}-01-02"),
        format!("00-{}-{PARENT}-01", TRACE.to_uppercase()),
        format!("00-{}-{PARENT}-01", "0".repeat(32)),
        format!("00-{TRACE}-{}-01", "0".repeat(16)),
        format!("00-{}-{PARENT}-01", "g".repeat(32)),
        format!("00-{TRACE}{TRACE}-{PARENT}-01"),
    ];
    for header in &malformed {
        let ada = ada.clone().header("traceparent", header);
        ada.call("agent_list", &json!({})).ok();
    }
    // Two parents.
    let parent = format!("traceparent: {}\r\n", traceparent("01"));
    let answer = answer_to(&server, "GET", &parent.repeat(2));
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    server.stop();

    let exported = Exported::read(&collector);
    let requests = ["POST /api/agent_list", "GET /healthz"];
    let requests: Vec<_> = exported
        .spans
        .iter()
        .filter(|span| requests.contains(&span.name.as_str()))
        .collect();
    assert_eq!(requests.len(), malformed.len() + 1);
    for span in requests {
        assert_eq!(hex(&span.parent_span_id), "");
    }
    assert_eq!(exported.trace(TRACE).len(), 0);
}

#[test]
fn a_trace_that_the_caller_does_not_sample_is_not_exported() {
    let collector = Receiver::start();
    let server = exporting(&collector, &[]);
    let ada = server.agent("ada", "orchestrator");
    ada.clone()
        .header("traceparent", &traceparent("00"))
        .call("agent_list", &json!({}))
        .ok();
    ada.call("workflow_list", &json!({})).ok();
    server.stop();
    let exported = Exported::read(&collector);
    assert_eq!(exported.trace(TRACE).len(), 0);
    exported.named("POST /api/workflow_list");
    assert!(!exported.names().contains(&"agent_list"));
}

#[test]
fn failures_have_their_code() {
    let collector = Receiver::start();
    let server = exporting(&collector, &[]);
    let ada = server.agent("ada", "orchestrator");
    let missing = json!({ "workflow": "01J00000000000000000000000" });
    ada.call("workflow_get", &missing).problem(404, "not_found");
    let answer = answer_to(&server, "BREW", "");
    assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
    server.stop();
    let exported = Exported::read(&collector);
    let operation = exported.named("workflow_get");
    assert_attributes(
        operation,
        &[
            ("error.type", "not_found"),
            ("loci.operation", "workflow_get"),
        ],
    );
    // The caller's mistake is not the server's failure.
    assert_eq!(outcome(operation), StatusCode::Unset);
    let request = exported.named("POST /api/workflow_get");
    assert_eq!(outcome(request), StatusCode::Unset);
    let status = |span: &Span| {
        let found = attributes(&span.attributes);
        let mut found = found.into_iter();
        let status = found.find(|(name, _)| name == "http.response.status_code");
        status.map(|(_, value)| value)
    };
    assert_eq!(status(request).as_deref(), Some("404"));
    let strange = exported.named("_OTHER /healthz");
    assert_eq!(status(strange).as_deref(), Some("405"));
}

#[test]
fn no_secret_and_no_text_is_exported() {
    let collector = Receiver::start();
    let server = exporting(&collector, &[]);
    let mara = server.person("mara", "owner");
    let token = server.token("ada", "orchestrator");
    let ada = server.anonymous().bearer(&token);
    let goal = "A goal in the words of an agent";
    let create = json!({ "name": "Auth", "goal": goal });
    ada.call("workflow_create", &create).ok();
    ada.call("workflow_create", &json!({ "name": 7 }))
        .problem(400, "invalid");
    ada.get("/api/memory_search?query=words-of-a-query");
    mara.get("/workflows?q=words-of-a-query");
    let link = String::from_utf8(server.cli(&["user", "link", "mara"]).stdout).unwrap();
    let secret = link.trim().rsplit_once("/enter/").unwrap().1.to_owned();
    assert!(secret.len() > 20);
    let anonymous = server.anonymous();
    for path in [
        format!("/enter/{secret}"),
        format!("/enter/{secret}/"),
        format!("/pkg/{secret}"),
        format!("/api/{secret}"),
        format!("/{secret}"),
    ] {
        anonymous.get(&path);
    }
    server.stop();

    let exported = Exported::read(&collector);
    assert!(exported.contains("/api/workflow_create"));
    for text in [
        &*token,
        goal,
        "words-of-a-query",
        &*secret,
        mara.session(),
        PASSWORD,
    ] {
        assert!(!exported.contains(text), "{text} is exported");
    }
    exported.named("GET /enter/{secret}");
}
