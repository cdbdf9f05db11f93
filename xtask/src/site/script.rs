//! Scripts: the modules of `frontend/`, served as they are. They import each other by relative paths, so one folder whose
//! name contains the hash of them all holds them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::place;
use crate::site::folder::Folder;

/// The module that pages start.
const MAIN: &str = "main.js";

/// Adds the scripts to the site.
pub fn gather(folder: &mut Folder) -> Result<()> {
    let mut modules = BTreeMap::new();
    read(&place::root().join("frontend"), "", &mut modules)?;
    folder.add_modules("pkg/js", MAIN, &modules)
}

fn read(from: &Path, to: &str, modules: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name().into_string().ok();
        let path = format!("{to}{}", name.context("a name is not UTF-8")?);
        let from = entry.path();
        if entry.file_type()?.is_dir() {
            read(&from, &format!("{path}/"), modules)?;
        } else if from.extension().is_some_and(|extension| extension == "js") {
            modules.insert(path, fs::read(from)?);
        }
    }
    Ok(())
}
