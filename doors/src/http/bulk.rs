//! Keeps large bodies off the async threads, and bounds how many of them are parsed at once.

use kernel::operation::{Spec, Trait};
use kernel::{Error, Result};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Maximum size of a body that is parsed on the thread that received it, in bytes.
const MAX_INLINE_BYTES: usize = 64 * 1024;
/// Maximum total size of the larger bodies that are parsed at the same time. A body beyond that is parsed alone.
const MAX_PARSING_BYTES: u32 = 1024 * 1024;

static PARSING: Semaphore = Semaphore::const_new(MAX_PARSING_BYTES as usize);

/// Held while an operation works on a file larger than that: its result may be many times as large.
static LARGE_FILES: Semaphore = Semaphore::const_new(1);

/// Permit to hold the parse tree of a body; `None` for a small body.
pub type Permit = Option<SemaphorePermit<'static>>;

/// Waits until a body of this size may be parsed.
pub async fn permit(bytes: usize) -> Permit {
    if bytes <= MAX_INLINE_BYTES {
        return None;
    }
    let weight = u32::try_from(bytes).unwrap_or(MAX_PARSING_BYTES);
    // The semaphore is never closed.
    PARSING
        .acquire_many(weight.min(MAX_PARSING_BYTES))
        .await
        .ok()
}

/// Waits until an operation may work on a body of this size: operations on large files run one at a time.
pub async fn turn(spec: &Spec, bytes: usize) -> Permit {
    if !spec.has(Trait::TakesFiles) || bytes <= MAX_PARSING_BYTES as usize {
        return None;
    }
    // The semaphore is never closed.
    LARGE_FILES.acquire().await.ok()
}

/// Runs work on a body of this size, on a blocking thread unless the body is small.
///
/// # Errors
/// `internal` if the thread was lost.
pub async fn run<T: Send + 'static>(
    bytes: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    if bytes <= MAX_INLINE_BYTES {
        return Ok(work());
    }
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::internal(format!("a body was not read: {error}")))
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use super::*;

    #[tokio::test]
    async fn a_body_beyond_a_mebibyte_is_parsed_alone_and_small_ones_never_wait() {
        let large = permit(30 * 1024 * 1024).await;
        assert!(large.is_some());
        assert_eq!(PARSING.available_permits(), 0);
        assert!(permit(64 * 1024).await.is_none());
        let mut next = std::pin::pin!(permit(64 * 1024 + 1));
        let mut context = Context::from_waker(Waker::noop());
        assert!(next.as_mut().poll(&mut context).is_pending());
        drop(large);
        let next = next.await;
        assert_eq!(PARSING.available_permits(), 1_048_576 - 65_537);
        drop(next);
    }
}
