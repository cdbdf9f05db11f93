//! `cargo xtask bench`: the release build, then the benchmarks with the arguments after `--`.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::profile::Profile;
use crate::{build, place, step, tools};

/// Options of the benchmarks.
#[derive(Args)]
pub struct Options {
    /// Arguments for the benchmarks.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Builds the binary and the benchmarks, then runs them.
pub fn run(options: &Options) -> Result<()> {
    build(Profile::Release)?;
    let bench = place::binary(Profile::Release).with_file_name("bench");
    step::run(
        "Measuring",
        Command::new(bench).args(&options.rest),
        "mend the errors above",
    )
}

/// Builds the binary and the benchmarks.
pub fn build(profile: Profile) -> Result<()> {
    build::run(profile)?;
    step::run(
        "Building the benchmarks",
        tools::cargo("build")
            .args(build::SERVER_SIDE)
            .args(["--bin", "bench"])
            .args(profile.server_arguments()),
        "mend the errors above",
    )
}
