//! Change of a file: reads it, shows the difference, and writes it atomically.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use kernel::{Error, Result};
use similar::TextDiff;

use crate::{shown, whole};

/// Maximum size of a file that is changed, in bytes.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// Change of one file.
pub struct Change {
    /// Name for people.
    pub name: String,
    path: PathBuf,
    /// Folder of the project, which is kept even if it becomes empty.
    folder: PathBuf,
    before: Option<String>,
    /// New content; `None` to remove the file.
    pub after: Option<String>,
}

impl Change {
    /// Creates the change of a file; `edit` gets the current content and returns the new one.
    ///
    /// # Errors
    /// `invalid` if the file cannot be read, or `edit` rejects it.
    pub fn of(
        folder: &Path,
        name: &str,
        edit: impl FnOnce(Option<&str>) -> Result<Option<String>, String>,
    ) -> Result<Self> {
        let path = folder.join(name);
        let mut name = name.to_owned();
        if let Some(outside) = outside(&path, folder) {
            name = format!("{name}, which is {}", outside.display());
        }
        let before = read(&path)?;
        let after = edit(before.as_deref()).map_err(|why| {
            Error::invalid(format!("{}: {why}; nothing was changed", path.display()))
        })?;
        Ok(Self {
            name,
            path,
            folder: folder.to_owned(),
            before,
            after,
        })
    }

    /// Returns true if it changes anything.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.before != self.after
    }

    /// Formats the difference, line by line.
    #[must_use]
    pub fn render_diff(&self) -> String {
        let (before, after) = (self.before.as_deref(), self.after.as_deref());
        let what = match (before, after) {
            (None, Some(_)) => "new",
            (Some(_), None) => "removed",
            _ if self.is_one() => "changed",
            _ => "as it is to be",
        };
        let mut out = format!("{} ({what})\n", self.name);
        let diff = TextDiff::from_lines(before.unwrap_or(""), after.unwrap_or(""));
        for hunk in diff.unified_diff().iter_hunks() {
            for change in hunk.iter_changes() {
                let line = change.value().trim_end_matches(['\n', '\r']);
                let tag = change.tag().to_string();
                out.extend(["  ", &tag, " ", &shown::line(line), "\n"]);
            }
        }
        out
    }

    /// Applies the change.
    ///
    /// # Errors
    /// `conflict` if the file has changed since it was read, `unavailable` if it cannot be written.
    pub fn make(&self) -> Result<()> {
        if !self.is_one() {
            return Ok(());
        }
        if read(&self.path)? != self.before {
            let name = &self.name;
            let detail = format!("{name} has changed meanwhile; run the command again");
            return Err(Error::conflict("changed", detail));
        }
        let failed =
            |error: std::io::Error| Error::unavailable(format!("{}: {error}", self.path.display()));
        match &self.after {
            Some(text) => write(&self.path, text).map_err(failed),
            None => remove(&self.path, &self.folder).map_err(failed),
        }
    }
}

/// Returns the real path of a file, if links lead out of the project.
fn outside(path: &Path, project: &Path) -> Option<PathBuf> {
    let project = fs::canonicalize(project).ok()?;
    let mut around = path.ancestors();
    let (known, there) = around.find_map(|known| Some((known, fs::canonicalize(known).ok()?)))?;
    let rest = path.strip_prefix(known).ok()?;
    let there = if rest.as_os_str().is_empty() {
        there
    } else {
        there.join(rest)
    };
    (!there.starts_with(project)).then_some(there)
}

fn read(path: &Path) -> Result<Option<String>> {
    let odd = |why: String| Error::invalid(format!("{}: {why}", path.display()));
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(odd("is not a file".into())),
        Ok(found) if found.len() > MAX_BYTES => {
            return Err(odd("is too large to be changed".into()));
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            return Err(odd("is a link to a file that is not there".into()));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(odd(error.to_string())),
    }
    let text = whole::read(path).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => odd("is not UTF-8".into()),
        _ => odd(error.to_string()),
    })?;
    Ok(Some(text))
}

/// Writes the file, or the target of a link.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    whole::put(&path, text)
}

/// Removes the file, and a link to it, and then the empty folders around it below the project's folder.
fn remove(path: &Path, project: &Path) -> std::io::Result<()> {
    fs::remove_file(fs::canonicalize(path)?)?;
    if path.is_symlink() {
        fs::remove_file(path)?;
    }
    let around = path.ancestors().skip(1);
    for folder in around.take_while(|folder| *folder != project) {
        // A folder that is not empty stays.
        drop(fs::remove_dir(folder));
    }
    Ok(())
}
