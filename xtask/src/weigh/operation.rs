//! Cost of the newest operation: the files in the commit that added it, without tests, snapshots and documents.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::place;
use crate::weigh::report::Report;

/// Text that marks a file as declaring an operation.
const DECLARES: &str = "impl Operation for ";

/// Finds the newest operation and counts.
pub fn weigh(report: &mut Report) -> Result<()> {
    let history = git(&[
        "log",
        "--diff-filter=A",
        "--name-only",
        "--format=commit %H %s",
        "--",
        "*.rs",
    ])?;
    for (commit, subject, file) in list_added(&history) {
        if !git(&["show", &format!("{commit}:{file}")])?.contains(DECLARES) {
            continue;
        }
        let touched = git(&["show", "--name-only", "--format=", commit])?;
        let touched = lasting(&touched);
        report.figure("files for the last operation", touched.len().to_string());
        let title = format!("Files for the last operation, “{subject}”");
        let files: Vec<String> = touched.iter().map(|file| format!("`{file}`")).collect();
        report.list(&title, &files);
        return Ok(());
    }
    report.figure(
        "files for the last operation",
        "the history has none".to_owned(),
    );
    Ok(())
}

fn git(arguments: &[&str]) -> Result<String> {
    let output = Command::new("git")
        .current_dir(place::root())
        .args(arguments)
        .output()
        .context("git did not start")?;
    ensure!(
        output.status.success(),
        "`git {}` failed",
        arguments.join(" ")
    );
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns the files of operations that commits added, newest first, each with the commit and its subject.
fn list_added(history: &str) -> Vec<(&str, &str, &str)> {
    let mut found = Vec::new();
    let mut by = ("", "");
    for line in history.lines() {
        if let Some(commit) = line.strip_prefix("commit ") {
            by = commit.split_once(' ').unwrap_or((commit, ""));
        } else if line.contains("/ops/") && lasting(line).len() == 1 {
            found.push((by.0, by.1, line));
        }
    }
    found
}

/// Returns the files that are neither tests nor snapshots nor documents.
fn lasting(files: &str) -> Vec<&str> {
    let folders = ["end2end", "fuzz", "snapshots", "tests", "tests.rs"];
    let is_aside = |file: &str| {
        let extension = Path::new(file).extension();
        extension.is_some_and(|extension| extension == "md" || extension == "snap")
            || file.split('/').any(|part| folders.contains(&part))
    };
    files
        .lines()
        .filter(|file| !file.is_empty() && !is_aside(file))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_last_are_counted() {
        let history = "commit aa Second\n\nengine/src/x/rules.rs\nengine/src/x/ops/new/tests.rs\n\
            commit bb First one\n\nengine/src/x/ops/old.rs\n";
        assert_eq!(
            list_added(history),
            [("bb", "First one", "engine/src/x/ops/old.rs")]
        );
        let touched = "CHANGELOG.md\nengine/src/x/ops/old.rs\nengine/tests/x.rs\n\
            server/src/snapshots/api.snap\nend2end/tests/x.ts\nengine/src/x/ops.rs\n";
        assert_eq!(
            lasting(touched),
            ["engine/src/x/ops/old.rs", "engine/src/x/ops.rs"]
        );
    }
}
