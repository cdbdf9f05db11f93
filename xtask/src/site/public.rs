//! Public files: fonts and drawings under names with a hash of their content, so that browsers cache them forever;
//! files with well-known addresses also under their own name.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::place;
use crate::site::folder::{Folder, Name};

/// A file that programs request by its well-known address.
const ASKED_FOR: &str = "/favicon.svg";

/// Adds the files of `public/` to the site.
pub fn copy(folder: &mut Folder) -> Result<()> {
    add(folder, &place::root().join("public"), "")
}

fn add(folder: &mut Folder, from: &Path, to: &str) -> Result<()> {
    let mut entries = fs::read_dir(from)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().into_string().ok();
        let address = format!("{to}/{}", name.context("a name is not UTF-8")?);
        if entry.file_type()?.is_dir() {
            add(folder, &entry.path(), &address)?;
            continue;
        }
        let content = fs::read(entry.path())?;
        let is_shown = [".woff2", ".svg"].iter().any(|end| address.ends_with(end));
        if is_shown {
            folder.add_hashed(Name::Public(&address), &format!("pkg{address}"), &content)?;
        }
        if !is_shown || address == ASKED_FOR {
            folder.add_named(&address[1..], &content)?;
        }
    }
    Ok(())
}
