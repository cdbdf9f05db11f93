//! The binary `loci`.

use std::process::ExitCode;

use clap::Parser;
use server::cli::{self, Cli};

#[tokio::main]
async fn main() -> ExitCode {
    store::folder::keep_private();
    match cli::run(Cli::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("loci: {failure}");
            failure.exit()
        }
    }
}
