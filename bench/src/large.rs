//! A log of ten million facts, in PostgreSQL and in the folder: the first answers of a new server, its index and memory,
//! and search.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::conformance::PostgresServer;
use store::{Missing, Postgres, Store};

use crate::line::{Line, get_as, load};
use crate::server::Server;
use crate::start::{FACTS, fill};
use crate::{Done, Row};

/// Number of workflows, of [`FACTS`] facts each.
const STREAMS: u64 = 10_000;
/// Time in which the index must be complete.
const PATIENCE: Duration = Duration::from_hours(1);
/// Duration of the searches for one question.
const SEARCHED: Duration = Duration::from_secs(20);

pub fn run() -> Done<Vec<Row>> {
    let streams = match std::env::var("LOCI_BENCH_STREAMS") {
        Ok(streams) => streams.parse()?,
        Err(_) => STREAMS,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let own = tempfile::tempdir()?;
    let database = PostgresServer::start();
    let filled = own.path().join("filled");
    runtime.block_on(async {
        let database = Postgres::open(&database.url(), "large", Missing::Created).await?;
        let store = store::open_shared(&filled, database, None).await?;
        write(store, streams).await
    })?;
    std::fs::remove_dir_all(&filled)?;
    let url = database.url();
    let mut rows = measure(
        &Server::on(
            &own.path().join("node"),
            &["--log", &url, "--workspace", "large"],
        )?,
        streams,
        [
            "10 million facts in PostgreSQL: an empty server answers after, s",
            "its memory while it builds the index, MB",
            "search by a number, p95, ms",
            "by two rare words",
            "by two frequent words",
        ],
    )?;
    drop(database);
    let folder = own.path().join("folder");
    runtime.block_on(async { write(store::open(&folder).await?, streams).await })?;
    rows.extend(measure(
        &Server::on(&folder, &[])?,
        streams,
        [
            "the same facts in the folder, without an index: answers after, s",
            "its memory while it builds the index, MB",
            "search by a number, p95, ms",
            "by two rare words",
            "by two frequent words",
        ],
    )?);
    Ok(rows)
}

async fn write(store: Store, streams: u64) -> Done<()> {
    let began = Instant::now();
    fill(&store, streams, text).await?;
    store.close().await;
    eprintln!("filled in {:.0} s", began.elapsed().as_secs_f64());
    Ok(())
}

/// Returns the text of the nth fact: 30 words of 5,000, and one of its own.
fn text(nth: u64) -> String {
    let mut text = format!("Finding {nth}:");
    let mut state = nth.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for _ in 0..30 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        // The square makes some words frequent and others rare.
        let share = (state % 5_000) * (state / 5_000 % 5_000) / 5_000;
        text.push_str(" word");
        text.push_str(&share.to_string());
    }
    text
}

fn measure(server: &Server, streams: u64, names: [&'static str; 5]) -> Done<Vec<Row>> {
    let began = Instant::now();
    let token = server.token("bench", "orchestrator")?;
    let create = json!({ "name": "New", "goal": "Measure", "tasks": [{ "title": "A task" }] });
    let made = server.call(&token, "workflow_create", &create)?;
    let workflow = made["workflow"].clone();
    let list = json!({ "workflow": workflow });
    let task: Value = server.call(&token, "task_list", &list)?;
    if task["items"].as_array().is_none_or(Vec::is_empty) {
        return Err("the task is not there".into());
    }
    let answers = began.elapsed().as_secs_f64();
    let listed = get_as("/api/workflow_list?limit=1", &token);
    let mut line = Line::open(server.address)?;
    let mut largest: f64 = 0.0;
    while line.ask(&listed)?.status != 200 {
        if began.elapsed() > PATIENCE {
            return Err("the index is not complete".into());
        }
        largest = largest.max(server.resident()?);
        std::thread::sleep(Duration::from_millis(200));
    }
    #[expect(clippy::cast_precision_loss, reason = "a count of facts")]
    let facts = (streams * FACTS) as f64;
    eprintln!(
        "index in {:.0} s, {:.1} µs of CPU a fact, at most {:.0} MB, then {:.0} MB",
        began.elapsed().as_secs_f64(),
        server.cpu()? * 1e6 / facts,
        largest / 1e3,
        server.resident()? / 1e3,
    );
    let mut rows = vec![
        Row::figure(names[0], answers, 5.0, "≤ 5"),
        Row::figure(names[1], largest / 1e3, 1_000.0, "≤ 1000"),
    ];
    // Numbers are rare words, the others occur in a share of all texts.
    let queries = ["Finding+4711", "word4321+word4567", "word12+word34"];
    for (what, query) in names.into_iter().skip(2).zip(queries) {
        let address = format!("/api/workflow_list?query={query}&limit=20");
        let search = get_as(&address, &token);
        let took = load(server.address, 1, SEARCHED, |_, _| search.clone())?;
        eprintln!("{query}: p50 {:.1} ms", took.within(0.5));
        rows.push(Row::figure(what, took.within(0.95), 50.0, "≤ 50"));
    }
    Ok(rows)
}
