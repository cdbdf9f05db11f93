//! Checks all tracked texts: no install command fetches a foreign package, links lead to existing files and headings,
//! and client packages have the documented names.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Commands that fetch a package by its name from a public registry.
const INSTALLERS: [&str; 16] = [
    "pip install",
    "pip3 install",
    "pipx install",
    "pipx run",
    "uv add",
    "uv pip install",
    "uv tool install",
    "uvx",
    "npm install",
    "npm add",
    "npm i",
    "pnpm add",
    "yarn add",
    "npx",
    "cargo install",
    "cargo add",
];

/// Commands that run a package: the first argument is its name, the others are the program's.
const RUNNERS: [&str; 3] = ["npx", "pipx run", "uvx"];

/// Packages of other projects that our texts may name in such a command.
const OTHERS: [&str; 2] = ["agent-memory-client", "playwright"];

/// Extensions of files that people read or copy from.
const READ: [&str; 9] = ["css", "html", "js", "md", "py", "rs", "sh", "toml", "ts"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the tracked and new files of these kinds with their texts.
fn texts(kinds: &[&str]) -> Vec<(String, String)> {
    let listed = Command::new("git")
        .current_dir(root())
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .output()
        .unwrap();
    assert!(listed.status.success(), "{listed:?}");
    let names = String::from_utf8(listed.stdout).unwrap();
    let is_read = |name: &&str| {
        let kind = Path::new(name).extension();
        kind.is_some_and(|kind| kinds.iter().any(|read| kind == *read))
    };
    let names = names.split_terminator('\0').filter(is_read);
    names
        .filter_map(|name| {
            // A removed file is listed until the removal is committed.
            let text = std::fs::read_to_string(root().join(name)).ok()?;
            Some((name.to_owned(), text))
        })
        .collect()
}

/// Returns the packages that install commands in a text fetch by name from a registry.
fn fetched(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        for installer in INSTALLERS {
            for (at, _) in line.match_indices(installer) {
                let before = line[..at].chars().next_back();
                let after = &line[at + installer.len()..];
                let is_word = before.is_none_or(|c| !c.is_alphanumeric() && !"-_.".contains(c));
                if is_word && after.starts_with(' ') {
                    let names = arguments(after).into_iter();
                    let is_runner = RUNNERS.contains(&installer);
                    found.extend(names.take(if is_runner { 1 } else { usize::MAX }));
                }
            }
        }
    }
    found
}

/// Returns the package names among the arguments of an install command, up to its end.
fn arguments(rest: &str) -> Vec<String> {
    let end = rest.find(['`', ';', '|', '&', '#', ')']);
    let mut words = rest[..end.unwrap_or(rest.len())].split_whitespace();
    let mut names = Vec::new();
    while let Some(word) = words.next() {
        let word = word.trim_matches(['"', '\'', ',', '.']);
        if word == "--from" {
            // The package. After it come the name and the arguments of one of its programs.
            names.extend(
                words
                    .next()
                    .filter(|word| !is_file(word))
                    .map(str::to_owned),
            );
            break;
        }
        if matches!(
            word,
            "-r" | "--requirement" | "--root" | "--path" | "--python"
        ) {
            words.next();
        } else if !word.starts_with('-') && !is_file(word) {
            let scope = usize::from(word.starts_with('@'));
            let end = word[scope..].find(['[', '=', '<', '>', '~', '@']);
            names.push(end.map_or(word, |end| &word[..scope + end]).to_owned());
        }
    }
    names
}

/// Returns true if an argument names a file or a folder.
fn is_file(word: &str) -> bool {
    let is_archive = [".tgz", ".whl", ".tar.gz"]
        .iter()
        .any(|kind| word.ends_with(kind));
    word.is_empty() || is_archive || (word.contains('/') && !word.starts_with('@'))
}

