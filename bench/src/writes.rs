//! Throughput of durable, indexed facts, and of claims.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::baseline::{CONTENT, direct, empty_handler};
use crate::line::{Line, Load, get_as, load, post, together};
use crate::server::Server;
use crate::{Done, Row};

pub const LASTS: Duration = Duration::from_secs(5);
pub const CONNECTIONS: usize = 64;

/// Measures facts over HTTP, one per request.
pub fn facts(flags: &[&str]) -> Done<Load> {
    let server = Server::new(flags)?;
    let token = server.token("bench", "orchestrator")?;
    let workflow = server.workflow(&token, 1)?;
    let body = json!({ "workflow": workflow, "type": "insight", "content": CONTENT }).to_string();
    let request = post("/api/discovery_record", &token, &body);
    load(server.address, CONNECTIONS, LASTS, |_, _| request.clone())
}

fn echo() -> Done<f64> {
    let address = empty_handler(400)?;
    let body = json!({ "content": CONTENT }).to_string();
    let request = post("/api/nothing", "none", &body);
    Ok(load(address, CONNECTIONS, LASTS / 2, |_, _| request.clone())?.per_second)
}

pub fn run() -> Done<Vec<Row>> {
    let group = facts(&[])?;
    let in_process = direct(64, LASTS)?;
    let single = facts(&["--batch", "1"])?;
    let ours = group.per_second;
    let mut rows = vec![
        Row::at_least(
            "durable facts/s, 64 connections, against direct batches of 64",
            ours,
            in_process,
            0.4,
            "≥ 0.4",
        ),
        Row::at_least(
            "the same against one commit per request",
            ours,
            single.per_second,
            5.0,
            "≥ 5",
        ),
        Row::at_least(
            "the same against an empty handler",
            ours,
            echo()?,
            0.12,
            "≥ 0.12",
        ),
        Row::figure("its p99, ms", group.within(0.99), 20.0, "≤ 20"),
    ];
    rows.push(feed()?);
    Ok(rows)
}

/// Lets 64 agents claim tasks of one workflow until there are none left, or the time is over.
pub fn claims() -> Done<Vec<Row>> {
    const TASKS: usize = 10_000;
    let server = Server::new(&[])?;
    let lead = server.token("lead", "orchestrator")?;
    let workflow = server.workflow(&lead, TASKS)?;
    let tokens: Vec<String> = (0..CONNECTIONS)
        .map(|n| server.token(&format!("worker-{n}"), "worker"))
        .collect::<Done<_>>()?;
    let taken = Mutex::new(BTreeSet::new());
    let twice = Mutex::new(0_u32);
    let began = Instant::now();
    let counts = together(CONNECTIONS, |connection| {
        let mut line = Line::open(server.address)?;
        let body = json!({ "workflow": workflow }).to_string();
        let request = post("/api/task_claim", &tokens[connection], &body);
        let mut count = 0;
        while began.elapsed() < LASTS {
            let reply = line.ask(&request)?;
            if reply.status == 409 {
                break;
            }
            let answer = reply.json()?;
            let task = answer["task"]["id"].as_str().ok_or("no task")?.to_owned();
            if !taken.lock().map_err(|_| "poisoned")?.insert(task) {
                *twice.lock().map_err(|_| "poisoned")? += 1;
            }
            count += 1;
        }
        Ok(count)
    })?;
    let lasted = began.elapsed().as_secs_f64();
    let total: u32 = counts.into_iter().sum();
    let twice = twice.into_inner().map_err(|_| "poisoned")?;
    if twice > 0 {
        return Err(format!("{twice} tasks had two holders").into());
    }
    let facts = facts(&[])?.per_second;
    let ours = f64::from(total) / lasted;
    let what = "claims/s, 64 agents on 10,000 tasks, against durable facts/s";
    Ok(vec![Row::at_least(what, ours, facts, 0.5, "≥ 0.5")])
}

fn feed() -> Done<Row> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "orchestrator")?;
    let workflow = server.workflow(&token, 1)?;
    let pause = Duration::from_millis(2);
    let delays = delays(&server, &server, (&token, &workflow), 100, pause)?;
    let what = "acknowledged → received by 100 subscribers, p99, ms";
    Ok(Row::figure(what, delays.within(0.99), 5.0, "≤ 5"))
}

/// Measures the time from the acknowledgement of a fact by one server until all subscribers of the other one have it.
/// The writer makes a pause after each fact.
pub fn delays(
    writer: &Server,
    reader: &Server,
    (token, workflow): (&str, &str),
    subscribers: usize,
    pause: Duration,
) -> Done<Load> {
    const FACTS: usize = 400;
    let arrived: Vec<Mutex<Vec<Instant>>> = (0..FACTS).map(|_| Mutex::default()).collect();
    let mut acknowledged = Vec::new();
    let mut lasted = Duration::ZERO;
    std::thread::scope(|scope| -> Done<()> {
        let mut lines = Vec::new();
        for _ in 0..subscribers {
            let mut line = Line::open(reader.address)?;
            line.begin(&get_as("/api/events", token))?;
            while !line.next_line()?.is_empty() {}
            lines.push(line);
        }
        let threads: Vec<_> = lines
            .into_iter()
            .map(|mut line| {
                let arrived = &arrived;
                scope.spawn(move || -> Done<()> {
                    for seen in arrived {
                        while !line.next_line()?.contains("discovery_recorded") {}
                        seen.lock().map_err(|_| "poisoned")?.push(Instant::now());
                    }
                    Ok(())
                })
            })
            .collect();
        let body = json!({ "workflow": workflow, "type": "risk", "content": "x" }).to_string();
        let request = post("/api/discovery_record", token, &body);
        let mut line = Line::open(writer.address)?;
        let began = Instant::now();
        for _ in 0..FACTS {
            line.ask(&request)?;
            acknowledged.push(Instant::now());
            std::thread::sleep(pause);
        }
        lasted = began.elapsed();
        for thread in threads {
            thread
                .join()
                .unwrap_or_else(|_| Err("a subscriber panicked".into()))?;
        }
        Ok(())
    })?;
    let mut delays = Vec::new();
    for (sent, seen) in acknowledged.iter().zip(arrived) {
        for seen in seen.into_inner().map_err(|_| "poisoned")? {
            delays.push(seen.saturating_duration_since(*sent).as_secs_f64() * 1e3);
        }
    }
    delays.sort_by(f64::total_cmp);
    #[expect(clippy::cast_precision_loss, reason = "a count of facts")]
    let per_second = FACTS as f64 / lasted.as_secs_f64();
    Ok(Load {
        per_second,
        latencies: delays,
    })
}
