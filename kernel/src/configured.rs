//! What the server is configured with, on its way to the memory that keeps the settings: only that one
//! knows what is in it.

use std::any::Any;
use std::sync::Arc;

/// A configuration of any type. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Configured(Arc<dyn Any + Send + Sync>);

impl Configured {
    /// That configuration.
    pub fn new(settings: impl Any + Send + Sync) -> Self {
        Self(Arc::new(settings))
    }

    /// The configuration, for whoever knows its type; `None` when nothing of that type is configured.
    #[must_use]
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl Default for Configured {
    /// Nothing is configured.
    fn default() -> Self {
        Self::new(())
    }
}
