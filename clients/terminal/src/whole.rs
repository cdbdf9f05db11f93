//! A file that is written whole or not at all. Knows not what is in it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Writes a file beside the one at `path`, and puts it in its place with the same permissions.
///
/// # Errors
/// When the folder cannot be written; then the file is as it was.
pub fn put(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = beside(path);
    let put = || {
        write(&beside, path, text)?;
        fs::rename(&beside, path)
    };
    put().inspect_err(|_| drop(fs::remove_file(&beside)))
}

/// Writes a new file, with the permissions of the one at `like`, and waits until it is kept. Gives what is known of it.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, like: &Path, text: &str) -> std::io::Result<fs::Metadata> {
    // What is there was left by a process that was killed.
    drop(fs::remove_file(path));
    let mut file = fs::File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    if let Ok(found) = fs::metadata(like) {
        file.set_permissions(found.permissions())?;
    }
    file.sync_all()?;
    file.metadata()
}

/// Puts the file `new` in the place of the one at `path`, and that one in its place, in one step where the system can.
///
/// # Errors
/// When it cannot be done; then both are where they were.
pub fn exchange(new: &Path, path: &Path) -> std::io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, new, CWD, path, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    let aside = beside(new);
    drop(fs::remove_file(&aside));
    // Where a file cannot have two names, the one before is nowhere afterwards.
    let is_aside = fs::hard_link(path, &aside).is_ok();
    fs::rename(new, path)?;
    if is_aside {
        fs::rename(&aside, new)?;
    }
    Ok(())
}

/// A name that only this process uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_files_take_each_others_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        put(&old, "old").expect("written");
        write(&new, &old, "new").expect("written");
        exchange(&new, &old).expect("exchanged");
        assert_eq!(fs::read_to_string(&old).expect("a file"), "new");
        assert_eq!(fs::read_to_string(&new).expect("a file"), "old");
        fs::remove_file(&old).expect("removed");
        fs::remove_file(&new).expect("removed");
        assert!(exchange(&new, &old).is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
