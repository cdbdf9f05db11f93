//! The integration tests of the engine, in one binary: one suite per module.

mod archives;
mod crystals;
mod entity;
mod events;
#[cfg(feature = "host")]
mod host;
mod jobs;
#[cfg(feature = "host")]
mod mind;
mod readers;
mod scratchpad;
#[cfg(feature = "host")]
mod session;
mod shared;
#[cfg(feature = "host")]
mod summary;
mod summary_view;
mod webhook;
mod workflow;
