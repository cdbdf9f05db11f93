//! Stories over HTTP and on the command line, against the real binary.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod arguments;
mod bad_input;
mod cascade;
mod commands;
mod compat;
mod conditions;
mod crash;
mod damage;
mod documents;
mod edge;
mod entities;
mod erase;
mod events;
mod forms;
mod harness;
mod headers;
mod hostile;
mod house;
mod known;
mod misfits;
mod models;
mod odd_input;
mod people;
mod progress;
mod quotas;
mod readme;
mod recall;
mod roles;
mod scratchpad;
mod sessions;
mod summaries;
mod team;
mod tls;
mod tokens;
mod told;
