//! Baselines of the machine: an empty axum handler, and the log and index driven directly.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::routing::any;
use kernel::access::Readers;
use kernel::fact::Fact;
use kernel::ports::clock::Clock;
use kernel::ports::index::{Entry, Index, Items, Text, Update};
use kernel::ports::log::{Append, Batch};
use kernel::{Actor, Door, Role, StreamId};
use serde_json::json;
use serde_json::value::to_raw_value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection};

use crate::Done;

/// Starts a handler that answers `bytes` bytes, in a thread with its own runtime.
pub fn empty_handler(bytes: usize) -> Done<SocketAddr> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let body = Bytes::from(vec![b' '; bytes]);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    std::thread::spawn(move || {
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let router = Router::new().route(
                "/{*path}",
                any(move |_given: Bytes| {
                    let body = body.clone();
                    async move { body }
                }),
            );
            axum::serve(listener, router).await
        })
    });
    Ok(address)
}

/// Measures facts per second for batches of `batch` written directly to the log and the index, one after the other.
pub fn direct(batch: usize, lasts: Duration) -> Done<f64> {
    let folder = tempfile::tempdir()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let store = store::open(&folder.path().join("data")).await?;
        let stream = StreamId::new("workflow", "01JBENCHBENCHBENCHBENCHBEN");
        let (mut version, mut facts) = (0, 0_u32);
        let began = Instant::now();
        while began.elapsed() < lasts {
            let now = store.clock.now();
            let made: Vec<Fact> = (0..batch)
                .map(|n| fact(&stream, version + n as u64 + 1, now))
                .collect::<Done<_>>()?;
            let append = Append {
                stream: stream.clone(),
                expected: version,
                facts: made,
            };
            let first = store
                .log
                .append(&Batch {
                    id: store.clock.id(),
                    appends: vec![append],
                    answers: Vec::new(),
                })
                .await?;
            let texts: Items = (0..batch)
                .map(|n| {
                    let text = Text {
                        item: format!("F{}", version + n as u64),
                        kind: "discovery",
                        title: String::new(),
                        body: CONTENT.into(),
                    };
                    (stream.clone(), text)
                })
                .collect();
            let entry = Entry {
                stream: stream.clone(),
                status: "active".into(),
                updated_at: now,
                attention: 0,
                readers: Readers::Everyone,
                due: None,
                doc: "{\"name\":\"Bench\",\"goal\":\"Measure\"}".into(),
            };
            let update = Update {
                position: first + batch as u64 - 1,
                entries: vec![entry],
                hidden: Vec::new(),
                items: texts,
            };
            store.index.apply(&update).await?;
            version += batch as u64;
            facts += u32::try_from(batch)?;
        }
        let rate = f64::from(facts) / began.elapsed().as_secs_f64();
        store.close().await;
        Ok(rate)
    })
}

/// Text of every fact in these measurements.
pub const CONTENT: &str = "The existing table has no such column, and the proxy in front of the \
    service strips the header that the guide names; both have to be known before the next step.";

fn fact(stream: &StreamId, version: u64, at: kernel::Time) -> Done<Fact> {
    Ok(Fact {
        workspace: "main".into(),
        stream: stream.clone(),
        version,
        position: 0,
        at,
        actor: Actor::new("bench", Role::Worker),
        door: Door::Http,
        request: "01JBENCHBENCHBENCHBENCHBEN".into(),
        kind: "discovery_recorded".into(),
        schema: 1,
        body: to_raw_value(&serde_json::json!({
            "id": format!("F{version}"), "content": CONTENT, "type": "insight", "tokens": 40,
        }))?,
    })
}

/// Measures rows per second for plain inserts of texts, with the index's settings.
pub async fn plain_inserts(folder: &Path, text: impl Fn(u32) -> String) -> Done<f64> {
    const ROWS: u32 = 200_000;
    const BATCH: u32 = 1_000;
    let options = SqliteConnectOptions::new()
        .filename(folder.join("plain.sqlite"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Off);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let create = "create table texts (id integer primary key, item text, body text)";
    sqlx::query(create).execute(&mut connection).await?;
    let mut lasts = Duration::ZERO;
    for batch in 0..ROWS / BATCH {
        let rows: Vec<_> = (batch * BATCH..(batch + 1) * BATCH)
            .map(|nth| json!([format!("F{nth}"), text(nth)]))
            .collect();
        let began = Instant::now();
        sqlx::query(
            "insert into texts (item, body)
             select value ->> 0, value ->> 1 from json_each(?)",
        )
        .bind(serde_json::to_string(&rows)?)
        .execute(&mut connection)
        .await?;
        lasts += began.elapsed();
    }
    Ok(f64::from(ROWS) / lasts.as_secs_f64())
}
