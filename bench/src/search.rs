//! Search performance, compared with plain FTS5 over the same texts in the same run. `cargo xtask eval` measures the
//! quality.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};

use crate::baseline::plain_inserts;
use crate::line::{Load, all, load, post};
use crate::server::Server;
use crate::{Done, Row, group};

/// Number of memories per call.
const BATCH_SIZE: usize = 100;
/// Number of concurrent connections.
const CONNECTIONS: usize = 8;
const LASTS: Duration = Duration::from_secs(5);
/// Number of queries to plain FTS5.
const PLAIN: usize = 300;
/// Number of different words in the texts.
const WORDS: usize = 20_000;
/// Number of words in a long query.
const MANY: usize = 10_000;

/// The most common words.
const COMMON: [&str; 16] = [
    "the", "to", "a", "and", "I", "of", "it", "is", "was", "in", "that", "for", "you", "we", "on",
    "with",
];

pub fn run() -> Done<Vec<Row>> {
    let mut rows = measure(
        10_000,
        [
            "search of 10,000 memories, ms at p50 (plain FTS5 beside)",
            "search of 10,000 memories, ms at p95 (plain FTS5 beside)",
            "searches/s at 8 connections on 10,000 memories (plain FTS5 beside)",
            "a question of 10,000 words on 10,000 memories, ms at p50",
        ],
    )?;
    rows.extend(measure(
        100_000,
        [
            "search of 100,000 memories, ms at p50 (plain FTS5 beside)",
            "search of 100,000 memories, ms at p95 (plain FTS5 beside)",
            "searches/s at 8 connections on 100,000 memories (plain FTS5 beside)",
            "a question of 10,000 words on 100,000 memories, ms at p50",
        ],
    )?);
    Ok(rows)
}

fn measure(count: usize, names: [&'static str; 4]) -> Done<Vec<Row>> {
    let server = Server::new(&[])?;
    let token = server.token("bench", "orchestrator")?;
    all(server.address, CONNECTIONS, count / BATCH_SIZE, |nth| {
        let first = nth * BATCH_SIZE;
        let memories: Vec<Value> = (first..first + BATCH_SIZE).map(memory).collect();
        let body = json!({ "memories": memories, "deduplicate": false }).to_string();
        post("/v1/long-term-memory/", &token, &body)
    })?;
    let ask = |nth: usize| search(&token, &question(nth, count));
    let alone = load(server.address, 1, LASTS, |_, nth| ask(nth))?;
    let many = load(server.address, CONNECTIONS, LASTS, |connection, nth| {
        ask(nth * CONNECTIONS + connection)
    })?;
    let long: Vec<String> = (0..MANY).map(|nth| word(nth * 2 + 1)).collect();
    let long = search(&token, &long.join(" "));
    let long = load(server.address, 1, LASTS / 5, |_, _| long.clone())?;
    let plain = plain(count)?;
    let built = (count > 10_000)
        .then(|| measure_rebuild(server, count))
        .transpose()?;
    let [p50, p95, per_second, of_many] = names;
    let row = |what, ours: f64, baseline: String, goal, met| Row {
        what,
        ours: group(ours),
        baseline,
        figure: ours,
        goal,
        met,
    };
    let is_small = count <= 10_000;
    let mut rows = vec![
        row(
            p50,
            alone.within(0.5),
            group(plain.within(0.5)),
            "≤ 10",
            alone.within(0.5) <= 10.0,
        ),
        row(
            p95,
            alone.within(0.95),
            group(plain.within(0.95)),
            "≤ 25",
            alone.within(0.95) <= 25.0,
        ),
        row(
            per_second,
            many.per_second,
            group(plain.per_second),
            if is_small { "≥ 1,500" } else { "–" },
            !is_small || many.per_second >= 1_500.0,
        ),
        row(
            of_many,
            long.within(0.5),
            "–".into(),
            "≤ 50",
            long.within(0.5) <= 50.0,
        ),
    ];
    rows.extend(built);
    Ok(rows)
}

/// Measures the rebuild of the index of a server's data, with its vectors.
fn measure_rebuild(server: Server, count: usize) -> Done<Row> {
    let own = server.stop().ok_or("the server had no folder")?;
    let folder = own.path().join("data");
    for file in std::fs::read_dir(&folder)? {
        let file = file?;
        if file
            .file_name()
            .to_string_lossy()
            .starts_with("index.sqlite")
        {
            std::fs::remove_file(file.path())?;
        }
    }
    let began = Instant::now();
    drop(Server::on(&folder, &[])?);
    let took = began.elapsed().as_secs_f64();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let plain = runtime.block_on(plain_inserts(own.path(), |nth| text(nth as usize)))?;
    #[expect(clippy::cast_precision_loss, reason = "a count of memories")]
    let count = count as f64;
    Ok(Row::at_least(
        "index of 100,000 memories built with vectors/s, against inserts",
        count / took,
        plain,
        0.0,
        "–",
    ))
}

fn search(token: &str, text: &str) -> Vec<u8> {
    let filters = json!({ "namespace": "bench" });
    let body = json!({ "query": text, "filters": filters }).to_string();
    post("/api/memory_search", token, &body)
}

/// Runs the same queries on FTS5 in this process: any of their words, the best ten.
fn plain(count: usize) -> Done<Load> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("plain.sqlite");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let mut latencies = runtime.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
        let mut conn = SqliteConnection::connect_with(&options.create_if_missing(true)).await?;
        conn.execute(
            "CREATE VIRTUAL TABLE plain USING fts5 (body, tokenize = 'porter unicode61 remove_diacritics 2')",
        )
        .await?;
        conn.execute("BEGIN").await?;
        for nth in 0..count {
            sqlx::query("INSERT INTO plain (body) VALUES (?1)")
                .bind(text(nth))
                .execute(&mut conn)
                .await?;
        }
        conn.execute("COMMIT").await?;
        let mut latencies = Vec::with_capacity(PLAIN);
        for nth in 0..PLAIN {
            let question = question(nth, count);
            let words: Vec<String> = question.split(' ').map(|word| format!("\"{word}\"")).collect();
            let began = Instant::now();
            sqlx::query("SELECT body FROM plain WHERE plain MATCH ?1 ORDER BY rank LIMIT 10")
                .bind(words.join(" OR "))
                .fetch_all(&mut conn)
                .await?;
            latencies.push(began.elapsed().as_secs_f64() * 1e3);
        }
        Done::Ok(latencies)
    })?;
    let whole: f64 = latencies.iter().sum();
    latencies.sort_by(f64::total_cmp);
    #[expect(clippy::cast_precision_loss, reason = "a count of questions")]
    let per_second = latencies.len() as f64 * 1e3 / whole;
    Ok(Load {
        per_second,
        latencies,
    })
}

