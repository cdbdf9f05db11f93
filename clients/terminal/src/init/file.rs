//! A file as it is and as it is to be: read, shown, and written whole or not at all. Knows not what is in it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use kernel::{Error, Result};
use similar::TextDiff;

use crate::{shown, whole};

/// The most bytes of a file that is changed.
const MOST: u64 = 4 * 1024 * 1024;

/// One file.
pub struct Change {
    /// How it is called for people.
    pub name: String,
    path: PathBuf,
    /// The project's folder, which stays whatever is taken out of it.
    folder: PathBuf,
    before: Option<String>,
    /// What is to be in it.
    pub after: Option<String>,
}

impl Change {
    /// The change of a file by `edit`, which is given what is there and says what is to be there.
    ///
    /// # Errors
    /// `invalid` when it cannot be read, or `edit` refuses it.
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

    /// Whether it changes anything.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.before != self.after
    }

    /// What of the file becomes another, line by line.
    #[must_use]
    pub fn shown(&self) -> String {
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

    /// Makes it so.
    ///
    /// # Errors
    /// `conflict` when the file has changed since it was read, `unavailable` when it cannot be written.
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

/// Where a file really is, when links lead out of the project.
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
        Ok(found) if found.len() > MOST => return Err(odd("is too large to be changed".into())),
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

/// Writes the file that is meant, which stands behind a link where there is one.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    whole::put(&path, text)
}

/// Removes the file that is meant, a link to it too, and the folders around it below the project's own when nothing
/// else is in them.
fn remove(path: &Path, project: &Path) -> std::io::Result<()> {
    fs::remove_file(fs::canonicalize(path)?)?;
    if path.is_symlink() {
        fs::remove_file(path)?;
    }
    let around = path.ancestors().skip(1);
    for folder in around.take_while(|folder| *folder != project) {
        // One with something in it stays.
        drop(fs::remove_dir(folder));
    }
    Ok(())
}
