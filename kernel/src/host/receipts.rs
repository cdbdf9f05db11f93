//! Records deliveries of notices and other receipts in batches, as the system actor. A crash loses at most the buffered
//! ones; their notices are then delivered again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until};

use crate::actor::{Actor, Door};
use crate::error::{Code, Result};
use crate::host::job::{Again, Fresh, Job, Key, Outcome, StateSource, Verdict, overtaken, verdict};
use crate::host::kind::Kind;
use crate::host::shared::Shared;
use crate::host::writer::Work;
use crate::memory::Receipt;
use crate::stream::StreamId;
use crate::time::Time;
use crate::tx::{Cx, Tx};

/// Receipts are written after this time …
const WITHIN: Duration = Duration::from_millis(50);
/// … or at this number.
const FULL: usize = 64;
/// Delay before a retry after the log could not be written.
const LATER: Duration = Duration::from_secs(1);
/// Maximum number of tries to record the receipts of a stream.
const TRIES: usize = 8;

/// A receipt with its agent and the stream that records it.
pub(super) struct Addressed {
    pub stream: StreamId,
    pub actor: Actor,
    pub receipt: Receipt,
}

/// Message to the recorder.
pub(super) enum Receipts {
    Record(Addressed),
    /// Write the buffered receipts now.
    Flush(oneshot::Sender<()>),
}

/// Records receipts until all kernel handles are dropped.
pub(super) async fn run(
    shared: Arc<Shared>,
    mut told: mpsc::UnboundedReceiver<Receipts>,
    queue: mpsc::WeakSender<Work>,
) {
    let mut buffer: Vec<Addressed> = Vec::new();
    loop {
        let mut flushed = None;
        let mut open = true;
        let mut due = (!buffer.is_empty()).then(Instant::now);
        while buffer.len() < FULL && flushed.is_none() && open {
            tokio::select! {
                biased;
                next = told.recv() => match next {
                    Some(Receipts::Record(receipt)) => {
                        buffer.push(receipt);
                        due.get_or_insert_with(|| Instant::now() + WITHIN);
                    }
                    Some(Receipts::Flush(reply)) => flushed = Some(reply),
                    None => open = false,
                },
                () = until(due) => break,
            }
        }
        let Some(queue) = queue.upgrade() else { return };
        buffer = write(&shared, &queue, buffer).await;
        drop(queue);
        if let Some(flushed) = flushed {
            let _ = flushed.send(());
        }
        if !open {
            return;
        }
        if !buffer.is_empty() {
            sleep(LATER).await;
        }
    }
}

/// Waits until `due`; forever without it.
async fn until(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => std::future::pending().await,
    }
}

/// Writes receipts, one fact for each, and returns those to retry.
async fn write(
    shared: &Shared,
    queue: &mpsc::Sender<Work>,
    buffer: Vec<Addressed>,
) -> Vec<Addressed> {
    let mut streams: HashMap<StreamId, Vec<Addressed>> = HashMap::new();
    for receipt in buffer {
        let of_stream = streams.entry(receipt.stream.clone()).or_default();
        of_stream.push(receipt);
    }
    let mut again = Vec::new();
    for (stream, receipts) in streams {
        let receipts = Arc::new(receipts);
        let written = record(shared, queue, &stream, &receipts).await;
        let settled = match &written {
            Ok(recorded) => *recorded,
            Err(error) => {
                tracing::debug!(%stream, %error, "receipts are not recorded");
                matches!(error.code, Code::Gone | Code::NotFound)
            }
        };
        if settled {
            receipts.iter().for_each(|r| shared.delivered.release(r));
        } else if written.is_err() {
            again.extend(Arc::into_inner(receipts).unwrap_or_default());
        }
    }
    again
}

/// Records the receipts of one stream. Returns false if its stream kind records none: they then stay in memory only.
async fn record(
    shared: &Shared,
    queue: &mpsc::Sender<Work>,
    stream: &StreamId,
    receipts: &Arc<Vec<Addressed>>,
) -> Result<bool> {
    let kind = shared.kind(stream)?.clone();
    let _pin = shared.cache.pin(stream);
    for _ in 0..TRIES {
        let (reply, answer) = oneshot::channel();
        let job = Recording {
            kind: kind.clone(),
            stream: stream.clone(),
            receipts: receipts.clone(),
            cx: Cx {
                now: shared.ports.clock.now(),
                id: shared.ports.clock.id(),
                actor: Actor::system(),
                door: Door::System,
                request: "receipts".into(),
                if_version: None,
                if_match: Vec::new(),
                lead_epoch: None,
                schemas: shared.ports.schemas.clone(),
                defaults: shared.defaults.clone(),
                tokens: 0,
            },
            overtaken: 0,
            reply,
        };
        if queue.send(Work::Decide(Box::new(job))).await.is_err() {
            break;
        }
        match answer.await {
            Ok(Outcome::Done(done)) => return Ok(done.last.is_some()),
            Ok(Outcome::Refused(refusal)) => return Err(refusal.error),
            Ok(Outcome::Again(Again::Missing(streams))) => {
                for stream in &streams {
                    shared.load(stream).await?;
                }
            }
            Ok(Outcome::Again(_)) => {}
            Err(_) => break,
        }
    }
    Err(crate::host::shared::closing())
}

/// The decision that records receipts.
struct Recording {
    kind: Kind,
    stream: StreamId,
    receipts: Arc<Vec<Addressed>>,
    cx: Cx,
    overtaken: usize,
    reply: oneshot::Sender<Outcome>,
}

impl Job for Recording {
    fn key(&self) -> Option<&Key> {
        None
    }

    fn decide(&mut self, now: Time, source: &dyn StateSource) -> Verdict {
        let mut cx = self.cx.clone();
        cx.now = now;
        let states = Fresh { source, id: None };
        let mut tx = Tx::new(cx, &states);
        let decided = self.receipts.iter().try_for_each(|receipt| {
            self.kind
                .receipt(&mut tx, &self.stream, &receipt.actor, &receipt.receipt)
        });
        verdict(tx, decided).0
    }

    fn output(&self) -> Result<Option<String>> {
        Ok(None)
    }

    fn redaction_count(&self) -> u32 {
        0
    }

    fn overtaken(&mut self) -> Result<()> {
        overtaken(&mut self.overtaken)
    }

    fn end(self: Box<Self>, outcome: Outcome) {
        let Self {
            reply, receipts, ..
        } = *self;
        // Dropped first, because the waiting task takes the receipts back if they have to be retried.
        drop(receipts);
        drop(reply.send(outcome));
    }
}
