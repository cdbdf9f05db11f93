//! Browser tests: the debug build of the binary, Playwright and Chromium, with JavaScript on and off. Tests tagged
//! `@slow` are not part of the gate. Installs missing npm packages below `end2end/`, and Chromium.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::Extent;
use crate::profile::Profile;
use crate::sum::{Count, Sum};
use crate::{place, step, tools};

/// Debian's name of Chromium without a window system. It needs half the processor time of the full one.
const SHELL: &str = "chromium-headless-shell";

/// Paths of a Chromium that Playwright can drive, on Debian and others.
const CHROMIUMS: &[&str] = &["/usr/bin/chromium", "/usr/bin/chromium-browser"];

/// Sources that TypeScript checks, with the folder of their `tsconfig.json`.
const PROJECTS: [(&str, &str); 2] = [("browser tests", "."), ("scripts", "../frontend")];

/// Installs the requirements, runs the tests and counts.
pub fn run(extent: Extent, sum: &mut Sum) {
    sum.add("browser, JavaScript on and off", count(extent));
}

fn count(extent: Extent) -> Result<Count> {
    tools::node_packages(&folder())?;
    for (name, project) in PROJECTS {
        step::run(
            &format!("Types of the {name}"),
            npx("tsc").args(["--noEmit", "--project", project]),
            "fix the errors above",
        )?;
    }
    let chromium = chromium()?;
    let report = place::target().join("end2end.json");
    // The report of an earlier run must not be counted for one that ends early.
    if report.exists() {
        std::fs::remove_file(&report)?;
    }
    let mut command = npx("playwright");
    command
        .arg("test")
        .env("LOCI_BIN", place::binary(Profile::Debug))
        .env("PLAYWRIGHT_JSON_OUTPUT_NAME", &report);
    if extent == Extent::Sample {
        command.args(["--grep-invert", "@slow"]);
    }
    if let Chromium::At(path) = &chromium {
        command.env("LOCI_CHROMIUM", path);
    }
    let ran = step::run(
        "Browser tests",
        &mut command,
        "`npx playwright show-report` in end2end/ shows each failure; `npx playwright test -g NAME --trace on` its steps",
    );
    let count = read(&report)?;
    if count.failed == 0 {
        ran?;
    }
    Ok(count)
}

/// Returns the folder of the browser tests.
fn folder() -> PathBuf {
    place::root().join("end2end")
}

/// Returns an installed npm program.
fn npx(program: &str) -> Command {
    let mut command = Command::new("npx");
    command
        .current_dir(folder())
        .args(["--no-install", program]);
    command
}

/// Location of the browser.
enum Chromium {
    At(PathBuf),
    InsidePlaywright,
}

/// Finds Chromium or installs it: Debian's package if possible, otherwise an installed full one, otherwise
/// Playwright's.
fn chromium() -> Result<Chromium> {
    if let Some(named) = std::env::var_os("LOCI_CHROMIUM") {
        return Ok(Chromium::At(named.into()));
    }
    let shell = Path::new("/usr/bin").join(SHELL);
    if !shell.exists() {
        // Other distributions have apt without that package.
        let _ = tools::debian_package("Chromium", SHELL);
    }
    let mut there = std::iter::once(shell).chain(CHROMIUMS.iter().map(PathBuf::from));
    if let Some(found) = there.find(|path| path.exists()) {
        return Ok(Chromium::At(found));
    }
    step::run(
        "Downloading Chromium",
        npx("playwright").args(["install", "--only-shell", "chromium"]),
        "check the network, or install Chromium and name it in LOCI_CHROMIUM",
    )?;
    Ok(Chromium::InsidePlaywright)
}

#[derive(Deserialize)]
struct Report {
    stats: Stats,
}

#[derive(Deserialize)]
struct Stats {
    expected: u64,
    unexpected: u64,
    flaky: u64,
}

/// Parses Playwright's report. A test that passed only when repeated counts as failed.
fn read(report: &Path) -> Result<Count> {
    let text = std::fs::read(report)
        .context("the browser tests left no report. What to do: mend the errors above")?;
    let stats = serde_json::from_slice::<Report>(&text)?.stats;
    Ok(Count {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
    })
}
