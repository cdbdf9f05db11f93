//! The data folder: the names of its files, and the lock that gives it to one process.

mod place;

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::Time;
use rustix::fs::{Access, Mode, OFlags};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use crate::error::OpenError;

/// Maximum number of attempts to take a folder while other processes only check its holder.
const TRIES: u32 = 500;
/// Time between two attempts, for such a check to end.
const LOOK: Duration = Duration::from_millis(2);

/// Paths of the files in a data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    root: PathBuf,
}

impl Paths {
    /// Returns the paths for the folder `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Lock file, which names the holder of the folder.
    #[must_use]
    pub fn lock(&self) -> PathBuf {
        self.root.join("loci.lock")
    }

    /// The log: the source of truth.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.root.join("log.sqlite")
    }

    /// The index: derived from the log.
    #[must_use]
    pub fn index(&self) -> PathBuf {
        self.root.join("index.sqlite")
    }

    /// Cached embeddings. They are derived, but rebuilding the index does not remove them, because they cost requests
    /// to an embedder.
    #[must_use]
    pub fn vectors(&self) -> PathBuf {
        self.root.join("vectors.sqlite")
    }

    /// Tokens and the keys that hash them, people, links, sessions and webhook secrets.
    #[must_use]
    pub fn accounts(&self) -> PathBuf {
        self.root.join("accounts.sqlite")
    }

    /// Keys of an earlier version, which the accounts take over.
    #[must_use]
    pub fn token_key(&self) -> PathBuf {
        self.root.join("token.key")
    }

    /// Random name of this folder, among the folders of servers that share a log.
    #[must_use]
    pub fn place(&self) -> PathBuf {
        self.root.join("place")
    }

    /// The last seal of a log in a database that this server has seen.
    #[must_use]
    pub fn seal(&self) -> PathBuf {
        self.root.join("seal")
    }

    /// Id of the workspace whose log is in a database.
    #[must_use]
    pub fn workspace(&self) -> PathBuf {
        self.root.join("workspace")
    }

    /// Blobs, by SHA-256.
    #[must_use]
    pub fn blobs(&self) -> PathBuf {
        self.root.join("blobs")
    }

    /// Socket on which a running server accepts commands.
    #[must_use]
    pub fn control_socket(&self) -> PathBuf {
        self.root.join("control.sock")
    }
}

/// Process that holds a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Process id.
    pub pid: u32,
    /// Address on which it listens, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Scheme at that address: `http` or `https`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheme: Option<String>,
    /// Time at which it took the folder.
    pub since: Time,
}

/// A data folder that this process holds until the value is dropped. The operating system releases the lock when the
/// process ends, even after a crash.
#[derive(Debug)]
pub struct Folder {
    paths: Paths,
    /// `None` in a folder that was opened read-only and was never taken.
    lock: Mutex<Option<Lock>>,
    since: Time,
}

