//! A file that is written whole or not at all. Knows not what is in it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Writes a file beside the one at `path`, and puts it in its place with the same permissions. Gives what is known of
/// it.
///
/// # Errors
/// When the folder cannot be written; then the file is as it was.
pub fn put(path: &Path, text: &str) -> std::io::Result<fs::Metadata> {
    let beside = beside(path);
    // What is there was left by a process that was killed.
    drop(fs::remove_file(&beside));
    let put = || {
        let mut file = fs::File::create_new(&beside)?;
        file.write_all(text.as_bytes())?;
        if let Ok(found) = fs::metadata(path) {
            file.set_permissions(found.permissions())?;
        }
        file.sync_all()?;
        let known = file.metadata()?;
        fs::rename(&beside, path)?;
        Ok(known)
    };
    put().inspect_err(|_| drop(fs::remove_file(&beside)))
}

/// A name that only this process uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}
