//! Cargo tests: rules on one side, stories against the real binary on the other.
//!
//! The debug build serves stories and browser tests: it is the same code with overflow checks and debug assertions, and
//! needs no second compilation of all dependencies.

use anyhow::{Result, bail};

use super::build;
use crate::build::SERVER_SIDE;
use crate::step;
use crate::sum::{Complaints, Count, Sum};
use crate::tools;

/// Runs unit, property and conformance tests, the kept fuzz inputs, and the tests of the tasks.
pub fn rules(sum: &mut Sum) {
    if let Err(error) = tools::postgres().and_then(|()| tools::faketime()) {
        step::fail(&error);
    }
    let mut command = build::test("test");
    command
        .args(SERVER_SIDE)
        .args(["--lib", "--bin", "loci", "--test", "it"]);
    let rules = run(sum, "Tests of rules, stores and parts", command);
    sum.add("rules, stores and parts", rules);
    let mut command = build::with_clippy("test");
    command.args(["-p", "xtask", "--all-targets"]);
    let tasks = run(sum, "Tests of the tasks", command);
    sum.add("tasks", tasks);
}

/// Runs the stories: integration tests of the server against its real binary.
pub fn stories(sum: &mut Sum) {
    if let Err(error) = tools::postgres().and_then(|()| tools::faketime()) {
        step::fail(&error);
    }
    // A story waits for its server half of the time.
    let threads = 2 * std::thread::available_parallelism().map_or(1, usize::from);
    let mut command = build::test("test");
    command
        .args(SERVER_SIDE)
        .args(["--test", "doors"])
        .env("RUST_TEST_THREADS", threads.to_string());
    let stories = run(sum, "Stories", command);
    sum.add("stories", stories);
}

fn run(sum: &mut Sum, name: &str, mut command: std::process::Command) -> Result<Count> {
    command.arg("--no-fail-fast");
    let (mut count, mut complaints) = (Count::default(), Complaints::default());
    let well = step::lines(name, &mut command, |line| {
        count.read_line(line);
        complaints.read_line(line);
    })?;
    sum.complain(complaints);
    if !well && count.failed == 0 {
        bail!("{name}: did not run to the end. What to do: fix the errors above");
    }
    Ok(count)
}
