//! Merges two scripts that refer to each other: the binding of the main wasm, and the loader of the other parts. As
//! separate files neither could have a hash in its name.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};

use super::pack::COMMON;

/// Module name under which the main wasm imports the loader.
pub const MODULE: &str = "./__wasm_split.js";
/// Prefix of the functions that load a group.
const LOADER: &str = "__wasm_split_load_";
/// Loads packs with the functions of the loader script.
const LOAD_PACK: &str = include_str!("load_pack.js");

/// A pack in the loader script.
pub struct Packed {
    /// Name of the pack.
    pub name: String,
    /// Address of the pack.
    pub address: String,
    /// Names of its parts, each with its end offset in the file.
    pub parts: Vec<(String, usize)>,
}

/// Inlines the loader script into the binding script, and makes it load packs.
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
        // Its imports refer to the binding script, which is above.
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

/// Returns the groups that a script loads.
fn loaders(script: &str) -> Vec<&str> {
    let names = script.lines().filter_map(|line| {
        let rest = line.strip_prefix("export const ")?;
        rest.strip_prefix(LOADER)?.split(' ').next()
    });
    names.collect()
}

/// Returns true if a line begins the loading of single parts, which packs replace.
fn is_of_a_part(line: &str) -> bool {
    ["/* ", "const __chunk_", "export const "]
        .iter()
        .any(|begin| line.starts_with(begin))
}

/// Formats a pack as JavaScript.
fn pack(pack: &Packed) -> String {
    let parts = pack.parts.iter();
    let parts = parts.map(|(name, end)| format!("[\"{name}\", {end}]"));
    let parts = parts.collect::<Vec<_>>().join(", ");
    format!("pack(\"{}\", [{parts}])", pack.address)
}

#[cfg(test)]
mod tests;
