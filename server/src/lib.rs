//! Library of the binary: configuration, doors and jobs around the engine.

// They panic if the stream is closed, with the work half done; use `output` instead.
#![warn(clippy::print_stderr, clippy::print_stdout)]

pub mod api;
pub mod assets;
pub mod audit;
mod audit_export;
pub mod audit_rows;
pub mod auth;
pub mod chance;
mod check_index;
pub mod cli;
pub mod command;
pub mod config;
pub mod connections;
pub mod control;
pub mod demo;
pub mod edge;
pub mod embedder;
pub mod embedding;
pub mod events;
mod export_file;
pub mod failure;
pub mod failures;
pub mod form;
pub mod gate;
pub mod health;
mod heard;
pub mod host;
pub mod identity;
mod import_file;
pub mod instance;
pub mod jobs;
pub mod mcp;
pub mod metrics;
mod nowhere;
pub mod output;
pub mod outward;
pub mod page;
pub mod pages;
pub mod peer;
pub mod quota;
pub mod renders;
pub mod router;
mod scratch;
pub mod serve;
pub mod sessions;
pub mod site;
pub mod spans;
pub mod stdio;
pub mod summaries;
pub mod telemetry;
pub mod theme;
pub mod throttle;
pub mod webhooks;
pub mod workers;
pub mod writer;
