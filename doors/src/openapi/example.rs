//! Example arguments of an operation, generated from their schema: the required members, and those that most calls
//! need.

use serde_json::{Map, Value, json};

/// Example values by member name; names say more than types.
const TEXTS: &[(&str, &str)] = &[
    ("agent", "dev-ada"),
    ("answer", "Keep the table as it is"),
    ("approval", "P1"),
    ("artifact", "A1"),
    (
        "checksum",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ),
    ("child", "chat-1-child"),
    ("choice", "A table of their own"),
    ("comments", "The index on `user_id` is missing"),
    ("content", "The user table has no refresh_token column"),
    ("decision", "D1"),
    ("discovery", "F1"),
    ("error", "The tests time out"),
    ("from", "T1"),
    ("goal", "Add JWT authentication to the API"),
    ("learning", "L-D1"),
    ("lease", "T1:1"),
    ("message", "Do not modify the user table"),
    ("name", "Implement auth system"),
    ("namespace", "demo"),
    ("nudge", "N1"),
    ("owner", "chat-1"),
    ("path", "schema/tokens.sql"),
    ("phrase", "that page"),
    ("query", "where tokens live"),
    ("question", "Where do tokens live?"),
    ("rationale", "One table less to migrate"),
    ("reason", "It changes production data"),
    ("role", "user"),
    ("session", "chat-1"),
    ("source", "long_term"),
    ("stream", "session:chat-1"),
    ("summary", "Tokens have a table of their own"),
    ("target", "dev-ada"),
    ("task", "T1"),
    ("text", "The user prefers Impressionist art"),
    ("title", "Design the token schema"),
    ("to", "T2"),
    ("tool", "search_pages"),
    ("warning", "W1"),
];

/// Operations whose `question` member is a reference, not the text of a question.
const REFERENCES: &[(&str, &str)] = &[("question_answer", "Q1")];

/// Optional members that most calls need.
const SHOWN: [&str; 3] = ["agent", "owner", "workflow"];

/// Operations that are usually called without these members.
const ALONE: [&str; 2] = ["note_write", "workflow_import"];

