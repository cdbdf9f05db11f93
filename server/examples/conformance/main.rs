//! Loci's server with the fixtures of the protocol's conformance suite at `/mcp`: the gate, the transport and the
//! sessions are Loci's own; the tools, resources and prompts are those of the suite. `conformance serve` accepts the
//! flags of `loci serve`.

#![expect(
    deprecated,
    reason = "the suite asks for what later revisions left out"
)]

mod content;
mod handler;
mod inputs;
mod tools;

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use server::config::Flags;
use server::serve;

use self::handler::{Fixtures, Shared};

/// Subcommand.
#[derive(Parser)]
enum What {
    /// Serves until stopped.
    Serve(Box<Flags>),
}

#[tokio::main]
async fn main() -> ExitCode {
    let What::Serve(flags) = What::parse();
    let mcp = |server| {
        let shared = Arc::new(Shared::default());
        doors::mcp::mount(server, move |_| Fixtures::new(shared.clone()))
    };
    match serve::run_with(*flags, mcp).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("conformance: {failure}");
            failure.exit()
        }
    }
}
