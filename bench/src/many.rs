//! Cost of pages with many memories: server CPU time for each page of the dashboard.

use serde_json::{Value, json};

use crate::line::{Line, all, get, post};
use crate::server::Server;
use crate::{Done, Row};

/// Number of memories.
const MEMORIES: usize = 500_000;
/// Number of memories per call.
const BATCH: usize = 100;
/// Number of namespaces, users and topics.
const NAMESPACES: usize = 8;
const USERS: usize = 50;
const TOPICS: usize = 30;
/// Number of requests per page: CPU time is measured in hundredths of a second.
const TIMES: u8 = 10;

/// All pages except those of one workflow or session.
const PAGES: [&str; 22] = [
    "/",
    "/inbox",
    "/import",
    "/workflows",
    "/sessions",
    "/scratchpads",
    "/crystals",
    "/crystals?q=quiet+coach",
    "/crystals?lifecycle=generated",
    "/crystals?lifecycle=archived",
    "/crystals?lifecycle=waiting",
    "/crystals?core=bench-1",
    "/crystals?agent=bench",
    "/crystals?since=7d",
    "/crystals?kind=episodic",
    "/crystals/bench-1/m-1",
    "/minds",
    "/agents/bench",
    "/settings/agents",
    "/settings/audit",
    "/settings/memory",
    "/settings/webhooks",
];

pub fn run() -> Done<Vec<Row>> {
    let server = Server::new(&["--token-requests", "1000000"])?;
    let token = server.token("bench", "orchestrator")?;
    all(server.address, NAMESPACES, MEMORIES / BATCH, |nth| {
        let first = nth * BATCH;
        let memories: Vec<Value> = (first..first + BATCH).map(memory).collect();
        let body = json!({ "memories": memories, "deduplicate": false }).to_string();
        post("/v1/long-term-memory/", &token, &body)
    })?;
    let cookie = server.cookie()?;
    let mut line = Line::open(server.address)?;
    let mut worst = 0.0_f64;
    for page in PAGES {
        let request = get(page, &cookie);
        // The first request fills caches for the next ones.
        open_page(&mut line, page, &request)?;
        let before = server.cpu()?;
        for _ in 0..TIMES {
            open_page(&mut line, page, &request)?;
        }
        let took = (server.cpu()? - before) * 1e3 / f64::from(TIMES);
        eprintln!("{page}: {took:.0} ms");
        worst = worst.max(took);
    }
    Ok(vec![Row::figure(
        "the dearest page with 500,000 memories, CPU ms",
        worst,
        100.0,
        "≤ 100",
    )])
}

fn open_page(line: &mut Line, page: &str, request: &[u8]) -> Done<()> {
    let status = line.ask(request)?.status;
    if status == 200 {
        Ok(())
    } else {
        Err(format!("{page} answered {status}").into())
    }
}

fn memory(nth: usize) -> Value {
    json!({
        "id": format!("m-{nth}"), "namespace": format!("bench-{}", nth % NAMESPACES),
        "user_id": format!("user-{}", nth % USERS), "topics": [format!("topic-{}", nth % TOPICS)],
        "memory_type": if nth.is_multiple_of(2) { "semantic" } else { "episodic" },
        "text": format!("The user asked for seat {nth} in a quiet coach, and prefers the window."),
    })
}
