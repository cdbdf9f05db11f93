//! The boxed future type of ports and operations.

use std::future::Future;
use std::pin::Pin;

/// A future that may borrow and may move between threads.
pub type Fut<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
