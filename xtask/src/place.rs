//! Paths in this repository.

use std::env;
use std::path::{Path, PathBuf};

use crate::profile::Profile;

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    // Cargo sets the crate's current folder; the one at build time is for a binary that is run by hand.
    let crate_folder = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    crate_folder
        .parent()
        .map_or_else(|| crate_folder.clone(), Path::to_path_buf)
}

/// Returns cargo's target folder.
pub fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// Returns the folder of the site: scripts, styles and public files, with the list `site.json`. It does not follow
/// `CARGO_TARGET_DIR`, because the server's build script must find it too.
pub fn site(profile: Profile) -> PathBuf {
    root().join("target/site").join(profile.folder())
}

/// Returns the server with the fixtures of the MCP conformance suite, which only tests build.
pub fn conformance(profile: Profile) -> PathBuf {
    target()
        .join(profile.output())
        .join("examples")
        .join(format!("conformance{}", env::consts::EXE_SUFFIX))
}

/// Returns the server's binary.
pub fn binary(profile: Profile) -> PathBuf {
    target()
        .join(profile.output())
        .join(format!("loci{}", env::consts::EXE_SUFFIX))
}