#[test]
fn install_commands_name_files_or_known_packages() {
    let own = "server/tests/doors/documentation.rs";
    let texts = texts(&READ);
    assert!(texts.len() > 1_000, "{} files", texts.len());
    let mut faults = Vec::new();
    for (name, text) in texts.iter().filter(|(name, _)| name != own) {
        let strange = fetched(text).into_iter();
        let strange = strange.filter(|package| !OTHERS.contains(&package.as_str()));
        faults.extend(strange.map(|package| format!("{name}: {package}")));
    }
    assert!(
        faults.is_empty(),
        "these commands fetch a package by name, which may belong to somebody else. Name a path or a file: {faults:#?}"
    );
}

#[test]
fn packages_in_install_commands_are_found() {
    for (text, expected) in [
        (
            r#"`pip install "loci-client[langgraph]"`, more"#,
            &["loci-client"][..],
        ),
        ("npm i -D loci-client@1.0", &["loci-client"]),
        ("npm install @loci/client", &["@loci/client"]),
        ("uvx loci-cli", &["loci-cli"]),
        ("uvx --from loci-cli loci serve", &["loci-cli"]),
        ("uvx --from ./loci.whl loci serve", &[]),
        ("Run npx loci now", &["loci"]),
        ("cargo install --locked loci && loci", &["loci"]),
        ("uv add loci==0.1", &["loci"]),
        ("pip install ./clients/python", &[]),
        (r#"pip install "./clients/python[langgraph]"  # extra"#, &[]),
        ("npm install /path/to/loci-agent-memory-0.1.0.tgz", &[]),
        ("`npm ci && npm install loci-agent-memory-0.1.0.tgz`", &[]),
        ("python3 -m pip install -r requirements.txt", &[]),
        ("cargo xtask install --root /usr/local", &[]),
        ("`npx`", &[]),
    ] {
        assert_eq!(fetched(text), expected, "{text}");
    }
}

#[test]
fn client_packages_have_the_documented_names() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let python = read("clients/python/pyproject.toml");
    assert!(python.contains("\nname = \"loci-agent-memory\"\n"));
    let typescript = read("clients/typescript/package.json");
    let typescript: serde_json::Value = serde_json::from_str(&typescript).unwrap();
    assert_eq!(typescript["name"], "loci-agent-memory");
    let archive = format!(
        "loci-agent-memory-{}.tgz",
        typescript["version"].as_str().unwrap()
    );
    assert!(read("clients/typescript/README.md").contains(&archive));
}

/// Returns the link targets of a Markdown text, outside of code.
fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for prose in text.split("```").step_by(2) {
        let targets = prose.split("](").skip(1);
        found.extend(targets.filter_map(|rest| rest.split(')').next()));
    }
    found
}

/// Returns the anchors of a document's headings, as GitHub generates them.
fn anchors(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut faults = Vec::new();
    let documents = texts(&["md"]).into_iter();
    let ours = |(name, _): &(String, String)| {
        name.starts_with("docs/") || name.starts_with("clients/") || !name.contains('/')
    };
    for (name, text) in documents.filter(ours) {
        for link in links(&text) {
            if link.contains("://") || link.starts_with('<') {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = match file {
                "" => root().join(&name),
                file => root().join(&name).parent().unwrap().join(file),
            };
            let is_heading = || {
                let target = std::fs::read_to_string(&path).unwrap_or_default();
                anchor.is_empty() || anchors(&target).iter().any(|known| known == anchor)
            };
            if !path.exists() || !is_heading() {
                faults.push(format!("{name}: {link}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_page_is_linked_from_the_readme() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let pages = texts(&["md"]).into_iter();
    let pages: Vec<String> = pages
        .map(|(name, _)| name)
        .filter(|name| name.starts_with("docs/"))
        .collect();
    assert_eq!(pages.len(), 12, "{pages:?}");
    for page in pages {
        assert!(readme.contains(&format!("]({page})")), "{page}");
    }
}
