//! Renders the metrics in Prometheus' text format (version 0.0.4). Every name is fixed here or in a table of this
//! build, so nothing has to be escaped.

use std::fmt::Write as _;
use std::sync::atomic::Ordering;

use kernel::host::Gauges;

use super::{BUCKETS, Metrics, STATUSES};
use crate::connections::Tally;
use crate::embedder::Progress;
use crate::quota::{Kind, Quotas};

/// Renders all counters and gauges.
#[must_use]
pub fn render(
    metrics: &Metrics,
    gauges: &Gauges,
    connections: Tally,
    quotas: &Quotas,
    embedding: &Progress,
) -> String {
    let mut out = String::new();
    requests(metrics, &mut out);
    latencies(metrics, &mut out);
    kernel(gauges, &mut out);
    edge(connections, &mut out);
    quota(quotas, gauges, &mut out);
    vectors(embedding, &mut out);
    if let Some(bytes) = resident_bytes() {
        one(
            &mut out,
            "process_resident_memory_bytes",
            "gauge",
            "Memory in use.",
            bytes,
        );
    }
    out
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn one(out: &mut String, name: &str, kind: &str, help: &str, value: u64) {
    head(out, name, kind, help);
    let _ = writeln!(out, "{name} {value}");
}

fn requests(metrics: &Metrics, out: &mut String) {
    let name = "loci_requests_total";
    head(
        out,
        name,
        "counter",
        "Requests answered, by operation and status.",
    );
    for (operation, row) in metrics.names.iter().zip(&metrics.rows) {
        let labels = STATUSES.iter().map(ToString::to_string);
        let labels = labels.chain(["other".to_owned()]);
        for (status, count) in labels.zip(&row.statuses) {
            let count = count.load(Ordering::Relaxed);
            if count > 0 {
                let _ = writeln!(
                    out,
                    "{name}{{operation=\"{operation}\",status=\"{status}\"}} {count}"
                );
            }
        }
    }
}

fn latencies(metrics: &Metrics, out: &mut String) {
    let name = "loci_request_seconds";
    head(
        out,
        name,
        "histogram",
        "Time from a request to the head of its answer, by operation.",
    );
    for (operation, row) in metrics.names.iter().zip(&metrics.rows) {
        let counts: Vec<u64> = row
            .buckets
            .iter()
            .map(|count| count.load(Ordering::Relaxed))
            .collect();
        let total: u64 = counts.iter().sum();
        if total == 0 {
            continue;
        }
        let mut below = 0;
        for (bound, count) in BUCKETS.iter().zip(&counts) {
            below += count;
            let _ = writeln!(
                out,
                "{name}_bucket{{operation=\"{operation}\",le=\"{}\"}} {below}",
                seconds(*bound)
            );
        }
        let sum = seconds(row.micros.load(Ordering::Relaxed));
        let _ = writeln!(
            out,
            "{name}_bucket{{operation=\"{operation}\",le=\"+Inf\"}} {total}\n\
             {name}_sum{{operation=\"{operation}\"}} {sum}\n\
             {name}_count{{operation=\"{operation}\"}} {total}"
        );
    }
}

/// Formats microseconds as seconds, exactly.
fn seconds(micros: u64) -> String {
    let text = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn kernel(gauges: &Gauges, out: &mut String) {
    let wide = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    for (name, kind, help, value) in [
        (
            "loci_queue_depth",
            "gauge",
            "Writes that wait for the writer.",
            wide(gauges.queue_depth),
        ),
        (
            "loci_queue_capacity",
            "gauge",
            "How many writes may wait.",
            wide(gauges.queue_capacity),
        ),
        ("loci_commits_total", "counter", "Commits.", gauges.commits),
        (
            "loci_commits_failed_total",
            "counter",
            "Commits that the log refused.",
            gauges.commits_failed,
        ),
        (
            "loci_facts_total",
            "counter",
            "Facts committed.",
            gauges.facts,
        ),
        (
            "loci_log_position",
            "gauge",
            "The last position that readers see.",
            gauges.head,
        ),
        (
            "loci_cached_streams",
            "gauge",
            "Streams whose state is in memory.",
            wide(gauges.cached_streams),
        ),
        (
            "loci_cached_bytes",
            "gauge",
            "What those states take, by estimate.",
            wide(gauges.cached_bytes),
        ),
        (
            "loci_cached_bytes_over",
            "gauge",
            "How much of it is above --state-mib because it is in use.",
            wide(gauges.cached_over),
        ),
        (
            "loci_state_loads_total",
            "counter",
            "States loaded from the log.",
            gauges.state_loads,
        ),
        (
            "loci_state_evictions_total",
            "counter",
            "States thrown out of memory.",
            gauges.state_evictions,
        ),
        (
            "loci_subscribers",
            "gauge",
            "Subscribers of the live feed.",
            wide(gauges.subscribers),
        ),
        (
            "loci_denials_total",
            "counter",
            "Calls refused because of who called.",
            gauges.denials,
        ),
        (
            "loci_snapshots_total",
            "counter",
            "Snapshots kept.",
            gauges.snapshots,
        ),
        (
            "loci_waiting_claims",
            "gauge",
            "Claims that wait for a task.",
            wide(gauges.waiting),
        ),
        (
            "loci_called_claims_total",
            "counter",
            "Claims that waited and were called.",
            gauges.called,
        ),
        (
            "loci_panics_total",
            "counter",
            "Decisions that panicked.",
            gauges.panics,
        ),
        (
            "loci_index_behind",
            "gauge",
            "1 while the index lacks commits.",
            u64::from(gauges.index_behind),
        ),
    ] {
        one(out, name, kind, help, value);
    }
    let name = "loci_commit_facts";
    head(out, name, "histogram", "Facts in a commit.");
    let mut below = 0;
    for (bound, count) in &gauges.commit_sizes {
        below += count;
        let bound = bound.map_or_else(|| "+Inf".to_owned(), |bound| bound.to_string());
        let _ = writeln!(out, "{name}_bucket{{le=\"{bound}\"}} {below}");
    }
    let _ = writeln!(out, "{name}_sum {}\n{name}_count {below}", gauges.facts);
}

fn vectors(embedding: &Progress, out: &mut String) {
    for (name, kind, help, value) in [
        (
            "loci_embedding_waiting",
            "gauge",
            "Texts that wait for their vectors.",
            embedding.waiting(),
        ),
        (
            "loci_embedded_texts_total",
            "counter",
            "Texts that got their vectors after what wrote them was answered.",
            embedding.texts(),
        ),
        (
            "loci_embedder_failures_total",
            "counter",
            "How often the embedder failed.",
            embedding.failures(),
        ),
    ] {
        one(out, name, kind, help, value);
    }
}

fn edge(connections: Tally, out: &mut String) {
    for (name, kind, help, value) in [
        (
            "loci_connections",
            "gauge",
            "Open connections.",
            connections.open,
        ),
        (
            "loci_connections_most",
            "gauge",
            "How many there may be.",
            connections.most,
        ),
        (
            "loci_connections_taken_total",
            "counter",
            "Connections taken in.",
            connections.taken,
        ),
        (
            "loci_connections_ended_total",
            "counter",
            "Connections on which nothing went on, ended to make room for others.",
            connections.ended,
        ),
        (
            "loci_connections_refused_total",
            "counter",
            "Connections refused because all others were being served.",
            connections.refused,
        ),
        (
            "loci_connections_late_total",
            "counter",
            "Connections ended because no request came in time.",
            connections.late,
        ),
    ] {
        one(out, name, kind, help, value);
    }
}

fn quota(quotas: &Quotas, gauges: &Gauges, out: &mut String) {
    let name = "loci_quota_met_total";
    head(
        out,
        name,
        "counter",
        "Calls refused because a quota was met.",
    );
    for (kind, times) in quotas.times() {
        let times = match kind {
            Kind::Streams => gauges.streams_refused,
            _ => times,
        };
        let _ = writeln!(out, "{name}{{quota=\"{}\"}} {times}", kind.name());
    }
    let name = "loci_quota_limit";
    head(out, name, "gauge", "The bound of each quota.");
    for kind in Kind::ALL {
        let _ = writeln!(
            out,
            "{name}{{quota=\"{}\"}} {}",
            kind.name(),
            quotas.most(kind)
        );
    }
    for (name, help, value) in [
        ("loci_streams", "Streams of the workspace.", gauges.streams),
        (
            "loci_disk_bytes",
            "Bytes of the data folder.",
            quotas.disk.total_bytes(),
        ),
        (
            "loci_disk_free_bytes",
            "Bytes of its disk that are free.",
            quotas.disk.free(),
        ),
        (
            "loci_waiting_calls",
            "Calls that wait for something to happen.",
            quotas.waiting(),
        ),
    ] {
        one(out, name, "gauge", help, value);
    }
}

/// Returns the resident memory of this process; only available on Linux.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::time::Duration;

    use axum::http::StatusCode;

    use super::*;
    use crate::config::{Config, Flags};
    use crate::quota::Disk;

    /// Renders the metrics of a process with two requests and three commits.
    fn render_sample() -> String {
        let metrics = Metrics::default();
        metrics.count(
            "/api/nothing",
            StatusCode::NOT_FOUND,
            Duration::from_micros(700),
        );
        metrics.count("/sign-in", StatusCode::IM_A_TEAPOT, Duration::from_secs(9));
        let gauges = Gauges {
            commit_sizes: vec![(Some(1), 2), (None, 1)],
            ..Gauges::default()
        };
        let limits = Config::new(Flags::default()).unwrap().quotas;
        let quotas = Quotas::new(limits, Disk::of(std::path::Path::new(".")));
        render(
            &metrics,
            &gauges,
            Tally::default(),
            &quotas,
            &Progress::default(),
        )
    }

    #[test]
    fn counts_are_read_by_prometheus() {
        let text = render_sample();
        for line in [
            "loci_requests_total{operation=\"other\",status=\"404\"} 1",
            "loci_requests_total{operation=\"page\",status=\"other\"} 1",
            "loci_request_seconds_bucket{operation=\"other\",le=\"0.001\"} 1",
            "loci_request_seconds_sum{operation=\"other\"} 0.0007",
            "loci_commit_facts_bucket{le=\"+Inf\"} 3",
            "loci_quota_met_total{quota=\"live_feeds\"} 0",
            "loci_quota_limit{quota=\"requests_per_second\"} 100000",
        ] {
            assert!(text.contains(line), "{line} is missing in {text}");
        }
    }

    #[test]
    fn alerts_and_dashboard_name_existing_metrics() {
        let text = render_sample();
        let names: HashSet<&str> = (text.lines())
            .filter_map(|line| line.split(['{', ' ']).next())
            .collect();
        for (file, expected) in [
            (include_str!("../../../ops/alerts.yaml"), 11),
            (include_str!("../../../ops/grafana.json"), 32),
        ] {
            let words = file.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let mentioned: HashSet<&str> = words
                .filter(|word| word.starts_with("loci_") || word.starts_with("process_"))
                .collect();
            let unknown: Vec<_> = mentioned.difference(&names).collect();
            assert!(unknown.is_empty(), "{unknown:?}");
            assert_eq!(mentioned.len(), expected);
        }
    }
}
