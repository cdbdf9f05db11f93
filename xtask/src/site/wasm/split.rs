//! Cuts the wasm where `app/src/chunks.rs` says so: what only one group of pages needs becomes a part of
//! its own, and so does what several groups share.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::{Options, transform};

/// The wasm after the cuts.
pub struct Parts {
    /// Where the parts lie.
    pub folder: PathBuf,
    /// What every page needs, still to be bound to JavaScript.
    pub main: PathBuf,
    /// The script that loads the other parts.
    pub script: String,
    /// The names of the other parts, each with the groups of pages that need it.
    pub groups: BTreeMap<String, BTreeSet<String>>,
}

/// Cuts a compiled wasm into parts in a folder.
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

/// A part as the browser gets it: what was written so that it could be cut is written short again.
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
