//! Several servers on one PostgreSQL database, compared with one server on its folder. PostgreSQL runs on the same machine,
//! in a temporary folder.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use store::conformance::PostgresServer;

use crate::baseline::CONTENT;
use crate::line::{Line, Load, get_as, load, post, together};
use crate::server::Server;
use crate::writes::{CONNECTIONS, LASTS, delays, facts};
use crate::{Done, Row};

/// Number of servers that write to one stream.
const NODES: usize = 4;
/// Connections to each of them.
const WRITERS: usize = 8;
/// Number of times that a server is frozen, and that a token is revoked.
const TIMES: u64 = 5;

pub fn run() -> Done<Vec<Row>> {
    let database = PostgresServer::start();
    let mut spaces = 0;
    let mut flags = || {
        spaces += 1;
        [
            "--log".to_owned(),
            database.url(),
            "--workspace".into(),
            format!("bench-{spaces}"),
        ]
    };
    let node = |flags: &[String; 4]| Server::new(&flags.each_ref().map(String::as_str));

    let in_folder = facts(&[])?.per_second;
    let shared = facts(&flags().each_ref().map(String::as_str))?.per_second;
    let mut rows = vec![Row::at_least(
        "durable facts/s in PostgreSQL against those in the folder",
        shared,
        in_folder,
        0.5,
        "≥ 0.5",
    )];
    let pair = flags();
    rows.extend(delay(&node(&pair)?, &node(&pair)?)?);
    let four = flags();
    let four: Vec<Server> = (0..NODES).map(|_| node(&four)).collect::<Done<_>>()?;
    rows.push(one_stream(&four)?);
    drop(four);
    rows.push(reads(&node(&flags())?)?);
    let pair = flags();
    rows.extend(losses(&node(&pair)?, &node(&pair)?)?);
    Ok(rows)
}

/// Measures the time until a fact that one server acknowledged is in the feed of the other.
fn delay(writer: &Server, reader: &Server) -> Done<[Row; 2]> {
    let token = writer.token("bench", "orchestrator")?;
    let workflow = writer.workflow(&token, 1)?;
    let delays = delays(writer, reader, (&token, &workflow), 1, Duration::ZERO)?;
    Ok([
        Row::figure(
            "seen on another server, p50, ms",
            delays.within(0.5),
            5.0,
            "≤ 5",
        ),
        Row::figure("the same, p99, ms", delays.within(0.99), 50.0, "≤ 50"),
    ])
}

/// Lets several servers write to one stream, and compares the slowest one with their mean.
fn one_stream(nodes: &[Server]) -> Done<Row> {
    let token = nodes[0].token("bench", "orchestrator")?;
    let workflow = nodes[0].workflow(&token, 1)?;
    let body = json!({ "workflow": workflow, "type": "insight", "content": CONTENT }).to_string();
    let request = post("/api/discovery_record", &token, &body);
    let rates = together(nodes.len(), |nth| {
        let address = nodes[nth].address;
        Ok(load(address, WRITERS, LASTS, |_, _| request.clone())?.per_second)
    })?;
    let slowest = rates.iter().copied().fold(f64::INFINITY, f64::min);
    #[expect(clippy::cast_precision_loss, reason = "a count of servers")]
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    let what = "facts/s in one stream: the slowest of four servers against their mean";
    Ok(Row::at_least(what, slowest, mean, 0.5, "≥ 0.5"))
}

/// Measures how much longer a read takes that sees what other servers acknowledged.
fn reads(shared: &Server) -> Done<Row> {
    let own = Server::new(&[])?;
    let median = |server: &Server| -> Done<f64> {
        let token = server.token("bench", "orchestrator")?;
        let workflow = server.workflow(&token, 20)?;
        let request = get_as(
            &format!("/api/task_get?workflow={workflow}&task=T1"),
            &token,
        );
        let load: Load = load(server.address, CONNECTIONS, LASTS, |_, _| request.clone())?;
        Ok(load.within(0.5))
    };
    let (own, shared) = (median(&own)?, median(shared)?);
    let what = "read at 64 connections: p50 more than in the folder, ms";
    Ok(Row::figure(what, shared - own, 1.0, "≤ 1"))
}

/// Measures how long a frozen server delays another one, and how long a revoked token is valid there.
fn losses(frozen: &Server, other: &Server) -> Done<[Row; 2]> {
    let token = frozen.token("bench", "orchestrator")?;
    let workflow = frozen.workflow(&token, 1)?;
    let body = json!({ "workflow": workflow, "type": "insight", "content": CONTENT }).to_string();
    let request = post("/api/discovery_record", &token, &body);
    let lasts = Duration::from_secs(4 * TIMES);
    let slowest = thread::scope(|scope| -> Done<f64> {
        let writer = scope.spawn(|| {
            load(other.address, WRITERS, lasts, |_, _| request.clone()).map(|load| load.within(1.0))
        });
        for _ in 0..WRITERS {
            // A client of the frozen server may give up.
            scope.spawn(|| drop(load(frozen.address, 1, lasts, |_, _| request.clone())));
        }
        for nth in 0..TIMES {
            thread::sleep(Duration::from_millis(700 + 37 * nth));
            frozen.signal("STOP")?;
            thread::sleep(Duration::from_millis(2_800));
            frozen.signal("CONT")?;
        }
        let joined = writer.join();
        joined.unwrap_or_else(|_| Err("a writer panicked".into()))
    })?;
    let mut refused: f64 = 0.0;
    for nth in 0..TIMES {
        let agent = format!("agent-{nth}");
        let list = get_as("/api/workflow_list", &frozen.token(&agent, "worker")?);
        let mut line = Line::open(other.address)?;
        while line.ask(&list)?.status != 200 {}
        let began = Instant::now();
        frozen.revoke(&agent)?;
        while line.ask(&list)?.status == 200 {}
        refused = refused.max(began.elapsed().as_secs_f64() * 1e3);
    }
    Ok([
        Row::figure(
            "longest write while another server is frozen, ms",
            slowest,
            2_500.0,
            "≤ 2500",
        ),
        Row::figure(
            "revoked token refused by another server after, ms",
            refused,
            1_000.0,
            "≤ 1000",
        ),
    ])
}
