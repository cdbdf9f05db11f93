//! Compiles everything that tests run, once, with clippy as the compiler of this repository's crates.
//!
//! `cargo clippy` and `cargo test` would each compile these crates, and each need its own half of all dependencies.

use std::process::Command;

use anyhow::Result;

use super::Kind;
use crate::build::SERVER_SIDE;
use crate::profile::Profile;
use crate::sum::Sum;
use crate::{site, step, tools};

const ADVICE: &str = "fix the warnings and errors above";

/// The site is embedded in the binary, so that one binary serves stories, browsers and `package`.
const FEATURES: [&str; 2] = ["--features", "server/embed"];

/// Builds what `kinds` need. Returns true if everything compiled without a warning.
pub fn run(kinds: &[Kind], sum: &mut Sum) -> bool {
    let needs = |some: &[Kind]| some.iter().any(|kind| kinds.contains(kind));
    if kinds
        .iter()
        .all(|kind| matches!(kind, Kind::Doc | Kind::Fuzz))
    {
        return true;
    }
    let mut built = sum.check("clippy", clippy());
    if built && needs(&[Kind::Lint, Kind::Package, Kind::E2e]) {
        built = sum.check("site", site::build(Profile::Debug));
    }
    if built {
        built = sum.check("build and clippy, server", server_side());
    }
    if built && needs(&[Kind::Lint, Kind::Unit]) {
        built = sum.check("build and clippy, tasks", tasks());
    }
    built
}

fn clippy() -> Result<()> {
    tools::component("clippy", "clippy")
}

fn server_side() -> Result<()> {
    step::run(
        "Building the server and all tests, with clippy",
        // Cargo's default targets: with `--all-targets` an example would only be built as a test.
        test("test").args(SERVER_SIDE).arg("--no-run"),
        ADVICE,
    )
}

fn tasks() -> Result<()> {
    step::run(
        "Building the tests of the tasks, with clippy",
        with_clippy("test").args(["-p", "xtask", "--all-targets", "--no-run"]),
        ADVICE,
    )
}

/// Returns cargo for the server's crates and tests, with the same settings as the build.
pub fn test(subcommand: &str) -> Command {
    let mut command = with_clippy(subcommand);
    command.args(FEATURES);
    command
}

/// Returns cargo with clippy as the compiler of this repository's crates. Warnings are errors.
pub fn with_clippy(subcommand: &str) -> Command {
    let mut command = tools::cargo(subcommand);
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env(
        "CLIPPY_ARGS",
        "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
    );
    command
}
