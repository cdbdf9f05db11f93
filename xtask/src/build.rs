//! `cargo xtask build`: the site first, then the server that carries it.

use anyhow::Result;

use crate::profile::Profile;
use crate::{place, site, step, tools};

/// The crates that run on the server, as one selection: asking for them one by one would have
/// cargo build their dependencies once for each set of features.
pub const SERVER_SIDE: &[&str] = &["--workspace", "--exclude", "frontend", "--exclude", "xtask"];

/// Something of the tests, built beside the server: it has then the features that tests add to crates. What differs
/// in a feature, as tokio and all above it would, is compiled twice.
pub const LIKE_TESTS: [&str; 2] = ["--example", "conformance"];

/// Builds everything and says where it lies.
pub fn run(profile: Profile) -> Result<()> {
    site::build(profile)?;
    server(profile)?;
    let binary = place::binary(profile);
    let size = std::fs::metadata(&binary)?.len();
    println!("\n{} ({} MB)", binary.display(), size / 1_000_000);
    Ok(())
}

/// Builds the server alone, with the site that lies there now.
pub fn server(profile: Profile) -> Result<()> {
    let like_tests: &[&str] = match profile {
        Profile::Debug => &LIKE_TESTS,
        Profile::Release => &[],
    };
    step::run(
        &format!("Building the server ({})", profile.folder()),
        tools::cargo("build")
            .args(SERVER_SIDE)
            .args(["--bin", "loci"])
            .args(like_tests)
            .args(profile.server_arguments()),
        "mend the errors above; a missing linker comes with `apt-get install build-essential`",
    )
}

/// Builds the server with the fixtures of the MCP conformance suite.
pub fn conformance(profile: Profile) -> Result<()> {
    step::run(
        "Building the fixtures of the MCP conformance suite",
        tools::cargo("build")
            .args(SERVER_SIDE)
            .args(["--example", "conformance"])
            .args(profile.server_arguments()),
        "mend the errors above",
    )
}
