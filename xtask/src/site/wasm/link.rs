//! Makes one script of two that refer to each other: what binds the main wasm, and what loads the other
//! parts. Neither could carry a hash of its content in its name while the other has to name it.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};

use super::pack::COMMON;

/// The name under which the main wasm imports what loads the other parts.
pub const MODULE: &str = "./__wasm_split.js";
/// What the names of the functions that load a group begin with.
const LOADER: &str = "__wasm_split_load_";
/// Loads packs, by what the script of the parts has for loading.
const LOAD_PACK: &str = include_str!("load_pack.js");

/// A pack as the script loads it.
pub struct Packed {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub address: String,
    /// The names of its parts, each with where it ends in the file.
    pub parts: Vec<(String, usize)>,
}

/// Puts the script that loads the parts into the one that binds the main wasm, and has it load packs.
pub fn join(binding: &str, loading: &str, packs: &[Packed]) -> Result<String> {
    let from = format!(" from \"{MODULE}\"");
    let (mut joined, mut imports) = (String::new(), Vec::new());
    for line in binding.lines() {
        let import = line.trim_end_matches(';').strip_suffix(&from);
        if let Some(name) = import.and_then(|rest| rest.strip_prefix("import * as ")) {
            imports.push(name);
        } else {
            joined += line;
            joined.push('\n');
        }
    }
    let loaders = loaders(loading);
    ensure!(
        !imports.is_empty() && !loaders.is_empty(),
        "the script that binds the wasm does not import the one that loads its parts"
    );
    for line in loading.lines().take_while(|line| !is_of_a_part(line)) {
        // What it imports is of the binding script, which stands above.
        if !line.starts_with("import ") {
            joined += line;
            joined.push('\n');
        }
    }
    joined += LOAD_PACK;
    let find = |name: &str| packs.iter().find(|pack| pack.name == name);
    let mut first = "";
    if let Some(common) = find(COMMON) {
        writeln!(joined, "const common = makeLoad({}, []);", pack(common))?;
        first = "common";
    }
    for group in &loaders {
        let own = find(group).with_context(|| format!("no part is for {group}"))?;
        let own = pack(own);
        writeln!(
            joined,
            "const {LOADER}{group} = wrapAsyncCb(makeLoad({own}, [{first}]));"
        )?;
    }
    let names: Vec<_> = loaders
        .iter()
        .map(|group| format!("{LOADER}{group}"))
        .collect();
    let names = format!("{{ {} }}", names.join(", "));
    for import in imports {
        writeln!(joined, "const {import} = {names};")?;
    }
    Ok(joined)
}

/// The groups that a script loads.
fn loaders(script: &str) -> Vec<&str> {
    let names = script.lines().filter_map(|line| {
        let rest = line.strip_prefix("export const ")?;
        rest.strip_prefix(LOADER)?.split(' ').next()
    });
    names.collect()
}

/// Whether a line begins what loads a single part: from there on packs are loaded instead.
fn is_of_a_part(line: &str) -> bool {
    ["/* ", "const __chunk_", "export const "]
        .iter()
        .any(|begin| line.starts_with(begin))
}

/// A pack in JavaScript.
fn pack(pack: &Packed) -> String {
    let parts = pack.parts.iter();
    let parts = parts.map(|(name, end)| format!("[\"{name}\", {end}]"));
    let parts = parts.collect::<Vec<_>>().join(", ");
    format!("pack(\"{}\", [{parts}])", pack.address)
}

#[cfg(test)]
mod tests;
