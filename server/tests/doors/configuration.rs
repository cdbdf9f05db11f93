//! Compares the tables in `docs/configuration.md` with `loci serve --help` and with the workspace's settings. With
//! `INSTA_UPDATE=always`, as `cargo xtask accept` sets it, updates them.

use std::fmt::Write as _;
use std::path::Path;

use engine::workspace::settings::{Overrides, Settings};
use serde_json::Value;

use crate::harness::loci;

/// A flag in the help.
struct Flag {
    name: String,
    variable: String,
    default: String,
    text: String,
}

#[test]
fn the_documented_flags_are_those_of_the_help() {
    let help = loci().args(["serve", "--help"]).output().unwrap();
    let flags = flags(&String::from_utf8(help.stdout).unwrap());
    assert!(flags.len() > 30, "{} flags", flags.len());
    let mut table = String::from("| flag | variable | default | meaning |\n|---|---|---|---|\n");
    for flag in flags {
        let Flag {
            name,
            variable,
            default,
            text,
        } = flag;
        writeln!(table, "| `{name}` | `{variable}` | {default} | {text} |").unwrap();
    }
    compare("flags", &table);
}

#[test]
fn the_documented_settings_are_those_of_the_workspace() {
    let schema = schemars::schema_for!(Overrides).to_value();
    let defaults = serde_json::to_value(Settings::default()).unwrap();
    let mut table = String::from("| setting | default | meaning |\n|---|---|---|\n");
    for name in Overrides::NAMES {
        let text = schema["properties"][name]["description"].as_str().unwrap();
        let text = text.replace('\n', " ");
        let default = match &defaults[name] {
            Value::String(text) if text.is_empty() => String::new(),
            Value::String(text) => format!("`{text}`"),
            Value::Object(members) if members.is_empty() => String::new(),
            Value::Array(_) => "built-in rules".into(),
            value => format!("`{value}`"),
        };
        writeln!(table, "| `{name}` | {default} | {text} |").unwrap();
    }
    compare("settings", &table);
}

/// Parses the flags of a help: the name on one line; below it, indented, the text and the variable.
fn flags(help: &str) -> Vec<Flag> {
    let mut flags: Vec<(String, String)> = Vec::new();
    for line in help.lines() {
        if line.starts_with("      --") {
            let name = line.split_whitespace().next().unwrap();
            flags.push((name.to_owned(), String::new()));
        } else if line.starts_with("  -") {
            break;
        } else if let Some((_, text)) = flags.last_mut() {
            text.push_str(line);
            text.push(' ');
        }
    }
    let split = |text: &str, start: &str| -> (String, String) {
        let (before, rest) = text.split_once(start).unwrap_or((text, "]"));
        let (inside, after) = rest.split_once(']').unwrap();
        (format!("{before}{after}"), inside.trim().to_owned())
    };
    let flag = |(name, text): (String, String)| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (text, variable) = split(&text, "[env: ");
        let (text, default) = split(&text, "[default: ");
        let is_value = !default.is_empty() && !default.contains(' ');
        Flag {
            name,
            variable: variable.trim_end_matches('=').to_owned(),
            default: if is_value {
                format!("`{default}`")
            } else {
                default
            },
            text: sentence(&text),
        }
    };
    flags.into_iter().map(flag).collect()
}

/// Normalises spaces and adds the full stop that clap removes.
fn sentence(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    format!("{}.", words.join(" ").trim_end_matches('.'))
}

/// Compares a generated table with the one between its markers in the document.
fn compare(name: &str, table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/configuration.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let (start, end) = (
        format!("<!-- generated: {name} -->\n"),
        "<!-- end -->".to_owned(),
    );
    let (before, rest) = document.split_once(&start).unwrap();
    let (current, after) = rest.split_once(&end).unwrap();
    if current == table {
        return;
    }
    assert_eq!(
        std::env::var("INSTA_UPDATE").as_deref(),
        Ok("always"),
        "docs/configuration.md is not current: run `cargo xtask accept`. Expected:\n{table}"
    );
    std::fs::write(&path, format!("{before}{start}{table}{end}{after}")).unwrap();
}
