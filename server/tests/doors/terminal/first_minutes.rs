//! First use by one person with one coding agent: one command sets it up, and its activity appears automatically.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use super::{Seat, said, with_input};
use crate::harness::{Server, loci};

/// A project after `loci init`, and the agent in it.
struct Project<'a> {
    folder: &'a Path,
    /// Folder of the program `loci`.
    bin: &'a Path,
    seat: &'a Seat,
    hooks: Value,
}

impl Project<'_> {
    /// Runs the commands that the agent's settings contain for an event, as the agent does.
    fn moment(&self, event: &str, more: &Value) -> Vec<Value> {
        let mut said_by_agent = json!({ "session_id": "9f1c", "hook_event_name": event,
            "transcript_path": "/tmp/9f1c.jsonl", "cwd": self.folder });
        let more = more.as_object().cloned().unwrap_or_default();
        said_by_agent.as_object_mut().unwrap().extend(more);
        let groups = self.hooks["hooks"][event].as_array().expect(event);
        let hooks = groups
            .iter()
            .flat_map(|group| group["hooks"].as_array().unwrap());
        let run = |hook: &Value| {
            let output = self.shell(hook["command"].as_str().unwrap(), self.bin, &said_by_agent);
            serde_json::from_str(&said(&output)).unwrap()
        };
        hooks.map(run).collect()
    }

    /// Runs a command in a shell with programs from that folder, with a token but no address.
    fn shell(&self, command: &str, bin: &Path, input: &Value) -> Output {
        let mut shell = Command::new("/bin/sh");
        for (name, value) in self.seat.command(&[]).get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        shell.env_remove("LOCI_URL").env("PATH", bin);
        shell.args(["-c", command]).current_dir(self.folder);
        with_input(&mut shell, input.to_string().as_bytes())
    }

    /// Calls a tool through the server in the project's configuration.
    fn tool(&self, name: &str, arguments: &Value) -> Value {
        let config = fs::read_to_string(self.folder.join(".mcp.json")).unwrap();
        let config: Value = serde_json::from_str(&config).unwrap();
        let url = config["mcpServers"]["loci"]["url"].as_str().unwrap();
        assert_eq!(url.strip_suffix("/mcp"), Some(self.seat.url.as_str()));
        let called = self.seat.run_with(
            &["call", name, "--body", "-", "--json"],
            arguments.to_string().as_bytes(),
        );
        serde_json::from_str(&said(&called)).unwrap()
    }
}

fn init(seat: &Seat, folder: &Path, words: &[&str]) -> Output {
    let mut command: Command = loci();
    command
        .arg("init")
        .args(words)
        .env("LOCI_URL", &seat.url)
        .current_dir(folder);
    with_input(&mut command, b"")
}

#[test]
fn what_one_agent_does_appears_by_itself() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    let ada = Seat::at(&server, "ada", "orchestrator");
    let folder = tempfile::tempdir().unwrap();
    said(&init(&ada, folder.path(), &["claude-code", "--yes"]));
    let settings = fs::read_to_string(folder.path().join(".claude/settings.json")).unwrap();
    let bin = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(loci().get_program(), bin.path().join("loci")).unwrap();
    let project = Project {
        folder: folder.path(),
        bin: bin.path(),
        seat: &ada,
        hooks: serde_json::from_str(&settings).unwrap(),
    };

    project.moment("SessionStart", &json!({ "source": "startup" }));
    // A colleague without `loci` gets one message at the start of the session.
    let nothing = tempfile::tempdir().unwrap();
    for (event, is_silent) in [
        ("SessionStart", false),
        ("UserPromptSubmit", true),
        ("Stop", true),
        ("SessionEnd", true),
    ] {
        let command = project.hooks["hooks"][event][0]["hooks"][0]["command"]
            .as_str()
            .unwrap();
        let output = project.shell(command, nothing.path(), &json!({}));
        assert_eq!(output.status.success(), is_silent, "{command}: {output:?}");
        assert_eq!(output.stderr.is_empty(), is_silent, "{command}: {output:?}");
        assert!(output.stdout.is_empty(), "{command}: {output:?}");
    }
    project.moment("UserPromptSubmit", &json!({ "prompt": "Add a login page" }));
    let plan = json!({ "name": "Login", "goal": "People can sign in", "tasks": [{ "title": "Draw the form" }] });
    let workflow = project.tool("workflow_create", &plan)["workflow"].clone();
    project.tool("task_claim", &json!({ "workflow": workflow }));
    project.tool("note_write", &json!({ "note": "Forms live in app/forms" }));
    let last = json!({ "last_assistant_message": "The form is drawn, its errors are not." });
    for answer in project.moment("Stop", &last) {
        assert_eq!(answer, json!({}), "nothing that makes it go on");
    }
    project.moment("SessionEnd", &json!({ "reason": "prompt_input_exit" }));

    let workflow = workflow.as_str().unwrap();
    for (page, told) in [
        ("/sessions".to_owned(), &["Add a login page"][..]),
        ("/agents/ada".to_owned(), &["Login"]),
        ("/minds/ada".to_owned(), &["Forms live in app/forms"]),
        (format!("/workflows/{workflow}"), &["Draw the form"]),
    ] {
        let shown = mara.get(&page);
        assert_eq!(shown.status, 200, "{page}");
        for words in told {
            assert!(shown.body.contains(words), "{page} lacks {words}");
        }
    }
    let task = mara.call(
        "task_get",
        &json!({ "workflow": workflow, "task": "T1", "fields": ["task"] }),
    );
    let task = task.ok()["task"].clone();
    assert_eq!(task["status"], "pending");
    assert!(
        task["attempts"].to_string().contains("its errors are not"),
        "{task}"
    );

    // The next session begins with the notes, and resumes the task.
    let begun = project.moment(
        "SessionStart",
        &json!({ "source": "startup", "session_id": "a27b" }),
    );
    assert!(
        begun[0].to_string().contains("Forms live in app/forms"),
        "{begun:?}"
    );
    let claimed = project.tool(
        "task_claim",
        &json!({ "workflow": workflow, "fields": ["*"] }),
    );
    assert!(
        claimed.to_string().contains("its errors are not"),
        "{claimed}"
    );

    said(&init(
        &ada,
        folder.path(),
        &["claude-code", "--remove", "--yes"],
    ));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
