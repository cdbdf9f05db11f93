//! `cargo xtask dist`: packages of the static binary, in `target/dist`. The same binary and texts give the same bytes.

mod archive;
mod check;
mod debian;
mod wheel;

use std::env::consts::ARCH;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::dist::archive::{File, tar_gz};
use crate::profile::Profile;
use crate::{build, place, step};

/// Version of the packages.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Shells with the paths of their completions, in the tarball and below `/usr/share`.
const COMPLETIONS: [(&str, &str, &str); 3] = [
    (
        "bash",
        "completions/loci.bash",
        "bash-completion/completions/loci",
    ),
    ("zsh", "completions/_loci", "zsh/vendor-completions/_loci"),
    (
        "fish",
        "completions/loci.fish",
        "fish/vendor_completions.d/loci.fish",
    ),
];

/// Everything that the packages contain.
pub struct Content {
    binary: Vec<u8>,
    service: Vec<u8>,
    readme: Vec<u8>,
    licenses: [(&'static str, Vec<u8>); 2],
    /// One for each shell of [`COMPLETIONS`].
    completions: [Vec<u8>; COMPLETIONS.len()],
}

/// Builds, packs, and starts every package.
pub fn run() -> Result<()> {
    build::run(Profile::Static)?;
    let binary = place::binary(Profile::Static);
    step::heading("Packing");
    let content = Content::read(&binary)?;
    let folder = place::target().join("dist");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut sums = String::new();
    for (name, package) in pack(&content)? {
        let digest = Sha256::digest(&package);
        writeln!(sums, "{digest:x}  {name}")?;
        fs::write(folder.join(&name), &package)?;
        println!("{:>4} MB  {name}", package.len() / 1_000_000);
    }
    fs::write(folder.join("SHA256SUMS"), &sums)?;
    check::packages(&binary, &folder)?;
    println!("\n{}", folder.display());
    Ok(())
}

impl Content {
    /// Reads the texts of the repository, and the completions that the binary prints.
    fn read(binary: &Path) -> Result<Self> {
        let text = |name: &str| {
            let path = place::root().join(name);
            fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))
        };
        let mut completions = [const { Vec::new() }; COMPLETIONS.len()];
        for ((shell, ..), script) in COMPLETIONS.iter().zip(&mut completions) {
            let printed = Command::new(binary)
                .args(["completions", shell])
                .env_clear()
                .output()?;
            ensure!(
                printed.status.success(),
                "`loci completions {shell}` failed"
            );
            *script = printed.stdout;
        }
        Ok(Self {
            binary: fs::read(binary)?,
            service: text("ops/loci.service")?,
            readme: text("README.md")?,
            licenses: [
                ("LICENSE-APACHE", text("LICENSE-APACHE")?),
                ("LICENSE-MIT", text("LICENSE-MIT")?),
            ],
            completions,
        })
    }
}

/// Returns the packages with their names.
fn pack(content: &Content) -> Result<[(String, Vec<u8>); 3]> {
    Ok([
        (format!("{}.tar.gz", tarball_folder()), tarball(content)?),
        (debian::file_name(), debian::package(content)?),
        (wheel::file_name(), wheel::package(content)?),
    ])
}

/// Returns the folder inside the tarball.
fn tarball_folder() -> String {
    format!("loci-{VERSION}-linux-{ARCH}")
}

/// Packs everything into one folder.
fn tarball(content: &Content) -> Result<Vec<u8>> {
    let mut files = vec![
        File::program("loci", &content.binary),
        File::text("loci.service", &content.service),
        File::text("README.md", &content.readme),
    ];
    for (name, text) in &content.licenses {
        files.push(File::text(*name, text));
    }
    for ((_, name, _), script) in COMPLETIONS.iter().zip(&content.completions) {
        files.push(File::text(*name, script));
    }
    for file in &mut files {
        file.path = format!("{}/{}", tarball_folder(), file.path);
    }
    tar_gz(files)
}

#[cfg(test)]
mod tests;
