//! `loci init`: sets up coding agents in a project, and restores the project on removal.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use super::{said, with_input};
use crate::harness::loci;

const CLIENTS: [&str; 6] = ["claude", "codex", "cursor", "gemini", "opencode", "vscode"];
const SECRET: &str = "loci_token_that_no_file_may_have";

fn init(folder: &Path, words: &[&str]) -> Output {
    let mut command = loci();
    command
        .arg("init")
        .args(words)
        .env("LOCI_URL", "https://loci.example.org/")
        .env("LOCI_TOKEN", SECRET)
        .current_dir(folder);
    with_input(&mut command, b"")
}

/// Returns every file of a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                found.insert(path, text);
            }
        }
    }
    found
}

/// Returns a project with existing settings.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        (
            ".mcp.json",
            "{\n  \"mcpServers\": {\n    \"mine\": {\"command\": \"x\"}\n  }\n}",
        ),
        (
            ".codex/config.toml",
            "model = \"x\"   # mine\n[projects.\"/a\"]\ntrust_level = \"trusted\"\n",
        ),
        (".cursor/mcp.json", "{}"),
        (
            ".cursor/hooks.json",
            "{\"version\": 1, \"hooks\": {\"stop\": [{\"command\": \"x\"}]}}",
        ),
        (
            ".claude/settings.json",
            "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": []}\n    ]\n  }\n}\n",
        ),
        (
            ".gemini/settings.json",
            "{\n\t// dark at night\n\t\"theme\": \"dark\",\n}\n",
        ),
        (
            "opencode.json",
            "{\"$schema\": \"https://opencode.ai/config.json\"}\r\n",
        ),
        ("AGENTS.md", "# Rules\n\nBe brief."),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn what_is_set_up_can_be_undone() {
    for folder in [tempfile::tempdir().unwrap(), project()] {
        let before = files(folder.path());
        for client in CLIENTS {
            let shown = said(&init(folder.path(), &[client, "--print"]));
            assert!(shown.contains("https://loci.example.org/mcp"), "{shown}");
            assert_eq!(files(folder.path()), before, "{client} is only shown");

            let hooks = if client == "opencode" {
                r#""--url", "https://loci.example.org""#
            } else {
                "loci hook stop --url https://loci.example.org"
            };
            assert!(shown.contains(hooks), "{shown}");

            let end = said(&init(folder.path(), &[client, "--yes"]));
            assert!(end.contains("LOCI_URL=https://loci.example.org"), "{end}");
            let after = files(folder.path());
            assert_ne!(after, before, "{client}");
            let texts: String = after.values().cloned().collect();
            assert!(!texts.contains(SECRET), "{client}");
            assert!(texts.contains("https://loci.example.org/mcp"), "{client}");
            let again = said(&init(folder.path(), &[client]));
            assert!(again.contains("(as it is to be)"), "{again}");
            assert_eq!(files(folder.path()), after, "{client} twice");

            said(&init(folder.path(), &[client, "--remove", "--yes"]));
            assert_eq!(files(folder.path()), before, "{client} undone");
            said(&init(folder.path(), &[client, "--remove"]));
        }
    }
}

#[test]
fn who_says_yes_needs_not_see_it() {
    let folder = project();
    let before = files(folder.path());
    let unseen = |words: &[&str]| {
        let mut child = loci()
            .arg("init")
            .args(words)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        drop(child.stderr.take());
        child.wait().unwrap().code()
    };
    for client in CLIENTS {
        assert_eq!(unseen(&[client]), Some(2), "{client}");
        assert_eq!(unseen(&[client, "--print"]), Some(0), "{client}");
        assert_eq!(files(folder.path()), before, "{client}");
        assert_eq!(unseen(&[client, "--yes"]), Some(0), "{client}");
        assert_ne!(files(folder.path()), before, "{client}");
        assert_eq!(unseen(&[client, "--yes", "--remove"]), Some(0), "{client}");
        assert_eq!(files(folder.path()), before, "{client}");
    }
}

