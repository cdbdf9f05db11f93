//! The random name of a data folder.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;

use super::{Folder, sync, with_suffix};

/// How many random bytes name a place.
const PLACE_BYTES: usize = 16;

fn is_place(text: &str) -> bool {
    text.len() == 2 * PLACE_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl Folder {
    /// The folder's random name, made once and never in a backup: leases of jobs name it, so that a server that starts
    /// again takes back what the one before it held, and leaves alone what servers of other folders hold.
    ///
    /// # Errors
    /// When the file that keeps it cannot be read or written.
    pub fn place(&self) -> io::Result<String> {
        let path = self.paths.place();
        match fs::read_to_string(&path) {
            Ok(text) if is_place(text.trim()) => return Ok(text.trim().to_owned()),
            // A file that was cut off or edited is replaced.
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidData) => {}
            Err(error) => return Err(error),
        }
        let place = hex::encode(rand::random::<[u8; PLACE_BYTES]>());
        let new = with_suffix(&path, ".new");
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&new)?;
        writeln!(file, "{place}")?;
        file.sync_all()?;
        fs::rename(&new, &path)?;
        sync(&self.paths.root)?;
        Ok(place)
    }
}