impl Folder {
    /// Takes the folder, and creates it (accessible to its owner alone) if it is missing.
    ///
    /// # Errors
    /// Returns an error if the folder is held by another process or cannot be written.
    pub fn take(root: &Path, now: Time) -> Result<Self, OpenError> {
        if !root.is_dir() {
            DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(root)
                .map_err(|error| OpenError::io(root, error))?;
        }
        let paths = Paths::new(fs::canonicalize(root).map_err(|e| OpenError::io(root, e))?);
        let mut lock = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(paths.lock())
            .map_err(|error| OpenError::io(root, error))?;
        match take_lock(&lock) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::Held {
                    folder: paths.root,
                    holder: describe(read_holder(&mut lock)),
                });
            }
            Err(TryLockError::Error(error)) => return Err(OpenError::io(root, error)),
        }
        let folder = Self {
            paths,
            lock: Mutex::new(Some(Lock(lock))),
            since: now,
        };
        folder
            .write_holder(None, None)
            .map_err(|error| OpenError::io(root, error))?;
        Ok(folder)
    }

    /// Takes a folder for reading: writes nothing, and keeps others from taking it for writing.
    ///
    /// # Errors
    /// Returns an error if the folder is held by another process or cannot be read.
    pub fn look(root: &Path, now: Time) -> Result<Self, OpenError> {
        let paths = Paths::new(fs::canonicalize(root).map_err(|e| OpenError::io(root, e))?);
        let mut lock = match File::open(paths.lock()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            lock => Some(lock.map_err(|error| OpenError::io(root, error))?),
        };
        match lock.as_ref().map_or(Ok(()), File::try_lock_shared) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::Held {
                    folder: paths.root,
                    holder: describe(lock.as_mut().and_then(read_holder)),
                });
            }
            Err(TryLockError::Error(error)) => return Err(OpenError::io(root, error)),
        }
        Ok(Self {
            paths,
            lock: Mutex::new(lock.map(Lock)),
            since: now,
        })
    }

    /// Paths of the folder's files.
    #[must_use]
    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// Writes this process's address into the lock file, for processes that find the folder taken.
    ///
    /// # Errors
    /// Returns an error if the lock file cannot be written.
    pub fn announce(&self, scheme: &str, address: &str) -> io::Result<()> {
        self.write_holder(Some(scheme.into()), Some(address.into()))
    }

    fn write_holder(&self, scheme: Option<String>, address: Option<String>) -> io::Result<()> {
        let holder = Holder {
            pid: std::process::id(),
            address,
            scheme,
            since: self.since,
        };
        let mut text = serde_json::to_vec(&holder)?;
        text.push(b'\n');
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Lock(file)) = lock.as_mut() else {
            return Ok(());
        };
        file.rewind()?;
        file.set_len(0)?;
        file.write_all(&text)?;
        file.sync_data()
    }
}

/// A lock on a file or folder, released when it is dropped. Closing the file is not enough: a child process that is
/// being started shares it until it runs its own program.
#[derive(Debug)]
pub(crate) struct Lock(pub(crate) File);

impl Drop for Lock {
    fn drop(&mut self) {
        // If this fails, closing the file releases the lock.
        let _given_back = self.0.unlock();
    }
}

/// Takes the exclusive lock. A process that only checks the holder shares the lock for a moment, which does not count
/// as taken.
fn take_lock(lock: &File) -> Result<(), TryLockError> {
    for _ in 0..TRIES {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {}
            done => return done,
        }
        // Fails if another process holds the folder.
        lock.try_lock_shared()?;
        lock.unlock().map_err(TryLockError::Error)?;
        std::thread::sleep(LOOK);
    }
    Err(TryLockError::WouldBlock)
}

