mod given;

use std::collections::BTreeSet;

use clap::{ArgMatches, Command};
use kernel::operation::Trait;
use serde_json::{Map, Value, json};

use super::{arguments, command, find_operation, with_commands};
use crate::input::Input;
use crate::naming;
use crate::schema::Signature;

fn root() -> Command {
    let audit = Command::new("audit");
    with_commands(
        Command::new("loci")
            .version("1")
            .propagate_version(true)
            .subcommand(audit),
    )
}

fn parsed(words: &[&str]) -> Result<ArgMatches, String> {
    let words = std::iter::once("loci").chain(words.iter().copied());
    root()
        .try_get_matches_from(words)
        .map_err(|error| error.to_string())
}

/// Returns the operation and arguments of a command line.
fn meant(words: &[&str], input: &str) -> Result<(&'static str, Value), String> {
    let matches = parsed(words)?;
    let (name, matches) = matches.subcommand().expect("a command");
    let (entry, matches) = find_operation(name, matches).expect("an operation");
    let read = arguments::read(entry, matches, &mut Input::new(input.as_bytes()));
    let read = read.map_err(|error| error.detail)?;
    Ok((entry.spec.name, read.into()))
}

#[test]
fn the_whole_command_line_can_be_built() {
    root().debug_assert();
}

#[test]
fn the_workflow_of_the_environment_is_taken_where_one_is_needed() {
    for entry in engine::operations::ALL {
        let name = entry.spec.name;
        let mut call = Command::new("loci").subcommand(command::by_name(entry));
        call.build();
        let signature = Signature::of(entry);
        let mut all = signature.arguments.iter();
        let Some(workflow) = all.find(|argument| argument.name == naming::WORKFLOW) else {
            continue;
        };
        let own = call.find_subcommand(name).expect("a command");
        let mut args = own.get_arguments();
        let arg = args.find(|arg| arg.get_id() == naming::WORKFLOW);
        let arg = arg.expect("an argument");
        // An import without a workflow creates one, and an operation that destroys one requires its name.
        let is_named = entry.spec.has(Trait::Destroys) || !workflow.required;
        let is_taken = !is_named || arg.get_long().is_some();
        assert_eq!(arg.get_env().is_some(), is_taken, "{name}");
    }
    for (list, one) in [
        ("capabilities", "capability"),
        ("links", "link"),
        ("depends_on", "depends_on"),
    ] {
        assert_eq!(command::one_of(list), one);
    }
}

#[test]
fn every_operation_has_a_command_that_explains_itself() {
    for entry in engine::operations::ALL {
        let name = entry.spec.name;
        let (noun, verb) = naming::words(name);
        let own: Vec<&str> = std::iter::once(noun).chain(verb.as_deref()).collect();
        let calls = match noun {
            "audit" => vec![vec!["call", name]],
            _ => vec![own, vec!["call", name]],
        };
        for mut words in calls {
            words.push("--help");
            let help = parsed(&words).expect_err("help");
            assert!(help.contains(&format!("`{name}`")), "{help}");
            let signature = Signature::of(entry);
            let positional = naming::positional(name, &signature);
            for argument in &signature.arguments {
                let flag = if positional.contains(&argument.name.as_str()) {
                    argument.name.to_uppercase()
                } else {
                    format!("--{}", naming::flag(&argument.name))
                };
                assert!(help.contains(&flag), "{name} {flag}: {help}");
            }
            assert!(help.contains("--json"), "{help}");
        }
    }
    let mut shorts = naming::SHORT.iter();
    assert!(shorts.all(|(short, _)| parsed(&[short, "--help"]).is_err()));
}

#[test]
fn no_argument_is_called_like_a_flag_of_every_command() {
    let mut taken: BTreeSet<&str> = [command::BODY, command::FIELDS, command::JSON, "help"].into();
    taken.extend(command::CONDITIONS.map(|(name, ..)| name));
    for entry in engine::operations::ALL {
        for argument in Signature::of(entry).arguments {
            assert!(
                !taken.contains(argument.name.as_str()),
                "{}",
                entry.spec.name
            );
        }
    }
}

