//! Settings of the export, and collectors that fail.

use std::net::TcpListener;
use std::time::Duration;

use serde_json::json;

use super::exported::Exported;
use super::{exporting, start};
use crate::harness::{Receiver, loci};

/// Message in the log about a collector that fails.
const FAILURE: &str = "the collector does not take traces";

#[test]
fn the_environment_names_the_service_its_attributes_and_headers() {
    let collector = Receiver::start();
    let endpoint = format!("{}/v1/traces", collector.url);
    let variables = [
        ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", endpoint.as_str()),
        ("OTEL_EXPORTER_OTLP_HEADERS", "api-key=k%201,tenant=t"),
        ("OTEL_SERVICE_NAME", "memory"),
        (
            "OTEL_RESOURCE_ATTRIBUTES",
            "service.name=other,deployment.environment.name=test",
        ),
        ("OTEL_BSP_SCHEDULE_DELAY", "1"),
    ];
    let server = start(&variables, &[]);
    server.anonymous().get("/healthz");
    let received = collector.next();
    assert_eq!(received.path, "/v1/traces");
    assert_eq!(received.header("api-key"), "k 1");
    assert_eq!(received.header("tenant"), "t");
    server.anonymous().get("/readyz");
    server.stop();
    let resource = Exported::read(&collector).resource;
    for (name, value) in [
        ("service.name", "memory"),
        ("deployment.environment.name", "test"),
        ("telemetry.sdk.language", "rust"),
    ] {
        assert!(
            resource.contains(&(name.to_owned(), value.to_owned())),
            "{name} in {resource:?}"
        );
    }
}

#[test]
fn without_a_collector_or_with_a_sampler_that_takes_none_nothing_is_exported() {
    let collector = Receiver::start();
    let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url.as_str());
    for variables in [
        &[endpoint, ("OTEL_SDK_DISABLED", "true")][..],
        &[endpoint, ("OTEL_TRACES_SAMPLER", "always_off")],
        &[("OTEL_TRACES_SAMPLER", "always_on")],
    ] {
        let server = start(variables, &[]);
        let ada = server.agent("ada", "orchestrator");
        ada.call("agent_list", &json!({})).ok();
        server.stop();
        assert_eq!(collector.rest().len(), 0, "{variables:?}");
    }
}

#[test]
fn a_collector_that_fails_breaks_no_call_and_is_logged_once() {
    let collector = Receiver::start();
    collector.answers(503);
    let variables = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url.as_str()),
        ("OTEL_BSP_SCHEDULE_DELAY", "1"),
    ];
    let server = start(&variables, &[]);
    let ada = server.agent("ada", "orchestrator");
    for _ in 0..3 {
        ada.call("agent_list", &json!({})).ok();
        collector.next();
    }
    let (_, log) = server.stop_told();
    assert_eq!(log.matches(FAILURE).count(), 1, "{log}");
    assert!(log.contains("503"), "{log}");
}

#[test]
fn a_collector_that_is_down_breaks_no_call() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://u:hunter2@{}", free.local_addr().unwrap());
    drop(free);
    let variables = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str()),
        ("OTEL_BSP_SCHEDULE_DELAY", "1"),
    ];
    let server = start(&variables, &[]);
    let ada = server.agent("ada", "orchestrator");
    ada.call("agent_list", &json!({})).ok();
    let line = server.logged(FAILURE);
    assert!(!line.contains("hunter2"), "{line}");
    ada.call("agent_list", &json!({})).ok();
    server.stop();
}

#[test]
fn a_collector_that_hangs_does_not_hold_up_the_stop() {
    let collector = Receiver::start();
    collector.hangs();
    let mut server = exporting(&collector, &[]);
    let ada = server.agent("ada", "orchestrator");
    ada.call("agent_list", &json!({})).ok();
    server.signal("TERM");
    let (status, took) = server.wait();
    assert!(status.success(), "{status}");
    assert!(took < Duration::from_secs(5), "{took:?}");
    collector.next();
}

#[test]
fn the_log_has_no_spans_of_traces() {
    let collector = Receiver::start();
    let server = exporting(&collector, &["--trace", "debug"]);
    let ada = server.agent("ada", "orchestrator");
    ada.call("agent_list", &json!({})).ok();
    let (_, log) = server.stop_told();
    let mut lines = log.lines();
    let line = lines.find(|line| line.contains("/api/agent_list")).unwrap();
    assert!(line.contains("answered"), "{line}");
    assert!(!log.contains("otel."), "{log}");
}

#[test]
fn what_cannot_be_exported_to_is_refused_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    let grpc = ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
    for (variables, expected) in [
        (
            &[
                ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4317"),
                grpc,
            ][..],
            "OTEL_EXPORTER_OTLP_PROTOCOL=\"grpc\": Loci sends traces as http/protobuf only. Set",
        ),
        (
            &[("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318")],
            "OTEL_EXPORTER_OTLP_ENDPOINT: expected the address of a collector",
        ),
    ] {
        let output = loci()
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(&new)
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{variables:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(expected), "{message}");
        assert!(!new.exists(), "a folder was made");
    }
    // Without a collector the protocol is that of other programs.
    start(&[grpc], &[]).agent("ada", "worker");
}
