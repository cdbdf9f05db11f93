//! Tests of values that are given as a flag or without one, as a text or as a file.

use serde_json::json;

use super::{meant, parsed};

#[test]
fn what_needs_no_flag_may_have_it() {
    let id = "01JZZZZZZZZZZZZZZZZZZZZZZZ";
    for (words, expected) in [
        (
            &["workflow", "create", "--name", "A", "--goal", "g"][..],
            ("workflow_create", json!({ "name": "A", "goal": "g" })),
        ),
        (
            &["mind", "seed", "--markdown", "# I"],
            ("mind_seed", json!({ "markdown": "# I" })),
        ),
        (
            &["workflow", "get", "--workflow", id],
            ("workflow_get", json!({ "workflow": id })),
        ),
        (
            &[
                "question",
                "answer",
                "-w",
                id,
                "--question",
                "Q1",
                "--answer",
                "-",
            ],
            (
                "question_answer",
                json!({ "workflow": id, "question": "Q1", "answer": "in" }),
            ),
        ),
        (
            &["call", "note_write", "--note", "x"],
            ("note_write", json!({ "note": "x" })),
        ),
    ] {
        assert_eq!(meant(words, "in"), Ok(expected), "{words:?}");
    }
    let twice = meant(&["note", "--note", "x", "y"], "").expect_err("twice");
    assert!(twice.contains("--note: is given twice"), "{twice}");
    assert!(meant(&["workflow", "create", "--goal", "g"], "").is_err());
    for words in [&["note", "--help"][..], &["workflow", "create", "--help"]] {
        let help = parsed(words).expect_err("help");
        assert!(
            !help.contains("--note") && !help.contains("--name"),
            "{help}"
        );
    }
}

#[test]
fn a_text_comes_from_a_file_that_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f.txt");
    std::fs::write(&path, "in it\n").expect("written");
    let (there, missing) = (format!("@{}", path.display()), "@no/such/file".to_owned());
    let note = |text: &str| Ok(("note_write", json!({ "note": text })));
    assert_eq!(meant(&["note", &there], ""), note("in it\n"));
    assert_eq!(meant(&["note", "@ben knows"], ""), note("@ben knows"));
    let error = meant(&["note", &missing], "").expect_err("no file");
    assert!(
        error.contains("no/such/file") && error.contains("standard input"),
        "{error}"
    );
    assert_eq!(meant(&["note", "-"], &missing), note(&missing));
    let words = |content| {
        let words = ["artifact", "record", "-w", "01JZZZZZZZZZZZZZZZZZZZZZZZ"];
        let more = ["--type", "code", "--path", "f", "--content", content];
        words.into_iter().chain(more).collect::<Vec<_>>()
    };
    let (_, body) = meant(&words(&there), "").expect("a body");
    assert_eq!(body["content"], "in it\n");
    // The path of a missing file is an error, not the content.
    let error = meant(&words(&missing), "").expect_err("no file");
    assert!(error.contains("no/such/file"), "{error}");
}
