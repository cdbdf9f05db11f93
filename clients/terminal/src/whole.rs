//! Reads files without blocking, and writes them atomically. Paths are resolved from an open directory if one is given,
//! so that a link which replaces a directory cannot redirect them.

use std::fs::File;
use std::io::{Error, Read as _, Write as _};
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags};

/// Reads a text file; a pipe, which would wait for a writer, a device and a folder are errors.
///
/// # Errors
/// Returns an error if it is not a regular file, cannot be read, or is not UTF-8.
pub fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    open(CWD, path, OFlags::empty())?.read_to_string(&mut text)?;
    Ok(text)
}

/// Opens a file for reading, without waiting for the writer of a pipe; `flags` is [`OFlags::NOFOLLOW`] or empty.
///
/// # Errors
/// Returns an error if it is not a regular file, or cannot be opened.
pub fn open(at: BorrowedFd<'_>, path: &Path, flags: OFlags) -> std::io::Result<File> {
    let flags = flags | OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::openat(at, path, flags, Mode::empty())?);
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(Error::other(format!("{} is not a file", path.display())))
    }
}

/// Opens a lock file, and creates it if needed; links and special files are rejected.
///
/// # Errors
/// Returns an error if the path is no regular file, or cannot be written.
pub fn open_lock(at: BorrowedFd<'_>, path: &Path) -> std::io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::NOFOLLOW;
    let flags = flags | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::openat(at, path, flags, NEW_FILE)?);
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(Error::other(format!("{} is not a file", path.display())))
    }
}

/// Permissions of a new file, before the umask.
const NEW_FILE: Mode = Mode::from_raw_mode(0o666);

/// Returns true for a regular file that is not a link.
#[must_use]
pub fn is_file(stat: &rustix::fs::Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
}

/// Returns true for a link.
#[must_use]
pub fn is_link(stat: &rustix::fs::Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::Symlink
}

/// Writes a temporary file next to `path`, and renames it to `path` with the same permissions.
///
/// # Errors
/// Returns an error if the folder cannot be written; the file is then unchanged.
pub fn put(path: &Path, text: &str) -> std::io::Result<()> {
    put_at(CWD, path, text)
}

/// Same as [`put`], at a path from an open directory.
///
/// # Errors
/// Same as [`put`].
pub fn put_at(at: BorrowedFd<'_>, path: &Path, text: &str) -> std::io::Result<()> {
    let beside = beside(path);
    let put = || {
        write((at, &beside), (at, path), text)?;
        rustix::fs::renameat(at, &beside, at, path)?;
        Ok(())
    };
    put().inspect_err(|_| remove(at, &beside))
}

/// Removes a file, ignoring errors.
pub fn remove(at: BorrowedFd<'_>, path: &Path) {
    let _ = rustix::fs::unlinkat(at, path, AtFlags::empty());
}

/// Path of a file, relative to an open directory.
pub type Place<'a> = (BorrowedFd<'a>, &'a Path);

/// Writes a new file with the permissions of the file `like`, and syncs it to disk. Returns its metadata.
///
/// # Errors
/// Returns an error if it cannot be written.
pub fn write(new: Place<'_>, like: Place<'_>, text: &str) -> std::io::Result<rustix::fs::Stat> {
    // A process that was killed may have left this file.
    remove(new.0, new.1);
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let mut file = File::from(rustix::fs::openat(new.0, new.1, flags, NEW_FILE)?);
    file.write_all(text.as_bytes())?;
    if let Ok(found) = rustix::fs::statat(like.0, like.1, AtFlags::empty()) {
        rustix::fs::fchmod(&file, Mode::from_raw_mode(found.st_mode & 0o7777))?;
    }
    file.sync_all()?;
    Ok(rustix::fs::fstat(&file)?)
}

/// Exchanges two files, atomically if the system supports it.
///
/// # Errors
/// Returns an error if they cannot be exchanged. Both are then unchanged, unless only the last step of the fallback
/// failed.
pub fn exchange(new: Place<'_>, old: Place<'_>) -> std::io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{RenameFlags, renameat_with};
        if renameat_with(new.0, new.1, old.0, old.1, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    let aside = beside(new.1);
    remove(new.0, &aside);
    // On a file system without hard links the old file is lost.
    let is_aside = rustix::fs::linkat(old.0, old.1, new.0, &aside, AtFlags::empty()).is_ok();
    rustix::fs::renameat(new.0, new.1, old.0, old.1)?;
    if is_aside {
        rustix::fs::renameat(new.0, &aside, new.0, new.1)?;
    }
    Ok(())
}

/// Returns a file name that only this process uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_pipe_is_no_file_and_nobody_waits_for_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let mode = Mode::RWXU;
        rustix::fs::mknodat(CWD, &pipe, FileType::Fifo, mode, 0).expect("a pipe");
        assert!(read(&pipe).is_err());
        assert!(open_lock(CWD, &pipe).is_err());
        assert!(read(folder.path()).is_err());
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        put(&file, "text").expect("written");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        assert_eq!(read(&link).expect("a file"), "text");
        assert!(open(CWD, &link, OFlags::NOFOLLOW).is_err());
        assert!(open_lock(CWD, &link).is_err());
        assert!(open_lock(CWD, &file).is_ok());
    }

    #[test]
    fn two_files_take_each_others_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        put(&old, "old").expect("written");
        write((CWD, &new), (CWD, &old), "new").expect("written");
        exchange((CWD, &new), (CWD, &old)).expect("exchanged");
        assert_eq!(fs::read_to_string(&old).expect("a file"), "new");
        assert_eq!(fs::read_to_string(&new).expect("a file"), "old");
        fs::remove_file(&old).expect("removed");
        fs::remove_file(&new).expect("removed");
        assert!(exchange((CWD, &new), (CWD, &old)).is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
