//! The documents of both APIs against the field's checkers, and clients that are generated from them
//! against the debug build of the binary. Installs what is missing below `end2end/document` and `target/`.

use std::process::Command;

use anyhow::{Result, bail};

use crate::profile::Profile;
use crate::sum::{Count, Sum};
use crate::{build, place, step, tools};

/// Builds, installs, runs and counts.
pub fn run(sum: &mut Sum) {
    sum.add("documents and generated clients", whole());
}

fn whole() -> Result<Count> {
    build::server(Profile::Debug)?;
    let folder = place::root().join("end2end/document");
    tools::node_packages(&folder)?;
    let python = tools::python_with("generator", &folder.join("requirements.txt"))?;
    let mut command = Command::new(python);
    command
        .arg(folder.join("check.py"))
        .env("LOCI_BIN", place::binary(Profile::Debug))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONUNBUFFERED", "1");
    let mut count = Count::default();
    let well = step::lines("Documents and generated clients", &mut command, |line| {
        count.read_line(line);
    })?;
    if !well && count.failed == 0 {
        bail!("the checks did not run to their end. What to do: mend the errors above");
    }
    Ok(count)
}
