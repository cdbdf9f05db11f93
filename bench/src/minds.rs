//! Throughput of notes and their search, duration of a dream over many notes, cost of decay and of embeddings.

use std::hint::black_box;
use std::time::{Duration, Instant};

use engine::crystal::Crystal;
use engine::crystal::decay::{Hold, Life};
use kernel::Time;
use kernel::time::DAY;
use serde_json::{Value, json};

use crate::line::{Line, Load, all, get_as, load, post};
use crate::server::Server;
use crate::{Done, Row};

const LASTS: Duration = Duration::from_secs(5);
/// Number of agents that write notes concurrently: each may have 2,000 waiting notes.
const AGENTS: usize = 64;
/// Number of notes that are searched for immediately and later.
const FOUND: usize = 300;
/// Number of notes of a dream.
const DREAMT: usize = 1_000;
/// Kinds of notes: facts that differ only in numbers would be treated as a log, and become one line.
const KINDS: [&str; 4] = ["friction", "preference", "task", "relationship"];
/// Number of decaying memories.
const FADING: usize = 100_000;
/// Number of memories written with and without vectors, and per call.
const MEMORIES: usize = 20_000;
const BATCH_SIZE: usize = 100;
const CONNECTIONS: usize = 8;

pub fn run() -> Done<Vec<Row>> {
    Ok(vec![
        measure_note_writes()?,
        measure_note_search()?,
        dreamt()?,
        fading()?,
        embed_all()?,
    ])
}

/// Returns the nth note: no two have the same words.
fn note(nth: usize) -> String {
    format!(
        "Service alpha{nth} moved to host beta{} after incident gamma{}, and Mara wants to be told first",
        nth * 7,
        nth * 13
    )
}

fn write(token: &str, nth: usize) -> Vec<u8> {
    let body = json!({ "note": note(nth) }).to_string();
    post("/api/note_write", token, &body)
}

fn measure_note_writes() -> Done<Row> {
    let server = Server::new(&[])?;
    let tokens = (0..AGENTS).map(|n| server.token(&format!("agent-{n}"), "worker"));
    let tokens: Vec<String> = tokens.collect::<Done<_>>()?;
    let notes = load(server.address, AGENTS, LASTS, |connection, nth| {
        write(&tokens[connection], nth)
    })?;
    let lead = server.token("lead", "orchestrator")?;
    let workflow = server.workflow(&lead, 1)?;
    let facts = load(server.address, AGENTS, LASTS, |_, nth| {
        let body = json!({ "workflow": workflow, "type": "insight", "content": note(nth) });
        post("/api/discovery_record", &lead, &body.to_string())
    })?;
    let what = "notes/s, 64 agents, each a memory too, against durable facts/s";
    Ok(Row::at_least(
        what,
        notes.per_second,
        facts.per_second,
        0.3,
        "≥ 0.3",
    ))
}

/// Measures the time from the acknowledgement of a note until a search finds it, compared with finding it later.
fn measure_note_search() -> Done<Row> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "worker")?;
    let mut line = Line::open(server.address)?;
    let mut at_once = Vec::with_capacity(FOUND);
    for nth in 0..FOUND {
        line.ask(&write(&token, nth))?;
        at_once.push(search(&mut line, &token, nth)?);
    }
    let later = (0..FOUND).map(|nth| search(&mut line, &token, nth));
    let later: Vec<f64> = later.collect::<Done<_>>()?;
    let what = "a note found as soon as it is acknowledged, ms at p50, against later";
    Ok(Row::at_most(
        what,
        middle(at_once),
        middle(later),
        1.5,
        "≤ 1.5",
    ))
}

/// Searches for a note until it is found; returns the milliseconds.
fn search(line: &mut Line, token: &str, nth: usize) -> Done<f64> {
    let query = format!("alpha{nth} incident");
    let body = json!({ "query": query, "limit": 5 }).to_string();
    let request = post("/api/memory_search", token, &body);
    let wanted = note(nth);
    let began = Instant::now();
    while began.elapsed() < LASTS {
        let answer = line.ask(&request)?.json()?;
        let items = answer["items"].as_array().ok_or("no memories")?;
        if items.iter().any(|item| item.to_string().contains(&wanted)) {
            return Ok(began.elapsed().as_secs_f64() * 1e3);
        }
    }
    Err(format!("{wanted:?} is not found").into())
}

