//! The plugin that `loci init opencode` writes, run by a driver.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::{Value, json};

use super::{Seat, planned, said};
use crate::harness::{Server, loci};

/// Returns the driver's output with that folder first in the `PATH`.
fn driven(seat: &Seat, project: &Path, commands: &Path) -> Value {
    let known = env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(commands.to_owned()).chain(env::split_paths(&known));
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/doors/terminal/opencode.mjs");
    let plugin = project.join(".opencode/plugins/loci.js");
    let mut command = Command::new("node");
    // The plugin's process gets the variables of the seat.
    for (name, value) in seat.command(&[]).get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let path = env::join_paths(folders).unwrap();
    let output = command.env("PATH", path).arg(driver).arg(plugin);
    serde_json::from_str(&said(&output.arg(project).output().unwrap())).unwrap()
}

#[test]
fn a_session_of_opencode_is_remembered_and_kept() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let ada = Seat::at(&server, "ada", "worker");
    let workflow = planned(&orch);
    ada.says(&["note", "Migrations run before the service starts"]);
    let nudge = ["nudge", "send", "-w", &workflow, "--target", "ada"];
    orch.says(&[&nudge[..], &["--message", "Leave the user table"]].concat());

    let project = tempfile::tempdir().unwrap();
    let folder = project.path().to_str().unwrap();
    ada.says(&["init", "opencode", "--folder", folder, "--yes"]);
    // The plugin is a module, regardless of the project's type.
    fs::write(project.path().join("package.json"), r#"{"type": "module"}"#).unwrap();
    let commands = project.path().join("commands");
    fs::create_dir(&commands).unwrap();
    std::os::unix::fs::symlink(loci().get_program(), commands.join("loci")).unwrap();

    let told = driven(&ada, project.path(), &commands);
    let text = |turn: usize| told[turn][0]["text"].as_str().unwrap_or_default();
    assert!(text(0).contains("Migrations run before"), "{told}");
    assert!(text(0).contains("Leave the user table"), "{told}");
    assert_eq!(told[0][0]["synthetic"], true, "people do not see it");
    assert_eq!(told[0][0]["messageID"], "msg_1");
    assert_eq!(told[1], json!([]), "a subagent is told nothing");
    assert_eq!(told[2], json!([]), "the memory is there, nothing is new");
    assert!(text(3).contains("Migrations run before"), "{told}");

    let kept = ada.json(&["session", "get", "main"]);
    let kept: Vec<(&str, &str)> = kept["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|said| {
            let member = |name: &str| said[name].as_str().unwrap();
            (member("role"), member("content"))
        })
        .collect();
    assert_eq!(
        kept,
        [
            ("user", "Where do tokens live?"),
            ("assistant", "In a table."),
            ("user", "Which one?"),
            ("assistant", "In sessions."),
            ("user", "Go on."),
            ("assistant", "Done."),
        ]
    );
    let sessions = ada.json(&["session", "list"]);
    assert_eq!(sessions["total"], 1, "{sessions}");

    // Without the command the agent still works.
    fs::remove_file(commands.join("loci")).unwrap();
    let without = driven(&ada, project.path(), &commands);
    assert_eq!(without, json!([[], [], [], []]));
}
