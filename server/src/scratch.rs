//! Temporary folder that is deleted on drop.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use crate::chance;
use crate::failure::Failure;
use crate::output::mention;

/// The folder.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Creates a folder in the system's temporary directory; `what` is part of its name.
    ///
    /// # Errors
    /// Returns an error if it cannot be created.
    pub fn new(what: &str) -> Result<Self, Failure> {
        let name = format!("loci-{what}-{}", chance::word()?);
        let path = std::env::temp_dir().join(name);
        let made = DirBuilder::new().mode(0o700).create(&path);
        made.map_err(|error| {
            Failure::unavailable(format!("{} cannot be made: {error}", path.display()))
        })?;
        Ok(Self(path))
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            mention(format_args!("{} is left behind: {error}", self.0.display()));
        }
    }
}
