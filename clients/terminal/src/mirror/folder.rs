//! The folder of a mirror: read and written in the mirror's own places alone, through no link, whole or not at all.
//! Knows no server.

use std::fs::{self, File, Metadata};
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use kernel::{Error, Result, Time};

use super::kind::Kind;
use crate::{shown, whole};

/// The mirror's own folder in it: what it put where, and the lock.
const OWN: &str = ".loci-mirror";
/// The most bytes of a file that is taken in.
const MOST: u64 = 4 * 1024 * 1024;
/// How many files of one moment are kept beside each other.
const BESIDE: usize = 1000;

/// A folder that this process alone mirrors.
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

/// What tells a written file from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    at: Option<SystemTime>,
    bytes: u64,
}

/// What is remembered of a file.
pub struct Base {
    /// What it said.
    pub text: String,
    /// Since when that is remembered.
    pub at: Option<SystemTime>,
}

/// What stands where a file should be.
pub enum Found {
    /// Nothing.
    Nothing,
    /// A text.
    Text(String),
    /// What cannot be taken in, and why.
    Odd(String),
}

impl Folder {
    /// Opens it for the mind of an agent.
    ///
    /// # Errors
    /// `not_found` when there is none, `conflict` when it mirrors another mind or another process has it,
    /// `unavailable` when it cannot be written.
    pub fn open(given: &Path, agent: &str) -> Result<Self> {
        let name = given.display();
        let path = fs::canonicalize(given).ok().filter(|path| path.is_dir());
        let path = path.ok_or_else(|| Error::not_found(format!("there is no folder {name}")))?;
        let own = path.join(OWN);
        let failed = |error: std::io::Error| {
            Error::unavailable(format!("{name} cannot be written: {error}"))
        };
        folder(&own).map_err(failed)?;
        let lock = lock(&own.join("lock")).map_err(failed)?;
        if lock.try_lock().is_err() {
            let detail = format!("another `loci mirror` keeps {name}");
            return Err(Error::conflict("mirrored", detail));
        }
        let whose = own.join("agent");
        let known = read(&whose)
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
        whole::put(&whose, &format!("{agent}\n")).map_err(failed)?;
        // What it remembers is nobody's to commit.
        whole::put(&own.join(".gitignore"), "*\n").map_err(failed)?;
        Ok(Self { path, _lock: lock })
    }

    fn file(&self, kind: Kind) -> PathBuf {
        self.path.join(kind.name())
    }

    fn own(&self, name: &str) -> PathBuf {
        self.path.join(OWN).join(name)
    }

    /// A look at a file, without reading it; nothing when there is none.
    #[must_use]
    pub fn look(&self, kind: Kind) -> Option<Look> {
        fs::symlink_metadata(self.file(kind))
            .ok()
            .as_ref()
            .map(Look::of)
    }

    /// Whether the last line of a file has an end, or there is none.
    #[must_use]
    pub fn is_ended(&self, kind: Kind) -> bool {
        let path = self.file(kind);
        // Opening a pipe would wait for who writes into it.
        if !fs::symlink_metadata(&path).is_ok_and(|found| found.is_file()) {
            return true;
        }
        let last = || -> std::io::Result<u8> {
            let mut file = File::open(&path)?;
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
        let path = self.file(kind);
        if let Some(folder) = path.parent().filter(|folder| *folder != self.path) {
            match fs::symlink_metadata(folder) {
                Ok(found) if found.is_dir() => {}
                Ok(_) => return Found::Odd("stands behind what is no folder".into()),
                Err(_) => return Found::Nothing,
            }
        }
        match read(&path) {
            Ok(text) => text.map_or(Found::Nothing, Found::Text),
            Err(why) => Found::Odd(why),
        }
    }

    /// What was put into a file last, or taken in of it.
    #[must_use]
    pub fn base(&self, kind: Kind) -> Option<Base> {
        let path = self.own(kind.own());
        let text = read(&path).ok().flatten()?;
        let found = fs::symlink_metadata(&path).ok();
        let at = found.and_then(|found| found.modified().ok());
        Some(Base { text, at })
    }

    /// Remembers that a file says that, and that all of it is known.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn remember(&self, kind: Kind, text: &str) -> std::io::Result<()> {
        whole::put(&self.own(kind.own()), text)
    }

    /// Puts a text in the place of the file that looks like that, and remembers it; gives how the file looks then, and
    /// nothing when somebody was faster: then theirs stays. What was there can be looked at until the next time: an
    /// editor may still write into it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put(
        &self,
        kind: Kind,
        text: &str,
        before: Option<Look>,
    ) -> std::io::Result<Option<Look>> {
        let path = self.file(kind);
        // What was moved away or deleted is not made anew.
        fs::symlink_metadata(&self.path)?;
        if let Some(parent) = path.parent() {
            folder(parent)?;
        }
        let new = self.last(kind);
        let look = Look::of(&whole::write(&new, &path, text)?);
        let put = if self.look(kind) != before {
            Err(ErrorKind::AlreadyExists.into())
        } else if before.is_some() {
            whole::exchange(&new, &path)
        } else {
            fs::hard_link(&new, &path).and_then(|()| fs::remove_file(&new))
        };
        let look = match put {
            Ok(()) => look,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                drop(fs::remove_file(&new));
                return Ok(None);
            }
            // The folder of the file may be on another disk, or have no second names.
            Err(_) => {
                whole::put(&path, text)?;
                Look::of(&fs::symlink_metadata(&path)?)
            }
        };
        self.remember(kind, text)?;
        Ok(Some(look))
    }

    /// The file that was there before the last one was put in its place.
    fn last(&self, kind: Kind) -> PathBuf {
        self.own(&format!("{}.last", kind.own()))
    }

    /// A look at that file.
    #[must_use]
    pub fn look_at_last(&self, kind: Kind) -> Option<Look> {
        fs::symlink_metadata(self.last(kind))
            .ok()
            .as_ref()
            .map(Look::of)
    }

    /// What that file says.
    #[must_use]
    pub fn read_last(&self, kind: Kind) -> Option<String> {
        read(&self.last(kind)).ok().flatten()
    }

    /// Keeps a text beside the file that it stood in; gives the name. The same text of the same moment is kept once.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, kind: Kind, text: &str) -> std::io::Result<String> {
        let at = self.look(kind).and_then(|look| look.at);
        let at = at.unwrap_or_else(SystemTime::now);
        let at = at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let at = Time(i64::try_from(at.as_millis()).unwrap_or(i64::MAX));
        let at = at.to_second().replace(['-', ':'], "");
        let stem = kind.name().trim_end_matches(".md");
        for nth in 1..=BESIDE {
            let nth = if nth == 1 {
                String::new()
            } else {
                format!("-{nth}")
            };
            let name = format!("{stem}.conflict-{at}{nth}.md");
            let path = self.path.join(&name);
            match fs::symlink_metadata(&path) {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    whole::put(&path, text)?;
                    return Ok(name);
                }
                Ok(_) if read(&path).is_ok_and(|found| found.as_deref() == Some(text)) => {
                    return Ok(name);
                }
                _ => {}
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }
}