#[test]
fn clients_beside_each_other_keep_what_they_share() {
    let folder = project();
    let before = files(folder.path());
    for client in CLIENTS {
        said(&init(folder.path(), &[client, "--yes"]));
    }
    let rules = folder.path().join("AGENTS.md");
    for client in CLIENTS {
        let told = fs::read_to_string(&rules).unwrap();
        let shared = client != "vscode";
        assert_eq!(told.contains("MCP server `loci`"), shared, "{client}");
        said(&init(folder.path(), &[client, "--remove", "--yes"]));
    }
    assert_eq!(files(folder.path()), before);
}

#[test]
fn what_is_not_understood_is_left_alone() {
    let folder = project();
    fs::write(folder.path().join(".mcp.json"), "{\"mcpServers\": [\u{1b}").unwrap();
    fs::write(folder.path().join(".codex/config.toml"), "model = \n").unwrap();
    fs::write(folder.path().join("GEMINI.md"), [0xff]).unwrap();
    fs::create_dir_all(folder.path().join(".vscode/mcp.json")).unwrap();
    let names = [".mcp.json", ".codex/config.toml", "GEMINI.md", "AGENTS.md"];
    let all = || names.map(|name| fs::read(folder.path().join(name)).unwrap());
    let before = all();
    for (client, told) in [
        ("claude", ".mcp.json: line 1"),
        ("codex", "config.toml: line 1"),
        ("gemini", "not UTF-8"),
        ("vscode", "is not a file"),
    ] {
        for words in [&[client, "--yes"][..], &[client, "--yes", "--remove"]] {
            let output = init(folder.path(), words);
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert!(said.contains(told), "{client}: {said}");
            assert!(!said.contains('\u{1b}'), "{said:?}");
        }
    }
    assert_eq!(all(), before);
    for (words, code) in [
        (&["emacs"][..], 2),
        // No confirmation without a terminal.
        (&["cursor"], 2),
        (&["cursor", "--folder", "nowhere"], 5),
        (&["cursor", "--local", "--yes"], 2),
    ] {
        let output = init(folder.path(), words);
        assert_eq!(output.status.code(), Some(code), "{words:?}");
    }
}

#[test]
fn a_server_of_ones_own_stays() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join(".mcp.json");
    let own = "{\"mcpServers\": {\"loci\": {\"command\": \"loci\", \"args\": [\"mcp\"]}}}";
    fs::write(&config, own).unwrap();
    let output = init(folder.path(), &["claude", "--yes"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("of your own") && told.contains("nothing was changed"));
    let told = said(&init(folder.path(), &["claude", "--remove", "--yes"]));
    assert!(told.contains("stays"), "{told}");
    assert_eq!(fs::read_to_string(&config).unwrap(), own);
    assert_eq!(files(folder.path()).len(), 1);
}

#[test]
fn hooks_that_cannot_run_are_told() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = tempfile::tempdir().unwrap();
    let places = tempfile::tempdir().unwrap();
    let told = |words: &[&str]| {
        let mut command = loci();
        command.args(["init", "claude"]).args(words);
        command
            .current_dir(folder.path())
            .env("PATH", places.path());
        let output = with_input(&mut command, b"");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let program = places.path().join("loci");
    assert!(told(&["--print"]).contains("no `loci` on the PATH"));
    // A file that is not executable does not count.
    fs::write(&program, "").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o644)).unwrap();
    let said = told(&["--yes"]);
    assert!(
        said.contains("no `loci` on the PATH") && said.contains("ln -s /"),
        "{said}"
    );
    fs::remove_file(&program).unwrap();
    symlink(env!("CARGO_BIN_EXE_loci"), &program).unwrap();
    assert_eq!(told(&["--yes"]), "");
    fs::remove_file(&program).unwrap();
    assert_eq!(told(&["--remove", "--yes"]), "");
}

#[test]
fn a_file_behind_a_link_stays_behind_it() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = tempfile::tempdir().unwrap();
    let real = folder.path().join("real.json");
    fs::write(&real, "{\"a\": 1}\n").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, folder.path().join(".mcp.json")).unwrap();
    said(&init(folder.path(), &["claude", "--yes"]));
    assert!(fs::read_to_string(&real).unwrap().contains("loci"));
    assert!(folder.path().join(".mcp.json").is_symlink());
    let mode = fs::metadata(&real).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 4, "{left:?}");
}
