//! The memories of Loci: their states, facts, rules and operations, built on `kernel`.
//!
//! Time and ids are passed in; heavy libraries are used through the kernel's ports.

pub mod activity;
mod confine;
pub mod context;
pub mod conversation;
pub mod crystal;
pub mod delivery;
pub mod derived;
pub mod entity;
pub mod fence;
pub mod imported;
pub mod jobs;
pub mod learning;
pub mod memories;
pub mod mind;
pub mod numbers;
pub mod operations;
pub mod patch;
pub mod patterns;
pub mod refusals;
pub mod scratchpad;
pub mod session;
pub mod summary;
pub mod summary_view;
pub mod table;
pub mod team;
pub mod timeline;
pub mod visibility;
pub mod webhook;
pub mod words;
pub mod work;
pub mod workflow;
pub mod workspace;