impl Look {
    fn of(found: &Metadata) -> Self {
        Self {
            at: found.modified().ok(),
            bytes: found.len(),
        }
    }
}

/// The file of the lock, which is one itself: no link to another, and nothing that others write into.
fn lock(path: &Path) -> std::io::Result<File> {
    match File::create_new(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => return made,
    }
    if fs::symlink_metadata(path)?.is_file() {
        return File::options().write(true).open(path);
    }
    let name = path.display();
    Err(std::io::Error::other(format!("{name} is not a file")))
}

/// Makes a folder that is one itself, no link to another.
fn folder(path: &Path) -> std::io::Result<()> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => return made,
    }
    if fs::symlink_metadata(path)?.is_dir() {
        return Ok(());
    }
    let name = path.display();
    Err(std::io::Error::other(format!("{name} is no folder")))
}

/// Reads a file that is one itself; nothing when there is none.
fn read(path: &Path) -> std::result::Result<Option<String>, String> {
    let too_large = || format!("has more than {} MiB", MOST / 1024 / 1024);
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => {
            return Err("is a link, and links are not followed".into());
        }
        Ok(found) if !found.is_file() => return Err("is not a file".into()),
        Ok(found) if found.len() > MOST => return Err(too_large()),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    let read = file.take(MOST + 1).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MOST {
        return Err(too_large());
    }
    let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())?;
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind::Document;

    fn opened() -> (tempfile::TempDir, Folder) {
        let around = tempfile::tempdir().expect("a folder");
        let folder = Folder::open(around.path(), "ada").expect("a mirror");
        (around, folder)
    }

    #[test]
    fn a_file_that_somebody_saved_meanwhile_stays() {
        let (around, folder) = opened();
        let path = around.path().join(KIND.name());
        // One that was not there, and one that was another.
        fs::write(&path, "theirs").expect("written");
        let put = folder.put(KIND, "ours", None).expect("no error");
        assert_eq!(put, None);
        let seen = folder.look(KIND);
        let saved = around.path().join("saved");
        fs::write(&saved, "saved by an editor").expect("written");
        fs::rename(&saved, &path).expect("renamed");
        let put = folder.put(KIND, "ours", seen).expect("no error");
        assert_eq!(put, None);
        assert!(folder.base(KIND).is_none(), "nothing of it is known");
        let text = fs::read_to_string(&path).expect("a file");
        assert_eq!(text, "saved by an editor");
    }

    #[test]
    fn what_was_there_can_be_looked_at() {
        let (around, folder) = opened();
        let look = folder.put(KIND, "first", None).expect("no error");
        assert_eq!(folder.look(KIND), look);
        assert_eq!(folder.read_last(KIND), None);
        let again = folder.put(KIND, "second", look).expect("no error");
        assert_eq!(folder.look(KIND), again);
        assert_eq!(folder.read_last(KIND).as_deref(), Some("first"));
        let base = folder.base(KIND).map(|base| base.text);
        assert_eq!(base.as_deref(), Some("second"));
        let names = fs::read_dir(around.path()).expect("a folder").count();
        assert_eq!(names, 2, "the file and the mirror's own folder");
    }

    #[test]
    fn the_last_line_may_go_on() {
        let (around, folder) = opened();
        assert!(folder.is_ended(KIND), "there is none");
        for (text, is_ended) in [("", true), ("a\n", true), ("a\nb", false)] {
            fs::write(around.path().join(KIND.name()), text).expect("a file");
            assert_eq!(folder.is_ended(KIND), is_ended, "{text:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_is_a_file_of_its_own() {
        let outside = tempfile::tempdir().expect("a folder");
        let target = outside.path().join("target");
        for is_link in [true, false] {
            let around = tempfile::tempdir().expect("a folder");
            let own = around.path().join(OWN);
            fs::create_dir(&own).expect("a folder");
            let lock = own.join("lock");
            if is_link {
                std::os::unix::fs::symlink(&target, &lock).expect("a link");
            } else {
                let mode = rustix::fs::Mode::RWXU;
                let kind = rustix::fs::FileType::Fifo;
                rustix::fs::mknodat(rustix::fs::CWD, &lock, kind, mode, 0).expect("a pipe");
            }
            assert!(Folder::open(around.path(), "ada").is_err(), "{is_link}");
            assert!(!target.exists());
        }
    }
}
