//! The random name of a data folder, and the workspace that a folder without a log belongs to.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use super::{Folder, sync, with_suffix};
use crate::error::OpenError;

/// Number of random bytes in a place's name.
const PLACE_BYTES: usize = 16;

fn is_place(text: &str) -> bool {
    text.len() == 2 * PLACE_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl Folder {
    /// Returns the folder's random name, created once and never part of a backup. Job leases contain it: a restarted
    /// server takes back the leases of its predecessor and leaves those of servers with other folders alone.
    ///
    /// # Errors
    /// Returns an error if the file with the name cannot be read or written.
    pub fn place(&self) -> io::Result<String> {
        let path = self.paths.place();
        match fs::read_to_string(&path) {
            Ok(text) if is_place(text.trim()) => return Ok(text.trim().to_owned()),
            // A truncated or edited file is replaced.
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidData) => {}
            Err(error) => return Err(error),
        }
        let place = hex::encode(rand::random::<[u8; PLACE_BYTES]>());
        self.write(&path, &place)?;
        Ok(place)
    }

    /// Gives the folder to the workspace with this id, whose log is in a database.
    ///
    /// # Errors
    /// Returns an error if the folder belongs to another workspace or cannot be written.
    pub(crate) fn belongs_to(&self, workspace: &str) -> Result<(), OpenError> {
        let path = self.paths.workspace();
        let failed = |error| OpenError::io(&self.paths.root, error);
        match fs::read_to_string(&path) {
            Ok(text) if text.trim() == workspace => Ok(()),
            Ok(_) => Err(OpenError::Taken {
                folder: self.paths.root.clone(),
                detail: "belongs to another workspace. Choose another folder with --data".into(),
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.write(&path, workspace).map_err(failed)
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// Writes a file of one line, durably and never half.
    fn write(&self, path: &Path, line: &str) -> io::Result<()> {
        let new = with_suffix(path, ".new");
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&new)?;
        writeln!(file, "{line}")?;
        file.sync_all()?;
        fs::rename(&new, path)?;
        sync(&self.paths.root)
    }
}
