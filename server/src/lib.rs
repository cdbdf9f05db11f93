//! The binary's library: configuration, doors and jobs around the engine. Knows no rule: what an
//! operation does is the engine's, what a page shows the application's.

pub mod api;
pub mod assets;
pub mod audit;
mod audit_export;
pub mod audit_rows;
pub mod auth;
pub mod chance;
pub mod cli;
pub mod command;
pub mod compat;
pub mod config;
pub mod control;
pub mod demo;
pub mod docs;
pub mod document;
pub mod edge;
pub mod events;
pub mod failure;
pub mod gate;
pub mod health;
pub mod house;
pub mod jobs;
pub mod metrics;
pub mod openapi;
pub mod pages;
pub mod plain;
pub mod quota;
pub mod router;
pub mod serve;
pub mod site;
pub mod summaries;
pub mod theme;
pub mod writer;
