//! The live feed: every commit, in order, to everyone who listens. Knows nothing of who may read what.

use std::sync::Arc;

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::actor::Actor;
use crate::stream::{Position, StreamId, Version};
use crate::time::Time;

/// A fact as the feed carries it.
#[derive(Clone, Debug)]
pub struct Published {
    /// Its place in the log.
    pub position: Position,
    /// Its stream.
    pub stream: StreamId,
    /// Its number in the stream.
    pub version: Version,
    /// What happened.
    pub kind: String,
    /// Who made it happen.
    pub actor: Actor,
    /// When.
    pub at: Time,
    /// The whole [`Fact`](crate::Fact) as JSON, made once for all subscribers.
    pub json: Arc<str>,
}

/// The facts of one or more commits, in order.
pub(super) type Chunk = Arc<[Arc<Published>]>;

/// The subscriber was too slow and has to read the log after `after` before it subscribes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the feed ran ahead; read the log after {after} and subscribe again")]
pub struct Lagged {
    /// The last position that was given or left out knowingly.
    pub after: Position,
}

/// A subscription. It gives every fact after [`Feed::position`] exactly once, in order.
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

    /// The position after which [`Feed::next`] goes on. Right after subscribing it is the log's
    /// visible end: what is at or before it is in the log, what comes later comes through here.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    /// The next fact; `None` when the kernel has closed. Dropping the future loses nothing.
    ///
    /// # Errors
    /// [`Lagged`] when this subscriber was too slow.
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
