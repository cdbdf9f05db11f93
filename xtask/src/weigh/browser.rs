//! Downloads of a browser: the wasm of each group of pages as it is sent, and its content by function names, which only
//! the compiler's output has.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;
use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

use crate::profile::Profile;
use crate::tools;
use crate::weigh::functions::Functions;
use crate::weigh::report::{Report, kilobytes};

/// The group of pages whose first view is one of the figures.
const PAGE: &str = "workflow";

/// Members of the site's list for the wasm.
#[derive(Deserialize)]
struct Site {
    wasm: String,
    packs: BTreeMap<String, Vec<String>>,
}

/// Measures the release site below a target folder.
pub fn weigh(target: &Path, report: &mut Report) -> Result<()> {
    let release = Profile::Release;
    let site = target.join("site").join(release.folder());
    let list = site.join("site.json");
    let list = fs::read(&list).with_context(|| format!("no {}", list.display()))?;
    let mut rows = Vec::new();
    for (group, bytes) in pages(&site, &serde_json::from_slice(&list)?)? {
        if group == PAGE {
            report.figure(
                &format!("wasm of a {group}'s page, brotli KB"),
                kilobytes(bytes),
            );
        }
        rows.push(vec![group, kilobytes(bytes)]);
    }
    report.table("Wasm by page, as sent", &["pages", "brotli KB"], rows);
    let compiled = target
        .join(tools::WASM)
        .join(release.wasm_folder())
        .join("frontend.wasm");
    let compiled = fs::read(&compiled).with_context(|| format!("no {}", compiled.display()))?;
    functions(&compiled)?.tell("Code of the wasm (uncompressed)", report);
    Ok(())
}

/// Returns the download size of each group's first view: the common part, and its packs.
fn pages(folder: &Path, site: &Site) -> Result<Vec<(String, u64)>> {
    let sent = |address: &String| {
        let twin = folder.join(format!("{}.br", address.trim_start_matches('/')));
        let known = fs::metadata(&twin).with_context(|| format!("no {}", twin.display()))?;
        anyhow::Ok(known.len())
    };
    let main = sent(&site.wasm)?;
    let group = |(group, parts): (&String, &Vec<String>)| {
        let parts: Vec<u64> = parts.iter().map(sent).collect::<Result<_>>()?;
        Ok((group.clone(), main + parts.iter().sum::<u64>()))
    };
    site.packs.iter().map(group).collect()
}

/// Returns the functions of a compiled wasm.
fn functions(wasm: &[u8]) -> Result<Functions> {
    let mut index = 0;
    let (mut sizes, mut names) = (Vec::new(), HashMap::new());
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            // Imported functions come first, and have no code.
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    index += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => {
                sizes.push((index, body.range().len() as u64));
                index += 1;
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(section) = section.as_known() {
                    for part in section {
                        if let Name::Function(all) = part? {
                            for name in all {
                                let name = name?;
                                names.insert(name.index, name.name);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let mut functions = Functions::default();
    for (index, bytes) in sizes {
        functions.add(names.get(&index).copied().unwrap_or_default(), bytes);
    }
    Ok(functions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_loads_what_all_need_and_its_parts() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in [("main", 100), ("one", 20), ("both", 3)] {
            fs::write(
                folder.path().join(format!("{name}.wasm.br")),
                vec![0; bytes],
            )
            .unwrap();
        }
        let list = r#"{"css": "/x.css", "wasm": "/main.wasm", "packs": {
            "inbox": ["/both.wasm"], "workflow": ["/one.wasm", "/both.wasm"]}}"#;
        let site: Site = serde_json::from_str(list).unwrap();
        let pages = pages(folder.path(), &site).unwrap();
        assert_eq!(
            pages,
            [("inbox".to_owned(), 103), ("workflow".to_owned(), 123)]
        );
    }
}
