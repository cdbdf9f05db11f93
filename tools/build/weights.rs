//! Finds the embedder's weights: two files of one version of a Python package, identified by their hashes. They are
//! downloaded once per machine, with pip, which asks the registry that this machine is configured for. Later builds
//! need no network: they find the files in `target/weights`, or in the user's cache after `cargo clean` and in other
//! clones.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::Done;

/// Environment variable that names another folder with the weights, or with the package's wheel.
pub const ELSEWHERE: &str = "LOCI_WEIGHTS";

/// Package and its version; MIT.
const PACKAGE: &str = "wordllama";
const VERSION: &str = "0.4.0.post1";
/// The wheels hold the same weights for every platform, so one platform is enough.
const PLATFORM: [&str; 8] = [
    "--platform",
    "manylinux2014_x86_64",
    "--python-version",
    "3.11",
    "--implementation",
    "cp",
    "--abi",
    "cp311",
];

/// Modification time of the files for cargo. With the time of the download they would be newer than the build that
/// fetched them, and the next build would make the table, and everything that depends on it, again.
const LONG_AGO: SystemTime = SystemTime::UNIX_EPOCH;

/// File of the package.
struct File {
    path: &'static str,
    sha256: &'static str,
}

const VECTORS: File = File {
    path: "wordllama/weights/l2_supercat_256.safetensors",
    sha256: "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
};
const PIECES: File = File {
    path: "wordllama/tokenizers/l2_supercat_tokenizer_config.json",
    sha256: "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
};

/// Python program that extracts files from a wheel, which is a zip file.
const UNPACK: &str = "\
import os, sys, zipfile
wheel, folder, *names = sys.argv[1:]
with zipfile.ZipFile(wheel) as wheel:
    for name in names:
        with open(os.path.join(folder, os.path.basename(name)), 'wb') as file:
            file.write(wheel.read(name))
";

/// Paths of the weights.
pub struct Weights {
    /// Vectors of the pieces.
    pub vectors: PathBuf,
    /// Vocabulary of the tokenizer.
    pub pieces: PathBuf,
}

/// Finds the weights, or downloads them.
pub fn have() -> Done<Weights> {
    let named = env::var_os(ELSEWHERE).map(PathBuf::from);
    let cache = if named.is_some() { None } else { cache() };
    let folder = match named {
        Some(folder) => folder,
        // Independent of `CARGO_TARGET_DIR`, so that every build of these sources finds it.
        None => PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../target/weights"),
    };
    fs::create_dir_all(&folder)?;
    let folder = folder.canonicalize()?;
    for folder in [Some(&folder), cache.as_ref()].into_iter().flatten() {
        if let Some(weights) = weights_in(folder) {
            return Ok(weights);
        }
    }
    let weights = fetch(&folder).and_then(|()| {
        let weights = weights_in(&folder);
        weights.ok_or_else(|| "the files are not the ones expected".into())
    });
    let weights = weights.map_err(|error| {
        let cached = cache.as_ref().map(|cache| format!(" nor in {}", cache.display()));
        format!(
            "The weights of the embedder are not in {folder}{cached}, and downloading them failed.\n\
             {error}\n\
             To download them, install Python 3 with pip (for example `apt-get install python3-pip`), check the \
             network and build again. To build without a network, put any wheel of {PACKAGE} {VERSION} into that \
             folder, or into one that {ELSEWHERE} names.",
            folder = folder.display(),
            cached = cached.unwrap_or_default()
        )
    })?;
    if let Some(cache) = cache {
        // Failure is ignored: only the next clone needs the copy.
        drop(keep(&weights, &cache));
    }
    Ok(weights)
}

/// Returns the user's cache folder, if there is one.
fn cache() -> Option<PathBuf> {
    let absolute = |folder: &PathBuf| folder.is_absolute();
    let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let folder = named.filter(absolute).or(home.filter(absolute))?;
    Some(folder.join("loci/weights"))
}

