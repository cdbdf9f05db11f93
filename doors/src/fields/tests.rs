//! Tests of field selection.

use serde_json::json;

use super::*;
use engine::workflow::ops::task_get::TaskGet;
use engine::workflow::ops::task_list::TaskList;
use engine::workflow::ops::workflow_get::WorkflowGet;

fn given(fields: &Fields, output: Value) -> Value {
    let answer = Answer {
        output: Box::new(output) as Output,
        version: Some(3),
        position: 9,
        inbox: Vec::new(),
        inbox_waiting: 0,
        redacted_secrets: 0,
        tag: None,
    };
    serde_json::from_slice(&fields.write(&answer).unwrap()).unwrap()
}

#[test]
fn no_more_is_given_than_was_chosen() {
    let output = json!({
        "items": [{ "id": "T1", "lease": { "id": "T1:1", "until": "x" } }, { "id": "T2" }, 7],
        "next_cursor": "2", "stopped": "no", "odd": null,
    });
    for (places, left) in [
        (
            &["items.id"][..],
            json!({ "items": [{ "id": "T1" }, { "id": "T2" }, 7], "next_cursor": "2" }),
        ),
        (
            &["items.lease.id", "items.lease"],
            json!({ "items": [output["items"][0], {}, 7], "next_cursor": "2" }),
        ),
        (&["odd"], json!({ "odd": null, "next_cursor": "2" })),
        (
            &["stopped.deeper"],
            json!({ "stopped": "no", "next_cursor": "2" }),
        ),
    ] {
        let mut left = left;
        if places.len() == 2 {
            left["items"][0].as_object_mut().unwrap().remove("id");
        }
        left["version"] = json!(3);
        left["position"] = json!(9);
        let fields = Fields::of(places.iter().copied());
        assert_eq!(given(&fields, output.clone()), left, "{places:?}");
    }
    assert_eq!(given(&Fields::Whole, output)["stopped"], "no");
}

#[test]
fn a_name_means_a_member_of_the_answer_or_of_what_it_is_about() {
    let list = Shape::of(Entry::of::<TaskList>());
    let one = Shape::of(Entry::of::<TaskGet>());
    let all = Shape::of(Entry::of::<WorkflowGet>());
    for (shape, name, place) in [
        (&list, "title", "items.title"),
        (&list, "items.title", "items.title"),
        (&list, "waits_for.text", "items.waits_for.text"),
        (&list, "total", "total"),
        (&one, "title", "task.title"),
        (&one, "ready", "ready"),
        (&one, "result.summary", "task.result.summary"),
        (&all, "tasks.title", "workflow.tasks.title"),
        (&all, "workflow.tasks.title", "workflow.tasks.title"),
        (&all, "views.ready", "views.ready"),
    ] {
        assert_eq!(shape.place(name).as_deref(), Ok(place), "{name}");
    }
    for (shape, name, among) in [
        (&list, "titel", "title"),
        (&one, "task.titel", "task.title"),
        (&one, "lease.titel", "lease.until"),
        (&all, "tasks.titel", "tasks.title"),
        (&all, "", "views"),
        (&all, "views.ready.x", "views"),
        (&list, "title.x", "title"),
    ] {
        let said = shape.place(name).unwrap_err();
        let mut names = said.split_once(": ").unwrap().1.split(", ");
        assert!(names.any(|known| known == among), "{name}: {said}");
    }
}

#[test]
fn the_names_of_the_pattern_are_those_that_are_taken() {
    fn each(names: &Names, above: &str, shape: &Shape, name: &str) {
        for (own, inner) in &names.0 {
            let place = format!("{above}{own}");
            assert!(shape.place(&place).is_ok(), "{name}: {place}");
            each(inner, &format!("{place}."), shape, name);
        }
    }
    for entry in engine::operations::ALL {
        each(
            &Shape::of(entry).names_within(3),
            "",
            &Shape::of(entry),
            entry.spec.name,
        );
    }
    let pattern = Shape::of(Entry::of::<TaskGet>()).pattern(2);
    assert!(pattern.starts_with(r"^(\*|acceptance|"), "{pattern}");
    assert!(pattern.contains(r"|lease(\.(fence|"), "{pattern}");
}

#[test]
fn what_is_given_unasked_is_there() {
    for entry in engine::operations::ALL {
        let shape = Shape::of(entry);
        for place in entry.spec.lean {
            assert!(shape.has(place), "{}: {place}", entry.spec.name);
        }
    }
}
