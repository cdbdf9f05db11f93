//! `cargo xtask build`: the site first, then the server that embeds it or reads it from disk.

use anyhow::Result;

use crate::profile::Profile;
use crate::{place, site, step, tools};

/// All crates except the tasks, as one selection: separate builds would compile their dependencies once for each set of
/// features.
pub const SERVER_SIDE: &[&str] = &["--workspace", "--exclude", "xtask"];

/// A test target built with the server: dependencies then have the features that tests enable, and are not compiled
/// twice.
const LIKE_TESTS: [&str; 2] = ["--example", "conformance"];

/// Builds everything and prints the path of the binary.
pub fn run(profile: Profile) -> Result<()> {
    site::build(profile)?;
    server(profile)?;
    let binary = place::binary(profile);
    let size = std::fs::metadata(&binary)?.len();
    println!("\n{} ({} MB)", binary.display(), size / 1_000_000);
    Ok(())
}

/// Builds only the server, with the existing site.
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
