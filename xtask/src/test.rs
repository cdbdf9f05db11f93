//! `cargo xtask test`: checks and tests, in order, with one table of results and times at the end.

mod build;
mod drivers;
mod e2e;
mod lint;
mod package;
mod unit;

use std::process::ExitCode;

use clap::ValueEnum;

use crate::fuzz;
use crate::sum::Sum;

/// A kind of checks and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Kind {
    /// Everything: the whole of every kind below.
    All,
    /// Formatting, and clippy for both halves and all tests.
    Lint,
    /// The documentation of all crates, without warnings. Not part of the gate.
    Doc,
    /// Rules, properties, stores and the inputs that fuzzing kept: everything that starts no server.
    Unit,
    /// A fixed count of made-up inputs for instrumented fuzz targets. Not part of the gate.
    Fuzz,
    /// The real binary, over HTTP and through crashes.
    Stories,
    /// The real binary, driven by the field's own Python client.
    Compat,
    /// The real binary, driven by the official SDKs of the Model Context Protocol.
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

/// The share of a suite that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The sample that the gate takes of suites which drive other people's programs, and of the slowest tests.
    Sample,
    /// Everything.
    Whole,
}

/// The gate: what every change must pass, in the order in which it runs.
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

/// Runs the gate when `kinds` is empty, else the whole of each kind. Every suite runs to its end, so that one run
/// shows all failures; only what does not compile ends the run early.
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
                // Linting is a part of building.
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
