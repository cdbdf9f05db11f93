//! Tests with changes that a person made to generated files, or had made before, and of the project after a removal.

use setups::{CLIENTS, Client, Servers};

use super::super::config::{self, without_hooks};
use super::super::{jsonc, removal_changes};
use super::{done, with_hooks};

/// Returns the client with this name.
fn client(name: &str) -> &'static Client {
    let mut all = CLIENTS.iter();
    all.find(|client| client.name == name).expect("a client")
}

#[test]
fn an_own_server_of_the_name_is_refused_and_stays() {
    let origin = "http://127.0.0.1:7077";
    for (name, before) in [
        (
            "claude",
            "{\"mcpServers\": {\"loci\": {\"command\": \"loci\", \"args\": [\"mcp\"]}}}",
        ),
        (
            "claude",
            "{\n  // mine\n  \"mcpServers\": { \"loci\": { \"type\": \"http\", \"url\": \"http://x/mcp\", \
             \"headers\": { \"Authorization\": \"Bearer abc\" } } }\n}\n",
        ),
        ("gemini", "{\"mcpServers\": {\"loci\": 1}}"),
        (
            "cursor",
            "{\"mcpServers\": {\"loci\": {\"url\": \"http://x/other\"}}}",
        ),
        ("codex", "[mcp_servers.loci]\nurl = \"http://x/mcp\"\n"),
    ] {
        let client = client(name);
        let refused = config::with(client, Some(before), origin);
        assert!(refused.is_err_and(|why| why.contains("loci")), "{before}");
        let left = config::without(client, Some(before));
        assert_eq!(left, Ok(Some(before.to_owned())));
    }
}

#[test]
fn what_somebody_adds_to_what_was_made_stays_in_a_second_run() {
    let (old, new) = ("http://127.0.0.1:7077", "https://loci.example.org");
    for client in CLIENTS {
        let made = config::with(client, None, old).expect("made");
        let (mark, more) = match client.servers {
            Servers::Json(..) => ("\"loci\": {", "\n      // mine\n      \"trust\": true,"),
            Servers::Toml(_) => ("[mcp_servers.loci]", "\n# mine\nstartup_timeout_sec = 20"),
        };
        let mine = made.replacen(mark, &format!("{mark}{more}"), 1);
        let again = config::with(client, Some(&mine), old);
        assert_eq!(again.as_ref(), Ok(&mine), "{}", client.name);
        let moved = config::with(client, Some(&mine), new);
        assert_eq!(moved, Ok(mine.replace(old, new)), "{}", client.name);
        assert_eq!(config::without(client, Some(&mine)), Ok(None));
    }
    // The prompt for the token with another wording.
    let vscode = client("vscode");
    let made = config::with(vscode, None, old).expect("made");
    let mine = made.replace("A token of Loci", "My token");
    assert_eq!(config::with(vscode, Some(&mine), old), Ok(mine.clone()));
    assert_eq!(config::without(vscode, Some(&mine)), Ok(None));
    let own = "{\"inputs\": [{\"id\": \"loci-token\", \"type\": \"command\"}]}";
    let with = config::with(vscode, Some(own), old).expect("with an own question");
    assert_eq!(config::without(vscode, Some(&with)), Ok(Some(own.into())));
}

#[test]
fn hooks_of_somebody_stay_beside_ours_in_a_group() {
    let claude = client("claude").hooks;
    let made = with_hooks(None, claude).expect("made");
    let ours = "{\n            \"command\": \"loci hook start --url http://127.0.0.1:7077\",\n            \"type\": \"command\"\n          }";
    assert!(made.contains(ours), "{made}");
    let own = "{ \"type\": \"command\", \"command\": \"./own.sh\" }";
    // Other hooks after the generated ones, before them, and settings of the generated ones.
    for (mine, left) in [
        (
            format!("{ours},\n          {own} // own"),
            format!("{own} // own"),
        ),
        (format!("{own}, // own\n          {ours}"), own.to_owned()),
        (
            ours.replace("{\n", "{\n            \"timeout\": 9, // s\n"),
            String::new(),
        ),
    ] {
        let before = made.replacen(ours, &mine, 1);
        let before = before.replacen(
            "\"hooks\": [",
            "\"matcher\": \"startup\",\n        \"hooks\": [",
            1,
        );
        assert_eq!(with_hooks(Some(&before), claude), Ok(before.clone()));
        let taken = without_hooks(Some(before.clone()), claude).expect("taken");
        let Some(taken) = taken else {
            assert_eq!(left, "", "{before}");
            continue;
        };
        assert!(taken.contains(&left) && !left.is_empty(), "{taken}");
        assert!(!taken.contains("loci hook"), "{taken}");
        jsonc::read(&taken).expect("JSON");
    }
    // A matcher, a comment or another command with the same words is no generated hook.
    let words = "{\"hooks\": {\"Stop\": [{\"matcher\": \"loci hook answer\", \"hooks\": []}, /* \"loci hook answer\" */]}}";
    let with = with_hooks(Some(words), claude).expect("with");
    assert_eq!(with.matches("loci hook answer").count(), 3, "{with}");
    assert_eq!(without_hooks(Some(with), claude), Ok(Some(words.into())));
}

