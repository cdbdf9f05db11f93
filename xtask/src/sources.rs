//! Analysis of a crate's sources without its tests: number of lines, and references between top-level modules. Works on
//! tokens, not types: a module that is only used through a trait or a field is not detected.

mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use tokens::File;

/// One crate.
#[derive(Debug, Default)]
pub struct Sources {
    /// Top-level modules.
    pub modules: BTreeSet<String>,
    /// Number of lines without tests, including blank ones and comments.
    pub lines: usize,
    /// Number of lines with code: neither blank nor only a comment.
    pub code: usize,
    /// References between its modules.
    pub arrows: Vec<Arrow>,
}

/// A reference from a module to another one of its crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Referring module.
    pub from: String,
    /// Referenced module.
    pub to: String,
    /// File of the reference.
    pub file: PathBuf,
    /// Line of the reference.
    pub line: usize,
}

/// Returns the crates of the repository by name, each with the folder of its sources.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub fn crates(root: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    let clients = root.join("clients");
    let clients = clients
        .exists()
        .then(|| fs::read_dir(clients))
        .transpose()?;
    for entry in fs::read_dir(root)?.chain(clients.into_iter().flatten()) {
        let entry = entry?;
        let source = entry.path().join("src");
        if entry.path().join("Cargo.toml").exists() && source.exists() {
            found.insert(entry.file_name().to_string_lossy().into_owned(), source);
        }
    }
    Ok(found)
}

/// Reads all files below a crate's `src`.
///
/// # Errors
/// Returns an error if one cannot be read, or is not Rust.
pub fn read(source: &Path) -> Result<Sources> {
    let mut paths = Vec::new();
    rust_files(source, &mut paths)?;
    let mut files = Vec::new();
    for path in paths {
        let module = module(path.strip_prefix(source)?);
        let text = fs::read_to_string(&path)?;
        let file = File::read(&module, &text)
            .map_err(|error| anyhow!("{error}"))
            .with_context(|| format!("{} is not Rust", path.display()))?;
        files.push((path, text, file));
    }
    let tests: Vec<Vec<String>> = files
        .iter()
        .flat_map(|(_, _, file)| file.tests.iter().cloned())
        .collect();
    files.retain(|(_, _, file)| !tests.iter().any(|test| file.module.starts_with(test)));

    let mut sources = Sources::default();
    // Aliases for items of modules at the crate's root: `crate::Error` belongs to the module `error`.
    let mut aliases = BTreeMap::new();
    for (_, text, file) in &files {
        sources.modules.extend(file.module.first().cloned());
        sources.lines += text.lines().count() - file.test_lines.len();
        sources.code += code(text, &file.test_lines);
        for (alias, module) in &file.aliases {
            aliases.insert(alias, module);
        }
    }
    for (path, _, file) in &files {
        let Some(from) = file.module.first() else {
            // References of the crate's root do not count.
            continue;
        };
        for (name, line) in &file.names {
            let to = sources
                .modules
                .get(name)
                .or_else(|| aliases.get(name).copied());
            if let Some(to) = to.filter(|to| *to != from) {
                sources.arrows.push(Arrow {
                    from: from.clone(),
                    to: to.clone(),
                    file: path.clone(),
                    line: *line,
                });
            }
        }
    }
    Ok(sources)
}

/// Collects all Rust files below a folder, in alphabetical order.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries = fs::read_dir(folder)
        .with_context(|| format!("{} cannot be read", folder.display()))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// Returns the module path of a file below `src`; empty for the root of a crate.
fn module(file: &Path) -> Vec<String> {
    let path = file.with_extension("");
    let mut names: Vec<String> = path
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let is_root = |name: &str| name == "lib" || name == "main";
    if names.last().is_some_and(|name| name == "mod") || matches!(&*names, [name] if is_root(name))
    {
        names.pop();
    }
    names
}

/// Counts the lines with code.
fn code(text: &str, without: &BTreeSet<usize>) -> usize {
    text.lines()
        .enumerate()
        .filter(|(at, line)| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with("//") && !without.contains(&(at + 1))
        })
        .count()
}

#[cfg(test)]
mod tests;
