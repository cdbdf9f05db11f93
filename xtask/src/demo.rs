//! `cargo xtask demo`: an example team at work in an empty Loci. The debug build is used because it compiles fastest.

use anyhow::Result;
use clap::Args;

use crate::profile::Profile;
use crate::{build, serve};

/// Options of `loci demo`.
#[derive(Args)]
pub struct Options {
    /// Arguments for `loci demo`; `cargo xtask demo -- --help` lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Builds, then serves with the team until stopped.
pub fn run(options: &Options) -> Result<()> {
    build::run(Profile::Debug)?;
    serve::become_loci(Profile::Debug, "demo", &options.rest)
}