/// Members that an operation's example adds or overrides because its schema cannot know sensible values, as JSON.
const OWN: &[(&str, &str)] = &[
    ("agent_register", r#"{"name": "dev-ada"}"#),
    (
        "artifact_record",
        r#"{"content": "CREATE TABLE refresh_token (id TEXT PRIMARY KEY);"}"#,
    ),
    ("context_read", r#"{"task": "T1"}"#),
    (
        "decision_record",
        r#"{"question": "Where do tokens live?"}"#,
    ),
    (
        "learning_edit",
        r#"{"text": "Tokens have a table of their own"}"#,
    ),
    (
        "memory_create",
        r#"{"memory": {"text": "The user prefers Impressionist art"}}"#,
    ),
    (
        "memory_edit",
        r#"{"id": "m1", "text": "The user prefers Impressionist art"}"#,
    ),
    ("memory_forget", r#"{"ids": ["m1"]}"#),
    ("memory_search", r#"{"query": "where tokens live"}"#),
    ("niche_report", r#"{"buyers": 12}"#),
    (
        "note_write",
        r#"{"note": "Migrations run before the service starts"}"#,
    ),
    (
        "scratchpad_put",
        r#"{"value": {"next": "Write the migration"}}"#,
    ),
    ("scratchpad_restore", r#"{"version": 1}"#),
    (
        "scratchpad_update",
        r#"{"patch": {"next": "Write the migration"}}"#,
    ),
    (
        "session_append",
        r#"{"messages": [{"role": "user", "content": "Where do tokens live?"}]}"#,
    ),
    ("session_data", r#"{"patch": {"page": "/settings"}}"#),
    (
        "session_import",
        r#"{"session": "chat-1", "content": "[{\"role\": \"user\", \"content\": \"Where do tokens live?\"}]"}"#,
    ),
    (
        "summary_view_create",
        r#"{"definition": {"group_by": ["user_id"]}}"#,
    ),
    ("task_add", r#"{"title": "Design the token schema"}"#),
    ("task_complete", r#"{"lease": "T1:1"}"#),
    (
        "webhook_create",
        r#"{"url": "https://hooks.example.org/loci"}"#,
    ),
    (
        "workflow_create",
        r#"{"tasks": [{"title": "Design the token schema", "needs_review": true}]}"#,
    ),
    (
        "workflow_import",
        r#"{"content": "{\"id\": \"bd-1\", \"title\": \"Design the token schema\"}"}"#,
    ),
];

/// Maximum nesting depth of an example.
const DEPTH: usize = 4;

/// Returns example arguments for the operation `name`.
pub fn of(name: &str, schema: &Value, shared: &Map<String, Value>) -> Value {
    let maker = Maker {
        operation: name,
        shared,
    };
    let mut made = maker.value("", schema, 0);
    let own = OWN.iter().find(|(operation, _)| *operation == name);
    let own = own.and_then(|(_, json)| serde_json::from_str::<Map<String, Value>>(json).ok());
    if let (Value::Object(made), Some(own)) = (&mut made, own) {
        made.extend(own);
    }
    made
}

struct Maker<'a> {
    operation: &'a str,
    shared: &'a Map<String, Value>,
}

impl Maker<'_> {
    fn value(&self, name: &str, schema: &Value, depth: usize) -> Value {
        if let Some(target) = schema["$ref"].as_str() {
            let target = target
                .rsplit('/')
                .next()
                .and_then(|name| self.shared.get(name));
            return target.map_or(Value::Null, |target| self.value(name, target, depth));
        }
        if let Some(first) = schema["enum"].as_array().and_then(|names| names.first()) {
            return first.clone();
        }
        if !schema["const"].is_null() {
            return schema["const"].clone();
        }
        for several in ["anyOf", "oneOf", "allOf"] {
            if let Some(first) = schema[several].as_array().and_then(|ways| ways.first()) {
                let mut made = self.value(name, first, depth);
                if let (Value::Object(made), true) = (&mut made, schema["properties"].is_object()) {
                    self.fill(made, schema, depth);
                }
                return made;
            }
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds[0].as_str(),
            kind => kind.as_str(),
        };
        match kind {
            Some("string") => self.text(name, schema).into(),
            Some("integer" | "number") => schema["minimum"].as_u64().unwrap_or(0).max(1).into(),
            Some("boolean") => true.into(),
            Some("array") => match &schema["items"] {
                items if depth < DEPTH && items.is_object() => {
                    json!([self.value(name.trim_end_matches('s'), items, depth + 1)])
                }
                _ => json!([]),
            },
            Some("null") => Value::Null,
            _ => {
                let mut made = Map::new();
                if depth < DEPTH {
                    self.fill(&mut made, schema, depth);
                }
                made.into()
            }
        }
    }

    /// Adds the members that the schema requires.
    fn fill(&self, made: &mut Map<String, Value>, schema: &Value, depth: usize) {
        let required = schema["required"].as_array().into_iter().flatten();
        let is_shown = |name: &str| match name {
            // People name the agent whose mind it is; agents default to their own.
            "agent" => self.operation.starts_with("mind_"),
            _ => !ALONE.contains(&self.operation),
        };
        let shown = SHOWN
            .into_iter()
            .filter(|name| depth == 0 && is_shown(name) && schema["properties"][*name].is_object());
        for name in required.filter_map(Value::as_str).chain(shown) {
            let value = self.value(name, &schema["properties"][name], depth + 1);
            made.insert(name.into(), value);
        }
    }

    fn text(&self, name: &str, schema: &Value) -> String {
        if schema["format"] == "date-time" {
            return "2026-01-31T09:30:00Z".into();
        }
        if schema["minLength"] == 26 {
            return "01KG8Z5X3N7Q2R4T6V8W0Y1A3C".into();
        }
        let reference = REFERENCES
            .iter()
            .find(|(operation, _)| *operation == self.operation);
        let known = match reference {
            Some((_, text)) if name == "question" => Some(*text),
            _ => TEXTS
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, text)| *text),
        };
        known.unwrap_or("example").into()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::openapi::DOCUMENT;

    #[test]
    fn every_example_is_read() {
        for entry in engine::operations::ALL {
            let pointer = "/requestBody/content/application~1json/example";
            let post = &DOCUMENT["paths"][entry.spec.path]["post"];
            let example = post.pointer(pointer).cloned().unwrap_or(Value::Null);
            let mut reader = <dyn erased_serde::Deserializer>::erase(&example);
            if let Err(error) = (entry.read)(&mut reader) {
                panic!("{} {example}: {error}", entry.spec.name);
            }
        }
    }
}
