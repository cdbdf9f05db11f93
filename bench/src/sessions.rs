//! Throughput of puts and reads of sessions over the compatibility API, cost of appends to a long conversation, and
//! memory of an idle session.

use std::time::Duration;

use serde_json::{Value, json};

use crate::baseline::empty_handler;
use crate::line::{Line, get_as, load, post};
use crate::server::Server;
use crate::{Done, Row};

const LASTS: Duration = Duration::from_secs(5);
const CONNECTIONS: usize = 32;
/// A message of typical length.
const SAID: &str =
    "We could take the early train and be there before the museum opens, if that suits you.";

/// Returns the document of a session of 20 messages, the last of which varies with `nth`.
fn document(nth: usize) -> String {
    let messages: Vec<Value> = (0..20)
        .map(|at| {
            let content = if at == 19 {
                format!("{SAID} {nth}")
            } else {
                SAID.to_owned()
            };
            json!({
                "id": format!("01JD00000000000000000000{at:02}"), "content": content,
                "role": if at % 2 == 0 { "user" } else { "assistant" },
                "created_at": format!("2026-01-31T09:30:{at:02}.123456Z"),
            })
        })
        .collect();
    json!({ "messages": messages, "memories": [], "data": {} }).to_string()
}

fn put(session: &str, token: &str, body: &str) -> Vec<u8> {
    format!(
        "PUT /v1/working-memory/{session} HTTP/1.1\r\nhost: localhost\r\n\
         authorization: Bearer {token}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Sends a request that must succeed; returns the length of the response.
fn ask(server: &Server, request: &[u8]) -> Done<usize> {
    let reply = Line::open(server.address)?.ask(request)?;
    if reply.status != 200 {
        return Err(String::from_utf8_lossy(&reply.body).into_owned().into());
    }
    Ok(reply.body.len())
}

pub fn run() -> Done<Vec<Row>> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "orchestrator")?;
    // Prepared in advance, so that both sides only send.
    let documents: Vec<String> = (0..64).map(document).collect();
    let puts = |connection: usize, nth: usize| {
        let session = format!("bench-{connection}");
        put(&session, &token, &documents[nth % documents.len()])
    };
    let gets = |connection: usize, _: usize| {
        get_as(&format!("/v1/working-memory/bench-{connection}"), &token)
    };
    let bytes = ask(&server, &puts(0, 0))?;
    let empty = empty_handler(bytes)?;
    let puts_ours = load(server.address, CONNECTIONS, LASTS, puts)?.per_second;
    let puts_theirs = load(empty, CONNECTIONS, LASTS / 2, puts)?.per_second;
    let gets_ours = load(server.address, CONNECTIONS, LASTS, gets)?.per_second;
    let gets_theirs = load(empty, CONNECTIONS, LASTS / 2, gets)?.per_second;
    Ok(vec![
        Row::at_least(
            "PUT of a session of 20 messages/s, 32 connections, against empty",
            puts_ours,
            puts_theirs,
            0.25,
            "≥ 0.25",
        ),
        Row::at_least(
            "GET of it/s, against empty",
            gets_ours,
            gets_theirs,
            0.5,
            "≥ 0.5",
        ),
        appends(&server, &token)?,
        idle()?,
    ])
}

/// Compares appending one message to a conversation of 50,000 with conversations of 10.
fn appends(server: &Server, token: &str) -> Done<Row> {
    const SHORT: usize = 1_000;
    let begin = |session: &str| {
        // Prevents a summary in between.
        let body = json!({ "session": session, "context_window": 100_000_000 });
        server.call(token, "session_put", &body)
    };
    let fill = |session: &str, count: usize| {
        let messages: Vec<Value> = (0..count)
            .map(|_| json!({ "role": "user", "content": SAID }))
            .collect();
        let body = json!({ "session": session, "messages": messages });
        server.call(token, "session_append", &body)
    };
    begin("long")?;
    for _ in 0..50 {
        fill("long", 1_000)?;
    }
    for nth in 0..SHORT {
        begin(&format!("short-{nth}"))?;
        fill(&format!("short-{nth}"), 10)?;
    }
    let append = |session: &str| {
        let body = json!({ "session": session, "messages": [{ "role": "user", "content": SAID }] });
        post("/api/session_append", token, &body.to_string())
    };
    let to_short = load(server.address, 1, LASTS, |_, nth| {
        append(&format!("short-{}", nth % SHORT))
    })?;
    let to_long = load(server.address, 1, LASTS, |_, _| append("long"))?;
    Ok(Row::at_most(
        "append to 50,000 messages against 10, p50",
        to_long.within(0.5),
        to_short.within(0.5),
        1.2,
        "≤ 1.2",
    ))
}

/// Measures the memory of an idle session of 20 messages.
fn idle() -> Done<Row> {
    const WARM: usize = 500;
    const MORE: usize = 2_000;
    let server = Server::new(&[])?;
    let token = server.token("bench", "orchestrator")?;
    let document = document(0);
    let fill = |from: usize, count: usize| -> Done<()> {
        for nth in from..from + count {
            ask(&server, &put(&format!("idle-{nth}"), &token, &document))?;
        }
        Ok(())
    };
    fill(0, WARM)?;
    let before = server.resident()?;
    fill(WARM, MORE)?;
    #[expect(clippy::cast_precision_loss, reason = "a count of sessions")]
    let each = (server.resident()? - before) / MORE as f64;
    Ok(Row::figure(
        "resident for an idle session of 20 messages, KB",
        each,
        15.0,
        "≤ 15",
    ))
}
