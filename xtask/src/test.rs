//! `cargo xtask test`: every check and test, in order, with one sum at the end.

mod clients;
mod compat;
mod document;
mod e2e;
mod lint;
mod mcp;
mod package;
mod unit;

use std::process::ExitCode;

use clap::ValueEnum;

use crate::fuzz;
use crate::sum::Sum;

/// The kinds of checks and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Kind {
    /// Formatting, clippy for both halves, documentation.
    Lint,
    /// Rules, properties, stores, documentation examples: all that starts no server.
    Unit,
    /// The kept inputs and a fixed count of made-up ones to what reads what others send.
    Fuzz,
    /// The real binary, over HTTP and by crashes.
    Stories,
    /// The real binary, driven by the field's own Python client.
    Compat,
    /// The real binary, spoken to by the official SDKs of the Model Context Protocol.
    Mcp,
    /// The client libraries for Python and TypeScript, against the real binary.
    Clients,
    /// The API's documents against checkers, and clients generated from them.
    Document,
    /// The one-file build, started where there is no source tree.
    Package,
    /// The real binary, in a browser.
    E2e,
}

/// Runs the kinds named, or all. Everything runs to its end, so that one run shows all failures.
pub fn run(kinds: &[Kind]) -> ExitCode {
    let kinds = if kinds.is_empty() {
        Kind::value_variants()
    } else {
        kinds
    };
    let mut sum = Sum::new();
    for kind in kinds {
        match kind {
            Kind::Lint => lint::run(&mut sum),
            Kind::Unit => unit::rules(&mut sum),
            Kind::Fuzz => sum.add("fuzz targets", fuzz::try_all(&fuzz::Options::test())),
            Kind::Stories => unit::stories(&mut sum),
            Kind::Compat => compat::run(&mut sum),
            Kind::Mcp => mcp::run(&mut sum),
            Kind::Clients => clients::run(&mut sum),
            Kind::Document => document::run(&mut sum),
            Kind::Package => package::run(&mut sum),
            Kind::E2e => e2e::run(&mut sum),
        }
    }
    sum.print()
}
