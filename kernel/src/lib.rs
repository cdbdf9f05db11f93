//! The foundation of all memories: operations and their registry, decisions and views, facts and streams, the ports,
//! and the running kernel in [`host`]. Each memory is passed in as a [`memory::Memory`].

pub mod access;
pub mod actor;
pub mod answer;
pub mod configured;
pub mod day;
pub mod error;
pub mod event;
pub mod fact;
pub mod future;
pub mod hearing;
pub mod host;
pub mod id;
pub mod json;
pub mod memory;
pub mod notice;
pub mod operation;
pub mod page;
pub mod ports;
pub mod prelude;
pub mod problem;
pub mod registry;
pub mod shape;
pub mod span;
pub mod stream;
pub mod tenant;
pub mod time;
pub mod tx;
pub mod unicode;
pub mod unseen;
pub mod view;
pub mod waiting;

pub use actor::{Actor, Caller, Door, Role};
pub use error::{Code, Error, Result};
pub use fact::Fact;
pub use id::Id;
pub use operation::{How, Operation, Spec, Visitor};
pub use stream::{Position, StreamId, Version};
pub use time::Time;
