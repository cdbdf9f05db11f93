//! `cargo xtask test`: checks and tests, in order, with one table of results and times at the end.

mod build;
mod drivers;
mod e2e;
mod lint;
pub mod package;
mod unit;

use std::process::ExitCode;

use clap::ValueEnum;

use crate::fuzz;
use crate::sum::Sum;

/// A kind of checks and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Kind {
    /// Everything: all kinds below in full.
    All,
    /// Formatting and wording, and clippy for all crates and tests.
    Lint,
    /// The documentation of all crates, without warnings. Not part of the gate.
    Doc,
    /// Rules, properties, stores and kept fuzz inputs: everything that starts no server.
    Unit,
    /// A fixed number of generated inputs for instrumented fuzz targets. Not part of the gate.
    Fuzz,
    /// The real binary, over HTTP and through crashes.
    Stories,
    /// The real binary, driven by the field's own Python client.
    Compat,
    /// The real binary, driven by the official SDKs of the Model Context Protocol.
    Mcp,
    /// The client libraries for Python and TypeScript, against the real binary.
    Clients,
    /// The API documents, checked by validators, and clients generated from them.
    Document,
    /// The single-file build, started without the source tree.
    Package,
    /// The real binary, in a browser; before that the types of the scripts and of these tests.
    E2e,
}

/// The share of a suite that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The gate's sample of suites that run external programs, and of the slowest tests.
    Sample,
    /// Everything.
    Whole,
}

/// The gate: checks that every change must pass, in order.
const GATE: &[Kind] = &[
    Kind::Lint,
    Kind::Unit,
    Kind::Package,
    Kind::Stories,
    Kind::Compat,
    Kind::Mcp,
    Kind::Clients,
    Kind::Document,
    Kind::E2e,
];

/// Runs the gate if `kinds` is empty, otherwise each kind in full. Every suite runs to its end, so that one run shows
/// all failures; only a compile error ends the run early.
pub fn run(kinds: &[Kind]) -> ExitCode {
    let (kinds, extent) = if kinds.is_empty() {
        (GATE.to_vec(), Extent::Sample)
    } else if kinds.contains(&Kind::All) {
        (Kind::value_variants()[1..].to_vec(), Extent::Whole)
    } else {
        (kinds.to_vec(), Extent::Whole)
    };
    let mut sum = Sum::new();
    if kinds.contains(&Kind::Lint) {
        lint::formatting(&mut sum);
        lint::wording(&mut sum);
    }
    if build::run(&kinds, &mut sum) {
        for kind in kinds {
            match kind {
                // Linting is part of the build.
                Kind::All | Kind::Lint => {}
                Kind::Doc => lint::documentation(&mut sum),
                Kind::Unit => unit::rules(&mut sum),
                Kind::Fuzz => sum.add("fuzz targets", fuzz::try_all(&fuzz::Options::test())),
                Kind::Stories => unit::stories(&mut sum),
                Kind::Compat => drivers::compat(extent, &mut sum),
                Kind::Mcp => drivers::mcp(extent, &mut sum),
                Kind::Clients => drivers::clients(extent, &mut sum),
                Kind::Document => drivers::document(extent, &mut sum),
                Kind::Package => package::run(&mut sum),
                Kind::E2e => e2e::run(extent, &mut sum),
            }
        }
    }
    sum.print()
}
