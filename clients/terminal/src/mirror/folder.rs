//! Folder of a mirror: reads and writes only the mirror's own files, follows no links, and writes atomically.
//! Directories are held open, so that a link which replaces one later cannot redirect a write.

use std::fs::{self, File};
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fs::{AtFlags, CWD, Mode, OFlags, Stat};

use kernel::{Error, Result, Time};

use super::kind::Kind;
use crate::{shown, whole};

/// Internal folder with the mirror's state and its lock.
const OWN: &str = ".loci-mirror";
/// Maximum size of a file that is read, in bytes.
const MAX_BYTES: u64 = 4 * 1024 * 1024;
/// Maximum number of conflict files with the same time.
const BESIDE: usize = 1000;

/// Folder that only this process mirrors.
pub struct Folder {
    path: PathBuf,
    root: OwnedFd,
    /// Internal folder of the mirror.
    own: OwnedFd,
    _lock: File,
}

/// Version of a file for change detection: its modification time in seconds and nanoseconds, and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    at: (i128, i128),
    bytes: i128,
}

/// Last synchronized content of a file.
pub struct Base {
    /// Content.
    pub text: String,
    /// Time of the synchronization, in nanoseconds.
    pub at: Option<i128>,
}

/// Content at the place of a file.
pub enum Found {
    /// No file.
    Nothing,
    /// Text.
    Text(String),
    /// Unreadable content, with the reason.
    Odd(String),
}

impl Folder {
    /// Opens the folder for the mind of an agent.
    ///
    /// # Errors
    /// `not_found` if it does not exist, `conflict` if it mirrors another mind or another process holds it,
    /// `unavailable` if it cannot be written.
    pub fn open(given: &Path, agent: &str) -> Result<Self> {
        let name = given.display();
        let path = fs::canonicalize(given).ok().filter(|path| path.is_dir());
        let path = path.ok_or_else(|| Error::not_found(format!("there is no folder {name}")))?;
        let failed = |error: std::io::Error| {
            Error::unavailable(format!("{name} cannot be written: {error}"))
        };
        let root = open_folder(CWD, &path).map_err(failed)?;
        let own = make_folder(root.as_fd(), Path::new(OWN)).map_err(failed)?;
        let lock = whole::open_lock(own.as_fd(), Path::new("lock")).map_err(failed)?;
        if lock.try_lock().is_err() {
            let detail = format!("another `loci mirror` keeps {name}");
            return Err(Error::conflict("mirrored", detail));
        }
        let whose = Path::new("agent");
        let known = read(own.as_fd(), whose)
            .map_err(std::io::Error::other)
            .map_err(failed)?;
        if let Some(other) = known
            .as_deref()
            .map(str::trim)
            .filter(|known| *known != agent)
        {
            let other = shown::line(other);
            let detail = format!(
                "{name} mirrors the mind of {other}: give another folder, or remove {OWN} in it"
            );
            return Err(Error::conflict("mirrors_another", detail));
        }
        whole::put_at(own.as_fd(), whose, &format!("{agent}\n")).map_err(failed)?;
        // The mirror's state should not be committed to Git.
        whole::put_at(own.as_fd(), Path::new(".gitignore"), "*\n").map_err(failed)?;
        Ok(Self {
            path,
            root,
            own,
            _lock: lock,
        })
    }

