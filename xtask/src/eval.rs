//! `cargo xtask eval FILE…`: the release build, then an evaluation of its memory search.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::profile::Profile;
use crate::{bench, place, step};

/// Files and flags of the evaluation.
#[derive(Args)]
pub struct Options {
    /// Files with one conversation a line: `{"turns": [{"id", "who", "at", "session", "text"}], "questions":
    /// [{"text", "evidence": [ids], "kind"}]}`; and flags for the server, such as `--embedder-url`.
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FILE"
    )]
    rest: Vec<String>,
}

/// Builds the binary and the evaluation, then runs it.
pub fn run(options: &Options) -> Result<()> {
    bench::build(Profile::Release)?;
    let bench = place::binary(Profile::Release).with_file_name("bench");
    step::run(
        "Measuring",
        Command::new(bench).arg("eval").args(&options.rest),
        "mend the errors above",
    )
}
