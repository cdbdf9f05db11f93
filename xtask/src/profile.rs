//! Build profiles: quick for debugging, or small and fast for releases.

/// Profile of a build, which determines cargo's arguments and the output folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Unoptimised, with assertions; the site is read from disk.
    Debug,
    /// Optimised; the site is embedded in the binary.
    Release,
}

impl Profile {
    /// Returns the folder below `target/` and below `target/site/`.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }

    /// Returns cargo's arguments for the server.
    pub fn server_arguments(self) -> &'static [&'static str] {
        match self {
            Self::Debug => &[],
            Self::Release => &["--release"],
        }
    }
}
