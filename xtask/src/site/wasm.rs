//! The browser's part: compiled for wasm32, split into parts, bound to JavaScript in this process, and packed.

mod link;
mod pack;
mod split;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::profile::Profile;
use crate::site::folder::{Folder, Name};
use crate::{place, step, tools};

/// Compiles `frontend` for the browser with the cargo command that `cargo` returns for a subcommand.
pub fn compile(profile: Profile, cargo: fn(&str) -> Command) -> Result<()> {
    tools::wasm_target()?;
    step::run(
        &format!("Building the pages for the browser ({})", profile.folder()),
        cargo("rustc")
            .args(["-p", "frontend", "--lib", "--target", tools::WASM])
            .args(profile.wasm_arguments())
            // Relocations, which the split needs.
            .args(["--", "-Clink-args=--emit-relocs"]),
        "mend the errors above",
    )
}

/// Writes the wasm, its packs, its script and the script's snippets.
pub fn bind(profile: Profile, folder: &mut Folder) -> Result<()> {
    let compiled = place::target()
        .join(tools::WASM)
        .join(profile.wasm_folder())
        .join("frontend.wasm");
    let work = work(profile)?;
    let parts = split::split(&compiled, &work.join("parts"))?;
    let release = profile == Profile::Release;
    Bindgen::new()
        .input_path(&parts.main)
        .web(true)?
        .out_name("loci")
        .typescript(false)
        .omit_default_module_path(true)
        // The parts are linked to the exports of the main module.
        .keep_lld_exports(true)
        .remove_name_section(release)
        .remove_producers_section(release)
        .generate(&work)
        .with_context(|| format!("binding {} to JavaScript failed", compiled.display()))?;

    let read = |name: &str| {
        std::fs::read(work.join(name)).with_context(|| format!("wasm-bindgen left no {name}"))
    };
    folder.add_hashed(Name::Wasm, "pkg/loci.wasm", &read("loci_bg.wasm")?)?;
    let mut packs = Vec::new();
    for pack in pack::packs(&parts.groups) {
        let (mut content, mut ends) = (Vec::new(), Vec::new());
        for part in pack.parts {
            let file = parts.folder.join(format!("{part}.wasm"));
            content.append(&mut split::tidy(&file, !release)?);
            ends.push((part, content.len()));
        }
        let path = format!("pkg/pack_{}.bin", pack.name);
        packs.push(link::Packed {
            name: pack.name,
            address: folder.add_hashed(Name::Pack(&pack.groups), &path, &content)?,
            parts: ends,
        });
    }
    let script = link::join(&String::from_utf8(read("loci.js")?)?, &parts.script, &packs)?;
    folder.add_hashed(Name::Js, "pkg/loci.js", script.as_bytes())?;
    // The script imports its snippets by these names, so they cannot be hashed.
    folder.add_tree(&work.join("snippets"), "pkg/snippets")
}

/// Returns an empty working folder.
fn work(profile: Profile) -> Result<PathBuf> {
    let work: &Path = &place::root().join("target/site");
    let work = work.join(format!("{}.bind", profile.folder()));
    if work.exists() {
        std::fs::remove_dir_all(&work)?;
    }
    Ok(work)
}