    /// Returns the internal folder, if both folders are still in their place.
    ///
    /// # Errors
    /// Returns an error if one was moved, deleted or replaced.
    fn own(&self) -> std::io::Result<BorrowedFd<'_>> {
        let places = [
            (CWD, self.path.as_path(), &self.root),
            (self.root.as_fd(), Path::new(OWN), &self.own),
        ];
        for (at, path, ours) in places {
            let (there, ours) = (stat(at, path)?, rustix::fs::fstat(ours)?);
            if (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino) {
                return Err(std::io::Error::other(format!(
                    "{} is another folder than it was: start the mirror again",
                    path.display()
                )));
            }
        }
        Ok(self.own.as_fd())
    }

    /// Opens the folder of a file, without following links; also returns the file's name.
    fn around(&self, kind: Kind) -> std::io::Result<(OwnedFd, &'static Path)> {
        let path = Path::new(kind.name());
        let name = path.file_name().map_or(path, Path::new);
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let around = match folder {
            Some(folder) => open_folder(self.root.as_fd(), folder)?,
            None => self.root.try_clone()?,
        };
        Ok((around, name))
    }

    /// Returns the version of a file without reading it; `None` if it does not exist.
    #[must_use]
    pub fn look(&self, kind: Kind) -> Option<Look> {
        let (around, name) = self.around(kind).ok()?;
        stat(around.as_fd(), name).ok().as_ref().map(Look::of)
    }

    /// Returns true if a file ends with a line break, is empty, or cannot be read.
    #[must_use]
    pub fn is_ended(&self, kind: Kind) -> bool {
        let last = || -> std::io::Result<u8> {
            let (around, name) = self.around(kind)?;
            let mut file = whole::open(around.as_fd(), name, OFlags::NOFOLLOW)?;
            file.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            file.read_exact(&mut last)?;
            Ok(last[0])
        };
        last().map_or(true, |last| last == b'\n')
    }

    /// Reads a file.
    #[must_use]
    pub fn read(&self, kind: Kind) -> Found {
        let (around, name) = match self.around(kind) {
            Ok(around) => around,
            Err(error) if error.kind() == ErrorKind::NotFound => return Found::Nothing,
            Err(_) => return Found::Odd("stands behind what is no folder".into()),
        };
        match read(around.as_fd(), name) {
            Ok(text) => text.map_or(Found::Nothing, Found::Text),
            Err(why) => Found::Odd(why),
        }
    }

    /// Returns the last synchronized content of a file.
    #[must_use]
    pub fn base(&self, kind: Kind) -> Option<Base> {
        let (own, name) = (self.own().ok()?, Path::new(kind.own()));
        let text = read(own, name).ok().flatten()?;
        let found = stat(own, name).ok();
        let at = found.map(|found| Look::of(&found).nanoseconds());
        Some(Base { text, at })
    }

    /// Stores the content of a file as synchronized.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn remember(&self, kind: Kind, text: &str) -> std::io::Result<()> {
        whole::put_at(self.own()?, Path::new(kind.own()), text)
    }

    /// Replaces a file that has the version `before`, and stores the text as synchronized. Returns the new version;
    /// `None` if the file has changed meanwhile, in which case it is kept. The replaced file stays available until the
    /// next call, because an editor may still write to it.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn put(
        &self,
        kind: Kind,
        text: &str,
        before: Option<Look>,
    ) -> std::io::Result<Option<Look>> {
        // A folder that was moved or deleted is not created again.
        let own = self.own()?;
        if let Some(parent) = Path::new(kind.name()).parent()
            && parent != Path::new("")
        {
            make_folder(self.root.as_fd(), parent)?;
        }
        let (around, name) = self.around(kind)?;
        let last = last(kind);
        let (new, old) = ((own, Path::new(&last)), (around.as_fd(), name));
        let look = Look::of(&whole::write(new, old, text)?);
        let put = if self.look(kind) != before {
            Err(ErrorKind::AlreadyExists.into())
        } else if before.is_some() {
            whole::exchange(new, old)
        } else {
            rustix::fs::linkat(new.0, new.1, old.0, old.1, AtFlags::empty())
                .and_then(|()| rustix::fs::unlinkat(new.0, new.1, AtFlags::empty()))
                .map_err(Into::into)
        };
        let look = match put {
            Ok(()) => look,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                whole::remove(new.0, new.1);
                return Ok(None);
            }
            // The folder of the file may be on another disk, or not support hard links.
            Err(_) => {
                whole::put_at(old.0, old.1, text)?;
                Look::of(&stat(old.0, old.1)?)
            }
        };
        self.remember(kind, text)?;
        Ok(Some(look))
    }

    /// Returns the version of the replaced file.
    #[must_use]
    pub fn look_at_last(&self, kind: Kind) -> Option<Look> {
        let found = stat(self.own().ok()?, Path::new(&last(kind)));
        found.ok().as_ref().map(Look::of)
    }

    /// Returns the content of the replaced file.
    #[must_use]
    pub fn read_last(&self, kind: Kind) -> Option<String> {
        read(self.own().ok()?, Path::new(&last(kind)))
            .ok()
            .flatten()
    }

    /// Stores a text as a conflict file next to its file, and returns the name. The same text is stored once per time.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn keep(&self, kind: Kind, text: &str) -> std::io::Result<String> {
        let at = self.look(kind).and_then(Look::moment);
        let at = at.unwrap_or_else(now);
        let at = at.to_second().replace(['-', ':'], "");
        let (around, _) = self.around(kind)?;
        let stem = kind.name().trim_end_matches(".md");
        for nth in 1..=BESIDE {
            let nth = if nth == 1 {
                String::new()
            } else {
                format!("-{nth}")
            };
            let name = format!("{stem}.conflict-{at}{nth}.md");
            let file = Path::new(name.rsplit('/').next().unwrap_or(&name));
            match stat(around.as_fd(), file) {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    whole::put_at(around.as_fd(), file, text)?;
                    return Ok(name);
                }
                Ok(_) => {
                    let known = read(around.as_fd(), file).ok().flatten();
                    if known.as_deref() == Some(text) {
                        return Ok(name);
                    }
                }
                Err(_) => {}
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }
}

