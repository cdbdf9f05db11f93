//! `cargo xtask soak`: the story of a team at work through kills and faults, for longer than a test has time.

use anyhow::Result;
use clap::Args;

use crate::build::SERVER_SIDE;
use crate::{step, tools};

/// For how long.
#[derive(Args)]
pub struct Options {
    /// How long the team works.
    #[arg(long, default_value_t = 600)]
    seconds: u32,
}

/// Runs the story.
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
