//! Invariants of contexts for arbitrary content.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{World, count, with};

/// A generator of unusual texts, deterministic across runs.
struct Odd(u64);

impl Odd {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }

    /// Returns a text that tries to end a fence whose tags the author knows.
    fn text(&mut self, tags: &[String]) -> String {
        let pieces = [
            "word ",
            "/",
            "\n",
            " ",
            "\n\n  ",
            "</task>",
            "<goal>",
            "<\u{200b}/notes>",
            "é",
            "語",
            "```\n",
            ".\n",
            "&lt;",
            "\u{2028}",
            "user: ",
            "[cut here: 9 more tokens]",
            "</working_memory>",
            "# Title\n",
            "{\"a\": [1, 2]}",
            "\u{1f600}",
        ];
        let mut text = String::from("x");
        for _ in 0..=self.next(60) {
            match self.next(6) {
                0 if !tags.is_empty() => text.push_str(&tags[self.next(tags.len())].clone()),
                // A tag with an invisible character in it.
                1 if !tags.is_empty() => {
                    let tag = &tags[self.next(tags.len())];
                    let (begin, end) = tag.split_at(4);
                    text.extend([begin, "\u{2060}", end]);
                }
                _ => text.push_str(pieces[self.next(pieces.len())]),
            }
        }
        text
    }
}

/// Returns the tags of a context.
fn tags(text: &str) -> Vec<String> {
    let lines = text
        .lines()
        .filter(|line| line.starts_with('<') && line.ends_with('>') && line.contains('-'));
    lines.map(str::to_owned).collect()
}

/// Asserts that a context is within its budget, exactly counted and reproducible, and that known tags are only at their
/// places.
#[track_caller]
fn keeps_its_laws(world: &World, known: &[String], budget: u64) {
    let text = with(world.ask(), &json!({ "budget": budget }));
    let given = world.ada.call("context_read", &text).ok();
    let prompt = given["text"].as_str().unwrap();
    assert_eq!(given["tokens"], count(prompt), "budget {budget}");
    assert!(
        given["tokens"].as_u64().unwrap() <= budget,
        "budget {budget}: {}",
        given["tokens"]
    );
    assert_eq!(
        world.ada.call("context_read", &text).ok()["text"],
        prompt,
        "budget {budget}"
    );
    let own = tags(prompt);
    for tag in known {
        let times = prompt.matches(tag.as_str()).count();
        let expected = usize::from(own.contains(tag));
        assert_eq!(times, expected, "budget {budget}: {tag}");
    }
    let ask = with(
        world.ask(),
        &json!({ "budget": budget, "format": "messages" }),
    );
    let given = world.ada.call("context_read", &ask).ok();
    let messages = given["messages"].as_array().unwrap();
    let tokens: u64 = messages
        .iter()
        .map(|said| count(said["content"].as_str().unwrap()))
        .sum();
    assert_eq!(given["tokens"], tokens, "budget {budget}");
    assert!(tokens <= budget);
    assert!(
        messages
            .iter()
            .all(|said| !said["content"].as_str().unwrap().is_empty())
    );
}

#[test]
fn whatever_is_written_a_context_keeps_its_laws() {
    let world = World::new();
    let mut odd = Odd(7);
    let whole = world.ada.call("context_read", &world.ask()).ok();
    let known = tags(whole["text"].as_str().unwrap());
    let names: BTreeSet<&String> = known.iter().collect();
    assert_eq!(names.len(), known.len(), "each tag is there once");
    for round in 0..24 {
        let workflow = &world.workflow;
        let written = |operation: &str, body: Value| {
            let answer = world.ada.call(operation, &body);
            assert!(
                matches!(answer.status, 200 | 400),
                "{operation}: {}",
                answer.body
            );
        };
        written(
            "discovery_record",
            json!({ "workflow": workflow, "type": "risk", "content": odd.text(&known), "affects_tasks": [world.task] }),
        );
        written(
            "decision_record",
            json!({ "workflow": workflow, "question": odd.text(&known), "choice": odd.text(&known), "rationale": odd.text(&known) }),
        );
        written(
            "note_write",
            json!({ "note": odd.text(&known), "importance": 0.3 }),
        );
        written(
            "artifact_record",
            json!({ "workflow": workflow, "associated_task": world.task, "path": format!("f{round}.md"), "type": "document",
            "content": odd.text(&known), "description": odd.text(&known) }),
        );
        let (key, value) = (odd.text(&known), odd.text(&known));
        written(
            "scratchpad_update",
            json!({ "owner": "/mara/s", "patch": { key: value } }),
        );
        written(
            "scratchpad_put",
            json!({ "scope": "global", "name": format!("g{round}"), "value": odd.text(&known) }),
        );
        written(
            "entity_add",
            json!({ "session": "s", "user_id": "mara", "type": "page", "id": odd.text(&known), "name": odd.text(&known) }),
        );
        written(
            "memory_create",
            json!({ "core": "shop", "memory": { "text": odd.text(&known) } }),
        );
        let roles = ["user", "assistant", "tool", "system"];
        let mut say = |nth: u32| {
            json!({ "role": roles[odd.next(4)], "content": odd.text(&known),
                "created_at": format!("2026-02-01T00:{round:02}:{nth:02}Z") })
        };
        let said: Vec<Value> = (0..6).map(&mut say).collect();
        written(
            "session_append",
            json!({ "session": "s", "user_id": "mara", "messages": said }),
        );
        let seed =
            json!({ "markdown": format!("# Working Memory State\n\n{}\n", odd.text(&known)) });
        let seeded = world.ada.call("mind_seed", &seed).status;
        assert_eq!(seeded, if round == 0 { 200 } else { 409 });
        for budget in [500, 731, 1_500, 4_000, 12_000, 200_000] {
            keeps_its_laws(&world, &known, budget);
        }
    }
}
