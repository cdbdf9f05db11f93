//! The binary `loci`.

use std::process::ExitCode;

use clap::Parser;
use server::cli::{self, Cli};

/// It takes a quarter less time for a page or a read than the C library's, and as much memory.
#[cfg(unix)]
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

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
