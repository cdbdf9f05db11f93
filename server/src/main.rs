//! The binary `loci`.

use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;
use server::cli::{self, Cli};

/// A page is a tree of small pieces that are made and dropped at once: with the system's allocator they
/// cost a third of its time.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

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
