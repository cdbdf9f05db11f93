//! The README's quick start, run as it is written.

use std::process::Command;

use serde_json::Value;

use crate::harness::Server;

const README: &str = include_str!("../../../README.md");

/// The block behind a comment that says that a test runs it.
fn block(comment: &str) -> &'static str {
    let marked = README.split(comment).nth(1).unwrap();
    let block = marked.split("```bash\n").nth(1).unwrap();
    block.split("```").next().unwrap()
}

/// All blocks, one after the other.
fn quick_start() -> String {
    let first = block("<!-- A test runs this block as it stands. -->");
    let second = block("<!-- A test runs this block after the first one. -->");
    let third = block("<!-- A test runs this block after the second one. -->");
    format!("{first}{second}{third}")
}

#[test]
fn the_quick_start_works_as_written() {
    let server = Server::start();
    let host = server.base.strip_prefix("http://").unwrap();
    let script = quick_start()
        .replace("./target/release/loci", env!("CARGO_BIN_EXE_loci"))
        .replace("127.0.0.1:7077", host);
    let output = Command::new("bash")
        .args(["-eu", "-o", "pipefail", "-c", &script])
        .current_dir(server.folder())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let answers: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let heartbeat = answers
        .iter()
        .find(|answer| !answer["inbox"].is_null())
        .unwrap();
    assert_eq!(
        heartbeat["inbox"][0]["id"], "N1",
        "the nudge came with the next answer"
    );
    let texts = answers.iter().filter_map(|answer| answer["text"].as_str());
    let context = texts
        .min_by_key(|text| !text.contains("token table"))
        .unwrap();
    assert!(context.contains("A separate token table"), "{context}");
    assert!(
        !context.contains("A new column of the user table"),
        "{context}"
    );
    let [.., found, session, _, noted, mind, dream, whole] = answers.as_slice() else {
        panic!("{answers:?}");
    };
    assert_eq!(found["total"], 1);
    assert_eq!(session["messages"].as_array().unwrap().len(), 2);
    assert_eq!(session["data"]["topic"], "trip");
    let memory = noted["items"][0]["text"].as_str().unwrap();
    assert!(memory.starts_with("Migrations run before"), "{noted}");
    let mind = mind["text"].as_str().unwrap();
    assert!(mind.contains("Migrations run before"), "{mind}");
    assert_eq!(dream["notes"], 1);
    let whole = whole["text"].as_str().unwrap();
    assert!(whole.contains("Migrations run before"), "{whole}");
    assert!(whole.contains("A separate token table"), "{whole}");
}

#[test]
fn the_commands_work_as_written() {
    let server = Server::start();
    let host = server.base.strip_prefix("http://").unwrap();
    let commands = block("<!-- A test runs this block after the third one. -->");
    let commands = commands.replace("git log -1", "echo a commit");
    let script = format!("{} > /dev/null\n{commands}", grouped(&quick_start()))
        .replace("./target/release/loci", env!("CARGO_BIN_EXE_loci"))
        .replace("127.0.0.1:7077", host);
    let output = Command::new("bash")
        .args(["-eu", "-o", "pipefail", "-c", &script])
        .current_dir(server.folder())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    for part in [
        "T2  ",
        "id: T2:1",
        "id: Q1",
        "Tokens are rotated on Mondays",
        "A separate token table",
        r#"{"items":["#,
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
}

/// Commands as one, in the same shell.
fn grouped(commands: &str) -> String {
    format!("{{\n{commands}\n}}")
}

#[test]
fn each_exit_code_is_in_the_readme() {
    use kernel::Code;
    for code in [
        Code::Internal,
        Code::Invalid,
        Code::Unauthenticated,
        Code::Forbidden,
        Code::NotFound,
        Code::Conflict,
        Code::Gone,
        Code::TooLarge,
        Code::RateLimited,
        Code::Unavailable,
    ] {
        let row = format!(
            "| {} | `{}` |",
            server::failure::exit_code(code),
            code.name()
        );
        assert!(README.contains(&row), "{row}");
    }
}

#[test]
fn every_setting_of_the_help_is_in_the_readme() {
    let help = crate::harness::loci()
        .args(["serve", "--help"])
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let flags = help
        .split_whitespace()
        .filter(|word| word.starts_with("--"));
    for flag in flags.map(|flag| flag.trim_end_matches([',', '.'])) {
        if !matches!(flag, "--help" | "--version") {
            assert!(README.contains(&format!("`{flag}`")), "{flag} is missing");
        }
    }
}
