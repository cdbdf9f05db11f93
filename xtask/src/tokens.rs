//! `cargo xtask tokens`: what a worker pays in tokens for a whole task, by each door.

use std::process::Command;

use anyhow::Result;

use crate::profile::Profile;
use crate::{bench, place, step};

/// Builds what is measured, without optimising it: tokens are the same. Then measures.
pub fn run() -> Result<()> {
    bench::build(Profile::Debug)?;
    let bench = place::binary(Profile::Debug).with_file_name("bench");
    step::run(
        "Counting tokens",
        Command::new(bench).arg("tokens"),
        "mend the errors above",
    )
}
