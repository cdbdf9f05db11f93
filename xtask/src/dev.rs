//! `cargo xtask dev`: a debug build that is rebuilt and restarted when a source file changes.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use notify::{Event, EventKind, RecursiveMode, Watcher};

use crate::profile::Profile;
use crate::{build, place, site, step};

/// Debounce time: an editor saves in several steps.
const QUIET: Duration = Duration::from_millis(200);

/// Paths whose changes lead to a rebuild.
const WATCHED: &[&str] = &[
    "app",
    "clients",
    "docs",
    "doors",
    "engine",
    "frontend",
    "kernel",
    "migrations",
    "public",
    "server",
    "store",
    "style",
    "tools",
    "Cargo.toml",
];

/// Options of `loci serve`.
#[derive(Args)]
pub struct Options {
    /// Arguments for `loci serve`, such as `--addr 127.0.0.1:8080 --data ./data`.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// Reaction to a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    /// No built file changed.
    Nothing,
    /// Scripts, styles or public files, which the running server reads from disk.
    Gather,
    /// Anything else: rebuild and restart.
    Rebuild,
}

/// Builds, serves and watches until Ctrl-C.
pub fn run(options: &Options) -> Result<()> {
    // Watches first: changes during the first build must lead to a second one.
    let (sender, changes) = channel();
    let mut watcher = notify::recommended_watcher(sender).context("cannot watch files")?;
    for name in WATCHED {
        let path = place::root().join(name);
        if path.exists() {
            watcher
                .watch(&path, RecursiveMode::Recursive)
                .with_context(|| format!("cannot watch {}", path.display()))?;
        }
    }
    let mut server = match build_all() {
        Ok(()) => Some(start(options)?),
        Err(error) => {
            step::fail(&error);
            None
        }
    };
    loop {
        match next(&changes)? {
            Answer::Nothing => {}
            Answer::Gather => report(site::build(Profile::Debug)),
            Answer::Rebuild => match build_all() {
                Ok(()) => {
                    if let Some(old) = server.take() {
                        stop(old)?;
                    }
                    server = Some(start(options)?);
                }
                // The old server keeps serving the last successful build.
                Err(error) => step::fail(&error),
            },
        }
    }
}

fn build_all() -> Result<()> {
    site::build(Profile::Debug)?;
    build::server(Profile::Debug)
}

fn report(done: Result<()>) {
    if let Err(error) = done {
        step::fail(&error);
    }
}

fn start(options: &Options) -> Result<Child> {
    step::heading("loci serve (saving a file builds and starts again)");
    Command::new(place::binary(Profile::Debug))
        .arg("serve")
        .args(&options.rest)
        .env("LOCI_RELOAD", "1")
        .spawn()
        .context("loci did not start")
}

/// Stops the server gracefully, so that the folder is free for the next one.
fn stop(mut server: Child) -> Result<()> {
    let asked = step::works(Command::new("kill").arg(server.id().to_string()));
    if !asked {
        server.kill()?;
    }
    server.wait()?;
    Ok(())
}

/// Waits for a change and collects those that follow immediately.
fn next(changes: &Receiver<notify::Result<Event>>) -> Result<Answer> {
    let first = changes.recv().context("the watcher ended")?;
    let mut answer = weigh(&first?);
    loop {
        match changes.recv_timeout(QUIET) {
            Ok(event) => answer = answer.max(weigh(&event?)),
            Err(RecvTimeoutError::Timeout) => return Ok(answer),
            Err(error) => return Err(error).context("the watcher ended"),
        }
    }
}

fn weigh(event: &Event) -> Answer {
    // Reads are not changes; builds read all files.
    if matches!(event.kind, EventKind::Access(_)) {
        return Answer::Nothing;
    }
    event
        .paths
        .iter()
        .map(PathBuf::as_path)
        .map(weigh_path)
        .max()
        .unwrap_or(Answer::Nothing)
}

fn weigh_path(path: &Path) -> Answer {
    let root = place::root();
    let path = path.strip_prefix(&root).unwrap_or(path);
    // Temporary files of editors.
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or("");
    if name.starts_with('.') || name.ends_with('~') || name == "4913" {
        return Answer::Nothing;
    }
    match path
        .components()
        .next()
        .and_then(|first| first.as_os_str().to_str())
    {
        Some("frontend" | "public" | "style") => Answer::Gather,
        Some(_) => Answer::Rebuild,
        None => Answer::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_asks_for_no_more_than_it_needs() {
        for (path, answer) in [
            ("style/parts/button.css", Answer::Gather),
            ("public/favicon.svg", Answer::Gather),
            ("frontend/pages/graph.js", Answer::Gather),
            ("app/src/lib.rs", Answer::Rebuild),
            ("migrations/sqlite/1.sql", Answer::Rebuild),
            ("app/src/.lib.rs.swp", Answer::Nothing),
            ("app/src/lib.rs~", Answer::Nothing),
        ] {
            assert_eq!(weigh_path(&place::root().join(path)), answer, "{path}");
        }
    }
}
