//! `cargo xtask serve`: the release build, on 127.0.0.1:7077 unless the arguments say otherwise.

use std::process::Command;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::profile::Profile;
use crate::{build, place, step};

/// Options of `loci serve`.
#[derive(Args)]
pub struct Options {
    /// Arguments for `loci serve`, such as `--addr 127.0.0.1:8080 --data ./data`.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Builds and serves until stopped.
pub fn run(options: &Options) -> Result<()> {
    build::run(Profile::Release)?;
    become_loci(Profile::Release, "serve", &options.rest)
}

/// Replaces this process with the built `loci`, so that Ctrl-C and signals reach it directly.
pub fn become_loci(profile: Profile, subcommand: &str, rest: &[String]) -> Result<()> {
    step::heading(&format!("loci {subcommand}"));
    let binary = place::binary(profile);
    let mut command = Command::new(&binary);
    command.arg(subcommand).args(rest);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        let error = command.exec();
        Err(error).with_context(|| format!("{} did not start", binary.display()))
    }
    #[cfg(not(unix))]
    {
        let status = command
            .status()
            .with_context(|| format!("{} did not start", binary.display()))?;
        if status.success() {
            Ok(())
        } else {
            Err(anyhow::anyhow!("loci ended with {status}"))
        }
    }
}
