//! The Model Context Protocol, spoken by others: the official SDKs for Python and TypeScript, and the Inspector, against
//! the debug build of the binary; the official conformance suite against that too, and against its own fixtures mounted
//! on the same transport. Installs what is missing in the versions that `end2end/mcp/` fixes.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::profile::Profile;
use crate::sum::{Count, Sum};
use crate::{build, place, step, tools};

/// Builds, installs, runs and counts.
pub fn run(sum: &mut Sum) {
    sum.add("MCP by the Python SDK", python());
    sum.add(
        "MCP by the TypeScript SDK and the Inspector",
        node("drive.mjs"),
    );
    sum.add(
        "MCP by the conformance suite",
        build::conformance(Profile::Debug).and_then(|()| node("conformance.mjs")),
    );
}

fn python() -> Result<Count> {
    let python = tools::python_with("python-mcp", &folder().join("requirements.txt"))?;
    let mut command = Command::new(python);
    command
        .arg(folder().join("drive.py"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONUNBUFFERED", "1");
    counted("MCP by the Python SDK", command)
}

fn node(script: &str) -> Result<Count> {
    tools::node_packages(&folder())?;
    let mut command = Command::new("node");
    command.arg(folder().join(script));
    counted(&format!("MCP by {script}"), command)
}

fn counted(title: &str, mut command: Command) -> Result<Count> {
    build::server(Profile::Debug)?;
    command.env("LOCI_BIN", place::binary(Profile::Debug));
    command.env("LOCI_CONFORMANCE_BIN", place::conformance(Profile::Debug));
    let mut count = Count::default();
    let well = step::lines(title, &mut command, |line| {
        count.read_line(line);
    })?;
    if !well && count.failed == 0 {
        bail!("these stories did not run to their end. What to do: mend the errors above");
    }
    Ok(count)
}

/// The folder of the stories.
fn folder() -> PathBuf {
    place::root().join("end2end/mcp")
}
