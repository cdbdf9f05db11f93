//! Makes one script of two that refer to each other: what binds the main wasm, and what loads the other
//! parts. Neither could carry a hash of its content in its name while the other has to name it.

use std::fmt::Write as _;

use anyhow::{Result, ensure};

/// The name under which the main wasm imports what loads the other parts.
pub const MODULE: &str = "./__wasm_split.js";

/// Puts the script that loads the parts into the one that binds the main wasm.
pub fn join(binding: &str, loading: &str) -> Result<String> {
    let from = format!(" from \"{MODULE}\"");
    let (mut joined, mut imports, mut loaders) = (String::new(), Vec::new(), Vec::new());
    for line in binding.lines() {
        let import = line.trim_end_matches(';').strip_suffix(&from);
        if let Some(name) = import.and_then(|rest| rest.strip_prefix("import * as ")) {
            imports.push(name);
        } else {
            joined += line;
            joined.push('\n');
        }
    }
    for line in loading.lines() {
        if line.starts_with("import ") {
            // Of the binding script, which stands above.
            continue;
        }
        let line = match line.strip_prefix("export ") {
            Some(loader) => {
                let name = loader.split(' ').nth(1).unwrap_or_default();
                loaders.push(name);
                loader
            }
            None => line,
        };
        joined += line;
        joined.push('\n');
    }
    ensure!(
        !imports.is_empty() && !loaders.is_empty(),
        "the script that binds the wasm does not import the one that loads its parts"
    );
    let loaders = format!("{{ {} }}", loaders.join(", "));
    for name in imports {
        writeln!(joined, "const {name} = {loaders};")?;
    }
    Ok(joined)
}

/// Has the script load a part from its address instead of by the name it was cut under.
pub fn rename(script: &str, part: &str, address: &str) -> Result<String> {
    let name = format!("\"./{part}\"");
    ensure!(script.contains(&name), "no script loads {part}");
    Ok(script.replace(&name, &format!("\"{address}\"")))
}

#[cfg(test)]
mod tests;
