//! Suites that drive the debug binary with external programs: the compatibility API's Python client, the SDKs of the
//! Model Context Protocol with its conformance suite and the Inspector, validators and generators for API documents,
//! and the client libraries with the frameworks that they adapt to.
//!
//! They share one Python environment and one folder of npm packages, in the versions pinned by `end2end/`.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use super::Extent;
use crate::profile::Profile;
use crate::sum::{Count, Sum};
use crate::{place, step, tools};

/// A suite: its name in the table, its folder, its command, and the arguments for a sample.
struct Suite {
    name: &'static str,
    folder: &'static str,
    command: &'static [&'static str],
    sample: &'static [&'static str],
}

const COMPAT: &[Suite] = &[Suite {
    name: "the field's Python client",
    folder: "end2end/compat",
    command: &["python", "drive.py"],
    sample: &["working_memory", "prompt"],
}];

const MCP: &[Suite] = &[
    Suite {
        name: "MCP by the Python SDK",
        folder: "end2end/mcp",
        command: &["python", "drive.py"],
        sample: &["work_over_http", "schemas", "strangers"],
    },
    Suite {
        name: "MCP by the TypeScript SDK",
        folder: "end2end/mcp",
        command: &["node", "drive.mjs"],
        sample: &["work_over_http"],
    },
    Suite {
        name: "MCP by the conformance suite",
        folder: "end2end/mcp",
        command: &["node", "conformance.mjs"],
        sample: &[
            "server-initialize",
            "tools-list",
            "tools-call",
            "server-stateless",
        ],
    },
];

const CLIENTS: &[Suite] = &[
    Suite {
        name: "Python client",
        folder: "clients/python",
        command: &["python", "-m", "pytest"],
        sample: &[
            "tests/test_operations.py",
            "tests/test_retries.py",
            "tests/test_readme.py",
        ],
    },
    Suite {
        name: "TypeScript client",
        folder: "clients/typescript",
        command: &["npm", "test", "--silent"],
        sample: &[],
    },
];

const DOCUMENT: &[Suite] = &[Suite {
    name: "documents and generated clients",
    folder: "end2end/document",
    command: &["python", "check.py"],
    sample: &["redocly", "typescript"],
}];

/// Runs the Python client of the compatibility API.
pub fn compat(extent: Extent, sum: &mut Sum) {
    run(COMPAT, extent, sum);
}

/// Runs the SDKs, the Inspector and the conformance suite of the Model Context Protocol.
pub fn mcp(extent: Extent, sum: &mut Sum) {
    run(MCP, extent, sum);
}

/// Runs the tests of the client libraries.
pub fn clients(extent: Extent, sum: &mut Sum) {
    run(CLIENTS, extent, sum);
}

/// Validates the documents of both APIs and the clients generated from them.
pub fn document(extent: Extent, sum: &mut Sum) {
    run(DOCUMENT, extent, sum);
}

fn run(suites: &[Suite], extent: Extent, sum: &mut Sum) {
    for suite in suites {
        sum.add(suite.name, count(suite, extent));
    }
}

fn count(suite: &Suite, extent: Extent) -> Result<Count> {
    let folder = place::root().join(suite.folder);
    let mut command = match suite.command[0] {
        "python" => Command::new(python()?),
        "node" => {
            tools::node_packages(&packages())?;
            Command::new("node")
        }
        program => {
            tools::node_packages(&folder)?;
            Command::new(program)
        }
    };
    if suite.folder == "end2end/document" {
        tools::node_packages(&packages())?;
    }
    command
        .args(&suite.command[1..])
        .current_dir(folder)
        .env("LOCI_BIN", place::binary(Profile::Debug))
        .env("LOCI_CONFORMANCE_BIN", place::conformance(Profile::Debug))
        // LangChain's tracing would send data to another machine.
        .env("LANGSMITH_TRACING", "false")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONUNBUFFERED", "1");
    if extent == Extent::Sample {
        command.args(suite.sample);
    }
    let mut count = Count::default();
    let well = step::lines(suite.name, &mut command, |line| count.read_line(line))?;
    if !well && count.failed == 0 {
        bail!(
            "{}: did not run to its end. What to do: fix the errors above",
            suite.name
        );
    }
    Ok(count)
}

fn packages() -> PathBuf {
    place::root().join("end2end")
}

fn python() -> Result<PathBuf> {
    tools::python_with("python", &packages().join("requirements.txt"))
}
