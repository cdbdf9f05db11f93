//! The live feed: every commit, in order, to all subscribers. Access control is up to the subscriber.

use std::sync::Arc;

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::actor::Actor;
use crate::stream::{Position, StreamId, Version};
use crate::time::Time;

/// A fact in the feed.
#[derive(Clone, Debug)]
pub struct Published {
    /// Position in the log.
    pub position: Position,
    /// Stream of the fact.
    pub stream: StreamId,
    /// Number of the fact in its stream.
    pub version: Version,
    /// Kind of the fact.
    pub kind: String,
    /// Actor who caused the fact.
    pub actor: Actor,
    /// Time of the fact.
    pub at: Time,
    /// The whole [`Fact`](crate::Fact) as JSON, serialized once for all subscribers.
    pub json: Arc<str>,
}

/// Facts of one or more commits, in order.
pub(super) type Chunk = Arc<[Arc<Published>]>;

/// Error for a subscriber that was too slow: it has to read the log after `after` before it subscribes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the feed ran ahead; read the log after {after} and subscribe again")]
pub struct Lagged {
    /// Last position that was delivered or deliberately skipped.
    pub after: Position,
}

/// A subscription. Delivers every fact after [`Feed::position`] exactly once, in order.
pub struct Feed {
    chunks: broadcast::Receiver<Chunk>,
    chunk: Option<(Chunk, usize)>,
    position: Position,
}

impl Feed {
    pub(super) fn new(chunks: broadcast::Receiver<Chunk>, position: Position) -> Self {
        Self {
            chunks,
            chunk: None,
            position,
        }
    }

    /// Returns the position after which [`Feed::next`] continues. Right after subscribing it is the log's visible end:
    /// facts up to it are in the log, later ones arrive here.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    /// Returns the next fact; `None` after the kernel has closed. Dropping the future loses nothing.
    ///
    /// # Errors
    /// Returns [`Lagged`] if this subscriber was too slow.
    pub async fn next(&mut self) -> Result<Option<Arc<Published>>, Lagged> {
        loop {
            if let Some((chunk, at)) = &mut self.chunk {
                while let Some(fact) = chunk.get(*at) {
                    *at += 1;
                    if fact.position > self.position {
                        self.position = fact.position;
                        return Ok(Some(fact.clone()));
                    }
                }
                self.chunk = None;
            }
            match self.chunks.recv().await {
                Ok(chunk) => self.chunk = Some((chunk, 0)),
                Err(RecvError::Closed) => return Ok(None),
                Err(RecvError::Lagged(_)) => {
                    return Err(Lagged {
                        after: self.position,
                    });
                }
            }
        }
    }
}
