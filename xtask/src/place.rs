//! Where things lie in this repository.

use std::env;
use std::path::{Path, PathBuf};

use crate::profile::Profile;

/// The top of the repository.
pub fn root() -> PathBuf {
    // Cargo says where the crate lies now; what it said at build time serves a binary run by hand.
    let crate_folder = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    crate_folder
        .parent()
        .map_or_else(|| crate_folder.clone(), Path::to_path_buf)
}

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// What the browser gets: wasm, script, styles and public files, with the list `site.json`.
/// It does not follow `CARGO_TARGET_DIR`, because the server's build script has to find it too.
pub fn site(profile: Profile) -> PathBuf {
    root().join("target/site").join(profile.folder())
}

/// The server with the fixtures of the MCP conformance suite, which only tests build.
pub fn conformance(profile: Profile) -> PathBuf {
    target()
        .join(profile.folder())
        .join("examples")
        .join(format!("conformance{}", env::consts::EXE_SUFFIX))
}

/// The server's binary.
pub fn binary(profile: Profile) -> PathBuf {
    target()
        .join(profile.folder())
        .join(format!("loci{}", env::consts::EXE_SUFFIX))
}
