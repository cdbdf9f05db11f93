//! `cargo xtask soak`: the soak test of a team at work through kills and faults, longer than in the normal tests.

use anyhow::Result;
use clap::Args;

use crate::build::SERVER_SIDE;
use crate::{step, tools};

/// Duration of the soak test.
#[derive(Args)]
pub struct Options {
    /// Duration of the team's work.
    #[arg(long, default_value_t = 600)]
    seconds: u32,
}

/// Runs the soak test.
pub fn run(options: &Options) -> Result<()> {
    step::run(
        "A team at work through kills and faults",
        tools::cargo("test")
            .args(SERVER_SIDE)
            .args(["--test=doors", "--", "--nocapture"])
            .arg("a_team_works_through_kills_and_faults")
            .env("LOCI_SOAK_SECONDS", options.seconds.to_string()),
        "read what was asserted above: it names the workflow, the session or the answer",
    )
}
