//! Duration of a start with a million facts, and throughput of an index rebuild from them.

use std::time::{Duration, Instant};

use engine::workflow::Workflow;
use kernel::fact::Fact;
use kernel::memory::Memory;
use kernel::ports::clock::Clock;
use kernel::ports::log::{Append, Batch, Snapshot};
use kernel::{Actor, Door, Role};
use serde_json::json;
use serde_json::value::to_raw_value;

use crate::baseline::{CONTENT, plain_inserts};
use crate::line::{Line, get};
use crate::server::Server;
use crate::{Done, Row};

const STREAMS: u64 = 1_000;
/// Number of facts of each stream.
pub const FACTS: u64 = 1_000;

pub fn run() -> Done<Vec<Row>> {
    let own = tempfile::tempdir()?;
    let folder = own.path().join("data");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let plain = runtime.block_on(async {
        let store = store::open(&folder).await?;
        fill(&store, STREAMS, |_| CONTENT.to_owned()).await?;
        store.close().await;
        plain_inserts(own.path(), |_| CONTENT.to_owned()).await
    })?;
    // The first start builds the index; the measured one is that of a server in use.
    let began = Instant::now();
    drop(Server::on(&folder, &[])?);
    let built = began.elapsed().as_secs_f64();
    let began = Instant::now();
    let server = Server::on(&folder, &[])?;
    let ready = get("/readyz", "accept: */*");
    while Line::open(server.address)?.ask(&ready)?.status != 200 {
        if began.elapsed() > Duration::from_mins(1) {
            return Err("not ready within a minute".into());
        }
    }
    let took = began.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a count of facts")]
    let facts = (STREAMS * FACTS) as f64;
    Ok(vec![
        Row::figure(
            "start with 1,000,000 facts until ready, s",
            took,
            2.0,
            "≤ 2",
        ),
        Row::at_least(
            "index built, facts/s, against plain inserts",
            facts / built,
            plain,
            0.3,
            "≥ 0.3",
        ),
    ])
}

/// Creates workflows of a thousand facts each, with their snapshots. `text` returns the text of the nth fact.
pub async fn fill(store: &store::Store, streams: u64, text: fn(u64) -> String) -> Done<()> {
    for nth in 0..streams {
        let (now, id) = (store.clock.now(), store.clock.id());
        let stream = engine::workflow::stream(id);
        let mut state = Workflow::default();
        let mut facts = Vec::new();
        for version in 1..=FACTS {
            let (kind, body) = match version {
                1 => (
                    "workflow_created",
                    json!({ "id": id, "name": "Bench", "goal": "Measure" }),
                ),
                2..=50 => (
                    "task_added",
                    json!({
                        "id": format!("T{}", version - 1), "title": "A task of the benchmark",
                        "priority": 2, "retries": 2,
                    }),
                ),
                _ => (
                    "discovery_recorded",
                    json!({
                        "id": format!("F{}", version - 50), "content": text(nth * FACTS + version),
                        "type": "insight", "tokens": 40,
                    }),
                ),
            };
            let fact = Fact {
                workspace: "main".into(),
                stream: stream.clone(),
                version,
                position: 0,
                at: now,
                actor: Actor::new("bench", Role::Worker),
                door: Door::Http,
                request: String::new(),
                kind: kind.into(),
                schema: 1,
                body: to_raw_value(&body)?,
            };
            state.apply_fact(&fact);
            facts.push(fact);
        }
        let append = Append {
            stream: stream.clone(),
            expected: 0,
            facts,
        };
        store
            .log
            .append(&Batch {
                id: store.clock.id(),
                appends: vec![append],
                answers: Vec::new(),
            })
            .await?;
        let snapshot = Snapshot {
            version: FACTS,
            schema: Workflow::SCHEMA,
            state: serde_json::to_vec(&state)?,
        };
        store.log.keep_snapshot(&stream, snapshot, 0).await?;
    }
    Ok(())
}
