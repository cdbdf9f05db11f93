//! Forwards messages of the Model Context Protocol from standard input to `/mcp` of a server, and the responses to
//! standard output: one JSON text per line. Interprets only what is needed for headers and for safe retries.

mod events;
mod lines;
mod listening;
mod message;
mod place;
mod way;

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::{Semaphore, mpsc};
use tokio::task::{AbortHandle, JoinSet};

use self::lines::Line;
use self::message::Message;
pub use self::place::Place;
use self::way::Way;
use crate::failure::Failure;

/// Maximum number of concurrent tool calls, which may wait for something to happen.
const CALLS: usize = 256;
/// Maximum number of other concurrent messages.
const OTHERS: usize = 64;
/// Limit on the total size of messages in progress, in units of `UNIT` bytes.
const READ: usize = 4096;
const UNIT: usize = 64 * 1024;
/// Maximum number of responses waiting to be written.
const ANSWERS: usize = 64;
/// JSON-RPC error code for invalid JSON.
const UNREADABLE: i64 = -32700;
/// JSON-RPC error code for an invalid request.
const NO_REQUEST: i64 = -32600;

/// Forwards messages until standard input ends, and then completes those in progress.
///
/// # Errors
/// Returns an error if standard input or output fails.
pub async fn pass(place: Arc<Place>, token: &str, tools: Option<&str>) -> Result<(), Failure> {
    let (out, answers) = mpsc::channel(ANSWERS);
    let way = Arc::new(Way::new(place, token, tools, out)?);
    let writing = lines::write(answers)?;
    let read = read(way, lines::read()?).await;
    let written = writing.await;
    read?;
    let broken =
        |error: &dyn std::fmt::Display| Failure::unavailable(format!("standard output: {error}"));
    match written {
        Ok(written) => written.map_err(|error| broken(&error)),
        Err(error) => Err(broken(&error)),
    }
}

/// Limits on messages in progress.
struct Room {
    calls: Arc<Semaphore>,
    others: Arc<Semaphore>,
    read: Arc<Semaphore>,
}

async fn read(
    way: Arc<Way>,
    mut input: mpsc::Receiver<std::io::Result<Line>>,
) -> Result<(), Failure> {
    let room = Room {
        calls: Arc::new(Semaphore::new(CALLS)),
        others: Arc::new(Semaphore::new(OTHERS)),
        read: Arc::new(Semaphore::new(READ)),
    };
    let mut under_way: JoinSet<()> = JoinSet::new();
    let mut by_id: HashMap<String, AbortHandle> = HashMap::new();
    let mut listening: Vec<AbortHandle> = Vec::new();
    loop {
        let line = tokio::select! {
            line = input.recv() => line,
            () = way.out.closed() => {
                under_way.abort_all();
                break;
            }
        };
        let line = match line.transpose() {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(error) => return Err(Failure::unavailable(format!("standard input: {error}"))),
        };
        let text = match line {
            Line::Text(text) if text.iter().all(u8::is_ascii_whitespace) => continue,
            Line::Text(text) => text,
            Line::TooLong(beginning) => {
                let detail = "The message is longer than any may be.";
                let id = message::id_in(&beginning);
                way.refuse(&id, NO_REQUEST, detail, None).await;
                continue;
            }
        };
        let message = match Message::read(text) {
            Ok(message) => message,
            Err(unread) => {
                way.refuse(&unread.id, UNREADABLE, &unread.detail, None)
                    .await;
                continue;
            }
        };
        while under_way.try_join_next().is_some() {}
        by_id.retain(|_, task| !task.is_finished());
        listening.retain(|task| !task.is_finished());
        if let Some(cancelled) = message.cancels() {
            if let Some(task) = by_id.remove(&cancelled) {
                task.abort();
            }
            continue;
        }
        if message.is_begun() {
            // Messages after this one require that it has arrived.
            way.send(message).await;
            let way = way.clone();
            listening.push(under_way.spawn(async move { way.listen().await }));
            continue;
        }
        let units = u32::try_from(message.text.len().div_ceil(UNIT)).unwrap_or(u32::MAX);
        let read = room.read.clone().acquire_many_owned(units).await;
        // Messages that open a stream need no slot, and calls that may wait do not block others.
        let (listens, answers) = (message.listens(), message.answers());
        let id = message.id.clone().filter(|_| !answers);
        // A call may wait for an answer to a request of the server.
        let may_wait = message.calls() || message.is_batch();
        let place = match (listens || answers, may_wait) {
            (true, _) => None,
            (false, true) => Some(room.calls.clone()),
            (false, false) => Some(room.others.clone()),
        };
        let way = way.clone();
        let task = under_way.spawn(async move {
            let _place = match place {
                Some(place) => place.acquire_owned().await.ok(),
                None => None,
            };
            way.send(message).await;
            drop(read);
        });
        if listens {
            listening.push(task.clone());
        }
        if let Some(id) = id {
            by_id.insert(id.to_string(), task);
        }
    }
    listening.iter().for_each(AbortHandle::abort);
    while under_way.join_next().await.is_some() {}
    way.end().await;
    Ok(())
}
