//! Updates the index from the log: stream by stream, so that memory holds a few states at a time, and reading while the
//! index writes.

use std::sync::Arc;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesOrdered;
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;

use crate::error::{Error, Result};
use crate::host::kind::Kind;
use crate::host::shared::{PAGE, Shared};
use crate::ports::index::{Change, Entry, Index, Items, Update};
use crate::ports::log::{Head, Streams};
use crate::stream::{Position, StreamId, Version};
use crate::tx::{AnyState, Loaded};

/// Number of streams that are read at a time.
const READERS: usize = 2;
/// Maximum number of updates in the index at a time: one is prepared while another is written.
const UPDATES: usize = 2;
/// Number of rows after which the index is written …
const ROWS: usize = 10_000;
/// … or number of bytes of text.
const BYTES: usize = 8 * 1024 * 1024;

/// Result of a catch-up.
pub(super) struct CaughtUp {
    /// Position of the index.
    pub position: Position,
    /// Number of facts read.
    pub facts: u64,
    /// Number of the last erasure that the index has applied.
    pub erased: u64,
}

/// A part of the index changes of one stream.
struct Piece {
    stream: StreamId,
    items: Items,
    row: Row,
}

/// The stream's row in a part.
enum Row {
    /// A later part has the row.
    Later,
    Listed(Entry),
    Hidden,
}

/// Updates the index to the end of the log. Its position only changes at the end: an interrupted run starts again from
/// the old position.
pub(super) async fn catch_up(shared: &Arc<Shared>) -> Result<CaughtUp> {
    let index = &shared.ports.index;
    let Head {
        position, erased, ..
    } = shared.ports.log.head().await?;
    let mut from = index.position().await?;
    if from == 0 || from > position {
        // An unfinished index, or one of another log, cannot be trusted.
        if position > 0 || from > 0 {
            index.clear().await?;
        }
        from = 0;
    } else {
        erasures(shared, erased).await?;
    }
    if from == position {
        return Ok(CaughtUp {
            position,
            facts: 0,
            erased,
        });
    }
    let streams = Streams::after(from);
    let facts = follow(shared, &**index, streams, from, from).await?;
    let end = Update {
        position,
        ..Update::default()
    };
    if from == 0 {
        index.note_erased(erased).await?;
    }
    index.apply(&end).await?;
    Ok(CaughtUp {
        position,
        facts,
        erased,
    })
}

/// Writes everything in the log to another, empty index.
pub(super) async fn build(shared: &Arc<Shared>, index: &dyn Index) -> Result<()> {
    let head = shared.ports.log.head().await?;
    let streams = Streams::after(0);
    follow(shared, index, streams, 0, 0).await?;
    index.note_erased(head.erased).await?;
    let end = Update {
        position: head.position,
        ..Update::default()
    };
    index.apply(&end).await
}

/// Removes from the index the content that was erased since its last applied erasure, up to erasure `number`.
pub(super) async fn erasures(shared: &Arc<Shared>, number: u64) -> Result<()> {
    let index = &shared.ports.index;
    let from = index.last_erasure().await?;
    if from >= number {
        return Ok(());
    }
    let cursor = index.position().await?;
    for erased in shared.ports.log.list_erased(from).await? {
        index.forget(&erased).await?;
        stream(shared, &erased, cursor).await?;
    }
    // Last, so that an interrupted run is repeated as a whole.
    index.note_erased(number).await
}

/// Returns the state of a stream at a version, and adds the index changes of its facts after a position to `changes`.
/// Returns `None` if the stream has no such version.
pub(super) async fn up_to(
    shared: &Shared,
    kind: &Kind,
    stream: &StreamId,
    (from, version): (Position, Version),
    changes: &mut Vec<Change>,
) -> Result<Option<AnyState>> {
    let Loaded {
        mut state,
        version: mut at,
    } = start(shared, kind, stream, from).await?;
    while at < version {
        let left = usize::try_from(version - at).unwrap_or(PAGE);
        let log = &shared.ports.log;
        let facts = log.read(stream, at, left.min(PAGE)).await?;
        let Some(last) = facts.last() else {
            return Ok(None);
        };
        at = last.version;
        state = kind.fold_items(state, &facts, from, &mut |change| changes.push(change));
    }
    Ok(Some(state))
}

/// Writes one stream with all its items to the index again; nothing if it has no facts.
pub(super) async fn stream(
    shared: &Arc<Shared>,
    stream: &StreamId,
    cursor: Position,
) -> Result<()> {
    if !shared.ports.log.read(stream, 0, 1).await?.is_empty() {
        let index = &*shared.ports.index;
        follow(shared, index, Streams::only(stream.clone()), 0, cursor).await?;
    }
    Ok(())
}