#[test]
fn a_file_of_hooks_that_says_its_version_stays() {
    let cursor = client("cursor").hooks;
    for before in [
        "{\n  \"version\": 1\n}\n",
        "{\"version\": 1}",
        "{\"hooks\": {}, \"version\": 1}",
        "{\"hooks\": {\"stop\": []}, \"version\": 1}",
    ] {
        let with = with_hooks(Some(before), cursor).expect(before);
        assert_eq!(without_hooks(Some(with), cursor), Ok(Some(before.into())));
        let nothing = without_hooks(Some(before.into()), cursor);
        assert_eq!(nothing, Ok(Some(before.into())));
    }
}

#[test]
fn folders_and_links_are_left_as_they_were() {
    let origin = "http://127.0.0.1:7077";
    for client in CLIENTS {
        let around = tempfile::tempdir().expect("a folder");
        let project = around.path().join("project");
        std::fs::create_dir(&project).expect("a project");
        for change in done(client, &project, origin).expect("new files") {
            change.make().expect("made");
        }
        for change in removal_changes(client, &project).expect("files") {
            change.make().expect("undone");
        }
        let left = std::fs::read_dir(&project).expect("the project stays");
        assert_eq!(left.count(), 0, "{}", client.name);
    }
}

#[test]
fn files_with_nothing_in_them_are_there_again() {
    let origin = "http://127.0.0.1:7077";
    for (client, blank) in CLIENTS
        .iter()
        .flat_map(|client| ["", "\n", " \r\n"].map(|blank| (client, blank)))
    {
        let project = tempfile::tempdir().expect("a folder");
        let names = [client.config, client.instructions, client.hooks.file];
        let paths = names.map(|name| project.path().join(name));
        for path in &paths {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, blank).expect("a file");
        }
        let texts = || {
            paths
                .each_ref()
                .map(|path| std::fs::read_to_string(path).unwrap_or_else(|_| "gone".into()))
        };
        let apply = |changes: Vec<super::super::file::Change>| {
            for change in changes {
                change.make().expect("made");
            }
        };
        apply(removal_changes(client, project.path()).expect("nothing to undo"));
        assert!(!config::is_of_another(client, project.path()).expect("read"));
        apply(done(client, project.path(), origin).expect("files"));
        let made = texts();
        assert!(made.iter().all(|text| text.contains("loci")), "{made:?}");
        apply(done(client, project.path(), origin).expect("files"));
        assert_eq!(texts(), made, "{}", client.name);
        apply(removal_changes(client, project.path()).expect("files"));
        assert_eq!(texts(), [blank; 3], "{}", client.name);
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_the_instructions_of_another_is_one_file() {
    use std::os::unix::fs::symlink;
    let origin = "http://127.0.0.1:7077";
    let project = tempfile::tempdir().expect("a folder");
    let agents = project.path().join("AGENTS.md");
    std::fs::write(&agents, "# Mine\n").expect("a file");
    symlink("AGENTS.md", project.path().join("CLAUDE.md")).expect("a link");
    let (claude, codex) = (client("claude"), client("codex"));
    for client in [claude, codex] {
        for change in done(client, project.path(), origin).expect("files") {
            change.make().expect("made");
        }
    }
    let told = || std::fs::read_to_string(&agents).expect("a file");
    for (client, is_told) in [(claude, true), (codex, false)] {
        for change in removal_changes(client, project.path()).expect("files") {
            change.make().expect("undone");
        }
        assert_eq!(told().contains("loci: begin"), is_told);
    }
    assert_eq!(told(), "# Mine\n");
    assert!(project.path().join("CLAUDE.md").is_symlink());
    // A dangling link is not followed.
    std::fs::remove_file(&agents).expect("removed");
    assert!(done(claude, project.path(), origin).is_err());
}
