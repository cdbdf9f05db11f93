//! Tests the format of Task Master, field by field.

use exchange::plan::State;
use exchange::task_master::{read, write};
use serde_json::{Value, json};

use crate::plans::{odd, tasks};

fn plan() -> Value {
    json!({
        "master": {
            "tasks": [
                {"id": 1, "title": "Schema", "description": "Tables", "details": "Two of them",
                 "testStrategy": "Migrate twice", "status": "done", "dependencies": [], "priority": "high",
                 "complexity": 7},
                {"id": "2", "title": "Service", "description": "", "status": "in-progress", "dependencies": [1],
                 "priority": "low", "subtasks": [
                    {"id": 1, "title": "Issue", "description": "", "status": "completed", "dependencies": []},
                    {"id": 2, "title": "Rotate", "description": "", "status": "pending", "dependencies": [1, "1"]},
                    {"id": 3, "title": "Revoke", "description": "", "status": "review",
                     "dependencies": ["2.2", "1.9"]}
                ]},
            ],
            "metadata": {"created": "2026-01-01"}
        },
        "later": {
            "tasks": [{"id": 1, "title": "Dream", "description": "", "status": "deferred"},
                      {"id": 3, "title": "No", "description": "", "status": "cancelled", "dependencies": ["1"]}],
            "metadata": {}
        }
    })
}

#[test]
fn a_plan_is_read_whole() {
    let read = read(&plan().to_string());
    assert_eq!(
        tasks(&read),
        [
            "later/1 Dream []",
            "later/3 No [later/1]",
            "1 Schema []",
            "2.1 Issue []",
            "2.2 Rotate [2.1]",
            "2.3 Revoke [2.2]",
            "2 Service [1 2.1 2.2 2.3]",
        ]
    );
    assert_eq!(
        odd(&read),
        ["master/tasks/1/subtasks/2/dependencies/1: there is no task `1.9`"]
    );
    let task = |id: &str| {
        let mut tasks = read.found.tasks.iter();
        tasks.find(|task| task.id == id).unwrap()
    };
    assert_eq!(
        task("1").description,
        "Tables\n\n## Details\n\nTwo of them\n\n## Test strategy\n\nMigrate twice"
    );
    assert_eq!(task("1").priority, Some(1));
    assert_eq!(task("1").record["complexity"], 7);
    assert_eq!(task("1").state, State::Done);
    assert_eq!(task("2").state, State::Begun);
    assert_eq!(task("2.3").state, State::Review);
    assert_eq!(task("2.3").group.as_deref(), Some("Service"));
    assert_eq!(task("2").group.as_deref(), Some("Service"));
    assert_eq!(task("later/1").group.as_deref(), Some("later"));
    assert_eq!(
        task("later/1").state,
        State::Held("deferred in Task Master".into())
    );
    assert_eq!(task("later/3").state, State::Cancelled);
    assert_eq!(
        read.found.rest["master"]["metadata"]["created"],
        "2026-01-01"
    );
}

#[test]
fn one_list_without_tags_is_the_tag_master() {
    let list = plan()["master"].clone();
    let flat = read(&list.to_string());
    let tagged = read(&json!({ "master": list }).to_string());
    assert_eq!(flat.found.tasks, tagged.found.tasks);
    let bare = read(&list["tasks"].to_string());
    assert_eq!(bare.found.tasks, tagged.found.tasks);
}

#[test]
fn what_cannot_be_taken_in_says_where_it_is_and_why() {
    for (text, expected) in [
        (json!(null), "the text: expected an object with `tasks`"),
        (json!({"tasks": 1}), "tasks: expected a list of tasks"),
        (json!({"a": 1}), "a: expected the `tasks` of a tag"),
        (
            json!({"a": {"tasks": {}}}),
            "a: expected the `tasks` of a tag",
        ),
        (
            json!({"tasks": [1]}),
            "tasks/0: expected a task, as an object",
        ),
        (
            json!({"tasks": [{"title": "a"}]}),
            "tasks/0: a task needs an `id`, a number or a text",
        ),
        (
            json!({"tasks": [{"id": [1], "title": "a"}]}),
            "tasks/0: a task needs an `id`, a number or a text",
        ),
        (
            json!({"tasks": [{"id": 1, "title": 2}]}),
            "tasks/0: a task needs a `title`, as a text",
        ),
        (
            json!({"tasks": [{"id": 1, "title": "a"}, {"id": "1", "title": "b"}]}),
            "tasks/1: the id `1` is used before",
        ),
        (
            json!({"tasks": [{"id": 1, "title": "a", "priority": 5}]}),
            "tasks/0/priority: expected critical, high, medium or low",
        ),
        (
            json!({"tasks": [{"id": 1, "title": "a", "dependencies": "2"}]}),
            "tasks/0/dependencies: expected a list",
        ),
        (
            json!({"tasks": [{"id": 1, "title": "a", "dependencies": [null]}]}),
            "tasks/0/dependencies/0: expected the id of a task",
        ),
        (
            json!({"tasks": [{"id": 1, "title": "a", "dependencies": [1]}]}),
            "tasks/0/dependencies/0: a task cannot wait for itself",
        ),
        (
            json!({"tasks": [{"id": 1, "title": "a", "subtasks": [{"id": 1, "title": "b", "subtasks": [3]}]}]}),
            "tasks/0/subtasks/0/subtasks: a subtask has no subtasks of its own: they stay in it, and are no tasks here",
        ),
        (
            json!({"tasks": [{"id": 1, "title": "a", "details": 1}]}),
            "tasks/0/details: expected a text",
        ),
    ] {
        assert_eq!(odd(&read(&text.to_string())), [expected], "{text}");
    }
    for text in ["", "{", "tasks", "\u{feff}"] {
        assert!(
            odd(&read(text))[0].starts_with("the text: not JSON"),
            "{text}"
        );
    }
}

#[test]
fn what_was_read_is_written_as_it_was() {
    let plan = plan();
    let read = read(&plan.to_string());
    let written = write(&read.found.tasks, &read.found.rest);
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), plan);
}

#[test]
fn what_was_changed_here_is_written() {
    let mut read = read(&plan().to_string());
    for task in &mut read.found.tasks {
        match task.id.as_str() {
            "2.2" => {
                task.state = State::Done;
                task.needs = Vec::new();
            }
            "1" => task.needs = vec!["2.2".into()],
            _ => {}
        }
    }
    let written: Value = serde_json::from_str(&write(&read.found.tasks, &read.found.rest)).unwrap();
    let tasks = &written["master"]["tasks"];
    assert_eq!(tasks[0]["dependencies"], json!(["2.2"]));
    assert_eq!(tasks[1]["subtasks"][1]["status"], "done");
    assert_eq!(tasks[1]["subtasks"][1]["dependencies"], json!([]));
}

#[test]
fn carriage_returns_and_a_mark_at_the_beginning_change_nothing() {
    let text = serde_json::to_string_pretty(&plan()).unwrap();
    let marked = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(read(&marked), read(&text));
}