/// Returns the holder of the folder, if there is one. Takes no lock.
///
/// # Errors
/// Returns an error if the lock file cannot be read.
pub fn holder(root: &Path) -> io::Result<Option<Holder>> {
    let mut lock = match File::open(Paths::new(root).lock()) {
        Ok(lock) => lock,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    match lock.try_lock_shared() {
        Ok(()) => {
            drop(Lock(lock));
            Ok(None)
        }
        // The holder may be writing its name right now. The folder is held in any case.
        Err(TryLockError::WouldBlock) => Ok(Some(read_holder(&mut lock).unwrap_or(Holder {
            pid: 0,
            address: None,
            scheme: None,
            since: Time::default(),
        }))),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn read_holder(lock: &mut File) -> Option<Holder> {
    let mut text = String::new();
    lock.read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

fn describe(holder: Option<Holder>) -> String {
    let Some(holder) = holder else {
        return " by another process".into();
    };
    let address = holder
        .address
        .map(|at| format!(" at {at}"))
        .unwrap_or_default();
    format!(" by process {}{address} since {}", holder.pid, holder.since)
}

/// Returns true if a folder contains a log, accounts or an incomplete backup.
#[must_use]
pub fn is_inhabited(root: &Path) -> bool {
    let paths = Paths::new(root);
    let files = [
        paths.log(),
        paths.accounts(),
        paths.workspace(),
        root.join(INCOMPLETE),
    ];
    files.iter().any(|file| file.exists())
}

/// Returns true if a folder is a backup, or a data folder whose log is in it.
#[must_use]
pub fn has_log(root: &Path) -> bool {
    is_inhabited(root) && !Paths::new(root).workspace().exists()
}

/// File name of a backup's manifest.
pub(crate) const MANIFEST: &str = "backup.json";
/// Subfolder in which a backup is prepared. Its files move up once they are complete.
pub(crate) const INCOMPLETE: &str = "incomplete";

/// Size of SQLite's first page in bytes. A log with a rollback journal and at most this size was just being created.
const FIRST_PAGE: u64 = 4096;

/// Rejects a folder that holds an interrupted backup. Opening its files would roll them back, which empties them.
pub(crate) fn refuse_interrupted(paths: &Paths) -> Result<(), OpenError> {
    let bytes = |file: &Path| fs::metadata(file).map_or(0, |file| file.len());
    let log = paths.log();
    // Loci's databases have write-ahead logs; only a copy has a rollback journal.
    let is_torn = bytes(&log) > FIRST_PAGE && bytes(&with_suffix(&log, "-journal")) > 0;
    if is_torn || paths.root.join(INCOMPLETE).exists() {
        return Err(OpenError::Interrupted {
            folder: paths.root.clone(),
        });
    }
    Ok(())
}

/// Returns true if nothing must be written to a folder: this process has no write access, or the folder is an unchanged
/// backup.
#[must_use]
pub fn is_only_read(root: &Path) -> bool {
    let paths = Paths::new(root);
    let is_backup = || {
        root.join(MANIFEST).exists()
            && is_whole(&paths.log())
            && is_whole(&paths.accounts())
            && holder(root).is_ok_and(|holder| holder.is_none())
    };
    rustix::fs::access(root, Access::WRITE_OK).is_err() || is_backup()
}

/// Returns true if a database is complete in its one file, without a write-ahead log or a rollback journal.
pub(crate) fn is_whole(database: &Path) -> bool {
    ["-wal", "-journal"].iter().all(|suffix| {
        let beside = with_suffix(database, suffix);
        fs::metadata(beside).map_or(true, |file| file.len() == 0)
    })
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Opens a regular file for reading. A backup may come from an untrusted source: a link in it would be copied as the
/// file that it leads to, and opening a pipe would wait for a writer.
///
/// # Errors
/// Returns an error if it is not a regular file or cannot be read.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    let other = || {
        let what = format!("{} is not a regular file", path.display());
        io::Error::new(io::ErrorKind::InvalidInput, what)
    };
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = match rustix::fs::open(path, flags, Mode::empty()) {
        // A link or a socket.
        Err(Errno::LOOP | Errno::NXIO) => return Err(other()),
        opened => File::from(opened?),
    };
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(other())
    }
}

/// Makes all files that this process creates from now on accessible to its owner alone, even in a folder that others
/// can read.
pub fn keep_private() {
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
}

/// Removes everything in a folder.
///
/// # Errors
/// Returns an error if something cannot be removed.
pub(crate) fn clear(folder: &Path) -> io::Result<()> {
    for item in fs::read_dir(folder)? {
        let item = item?;
        if item.file_type()?.is_dir() {
            fs::remove_dir_all(item.path())?;
        } else {
            fs::remove_file(item.path())?;
        }
    }
    Ok(())
}

/// Makes the names in a folder durable.
///
/// # Errors
/// Returns an error if the folder cannot be opened or synced.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// Duplicates the handle of the lock file, as a child process has it between `fork` and `exec`.
    fn shared(folder: &Folder) -> File {
        let lock = folder.lock.lock().unwrap();
        lock.as_ref().unwrap().0.try_clone().unwrap()
    }

    #[test]
    fn a_folder_is_free_once_it_is_given_back() {
        let temp = TempDir::new().unwrap();
        let taken = Folder::take(temp.path(), Time(0)).unwrap();
        let shared_when_taken = shared(&taken);
        drop(taken);
        let seen = Folder::look(temp.path(), Time(0)).unwrap();
        let shared_when_seen = shared(&seen);
        drop(seen);
        drop(Folder::take(temp.path(), Time(0)).unwrap());
        drop((shared_when_taken, shared_when_seen));
    }
}
