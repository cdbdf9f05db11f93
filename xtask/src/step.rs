//! One step of a task: a heading, a command whose output is shown, and advice on failure.

use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Error, Result, bail};

/// Prints the heading of a step.
pub fn heading(text: &str) {
    if std::io::stdout().is_terminal() {
        println!("\n\x1b[1m── {text}\x1b[0m");
    } else {
        println!("\n── {text}");
    }
    // The output of the step's command must follow its heading, also in a pipe.
    std::io::stdout().flush().ok();
}

/// Prints the reason why a task stopped, innermost cause last.
pub fn fail(error: &Error) {
    std::io::stdout().flush().ok();
    eprintln!("\n✗ {error}");
    for cause in error.chain().skip(1) {
        eprintln!("  because: {cause}");
    }
}

/// Runs a command as a step; `advice` is printed on failure.
pub fn run(text: &str, command: &mut Command, advice: &str) -> Result<()> {
    heading(text);
    quietly(command).with_context(|| format!("{text}: failed. What to do: {advice}"))
}

/// Runs a command without a heading; its output is shown.
pub fn quietly(command: &mut Command) -> Result<()> {
    let started = Instant::now();
    let status = command
        .status()
        .with_context(|| format!("{} did not start", spell(command)))?;
    if !status.success() {
        bail!(
            "`{}` ended with {status} after {:.1?}",
            spell(command),
            started.elapsed()
        );
    }
    Ok(())
}

/// Runs a command as a step, shows its output and passes every line of its standard output to `each`. Returns true if
/// the command succeeded.
pub fn lines(text: &str, command: &mut Command, mut each: impl FnMut(&str)) -> Result<bool> {
    heading(text);
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} did not start", spell(command)))?;
    let output = child.stdout.take().context("the output is not connected")?;
    for line in BufReader::new(output).lines() {
        let line = line.context("the output is not text")?;
        println!("{line}");
        each(&line);
    }
    Ok(child.wait()?.success())
}

/// Runs a command silently. Returns true if it started and succeeded.
pub fn works(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Formats the command as a person would type it.
fn spell(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}
