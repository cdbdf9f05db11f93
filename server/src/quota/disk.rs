//! Used and free disk space, measured periodically: measuring for each write costs too much.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::fs::FallocateFlags;

/// Time for which the measured free space is reused, in milliseconds.
const BELIEVED: u64 = 100;
/// Size of the reserve file, in bytes. It is deleted when the disk is full, so that calls which end access or erase
/// something can still be written.
const RESERVE: u64 = 8 * 1024 * 1024;
/// Minimum free space for creating the reserve file, in bytes.
const RESERVE_FROM: u64 = 64 * 1024 * 1024;
/// Name of the reserve file in the data folder.
const RESERVE_FILE: &str = "reserve";
/// Interval for measuring the folder.
pub const LOOK: Duration = Duration::from_secs(5);

/// A data folder and its disk.
#[derive(Clone, Debug)]
pub struct Disk(Arc<Looked>);

#[derive(Debug)]
struct Looked {
    folder: PathBuf,
    began: Instant,
    /// Time of the next measurement of free space, in milliseconds since it began.
    next: AtomicU64,
    free: AtomicU64,
    used: AtomicU64,
    /// Bytes admitted since the last measurement.
    taken: AtomicU64,
}

impl Disk {
    /// Creates the measurement of a folder.
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

    /// Returns the free bytes.
    #[must_use]
    pub fn free(&self) -> u64 {
        let now = u64::try_from(self.0.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if now >= self.0.next.load(Ordering::Relaxed) {
            self.0.next.store(now + BELIEVED, Ordering::Relaxed);
            // If the measurement fails, the disk is not assumed to be full.
            if let Some(free) = self.ask() {
                self.0.free.store(free, Ordering::Relaxed);
            }
        }
        self.0.free.load(Ordering::Relaxed)
    }

    /// Measures the free bytes.
    fn ask(&self) -> Option<u64> {
        let disk = rustix::fs::statvfs(&self.0.folder).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }

    /// Returns the size of the folder in bytes, including pending writes.
    #[must_use]
    pub fn total_bytes(&self) -> u64 {
        let taken = self.0.taken.load(Ordering::Relaxed);
        self.0.used.load(Ordering::Relaxed).saturating_add(taken)
    }

    /// Deletes the reserve file if less is free than its size.
    pub fn release_reserve(&self) {
        if let Some(free) = self.ask() {
            self.release_reserve_at(free);
        }
    }

    fn release_reserve_at(&self, free: u64) {
        let path = self.0.folder.join(RESERVE_FILE);
        if free < RESERVE && fs::remove_file(path).is_ok() {
            tracing::warn!(
                "the disk is full: the reserve was given back, for what ends access or erases"
            );
            // Measures the free space again.
            self.0.next.store(0, Ordering::Relaxed);
        }
    }

    /// Creates the reserve file if it is missing and the disk has room. Not in the first seconds of a process, because
    /// short-lived ones need none.
    pub fn keep_reserve(&self) {
        if self.0.began.elapsed() >= LOOK
            && let Some(free) = self.ask()
        {
            self.keep_reserve_at(free);
        }
    }

    fn keep_reserve_at(&self, free: u64) {
        let path = self.0.folder.join(RESERVE_FILE);
        if free < RESERVE_FROM || path.exists() {
            return;
        }
        let made = File::create_new(&path).and_then(|file| {
            rustix::fs::fallocate(&file, FallocateFlags::empty(), 0, RESERVE)?;
            file.sync_all()
        });
        if let Err(error) = made {
            tracing::debug!(%error, "there is no reserve on this disk");
            let _gone_or_not = fs::remove_file(path);
        }
    }

    /// Counts bytes that are about to be written.
    pub fn takes(&self, bytes: u64) {
        self.0.taken.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Measures the folder again.
    pub fn look(&self) {
        self.0.taken.store(0, Ordering::Relaxed);
        let reserve = fs::metadata(self.0.folder.join(RESERVE_FILE)).map_or(0, |file| file.len());
        let used = bytes(&self.0.folder).saturating_sub(reserve);
        self.0.used.store(used, Ordering::Relaxed);
    }
}

/// Returns the size of a folder in bytes; files that disappear meanwhile count as 0.
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
        assert_eq!(disk.total_bytes(), 730);
        disk.takes(20);
        assert_eq!(disk.total_bytes(), 750);
        disk.look();
        assert_eq!(disk.total_bytes(), 730);
        assert!(disk.free() > 0 && disk.free() < u64::MAX);
    }

    #[test]
    fn the_reserve_is_made_while_there_is_room_and_given_back_when_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let reserve = folder.path().join("reserve");
        let size = || fs::metadata(&reserve).map(|file| file.len()).ok();
        let disk = Disk::of(folder.path());
        disk.keep_reserve_at(67_108_863);
        assert_eq!(size(), None);
        disk.keep_reserve_at(67_108_864);
        assert_eq!(size(), Some(8_388_608));
        disk.look();
        assert_eq!(disk.total_bytes(), 0, "it is room, not use");
        disk.release_reserve_at(8_388_608);
        assert_eq!(size(), Some(8_388_608));
        disk.release_reserve_at(8_388_607);
        assert_eq!(size(), None);
        disk.release_reserve_at(0);
    }
}
