//! The tools a task calls, and how they get onto a fresh machine.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{place, step};

/// The target of the browser's half.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Cargo, at the top of the repository, with the versions of the lock file.
pub fn cargo(subcommand: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(place::root()).arg(subcommand);
    // What cargo tells this crate about itself must not reach the crates it builds: a changed
    // variable would have their build scripts run again.
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name.as_ref());
        }
    }
    if subcommand != "fmt" {
        command.arg("--locked");
    }
    command
}

/// Adds the wasm target where rustup manages the compiler and it is missing.
pub fn wasm_target() -> Result<()> {
    let installed = Command::new("rustup")
        .current_dir(place::root())
        .args(["target", "list", "--installed"])
        .output();
    let Ok(installed) = installed else {
        // No rustup: the distribution's compiler may have the target; cargo will tell.
        return Ok(());
    };
    if String::from_utf8_lossy(&installed.stdout)
        .lines()
        .any(|line| line == WASM)
    {
        return Ok(());
    }
    step::run(
        "Adding the wasm target",
        Command::new("rustup")
            .current_dir(place::root())
            .args(["target", "add", WASM]),
        "check the network, then run `rustup target add wasm32-unknown-unknown`",
    )
}

/// Adds a component of the compiler (`rustfmt`, `clippy`) where its command is missing.
pub fn component(name: &str, subcommand: &str) -> Result<()> {
    if step::works(
        Command::new("cargo")
            .current_dir(place::root())
            .args([subcommand, "--version"]),
    ) {
        return Ok(());
    }
    step::run(
        &format!("Adding {name}"),
        Command::new("rustup")
            .current_dir(place::root())
            .args(["component", "add", name]),
        &format!("check the network, then run `rustup component add {name}`"),
    )
    .with_context(|| format!("{name} is missing"))
}

/// A Python that can make environments: installs Debian's package where that is what is missing.
pub fn python() -> Result<&'static str> {
    const PYTHON: &str = "python3";
    let can = || step::works(Command::new(PYTHON).args(["-c", "import venv, ensurepip"]));
    if !can() {
        debian_package("Python's venv", "python3-venv")?;
    }
    // What cannot be installed here is told by the step that needs it.
    Ok(PYTHON)
}

/// Sees to it that the embedder's weights can be fetched, which the build of `tools` does: with pip.
pub fn pip() {
    let is_there = weights().join("l2_supercat_256.safetensors").exists()
        || step::works(Command::new("python3").args(["-m", "pip", "--version"]));
    // What is missing then is told by the build.
    if !is_there && let Err(error) = python() {
        step::fail(&error);
    }
}

/// Where the embedder's weights lie; every build of these sources looks there.
pub fn weights() -> PathBuf {
    place::root().join("target/weights")
}

/// A Python with the packages that `requirements` lists in exact versions, made anew below `target/` when
/// other versions are wanted.
pub fn python_with(name: &str, requirements: &Path) -> Result<PathBuf> {
    let wanted = std::fs::read(requirements)
        .with_context(|| format!("{} cannot be read", requirements.display()))?;
    let venv = place::target().join(name);
    let python = venv.join("bin/python");
    let stamp = venv.join("installed.txt");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == wanted)
        && step::works(Command::new(&python).arg("--version"))
    {
        return Ok(python);
    }
    let base = self::python()?;
    step::run(
        "Making a Python environment",
        Command::new(base)
            .args(["-m", "venv", "--clear"])
            .arg(&venv),
        "install Python 3.10 or newer with its `venv`, such as `apt-get install python3-venv`",
    )?;
    step::run(
        "Installing Python packages",
        Command::new(&python)
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
            ])
            .args(["--no-input", "--requirement"])
            .arg(requirements),
        &format!(
            "check the network; the versions are those of {}",
            requirements.display()
        ),
    )?;
    std::fs::write(stamp, wanted)?;
    Ok(python)
}

/// Installs npm's packages in `folder` unless they are those of its lock file already.
pub fn node_packages(folder: &Path) -> Result<()> {
    let lock = folder.join("package-lock.json");
    let wanted =
        std::fs::read(&lock).with_context(|| format!("{} cannot be read", lock.display()))?;
    let stamp = folder.join("node_modules/.installed");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    step::run(
        "Installing npm's packages",
        Command::new("npm")
            .current_dir(folder)
            .args(["ci", "--no-audit", "--no-fund"])
            // The browser comes from the system where it can.
            .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"),
        &format!(
            "install Node 20 or newer with npm, check the network, then run `npm ci` in {}",
            folder.display()
        ),
    )?;
    std::fs::write(stamp, wanted)?;
    Ok(())
}

/// Installs a package where that is possible without asking anybody; tells whether it was tried.
pub fn debian_package(name: &str, package: &str) -> Result<bool> {
    let Some(apt) = apt() else {
        return Ok(false);
    };
    step::run(
        &format!("Installing {name}"),
        Command::new(apt[0])
            .args(&apt[1..])
            .args(["sh", "-c"])
            .arg(format!(
                "apt-get update -q && DEBIAN_FRONTEND=noninteractive \
                 apt-get install -q -y --no-install-recommends {package}"
            )),
        &format!("check the network, then run `apt-get install {package}`"),
    )?;
    Ok(true)
}

/// The command before `sh -c` with which packages can be installed here without asking anybody.
fn apt() -> Option<&'static [&'static str]> {
    if !Path::new("/etc/debian_version").exists() {
        return None;
    }
    let root = Command::new("id").arg("-u").output().ok()?;
    if root.stdout.trim_ascii() == b"0" {
        Some(&["env"])
    } else if step::works(Command::new("sudo").args(["-n", "true"])) {
        Some(&["sudo", "-n"])
    } else {
        None
    }
}
