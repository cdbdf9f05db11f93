//! Runs the shell blocks of the README and of `docs/` against a real server, and checks what both state.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::harness::Server;

const README: &str = include_str!("../../../README.md");
const HTTP: &str = include_str!("../../../docs/http.md");
const CLI: &str = include_str!("../../../docs/cli.md");

/// Returns the shell blocks of a document that are marked as tested.
fn blocks(document: &str) -> Vec<&str> {
    let marked = document.split("<!-- A test runs this block. -->\n```bash\n");
    marked
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

/// Runs a script in the server's folder with `loci` on the `PATH`; returns its standard output.
fn run(server: &Server, script: &str) -> String {
    let host = server.base.strip_prefix("http://").unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_loci"));
    let path = format!(
        "{}:{}",
        binary.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let output = Command::new("bash")
        .args(["-eu", "-o", "pipefail", "-c"])
        .arg(script.replace("127.0.0.1:7077", host))
        .env("PATH", path)
        .current_dir(server.folder())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_quick_start_works_as_written() {
    let server = Server::start();
    let blocks = blocks(HTTP);
    assert_eq!(blocks.len(), 3);
    let answers: Vec<Value> = run(&server, &blocks.concat())
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for answer in &answers {
        assert!(answer["warnings"].is_null(), "{answer}");
    }
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
    let quick_start = blocks(HTTP).concat();
    let [commands] = blocks(CLI)[..] else {
        panic!("one block");
    };
    let commands = commands.replace("git log -1", "echo a commit");
    let printed = run(
        &server,
        &format!("{{\n{quick_start}\n}} > /dev/null\n{commands}"),
    );
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

#[test]
fn the_readme_sets_up_a_coding_agent_as_written() {
    let server = Server::start();
    let [setup] = blocks(README)[..] else {
        panic!("one block");
    };
    // There is no terminal for confirmations, and the server has another folder.
    let setup = setup
        .replace("loci init claude", "loci init claude --yes")
        .replace("~/loci", "./data");
    let printed = run(&server, &setup);
    assert!(printed.contains("Claude Code is set up"), "{printed}");
    let file = std::fs::read_to_string(server.folder().join(".mcp.json")).unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(
        file["mcpServers"]["loci"]["url"],
        format!("{}/mcp", server.base)
    );
}

#[test]
fn the_readme_is_short() {
    let words = README.split_whitespace().count();
    assert!(words <= 900, "{words} words");
}

#[test]
fn each_exit_code_is_documented() {
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
        let exit = server::failure::exit_code(code);
        let row = format!("| {exit} | `{}` |", code.name());
        assert!(CLI.contains(&row), "{row}");
        let row = format!("| {} | `{}` |", code.status(), code.name());
        assert!(HTTP.contains(&row), "{row}");
    }
}