/// Returns the weights in a folder, if their hashes are correct.
fn weights_in(folder: &Path) -> Option<Weights> {
    let weights = Weights {
        vectors: folder.join(base(&VECTORS)),
        pieces: folder.join(base(&PIECES)),
    };
    (is(&weights.vectors, &VECTORS) && is(&weights.pieces, &PIECES)).then_some(weights)
}

/// Copies the weights into another folder.
fn keep(weights: &Weights, folder: &Path) -> Done<()> {
    fs::create_dir_all(folder)?;
    for (from, file) in [(&weights.vectors, VECTORS), (&weights.pieces, PIECES)] {
        let aside = folder.join(format!("{}-{}", base(&file), std::process::id()));
        fs::copy(from, &aside)?;
        place(&aside, &folder.join(base(&file)))?;
    }
    Ok(())
}

/// Renames a complete file to its final name. Other builds may do the same at the same time.
fn place(aside: &Path, path: &Path) -> Done<()> {
    let file = fs::File::options().write(true).open(aside)?;
    file.set_modified(LONG_AGO)?;
    Ok(fs::rename(aside, path)?)
}

fn base(file: &File) -> &'static str {
    file.path.rsplit('/').next().unwrap_or(file.path)
}

fn is(path: &Path, file: &File) -> bool {
    fs::read(path).is_ok_and(|bytes| format!("{:x}", Sha256::digest(bytes)) == file.sha256)
}

/// Downloads the wheel, unless it is in the folder already, and extracts the files. Other builds may do the same at the
/// same time: a file gets its name when it is complete.
fn fetch(folder: &Path) -> Done<()> {
    let aside = folder.join(format!("fetching-{}", std::process::id()));
    fs::create_dir_all(&aside)?;
    let fetched = unpack_wheel(folder, &aside);
    let gone = fs::remove_dir_all(&aside);
    fetched?;
    Ok(gone?)
}

fn unpack_wheel(folder: &Path, aside: &Path) -> Done<()> {
    let mut wheel = wheel_in(folder)?;
    if wheel.is_none() {
        download(folder, aside)?;
        wheel = wheel_in(aside)?;
    }
    let wheel = wheel.ok_or("pip fetched no wheel")?;
    let mut unpack = Command::new("python3");
    unpack.args(["-c", UNPACK]).arg(&wheel).arg(aside);
    ran(unpack.args([VECTORS.path, PIECES.path]))?;
    for file in [VECTORS, PIECES] {
        let name = base(&file);
        if !is(&aside.join(name), &file) {
            return Err(format!("{name} of {} is not the one expected", wheel.display()).into());
        }
        place(&aside.join(name), &folder.join(name))?;
    }
    Ok(())
}

fn wheel_in(folder: &Path) -> Done<Option<PathBuf>> {
    let begins = format!("{PACKAGE}-{VERSION}-");
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(&begins) && name.ends_with(".whl") {
            return Ok(Some(entry.path()));
        }
    }
    Ok(None)
}

fn download(folder: &Path, aside: &Path) -> Done<()> {
    let python = pip(folder)?;
    let mut command = Command::new(python);
    command.args(["-m", "pip", "download", "--quiet", "--no-input"]);
    command.args(["--disable-pip-version-check", "--no-deps"]);
    command.args(["--only-binary", ":all:"]).args(PLATFORM);
    command.arg("--dest").arg(aside);
    ran(command.arg(format!("{PACKAGE}=={VERSION}")))?;
    Ok(())
}

/// Returns a Python with pip: the system's, or that of a new virtual environment.
fn pip(folder: &Path) -> Done<PathBuf> {
    let has_pip = |python: &Path| {
        let mut ask = Command::new(python);
        ran(ask.args(["-m", "pip", "--version"])).is_ok()
    };
    let system = PathBuf::from("python3");
    if has_pip(&system) {
        return Ok(system);
    }
    let venv = folder.join("venv");
    let own = venv.join("bin/python");
    if !has_pip(&own) {
        let mut make = Command::new(system);
        ran(make.args(["-m", "venv", "--clear"]).arg(&venv))?;
    }
    Ok(own)
}

fn ran(command: &mut Command) -> Done<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("{name} did not start: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{name} ended with {}: {}", output.status, said.trim()).into())
}
