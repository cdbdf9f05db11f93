//! The two ways to build: quickly for debugging, or small and fast for people.

/// How cargo is asked to build, and under which name its output lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Unoptimised, with assertions; the site is read from disk.
    Debug,
    /// Optimised; the site is inside the binary.
    Release,
}

impl Profile {
    /// The folder below `target/` and below `target/site/`.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }

    /// The arguments that make cargo build the server this way.
    pub fn server_arguments(self) -> &'static [&'static str] {
        match self {
            Self::Debug => &[],
            Self::Release => &["--release"],
        }
    }

    /// The arguments that make cargo build the wasm this way: small rather than fast in release.
    pub fn wasm_arguments(self) -> &'static [&'static str] {
        match self {
            Self::Debug => &[],
            Self::Release => &["--profile", "wasm-release"],
        }
    }

    /// The folder below `target/wasm32-unknown-unknown/` where the wasm lies.
    pub fn wasm_folder(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "wasm-release",
        }
    }
}
