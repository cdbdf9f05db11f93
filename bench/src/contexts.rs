//! Throughput of contexts.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::baseline::empty_handler;
use crate::line::{Line, get_as, load, post};
use crate::server::Server;
use crate::{Done, Row};

const LASTS: Duration = Duration::from_secs(3);
/// Number of reads of a context, each after a new entry.
const TIMES: usize = 400;
/// Number of items in a context.
const ITEMS: usize = 200;

pub fn run() -> Done<Vec<Row>> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "orchestrator")?;
    let mut rows = of_tasks(&server, &token)?;
    rows.extend(of_everything(&server, &token)?);
    Ok(rows)
}

fn of_tasks(server: &Server, token: &str) -> Done<Vec<Row>> {
    let (small, large) = (
        server.workflow(token, 100)?,
        server.workflow(token, 10_000)?,
    );
    let context = |workflow: &str| {
        get_as(
            &format!("/api/task_context?workflow={workflow}&task=T50"),
            token,
        )
    };
    let (of_small, of_large) = (context(&small), context(&large));
    let of_100 = load(server.address, 1, LASTS, |_, _| of_small.clone())?.within(0.5);
    let of_10_000 = load(server.address, 1, LASTS, |_, _| of_large.clone())?.within(0.5);
    let bytes = Line::open(server.address)?.ask(&of_small)?.body.len();
    let ours = load(server.address, 64, LASTS, |_, _| of_small.clone())?.per_second;
    let empty = empty_handler(bytes)?;
    let theirs = load(empty, 64, LASTS, |_, _| of_small.clone())?.per_second;
    Ok(vec![
        Row::at_most(
            "task_context p50 with 10,000 tasks against 100",
            of_10_000,
            of_100,
            1.5,
            "≤ 1.5",
        ),
        Row::at_least(
            "task_context/s against an empty handler of as many bytes",
            ours,
            theirs,
            0.5,
            "≥ 0.5",
        ),
    ])
}

/// Measures contexts over all memories: a task with decisions and discoveries, notes, and a conversation.
fn of_everything(server: &Server, token: &str) -> Done<Vec<Row>> {
    let workflow = server.workflow(token, 20)?;
    for nth in 0..30 {
        let said = format!("The {nth}th thing of which the team should know when it goes on.");
        let decision =
            json!({ "workflow": workflow, "question": said, "choice": "this", "rationale": said });
        server.call(token, "decision_record", &decision)?;
        let found = json!({ "workflow": workflow, "type": "insight", "content": said });
        server.call(token, "discovery_record", &found)?;
        let note = json!({ "note": said, "importance": 0.5 });
        server.call(token, "note_write", &note)?;
    }
    let messages: Vec<Value> = (0..ITEMS - 90)
        .map(|nth| json!({ "role": "user", "content": format!("The {nth}th thing that was said of it, in a sentence.") }))
        .collect();
    let begun = json!({ "session": "all", "context_window": 100_000_000, "messages": messages });
    server.call(token, "session_put", &begun)?;
    let path = format!("/api/context_read?workflow={workflow}&task=T5&session=all&budget=40000");
    let ask = get_as(&path, token);
    let mut line = Line::open(server.address)?;
    let mut took = Vec::with_capacity(TIMES);
    for nth in 0..TIMES {
        let said = json!({ "session": "all", "messages": [{ "role": "user", "content": format!("And the {nth}th.") }] });
        line.ask(&post("/api/session_append", token, &said.to_string()))?;
        let start = Instant::now();
        let reply = line.ask(&ask)?;
        took.push(start.elapsed().as_secs_f64() * 1e3);
        if reply.status != 200 {
            return Err(format!("context_read answered {}", reply.status).into());
        }
    }
    took.sort_by(f64::total_cmp);
    let bytes = line.ask(&ask)?.body.len();
    let ours = load(server.address, 64, LASTS, |_, _| ask.clone())?.per_second;
    let theirs = load(empty_handler(bytes)?, 64, LASTS, |_, _| ask.clone())?.per_second;
    Ok(vec![
        Row::figure(
            "context_read of 200 items and more after a new message, p50, ms",
            took[TIMES / 2],
            2.0,
            "≤ 2",
        ),
        Row::at_least(
            "context_read/s against an empty handler of as many bytes",
            ours,
            theirs,
            0.5,
            "≥ 0.5",
        ),
    ])
}