fn memory(nth: usize) -> Value {
    json!({
        "id": format!("m-{nth}"), "namespace": "bench", "session_id": format!("s-{}", nth / 20),
        "text": text(nth),
    })
}

/// Returns a turn of a conversation: 8 to 39 words, a few of which are in every other one.
fn text(nth: usize) -> String {
    let mut dice = Dice::new(nth);
    let length = 8 + dice.below(32);
    let words: Vec<String> = (0..length).map(|_| dice.word()).collect();
    words.join(" ")
}

/// Returns a query for one of them, with some of its words.
fn question(nth: usize, count: usize) -> String {
    let mut dice = Dice::new(nth + 1_000_003);
    let text = text(dice.below(count));
    let words: Vec<&str> = text.split(' ').collect();
    let asked: Vec<&str> = (0..4).map(|_| words[dice.below(words.len())]).collect();
    format!("what was it that we said of the {}", asked.join(" "))
}

/// Returns the word of that frequency rank: the first ones are common English, all others made of syllables.
fn word(rank: usize) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu", "da", "fe", "gi", "ho", "pu",
        "xa",
    ];
    if let Some(common) = COMMON.get(rank) {
        return (*common).to_owned();
    }
    let (mut rest, mut word) = (rank, String::new());
    for _ in 0..4 {
        word.push_str(SYLLABLES[rest % 16]);
        rest /= 16;
    }
    word
}

/// A deterministic pseudo-random generator.
struct Dice(u64);

impl Dice {
    fn new(seed: usize) -> Self {
        Self((seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % most.max(1) as u64).unwrap_or(0)
    }
    /// Returns a word with Zipf's distribution: the tenth is a tenth as frequent as the first.
    fn word(&mut self) -> String {
        #[expect(clippy::cast_precision_loss, reason = "a number between 0 and 1")]
        let share = (self.next() % 1_000_000) as f64 / 1e6;
        #[expect(clippy::cast_precision_loss, reason = "a count of words")]
        let rank = (WORDS as f64).powf(share) - 1.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "less than there are words"
        )]
        let rank = rank as usize;
        word(rank)
    }
}
