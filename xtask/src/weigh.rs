//! `cargo xtask weigh`: costs of building, loading and changing the project, as a Markdown table with details below. It
//! only measures; people decide what is too much.

mod binary;
mod browser;
mod cold;
pub mod cpu;
mod functions;
mod operation;
mod report;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use xtask::circles::circles;
use xtask::sources;

use crate::place;
use crate::weigh::report::Report;

/// Number of rows of a list before the rest is combined.
const ROWS: usize = 15;

/// Sources to measure.
#[derive(Args)]
pub struct Options {
    /// Build nothing: measure the existing builds in this folder of sources. [default: this repository]
    #[arg(long, num_args = 0..=1, value_name = "FOLDER", default_missing_value = ".")]
    built: Option<PathBuf>,
}

/// Measures, then prints.
pub fn run(options: &Options) -> Result<()> {
    let mut report = Report::default();
    let folder = match &options.built {
        Some(folder) => place::root().join(folder),
        None => cold::build(&mut report)?,
    };
    binary::weigh(&folder.join("target/release/loci"), &mut report)?;
    browser::weigh(&folder.join("target"), &mut report)?;
    operation::weigh(&mut report)?;
    measure_sources(&place::root(), &mut report)?;
    report.print();
    Ok(())
}

/// Measures the sources: lines without tests, and modules in import circles.
fn measure_sources(root: &Path, report: &mut Report) -> Result<()> {
    let (mut lines, mut code, mut in_circles) = (0, 0, 0);
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    for (name, source) in sources::crates(root)? {
        let sources = sources::read(&source)?;
        let circles = circles(&sources.arrows);
        let caught: usize = circles.iter().map(BTreeSet::len).sum();
        lines += sources.lines;
        code += sources.code;
        in_circles += caught;
        rows.push(vec![
            name.clone(),
            sources.lines.to_string(),
            sources.code.to_string(),
            sources.modules.len().to_string(),
            caught.to_string(),
        ]);
        all.extend(circles.into_iter().map(|circle| {
            let modules: Vec<String> = circle.into_iter().collect();
            format!("{name}: {}", modules.join(", "))
        }));
    }
    report.figure("non-test Rust lines", format!("{lines} ({code} with code)"));
    report.figure("top modules in import circles", in_circles.to_string());
    let head = ["crate", "lines", "with code", "top modules", "in circles"];
    report.table("Sources without tests", &head, rows);
    report.list("Import circles", &all);
    Ok(())
}
