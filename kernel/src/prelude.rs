//! Names that nearly every operation uses: `use kernel::prelude::*`.

pub use schemars::JsonSchema;
pub use serde::{Deserialize, Serialize};
pub use serde_with::skip_serializing_none;

pub use crate::access::Access;
pub use crate::actor::{Actor, Role};
pub use crate::error::{Code, Error, Result};
pub use crate::future::Fut;
pub use crate::id::Id;
pub use crate::operation::{How, Operation, Prepare, Spec, Trait};
pub use crate::spec;
pub use crate::stream::{StreamId, Version};
pub use crate::time::Time;
pub use crate::tx::{Draft, Tx};
pub use crate::view::View;
