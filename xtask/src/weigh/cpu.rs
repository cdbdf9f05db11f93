//! CPU time by crate: cargo calls this program instead of rustc (`RUSTC_WRAPPER`), and it records the time of each
//! rustc, including the linker. Cargo's own `--timings` measures wall-clock time, which depends on other load on the
//! machine.

use std::env;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

/// Environment variable with the path of the log file.
pub const LOG: &str = "XTASK_WEIGH_LOG";

/// Name under which the tasks record their own work.
pub const OURSELVES: &str = "gathering and compressing the site";

/// Parts of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The tasks themselves, which build everything else.
    Tasks,
    /// Code that runs on the server.
    Server,
}

impl Part {
    /// All parts, in the order in which they are built.
    pub const ALL: [Self; 2] = [Self::Tasks, Self::Server];

    /// Returns the name in the log and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tasks => "tasks",
            Self::Server => "server",
        }
    }

    /// Returns the part that a folder below `target/` belongs to.
    fn of(out: &Path) -> Option<Self> {
        let is_in = |name: &str| out.iter().any(|part| part == name);
        match () {
            () if is_in("release") => Some(Self::Server),
            () if is_in("debug") => Some(Self::Tasks),
            () => None,
        }
    }
}

/// One entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Part of the build.
    pub part: Part,
    /// Name of the compiled crate.
    pub name: String,
    /// CPU time, in hundredths of a second.
    pub cpu: u64,
}

/// CPU time in hundredths of a second, in user and kernel mode.
#[derive(Clone, Copy, Debug)]
pub struct Spent {
    /// Time of this process.
    pub own: u64,
    /// Time of ended child processes, including their children.
    pub children: u64,
}

/// Returns the CPU time so far.
pub fn spent() -> Result<Spent> {
    let stat = fs::read_to_string("/proc/self/stat")
        .context("CPU time is read from /proc, which this system does not have: weigh on Linux")?;
    read(&stat).context("/proc/self/stat is not as Linux documents it")
}

/// Parses the fields 14 to 17, counted from the end of the name, which may contain spaces. Ticks are hundredths.
fn read(stat: &str) -> Option<Spent> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ').skip(11).map(str::parse::<u64>);
    let mut both = || Some(fields.next()?.ok()? + fields.next()?.ok()?);
    Some(Spent {
        own: both()?,
        children: both()?,
    })
}

/// Runs rustc if cargo calls this program in its place, and records the time.
pub fn in_place_of_rustc() -> Option<ExitCode> {
    let log = env::var_os(LOG)?;
    let mut arguments = env::args_os().skip(1);
    let rustc = arguments.next()?;
    if Path::new(&rustc).file_stem()? != "rustc" {
        return None;
    }
    let arguments: Vec<OsString> = arguments.collect();
    let after = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)
    };
    let mut command = Command::new(rustc);
    command.args(&arguments);
    if after("--crate-name").is_some_and(|name| name == "loci") {
        // The binary is analysed by its symbols; its size without them can still be computed.
        command.arg("-Cstrip=none");
    }
    let Ok(status) = command.status() else {
        return Some(ExitCode::FAILURE);
    };
    if let Some(part) = after("--out-dir").and_then(|out| Part::of(Path::new(out)))
        && let Ok(spent) = spent()
    {
        let name = env::var("CARGO_PKG_NAME").unwrap_or_default();
        note(Path::new(&log), part, &name, spent.children).ok();
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Some(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Records the work of this process itself, if requested: everything except child processes is the site.
pub fn note_own() {
    if let Some(log) = env::var_os(LOG)
        && let Ok(spent) = spent()
    {
        note(Path::new(&log), Part::Tasks, OURSELVES, spent.own).ok();
    }
}

/// Writes one line in a single write, because other processes write concurrently.
fn note(log: &Path, part: Part, name: &str, cpu: u64) -> Result<()> {
    let mut log = OpenOptions::new().create(true).append(true).open(log)?;
    log.write_all(format!("{}\t{name}\t{cpu}\n", part.name()).as_bytes())?;
    Ok(())
}

/// Parses the log.
pub fn notes(text: &str) -> Result<Vec<Note>> {
    let note = |line: &str| {
        let mut fields = line.split('\t');
        let part = fields.next()?;
        Some(Note {
            part: Part::ALL.into_iter().find(|one| one.name() == part)?,
            name: fields.next()?.to_owned(),
            cpu: fields.next()?.parse().ok()?,
        })
    };
    text.lines()
        .map(|line| note(line).with_context(|| format!("not a note of CPU time: {line}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_figures_are_found_behind_any_name() {
        let stat = "4711 (a b) c) S 1 2 3 4 5 6 7 8 9 10 250 50 1200 34 20 0 1 0";
        let spent = read(stat).unwrap();
        assert_eq!((spent.own, spent.children), (300, 1234));
    }

    #[test]
    fn a_folder_tells_the_part() {
        for (out, part) in [
            ("/x/target/debug/deps", Some(Part::Tasks)),
            ("/x/target/release/build/y/out", Some(Part::Server)),
            ("/x/y", None),
        ] {
            assert_eq!(Part::of(Path::new(out)), part, "{out}");
        }
    }

    #[test]
    fn notes_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        note(&log, Part::Server, "engine", 12).unwrap();
        note(&log, Part::Tasks, OURSELVES, 3).unwrap();
        let notes = notes(&fs::read_to_string(log).unwrap()).unwrap();
        assert_eq!(notes.len(), 2);
        assert_eq!(notes[1].part, Part::Tasks);
        assert_eq!((&*notes[0].name, notes[0].cpu), ("engine", 12));
        assert!(super::notes("engine").is_err());
    }
}
