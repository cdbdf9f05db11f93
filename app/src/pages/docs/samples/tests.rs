//! Checks the examples of every operation against the schemas and the generated clients.

use std::fs;
use std::path::Path;

use engine::operations::ALL;
use serde_json::{Map, Value, json};

use super::super::reference::operation;
use super::{command, python, samples, typescript};

fn example(name: &str, language: &str) -> String {
    let operation = *operation(name).unwrap_or_else(|| panic!("{name} is not described"));
    let found = samples(operation)
        .into_iter()
        .find(|sample| sample.language == language);
    found
        .unwrap_or_else(|| panic!("{name} has no example in {language}"))
        .text
}

fn client(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../clients");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns noun and method of a call such as `loci.task.claim(…)`; the noun is empty if there is none.
fn call(text: &str) -> (String, String) {
    let called = text
        .split_once("loci.")
        .unwrap()
        .1
        .split('(')
        .next()
        .unwrap();
    let (noun, method) = called.split_once('.').unwrap_or(("", called));
    (noun.to_owned(), method.to_owned())
}

#[test]
fn the_body_of_curl_is_valid() {
    for entry in ALL {
        let name = entry.spec.name;
        let text = example(name, "curl");
        assert!(
            text.starts_with(&format!("curl \"$LOCI_URL/api/{name}\" ")),
            "{text}"
        );
        assert!(
            text.contains("-H \"Authorization: Bearer $LOCI_TOKEN\""),
            "{text}"
        );
        let body = text
            .split_once("--json '")
            .unwrap()
            .1
            .strip_suffix('\'')
            .unwrap();
        let body: Value = serde_json::from_str(&body.replace("'\\''", "'")).unwrap();
        let schema = kernel::registry::whole(entry.arguments);
        for required in schema["required"].as_array().into_iter().flatten() {
            assert!(
                body.get(required.as_str().unwrap()).is_some(),
                "{name}: {required}"
            );
        }
        for argument in body.as_object().unwrap().keys() {
            assert!(
                schema["properties"].get(argument).is_some(),
                "{name}: {argument}"
            );
        }
    }
}

#[test]
fn the_python_client_has_every_method_and_argument() {
    for entry in ALL {
        let text = example(entry.spec.name, "Python");
        let (noun, method) = call(&text);
        let module = if noun.is_empty() { "__init__" } else { &noun };
        let code = client(&format!("python/src/loci/_sync/{module}.py"));
        let signature = code.split_once(&format!("    def {method}(\n"));
        let signature = signature
            .unwrap_or_else(|| panic!("{text}"))
            .1
            .split("    ) ->")
            .next()
            .unwrap();
        if !noun.is_empty() {
            let nouns = client("python/src/loci/_sync/__init__.py");
            assert!(nouns.contains(&format!("    def {noun}(self)")), "{text}");
        }
        let example = operation(entry.spec.name).unwrap().example().unwrap();
        for name in example.keys() {
            let is_named = |mark: &str| {
                signature.contains(&format!("        {name}{mark}: "))
                    && text.contains(&format!("{name}{mark}="))
            };
            assert!(is_named("") || is_named("_"), "{text}: {name}");
        }
    }
}

#[test]
fn the_typescript_client_has_every_method_and_argument() {
    let types = client("typescript/src/types.ts");
    for entry in ALL {
        let text = example(entry.spec.name, "TypeScript");
        let (noun, method) = call(&text);
        let module = if noun.is_empty() { "index" } else { &noun };
        let code = client(&format!("typescript/src/operations/{module}.ts"));
        let signature = code.split_once(&format!("  {method}<const Asked "));
        let signature = signature.unwrap_or_else(|| panic!("{text}")).1;
        if !noun.is_empty() {
            let nouns = client("typescript/src/operations/index.ts");
            assert!(nouns.contains(&format!("  readonly {noun} = ")), "{text}");
        }
        let arguments = signature
            .split_once("given: ")
            .unwrap()
            .1
            .split('<')
            .next()
            .unwrap();
        let members = types
            .split_once(&format!("export interface {arguments}<"))
            .unwrap()
            .1;
        let members = members.split_once("\n}\n").unwrap().0;
        let example = operation(entry.spec.name).unwrap().example().unwrap();
        for name in example.keys() {
            let is_member = [format!("\n  {name}: "), format!("\n  {name}?: ")]
                .iter()
                .any(|line| members.contains(line));
            assert!(
                is_member && text.contains(&format!("{name}: ")),
                "{text}: {name}"
            );
        }
    }
}

fn map(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[test]
fn literals_are_those_of_the_language() {
    let plain = map(json!({ "from": "T1", "is": true, "none": null, "n": 3 }));
    assert_eq!(
        python("task_link", &plain),
        "loci.task.link(from_=\"T1\", is_=True, n=3, none=None)"
    );
    assert_eq!(
        typescript("task_link", &plain),
        "await loci.task.link({ from: \"T1\", is: true, n: 3, none: null });"
    );
    assert_eq!(
        python("session_import", &Map::new()),
        "loci.session.import_()"
    );
    assert_eq!(
        typescript("mind_version_get", &Map::new()),
        "await loci.mind.version_get();"
    );
    let nested = map(json!({
        "tasks": [{ "title": "Design the token schema", "x-y": [] }],
        "goal": "Add JWT authentication to the API, with tokens that expire",
    }));
    assert_eq!(
        python("workflow_create", &nested),
        "loci.workflow.create(\n    goal=\"Add JWT authentication to the API, with tokens that expire\",\n    \
         tasks=[{\"title\": \"Design the token schema\", \"x-y\": []}],\n)"
    );
    assert_eq!(
        typescript("workflow_create", &nested),
        "await loci.workflow.create({\n  goal: \"Add JWT authentication to the API, with tokens that expire\",\n  \
         tasks: [{ title: \"Design the token schema\", \"x-y\": [] }],\n});"
    );
}

#[test]
fn commands_quote_what_the_shell_would_change() {
    let call = |name: &str, example: Value| command(*operation(name).unwrap(), &map(example));
    for (name, arguments, line) in [
        (
            "task_get",
            json!({ "task": "T1" }),
            "loci task get --task T1",
        ),
        (
            "task_accept_failed",
            json!({ "task": "T1" }),
            "loci task accept-failed --task T1",
        ),
        (
            "note_write",
            json!({ "note": "It's $HOME" }),
            "loci note --note 'It'\\''s $HOME'",
        ),
        (
            "task_claim",
            json!({ "resume": true, "wait": 3 }),
            "loci task claim --resume=true --wait 3",
        ),
        (
            "memory_forget",
            json!({ "ids": ["m1"] }),
            "loci memory forget --body '{\"ids\":[\"m1\"]}'",
        ),
        ("token_list", json!({}), "loci call token_list"),
        (
            "memory_import",
            json!({ "content": "a b" }),
            "echo 'a b' | loci memory import -",
        ),
        (
            "purge",
            json!({ "stream": "session:a" }),
            "loci purge --stream session:a",
        ),
    ] {
        assert_eq!(call(name, arguments), line);
    }
}
