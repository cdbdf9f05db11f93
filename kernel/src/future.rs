//! The one form of futures behind ports and operations. Knows nothing of what they do.

use std::future::Future;
use std::pin::Pin;

/// A future that owns or borrows what it needs and may move between threads.
pub type Fut<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
