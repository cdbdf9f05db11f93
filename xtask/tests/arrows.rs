//! Architecture tests for ARCHITECTURE.md: allowed dependencies between crates, libraries with few users, and words that
//! a crate's sources must not contain. Based on names only; compiles nothing.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Each crate of the workspace with its allowed dependencies.
const ARROWS: &[(&str, &[&str])] = &[
    ("app", &["doors", "engine", "kernel", "setups"]),
    ("bench", &["engine", "kernel", "store", "tools"]),
    ("doors", &["engine", "kernel"]),
    ("engine", &["exchange", "kernel"]),
    ("exchange", &[]),
    ("fuzz", &["app", "engine", "kernel", "server", "tools"]),
    ("kernel", &[]),
    (
        "server",
        &[
            "app", "doors", "engine", "kernel", "store", "team", "terminal", "tools",
        ],
    ),
    ("setups", &[]),
    ("store", &["kernel"]),
    ("team", &[]),
    ("terminal", &["engine", "kernel", "setups"]),
    ("tools", &["kernel"]),
    ("xtask", &[]),
];

/// Libraries with the only crates that may use them.
const KNOWN_TO: &[(&str, &[&str])] = &[
    ("argon2", &["store"]),
    ("axum", &["bench", "doors", "fuzz", "server"]),
    ("clap", &["server", "terminal", "xtask"]),
    ("clap_complete", &["terminal"]),
    ("jsonschema", &["tools"]),
    ("leptos", &["app", "server"]),
    ("opentelemetry", &["server"]),
    ("rand", &["store"]),
    ("rmcp", &["doors"]),
    ("sqlx", &["bench", "store"]),
    ("tar", &["xtask"]),
    ("tiktoken", &["tools"]),
    ("tower-http", &["server"]),
    ("ureq", &["team"]),
    ("zip", &["xtask"]),
];

/// Impure APIs that rules and the kernel must not use: such values are passed as arguments or through ports.
const PURE: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "SystemTime",
    "now_utc",
    "rand::",
    "axum",
    "leptos",
    "sqlx",
    "SELECT ",
];

/// Words that must not be in a crate's sources.
const SILENT: &[(&str, &[&str])] = &[
    ("engine/src", PURE),
    ("kernel/src", PURE),
    (
        "kernel/src",
        &["engine::", "workflow::", "session::", "crystal::"],
    ),
    ("store/src", &["axum", "leptos", "http::"]),
    (
        "tools/src",
        &["axum", "leptos", "http::", "sqlx", "std::fs"],
    ),
    (
        "app/src",
        &["use store", "use server::", "sqlx", "use axum"],
    ),
    ("doors/src", &["leptos", "use store", "use server", "sqlx"]),
    ("server/src", &["sqlx", "SELECT "]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the build dependencies of each crate of the workspace; tests and benches may use more.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .map(|package| {
            let dependencies = package["dependencies"].as_array().unwrap().iter();
            let built_with = dependencies
                .filter(|dependency| dependency["kind"].is_null())
                .map(|dependency| dependency["name"].as_str().unwrap().to_owned())
                .collect();
            (package["name"].as_str().unwrap().to_owned(), built_with)
        })
        .collect()
}

#[test]
fn crates_know_only_of_those_their_arrows_lead_to() {
    let dependencies = dependencies();
    let crates: Vec<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
    assert_eq!(dependencies.keys().collect::<Vec<_>>(), crates);
    for (name, allowed) in ARROWS {
        let ours = dependencies[*name].iter().map(String::as_str);
        let known: Vec<&str> = ours.filter(|other| crates.contains(other)).collect();
        assert_eq!(&known, allowed, "{name}");
    }
}

#[test]
fn what_one_crate_knows_no_other_does() {
    for (name, dependencies) in dependencies() {
        for (library, known_to) in KNOWN_TO {
            let is_named = dependencies.contains(*library);
            assert!(
                !is_named || known_to.contains(&name.as_str()),
                "{name} depends on {library}, which only {known_to:?} may"
            );
        }
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_source_speaks_of_what_its_crate_must_not_know() {
    let mut spoken = Vec::new();
    for (folder, words) in SILENT {
        let mut files = Vec::new();
        sources(&root().join(folder), &mut files);
        assert!(!files.is_empty(), "{folder}");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            // Comments may mention other crates.
            let lines = text.lines().map(|line| line.split("//").next().unwrap());
            for (at, line) in lines.enumerate() {
                for word in words.iter().filter(|word| line.contains(**word)) {
                    spoken.push(format!("{}:{}: {word}", file.display(), at + 1));
                }
            }
        }
    }
    assert!(spoken.is_empty(), "{}", spoken.join("\n"));
}