/// Command line, standard input, and the expected operation and arguments.
type Case<'a> = (&'a [&'a str], &'a str, &'a str, Value);

fn check(cases: &[Case]) {
    for (words, input, operation, expected) in cases {
        let meant = meant(words, input);
        assert_eq!(meant, Ok((*operation, expected.clone())), "{words:?}");
    }
}

#[test]
fn words_become_arguments() {
    check(&[
        (
            &["task", "get", "T1", "-w", "W"],
            "",
            "task_get",
            json!({"task": "T1", "workflow": "W"}),
        ),
        (
            &["claim", "--workflow=W", "--wait", "5"],
            "",
            "task_claim",
            json!({"workflow": "W", "wait": 5}),
        ),
        (
            &["workflow", "at", "W", "--version", "3"],
            "",
            "workflow_at",
            json!({"workflow": "W", "version": 3}),
        ),
        (
            &["note", "-", "--importance", "0.5"],
            "kept\n",
            "note_write",
            json!({"note": "kept\n", "importance": 0.5}),
        ),
        (
            &["call", "note_write", "x"],
            "",
            "note_write",
            json!({"note": "x"}),
        ),
        (
            &[
                "task",
                "add",
                "-w",
                "W",
                "--title",
                "A",
                "--capabilities",
                "a,b",
                "--capabilities",
                "c",
                "--needs-review",
            ],
            "",
            "task_add",
            json!({"workflow": "W", "title": "A", "capabilities": ["a,b", "c"], "needs_review": true}),
        ),
        (
            &[
                "task",
                "edit",
                "T1",
                "--needs-review=false",
                "--if-version",
                "3",
                "--idempotency-key",
                "k",
            ],
            "",
            "task_edit",
            json!({"task": "T1", "needs_review": false, "if_version": 3, "idempotency_key": "k"}),
        ),
    ]);
}

#[test]
fn json_and_its_sources_become_arguments() {
    check(&[
        (
            &[
                "workflow",
                "create",
                "N",
                "--goal",
                "G",
                "--tasks",
                r#"{"title": "A"}"#,
                "--tasks",
                "-",
            ],
            r#"[{"title": "B"}, {"title": "C"}]"#,
            "workflow_create",
            json!({"name": "N", "goal": "G", "tasks": [{"title": "A"}, {"title": "B"}, {"title": "C"}]}),
        ),
        (
            &["workflow", "create", "--body", "-", "--goal", "mine"],
            r#"{"name": "N", "goal": "G"}"#,
            "workflow_create",
            json!({"name": "N", "goal": "mine"}),
        ),
        (
            &[
                "task",
                "review",
                "T1",
                "--status",
                "approved",
                "--comments",
                "fine [1]",
            ],
            "",
            "task_review",
            json!({"task": "T1", "status": "approved", "comments": "fine [1]"}),
        ),
        (
            &[
                "task",
                "review",
                "T1",
                "--status",
                "approved",
                "--comments",
                r#"[{"text": "x"}]"#,
            ],
            "",
            "task_review",
            json!({"task": "T1", "status": "approved", "comments": [{"text": "x"}]}),
        ),
        (
            &["scratchpad", "put", "--value", "5", "--scope", "global"],
            "",
            "scratchpad_put",
            json!({"value": 5, "scope": "global"}),
        ),
        (
            &[
                "workflow",
                "get",
                "W",
                "--fields",
                "tasks.id,name",
                "--fields",
                "*",
            ],
            "",
            "workflow_get",
            json!({"workflow": "W", "fields": ["tasks.id", "name", "*"]}),
        ),
        (
            &["question", "answer", "Q1", "--", "-yes"],
            "",
            "question_answer",
            json!({"question": "Q1", "answer": "-yes"}),
        ),
        (
            &["purge", "workflow:W", "--dry-run"],
            "",
            "purge",
            json!({"stream": "workflow:W", "dry_run": true}),
        ),
    ]);
}

#[test]
fn what_does_not_fit_is_told() {
    for (words, input, told) in [
        (&["task", "gett"][..], "", "'get'"),
        (&["task", "get", "T1", "--workflw", "W"], "", "'--workflow'"),
        (&["task", "get"], "", "<TASK>"),
        (
            &["task", "claim", "--wait", "soon"],
            "",
            "expected a whole number",
        ),
        (
            &["task", "claim", "--wait", "1.5"],
            "",
            "expected a whole number",
        ),
        (
            &["task", "claim", "--wait", ""],
            "",
            "expected a whole number",
        ),
        (
            &["note", "x", "--importance", "NaN"],
            "",
            "expected a number",
        ),
        (
            &["task", "review", "T1", "--status", "aproved"],
            "",
            "'approved'",
        ),
        (&["task", "add", "--needs-review=perhaps"], "", "perhaps"),
        (
            &["task", "get", "T1", "--if-version", "3"],
            "",
            "--if-version",
        ),
        (
            &["workflow", "create", "--body", "[1]"],
            "",
            "expected a JSON object",
        ),
        (&["workflow", "create", "--body", "{"], "", "not JSON"),
        (&["workflow", "create", "--body", "-"], "\u{1b}", "not JSON"),
        (
            &["workflow", "create", "--body", "@/no/such/file"],
            "",
            "/no/such/file",
        ),
        (
            &["workflow", "create", "-", "--goal", "-"],
            "x",
            "another one has it",
        ),
        (
            &["scratchpad", "put", "--value", "word"],
            "",
            "double quotes",
        ),
    ] {
        let error = meant(words, input).expect_err("a refusal");
        assert!(error.contains(told), "{words:?}: {error}");
    }
}

#[test]
fn standard_input_is_text_of_a_bounded_size() {
    let matches = parsed(&["note", "-"]).expect("a command");
    let (name, matches) = matches.subcommand().expect("a command");
    let (entry, matches) = find_operation(name, matches).expect("an operation");
    let read = |input: &mut dyn std::io::Read| -> Result<Map<String, Value>, kernel::Error> {
        arguments::read(entry, matches, &mut Input::new(input))
    };
    let error = read(&mut &b"\xff\xfe"[..]).expect_err("bytes");
    assert!(error.detail.contains("not UTF-8"), "{error:?}");
    let error = read(&mut std::io::repeat(b'x')).expect_err("without end");
    assert_eq!(error.code, kernel::Code::TooLarge);
}

#[test]
fn a_file_comes_from_standard_input_unless_it_is_given() {
    let workflow = "01JZZZZZZZZZZZZZZZZZZZZZZZ";
    for (words, input, body) in [
        (
            vec!["workflow", "import"],
            "text",
            json!({"content": "text"}),
        ),
        (
            vec!["workflow", "import", workflow, "--format", "beads"],
            "text",
            json!({"content": "text", "workflow": workflow, "format": "beads"}),
        ),
        (
            vec!["workflow", "import", "--content", "given", "--dry-run"],
            "text",
            json!({"content": "given", "dry_run": true}),
        ),
        (
            vec!["workflow", "import", "--body", "-"],
            "{\"content\": \"in it\"}",
            json!({"content": "in it"}),
        ),
    ] {
        assert_eq!(
            meant(&words, input),
            Ok(("workflow_import", body)),
            "{words:?}"
        );
    }
}

#[test]
fn a_list_may_come_whole_and_json_with_a_byte_order_mark() {
    let workflow = "01JZZZZZZZZZZZZZZZZZZZZZZZ";
    let list = r#"["T1","T2"]"#;
    let words = [
        "task",
        "add",
        "-w",
        workflow,
        "--title",
        "x",
        "--depends-on",
        list,
    ];
    let body = json!({"workflow": workflow, "title": "x", "depends_on": ["T1", "T2"]});
    assert_eq!(meant(&words, ""), Ok(("task_add", body)));
    let given = meant(
        &["task", "add", "-w", workflow, "--body", "-"],
        "\u{feff}{\"title\": \"x\"}",
    );
    let body = json!({"workflow": workflow, "title": "x"});
    assert_eq!(given, Ok(("task_add", body)));
}
