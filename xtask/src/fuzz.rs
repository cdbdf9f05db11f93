//! `cargo xtask fuzz`: runs the fuzz targets with inputs that libFuzzer generates from a kept corpus, on the stable
//! compiler. Findings and new inputs are below `target/fuzz`; inputs of fixed faults belong in the corpus.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::build::SERVER_SIDE;
use crate::sum::Count;
use crate::{place, step, tools};

/// Fuzz targets (each a binary `fuzz_NAME` and a folder `fuzz/corpus/NAME`) with the number of inputs in tests: about
/// twenty seconds for the slowest.
const TARGETS: [(&str, u32); 5] = [
    ("redaction", 20_000),
    ("facts", 5_000),
    ("markdown", 20_000),
    ("operations", 300),
    ("compat", 300),
];
/// Maximum length of an input, in bytes.
const INPUT_BYTES: u32 = 16 * 1024;
/// Timeout of one input, in seconds; catches superlinear growth.
const INPUT_SECONDS: u32 = 20;
/// Memory limit of one target, in mebibytes.
const MEMORY_MIB: u32 = 4 * 1024;
/// Number of lines that are shown of a failed target.
const TAIL: usize = 60;

/// Targets and duration of a run.
#[derive(Args)]
pub struct Options {
    /// Targets to run; all by default.
    #[arg(value_parser = TARGETS.map(|(name, _)| name))]
    targets: Vec<String>,
    /// Duration for each target.
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Random seed; 0 for a random one.
    #[arg(long, default_value_t = 0)]
    seed: u32,
    /// True to stop after a number of inputs instead of a time.
    #[arg(skip)]
    counted: bool,
}

impl Options {
    /// Returns the options for tests: all targets, with the same inputs on every machine, so that the result is
    /// reproducible.
    pub const fn test() -> Self {
        Self {
            targets: Vec::new(),
            seconds: 0,
            seed: 1,
            counted: true,
        }
    }
}

/// Runs the targets; fails if a fault was found.
pub fn run(options: &Options) -> Result<()> {
    let count = try_all(options)?;
    if count.failed > 0 {
        bail!("{} targets failed. What to do: see above", count.failed);
    }
    Ok(())
}

/// Runs as many targets concurrently as there are processors.
pub fn try_all(options: &Options) -> Result<Count> {
    let wanted =
        |name: &str| options.targets.is_empty() || options.targets.iter().any(|t| t == name);
    let targets: Vec<(&str, u32)> = TARGETS
        .into_iter()
        .filter(|(name, _)| wanted(name))
        .collect();
    let folder = build(&targets)?;
    step::heading("Fuzzing");
    let at_once = thread::available_parallelism().map_or(1, Into::into);
    let mut count = Count::default();
    for some in targets.chunks(at_once) {
        let started: Vec<_> = some
            .iter()
            .map(|(name, count)| Ok((*name, start(&folder, name, *count, options)?)))
            .collect::<Result<_>>()?;
        for (name, mut child) in started {
            if child.wait()?.success() {
                count.passed += 1;
                println!(
                    "✓ {name}: {}",
                    read_log(name)?.lines().last().unwrap_or_default()
                );
            } else {
                count.failed += 1;
                println!("✗ {name}: what it did last");
                let text = read_log(name)?;
                let lines: Vec<&str> = text.lines().collect();
                println!("{}", lines[lines.len().saturating_sub(TAIL)..].join("\n"));
                println!(
                    "What to do: fix it, then move the input from {} to fuzz/corpus/{name}",
                    home().display()
                );
            }
        }
    }
    Ok(count)
}

/// Returns the folder for inputs, findings and output of the targets.
fn home() -> PathBuf {
    place::target().join("fuzz")
}

/// Builds the targets with this repository's crates instrumented; returns their folder.
fn build(targets: &[(&str, u32)]) -> Result<PathBuf> {
    let mut command = tools::cargo("build");
    command
        .args(SERVER_SIDE)
        .args(["--features", "fuzz/libfuzzer"]);
    for (name, _) in targets {
        command.args(["--bin", &format!("fuzz_{name}")]);
    }
    step::run(
        "Building what is fuzzed",
        command.env(
            "RUSTC_WORKSPACE_WRAPPER",
            place::root().join("fuzz/instrumented.sh"),
        ),
        "mend the errors above; a missing C++ compiler comes with `apt-get install build-essential`",
    )?;
    Ok(place::target().join("debug"))
}

fn start(folder: &Path, name: &str, count: u32, options: &Options) -> Result<Child> {
    let (found, until) = if options.counted {
        // Earlier findings would change the inputs.
        let found = home().join("tests").join(name);
        if found.exists() {
            fs::remove_dir_all(&found)?;
        }
        (found, format!("-runs={count}"))
    } else {
        let found = home().join("corpus").join(name);
        (found, format!("-max_total_time={}", options.seconds))
    };
    fs::create_dir_all(&found)?;
    let log = File::create(log(name))?;
    Command::new(folder.join(format!("fuzz_{name}")))
        // New inputs go to the first folder; the others are only read.
        .arg(found)
        .arg(place::root().join("fuzz/corpus").join(name))
        .arg(until)
        .arg(format!("-seed={}", options.seed))
        .arg(format!("-max_len={INPUT_BYTES}"))
        .arg(format!("-timeout={INPUT_SECONDS}"))
        .arg(format!("-rss_limit_mb={MEMORY_MIB}"))
        .arg(format!("-artifact_prefix={}/{name}-", home().display()))
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .with_context(|| format!("fuzz_{name} did not start"))
}

fn log(name: &str) -> PathBuf {
    home().join(format!("{name}.log"))
}

fn read_log(name: &str) -> Result<String> {
    let bytes = fs::read(log(name))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
