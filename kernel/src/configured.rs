//! Type-erased server configuration, passed through the kernel to the memory that interprets it.

use std::any::Any;
use std::sync::Arc;

/// A configuration of any type. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Configured(Arc<dyn Any + Send + Sync>);

impl Configured {
    /// Wraps `settings`.
    pub fn new(settings: impl Any + Send + Sync) -> Self {
        Self(Arc::new(settings))
    }

    /// Returns the configuration as a `T`; `None` if it has another type.
    #[must_use]
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl Default for Configured {
    /// An empty configuration.
    fn default() -> Self {
        Self::new(())
    }
}
