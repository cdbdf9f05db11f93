//! Delays in the browser, for retries.

use std::time::Duration;

/// Waits for the given duration.
#[cfg(feature = "hydrate")]
pub async fn rest(long: Duration) {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::task::Poll;

    let over = Arc::new(AtomicBool::new(false));
    let mut has_begun = false;
    std::future::poll_fn(move |context| {
        if over.load(Ordering::Relaxed) {
            return Poll::Ready(());
        }
        if !std::mem::replace(&mut has_begun, true) {
            let (over, waker) = (over.clone(), context.waker().clone());
            let end = move || {
                over.store(true, Ordering::Relaxed);
                waker.wake();
            };
            leptos::prelude::set_timeout(end, long);
        }
        Poll::Pending
    })
    .await;
}

/// The server never retries, so this returns at once.
#[cfg(not(feature = "hydrate"))]
pub async fn rest(_long: Duration) {}
