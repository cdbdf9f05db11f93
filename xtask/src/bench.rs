//! `cargo xtask bench`: the release site, then the server's benchmarks with what follows `--`.

use anyhow::Result;
use clap::Args;

use crate::profile::Profile;
use crate::{build, step, tools};

/// What is handed on to the benchmarks.
#[derive(Args)]
pub struct Options {
    /// Arguments for the benchmarks.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Builds what is measured, then measures.
pub fn run(options: &Options) -> Result<()> {
    build::run(Profile::Release)?;
    step::run(
        "Measuring",
        tools::cargo("bench")
            .args(["-p", "server", "--benches", "--"])
            .args(&options.rest),
        "mend the errors above",
    )
}
