//! Folder in which the team works: it writes files there, runs the tests with `sh`, and records artifacts.

use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use crate::member::Member;

/// Path of the folder.
#[derive(Clone)]
pub struct Bench(pub PathBuf);

impl Bench {
    /// Writes a file and records it as an artifact of `task`.
    pub fn write(
        &self,
        member: &mut Member,
        task: &str,
        kind: &str,
        path: &str,
        about: &str,
        content: &str,
    ) -> Option<()> {
        let file = self.0.join(path);
        let written = file
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(&file, content));
        if let Err(error) = written {
            member.mention(format_args!("{path} cannot be written: {error}"));
            return None;
        }
        let artifact = json!({
            "type": kind, "path": path, "description": about,
            "associated_task": task, "content": content,
        });
        member.must("artifact_record", artifact).map(|_| ())
    }

    /// Runs a script of the folder with `sh`. Returns its output, as an error if it failed.
    pub fn run(&self, script: &str) -> Result<String, String> {
        let output = Command::new("sh").arg(script).current_dir(&self.0).output();
        match output {
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
                if output.status.success() {
                    Ok(text)
                } else {
                    Err(text)
                }
            }
            Err(error) => Err(format!("sh cannot be run: {error}")),
        }
    }
}
