//! The browser's half: compiled for wasm32, then bound to JavaScript in this process.

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::profile::Profile;
use crate::site::folder::{Folder, Name};
use crate::{place, step, tools};

/// Compiles `frontend` for the browser.
pub fn compile(profile: Profile) -> Result<()> {
    tools::wasm_target()?;
    step::run(
        &format!("Building the pages for the browser ({})", profile.folder()),
        tools::cargo("build")
            .args(["-p", "frontend", "--lib", "--target", tools::WASM])
            .args(profile.wasm_arguments()),
        "mend the errors above",
    )
}

/// Writes the wasm, its script and the script's snippets.
pub fn bind(profile: Profile, folder: &mut Folder) -> Result<()> {
    let compiled = place::target()
        .join(tools::WASM)
        .join(profile.wasm_folder())
        .join("frontend.wasm");
    let names = match profile {
        Profile::Debug => Names::Keep,
        Profile::Release => Names::Drop,
    };
    let work = place::root()
        .join("target/site")
        .join(format!("{}.bind", profile.folder()));
    if work.exists() {
        std::fs::remove_dir_all(&work)?;
    }
    Bindgen::new()
        .input_path(&compiled)
        .web(true)?
        .out_name("loci")
        .typescript(false)
        .omit_default_module_path(true)
        .remove_name_section(names == Names::Drop)
        .remove_producers_section(names == Names::Drop)
        .generate(&work)
        .with_context(|| format!("binding {} to JavaScript failed", compiled.display()))?;

    let read = |name: &str| {
        std::fs::read(work.join(name)).with_context(|| format!("wasm-bindgen left no {name}"))
    };
    folder.add_hashed(Name::Wasm, "pkg/loci.wasm", &read("loci_bg.wasm")?)?;
    folder.add_hashed(Name::Js, "pkg/loci.js", &read("loci.js")?)?;
    // The script imports its snippets by these names, so they cannot be hashed.
    folder.add_tree(&work.join("snippets"), "pkg/snippets")
}

/// Whether functions keep their names: readable panics, or fewer bytes.
#[derive(PartialEq, Eq)]
enum Names {
    Keep,
    Drop,
}
