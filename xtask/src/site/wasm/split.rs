//! Splitting of the wasm as declared in `app/src/chunks.rs`: code that only one group of pages needs becomes a separate
//! part, and so does code shared by several groups.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::{Options, transform};

/// Result of the split.
pub struct Parts {
    /// Folder of the parts.
    pub folder: PathBuf,
    /// The main module, still to be bound to JavaScript.
    pub main: PathBuf,
    /// The loader script.
    pub script: String,
    /// Names of the other parts, each with the groups of pages that need it.
    pub groups: BTreeMap<String, BTreeSet<String>>,
}

/// Splits a compiled wasm into parts in a folder.
pub fn split(compiled: &Path, folder: &Path) -> Result<Parts> {
    const SCRIPT: &str = super::link::MODULE;
    let whole = fs::read(compiled).with_context(|| format!("no {}", compiled.display()))?;
    let main = folder.join("main.wasm");
    let mut options = Options::new(&whole);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.link_name = SCRIPT;
    let split = transform(options)
        .map_err(|error| anyhow!("{error:#}"))
        .context("cutting the wasm into parts failed")?;

    let mut groups = BTreeMap::<_, BTreeSet<_>>::new();
    for (group, parts) in split.prefetch_map {
        for part in parts {
            groups.entry(part).or_default().insert(group.clone());
        }
    }
    Ok(Parts {
        folder: folder.to_owned(),
        script: fs::read_to_string(folder.join(SCRIPT))?,
        main,
        groups,
    })
}

/// Returns a part in its final form, without the padding that the split needs.
pub fn tidy(part: &Path, names: bool) -> Result<Vec<u8>> {
    let mut config = walrus::ModuleConfig::new();
    config
        .generate_name_section(names)
        .generate_producers_section(false);
    let mut module = config
        .parse_file(part)
        .with_context(|| format!("reading {} failed", part.display()))?;
    walrus::passes::gc::run(&mut module);
    Ok(module.emit_wasm())
}
