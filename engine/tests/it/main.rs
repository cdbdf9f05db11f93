//! The integration tests of the engine, in one binary: one suite per module.

mod archives;
mod crystals;
mod entity;
mod events;
mod host;
mod jobs;
mod mind;
mod readers;
mod scratchpad;
mod session;
mod shared;
mod summary;
mod summary_view;
mod webhook;
mod workflow;
