//! Tools that tasks use, and their installation on a new machine.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::profile::STATIC_TARGET;
use crate::{place, step};

/// Returns cargo in the root of the repository, with the versions of the lock file.
pub fn cargo(subcommand: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(place::root()).arg(subcommand);
    // Cargo's variables for this crate must not reach the crates it builds: a changed variable would rerun their build
    // scripts.
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

/// Adds a component of the compiler (`rustfmt`, `clippy`) if its command is missing.
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

/// Returns a Python that can create environments; installs Debian's package if that is missing.
pub fn python() -> Result<&'static str> {
    const PYTHON: &str = "python3";
    let can = || step::works(Command::new(PYTHON).args(["-c", "import venv, ensurepip"]));
    if !can() {
        debian_package("Python's venv", "python3-venv")?;
    }
    // A failed installation is reported by the step that needs it.
    Ok(PYTHON)
}

/// Ensures that the build of `tools` can fetch the embedder's weights, which requires pip.
pub fn pip() {
    let is_there = weights().join("l2_supercat_256.safetensors").exists()
        || step::works(Command::new("python3").args(["-m", "pip", "--version"]));
    // A missing Python is reported by the build.
    if !is_there && let Err(error) = python() {
        step::fail(&error);
    }
}

/// Returns the folder of the embedder's weights, shared by all builds of these sources.
pub fn weights() -> PathBuf {
    place::root().join("target/weights")
}

/// Returns a Python with the packages in `requirements`, pinned to exact versions. The environment below `target/` is
/// recreated when versions change.
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

/// Installs npm packages in `folder`, unless they already match its lock file.
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
            // The browser comes from the system if possible.
            .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"),
        &format!(
            "install Node 20 or newer with npm, check the network, then run `npm ci` in {}",
            folder.display()
        ),
    )?;
    std::fs::write(stamp, wanted)?;
    Ok(())
}

/// Installs a package if that is possible without a prompt; returns true if it was attempted.
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

/// Installs what static builds need: the standard library for musl, and musl's compiler for the parts in C.
pub fn musl() -> Result<()> {
    let folder = Command::new("rustc")
        .current_dir(place::root())
        .args(["--print", "target-libdir", "--target", STATIC_TARGET])
        .output()?
        .stdout;
    if !Path::new(String::from_utf8_lossy(&folder).trim()).exists() {
        step::run(
            &format!("Adding {STATIC_TARGET}"),
            Command::new("rustup").current_dir(place::root()).args([
                "target",
                "add",
                STATIC_TARGET,
            ]),
            &format!("check the network, then run `rustup target add {STATIC_TARGET}`"),
        )?;
    }
    let has_compiler = || step::works(Command::new("musl-gcc").arg("--version"));
    if !has_compiler() {
        debian_package("musl's compiler", "musl-tools")?;
    }
    ensure!(
        has_compiler(),
        "musl-gcc is missing. What to do: install musl, so that musl-gcc is in PATH"
    );
    Ok(())
}

/// Installs PostgreSQL and `PgBouncer`, unless they are there. Tests start servers of their own.
pub fn postgres() -> Result<()> {
    postgres_server()?;
    let has_pooler = Path::new("/usr/sbin/pgbouncer").exists()
        || step::works(Command::new("pgbouncer").arg("--version"));
    if !has_pooler {
        // Without it, its tests say that they are skipped.
        debian_package("PgBouncer", "pgbouncer")?;
    }
    Ok(())
}

fn postgres_server() -> Result<()> {
    // The package of the client alone has such a folder, too.
    let has_server = |version: std::fs::DirEntry| version.path().join("bin/initdb").exists();
    let is_there = std::fs::read_dir("/usr/lib/postgresql")
        .is_ok_and(|mut versions| versions.any(|version| version.is_ok_and(has_server)));
    if is_there || step::works(Command::new("initdb").arg("--version")) {
        return Ok(());
    }
    // Without its main cluster the package starts no server.
    let settings = "mkdir -p /etc/postgresql-common && \
                    echo create_main_cluster = false > /etc/postgresql-common/createcluster.conf";
    if let Some(root) = apt() {
        let mut configure = Command::new(root[0]);
        configure.args(&root[1..]).args(["sh", "-c", settings]);
        step::run(
            "Configuring PostgreSQL",
            &mut configure,
            "check the rights in /etc",
        )?;
    }
    if debian_package("PostgreSQL", "postgresql")? {
        return Ok(());
    }
    bail!("PostgreSQL is missing. What to do: install it, so that initdb and postgres are in PATH")
}

/// Installs the library that changes the time of a program, unless it is there.
pub fn faketime() -> Result<()> {
    let has_library = |folder: std::fs::DirEntry| {
        let library = folder.path().join("faketime/libfaketime.so.1");
        library.exists()
    };
    let is_there = std::fs::read_dir("/usr/lib")
        .is_ok_and(|mut folders| folders.any(|folder| folder.is_ok_and(has_library)));
    if is_there || debian_package("libfaketime", "faketime")? {
        return Ok(());
    }
    bail!("libfaketime is missing. What to do: install it in /usr/lib")
}

/// Returns the command before `sh -c` that can install packages without a prompt.
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
