//! Recall quality: sets of conversations with questions whose answers are known, stored by the real binary and queried
//! with `memory_search`: by words only, with the built-in embedder, and with the configured one.
//!
//! `cargo xtask eval FILE…` runs it.

mod score;
mod set;

use std::time::{Duration, Instant};

use kernel::ports::tokens::Tokens as _;
use serde_json::{Value, json};
use tools::BpeTokens;

use self::score::{DEPTHS, Score, percentile};
use self::set::{Set, Turn};
use crate::Done;
use crate::line::{Line, post};
use crate::server::Server;

/// Number of memories per call.
const BATCH_SIZE: usize = 500;
/// Default number of memories that a search returns.
const HANDED_OVER: usize = 10;
/// Number of failures after which an embedder that never succeeded is abandoned.
const FAILURES: u64 = 3;
/// Timeout for the vectors of all texts.
const PATIENCE: Duration = Duration::from_hours(1);

/// A search mode.
struct Way {
    name: String,
    mode: &'static str,
}

/// A server with the stored sets.
struct Remembered {
    server: Server,
    token: String,
}

/// Measures the sets in those files; arguments that begin with `--` are passed to the server, with their values.
///
/// # Errors
/// Returns an error if a file cannot be read, or the server fails.
pub fn run(arguments: &[String]) -> Done<()> {
    let (flags, files) = split(arguments);
    if files.is_empty() {
        return Err("expected files with a conversation on each line".into());
    }
    let mut sets = Vec::new();
    for file in files {
        sets.extend(set::read(file)?);
    }
    let turns: usize = sets.iter().map(|set| set.turns.len()).sum();
    let questions: usize = sets.iter().map(|set| set.questions.len()).sum();
    println!(
        "{} conversations, {turns} turns, {questions} questions\n",
        sets.len()
    );
    println!("{}", score::head());
    let own = remember(&sets, &["--embedder-url", ""])?;
    let words = Way {
        name: "words".into(),
        mode: "lexical",
    };
    let statically = Way {
        name: "static".into(),
        mode: "hybrid",
    };
    for way in [words, statically] {
        measure(&own, &sets, &way)?;
    }
    drop(own);
    let variable = std::env::var("LOCI_EMBEDDER_URL").is_ok_and(|url| !url.is_empty());
    if variable || flags.contains(&"--embedder-url") {
        let configured = remember(&sets, &flags)?;
        let way = Way {
            name: "configured".into(),
            mode: "hybrid",
        };
        measure(&configured, &sets, &way)?;
    }
    Ok(())
}

/// Splits the arguments into the server's flags and the files.
fn split(arguments: &[String]) -> (Vec<&str>, Vec<&str>) {
    let (mut flags, mut files) = (Vec::new(), Vec::new());
    let mut arguments = arguments.iter().map(String::as_str);
    while let Some(argument) = arguments.next() {
        if argument.starts_with("--") {
            flags.push(argument);
            if !argument.contains('=') {
                flags.extend(arguments.next());
            }
        } else {
            files.push(argument);
        }
    }
    (flags, files)
}

/// Returns the namespace of a conversation.
fn namespace(nth: usize) -> String {
    format!("set-{nth}")
}

/// Starts a server and stores all turns with their vectors.
fn remember(sets: &[Set], flags: &[&str]) -> Done<Remembered> {
    let server = Server::new(flags)?;
    let token = server.token("eval", "orchestrator")?;
    for (nth, set) in sets.iter().enumerate() {
        for turns in set.turns.chunks(BATCH_SIZE) {
            let memories: Vec<Value> = turns.iter().map(|turn| memory(turn, nth)).collect();
            let body = json!({ "memories": memories, "deduplicate": false });
            server.call(&token, "memory_create", &body)?;
        }
    }
    let began = Instant::now();
    while has_waiting(&server, &token)? {
        if began.elapsed() > PATIENCE {
            return Err("the embedder does not get done; settings_get says why".into());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(Remembered { server, token })
}

fn memory(turn: &Turn, nth: usize) -> Value {
    let mut memory = json!({
        "id": format!("{nth}:{}", turn.id), "namespace": namespace(nth), "text": turn.text,
    });
    let optional = [
        ("session_id", &turn.session),
        ("agent", &turn.who),
        ("created_at", &turn.at),
        ("event_date", &turn.at),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            memory[name] = json!(value);
        }
    }
    memory
}

/// Returns true if texts wait for their vectors. An embedder that fails ends the run with its message.
fn has_waiting(server: &Server, token: &str) -> Done<bool> {
    let request = crate::line::get_as("/metrics", token);
    let reply = Line::open(server.address)?.ask(&request)?;
    let text = String::from_utf8_lossy(&reply.body).into_owned();
    let number = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.strip_prefix(name));
        let number = lines
            .next()
            .and_then(|number| number.trim().parse::<u64>().ok());
        number.ok_or_else(|| format!("the metrics lack {name}"))
    };
    if number("loci_embedder_failures_total ")? > FAILURES
        && number("loci_embedded_texts_total ")? == 0
    {
        let settings = server.call(token, "settings_get", &json!({}))?;
        return Err(format!("the embedder fails: {}", settings["warnings"]).into());
    }
    Ok(number("loci_embedding_waiting ")? > 0)
}

/// Asks all questions in one mode, and prints the result.
fn measure(on: &Remembered, sets: &[Set], way: &Way) -> Done<()> {
    let mut score = Score::default();
    let mut line = Line::open(on.server.address)?;
    let (mut handed_over, mut whole) = (0, 0);
    for (nth, set) in sets.iter().enumerate() {
        let of_set: u64 = set.turns.iter().map(|turn| tokens(&turn.text)).sum();
        for question in &set.questions {
            let body = json!({
                "query": question.text, "mode": way.mode, "limit": DEPTHS[DEPTHS.len() - 1],
                "filters": { "namespace": namespace(nth) },
            });
            let request = post("/api/memory_search", &on.token, &body.to_string());
            let began = Instant::now();
            let reply = line.ask(&request)?;
            let took = began.elapsed();
            if reply.status != 200 {
                return Err(String::from_utf8_lossy(&reply.body).into_owned().into());
            }
            let answer = reply.json()?;
            let hits = answer["items"].as_array().ok_or("no items")?;
            let prefix = format!("{nth}:");
            let ids: Vec<&str> = (hits.iter())
                .filter_map(|hit| hit["id"].as_str()?.strip_prefix(&prefix))
                .collect();
            score.add(set, question, &ids, took);
            let texts = hits.iter().take(HANDED_OVER);
            let texts = texts.filter_map(|hit| hit["text"].as_str());
            handed_over += texts.map(tokens).sum::<u64>();
            whole += of_set;
        }
    }
    print!("{}", score.rows(&way.name));
    let count = u64::try_from(score.count()).unwrap_or(1).max(1);
    println!(
        "{}: p50 {:.1} ms, p95 {:.1} ms; {} tokens handed over with the first {HANDED_OVER} of {} in all\n",
        way.name,
        percentile(score.times(), 50),
        percentile(score.times(), 95),
        handed_over / count,
        whole / count,
    );
    Ok(())
}

fn tokens(text: &str) -> u64 {
    u64::from(BpeTokens.count(text))
}
