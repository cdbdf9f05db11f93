//! `cargo xtask tokens`: the token cost of a whole task for a worker, by each door.

use std::process::Command;

use anyhow::Result;

use crate::profile::Profile;
use crate::{bench, place, step};

/// Builds the binary and the benchmarks without optimisation, which does not affect tokens, and runs the measurement.
pub fn run() -> Result<()> {
    bench::build(Profile::Debug)?;
    let bench = place::binary(Profile::Debug).with_file_name("bench");
    step::run(
        "Counting tokens",
        Command::new(bench).arg("tokens"),
        "mend the errors above",
    )
}