fn middle(mut latencies: Vec<f64>) -> f64 {
    latencies.sort_by(f64::total_cmp);
    let load = Load {
        per_second: 0.0,
        latencies,
    };
    load.within(0.5)
}

fn dreamt() -> Done<Row> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "worker")?;
    let mut line = Line::open(server.address)?;
    let began = Instant::now();
    for nth in 0..DREAMT {
        let kind = KINDS[nth % KINDS.len()];
        let body = json!({ "note": note(nth), "kind": kind }).to_string();
        line.ask(&post("/api/note_write", &token, &body))?;
    }
    let written = began.elapsed();
    let mut feed = Line::open(server.address)?;
    feed.begin(&get_as("/api/events", &token))?;
    while !feed.next_line()?.is_empty() {}
    let began = Instant::now();
    server.call(&token, "mind_dream", &json!({}))?;
    loop {
        let line = feed.next_line()?;
        if line.contains("\"dream_kept\"") {
            break;
        }
        if line.contains("\"dream_refused\"") || line.contains("\"job_failed\"") {
            return Err(format!("the dream ended otherwise: {line}").into());
        }
    }
    let took = began.elapsed();
    let what = "a dream over 1,000 notes, s, against writing them one by one";
    Ok(Row::at_most(
        what,
        took.as_secs_f64(),
        written.as_secs_f64(),
        2.0,
        "≤ 2",
    ))
}

/// Measures the computation of strength and stage of many memories, as in every read, compared with parsing their
/// records.
fn fading() -> Done<Row> {
    let record = json!({
        "id": "m-1", "core": "bench", "text": note(1), "memory_type": "semantic", "importance": 0.7,
        "created_at": Time(0), "updated_at": Time(0), "last_accessed": Time(0), "persisted_at": Time(0),
        "access_count": 3, "memory_hash": "0123456789abcdef", "trust": "agent",
    });
    let record = record.to_string();
    serde_json::from_str::<Crystal>(&record)?;
    let began = Instant::now();
    for _ in 0..FADING {
        black_box(serde_json::from_str::<Crystal>(black_box(&record))?);
    }
    let read = began.elapsed().as_secs_f64();
    let lives: Vec<Life> = (0..FADING).map(life).collect();
    let now = Time(200 * DAY);
    let began = Instant::now();
    for life in &lives {
        black_box((
            life.strength(black_box(now)),
            life.lifecycle(now),
            life.archives_at(),
        ));
    }
    let faded = began.elapsed().as_secs_f64();
    let what = "decay of 100,000 memories, ms, against reading their records";
    Ok(Row::at_most(what, faded * 1e3, read * 1e3, 0.5, "≤ 0.5"))
}

fn life(nth: usize) -> Life {
    let days = i64::try_from(nth % 200).unwrap_or(0);
    let n = u32::try_from(nth).unwrap_or(0);
    Life {
        weight: n % 1_000_000,
        feeling: n * 7 % 1_000_000,
        begun: Time(0),
        touched: Time(days * DAY),
        recalls: n % 40,
        seeded: false,
        hold: Hold::Fades,
        expires_at: None,
    }
}

fn embed_all() -> Done<Row> {
    let with = create_all(&[])?;
    // No server is there, so no text gets a vector.
    let without = create_all(&["--embedder-url", "http://127.0.0.1:1/v1"])?;
    let what = "memories created/s with vectors, 8 connections, against without";
    Ok(Row::at_least(what, with, without, 0.7, "≥ 0.7"))
}

#[expect(clippy::cast_precision_loss, reason = "a count of memories")]
fn create_all(flags: &[&str]) -> Done<f64> {
    let server = Server::new(flags)?;
    let token = server.token("bench", "orchestrator")?;
    let calls = all(server.address, CONNECTIONS, MEMORIES / BATCH_SIZE, |nth| {
        let first = nth * BATCH_SIZE;
        let memories = (first..first + BATCH_SIZE)
            .map(|n| json!({ "id": format!("m-{n}"), "text": note(n), "namespace": "bench" }));
        let memories: Vec<Value> = memories.collect();
        let body = json!({ "memories": memories, "deduplicate": false }).to_string();
        post("/v1/long-term-memory/", &token, &body)
    })?;
    Ok(calls * BATCH_SIZE as f64)
}
