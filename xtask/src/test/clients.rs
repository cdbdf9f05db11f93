//! The client libraries of `clients/`: that what is generated is current, their own tests against the debug build of the
//! binary, and the README's quick starts. Installs what is missing below `target/` and `clients/typescript`.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::profile::Profile;
use crate::sum::{Count, Sum};
use crate::{build, place, step, tools};

/// Builds, installs, runs and counts.
pub fn run(sum: &mut Sum) {
    sum.add("Python client", python());
    sum.add("TypeScript client", typescript());
}

fn python() -> Result<Count> {
    let folder = folder("python");
    let python = tools::python_with("python-client", &folder.join("requirements.txt"))?;
    let mut command = Command::new(python);
    command
        .args(["-m", "pytest"])
        .current_dir(folder)
        // LangGraph's own tracing, which would leave this machine.
        .env("LANGSMITH_TRACING", "false")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONUNBUFFERED", "1");
    counted("Python client", command)
}

fn typescript() -> Result<Count> {
    let folder = folder("typescript");
    tools::node_packages(&folder)?;
    let mut command = Command::new("npm");
    command.args(["test", "--silent"]).current_dir(folder);
    counted("TypeScript client", command)
}

fn counted(title: &str, mut command: Command) -> Result<Count> {
    build::server(Profile::Debug)?;
    command.env("LOCI_BIN", place::binary(Profile::Debug));
    let mut count = Count::default();
    let well = step::lines(title, &mut command, |line| {
        count.read_line(line);
    })?;
    if !well && count.failed == 0 {
        bail!("these tests did not run to their end. What to do: mend the errors above");
    }
    Ok(count)
}

/// The folder of a client.
fn folder(name: &str) -> PathBuf {
    place::root().join("clients").join(name)
}
