//! The compatibility suite: the field's own Python client, unmodified, against the debug build of the
//! binary. Installs what is missing: Python's `venv`, and the client in the versions that
//! `end2end/compat/requirements.txt` fixes, below `target/`.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::profile::Profile;
use crate::sum::{Count, Sum};
use crate::{build, place, step, tools};

/// Builds, installs, runs and counts.
pub fn run(sum: &mut Sum) {
    sum.add("the field's Python client", whole());
}

fn whole() -> Result<Count> {
    build::server(Profile::Debug)?;
    let python = tools::python_with("python", &folder().join("requirements.txt"))?;
    let mut command = Command::new(python);
    command
        .arg(folder().join("drive.py"))
        .env("LOCI_BIN", place::binary(Profile::Debug))
        // Its own tracing, and a cache beside the sources.
        .env("LANGSMITH_TRACING", "false")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONUNBUFFERED", "1");
    let mut count = Count::default();
    let well = step::lines("The field's Python client", &mut command, |line| {
        count.read_line(line);
    })?;
    if !well && count.failed == 0 {
        bail!(
            "the Python client's stories did not run to their end. What to do: mend the errors above"
        );
    }
    Ok(count)
}

/// The folder of the stories.
fn folder() -> PathBuf {
    place::root().join("end2end/compat")
}
