//! `cargo xtask build`: the site first, then the server that embeds it or reads it from disk.

use anyhow::Result;

use clap::Args;

use crate::profile::Profile;
use crate::{place, site, step, tools};

/// Kind of the build.
#[derive(Args)]
pub struct Options {
    /// Build `target/debug/loci` instead, quickly and unoptimised.
    #[arg(long)]
    debug: bool,
    /// Build a static binary instead, for the target with musl. It needs no C library where it runs.
    #[arg(long = "static", conflicts_with = "debug")]
    with_libc: bool,
}

impl Options {
    /// Returns the profile.
    pub fn profile(&self) -> Profile {
        match (self.debug, self.with_libc) {
            (true, _) => Profile::Debug,
            (_, true) => Profile::Static,
            _ => Profile::Release,
        }
    }
}

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
        Profile::Release | Profile::Static => &[],
    };
    if profile == Profile::Static {
        tools::musl()?;
    }
    step::run(
        &format!("Building the server ({})", profile.output().display()),
        tools::cargo("build")
            .args(SERVER_SIDE)
            .args(["--bin", "loci"])
            .args(like_tests)
            .args(profile.server_arguments()),
        "mend the errors above; a missing linker comes with `apt-get install build-essential`",
    )
}