impl Look {
    fn of(found: &Stat) -> Self {
        Self {
            at: (found.st_mtime.into(), found.st_mtime_nsec.into()),
            bytes: found.st_size.into(),
        }
    }

    fn nanoseconds(self) -> i128 {
        self.at.0 * 1_000_000_000 + self.at.1
    }

    fn moment(self) -> Option<Time> {
        let at = self.nanoseconds() / 1_000_000;
        i64::try_from(at).ok().map(Time)
    }
}

fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    Time(i64::try_from(since.unwrap_or_default().as_millis()).unwrap_or(i64::MAX))
}

/// Returns the name of the replaced file in the internal folder.
fn last(kind: Kind) -> String {
    format!("{}.last", kind.own())
}

/// Returns the metadata of a path, without following links.
fn stat(at: BorrowedFd<'_>, path: &Path) -> std::io::Result<Stat> {
    Ok(rustix::fs::statat(at, path, AtFlags::SYMLINK_NOFOLLOW)?)
}

/// Opens a folder that is not a link.
fn open_folder(at: BorrowedFd<'_>, path: &Path) -> std::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::openat(at, path, flags, Mode::empty())?)
}

/// Opens such a folder, and creates it if needed.
fn make_folder(at: BorrowedFd<'_>, path: &Path) -> std::io::Result<OwnedFd> {
    match rustix::fs::mkdirat(at, path, Mode::from_raw_mode(0o777)) {
        Err(error) if error != rustix::io::Errno::EXIST => return Err(error.into()),
        Ok(()) | Err(_) => {}
    }
    open_folder(at, path).map_err(|error| {
        let name = path.display();
        std::io::Error::other(format!("{name} is no folder: {error}"))
    })
}

/// Reads a regular file; `None` if it does not exist.
fn read(at: BorrowedFd<'_>, path: &Path) -> std::result::Result<Option<String>, String> {
    let too_large = || format!("has more than {} MiB", MAX_BYTES / 1024 / 1024);
    match stat(at, path) {
        Ok(found) if whole::is_link(&found) => {
            return Err("is a link, and links are not followed".into());
        }
        Ok(found) if !whole::is_file(&found) => return Err("is not a file".into()),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    }
    let file = whole::open(at, path, OFlags::NOFOLLOW).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    let read = file.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large());
    }
    let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())?;
    Ok(Some(text))
}

#[cfg(test)]
mod tests;
