//! Starts the binary of every package, as a user would install it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{debian, tarball_folder, wheel};
use crate::running::Running;
use crate::test::package;
use crate::{place, step, tools};

/// Checks all packages in `folder`, and the binary itself in an empty root.
pub fn packages(binary: &Path, folder: &Path) -> Result<()> {
    let scratch = place::target().join("dist-check");
    if scratch.exists() {
        fs::remove_dir_all(&scratch)?;
    }
    fs::create_dir_all(&scratch)?;
    step::heading("Starting the binary in an empty root");
    in_empty_root(binary, &scratch.join("root"))?;
    for (name, install) in [
        (format!("{}.tar.gz", tarball_folder()), untar as Install),
        (debian::file_name(), undeb),
        (wheel::file_name(), pip),
    ] {
        step::heading(&format!("Starting {name}"));
        let scratch = scratch.join(&name);
        fs::create_dir_all(&scratch)?;
        match install(&folder.join(&name), &scratch)? {
            Some(binary) => Running::start(&binary, &scratch)
                .and_then(|server| server.get("/sign-in"))
                .map(|page| println!("{} bytes /sign-in", page.len()))
                .with_context(|| format!("{name} does not work"))?,
            None => println!("skipped: this machine has no dpkg-deb"),
        }
    }
    fs::remove_dir_all(&scratch)?;
    Ok(())
}

/// Installs a package into a folder, and returns the path of its binary; `None` if this machine cannot.
type Install = fn(&Path, &Path) -> Result<Option<PathBuf>>;

fn untar(package: &Path, folder: &Path) -> Result<Option<PathBuf>> {
    let mut tar = Command::new("tar");
    step::quietly(tar.arg("-xzf").arg(package).arg("-C").arg(folder))?;
    Ok(Some(folder.join(tarball_folder()).join("loci")))
}

fn undeb(package: &Path, folder: &Path) -> Result<Option<PathBuf>> {
    if !step::works(Command::new("dpkg-deb").arg("--version")) {
        return Ok(None);
    }
    step::quietly(Command::new("dpkg-deb").arg("--info").arg(package))?;
    step::quietly(Command::new("dpkg-deb").arg("-x").arg(package).arg(folder))?;
    Ok(Some(folder.join("usr/bin/loci")))
}

fn pip(package: &Path, folder: &Path) -> Result<Option<PathBuf>> {
    let venv = folder.join("venv");
    step::quietly(
        Command::new(tools::python()?)
            .args(["-m", "venv"])
            .arg(&venv),
    )?;
    step::quietly(
        Command::new(venv.join("bin/python"))
            .args(["-m", "pip", "install", "--quiet", "--no-index"])
            .arg("--disable-pip-version-check")
            .arg(package),
    )?;
    Ok(Some(venv.join("bin/loci")))
}

/// Starts the binary in a folder that has nothing else, as its root.
fn in_empty_root(binary: &Path, root: &Path) -> Result<()> {
    let as_user: &[&str] = &["unshare", "--map-root-user", "chroot"];
    let works = |chroot: &&[&str]| {
        let mut command = Command::new(chroot[0]);
        step::works(command.args(&chroot[1..]).args(["/", "/bin/true"]))
    };
    let Some(chroot) = [&["chroot"], as_user].into_iter().find(works) else {
        println!("skipped: changing the root needs root, or user namespaces");
        return Ok(());
    };
    fs::create_dir_all(root)?;
    fs::copy(binary, root.join("loci"))?;
    let mut command = Command::new(chroot[0]);
    Running::start_by(command.args(&chroot[1..]).arg(root).arg("/loci"))
        .and_then(|server| package::check(&server))
        .context("it does not work in an empty root")
}
