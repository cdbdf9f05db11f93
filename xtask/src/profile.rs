//! Build profiles: quick for debugging, or small and fast for releases.

use std::env::consts::ARCH;
use std::path::{Path, PathBuf};

/// Profile of a build, which determines cargo's arguments and the output folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Unoptimised, with assertions; the site is read from disk.
    Debug,
    /// Optimised; the site is embedded in the binary.
    Release,
    /// As `Release`, with the C library inside: it runs on every Linux of this architecture.
    Static,
}

/// Target of static builds.
pub const STATIC_TARGET: &str = match ARCH.as_bytes() {
    b"aarch64" => "aarch64-unknown-linux-musl",
    _ => "x86_64-unknown-linux-musl",
};

impl Profile {
    /// Returns the name of cargo's profile, and of the folder below `target/site/`.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release | Self::Static => "release",
        }
    }

    /// Returns the folder below cargo's target folder.
    pub fn output(self) -> PathBuf {
        match self {
            Self::Debug | Self::Release => self.folder().into(),
            Self::Static => Path::new(STATIC_TARGET).join(self.folder()),
        }
    }

    /// Returns cargo's arguments for the server.
    pub fn server_arguments(self) -> &'static [&'static str] {
        match self {
            Self::Debug => &[],
            Self::Release => &["--release"],
            Self::Static => &["--release", "--target", STATIC_TARGET],
        }
    }
}
