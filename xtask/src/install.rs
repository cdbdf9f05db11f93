//! `cargo xtask install`: the release build, copied to a folder on the `PATH`.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use crate::profile::Profile;
use crate::{build, place};

/// Destination of the installation.
#[derive(Args)]
pub struct Options {
    /// Install to `bin` in this folder. [default: `CARGO_INSTALL_ROOT`, else `CARGO_HOME`, else `~/.cargo`]
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

/// Builds and copies.
pub fn run(options: &Options) -> Result<()> {
    let root = options
        .root
        .clone()
        .or_else(|| default_root(|name| env::var_os(name)));
    let bin = root
        .context("neither --root nor HOME is set. What to do: give --root FOLDER")?
        .join("bin");
    build::run(Profile::Release)?;
    let installed = copy(&place::binary(Profile::Release), &bin)?;
    println!("installed {}", installed.display());
    if !is_on_path(&bin, &env::var_os("PATH").unwrap_or_default()) {
        println!(
            "{} is not on the PATH. What to do: add it, for example with `export PATH=\"{}:$PATH\"` in ~/.profile",
            bin.display(),
            bin.display()
        );
    }
    Ok(())
}

/// Returns the folder that `cargo install` uses.
fn default_root(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> Option<PathBuf> {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    let named = ["CARGO_INSTALL_ROOT", "CARGO_HOME"]
        .into_iter()
        .find_map(set);
    named
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(set("HOME")?).join(".cargo")))
}

/// Copies a binary into a folder. A running program keeps its file, because the new one is renamed into place.
fn copy(binary: &Path, bin: &Path) -> Result<PathBuf> {
    let name = binary.file_name().context("the binary has no name")?;
    let (installed, new) = (bin.join(name), bin.join(".loci.new"));
    fs::create_dir_all(bin)
        .and_then(|()| fs::copy(binary, &new))
        .and_then(|_| fs::rename(&new, &installed))
        .with_context(|| {
            format!(
                "{} cannot be written. What to do: give a folder of yours with --root",
                installed.display()
            )
        })?;
    Ok(installed)
}

fn is_on_path(bin: &Path, path: &OsStr) -> bool {
    env::split_paths(path).any(|folder| folder == bin)
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn the_default_folder_is_that_of_cargo() {
        let root = |set: &[(&str, &str)]| {
            default_root(|name| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).into())
            })
        };
        let home = ("HOME", "/home/ada");
        assert_eq!(root(&[home]), Some("/home/ada/.cargo".into()));
        assert_eq!(root(&[home, ("CARGO_HOME", "/c")]), Some("/c".into()));
        let both = [home, ("CARGO_HOME", "/c"), ("CARGO_INSTALL_ROOT", "/i")];
        assert_eq!(root(&both), Some("/i".into()));
        assert_eq!(
            root(&[home, ("CARGO_HOME", "")]),
            Some("/home/ada/.cargo".into())
        );
        assert_eq!(root(&[]), None);
    }

    #[test]
    fn a_binary_replaces_the_installed_one() {
        let folder = tempfile::tempdir().unwrap();
        let (binary, bin) = (folder.path().join("loci"), folder.path().join("root/bin"));
        for content in ["one", "two"] {
            fs::write(&binary, content).unwrap();
            let installed = copy(&binary, &bin).unwrap();
            assert_eq!(installed, bin.join("loci"));
            assert_eq!(fs::read_to_string(&installed).unwrap(), content);
        }
        assert_eq!(fs::read_dir(&bin).unwrap().count(), 1);
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let error = copy(&binary, &file).unwrap_err().to_string();
        assert!(error.contains("--root"), "{error}");
    }

    #[test]
    fn the_path_is_searched_by_whole_folders() {
        let bin = Path::new("/home/ada/.cargo/bin");
        assert!(is_on_path(bin, OsStr::new("/bin:/home/ada/.cargo/bin")));
        assert!(!is_on_path(bin, OsStr::new("/bin:/home/ada/.cargo/bin2")));
        assert!(!is_on_path(bin, OsStr::new("")));
    }
}
