//! Lists the site's files for `src/assets/source.rs`, when they go into the binary: of those that are there in gzip,
//! too, that twin and no other than brotli's.
//!
//! The site itself is built by `cargo xtask build`, before the server. Without it the list is
//! empty: the server then says so when it starts, and `cargo check` works in a fresh clone.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let profile = if env::var("PROFILE")? == "release" {
        "release"
    } else {
        "debug"
    };
    let site = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?)
        .join("../target/site")
        .join(profile);
    fs::create_dir_all(&site)?;
    let site = site.canonicalize()?;
    let embeds = profile == "release" || env::var_os("CARGO_FEATURE_EMBED").is_some();

    let mut code = String::new();
    if embeds {
        // Cargo looks at every file below. Other builds read the disk and need no second look.
        println!("cargo::rerun-if-changed={}", site.display());
        code.push_str("Source::Embedded(&[\n");
        list(&site, &site, &mut code)?;
        code.push_str("])");
    } else {
        write!(code, "Source::Folder({:?})", site.display().to_string())?;
    }
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("site.rs"), code)?;
    Ok(())
}

fn list(root: &Path, folder: &Path, code: &mut String) -> Result<(), Box<dyn Error>> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            list(root, &path, code)?;
        } else if !gzip_path(&path).exists() {
            // Addresses have forward slashes, whatever the system's paths have.
            let parts = path
                .strip_prefix(root)?
                .iter()
                .map(|part| part.to_string_lossy());
            let name = parts.collect::<Vec<_>>().join("/");
            writeln!(
                code,
                "    ({name:?}, include_bytes!({:?})),",
                path.display().to_string()
            )?;
        }
    }
    Ok(())
}

/// The twin that a file can be made of again, which takes a fourth of its place.
fn gzip_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".gz");
    name.into()
}