/// Folds streams and writes their rows and their items after `from` to an index, leaving its position at `cursor`.
/// Returns the number of facts read.
async fn follow(
    shared: &Arc<Shared>,
    index: &dyn Index,
    streams: Streams,
    from: Position,
    cursor: Position,
) -> Result<u64> {
    let streams = Arc::new(Mutex::new(streams));
    let (pieces, gathered) = mpsc::channel(2 * READERS);
    let mut readers = JoinSet::new();
    for _ in 0..READERS {
        readers.spawn(read(shared.clone(), streams.clone(), from, pieces.clone()));
    }
    drop(pieces);
    gather(index, gathered, cursor).await?;
    let mut facts = 0;
    while let Some(read) = readers.join_next().await {
        facts += read.map_err(|error| Error::internal(format!("a fold broke off: {error}")))??;
    }
    Ok(facts)
}

/// Writes the pieces from the readers to the index, in batches.
async fn gather(
    index: &dyn Index,
    mut pieces: mpsc::Receiver<Piece>,
    cursor: Position,
) -> Result<()> {
    let empty = || Update {
        position: cursor,
        ..Update::default()
    };
    let (mut update, mut bytes) = (empty(), 0);
    let mut written = FuturesOrdered::new();
    loop {
        let piece = tokio::select! {
            biased;
            Some(done) = written.next() => {
                done?;
                continue;
            }
            piece = pieces.recv(), if written.len() < UPDATES => piece,
        };
        let Some(Piece { stream, items, row }) = piece else {
            break;
        };
        for (stream, change) in items {
            bytes += change.bytes();
            update.items.push(stream, change);
        }
        match row {
            Row::Listed(entry) => {
                bytes += entry.doc.len();
                update.entries.push(entry);
            }
            Row::Hidden => update.hidden.push(stream),
            Row::Later => {}
        }
        let rows = update.entries.len() + update.hidden.len() + update.items.len();
        if rows >= ROWS || bytes >= BYTES {
            written.push_back(write(index, std::mem::replace(&mut update, empty())));
            bytes = 0;
        }
    }
    written.push_back(write(index, update));
    while let Some(done) = written.next().await {
        done?;
    }
    Ok(())
}

async fn write(index: &dyn Index, update: Update) -> Result<()> {
    index.apply(&update).await
}

/// Reads streams one after the other, and returns the number of facts read.
async fn read(
    shared: Arc<Shared>,
    streams: Arc<Mutex<Streams>>,
    from: Position,
    pieces: mpsc::Sender<Piece>,
) -> Result<u64> {
    let next = async || streams.lock().await.next(&*shared.ports.log).await;
    let mut read = 0;
    while let Some(stream) = next().await? {
        match shared.kind(&stream) {
            Ok(kind) => read += fold(&shared, kind, &stream, from, &pieces).await?,
            Err(_) => {
                tracing::warn!(%stream, "no memory has streams of this kind; it is not indexed");
            }
        }
    }
    Ok(read)
}

/// Folds one stream, and sends its items after `from` and its row. Returns the number of facts read.
async fn fold(
    shared: &Shared,
    kind: &Kind,
    stream: &StreamId,
    from: Position,
    pieces: &mpsc::Sender<Piece>,
) -> Result<u64> {
    let hand_over = async |items: Items, row| {
        let piece = Piece {
            stream: stream.clone(),
            items,
            row,
        };
        let sent = pieces.send(piece).await;
        sent.map_err(|_| Error::unavailable("the index cannot be written"))
    };
    let Loaded {
        mut state,
        mut version,
    } = start(shared, kind, stream, from).await?;
    let mut items = Items::default();
    let mut bytes = 0;
    let mut read = 0;
    loop {
        let facts = shared.ports.log.read(stream, version, PAGE).await?;
        let Some(last) = facts.last() else { break };
        version = last.version;
        read += facts.len() as u64;
        state = kind.fold_items(state, &facts, from, &mut |change| {
            bytes += change.bytes();
            items.push(stream.clone(), change);
        });
        if bytes > BYTES {
            hand_over(std::mem::take(&mut items), Row::Later).await?;
            bytes = 0;
        }
        if facts.len() < PAGE {
            break;
        }
    }
    let row = kind.entry(&state, stream).map_or(Row::Hidden, Row::Listed);
    hand_over(items, row).await?;
    Ok(read)
}

/// Returns the newest state that all facts after `from` still have to be applied to.
async fn start(shared: &Shared, kind: &Kind, stream: &StreamId, from: Position) -> Result<Loaded> {
    if from > 0
        && let Some(snapshot) = shared.ports.log.snapshot(stream).await?
        && snapshot.version > 0
        && snapshot.schema == kind.schema()
        && let Some(last) = (shared.ports.log)
            .read(stream, snapshot.version - 1, 1)
            .await?
            .first()
        && last.position <= from
        && let Some(state) = kind.restore(&snapshot.state)
    {
        let version = snapshot.version;
        return Ok(Loaded { state, version });
    }
    Ok(Loaded {
        state: kind.empty(),
        version: 0,
    })
}
