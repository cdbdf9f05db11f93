//! The last seal that a server has seen, kept in a file of its data folder. After a restart the server then notices that the
//! database lost commits which are in its index, even if others have written as many since.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::Seal;

/// The last seal that was seen.
#[derive(Default)]
pub(super) struct Seen(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    seal: Seal,
    /// Epoch of the log, and the file; `None` if the seal is not kept.
    file: Option<(i64, File)>,
}

impl Seen {
    /// Reads the seal in the file at `path`, if it belongs to the log of this epoch, and keeps later ones there.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written.
    pub(super) fn open(path: &Path, epoch: i64) -> io::Result<Self> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let mut text = String::new();
        // A file that is not text was not written by a server.
        let _is_text = file.read_to_string(&mut text);
        let seal = parse(&text, epoch).unwrap_or_default();
        if seal == Seal::default() {
            file.set_len(0)?;
        }
        let file = Some((epoch, file));
        Ok(Self(Mutex::new(Kept { seal, file })))
    }

    pub(super) fn last(&self) -> Seal {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).seal
    }

    /// Records a seal as seen. The file is not synced: after a crash of the machine the index is built again.
    pub(super) fn advance(&self, seal: Seal) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seal.number <= kept.seal.number {
            return;
        }
        kept.seal = seal;
        if let Some((epoch, file)) = &kept.file {
            let text = format!("{epoch} {} {}\n", seal.number, seal.link);
            if let Err(error) = file.write_all_at(text.as_bytes(), 0) {
                tracing::warn!(%error, "the last seal is no longer kept in the data folder");
                kept.file = None;
            }
        }
    }
}

fn parse(text: &str, epoch: i64) -> Option<Seal> {
    let mut words = text.split_whitespace();
    let of: i64 = words.next()?.parse().ok()?;
    let number = words.next()?.parse().ok()?;
    let link = words.next()?.parse().ok()?;
    (of == epoch).then_some(Seal { number, link })
}
