//! The memories of Loci: their states, facts, rules and operations, and the ports they stand on.
//!
//! Knows nothing of HTTP, SQL, files, clocks, randomness or pages. Time and ids are passed in, heavy
//! libraries come in through [`ports`], and everything but [`host`] also runs in the browser.

pub mod access;
pub mod activity;
pub mod actor;
pub mod answer;
pub mod configured;
pub mod conversation;
pub mod crystal;
pub mod derived;
pub mod entity;
pub mod error;
pub mod event;
pub mod fact;
#[cfg(feature = "host")]
pub mod fields;
pub mod future;
#[cfg(feature = "host")]
pub mod host;
pub mod id;
pub mod jobs;
pub mod memory;
pub mod notice;
pub mod numbers;
pub mod operation;
pub mod operations;
pub mod page;
pub mod patch;
pub mod ports;
pub mod problem;
#[cfg(feature = "host")]
pub mod registry;
pub mod scratchpad;
pub mod session;
#[cfg(feature = "host")]
pub mod shape;
pub mod sight;
pub mod stream;
pub mod summary;
pub mod summary_view;
pub mod table;
pub mod team;
pub mod time;
pub mod tx;
pub mod view;
pub mod waiting;
pub mod words;
pub mod work;
pub mod workflow;
pub mod workspace;

pub use actor::{Actor, Caller, Door, Role};
pub use error::{Code, Error, Result};
pub use fact::Fact;
pub use id::Id;
pub use operation::{How, Operation, Spec, Visitor};
pub use stream::{Position, StreamId, Version};
pub use time::Time;
