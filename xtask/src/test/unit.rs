//! The tests that cargo runs: rules on one side, stories against the real binary on the other.
//!
//! Both sides ask cargo for the same selection of crates and choose among its test targets, so
//! that everything is compiled once, with one set of features, and shared with the debug build
//! of the binary. The debug build is what stories and browser tests use: it is the same code
//! with overflow checks and debug assertions on, and it costs no second compilation of all
//! dependencies. What only a release has, the site inside the binary, is tested by `package`.

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::build::SERVER_SIDE;
use crate::sum::{Complaints, Count, Sum};
use crate::{step, tools};

/// The package whose integration tests start the binary.
const STORIES: &str = "server";

/// Unit, property and conformance tests and the examples in the documentation.
pub fn rules(sum: &mut Sum) {
    let rules = targets().and_then(|targets| {
        cargo_test(sum, "Tests of rules, stores and parts", |command| {
            command
                .args(SERVER_SIDE)
                .args(["--lib", "--bin", "loci"])
                .args(&targets.rules)
        })
    });
    sum.add("rules, stores and parts", rules);
    // A workspace without examples in its documentation is not a failure.
    let examples = cargo_test(sum, "Examples in the documentation", |command| {
        command.args(SERVER_SIDE).arg("--doc")
    });
    if !matches!(&examples, Ok(count) if *count == Count::default()) {
        sum.add("examples in the documentation", examples);
    }
    let tasks = cargo_test(sum, "Tests of the tasks", |command| {
        command.args(["-p", "xtask"])
    });
    sum.add("tasks", tasks);
}

/// The stories: integration tests of the server against its real binary.
pub fn stories(sum: &mut Sum) {
    let stories = targets().and_then(|targets| {
        if targets.stories.is_empty() {
            return Ok(Count::default());
        }
        // Whoever tells a story waits for its server half of the time.
        let threads = 2 * std::thread::available_parallelism().map_or(1, usize::from);
        cargo_test(sum, "Stories", |command| {
            command
                .args(SERVER_SIDE)
                .args(&targets.stories)
                .env("RUST_TEST_THREADS", threads.to_string())
        })
    });
    sum.add("stories", stories);
}

fn cargo_test(
    sum: &mut Sum,
    name: &str,
    arguments: impl FnOnce(&mut std::process::Command) -> &mut std::process::Command,
) -> Result<Count> {
    let mut command = tools::cargo("test");
    command.arg("--no-fail-fast");
    arguments(&mut command);
    let (mut count, mut complaints) = (Count::default(), Complaints::default());
    let well = step::lines(name, &mut command, |line| {
        count.read_line(line);
        complaints.read_line(line);
    })?;
    sum.complain(complaints);
    if !well && count.failed == 0 {
        anyhow::bail!("{name}: did not run to the end. What to do: mend the errors above");
    }
    Ok(count)
}

/// The integration tests of the workspace, as arguments for cargo.
struct Targets {
    rules: Vec<String>,
    stories: Vec<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

fn targets() -> Result<Targets> {
    let output = tools::cargo("metadata")
        .args(["--no-deps", "--format-version", "1"])
        .output()
        .context("cargo metadata did not start")?;
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).context("cargo metadata gave no list of crates")?;
    let mut targets = Targets {
        rules: Vec::new(),
        stories: Vec::new(),
    };
    for package in metadata.packages {
        let list = match package.name.as_str() {
            STORIES => &mut targets.stories,
            "frontend" | "xtask" => continue,
            _ => &mut targets.rules,
        };
        for target in package.targets {
            if target.kind.iter().any(|kind| kind == "test") {
                list.push(format!("--test={}", target.name));
            }
        }
    }
    Ok(targets)
}
