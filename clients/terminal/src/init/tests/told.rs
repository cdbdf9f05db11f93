//! Tests with hooks that a person rewrote, and of the messages after a partial failure.

use setups::CLIENTS;

use super::super::config::without_hooks;
use super::super::{Scope, closing, removal_changes};
use super::{done, listed, with_hooks};

#[test]
fn a_command_that_somebody_wrote_otherwise_is_the_same_hook() {
    for hooks in listed() {
        let new = with_hooks(None, hooks).expect("a new file");
        let own = new.replace("loci hook start", "/opt/loci/loci hook start || true");
        assert_ne!(own, new);
        assert_eq!(with_hooks(Some(&own), hooks), Ok(own.clone()));
        assert_eq!(without_hooks(Some(own), hooks), Ok(None));
    }
    let other = "{\"hooks\": {\"SessionStart\": [{\"hooks\": [{\"command\": 1}, {\"command\": \"foci hook start\"}]}]}}";
    let new = with_hooks(Some(other), CLIENTS[0].hooks).expect("beside it");
    assert!(new.contains("\"loci hook start --url http"), "{new}");
    assert_eq!(
        without_hooks(Some(new), CLIENTS[0].hooks),
        Ok(Some(other.into()))
    );
}

#[test]
fn what_was_changed_before_a_failure_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let changes = done(&CLIENTS[0], folder.path(), "http://127.0.0.1:7077");
    let changes = changes.expect("changes");
    let told = |count: usize| {
        let error = kernel::Error::unavailable("the disk is full");
        super::super::with_done_changes(error, &changes[..count]).detail
    };
    assert_eq!(told(0), "the disk is full");
    assert!(
        told(2).contains("Changed already: .mcp.json, CLAUDE.md;"),
        "{}",
        told(2)
    );
}

#[test]
fn hooks_follow_the_server_to_another_address() {
    let (old, new) = ("http://127.0.0.1:7077", "https://loci.example.org");
    let with = super::super::config::with_hooks;
    for hooks in listed() {
        let made = with(None, hooks, old).expect("made");
        let moved = with(Some(&made), hooks, new);
        assert_eq!(moved, Ok(made.replace(old, new)));
        // Earlier versions wrote no address.
        let older = made.replace(&format!(" --url {old}"), "");
        let older = older.replace("! command -v loci >/dev/null || ", "");
        assert_eq!(with(Some(&older), hooks, old), Ok(made.clone()));
        // Other commands are unchanged.
        let own = made.replace("loci hook start --url", "/opt/loci hook start --url");
        let kept = with(Some(&own), hooks, new).expect("moved");
        let start = format!("/opt/loci hook start --url {old}");
        assert!(kept.contains(&start), "{kept}");
        assert_eq!(kept.matches(new).count(), hooks.moments.len() - 1, "{kept}");
    }
}

#[test]
fn one_person_s_files_take_the_place_of_the_project_s() {
    let folder = tempfile::tempdir().expect("a folder");
    let claude = &CLIENTS[0];
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).ok();
    let init = |is_local: bool| {
        let scope = Scope::of(claude, is_local).expect("a scope");
        let changes = super::super::setup_changes(claude, folder.path(), "http://a:7", scope);
        for change in changes.expect("changes") {
            change.make().expect("made");
        }
    };
    let project = [".claude/settings.json", "CLAUDE.md"];
    let local = [".claude/settings.local.json", "CLAUDE.local.md"];
    for (is_local, there, gone) in [
        (true, local, project),
        (false, project, local),
        (true, local, project),
    ] {
        init(is_local);
        for name in there {
            assert!(read(name).expect(name).contains("loci"), "{name}");
        }
        for name in gone {
            assert_eq!(read(name), None, "{name}");
        }
        assert!(
            read(".mcp.json")
                .expect("servers")
                .contains("http://a:7/mcp")
        );
    }
    for change in removal_changes(claude, folder.path()).expect("changes") {
        change.make().expect("undone");
    }
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("a folder").count(),
        0
    );
    let codex = &CLIENTS[1];
    let refused = Scope::of(codex, true).expect_err("no such files");
    assert!(refused.detail.contains(".git/info/exclude"), "{refused}");
}

#[test]
fn the_last_line_names_the_server_and_the_token() {
    for client in CLIENTS {
        let said = closing(client, "http://a:7", Scope::Project);
        assert!(said.contains("LOCI_URL=http://a:7"), "{said}");
        assert!(said.contains("token"), "{said}");
    }
    let scope = Scope::of(&CLIENTS[0], true).expect("a scope");
    let said = closing(&CLIENTS[0], "http://a:7", scope);
    assert!(
        said.contains("Keep .claude/settings.local.json and CLAUDE.local.md out of Git."),
        "{said}"
    );
}
