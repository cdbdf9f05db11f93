//! The binary `loci`.

use std::process::ExitCode;

use server::cli;

/// It takes a quarter less time for a page or a read than the C library's, and as much memory.
#[cfg(unix)]
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

#[tokio::main]
async fn main() -> ExitCode {
    match cli::run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("loci: {failure}");
            failure.exit()
        }
    }
}
