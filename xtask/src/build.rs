//! `cargo xtask build`: the site first, then the server that carries it.

use anyhow::Result;

use crate::profile::Profile;
use crate::{place, site, step, tools};

/// The crates that run on the server, as one selection: asking for them one by one would have
/// cargo build their dependencies once for each set of features.
pub const SERVER_SIDE: &[&str] = &["--workspace", "--exclude", "frontend", "--exclude", "xtask"];

/// A target of the tests, built with the server: dependencies then have the features that tests add to them, and are
/// not compiled twice.
const LIKE_TESTS: [&str; 2] = ["--example", "conformance"];

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
