//! Tests of mem0 events: deleted memories are omitted, and updates are applied.

use exchange::memories::{Format, Memories, detect, read};
use exchange::report::Read;
use serde_json::{Value, json};

fn results(items: &Value) -> Read<Memories> {
    let text = json!({"results": items}).to_string();
    assert_eq!(detect(&text), Some(Format::Mem0));
    read(&text, Format::Mem0)
}

fn texts(read: &Read<Memories>) -> Vec<&str> {
    let found = read.found.found.iter();
    found.map(|memory| memory.text.as_str()).collect()
}

#[test]
fn deleted_memories_are_none() {
    for (items, expected) in [
        (
            json!([{"id": "a", "memory": "Lives in London", "event": "DELETE"}]),
            json!([]),
        ),
        (
            json!([{"id": "a", "memory": "Nothing new", "event": "NONE"}]),
            json!([]),
        ),
        (
            json!([{"id": "a", "event": "DELETE"}, {"memory": "x", "event": "delete"}]),
            json!([]),
        ),
        (
            json!([{"id": "a", "memory": "A", "event": "ADD"}, {"id": "b", "memory": "B"},
                {"id": "a", "memory": "A2"}, {"id": "a", "event": "DELETE"}]),
            json!(["B"]),
        ),
        // Histories are listed newest first, too.
        (
            json!([{"id": "a", "event": "DELETE"}, {"id": "a", "memory": "A", "event": "ADD"}]),
            json!([]),
        ),
        (
            json!([{"id": "a", "memory": "A", "is_deleted": true}, {"id": "b", "memory": "B", "is_deleted": 1},
                {"id": "c", "memory": "C", "is_deleted": 0}, {"id": "d", "memory": "D", "is_deleted": false}]),
            json!(["C", "D"]),
        ),
    ] {
        let read = results(&items);
        assert_eq!(json!(texts(&read)), expected, "{items}");
        assert!(read.odd.is_empty(), "{:?}", read.odd);
        let beside: u32 = read.found.beside.values().sum();
        let all = read.found.found.len() + beside as usize;
        assert_eq!(all, items.as_array().unwrap().len(), "{items}");
    }
}

#[test]
fn an_update_wins() {
    let add = json!({"id": "a", "memory": "London", "event": "ADD", "user_id": "alice"});
    let update = json!({"id": "a", "memory": "Paris", "event": "UPDATE", "user_id": "alice", "previous_memory": "London"});
    let older = json!({"id": "a", "memory": "Rome", "event": "UPDATE", "updated_at": "2025-01-01T00:00:00Z"});
    let newer = json!({"id": "a", "memory": "Oslo", "event": "UPDATE", "updated_at": "2025-01-02T00:00:00Z"});
    let other = json!({"id": "a", "memory": "Madrid"});
    for (items, expected) in [
        (json!([add, update]), "Paris"),
        (json!([update, add]), "Paris"),
        (json!([add, other, update]), "Paris"),
        (json!([older, newer]), "Oslo"),
        (json!([newer, older]), "Oslo"),
        (json!([add, newer, older]), "Oslo"),
        (json!([update]), "Paris"),
    ] {
        let read = results(&items);
        assert_eq!(texts(&read), [expected], "{items}");
        let memory = &read.found.found[0];
        assert_eq!(memory.id, "a");
        assert!(memory.metadata.is_empty(), "{memory:?}");
        let beside: u32 = read.found.beside.values().sum();
        assert_eq!(beside as usize + 1, items.as_array().unwrap().len());
    }
}

#[test]
fn a_history_is_read_by_the_memory_that_it_is_of() {
    let change = |id: &str, event: &str, text: Value| json!({"id": id, "memory_id": "m", "old_memory": null, "new_memory": text, "event": event});
    let read = results(&json!([
        change("h-1", "ADD", json!("tea")),
        change("h-2", "UPDATE", json!("coffee")),
    ]));
    assert_eq!(texts(&read), ["coffee"]);
    assert_eq!(read.found.found[0].id, "m");
    let read = results(&json!([
        change("h-1", "ADD", json!("tea")),
        change("h-2", "DELETE", json!(null)),
    ]));
    assert_eq!(texts(&read), [] as [&str; 0]);
    // The deletion is sent with the parts.
    assert_eq!(read.found.deleted.len(), 1);
    assert_eq!(read.found.deleted[0].id, "m");
    let parts = exchange::memories::parts(&read, 1 << 20, 100).concat();
    assert_eq!(detect(&parts), Some(Format::Loci));
    let again = self::read(&parts, Format::Loci);
    assert_eq!(again.found.deleted, read.found.deleted);
    assert_eq!(again.found.format, Some(Format::Mem0));
    // As mem0 returns it: a list.
    for events in [
        json!([change("h-1", "ADD", json!("tea"))]),
        json!([
            change("h-1", "DELETE", json!(null)),
            change("h-2", "ADD", json!("tea"))
        ]),
        change("h-1", "ADD", json!("tea")),
    ] {
        assert_eq!(detect(&events.to_string()), Some(Format::Mem0), "{events}");
    }
}

#[test]
fn unknown_events_are_set_aside() {
    for (event, why) in [
        (
            json!("ARCHIVE"),
            "`event` is `ARCHIVE`; expected ADD, UPDATE, DELETE or NONE",
        ),
        (json!(5), "`event` is a number; expected a text"),
    ] {
        let read = results(&json!([{"id": "a", "memory": "A", "event": event}]));
        assert_eq!(texts(&read), [] as [&str; 0]);
        assert_eq!(read.odd[0].why, why);
    }
    let read = results(&json!([{"id": "a", "memory": "A", "is_deleted": "yes"}]));
    assert_eq!(
        read.odd[0].why,
        "`is_deleted` is a text; expected true or false"
    );
}

#[test]
fn deleted_passages_are_none() {
    let text = json!([{"id": "p-1", "text": "A", "tags": [], "is_deleted": true}, {"id": "p-2", "text": "B", "tags": []}]);
    let read = read(&text.to_string(), Format::Letta);
    assert_eq!(texts(&read), ["B"]);
    assert_eq!(read.found.beside["deleted memories"], 1);
}
