//! How much of the disk is used and free, looked at from time to time: asking for each write costs more
//! than it tells.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long the free bytes are believed, in milliseconds.
const BELIEVED: u64 = 100;
/// How often the bytes of the folder are added up.
pub const LOOK: Duration = Duration::from_secs(5);

/// A data folder and its disk.
#[derive(Clone, Debug)]
pub struct Disk(Arc<Looked>);

#[derive(Debug)]
struct Looked {
    folder: PathBuf,
    began: Instant,
    /// When the free bytes are to be looked at again, in milliseconds since it began.
    next: AtomicU64,
    free: AtomicU64,
    used: AtomicU64,
    /// What was let in since the bytes were added up.
    taken: AtomicU64,
}

impl Disk {
    /// The folder's.
    #[must_use]
    pub fn of(folder: &Path) -> Self {
        let disk = Self(Arc::new(Looked {
            folder: folder.to_owned(),
            began: Instant::now(),
            next: AtomicU64::new(0),
            free: AtomicU64::new(u64::MAX),
            used: AtomicU64::new(0),
            taken: AtomicU64::new(0),
        }));
        disk.look();
        disk
    }

    /// The bytes that are free.
    #[must_use]
    pub fn free(&self) -> u64 {
        let now = u64::try_from(self.0.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if now >= self.0.next.load(Ordering::Relaxed) {
            self.0.next.store(now + BELIEVED, Ordering::Relaxed);
            // A disk that cannot be asked is not said to be full.
            if let Ok(disk) = rustix::fs::statvfs(&self.0.folder) {
                let free = disk.f_bavail.saturating_mul(disk.f_frsize);
                self.0.free.store(free, Ordering::Relaxed);
            }
        }
        self.0.free.load(Ordering::Relaxed)
    }

    /// The bytes that the folder has, or soon will have.
    #[must_use]
    pub fn used(&self) -> u64 {
        let taken = self.0.taken.load(Ordering::Relaxed);
        self.0.used.load(Ordering::Relaxed).saturating_add(taken)
    }

    /// Notes that so many bytes are about to be written.
    pub fn takes(&self, bytes: u64) {
        self.0.taken.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Adds up the folder's bytes again.
    pub fn look(&self) {
        self.0.taken.store(0, Ordering::Relaxed);
        self.0.used.store(bytes(&self.0.folder), Ordering::Relaxed);
    }
}

/// The bytes of what is in a folder; what goes away meanwhile has none.
fn bytes(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else {
        return 0;
    };
    let sizes = entries.flatten().map(|entry| match entry.metadata() {
        Ok(meta) if meta.is_dir() => bytes(&entry.path()),
        Ok(meta) => meta.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_the_bytes_of_all_that_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("inner")).unwrap();
        fs::write(folder.path().join("a"), [0; 700]).unwrap();
        fs::write(folder.path().join("inner/b"), [0; 30]).unwrap();
        let disk = Disk::of(folder.path());
        assert_eq!(disk.used(), 730);
        disk.takes(20);
        assert_eq!(disk.used(), 750);
        disk.look();
        assert_eq!(disk.used(), 730);
        assert!(disk.free() > 0 && disk.free() < u64::MAX);
    }
}
