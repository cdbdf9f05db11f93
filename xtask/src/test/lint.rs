//! Formatting, clippy and documentation: each a check that passes or fails as a whole.

use anyhow::Result;

use crate::build::SERVER_SIDE;
use crate::sum::{Count, Sum};
use crate::{step, tools};

/// Runs all checks.
pub fn run(sum: &mut Sum) {
    for (name, check) in CHECKS {
        let outcome = check();
        let count = Count::one(&outcome);
        if let Err(error) = outcome {
            step::fail(&error);
        }
        sum.add(name, Ok(count));
    }
}

type Check = fn() -> Result<()>;

const CHECKS: &[(&str, Check)] = &[
    ("formatting", formatting),
    ("clippy, server side", clippy_server),
    ("clippy, tasks", clippy_tasks),
    ("clippy, browser side", clippy_browser),
    ("documentation", documentation),
];

const MEND: &str = "mend the warnings above";

fn formatting() -> Result<()> {
    tools::component("rustfmt", "fmt")?;
    step::run(
        "Formatting",
        tools::cargo("fmt").args(["--all", "--check"]),
        "run `cargo fmt`",
    )
}

fn clippy_server() -> Result<()> {
    tools::component("clippy", "clippy")?;
    step::run(
        "Clippy: the server's side and all tests",
        tools::cargo("clippy")
            .args(SERVER_SIDE)
            .args(["--all-targets", "--", "-D", "warnings"]),
        MEND,
    )
}

fn clippy_tasks() -> Result<()> {
    step::run(
        "Clippy: the tasks",
        tools::cargo("clippy").args(["-p", "xtask", "--all-targets", "--", "-D", "warnings"]),
        MEND,
    )
}

fn clippy_browser() -> Result<()> {
    tools::wasm_target()?;
    step::run(
        "Clippy: the browser's side",
        tools::cargo("clippy")
            .args(["-p", "frontend", "--target", tools::WASM])
            .args(["--", "-D", "warnings"]),
        MEND,
    )
}

fn documentation() -> Result<()> {
    step::run(
        "Documentation",
        tools::cargo("doc")
            .args(SERVER_SIDE)
            .arg("--no-deps")
            .env("RUSTDOCFLAGS", "-D warnings"),
        MEND,
    )
}
